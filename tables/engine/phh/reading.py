"""Hands written in PHH (poker hand history, TOML), played again by the engine."""

import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from .. import rake
from ..actions import ALL_IN, BET, CALL, CHECK, CIP, DISCARD, FOLD, PAROLA, RAISE, Action
from ..betting import legal_actions
from ..cards import HIDDEN, split
from ..events import HouseTold
from ..exchange import Carried
from ..games import GAMES, Game
from ..hand import HandState
from ..house_rules import FIRST, WAYS, HouseRules
from ..play import apply, start
from ..positions import Positions
from ..refusals import EngineRefusal
from ..stakes import Post, Stakes
from .writing import VARIANTS

GAME_OF: Final = {variant: game for game, variant in VARIANTS.items()}

_HEADER: Final = re.compile(r"^\[([^\[\]]+)\]\s*$", re.MULTILINE)

# An action: cards dealt, a player's action or show, and, where cards are changed, the discards.
_MOVE: Final = re.compile(
    r"d dh p\d+ (?:\S\S)+|d db (?:\S\S)+|p\d+ (?:f|cc|cbr \S+|sm(?: (?:\S\S)+)?)", re.ASCII
)
_CHANGE: Final = re.compile(r"p\d+ sd(?: (?:\S\S)+)?", re.ASCII)
# The words of draw poker are comments in PHH.
_SAID: Final = frozenset({CIP, PAROLA})
# Characters of a hand, and of an amount.
LONGEST: Final = 100_000
MOST_DIGITS: Final = 20
_TRUTHS: Final[dict[str, Any]] = {"true": True, "false": False}


class BadHand(Exception):
    """A hand that cannot be read or played: names the file, the hand and the fault."""

    def __init__(self, file: str, number: str, what: str) -> None:
        super().__init__(f"{file}, hand {number}: {what}")


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """One hand of a file, as it is written."""

    file: str
    number: str
    data: Mapping[str, Any]

    @property
    def variant(self) -> str:
        return str(self.data.get("variant", "?"))

    def bad(self, what: str) -> BadHand:
        return BadHand(self.file, self.number, what)


def read(path: Path) -> Iterator[WrittenHand | BadHand]:
    """Yield every hand of a .phhs file (or the one of a .phh); invalid TOML as an error."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        yield BadHand(path.name, "?", f"not UTF-8: {error}")
        return
    for _line, record in read_text(path.name, text):
        yield record


def read_text(file: str, text: str) -> Iterator[tuple[int, WrittenHand | BadHand]]:
    """Yield every hand of a text with the number of its first line."""
    headers = list(_HEADER.finditer(text))
    if not headers:
        yield 1, _record(file, "1", text)
    line, at = 1, 0
    for header, following in zip_longest(headers, headers[1:]):
        end = len(text) if following is None else following.start()
        line, at = line + text.count("\n", at, header.start()), header.start()
        yield line, _record(file, header[1], text[header.end() : end])


def _record(file: str, number: str, text: str) -> WrittenHand | BadHand:
    if len(text) > LONGEST:
        return BadHand(file, number, "too long for a hand")
    try:
        return WrittenHand(file, number, tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        return BadHand(file, number, f"not TOML: {error}")


class Bounds(NamedTuple):
    """The limits of a player's decision, in the file's own units; None for an impossible action."""

    player: int
    call: Fraction | None
    least: Fraction | None
    most: Fraction | None


@dataclass(slots=True)
class PhhHand:
    """A hand played to its end; ``unit`` is the number of chips in one written unit, and ``bounds``
    the limits of each decision."""

    hand: HandState
    unit: int
    bounds: list[Bounds]

    def finish(self) -> list[Fraction]:
        """Finishing stacks in the file's own units and order."""
        return [Fraction(self.hand.stacks[seat], self.unit) for seat in sorted(self.hand.seats)]


def house_of(settings: Iterable[str]) -> HouseRules:
    """Return settings as files name them, ``limit_all_in=half``: missing ones as in the first
    release, which played the TDA's way. ValueError for an unknown one."""
    house: dict[str, Any] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        house[name] = _TRUTHS.get(value, value)
        if name == "tariff":
            rake.named(value)
        elif house[name] not in WAYS.get(name, (True, False) if name == "dead_button" else ()):
            raise ValueError(f"there is no house rule {setting}")
    return HouseRules.from_json(cast(HouseTold, house))


def play(record: WrittenHand, house: HouseRules = FIRST) -> PhhHand:
    """Deal the record's cards and apply its actions by the rules of a ``house``, TDA's by default.

    ``BadHand`` if these don't allow it.
    """
    try:
        return Script(record, house).play()
    except EngineRefusal as refusal:
        raise record.bad(f"refused: {refusal} {refusal.context}") from refusal
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise record.bad(f"{type(error).__name__}: {error}") from error


class Script:
    """A parsed record: p1 is seat 1, left of the button, which is the last seat. ``unit`` is the
    number of chips in one written unit, None: the least in which all amounts are whole."""

    def __init__(self, record: WrittenHand, house: HouseRules, unit: int | None = None) -> None:
        self.record, self.house = record, house
        data = record.data
        self.game = GAMES[GAME_OF[record.variant]]
        self.moves = [*self.read_moves(data["actions"])]
        stacks = [self.number(stack) for stack in data["starting_stacks"]]
        self.unit = unit or math.lcm(*(amount.denominator for amount in [*stacks, *self.amounts()]))
        self.stacks = {seat: self.chips(stack) for seat, stack in enumerate(stacks, start=1)}
        self.seats = len(stacks)
        antes = [self.chips(ante) for ante in data["antes"]]
        self.antes = antes[::-1] if self.seats == 2 else antes
        self.blinds = [self.chips(blind) for blind in data["blinds_or_straddles"]]
        if len(self.antes) != self.seats or len(self.blinds) != self.seats:
            raise record.bad("antes, blinds and stacks are not as many as the players")

    def read_moves(self, actions: Sequence[object]) -> Iterator[list[str]]:
        """Yield each action as words; skip those that are only a comment."""
        for number, action in enumerate(actions, start=1):
            move, _, comment = str(action).partition("#")
            words = move.split()
            if words and not self.known(" ".join(words)):
                raise self.record.bad(f"action {number}: {action!r} is none that we know")
            if words:
                yield words + [word for word in comment.split() if self.says(word)]

    def amounts(self) -> Iterator[Fraction]:
        """Yield all chip amounts other than the stacks; all have the same unit."""
        data = self.record.data
        for amount in (*data["antes"], *data["blinds_or_straddles"]):
            yield self.number(amount)
        yield from [self.number(data[name]) for name in ("min_bet", "_pot") if name in data]
        yield from [self.number(move[2]) for move in self.moves if move[1] == "cbr"]

    def known(self, move: str) -> bool:
        changes = self.game.changes_cards and _CHANGE.fullmatch(move)
        return bool(changes or _MOVE.fullmatch(move))

    def says(self, word: str) -> bool:
        return self.game.changes_cards and word in _SAID

    def number(self, amount: object) -> Fraction:
        text = str(amount)
        try:
            # An exponent would be written out: 1e999999999 takes all memory there is.
            if len(text) > MOST_DIGITS or "e" in text.lower():
                raise ValueError
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise self.record.bad(f"{amount!r} is no number") from None

    def chips(self, amount: object) -> int:
        chips = self.number(amount) * self.unit
        if chips.denominator != 1:
            raise self.record.bad(f"{amount} is no whole number of chips")
        return int(chips)

    def play(self) -> PhhHand:
        hole, board, drawn = self.cards()
        hand = start(
            game=self.game,
            stakes=self.stakes(),
            positions=self.positions(),
            stacks=self.stacks,
            deck=deck_of(self.game, hole, board, drawn),
            posts=self.posts() if self.game.blinds else (),
            house=self.house_rules(),
            reshuffle=reshuffle_of(self.game, len(hole), drawn),
            carried=self.carried(),
        ).hand
        bounds = []
        for move in self.moves:
            if move[0] != "d" and move[1] != "sm":
                if hand.turn is not None:
                    bounds.append(self.bounds(hand))
                hand = self.act(hand, move)
        if not hand.finished:
            raise self.record.bad(f"ends while seat {hand.turn} has to act")
        return PhhHand(hand, self.unit, bounds)

    def bounds(self, hand: HandState) -> Bounds:
        legal = legal_actions(hand)
        least, most = legal.bet or legal.raise_ or (None, None)
        amounts = [
            None if chips is None else Fraction(chips, self.unit)
            for chips in (legal.call, least, most)
        ]
        return Bounds(legal.seat, *amounts)

    def house_rules(self) -> HouseRules:
        """Return the file's house rules, if it names any (``_house``), else the caller's."""
        house = self.house
        if "_house" in self.record.data:
            house = house_of(self.record.data["_house"])
        return house._replace(raked="_rake" in self.record.data)

    def carried(self) -> Carried | None:
        """The pot and openers that a draw took over."""
        data = self.record.data
        return Carried(self.chips(data["_pot"]), data["_openers"]) if "_openers" in data else None

    def positions(self) -> Positions:
        if self.seats == 2:
            return Positions(button=2, small_blind=2, big_blind=1)
        if not self.blinds[1]:  # one blind only: the small blind had left the table
            return Positions(button=self.seats, small_blind=0, big_blind=1)
        return Positions(button=self.seats, small_blind=1, big_blind=2)

    def stakes(self) -> Stakes:
        if not self.game.blinds:
            return Stakes(0, self.chips(self.record.data["min_bet"]), max(self.antes))
        least, big_blind = min(self.antes), self.positions().big_blind
        for_all = not least and self.antes[big_blind - 1] == sum(self.antes) > 0
        return Stakes(
            small_blind=min(self.blinds[:2]),
            big_blind=max(self.blinds[:2]),
            ante=max(self.antes) if for_all else least,
            big_blind_ante=for_all,
        )

    def posts(self) -> list[Post]:
        """The posts beyond the blinds: a straddle, or, written as negative, a newcomer's blind; and
        the excess of one ante over the others, which is dead."""
        stakes = self.stakes()
        posts = [
            Post(
                seat,
                live=abs(blind) if seat > 2 else 0,
                dead=0 if stakes.big_blind_ante else ante - stakes.ante,
            )
            for seat, blind, ante in zip(self.stacks, self.blinds, self.antes, strict=True)
        ]
        return [post for post in posts if post.live or post.dead]

    def cards(self) -> tuple[dict[int, list[str]], list[str], list[str]]:
        """Return hole cards by seat, including those shown later, the board as far as written, and
        the cards drawn in the exchange."""
        hole: dict[int, list[str]] = {}
        board: list[str] = []
        drawn: list[str] = []
        changes = self.game.changes_cards
        for move in self.moves:
            if move[:2] == ["d", "dh"] and changes and _player(move[2]) in hole:
                drawn += split(move[3])
            elif move[:2] == ["d", "dh"]:
                hole[_player(move[2])] = split(move[3])
            elif move[:2] == ["d", "db"]:
                board += split(move[2])
            elif move[1] == "sm" and len(move) > 2 and not changes and HIDDEN not in move[2]:
                hole[_player(move[0])] = split(move[2])
        if sorted(hole) != sorted(self.stacks):
            raise self.record.bad("not every player is dealt hole cards")
        return hole, board, drawn

    def act(self, hand: HandState, move: Sequence[str]) -> HandState:
        seat, kind = _player(move[0]), move[1]
        if hand.finished and kind == "cc" and hand.live[1:] and seat in hand.live:
            return hand  # some writers let the only player left with chips check
        if hand.turn is None:
            raise self.record.bad(f"{' '.join(move)}: the hand is over")
        action = self.action(hand, hand.turn, kind, move[2:])
        try:
            return apply(hand, seat, action).hand
        except EngineRefusal as refusal:
            what = f"{' '.join(move)} refused: {refusal} {refusal.context}"
            raise self.record.bad(what) from refusal

    def action(self, hand: HandState, turn: int, kind: str, words: Sequence[str]) -> Action:
        if kind == "f":
            return Action(FOLD)
        if kind == "sd":
            return Action(DISCARD, cards=tuple(split(words[0])) if words else ())
        if words and words[-1] in _SAID:
            return Action(words[-1])
        if kind == "cc":
            return Action(CHECK if legal_actions(hand).check else CALL)
        to = self.chips(words[0])
        whole = hand.bets[turn] + hand.stacks[turn]
        return Action(ALL_IN) if to == whole else Action(RAISE if hand.level else BET, to)


def _player(word: str) -> int:
    return int(word.removeprefix("p"))


def deck_of(
    game: Game,
    hole: Mapping[int, Sequence[str]],
    board: Sequence[str],
    drawn: Sequence[str] = (),
) -> list[str]:
    """Return a deck that deals these hole cards, this board, and the cards ``drawn``.

    Unseen cards take the place of unknown ones.
    """
    cards = game.deck(len(hole))
    drawn = drawn[: _stub(game, len(hole))]
    seen = {card for known in (*hole.values(), board, drawn) for card in known}
    unseen = iter([card for card in cards if card not in seen])
    known = iter(board)

    def real(card: str) -> str:
        return next(unseen) if card == HIDDEN else card

    rounds = zip(*(hole[seat] for seat in sorted(hole)), strict=True)
    dealt = [real(card) for round_ in rounds for card in round_]
    for street in game.streets:
        dealt += [next(unseen) for _ in range(street.burn)]
        dealt += [real(next(known, HIDDEN)) for _ in range(street.board)]
    return [*dealt, *map(real, drawn), *unseen]


def reshuffle_of(game: Game, players: int, drawn: Sequence[str]) -> list[str]:
    """Return an order of returning discards that deals the cards drawn after the stub ran out."""
    if not game.changes_cards:
        return []
    back = drawn[_stub(game, players) :]
    return [*back, *(card for card in game.deck(players) if card not in back)]


def _stub(game: Game, players: int) -> int:
    return len(game.deck(players)) - players * game.hole - game.board - game.burnt
