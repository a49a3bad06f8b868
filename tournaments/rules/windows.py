"""Who may come in and go out, and until when."""

from tournaments.refusals import Code
from tournaments.rules.clock import ClockReading


def late_registration_open(reading: ClockReading, *, late_levels: int) -> bool:
    """Whether a running event takes entries: until the end of level ``late_levels`` (TRN-2)."""
    if reading.is_break:
        return reading.number < late_levels
    return reading.number <= late_levels


def registration_refusal(
    *,
    over: bool,
    reading: ClockReading | None,
    late_levels: int,
    entries: int,
    max_entries: int,
) -> Code | None:
    """Why nobody may register now, or None; ``reading`` is None before the start."""
    if over:
        return Code.EVENT_OVER
    if reading is not None and not late_registration_open(reading, late_levels=late_levels):
        return Code.REGISTRATION_CLOSED
    if entries >= max_entries:
        return Code.EVENT_FULL
    return None


def unregistration_refusal(*, over: bool, started: bool) -> Code | None:
    """Why nobody may unregister now, or None."""
    if over:
        return Code.EVENT_OVER
    if started:
        return Code.ALREADY_STARTED
    return None
