"""What a hand is played for."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple, Self

from .events import StakesTold


@dataclass(frozen=True, slots=True)
class Stakes:
    """Blinds and ante in chips; with ``big_blind_ante`` one player posts the ante for all."""

    small_blind: int
    big_blind: int
    ante: int = 0
    big_blind_ante: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.small_blind <= self.big_blind or self.big_blind < 1 or self.ante < 0:
            raise ValueError(f"impossible stakes: {self}")

    @property
    def draw_ante(self) -> int:
        """The ante of a game without blinds: there is one in every level (DRAW-1)."""
        return self.ante or self.big_blind

    def to_json(self) -> StakesTold:
        return {
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
            "ante": self.ante,
            "big_blind_ante": self.big_blind_ante,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            small_blind=data["small_blind"],
            big_blind=data["big_blind"],
            ante=data.get("ante", 0),
            big_blind_ante=data.get("big_blind_ante", False),
        )


def halves(small_blind: int, big_blind: int, ante: int = 0) -> bool:
    """Whether a small blind is half the big one, as nearly as the chips allow (INFO-4).

    10/25 is, where no chip is smaller than 5; 100/100 and 30/400 are not.
    """
    chip = gcd(small_blind, big_blind, ante)
    return small_blind < big_blind and abs(2 * small_blind - big_blind) < 2 * chip


class Post(NamedTuple):
    """Chips put in beside the blinds: a newcomer's big blind, a dead small blind (CASH-2), or,
    live and larger than the big blind, a straddle (CASH-3)."""

    seat: int
    live: int = 0
    dead: int = 0
