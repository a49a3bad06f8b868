"""Each game as a value: what is dealt when, how it is bet, and what wins."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from tables.engine import italian
from tables.engine.cards import FRENCH, RANKS
from tables.engine.house import USUAL, HouseRules
from tables.engine.limits import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, Limit
from tables.engine.ranking import ANY_HIGH, OMAHA_HIGH, OMAHA_LOW, Ranking

Round = Literal["betting", "opening", "drawing", "closing"]


class Street(NamedTuple):
    """A deal and the round after it; ``bets`` is a fixed-limit bet in big blinds.

    In the ``opening`` round the first bet needs openers (DRAW-2); in the ``drawing`` round cards
    are changed (DRAW-4); the ``closing`` round starts with the opener, who may leave the pot to
    the next hand (DRAW-5).
    """

    name: str
    hole: int = 0
    burn: int = 0
    board: int = 0
    bets: int = 1
    round: Round = "betting"


def french(players: int) -> Sequence[str]:
    return FRENCH


def italian_deck(players: int) -> Sequence[str]:
    """The cards from the lowest rank that so many players need (DRAW-1)."""
    ranks = RANKS[RANKS.index(italian.lowest_rank(players)) :]
    return [card for card in FRENCH if card[0] in ranks]


Judges = Callable[[int, HouseRules], tuple[Ranking, ...]]


def always(*rankings: Ranking) -> Judges:
    """The same rankings, however many play and whatever the house rules."""
    return lambda players, house: rankings


class Game(NamedTuple):
    """The facts of a game; the pot is split between its rankings.

    ``judges`` and ``deck`` give rankings and cards for a number of players. Of more than
    ``most_hands`` players the dealer rests. Without ``blinds`` everybody antes.
    """

    code: str
    most_seats: int
    streets: tuple[Street, ...]
    limit: Limit
    judges: Judges
    deck: Callable[[int], Sequence[str]] = french
    most_hands: int = 10
    blinds: bool = True

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """The rankings of a full table under the usual house rules."""
        return self.judges(self.most_seats, USUAL)

    @property
    def draws(self) -> bool:
        """Whether cards are changed."""
        return any(street.round == "drawing" for street in self.streets)


FLOP: Final = (
    Street("flop", burn=1, board=3),
    Street("turn", burn=1, board=1, bets=2),
    Street("river", burn=1, board=1, bets=2),
)
HOLDEM: Final = (Street("preflop", hole=2), *FLOP)
OMAHA: Final = (Street("preflop", hole=4), *FLOP)
DRAW: Final = (
    Street("opening", hole=5, round="opening"),
    Street("draw", round="drawing"),
    Street("closing", bets=2, round="closing"),
)
HIGH: Final = always(ANY_HIGH)
HIGH_OF_TWO: Final = always(OMAHA_HIGH)
HIGH_LOW: Final = always(OMAHA_HIGH, OMAHA_LOW)

FLOP_GAMES: Final = {
    game.code: game
    for game in (
        Game("nlhe", 10, HOLDEM, NO_LIMIT, HIGH),  # HOLD-1
        Game("plhe", 10, HOLDEM, POT_LIMIT, HIGH),
        Game("flhe", 10, HOLDEM, FIXED_LIMIT, HIGH),
        Game("nlo", 9, OMAHA, NO_LIMIT, HIGH_OF_TWO),  # OMA-1
        Game("plo", 9, OMAHA, POT_LIMIT, HIGH_OF_TWO),
        Game("flo", 9, OMAHA, FIXED_LIMIT, HIGH_OF_TWO),
        Game("nlo8", 9, OMAHA, NO_LIMIT, HIGH_LOW),  # OMA-2
        Game("plo8", 9, OMAHA, POT_LIMIT, HIGH_LOW),
        Game("flo8", 9, OMAHA, FIXED_LIMIT, HIGH_LOW),
    )
}

ITALIAN: Final = Game(
    "italian",
    10,
    DRAW,
    POT_LIMIT,
    italian.rankings,
    deck=italian_deck,
    most_hands=9,
    blinds=False,
)  # DRAW-1..7

GAMES: Final = {**FLOP_GAMES, ITALIAN.code: ITALIAN}

MIXES: Final = {"mixed_holdem": ("flhe", "nlhe")}  # MIX-1


def game_of_orbit(code: str, orbit: int) -> str:
    """The game played on the orbit (from 0) of a mixed game; any other game is itself."""
    games = MIXES.get(code, (code,))
    return games[orbit % len(games)]
