"""Each game as a value: its streets, its betting structure and its contests.

Any other ``Game`` can be played and stored too: no code depends on the name of a game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, NamedTuple, Self

from . import italian, ranking
from .cards import FRENCH, RANKS
from .events import ContestTold, GameTold, LimitTold, StreetTold
from .house_rules import HouseRules
from .ranking import Ranking

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


class Contest(NamedTuple):
    """A comparison of hands; the pot is split between the contests of a game.

    Exactly ``of_hand`` hole cards count, or, where it is 0, any number. ``flush_over_full`` is for
    short decks; Italian hands have it from the house rules (DRAW-6).
    """

    by: Literal["high", "low", "italian"]
    of_hand: int = 0
    flush_over_full: bool = False

    def to_json(self) -> ContestTold:
        return {
            "by": self.by,
            "of_hand": self.of_hand,
            "flush_over_full": self.flush_over_full,
        }


HIGH: Final = (Contest("high"),)
HIGH_OF_TWO: Final = (Contest("high", of_hand=2),)
HIGH_LOW_OF_TWO: Final = (Contest("high", of_hand=2), Contest("low", of_hand=2))
ITALIAN_HIGH: Final = (Contest("italian"),)
# Six-plus hold'em.
SHORT_DECK_HIGH: Final = (Contest("high", flush_over_full=True),)


# The deck depends on the number of players (DRAW-1).
BY_PLAYERS: Final = "by_players"
HAND: Final = 5


class ImpossibleGame(ValueError):
    """A game that cannot be played; the message says why."""


@dataclass(frozen=True)
class Game:
    """The facts of a game; the pot is split between its ``contests``.

    ``lowest`` is the deck's lowest rank; the ace also plays below it. Of more than ``most_hands``
    players the dealer rests. Without ``blinds`` all players ante; with a ``button_blind`` the
    button then posts the big blind and acts last before the flop.
    """

    code: str
    most_seats: int
    streets: tuple[Street, ...]
    limit: Limit
    contests: tuple[Contest, ...]
    lowest: str = RANKS[0]
    most_hands: int = 10
    blinds: bool = True
    button_blind: bool = False

    @cached_property
    def hole(self) -> int:
        """The number of hole cards of each player."""
        return sum([street.hole for street in self.streets])

    @cached_property
    def board(self) -> int:
        return sum([street.board for street in self.streets])

    @cached_property
    def burnt(self) -> int:
        return sum([street.burn for street in self.streets])

    @cached_property
    def changes_cards(self) -> bool:
        return any(street.round == "exchange" for street in self.streets)

    def deck(self, players: int) -> Sequence[str]:
        """The deck for ``players`` players, including a dealer who rests."""
        return _from(self._lowest(min(players, self.most_hands)))

    def judges(self, players: int, house: HouseRules) -> tuple[Ranking, ...]:
        """The rankings that compare hands, contest by contest, with this many players dealt in."""
        return _judges(self.contests, self._lowest(players), house)

    def _lowest(self, players: int) -> str:
        return italian.lowest_rank(players) if self.lowest == BY_PLAYERS else self.lowest

    def check(self) -> None:
        """Raise ``ImpossibleGame`` where a fact is missing or contradicts another."""
        if self._problem:
            raise ImpossibleGame(f"{self.code}: {self._problem}")

    @cached_property
    def _problem(self) -> str:
        return _problem(self)

    def to_json(self) -> GameTold:
        """Return one shared object: each hand's first event holds it, and no caller changes it."""
        return self._facts

    @cached_property
    def _facts(self) -> GameTold:
        terms: GameTold = {
            "most_seats": self.most_seats,
            "most_hands": self.most_hands,
            "lowest": self.lowest,
            "blinds": self.blinds,
            "streets": [street.to_json() for street in self.streets],
            "limit": self.limit.to_json(),
            "contests": [contest.to_json() for contest in self.contests],
        }
        if self.button_blind:
            terms["button_blind"] = True
        return terms

    @classmethod
    def from_json(cls, code: str, data: GameTold) -> Self:
        return cls(
            code=code,
            most_seats=data["most_seats"],
            streets=tuple([Street.from_json(street) for street in data["streets"]]),
            limit=Limit.from_json(data["limit"]),
            contests=tuple([Contest(**contest) for contest in data["contests"]]),
            lowest=data["lowest"],
            most_hands=data["most_hands"],
            blinds=data["blinds"],
            button_blind=data.get("button_blind", False),
        )


@lru_cache
def _from(lowest: str) -> tuple[str, ...]:
    ranks = RANKS[RANKS.index(lowest) :]
    return tuple([card for card in FRENCH if card[0] in ranks])


@lru_cache
def _judges(contests: tuple[Contest, ...], lowest: str, house: HouseRules) -> tuple[Ranking, ...]:
    return tuple([_judge(contest, lowest, house) for contest in contests])


def _judge(contest: Contest, lowest: str, house: HouseRules) -> Ranking:
    if contest.by == "italian":
        return italian.ranking(lowest, house)
    if contest.by == "low":
        return ranking.low(contest.of_hand)
    return ranking.high(contest.of_hand, lowest=lowest, flush_over_full=contest.flush_over_full)


def _problem(game: Game) -> str:
    if game.lowest != BY_PLAYERS and game.lowest not in [*RANKS]:
        return f"no deck begins with {game.lowest!r}"
    if not game.streets or not game.streets[0].hole:
        return "the first street deals nobody a card"
    if game.blinds and game.button_blind:
        return "the button posts a blind instead of the small and the big one, not beside them"
    if any(street.hole for street in game.streets[1:]):
        return "hole cards are dealt on the first street only"
    if not game.contests or game.contests[0].by == "low":
        return "the first contest is for a high hand"
    if not game.most_hands >= 2 or not game.most_seats >= 2:
        return "it takes two to play"
    return _lack_of_cards(game)


def _lack_of_cards(game: Game) -> str:
    for contest in game.contests:
        of_hand = contest.of_hand
        if of_hand > min(game.hole, HAND) or HAND - of_hand > game.board > 0 < of_hand:
            return f"no five cards are {of_hand} of a hand and the rest of the board"
        if contest.by == "italian" and (game.hole, game.board) != (HAND, 0):
            return "Italian hands are five cards, and there is no board"
    if game.hole + game.board < HAND:
        return f"{game.hole} cards and a board of {game.board} make no hand"
    most = min(game.most_seats, game.most_hands)
    needed, deck = most * game.hole + game.board + game.burnt, len(game.deck(most))
    if needed > deck:
        return f"{most} players need {needed} cards, and the deck has {deck}"
    return ""


FLOP_GAMES: Final = {
    game.code: game
    for game in (
        Game("nlhe", 10, HOLDEM, NO_LIMIT, HIGH),  # HOLD-1
        Game("plhe", 10, HOLDEM, POT_LIMIT, HIGH),
        Game("flhe", 10, HOLDEM, FIXED_LIMIT, HIGH),
        Game("nlo", 9, OMAHA, NO_LIMIT, HIGH_OF_TWO),  # OMA-1
        Game("plo", 9, OMAHA, POT_LIMIT, HIGH_OF_TWO),
        Game("flo", 9, OMAHA, FIXED_LIMIT, HIGH_OF_TWO),
        Game("nlo8", 9, OMAHA, NO_LIMIT, HIGH_LOW_OF_TWO),  # OMA-2
        Game("plo8", 9, OMAHA, POT_LIMIT, HIGH_LOW_OF_TWO),
        Game("flo8", 9, OMAHA, FIXED_LIMIT, HIGH_LOW_OF_TWO),
    )
}

ITALIAN: Final = Game(
    "italian",
    10,
    DRAW,
    POT_LIMIT,
    ITALIAN_HIGH,
    lowest=BY_PLAYERS,
    most_hands=9,
    blinds=False,
)  # DRAW-1..7

GAMES: Final = {**FLOP_GAMES, ITALIAN.code: ITALIAN}

MIXES: Final = {"mixed_holdem": ("flhe", "nlhe")}  # MIX-1


def game_of_orbit(code: str, orbit: int) -> str:
    """Return the game played on the orbit (from 0) of a mixed game; any other game is itself."""
    games = MIXES.get(code, (code,))
    return games[orbit % len(games)]


def named(code: str) -> Game:
    """Return the game of this code; ImpossibleGame if there is none."""
    if code not in GAMES:
        raise ImpossibleGame(f"there is no game {code!r}")
    return GAMES[code]


def game_of(start: Mapping[str, Any]) -> Game:
    """Return the game of a ``start`` event; the first release wrote its name only."""
    if "rules" not in start:
        return named(start["game"])
    return Game.from_json(start["game"], start["rules"])
