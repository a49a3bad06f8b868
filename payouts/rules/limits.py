"""Limits that players set for themselves: the one in force, and its days (PLAY-1, PLAY-3)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

WAIT_FOR_MORE = timedelta(days=7)


class LimitKind(StrEnum):
    """A kind of limit: on cents paid in, cents lost at play, or minutes at the tables."""

    DEPOSIT = "deposit"
    LOSS = "loss"
    TIME = "time"


class LimitPeriod(StrEnum):
    """A period of a limit: a calendar day, a week from Monday, or a calendar month."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class LimitWish:
    """A wish for at most ``amount`` cents or minutes a period (None: no limit).

    In force from ``effective_at`` on.
    """

    amount: int | None
    set_at: datetime
    effective_at: datetime


@dataclass(frozen=True, slots=True)
class InForce:
    """The limit in force (cents or minutes; None: no limit), and the raise that waits."""

    amount: int | None = None
    waiting: LimitWish | None = None


def standing(changes: Iterable[LimitWish], *, now: datetime) -> InForce:
    """Return the limit of a history at ``now``; a later wish replaces one that waits."""
    amount, waiting = None, None
    for change in changes:
        if waiting and waiting.effective_at <= change.set_at:
            amount = waiting.amount
        if change.effective_at <= change.set_at:
            amount, waiting = change.amount, None
        else:
            waiting = change
    if waiting and waiting.effective_at <= now:
        amount, waiting = waiting.amount, None
    return InForce(amount, waiting)


def effective_at(*, current: int | None, wanted: int | None, now: datetime) -> datetime:
    """Return the start of a wish: at once if lower or equal, after a week if higher or none."""
    higher = current is not None and (wanted is None or wanted > current)
    return now + WAIT_FOR_MORE if higher else now


def bounds(period: LimitPeriod, *, now: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Return the first moment of the period of ``now``, and the first after it, in ``zone``."""
    today = now.astimezone(zone).date()
    if period is LimitPeriod.DAY:
        first, after = today, today + timedelta(days=1)
    elif period is LimitPeriod.WEEK:
        first = today - timedelta(days=today.weekday())
        after = first + timedelta(weeks=1)
    else:
        first = today.replace(day=1)
        after = (first + timedelta(days=31)).replace(day=1)
    # Midnight by the wall clock: a day has 23, 24 or 25 hours.
    return datetime.combine(first, time(), zone), datetime.combine(after, time(), zone)
