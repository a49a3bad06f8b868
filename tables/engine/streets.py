"""Streets: their deals, and the rounds that follow."""

from typing import Final, Literal, NamedTuple, Self

from .events import StreetTold

Round = Literal["betting", "opening", "exchange", "closing"]


class Street(NamedTuple):
    """A deal and the round after it; ``bets`` is a fixed-limit bet in big blinds.

    In the ``opening`` round the first bet needs openers (DRAW-2); in the ``exchange`` round cards
    are changed (DRAW-4); the ``closing`` round starts with the opener, who may leave the pot to
    the next hand (DRAW-5).
    """

    name: str
    hole: int = 0
    burn: int = 0
    board: int = 0
    bets: int = 1
    round: Round = "betting"

    def to_json(self) -> StreetTold:
        return {
            "name": self.name,
            "each": self.hole,
            "burn": self.burn,
            "board": self.board,
            "bets": self.bets,
            "round": self.round,
        }

    @classmethod
    def from_json(cls, data: StreetTold) -> Self:
        return cls(
            data["name"], data["each"], data["burn"], data["board"], data["bets"], data["round"]
        )


FLOP: Final = (
    Street("flop", burn=1, board=3),
    Street("turn", burn=1, board=1, bets=2),
    Street("river", burn=1, board=1, bets=2),
)
HOLDEM: Final = (Street("preflop", hole=2), *FLOP)
OMAHA: Final = (Street("preflop", hole=4), *FLOP)
DRAW: Final = (
    Street("opening", hole=5, round="opening"),
    Street("draw", round="exchange"),
    Street("closing", bets=2, round="closing"),
)
