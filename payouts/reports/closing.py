"""Daily closing: two members of staff sign a day's figures, which are then final (STAFF-6)."""

from datetime import date, datetime, timedelta
from itertools import islice
from typing import TypedDict

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from core.refusal import Refusal
from core.types import UserId
from payouts.models import DayClosing
from payouts.refusals import MoneyCode
from payouts.reports import breakdowns, drawers, largest_movers, revenue
from payouts.reports.revenue import ONE_DAY, RevenueFigures
from players.staff import rights

RIGHT = "payouts.sign_day"
# A hand or a step that began before midnight is written by then.
SETTLED_AFTER = timedelta(hours=1)
AUDITED_AT_ONCE = 31


class Signed(TypedDict):
    """The content of a day's two signatures: its figures, cents.

    ``places`` are those that are not zero by the pool or the table that money moved at ("" for
    none), ``moved`` the cents of each of ``players`` (user ids).
    """

    figures: dict[str, int]
    places: dict[str, dict[str, int]]
    players: list[int]
    moved: list[int]


def sign(*, day: date, by: UserId, now: datetime) -> DayClosing:
    """Sign a day's figures as the first of two; idempotent for the same person.

    Refuses DAY_NOT_OVER (``until``), DAY_OUT_OF_ORDER (``day``: the one whose turn it is),
    DAY_SIGNED, and DRAWERS_STILL_OPEN (``names``) while a drawer of that day is not counted.
    """
    if (over := revenue.midnight(day + ONE_DAY) + SETTLED_AFTER) > now:
        raise Refusal(MoneyCode.DAY_NOT_OVER, until=over)
    try:
        with transaction.atomic():
            if known := DayClosing.objects.filter(day=day).first():
                return _known(known, by)
            if (due := next_day()) != day:
                raise Refusal(MoneyCode.DAY_OUT_OF_ORDER, day=due)
            if names := drawers.open_since(day):
                raise Refusal(MoneyCode.DRAWERS_STILL_OPEN, names=", ".join(names))
            return DayClosing.objects.create(
                **in_ledger(begin=day, end=day)[day], day=day, signed_by_id=by, signed_at=now
            )
    except IntegrityError:
        return _known(DayClosing.objects.get(day=day), by)


def close(*, day: date, by: UserId, now: datetime) -> DayClosing:
    """Sign as the second; idempotent.

    Refuses NO_DAY_SIGNED, OWN_SIGNATURE, FIGURES_MOVED, and what ``rights.check_second_person``
    refuses.
    """
    with transaction.atomic():
        row = DayClosing.objects.select_for_update().filter(day=day).first()
        if row is None:
            raise Refusal(MoneyCode.NO_DAY_SIGNED)
        if row.closed_by_id is not None:
            return row
        if row.signed_by_id == by:
            raise Refusal(MoneyCode.OWN_SIGNATURE)
        rights.check_second_person(user_id=by, ordered_by=row.signed_by_id, right=RIGHT, now=now)
        if _signed(row) != in_ledger(begin=day, end=day)[day]:
            raise Refusal(MoneyCode.FIGURES_MOVED)
        row.closed_by_id, row.closed_at = by, now
        row.save(update_fields=["closed_by", "closed_at"])
    return row


def next_day() -> date | None:
    """Return the next day to sign; None where money has never moved."""
    latest = DayClosing.objects.order_by("-day").values_list("day", flat=True).first()
    return latest + ONE_DAY if latest else revenue.first_day()


def has_begun() -> bool:
    """Return whether any day is signed."""
    return DayClosing.objects.exists()


def waiting() -> QuerySet[DayClosing]:
    """Return days that wait for the second signature, the oldest first."""
    rows = DayClosing.objects.filter(closed_by=None)
    return rows.select_related("signed_by").order_by("day")


def moved_days() -> list[date]:
    """Return the closed days whose figures in the ledger differ from the signed ones."""
    days = DayClosing.objects.filter(closed_by__isnull=False).order_by("day")
    rows = days.defer(None).iterator(chunk_size=AUDITED_AT_ONCE)
    moved: list[date] = []
    # A day of a large room has thousands of players: a few days at a time are in memory.
    while some := list(islice(rows, AUDITED_AT_ONCE)):
        now = in_ledger(begin=some[0].day, end=some[-1].day)
        moved += [row.day for row in some if _signed(row) != now[row.day]]
    return moved


def in_ledger(*, begin: date, end: date) -> dict[date, Signed]:
    """Return the content to sign of each day, as the ledger has it now."""
    figures = revenue.in_ledger(begin=begin, end=end)
    places = breakdowns.places_in_ledger(begin=begin, end=end)
    moved = largest_movers.in_ledger(begin=begin, end=end)
    days = [begin + number * ONE_DAY for number in range((end - begin).days + 1)]
    return {
        day: Signed(
            figures=figures.get(day, RevenueFigures())._asdict(),
            places={
                place: {name: cents for name, cents in at_place._asdict().items() if cents}
                for place, at_place in places.get(day, {}).items()
            },
            players=moved[day].players if day in moved else [],
            moved=moved[day].cents if day in moved else [],
        )
        for day in days
    }


def _signed(row: DayClosing) -> Signed:
    return Signed(figures=row.figures, places=row.places, players=row.players, moved=row.moved)


def _known(row: DayClosing, by: UserId) -> DayClosing:
    if row.signed_by_id != by:
        raise Refusal(MoneyCode.DAY_SIGNED)
    return row
