"""Each game as a value: what is dealt when, how it is bet, and what wins."""

from typing import Final, NamedTuple

from tables.engine.limits import NO_LIMIT, Limit
from tables.engine.ranking import HIGH, Ranking


class Street(NamedTuple):
    """A deal and the betting round after it; ``bets`` is a fixed-limit bet in big blinds."""

    name: str
    hole: int = 0
    burn: int = 0
    board: int = 0
    bets: int = 1


FLOP_STREETS: Final = (
    Street("flop", burn=1, board=3),
    Street("turn", burn=1, board=1, bets=2),
    Street("river", burn=1, board=1, bets=2),
)
HOLDEM_STREETS: Final = (Street("preflop", hole=2), *FLOP_STREETS)


class Game(NamedTuple):
    """The facts of a game. ``low`` halves the pot between it and ``high``."""

    code: str
    most_seats: int
    streets: tuple[Street, ...]
    limit: Limit
    high: Ranking
    low: Ranking | None = None


GAMES: Final = {
    game.code: game
    for game in (
        Game("nlhe", 10, HOLDEM_STREETS, NO_LIMIT, HIGH),  # HOLD-1, NL-1
    )
}
