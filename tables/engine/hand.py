"""The state of a hand in progress: cards, bets and wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple, Self, cast

from . import cards, pots, rake
from .actions import LegalActions
from .events import ResultTold, WinTold
from .exchange import Carried, Exchange
from .games import GAMES, Game, Round, named
from .house_rules import HouseRules, digits, of_digits
from .italian import SUITS
from .positions import Positions
from .pots import Pot
from .ranking import Ranking
from .stakes import Stakes

# Of a stored hand. Older formats stay readable:
# docs/decisions/0020-a-format-number-in-stored-hands.md.
FORMAT: Final = 2

# How many cards of a hand its name and ranks describe; the cards after them are kickers.
_NAMED: Final = {
    "high_card": 1,
    "pair": 2,
    "two_pair": 4,
    "three_of_a_kind": 3,
    "straight": 5,
    "flush": 1,
    "full_house": 5,
    "four_of_a_kind": 4,
    "minimum_straight_flush": 5,
    "straight_flush": 5,
    "royal_flush": 5,
}


class Win(NamedTuple):
    """Chips won from a pot (0 is the main pot); no ranking for an uncontested pot.

    ``side`` counts the game's rankings: 0 is the high, 1 the low of a hi/lo game.
    """

    pot: int
    seat: int
    amount: int
    ranking: str | None = None
    cards: tuple[str, ...] = ()
    side: int = 0

    def to_json(self) -> WinTold:
        return {
            "pot": self.pot,
            "seat": self.seat,
            "amount": self.amount,
            "ranking": self.ranking,
            "cards": list(self.cards),
            "side": self.side,
        }


@dataclass
class HandState:
    """The state of a hand; readers treat it as a value: ``start`` and ``apply`` make new ones.

    ``seats`` and every mapping by seat are in dealing order, first left of the button first.
    ``waiting`` are the seats that still have to act on the street, the player to act first.
    ``paid`` is the chips that each seat put into the hand, ``bets`` the part of them that lies
    before the seat on this street, ``dead`` the chips posted for all. ``level`` is the bet to
    match; ``base`` the level that the next raise is measured from, which a short all-in under fixed
    limit leaves behind; ``size`` the last whole raise, ``raises`` the number of whole bets in the
    round, ``crowd`` the number of players who began it, ``aggressor`` the last to raise, and
    ``closed`` the seats that had acted before a short all-in. ``shown`` are the seats whose cards
    lie open, ``turned`` the single cards of others. Draw games have an ``exchange`` besides.
    ``legal`` caches the legal actions of the player to act.
    """

    game: Game
    stakes: Stakes
    positions: Positions
    house: HouseRules
    deck: str
    seats: list[int]
    start_stacks: dict[int, int]
    stacks: dict[int, int]
    bets: dict[int, int]
    paid: dict[int, int]
    live: list[int]
    hole: dict[int, str]
    dead: int = 0
    dealt: int = 0
    cards_on_board: str = ""
    street: int = 0
    waiting: list[int] = field(default_factory=list)
    level: int = 0
    base: int = 0
    size: int = 0
    raises: int = 0
    crowd: int = 0
    closed: list[int] = field(default_factory=list)
    aggressor: int | None = None
    shown: list[int] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    wins: list[Win] = field(default_factory=list)
    exchange: Exchange | None = None
    legal: LegalActions | None = field(default=None, compare=False, repr=False)

    @property
    def turn(self) -> int | None:
        """The seat to act; None when no player has to act."""
        return self.waiting[0] if self.waiting else None

    @property
    def finished(self) -> bool:
        return not self.waiting

    @property
    def carry(self) -> Carried | None:
        """The pot that a finished hand without a winner leaves to the next one (DRAW-2, DRAW-5)."""
        return None if self.exchange is None else self.exchange.left

    @property
    def unwon(self) -> int:
        """Chips in no stack between hands: those that a finished hand leaves to the next one, or
        those that an unfinished, void one took over."""
        left = self.carry if self.finished or self.exchange is None else self.exchange.carried
        return 0 if left is None else left.pot

    @property
    def round(self) -> Round:
        return self.game.streets[self.street].round

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """The rankings that compare hands at this table; the pot is split between them."""
        return self.game.judges(len(self.seats), self.house)

    @property
    def drawn(self) -> bool:
        """Return whether the draw of a draw game has begun."""
        return self.exchange is not None and self.round != "opening"

    @property
    def flop_seen(self) -> bool:
        """Return whether there was a flop, in draw games the draw: else no rake (RAKE-1)."""
        return bool(self.cards_on_board) if self.exchange is None else self.drawn

    @property
    def board(self) -> list[str]:
        return cards.split(self.cards_on_board)

    @property
    def pot(self) -> int:
        """All chips in the middle, including the bets in front of the players."""
        return sum(self.paid.values()) + self.dead

    @property
    def able(self) -> list[int]:
        """The seats still in the hand that have chips to bet."""
        stacks = self.stacks
        return [seat for seat in self.live if stacks[seat]]

    def open_cards(self, seat: int) -> list[str]:
        """The hole cards of a seat that all may see."""
        hole = cards.split(self.hole[seat])
        if seat in self.shown:
            return hole
        return [card for card in hole if card in self.turned]

    def contributed(self, seat: int) -> int:
        """Chips that the seat has put into this hand, antes and blinds included (TIME-2)."""
        return self.start_stacks[seat] - self.stacks[seat] + self.won(seat)

    def won(self, seat: int) -> int:
        return sum([win.amount for win in self.wins if win.seat == seat])

    @property
    def enough(self) -> int:
        """The chips above the last whole bet from which on an all-in counts as one (FL-2)."""
        if self.game.limit.fixed and self.house.limit_all_in == "half":
            return -(-self.size // 2)
        return self.size

    @property
    def rake(self) -> int:
        """The house's part of the chips that earlier streets collected (RAKE-1); none of a pot that
        is left to the next hand."""
        if not self.house.raked or self.carry is not None:
            return 0
        return rake.rake(
            pot=self.pot - sum(self.bets.values()),
            big_blind=self.stakes.big_blind,
            dealt_in=len(self.seats),
            flop_seen=self.flop_seen,
            tariff=self.house.tariff,
        )

    def pots(self) -> list[Pot]:
        """Return main pot and side pots from the chips of earlier streets, net of rake."""
        collected = {seat: chips - self.bets[seat] for seat, chips in self.paid.items()}
        gross = pots.build(collected, self.live, self.dead)
        if not (taken := self.rake):
            return gross
        shares = rake.over_pots(taken, [pot.amount for pot in gross])
        return [
            Pot(pot.amount - share, pot.seats) for pot, share in zip(gross, shares, strict=True)
        ]

    def rake_borne(self) -> dict[int, int]:
        """Return the rake by seat, in proportion to the chips that each seat paid; the rake on dead
        chips is spread the same way."""
        shares = rake.over_pots(self.rake, [self.paid[seat] for seat in self.seats])
        return dict(zip(self.seats, shares, strict=True))

    def win(self, pot: int, seat: int, amount: int, side: int = 0) -> Win:
        """Return the chips won with the winning hand; without a hand if the pot was uncontested."""
        if len(self.live) == 1:
            return Win(pot, seat, amount)
        ranking, hole = self.rankings[side], self.hole[seat]
        name = ranking.name(ranking.strength(hole, self.cards_on_board))
        best = tuple(ranking.best(hole, self.cards_on_board))
        return Win(pot, seat, amount, name, best, side)

    @property
    def complete(self) -> bool:
        """Return whether every street has been dealt."""
        return self.street == len(self.game.streets) - 1

    def ranking(self, seat: int) -> str | None:
        """Return the name of the seat's (high) hand, None while cards are to come."""
        if not self.complete:
            return None
        ranking = self.rankings[0]
        strength = ranking.strength(self.hole[seat], self.cards_on_board)
        return ranking.name(strength) if strength else None

    def best(self, seat: int) -> list[str]:
        """Return the cards that make the seat's (high) hand, those of its name first."""
        return [*self.rankings[0].best(self.hole[seat], self.cards_on_board)]

    def result(self, win: Win) -> ResultTold:
        """Return a win with the card that decided it, as far as hands were shown."""
        result = cast(ResultTold, win.to_json())
        if kicker := self._kicker(win):
            result["kicker"] = kicker
        return result

    def _kicker(self, win: Win) -> str | None:
        """Return the rank that beat the best shown hand of the same name, or the suit where all
        ranks are equal; None where the name and its ranks decided."""
        if win.ranking is None or win.side:
            return None
        winners = {
            win_of_pot.seat
            for win_of_pot in self.wins
            if (win_of_pot.pot, win_of_pot.side) == (win.pot, win.side)
        }
        places = [
            _first_difference(win.cards, self.best(seat))
            for seat in self.pots()[win.pot].seats
            if seat in self.shown and seat not in winners and self.ranking(seat) == win.ranking
        ]
        place = max(places, default=0)
        if place < _NAMED[win.ranking]:
            return None
        if place < len(win.cards):
            return win.cards[place][0]
        if self.exchange is None:
            return None
        return max((card[1] for card in win.cards if card[0] == win.cards[0][0]), key=SUITS.index)

    def next_cards(self, count: int) -> str:
        """Take cards from the top of the deck."""
        first = self.dealt * 2
        self.dealt += count
        return self.deck[first : first + 2 * count]

    def copy(self) -> "HandState":
        """Return a copy to play on with; attributes are replaced, never modified in place."""
        hand = object.__new__(HandState)
        # Copying a whole dictionary takes a third of the time of setting each attribute. The result
        # of its ``copy`` would share its keys with the class, and is read much slower.
        hand.__dict__ = {**self.__dict__, "legal": None}
        return hand

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for another process, which computes the rankings anew."""
        return {name: value for name, value in self.__dict__.items() if name != "rankings"}

    def to_json(self) -> dict[str, Any]:
        """Return the whole state, including the deck: for the server's own storage only."""
        start, stacks, bets = self.start_stacks, self.stacks, self.bets
        paid, hole = self.paid, self.hole
        data = {
            "format": FORMAT,
            "game": self.game.code,
            "stakes": [*self.stakes.to_json().values()],
            "positions": [*self.positions.to_json().values()],
            "deck": self.deck,
            "house": digits(self.house),
            "live": self.live,
            "seats": [
                [no, start[no], stacks[no], bets[no], paid[no], hole[no]] for no in self.seats
            ],
        }
        facts = self.__dict__
        data |= {name: facts[name] for name in _PLAIN if facts[name]}
        if self.wins:
            data["wins"] = [[win.pot, win.seat, win.amount, win.side] for win in self.wins]
        if self.exchange is not None:
            data["drawing"] = self.exchange.to_json()
        if GAMES.get(self.game.code) != self.game:
            data["rules"] = self.game.to_json()
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return a stored hand, of this format or an older one; ValueError for a later format."""
        if data.get("format", FORMAT) > FORMAT:
            raise ValueError(f"a hand stored in format {data['format']}, later than {FORMAT}")
        seats = [row[0] for row in data["seats"]]
        start, stacks, bets, paid, hole = (
            {row[0]: row[column] for row in data["seats"]} for column in range(1, 6)
        )
        hand = cls(
            game=_game(data),
            stakes=Stakes(*data["stakes"]),
            positions=Positions(*data["positions"]),
            house=_house(data),
            seats=seats,
            start_stacks=start,
            stacks=stacks,
            bets=bets,
            paid=paid,
            hole=hole,
            deck=data["deck"],
            live=data["live"],
            exchange=Exchange.from_json(data["drawing"]) if "drawing" in data else None,
            **{name: data[name] for name in _PLAIN if name in data},
        )
        # Winning hands follow from the cards: not storing them keeps a finished hand small.
        hand.wins = [hand.win(*won) for won in data.get("wins", ())]
        return hand


def _game(data: Mapping[str, Any]) -> Game:
    """Return a stored hand's game: a built-in one is stored by name, any other by its facts."""
    if "rules" in data:
        return Game.from_json(data["game"], data["rules"])
    return named(data["game"])


def _house(data: Mapping[str, Any]) -> HouseRules:
    """Return the settings; the first format named those that differ from the first release's."""
    if data.get("format", 1) == 1:
        return HouseRules.from_json(data.get("house", {}))
    return of_digits(data["house"])


# Fields that are JSON as they stand.
_PLAIN = (
    "dead",
    "dealt",
    "cards_on_board",
    "street",
    "waiting",
    "level",
    "base",
    "size",
    "raises",
    "crowd",
    "closed",
    "aggressor",
    "shown",
    "turned",
)


def _first_difference(five: Sequence[str], other: Sequence[str]) -> int:
    """The place of the first card of another rank, or the number of cards if there is none."""
    pairs = zip(five, other, strict=True)
    return next((place for place, (one, two) in enumerate(pairs) if one[0] != two[0]), len(five))
