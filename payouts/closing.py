"""Daily closing: two members of staff sign a day's figures, and they stand (STAFF-6)."""

from datetime import date, datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from core.refusal import Refusal
from core.types import UserId
from payouts import reports
from payouts.models import DayClosing
from payouts.refusals import Code
from payouts.reports import ONE_DAY, Figures
from players import rights

RIGHT = "payouts.sign_day"
# What a hand or a step began before midnight is written by then.
SETTLED_AFTER = timedelta(hours=1)


def sign(*, day: date, by: UserId, now: datetime) -> DayClosing:
    """Sign a day's figures as the first of two; the same person again is nothing.

    Refuses DAY_NOT_OVER (``until``), DAY_OUT_OF_ORDER (``day``: the one whose turn it is) and
    DAY_SIGNED.
    """
    if (over := reports.midnight(day + ONE_DAY) + SETTLED_AFTER) > now:
        raise Refusal(Code.DAY_NOT_OVER, until=over)
    try:
        with transaction.atomic():
            if known := DayClosing.objects.filter(day=day).first():
                return _known(known, by)
            if (due := next_day()) != day:
                raise Refusal(Code.DAY_OUT_OF_ORDER, day=due)
            figures = figures_of(day)
            return DayClosing.objects.create(
                day=day, figures=figures._asdict(), signed_by_id=by, signed_at=now
            )
    except IntegrityError:
        return _known(DayClosing.objects.get(day=day), by)


def close(*, day: date, by: UserId, now: datetime) -> DayClosing:
    """Sign as the second; again is nothing.

    Refuses NO_DAY_SIGNED, OWN_SIGNATURE, FIGURES_MOVED, and what ``rights.check_second_person``
    refuses.
    """
    with transaction.atomic():
        row = DayClosing.objects.select_for_update().filter(day=day).first()
        if row is None:
            raise Refusal(Code.NO_DAY_SIGNED)
        if row.closed_by_id is not None:
            return row
        if row.signed_by_id == by:
            raise Refusal(Code.OWN_SIGNATURE)
        rights.check_second_person(user_id=by, ordered_by=row.signed_by_id, right=RIGHT, now=now)
        if row.figures != figures_of(day)._asdict():
            raise Refusal(Code.FIGURES_MOVED)
        row.closed_by_id, row.closed_at = by, now
        row.save(update_fields=["closed_by", "closed_at"])
    return row


def next_day() -> date | None:
    """The day whose figures are to be signed next; None where money has never moved."""
    latest = DayClosing.objects.order_by("-day").values_list("day", flat=True).first()
    return latest + ONE_DAY if latest else reports.first_day()


def has_begun() -> bool:
    """Whether any day is signed."""
    return DayClosing.objects.exists()


def waiting() -> QuerySet[DayClosing]:
    """Days that wait for the second signature, the oldest first."""
    rows = DayClosing.objects.filter(closed_by=None)
    return rows.select_related("signed_by").order_by("day")


def figures_of(day: date) -> Figures:
    """The day's figures, as the ledger has them now."""
    return reports.in_ledger(begin=day, end=day).get(day, Figures())


def _known(row: DayClosing, by: UserId) -> DayClosing:
    if row.signed_by_id != by:
        raise Refusal(Code.DAY_SIGNED)
    return row
