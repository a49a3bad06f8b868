"""Each game as a value: what is dealt when, how it is bet, and what wins."""

from typing import Final, NamedTuple

from tables.engine.limits import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, Limit
from tables.engine.ranking import ANY_HIGH, OMAHA_HIGH, OMAHA_LOW, Ranking


class Street(NamedTuple):
    """A deal and the betting round after it; ``bets`` is a fixed-limit bet in big blinds."""

    name: str
    hole: int = 0
    burn: int = 0
    board: int = 0
    bets: int = 1


class Game(NamedTuple):
    """The facts of a game; the pot is split between its rankings."""

    code: str
    most_seats: int
    streets: tuple[Street, ...]
    limit: Limit
    rankings: tuple[Ranking, ...]


FLOP: Final = (
    Street("flop", burn=1, board=3),
    Street("turn", burn=1, board=1, bets=2),
    Street("river", burn=1, board=1, bets=2),
)
HOLDEM: Final = (Street("preflop", hole=2), *FLOP)
OMAHA: Final = (Street("preflop", hole=4), *FLOP)
HIGH_LOW: Final = (OMAHA_HIGH, OMAHA_LOW)

GAMES: Final = {
    game.code: game
    for game in (
        Game("nlhe", 10, HOLDEM, NO_LIMIT, (ANY_HIGH,)),  # HOLD-1
        Game("plhe", 10, HOLDEM, POT_LIMIT, (ANY_HIGH,)),
        Game("flhe", 10, HOLDEM, FIXED_LIMIT, (ANY_HIGH,)),
        Game("nlo", 9, OMAHA, NO_LIMIT, (OMAHA_HIGH,)),  # OMA-1
        Game("plo", 9, OMAHA, POT_LIMIT, (OMAHA_HIGH,)),
        Game("flo", 9, OMAHA, FIXED_LIMIT, (OMAHA_HIGH,)),
        Game("nlo8", 9, OMAHA, NO_LIMIT, HIGH_LOW),  # OMA-2
        Game("plo8", 9, OMAHA, POT_LIMIT, HIGH_LOW),
        Game("flo8", 9, OMAHA, FIXED_LIMIT, HIGH_LOW),
    )
}

MIXES: Final = {"mixed_holdem": ("flhe", "nlhe")}  # MIX-1


def game_of_orbit(code: str, orbit: int) -> str:
    """The game played on the orbit (from 0) of a mixed game; any other game is itself."""
    games = MIXES.get(code, (code,))
    return games[orbit % len(games)]
