"""Decisions on the first page of the staff's desk: for a second person, and new withdrawals."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from payouts.payments import gateway_events, withdrawals
from payouts.reports import closing
from payouts.rules.payments import PaymentState
from payouts.wallets import corrections, counter, drawers
from players.staff import merging
from poker_site.room_settings import changes
from tables.cash import tariffs
from tournaments.entry import approvals, velox_tables
from tournaments.staff import cancellation, two_person_orders

# The most lines of each kind, oldest first, and the number at which the count stops.
SHOWN, COUNTED = 10, 1_000


class WaitingDecision(NamedTuple):
    """A line of the list: the decision, its subject, and its cents if any."""

    what: str | Promise
    about: object
    cents: int | None
    by: object
    since: datetime
    url: str


@dataclass(frozen=True, slots=True)
class DecisionQueue:
    """The waiting decisions of one kind: the first lines, the count, and the page of all."""

    lines: list[WaitingDecision]
    count: int
    url: str

    @property
    def more(self) -> int:
        """The number of those not among the lines."""
        return self.count - len(self.lines)

    @property
    def counted(self) -> bool:
        """Return whether ``count`` is exact."""
        return self.count <= COUNTED


Rows = QuerySet[Any] | list[Any]


class _Kind(NamedTuple):
    """A kind of decision: the model whose readers see it, its rows, lines and list.

    ``line`` lacks the link; ``query`` is that of the list.
    """

    model: str
    rows: Callable[[], Rows]
    line: Callable[[Any], tuple[str | Promise, object, int | None, object, datetime]]
    query: dict[str, str]
    # The number of the page that a line leads to.
    page: Callable[[Any], int] = lambda row: row.pk


def queues(request: HttpRequest) -> Iterator[DecisionQueue]:
    """Yield the decisions that wait for a second person, of kinds that the reader may see."""
    return _queues(request, _KINDS)


def undecided(request: HttpRequest) -> Iterator[DecisionQueue]:
    """Yield withdrawals that are not decided yet, or that are to be sent by hand."""
    return _queues(request, _FIRST)


def _queues(request: HttpRequest, kinds: Iterable[_Kind]) -> Iterator[DecisionQueue]:
    for kind in kinds:
        app, _dot, model = kind.model.partition(".")
        if request.user.has_perm(f"{app}.view_{model}") and (queue := _queue(kind)).lines:
            yield queue


def _queue(kind: _Kind) -> DecisionQueue:
    pages = f"admin:{kind.model.replace('.', '_')}"
    rows = kind.rows()
    listed = list(rows[: SHOWN + 1])
    lines = [
        WaitingDecision(*kind.line(row), reverse(f"{pages}_change", args=[kind.page(row)]))
        for row in listed[:SHOWN]
    ]
    count = len(listed) if len(listed) <= SHOWN else _count(rows)
    return DecisionQueue(lines, count, reverse(f"{pages}_changelist", query=kind.query))


def _count(rows: Rows) -> int:
    return len(rows) if isinstance(rows, list) else rows[: COUNTED + 1].count()


_KINDS: Final = (
    _Kind(
        "payouts.counterorder",
        counter.waiting,
        lambda row: (row.get_kind_display(), row.user, row.amount, row.given_by, row.given_at),
        {"status__exact": "waiting"},
    ),
    _Kind(
        "payouts.drawermove",
        drawers.waiting,
        lambda row: (row.get_kind_display(), row.drawer, row.amount, row.given_by, row.given_at),
        {"status__exact": "waiting"},
    ),
    _Kind(
        "payouts.correction",
        corrections.waiting,
        lambda row: (
            *(_("correction of money"), row.user, row.amount),
            *(row.given_by, row.given_at),
        ),
        {"status__exact": "waiting"},
    ),
    _Kind(
        "players.merge",
        merging.waiting,
        lambda row: (
            *(_("merge of accounts"), f"{row.other} → {row.user}", None),
            *(row.given_by, row.given_at),
        ),
        {"status__exact": "waiting"},
    ),
    _Kind(
        "payouts.payment",
        lambda: withdrawals.waiting().filter(state=PaymentState.SECOND),
        lambda row: (row.get_kind_display(), row.user, row.amount, row.first_by, row.asked_at),
        {"state__exact": PaymentState.SECOND},
    ),
    _Kind(
        "payouts.paymentnotice",
        gateway_events.contradictions,
        lambda row: (
            *(_("contradiction"), row, row.amount),
            *(row.first_by or row.gateway, row.received_at),
        ),
        {"outcome__exact": "contradiction", "decided_at__isnull": "True"},
    ),
    _Kind(
        "payouts.dayclosing",
        closing.waiting,
        lambda row: (
            *(_("daily closing"), row, row.figures["result"]),
            *(row.signed_by, row.signed_at),
        ),
        {"closed_by__isnull": "True"},
    ),
    _Kind(
        "tournaments.template",
        approvals.waiting,
        lambda row: (
            *(_("promised prize"), row.template, approvals.at_risk(row.template)),
            *(row.written_by, row.written_at),
        ),
        {},
        lambda row: row.template_id,
    ),
    _Kind(
        "tournaments.cancellationplan",
        cancellation.waiting,
        lambda row: (_("cancellation"), row, row.total, row.created_by, row.created_at),
        {"executed_at__isnull": "True"},
    ),
    _Kind(
        "tournaments.jointorder",
        two_person_orders.waiting,
        lambda row: (
            *(row.get_kind_display(), row.entry.user if row.entry else row.tournament),
            *(None if row.entry else row.amount, row.given_by, row.given_at),
        ),
        {"status__exact": "waiting"},
    ),
    _Kind(
        "tournaments.veloxtableversion",
        velox_tables.waiting,
        lambda row: (_("VeloX table"), row, None, row.given_by, row.given_at),
        {"status__exact": "waiting"},
    ),
    _Kind(
        "tables.tariffversion",
        tariffs.waiting,
        lambda row: (_("rake tariff"), row, None, row.given_by, row.given_at),
        {"status__exact": "waiting"},
    ),
    _Kind(
        "poker_site.settingorder",
        changes.waiting,
        lambda row: (_("setting"), row, None, row.given_by, row.given_at),
        {"status__exact": "waiting"},
    ),
)
_FIRST: Final = (
    _Kind(
        "payouts.payment",
        lambda: withdrawals.waiting().exclude(state=PaymentState.SECOND),
        lambda row: (
            row.get_kind_display(),
            row.user,
            row.amount,
            row.get_state_display(),
            row.asked_at,
        ),
        {"state__in": f"{PaymentState.IN_REVIEW},{PaymentState.APPROVED}"},
    ),
)
