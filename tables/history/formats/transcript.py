"""A hand as a file of another room has it, and the hand that the engine makes of it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple, TypedDict

from babel.numbers import get_currency_precision

from core.refusal import Refusal
from core.types import SeatNo
from players.plain_text import cleaned
from tables.engine import GAMES
from tables.engine.cards import FRENCH, HIDDEN
from tables.engine.events import Event
from tables.engine.house_rules import FIRST, HouseRules
from tables.engine.positions import Positions, between, left_of
from tables.engine.replay.known import (
    Contradiction,
    Decision,
    HandFault,
    KnownHand,
    PotAndSeat,
    steps_of,
)
from tables.engine.stakes import Post, Stakes
from tables.refusals import TableCode

LONGEST_NAME: Final = 40
LONGEST_TITLE: Final = 60
MOST_SEATS: Final = 10
LONGEST_AMOUNT: Final = 30
# A larger amount is no amount of poker, and no number of the page's scripts.
MOST_CHIPS: Final = 10**15
_CARDS: Final = frozenset(FRENCH)

# By fault: the refusal of the hand.
CODES: Final = {
    HandFault.SEATS: TableCode.HAND_SEATS_WRONG,
    HandFault.CARDS: TableCode.HAND_CARDS_WRONG,
    HandFault.BOARD: TableCode.HAND_BOARD_WRONG,
    HandFault.TURN: TableCode.HAND_OUT_OF_TURN,
    HandFault.ACTION: TableCode.HAND_AGAINST_RULES,
    HandFault.AMOUNT: TableCode.HAND_AMOUNT_WRONG,
    HandFault.INCOMPLETE: TableCode.HAND_INCOMPLETE,
    HandFault.POTS: TableCode.HAND_POTS_WRONG,
}


class ReadPlayer(TypedDict):
    seat: int
    name: str
    start_stack: int
    finish_stack: int


class HandFacts(TypedDict):
    """The facts of an imported hand beside its events. ``currency`` is None where chips are
    not money; ``started_at`` is ISO 8601, None where the file has no date."""

    room: str
    number: str
    table: str
    max_seats: int
    game: str
    currency: str | None
    started_at: str | None
    you: int | None
    players: list[ReadPlayer]


class ReadHand(NamedTuple):
    """A hand that the replayer plays; ``line`` is its first line in the file."""

    line: int
    facts: HandFacts
    events: list[Event]


class UnreadHand(NamedTuple):
    """A hand that was refused, the line at which, and its number in the file."""

    line: int
    number: str
    refusal: Refusal


class FormatReading(NamedTuple):
    """The way to read a format: ``begins`` is found in its texts alone."""

    begins: re.Pattern[str]
    read: Callable[[str], Iterator[ReadHand | UnreadHand]]


class LineRefusal(Exception):
    """The refusal of a hand at a line of its file."""

    def __init__(self, refusal: Refusal, line: int | None = None) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.line = line


class WrittenMove(NamedTuple):
    line: int
    decision: Decision


class Posted(NamedTuple):
    """A blind; ``kind`` is "small", "big", "post", "both", "straddle" or "dead"."""

    seat: int
    kind: str
    amount: int


@dataclass
class HandTranscript:
    """The facts of a hand in the order of its file, amounts in chips or the smallest unit."""

    line: int
    room: str
    number: str = ""
    table: str = ""
    max_seats: int = MOST_SEATS
    game: str = ""
    currency: str | None = None
    started_at: datetime | None = None
    small_blind: int = 0
    big_blind: int = 0
    button: int = 0
    you: int | None = None
    names: dict[int, str] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    antes: dict[int, int] = field(default_factory=dict)
    blinds: list[Posted] = field(default_factory=list)
    moves: list[WrittenMove] = field(default_factory=list)
    cards: dict[int, list[str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    shown: dict[int, list[str]] = field(default_factory=dict)
    won: dict[PotAndSeat, int] = field(default_factory=dict)
    rake: int | None = None

    def chips(self, amount: object) -> int:
        """Return a written amount in chips; HAND_AMOUNT_WRONG."""
        return chips_of(amount, self.currency)

    def wins(self, pot: int, seat: int, amount: int) -> None:
        """Add chips from a pot; 0 is the main pot."""
        self.won[pot, seat] = self.won.get((pot, seat), 0) + amount

    def read(self) -> ReadHand:
        """Return the hand as the engine plays it; ``LineRefusal`` where it does not."""
        if self.game not in GAMES:
            raise LineRefusal(Refusal(TableCode.HAND_GAME_UNKNOWN, game=title_of(self.game)))
        dealt = self._dealt()
        hands = [self._known(dealt, house) for house in houses(self.game)]
        events = played(hands, [move.line for move in self.moves])
        self._check_posts(events)
        facts: HandFacts = {
            "room": title_of(self.room),
            "number": title_of(self.number),
            "table": title_of(self.table),
            "max_seats": min(MOST_SEATS, max(self.max_seats, *dealt)),
            "game": self.game,
            "currency": self.currency,
            "started_at": None if self.started_at is None else self.started_at.isoformat(),
            "you": self.you if self.you in dealt else None,
            "players": players_of(self.names, events),
        }
        return ReadHand(self.line, facts, events)

    def _dealt(self) -> dict[int, int]:
        """Return the stacks of those dealt in: everybody posts or acts, or has no chips left."""
        active = {*self.antes, *self.cards, *self.shown, *(seat for _pot, seat in self.won)}
        active |= {post.seat for post in self.blinds} | {move.decision.seat for move in self.moves}
        return {seat: stack for seat, stack in self.stacks.items() if seat in active}

    def _known(self, dealt: Mapping[int, int], house: HouseRules) -> KnownHand:
        game = GAMES[self.game]
        try:
            positions = self._positions(dealt)
            stakes = self._stakes(positions, dealt)
        except (ValueError, LookupError):
            raise LineRefusal(Refusal(TableCode.HAND_SEATS_WRONG)) from None
        cards = {**self.cards}
        for seat, opened in self.shown.items():
            if seat not in cards:
                cards[seat] = [*opened, *[HIDDEN] * (game.hole - len(opened))]
        return KnownHand(
            game=game,
            stakes=stakes,
            positions=positions,
            stacks=dealt,
            posts=self._posts(positions, stakes),
            house=house,
            you=self.you if self.you in dealt else None,
            cards=cards,
            board=self.board,
            decisions=[move.decision for move in self.moves],
            shown=self.shown,
            won=self.won,
            rake=self.rake,
        )

    def _blind(self, kind: str) -> int | None:
        """Return the seat that posts a blind: a small one behind the big one is a newcomer's."""
        for post in self.blinds:
            if post.kind == kind:
                return post.seat
            if post.kind == "big":
                break
        return None

    def _positions(self, dealt: Mapping[int, int]) -> Positions:
        small, big = self._blind("small"), self._blind("big")
        order = left_of(self.button, dealt)
        if len(order) == 2:
            if big is None:
                big = next(seat for seat in order if seat != (small or order[1]))
            other = next(seat for seat in order if seat != big)
            return Positions(other, other, big)
        # An ante may leave nothing for the blind.
        if small is None and self._is_spent(order[0]):
            small = order[0]
        after = left_of(small, dealt)[0] if small else order[1]
        if big is None or (small and self._is_spent(after)):
            big = after
        if small is None:
            small = next(iter(reversed(between(self.button, big, dealt))), None)
        if small is None:
            small = next(iter(between(self.button, big, range(MOST_SEATS + 2))))
        return Positions(self.button, small, big)

    def _is_spent(self, seat: int) -> bool:
        return self.antes.get(seat, 0) == self.stacks[seat]

    def _stakes(self, positions: Positions, dealt: Mapping[int, int]) -> Stakes:
        small, big = self.small_blind, self.big_blind
        for post in self.blinds:
            left = self.stacks[post.seat] - self.antes.get(post.seat, 0)
            if post.amount < left and (post.seat, post.kind) == (positions.small_blind, "small"):
                small = post.amount
            if post.amount < left and (post.seat, post.kind) == (positions.big_blind, "big"):
                big = post.amount
        ante = max(self.antes.values(), default=0)
        for_all = [*self.antes] == [positions.big_blind] and len(dealt) > 1
        return Stakes(small, big, ante, for_all)

    def _posts(self, positions: Positions, stakes: Stakes) -> list[Post]:
        live: dict[int, int] = {}
        dead: dict[int, int] = {}
        blinds = {(positions.small_blind, "small"), (positions.big_blind, "big")}
        for seat, kind, amount in self.blinds:
            if (seat, kind) in blinds:
                blinds.remove((seat, kind))
                live.setdefault(seat, 0)
                continue
            if kind in ("small", "dead"):
                dead[seat] = dead.get(seat, 0) + amount
                live.setdefault(seat, 0)
                continue
            alive = min(amount, stakes.big_blind) if kind == "both" else amount
            live[seat] = live.get(seat, 0) + alive
            dead[seat] = dead.get(seat, 0) + amount - alive
        posts = [Post(seat, amount, dead.get(seat, 0)) for seat, amount in live.items()]
        return [post for post in posts if post.live or post.dead]

    def _check_posts(self, events: Sequence[Event]) -> None:
        """Compare the antes and blinds that the engine took with those of the file."""
        antes: dict[int, int] = {}
        blinds: dict[int, int] = {}
        for event in events:
            if event["e"] == "ante":
                antes[event["seat"]] = event["amount"]
            elif event["e"] == "blind":
                blinds[event["seat"]] = blinds.get(event["seat"], 0) + event["amount"]
        written: dict[int, int] = {}
        for post in self.blinds:
            written[post.seat] = written.get(post.seat, 0) + post.amount
        if antes != self.antes or blinds != written:
            raise LineRefusal(Refusal(TableCode.HAND_SEATS_WRONG))


def houses(game: str) -> Iterator[HouseRules]:
    """Yield the house rules to try: those that allow the most. Under fixed limit none does."""
    house = FIRST._replace(cap_heads_up="at_once")
    yield house
    if GAMES[game].limit.fixed:
        yield house._replace(limit_all_in="full")


def played(hands: Sequence[KnownHand], lines: Sequence[int]) -> list[Event]:
    """Return the events of the first hand that can be played; ``lines`` are those of the
    decisions. ``LineRefusal`` as the first one is refused."""
    refused: Contradiction | None = None
    for hand in hands:
        if any(stack > MOST_CHIPS for stack in hand.stacks.values()):
            raise LineRefusal(Refusal(TableCode.HAND_SEATS_WRONG))
        try:
            return [event for step in steps_of(hand) for event in step.events]
        except Contradiction as fault:
            refused = refused or fault
    assert refused is not None
    at = refused.decision
    line = None if at is None or at >= len(lines) else lines[at]
    raise LineRefusal(Refusal(CODES[refused.fault]), line)


def players_of(names: Mapping[int, str], events: Sequence[Event]) -> list[ReadPlayer]:
    """Return the players dealt in, by seat."""
    begun, ended = events[0], next(event for event in events if event["e"] == "end")
    assert begun["e"] == "start"
    assert ended["e"] == "end"
    return [
        {
            "seat": seat,
            "name": name_of(names.get(seat, ""), seat),
            "start_stack": begun["stacks"][str(seat)],
            "finish_stack": ended["stacks"][str(seat)],
        }
        for seat in sorted(map(int, begun["stacks"]))
    ]


def name_of(text: str, seat: int) -> str:
    """Return a player's name in one visible line."""
    return cleaned(text)[:LONGEST_NAME].strip() or f"#{seat}"


def title_of(text: str) -> str:
    return cleaned(text)[:LONGEST_TITLE].strip()


def chips_of(amount: object, currency: str | None) -> int:
    """Return an amount of a file in the smallest unit of its currency, or in chips; refuses
    HAND_AMOUNT_WRONG."""
    digits = get_currency_precision(currency) if currency else 0
    wrong = LineRefusal(Refusal(TableCode.HAND_AMOUNT_WRONG))
    text = str(amount)
    try:
        number = Decimal(text) if len(text) <= LONGEST_AMOUNT else Decimal(-1)
    except InvalidOperation:
        raise wrong from None
    if not number.is_finite() or not 0 <= number <= MOST_CHIPS:
        raise wrong
    chips = int(number.scaleb(digits))
    if Decimal(chips).scaleb(-digits) != number:
        raise wrong
    return chips


def cards_of(written: object) -> list[str]:
    """Return cards of a file; HAND_CARDS_WRONG."""
    cards: list[Any] = written if isinstance(written, list) else str(written).split()
    if len(cards) > MOST_SEATS or not all(
        isinstance(card, str) and card in _CARDS for card in cards
    ):
        raise LineRefusal(Refusal(TableCode.HAND_CARDS_WRONG))
    return cards


def seat_of(number: object) -> SeatNo:
    """Return a seat's number; HAND_SEATS_WRONG."""
    if type(number) is not int or not 0 <= number <= MOST_SEATS:
        raise LineRefusal(Refusal(TableCode.HAND_SEATS_WRONG))
    return SeatNo(number)
