"""Blinds of a table where all players sit out: they rise until a player busts (OUT-1)."""

from dataclasses import replace
from datetime import timedelta

from tournaments.rules.level_clock import BlindLevel

# Disconnected players have so long to come back.
PATIENCE = timedelta(minutes=5)
# Then the blinds double this often.
EVERY = timedelta(minutes=1)
# Every stack is all-in long before: figures stay small however long an event stood still.
MOST = 20


def blinds(level: BlindLevel, *, gone_for: timedelta) -> BlindLevel:
    """Return the blinds of a deserted table; ``level`` is the last of the schedule."""
    if gone_for < PATIENCE:
        return level
    times = 2 ** min(1 + (gone_for - PATIENCE) // EVERY, MOST)
    return replace(
        level,
        small_blind=times * level.small_blind,
        big_blind=times * level.big_blind,
        ante=times * level.ante,
    )
