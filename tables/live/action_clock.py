"""The action clock and the time bank, as arithmetic (TIME-1, TIME-2, OUT-1)."""

from datetime import datetime, timedelta
from typing import NamedTuple


class Reading(NamedTuple):
    """The end of the action time, and the end of all time of the turn."""

    action_until: datetime
    due_at: datetime


def read(
    *,
    turn_at: datetime,
    action_seconds: int,
    away_seconds: int,
    bank_ms: int,
    in_pot: bool,
    away: bool,
) -> Reading:
    """The clock of a turn that began at ``turn_at``.

    The bank (ms) follows the action time by itself, for a player with chips in this hand's pot
    only (TIME-2). A player who is away has their own action time, and no bank (OUT-1).
    """
    if away:
        due_at = turn_at + timedelta(seconds=away_seconds)
        return Reading(due_at, due_at)
    action_until = turn_at + timedelta(seconds=action_seconds)
    bank = timedelta(milliseconds=bank_ms) if in_pot else timedelta()
    return Reading(action_until, action_until + bank)


def bank_left(reading: Reading, *, bank_ms: int, now: datetime) -> int:
    """Return the bank (ms) left to a player who acted at ``now`` (TIME-2)."""
    used = min(now, reading.due_at) - reading.action_until
    return bank_ms - max(0, used // timedelta(milliseconds=1))
