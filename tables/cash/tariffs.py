"""The room's own rake tariffs: ordered by one person, confirmed by another, never changed.

Lock order: the version, then its tariff.
"""

from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players.staff import second_person
from players.staff.second_person import Refused
from tables.engine import rake
from tables.engine.rake import Tariff
from tables.models import CashGame, FastPool, RakeTariff, TariffVersion
from tables.models.tariffs import LONGEST_TEXT
from tables.refusals import TableCode

RIGHT = "tables.set_tariffs"
REFUSED = Refused(waits=TableCode.NO_TARIFF_WAITS, own=TableCode.OWN_TARIFF)
Status = TariffVersion.Status
# The fault of a tariff, by its code in ``Tariff.fault``.
FAULTS: Final = {
    "rates": _(
        "The first rate must begin at the smallest big blind, and the last must have no end."
    ),
    "steps": _("Each rate must end before the next one begins."),
    "much": _("A rate can take at most a tenth of its base."),
    "caps": _("Caps must begin with two players and, for each number, at the smallest big blind."),
    "long": _("This tariff has too many rows."),
}
# The players and, in big blinds, the pots of the desk's examples; and the stakes of a room that
# offers no game.
EXAMPLE_PLAYERS: Final = (2, 3, 6)
EXAMPLE_POTS: Final = (20, 100)
EXAMPLE_STAKES: Final = (10, 100, 200)
MOST_EXAMPLES: Final = 6


class Dates(NamedTuple):
    """The dates of a promotion."""

    begins_at: datetime
    ends_at: datetime


def order(
    *,
    name: str,
    terms: Tariff,
    dates: Dates | None = None,
    changes: int | None = None,
    by: UserId,
    why: str,
    now: datetime,
) -> TariffVersion:
    """Order a new tariff, or the next version of the one that ``changes`` names.

    ``dates`` make it a promotion. Refuse NO_REASON, TARIFF_DOES_NOT_FIT (``why``),
    TARIFF_DATES, TARIFF_NAME_TAKEN, NO_SUCH_TARIFF, TARIFF_RETIRED, TARIFF_WAITS and
    TARIFF_UNCHANGED.
    """
    reasons.check(why)
    fault = terms.fault or ("long" if len(terms.text) > LONGEST_TEXT else None)
    if fault:
        raise Refusal(TableCode.TARIFF_DOES_NOT_FIT, why=str(FAULTS[fault]))
    if dates is not None and not now < dates.ends_at > dates.begins_at:
        raise Refusal(TableCode.TARIFF_DATES)
    with transaction.atomic():
        tariff = _new(name, dates) if changes is None else _hold(changes)
        if tariff.retired_at is not None:
            raise Refusal(TableCode.TARIFF_RETIRED)
        if tariff.promotional != (dates is not None):
            raise Refusal(TableCode.TARIFF_DATES)
        if tariff.versions.filter(status=Status.WAITING).exists():
            raise Refusal(TableCode.TARIFF_WAITS)
        begins_at, ends_at = dates or (None, None)
        ordered = (terms.text, begins_at, ends_at)
        if (tariff.text, tariff.begins_at, tariff.ends_at) == ordered:
            raise Refusal(TableCode.TARIFF_UNCHANGED)
        return TariffVersion.objects.create(
            tariff=tariff,
            number=tariff.versions.count() + 1,
            text=terms.text,
            begins_at=begins_at,
            ends_at=ends_at,
            why=why,
            given_by_id=by,
            given_at=now,
        )


def confirm(*, version_id: int, by: UserId, now: datetime) -> TariffVersion:
    """Confirm a version that another member of staff has ordered; idempotent.

    Hands that are dealt from now on are raked by it. Refuse NO_TARIFF_WAITS, OWN_TARIFF,
    TARIFF_RETIRED, TARIFF_DATES where the promotion is over by now, and what
    ``rights.check_second_person`` refuses.
    """
    with transaction.atomic():
        row = second_person.lock(TariffVersion, version_id, refused=REFUSED)
        if row.status == Status.DONE:
            return row
        second_person.check(row, by=by, about=None, right=RIGHT, now=now, refused=REFUSED)
        tariff = _hold(row.tariff_id)
        if tariff.retired_at is not None:
            raise Refusal(TableCode.TARIFF_RETIRED)
        if row.ends_at is not None and row.ends_at <= now:
            raise Refusal(TableCode.TARIFF_DATES)
        row.decide(Status.DONE, by=by, now=now)
        tariff.number, tariff.text = row.number, row.text
        tariff.begins_at, tariff.ends_at = row.begins_at, row.ends_at
        tariff.save(update_fields=["number", "text", "begins_at", "ends_at"])
    return row


def turn_down(*, version_id: int, by: UserId, why: str, now: datetime) -> TariffVersion:
    """Reject a version that waits; its author may withdraw it in this way. Idempotent.

    Refuse NO_REASON, NO_TARIFF_WAITS.
    """
    return second_person.turn_down(
        TariffVersion, version_id, by=by, why=why, now=now, refused=REFUSED
    )[0]


def retire(*, tariff_id: int, by: UserId, why: str, now: datetime) -> RakeTariff:
    """Retire a tariff, so that no game can choose it; idempotent.

    Refuse NO_REASON, NO_SUCH_TARIFF, TARIFF_WAITS while a version waits, and TARIFF_IN_USE
    (``games``) while a game has it.
    """
    reasons.check(why)
    with transaction.atomic():
        tariff = _hold(tariff_id)
        if tariff.retired_at is not None:
            return tariff
        if tariff.versions.filter(status=Status.WAITING).exists():
            raise Refusal(TableCode.TARIFF_WAITS)
        if using := games_with(tariff):
            raise Refusal(TableCode.TARIFF_IN_USE, games=", ".join(game.name for game in using))
        tariff.retired_at, tariff.retired_by_id, tariff.retired_why = now, by, why
        tariff.save(update_fields=["retired_at", "retired_by", "retired_why"])
    return tariff


def games_with(tariff: RakeTariff) -> list[CashGame | FastPool]:
    """The games that have chosen a tariff or a promotion, offered or not."""
    chosen = Q(tariff=tariff) | Q(promotion=tariff)
    return [*CashGame.objects.filter(chosen), *FastPool.objects.filter(chosen)]


def choices() -> list[tuple[str, str]]:
    """The confirmed tariffs that are not retired, as choices of a form."""
    known = RakeTariff.objects.filter(number__isnull=False, retired_at=None)
    return [(str(tariff.pk), tariff.name) for tariff in known]


def text_of(choice: str) -> str:
    """Return the engine's text of one of these ``choices``; empty: the regulations'."""
    return RakeTariff.objects.get(pk=int(choice)).text if choice else rake.TODAY


class Example(NamedTuple):
    """The rake ``taken`` of a pot from each number of ``EXAMPLE_PLAYERS``."""

    big_blind: int
    pot: int
    taken: list[int]


def examples(text: str) -> list[Example]:
    """Examples of a tariff at the stakes that the room offers for money."""
    cash = CashGame.objects.filter(play_money=False, tables__gt=0).order_by()
    pools = FastPool.objects.filter(offered=True).order_by()
    big_blinds = {
        *cash.values_list("big_blind", flat=True),
        *pools.values_list("big_blind", flat=True),
    }
    stakes = sorted(big_blinds)[:MOST_EXAMPLES] or EXAMPLE_STAKES
    return [
        Example(
            big_blind,
            pot * big_blind,
            [
                rake.rake(
                    pot=pot * big_blind,
                    big_blind=big_blind,
                    dealt_in=players,
                    flop_seen=True,
                    tariff=text,
                )
                for players in EXAMPLE_PLAYERS
            ],
        )
        for big_blind in stakes
        for pot in EXAMPLE_POTS
    ]


def waiting() -> QuerySet[TariffVersion]:
    """The versions that a second person has to decide, oldest first."""
    rows = TariffVersion.objects.filter(status=Status.WAITING)
    return rows.select_related("tariff", "given_by").order_by("given_at", "pk")


def _new(name: str, dates: Dates | None) -> RakeTariff:
    """Return the tariff of this name, which has no confirmed version yet, locked."""
    row, made = RakeTariff.objects.get_or_create(
        name=name, defaults={"promotional": dates is not None}
    )
    tariff = _hold(row.pk)
    if not made and (tariff.number or tariff.promotional != (dates is not None)):
        raise Refusal(TableCode.TARIFF_NAME_TAKEN)
    return tariff


def _hold(tariff_id: int) -> RakeTariff:
    tariff = RakeTariff.objects.select_for_update().filter(pk=tariff_id).first()
    if tariff is None:
        raise Refusal(TableCode.NO_SUCH_TARIFF)
    return tariff
