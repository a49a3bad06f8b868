"""The stakes of a hand."""

from collections.abc import Mapping
from dataclasses import dataclass
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


def halves(small_blind: int, big_blind: int, chip: int = 1) -> bool:
    """Return whether a small blind is half the big one, or the nearest that the smallest chip pays
    (INFO-4).

    12/25 and 75/150 are, and 10/25 where no chip is smaller than 5; 200/300 and 50/150 are not.
    """
    off = 0 if big_blind % (2 * chip) == 0 else chip
    payable = small_blind % chip == 0 and small_blind < big_blind
    return payable and abs(2 * small_blind - big_blind) <= off


class Post(NamedTuple):
    """Chips put in beside the blinds: a newcomer's big blind, a dead small blind (CASH-2), or,
    live and larger than the big blind, a straddle (CASH-3)."""

    seat: int
    live: int = 0
    dead: int = 0
