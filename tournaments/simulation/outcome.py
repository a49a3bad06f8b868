"""What came of a simulated tournament."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from tournaments.rules.level_clock import Level


@dataclass(slots=True)
class LevelReport:
    """A level as it began, and what happened until the next; ``stage``: of a shootout's round."""

    number: int
    level: Level
    begun: timedelta
    players: int
    tables: int
    average: int
    stage: int = 0
    hands: int = 0
    out: int = 0


class Winning(NamedTuple):
    """What somebody won, cents: the prize of a place, and the heads taken."""

    place: int
    prize: int
    bounties: int


@dataclass(slots=True)
class Outcome:
    """What came of it; money in cents. ``won`` is of all who won anything, best first.

    ``collected`` is what the players have put into the ``pool``, and ``multiplier`` what a VeloX
    has drawn. ``turned_away`` came when the plan took no more entries.
    """

    players: int
    entries: int = 0
    re_entries: int = 0
    rebuys: int = 0
    add_ons: int = 0
    turned_away: int = 0
    out: int = 0
    duration: timedelta = timedelta()
    hands: int = 0
    actions: int = 0
    left: int = 1
    collected: int = 0
    fees: int = 0
    pool: int = 0
    bounties: int = 0
    multiplier: int = 0
    won: list[Winning] = field(default_factory=list)
    levels: list[LevelReport] = field(default_factory=list)

    @property
    def house(self) -> int:
        """What the house has in the end: fees, less what it added to the pool."""
        return self.fees + self.collected - self.pool
