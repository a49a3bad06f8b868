"""Betting structures: the size of bets, and their number in a round."""

from typing import Final, NamedTuple, Self

from .events import LimitTold


class Limit(NamedTuple):
    """A betting structure.

    ``pot`` bounds a raise by the pot; ``fixed`` bets have one size, and ``cap`` of them a round.
    """

    name: str
    pot: bool = False
    fixed: bool = False
    cap: int | None = None

    @property
    def bounded(self) -> bool:
        """Return whether more than the stack bounds a raise."""
        return self.pot or self.fixed

    def to_json(self) -> LimitTold:
        return {"name": self.name, "pot": self.pot, "fixed": self.fixed, "cap": self.cap}

    @classmethod
    def from_json(cls, data: LimitTold) -> Self:
        return cls(data["name"], data["pot"], data["fixed"], data["cap"])


NO_LIMIT: Final = Limit("no_limit")  # NL-1
POT_LIMIT: Final = Limit("pot_limit", pot=True)  # PL-1
FIXED_LIMIT: Final = Limit("fixed_limit", fixed=True, cap=4)  # FL-1, FL-2
