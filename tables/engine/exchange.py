"""The state that hands of draw poker have beyond other hands (DRAW-2, DRAW-4, DRAW-5)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Self

from .events import CarriedTold

# The pair that opens at first, and after one and more hands without an opener.
OPENERS: Final = "JQK"


class Carried(NamedTuple):
    """The pot of earlier hands without a winner, and the pair that opens the next hand."""

    pot: int = 0
    openers: str = OPENERS[0]

    def raised(self, pot: int) -> Self:
        """Return the state after a hand without an opener: jacks, then queens, then kings."""
        place = min(OPENERS.index(self.openers) + 1, len(OPENERS) - 1)
        return self._replace(pot=pot, openers=OPENERS[place])

    def to_json(self) -> CarriedTold:
        return {"pot": self.pot, "openers": self.openers}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(data["pot"], data["openers"])


class Exchange(NamedTuple):
    """The state of changing cards.

    ``reshuffle`` is the order in which discards come back once the stub has run out; ``proof``
    are the cards with which ``opener`` opened, kept even if they are discarded; ``settled`` says
    that a player closed the second round with "cip"; ``left`` is for the next hand.
    """

    carried: Carried
    reshuffle: str
    discards: Mapping[int, str]
    opener: int | None = None
    proof: str = ""
    settled: bool = False
    left: Carried | None = None

    def to_json(self) -> list[Any]:
        discards = [[seat, cards] for seat, cards in self.discards.items()]
        left = None if self.left is None else [*self.left]
        return [[*self.carried], self.reshuffle, discards, *self[3:6], left]

    @classmethod
    def from_json(cls, data: list[Any]) -> Self:
        carried, reshuffle, discards, opener, proof, settled, left = data
        return cls(
            Carried(*carried),
            reshuffle,
            dict(discards),
            opener,
            proof,
            settled,
            None if left is None else Carried(*left),
        )
