"""The part of a player's file that payouts knows: balance and transfers, limits, the counter."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.money import money_text
from core.typed_numbers import number
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.account_names import called
from payouts.models import Bonus, Correction, CounterOrder, LimitChange, Payment, Transfer
from payouts.models.limits import amount_text
from payouts.rules.limits import LimitKind
from players.staff import player_file
from players.staff.player_file import Fact, FileRow, FileSection, Finder, Head, when


def _balance(user_id: UserId, now: datetime) -> Sequence[Fact]:
    url = reverse("admin:payouts_transfer_changelist", query={"q": accounts.player(user_id)})
    return [Fact(_("Balance"), money_text(ledger.balance(accounts.player(user_id))), url)]


def _statement(user_id: UserId, first: int, count: int) -> Sequence[FileRow]:
    name = accounts.player(user_id)
    rows = list(ledger.statement(name)[first : first + count])
    others = [row.debit.name if row.credit.name == name else row.credit.name for row in rows]
    readable = called(others)
    return [
        FileRow(
            (when(row.created_at), row.reason_in_words, _signed(row, name), readable[other]),
            reverse("admin:payouts_transfer_change", args=[row.pk]),
        )
        for row, other in zip(rows, others, strict=True)
    ]


def _signed(row: Transfer, name: str) -> str:
    return money_text(row.amount if row.credit.name == name else -row.amount)


def _order(row: CounterOrder) -> FileRow:
    what = f"{row.get_kind_display()}, {row.get_status_display()}"
    url = reverse("admin:payouts_counterorder_change", args=[row.pk])
    return FileRow(
        (when(row.given_at), what, money_text(row.amount), str(row.given_by), row.why), url
    )


def _limit(row: LimitChange) -> FileRow:
    what = f"{row.get_kind_display()} {row.get_period_display()}"
    return FileRow(
        (
            when(row.set_at),
            what,
            amount_text(LimitKind(row.kind), row.amount),
            when(row.effective_at),
        )
    )


def _payment(row: Payment) -> FileRow:
    url = reverse("admin:payouts_payment_change", args=[row.pk])
    what = str(row.get_kind_display())
    by = str(row.approved_by or "")
    return FileRow(
        (when(row.asked_at), what, money_text(row.amount), str(row.get_state_display()), by), url
    )


def _bonus(row: Bonus) -> FileRow:
    url = reverse("admin:payouts_bonus_change", args=[row.pk])
    terms = (str(row.get_status_display()), money_text(row.amount), money_text(row.wager))
    return FileRow(
        (when(row.given_at), *terms, when(row.expires_at), str(row.given_by), row.why), url
    )


def _correction(row: Correction) -> FileRow:
    url = reverse("admin:payouts_correction_change", args=[row.pk])
    what = f"{row.get_kind_display()}, {row.get_status_display()}"
    return FileRow(
        (when(row.given_at), what, money_text(row.amount), str(row.given_by), row.why), url
    )


PARTS = (
    FileSection(
        "statement",
        gettext_lazy("Statement"),
        (
            gettext_lazy("When"),
            gettext_lazy("What"),
            gettext_lazy("Amount"),
            gettext_lazy("From or to"),
        ),
        "payouts.view_transfer",
        _statement,
    ),
    FileSection(
        "counter",
        gettext_lazy("Counter"),
        (
            gettext_lazy("When"),
            gettext_lazy("What"),
            gettext_lazy("Amount"),
            gettext_lazy("By"),
            gettext_lazy("Reason"),
        ),
        "payouts.view_counterorder",
        player_file.lines(
            lambda user_id: (
                CounterOrder.objects.filter(user=user_id).select_related("given_by").order_by("-pk")
            ),
            _order,
        ),
    ),
    FileSection(
        "payments",
        gettext_lazy("Deposits and withdrawals"),
        (
            gettext_lazy("When"),
            gettext_lazy("What"),
            gettext_lazy("Amount"),
            gettext_lazy("State"),
            gettext_lazy("Approved by"),
        ),
        "payouts.view_payment",
        player_file.lines(
            lambda user_id: (
                Payment.objects.filter(user=user_id).select_related("approved_by").order_by("-pk")
            ),
            _payment,
        ),
    ),
    FileSection(
        "corrections",
        gettext_lazy("Corrections of money"),
        (
            gettext_lazy("When"),
            gettext_lazy("What"),
            gettext_lazy("Amount"),
            gettext_lazy("By"),
            gettext_lazy("Reason"),
        ),
        "payouts.view_correction",
        player_file.lines(
            lambda user_id: (
                Correction.objects.filter(user=user_id).select_related("given_by").order_by("-pk")
            ),
            _correction,
        ),
    ),
    FileSection(
        "bonuses",
        gettext_lazy("Bonuses"),
        (
            gettext_lazy("When"),
            gettext_lazy("What"),
            gettext_lazy("Amount"),
            gettext_lazy("Fees to be paid"),
            gettext_lazy("Until"),
            gettext_lazy("By"),
            gettext_lazy("Reason"),
        ),
        "payouts.view_bonus",
        player_file.lines(
            lambda user_id: (
                Bonus.objects.filter(user=user_id).select_related("given_by").order_by("-pk")
            ),
            _bonus,
        ),
    ),
    FileSection(
        "limits",
        gettext_lazy("Limits"),
        (
            gettext_lazy("Asked"),
            gettext_lazy("What"),
            gettext_lazy("Limit"),
            gettext_lazy("In force from"),
        ),
        "payouts.view_limitchange",
        player_file.lines(
            lambda user_id: LimitChange.objects.filter(user_id=user_id).order_by("-pk"), _limit
        ),
    ),
)


def _transfers(typed: str) -> Sequence[FileRow]:
    """Find transfers by number, or by the beginning of the cause."""
    wanted = Q(key__startswith=typed)
    if pk := number(typed):
        wanted = Q(pk=pk)
    elif ":" not in typed:
        return []
    rows = Transfer.objects.filter(wanted).select_related("debit", "credit")
    return [
        FileRow(
            (row.key, when(row.created_at), row.reason_in_words, money_text(row.amount)),
            reverse("admin:payouts_transfer_change", args=[row.pk]),
        )
        for row in rows.order_by("key", "line")[: player_file.HITS]
    ]


FINDERS = (Finder(gettext_lazy("Transfers"), "payouts.view_transfer", _transfers),)
HEADS = (Head("payouts.view_account", _balance),)
