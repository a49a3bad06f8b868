"""What came of a simulated tournament."""

from dataclasses import dataclass, field
from datetime import timedelta

from tournaments.rules.clock import Level


@dataclass(slots=True)
class LevelReport:
    """A level as it began, and what happened until the next."""

    number: int
    level: Level
    begun: timedelta
    players: int
    tables: int
    average: int
    hands: int = 0
    out: int = 0


@dataclass(slots=True)
class Outcome:
    """What came of it; money in cents. ``won`` are the prizes of all who won any, best first."""

    players: int
    entries: int = 0
    re_entries: int = 0
    rebuys: int = 0
    add_ons: int = 0
    out: int = 0
    duration: timedelta = timedelta()
    hands: int = 0
    actions: int = 0
    left: int = 1
    collected: int = 0
    pool: int = 0
    won: list[int] = field(default_factory=list)
    levels: list[LevelReport] = field(default_factory=list)
