"""The outcome of a simulated tournament."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from tournaments.rules.level_clock import BlindLevel


@dataclass(slots=True)
class LevelReport:
    """The start of a level, and its hands and eliminations; ``stage``: the round of a shootout."""

    number: int
    level: BlindLevel
    begun: timedelta
    players: int
    tables: int
    average: int
    stage: int = 0
    hands: int = 0
    out: int = 0


class Winning(NamedTuple):
    """The cents won by an entry: the prize of its place, and the bounties."""

    place: int
    prize: int
    bounties: int


@dataclass(slots=True)
class SimulationOutcome:
    """The outcome; money in cents. ``won`` lists the entries that won money, best first.

    ``collected`` is what the players have paid for prizes, and ``multiplier`` what a VeloX has
    drawn. ``turned_away`` counts players who came when no more entries were taken.
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
        """The result of the house: fees, less what it added to the pool."""
        return self.fees + self.collected - self.pool
