"""The windows of entry, re-entry, withdrawal, rebuys and add-ons."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from core.refusal import Refusal, RefusalCode
from tournaments.refusals import EventCode
from tournaments.rules.level_clock import BlindLevel, ClockReading

# The time that players need to arrive before the start, and to come back after an outage.
COMING_BACK = timedelta(minutes=3)


def late_registration_open(reading: ClockReading, *, late_levels: int) -> bool:
    """Return whether late registration is open: until the end of level ``late_levels`` (TRN-2)."""
    if reading.is_break:
        return reading.number < late_levels
    return reading.number <= late_levels


def registration_refusal(
    *,
    over: bool,
    opened: bool,
    reading: ClockReading | None,
    late_levels: int,
    entries: int,
    max_entries: int,
) -> RefusalCode | None:
    """Return why a registration is refused now, or None; ``reading`` is None before the start."""
    if over:
        return EventCode.EVENT_OVER
    if not opened:
        return EventCode.REGISTRATION_NOT_OPEN
    if reading is not None and not late_registration_open(reading, late_levels=late_levels):
        return EventCode.REGISTRATION_CLOSED
    if entries >= max_entries:
        return EventCode.EVENT_FULL
    return None


def before(starts_at: datetime | None, *, minutes: int) -> datetime | None:
    """Return the time so long before the start; None for an event without a date, or 0 minutes."""
    return starts_at - timedelta(minutes=minutes) if starts_at and minutes else None


def held_until(
    start: datetime, *, check_in: timedelta, since: datetime, until: datetime
) -> datetime | None:
    """Return the later start of an event after an outage, or None if ``start`` stands.

    It is later by the time lost of the check-in (at least COMING_BACK long), and at the earliest
    COMING_BACK after the outage.
    """
    begun = start - max(check_in, COMING_BACK)
    if until <= begun:
        return None
    return max(start + (until - max(since, begun)), until + COMING_BACK)


def unregistration_refusal(*, over: bool, started: bool, final: bool) -> RefusalCode | None:
    """Return the reason why no player may unregister now, or None; ``final`` after the deadline."""
    if over:
        return EventCode.EVENT_OVER
    if started:
        return EventCode.ALREADY_STARTED
    return EventCode.UNREGISTRATION_CLOSED if final else None


def re_entry_refusal(*, earlier: int, re_entries: int, is_open: bool) -> RefusalCode | None:
    """Return the reason why a player with ``earlier`` entries may not re-enter, or None (TRN-2)."""
    if not earlier:
        return None
    if not re_entries:
        return EventCode.NO_RE_ENTRY
    if earlier > re_entries:
        return EventCode.RE_ENTRIES_USED
    return None if is_open else EventCode.RE_ENTRIES_CLOSED


def rebuys_open(reading: ClockReading, *, levels: int) -> bool:
    """Return whether rebuys are sold: until the end of level ``levels`` and of a break after it."""
    return reading.number <= levels


def add_on_row(levels: Sequence[BlindLevel], *, after_level: int) -> int | None:
    """Return the row of the schedule in which the add-on is sold: the one after ``after_level``.

    That is the break after it, or else the next level; None when there is no add-on.
    """
    played = [row for row, level in enumerate(levels) if not level.is_break]
    return played[after_level - 1] + 1 if 0 < after_level <= len(played) else None


def rebuy_refusal(
    *, offered: int, taken: int, count: int, is_open: bool, stack: int, most_chips: int | None
) -> RefusalCode | None:
    """Return the reason why a player with ``stack`` chips may not take ``count`` rebuys now, or
    None (TRN-2); without ``most_chips`` the floor judges the stack."""
    if not offered:
        return EventCode.NO_REBUYS
    if not is_open:
        return EventCode.REBUYS_CLOSED
    if taken + count > offered:
        return EventCode.REBUYS_USED
    too_large = most_chips is not None and stack > most_chips
    return EventCode.STACK_TOO_LARGE if too_large else None


def add_on_refusal(*, offered: bool, ahead: bool, is_open: bool, taken: bool) -> RefusalCode | None:
    """Return the reason why a player may not take the add-on now, or None (TRN-2)."""
    if not offered:
        return EventCode.NO_ADD_ON
    if taken:
        return EventCode.ADD_ON_TAKEN
    if is_open:
        return None
    return EventCode.ADD_ON_NOT_YET if ahead else EventCode.ADD_ON_CLOSED


def check_sales(
    levels: Sequence[BlindLevel], *, rebuy_levels: int, add_on_after_level: int
) -> None:
    """Refuse rebuys and add-ons without an end of sale: prizes could never be paid."""
    row = add_on_row(levels, after_level=add_on_after_level)
    if rebuy_levels >= sum(not level.is_break for level in levels):
        raise Refusal(EventCode.REBUYS_ENDLESS)
    if add_on_after_level and (row is None or row >= len(levels) - 1):
        raise Refusal(EventCode.ADD_ON_ENDLESS)
