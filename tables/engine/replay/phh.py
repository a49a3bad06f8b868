"""Hands written in PHH (poker hand history, TOML), played again by the engine."""

import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from core.refusal import Refusal
from tables.engine.actions import ALL_IN, BET, CALL, CHECK, FOLD, RAISE, Action
from tables.engine.betting import legal_actions
from tables.engine.cards import FRENCH, HIDDEN, split
from tables.engine.games import GAMES, Game
from tables.engine.hand import Hand
from tables.engine.history import VARIANTS
from tables.engine.play import apply, start
from tables.engine.positions import Positions
from tables.engine.stakes import Post, Stakes

GAME_OF: Final = {variant: game for game, variant in VARIANTS.items()}

_HEADER: Final = re.compile(r"^\[([^\[\]]+)\]\s*$", re.MULTILINE)

# An action of a flop game: cards dealt, and what a player did or showed.
_MOVE: Final = re.compile(
    r"d dh p\d+ (?:\S\S)+|d db (?:\S\S)+|p\d+ (?:f|cc|cbr \S+|sm(?: (?:\S\S)+)?)", re.ASCII
)


class BadHand(Exception):
    """A hand that cannot be read or played: names the file, the hand and what is wrong."""

    def __init__(self, file: str, number: str, what: str) -> None:
        super().__init__(f"{file}, hand {number}: {what}")


@dataclass(frozen=True, slots=True)
class Record:
    """One hand of a file, as it is written."""

    file: str
    number: str
    data: Mapping[str, Any]

    @property
    def variant(self) -> str:
        return str(self.data.get("variant", "?"))

    def bad(self, what: str) -> BadHand:
        return BadHand(self.file, self.number, what)


def read(path: Path) -> Iterator[Record | BadHand]:
    """Every hand of a .phhs file (or the one of a .phh); one that is no TOML as an error."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        yield BadHand(path.name, "?", f"not UTF-8: {error}")
        return
    headers = list(_HEADER.finditer(text))
    if not headers:
        yield _record(path.name, "1", text)
    for header, following in zip_longest(headers, headers[1:]):
        end = len(text) if following is None else following.start()
        yield _record(path.name, header[1], text[header.end() : end])


def _record(file: str, number: str, text: str) -> Record | BadHand:
    try:
        return Record(file, number, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        return BadHand(file, number, f"not TOML: {error}")


@dataclass(slots=True)
class Played:
    """A hand played to its end; ``unit`` is how many chips one written unit became."""

    hand: Hand
    unit: int

    def finish(self) -> list[Fraction]:
        """Finishing stacks in the file's own units and order."""
        return [Fraction(self.hand.stacks[seat], self.unit) for seat in sorted(self.hand.seats)]


def play(record: Record) -> Played:
    """Deal the record's cards and apply its actions; ``BadHand`` if the rules don't allow it."""
    try:
        return _Script(record).play()
    except Refusal as refusal:
        raise record.bad(f"refused: {refusal} {refusal.context}") from refusal
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise record.bad(f"{type(error).__name__}: {error}") from error


class _Script:
    """A record taken apart: p1 is seat 1, left of the button, who sits last."""

    def __init__(self, record: Record) -> None:
        self.record = record
        data = record.data
        self.game = GAMES[GAME_OF[record.variant]]
        self.moves = [*self.read_moves(data["actions"])]
        stacks = [self.number(stack) for stack in data["starting_stacks"]]
        self.unit = math.lcm(*(stack.denominator for stack in stacks))
        self.stacks = {seat: self.chips(stack) for seat, stack in enumerate(stacks, start=1)}
        self.seats = len(stacks)
        antes = [self.chips(ante) for ante in data["antes"]]
        self.antes = antes[::-1] if self.seats == 2 else antes
        self.blinds = [self.chips(blind) for blind in data["blinds_or_straddles"]]
        if len(self.antes) != self.seats or len(self.blinds) != self.seats:
            raise record.bad("antes, blinds and stacks are not as many as the players")

    def read_moves(self, actions: Sequence[object]) -> Iterator[list[str]]:
        """Each action word by word; one that is nothing but commentary is none."""
        for number, action in enumerate(actions, start=1):
            words = str(action).split("#")[0].split()
            if words and not _MOVE.fullmatch(" ".join(words)):
                raise self.record.bad(f"action {number}: {action!r} is none that we know")
            if words:
                yield words

    def number(self, amount: object) -> Fraction:
        try:
            return Fraction(str(amount))
        except (ValueError, ZeroDivisionError):
            raise self.record.bad(f"{amount!r} is no number") from None

    def chips(self, amount: object) -> int:
        chips = self.number(amount) * self.unit
        if chips.denominator != 1:
            raise self.record.bad(f"{amount} is no whole number of chips")
        return int(chips)

    def play(self) -> Played:
        hand = start(
            game=self.game.code,
            stakes=self.stakes(),
            positions=self.positions(),
            stacks=self.stacks,
            deck=deck_of(self.game, *self.cards()),
            posts=self.posts(),
        ).hand
        for move in self.moves:
            if move[0] != "d" and move[1] != "sm":
                hand = self.act(hand, move)
        if not hand.finished:
            raise self.record.bad(f"ends while seat {hand.turn} has to act")
        return Played(hand, self.unit)

    def positions(self) -> Positions:
        if self.seats == 2:
            return Positions(button=2, small_blind=2, big_blind=1)
        if not self.blinds[1]:  # one blind only: the small blind had left the table
            return Positions(button=self.seats, small_blind=0, big_blind=1)
        return Positions(button=self.seats, small_blind=1, big_blind=2)

    def stakes(self) -> Stakes:
        least, big_blind = min(self.antes), self.positions().big_blind
        for_all = not least and self.antes[big_blind - 1] == sum(self.antes) > 0
        return Stakes(
            small_blind=min(self.blinds[:2]),
            big_blind=max(self.blinds[:2]),
            ante=max(self.antes) if for_all else least,
            big_blind_ante=for_all,
        )

    def posts(self) -> list[Post]:
        """Beyond the blinds: a straddle, or, written as negative, a newcomer's blind; and what
        one antes more than others, which is dead."""
        stakes = self.stakes()
        found = [
            Post(
                seat,
                live=abs(blind) if seat > 2 else 0,
                dead=0 if stakes.big_blind_ante else ante - stakes.ante,
            )
            for seat, blind, ante in zip(self.stacks, self.blinds, self.antes, strict=True)
        ]
        return [post for post in found if post.live or post.dead]

    def cards(self) -> tuple[dict[int, list[str]], list[str]]:
        """Hole cards by seat, those shown later included, and the board as far as written."""
        hole: dict[int, list[str]] = {}
        board: list[str] = []
        for move in self.moves:
            if move[:2] == ["d", "dh"]:
                hole[_player(move[2])] = split(move[3])
            elif move[:2] == ["d", "db"]:
                board += split(move[2])
            elif move[1] == "sm" and len(move) > 2:
                hole[_player(move[0])] = split(move[2])
        if sorted(hole) != sorted(self.stacks):
            raise self.record.bad("not every player is dealt hole cards")
        return hole, board

    def act(self, hand: Hand, move: Sequence[str]) -> Hand:
        seat, kind = _player(move[0]), move[1]
        if hand.finished and kind == "cc" and hand.live[1:] and seat in hand.live:
            return hand  # some writers let the only player left with chips check
        if hand.turn is None:
            raise self.record.bad(f"{' '.join(move)}: the hand is over")
        if kind == "f":
            action = Action(FOLD)
        elif kind == "cc":
            action = Action(CHECK if legal_actions(hand).check else CALL)
        else:
            to = self.chips(move[2])
            whole = hand.bets[hand.turn] + hand.stacks[hand.turn]
            action = Action(ALL_IN) if to == whole else Action(RAISE if hand.level else BET, to)
        try:
            return apply(hand, seat, action).hand
        except Refusal as refusal:
            what = f"{' '.join(move)} refused: {refusal} {refusal.context}"
            raise self.record.bad(what) from refusal


def _player(word: str) -> int:
    return int(word.removeprefix("p"))


def deck_of(game: Game, hole: Mapping[int, list[str]], board: list[str]) -> list[str]:
    """A deck that deals just these cards; unseen ones stand where a card is not known."""
    seen = {card for cards in (*hole.values(), board) for card in cards}
    unseen = iter([card for card in FRENCH if card not in seen])
    known = iter(board)

    def real(card: str) -> str:
        return next(unseen) if card == HIDDEN else card

    rounds = zip(*(hole[seat] for seat in sorted(hole)), strict=True)
    dealt = [real(card) for round_ in rounds for card in round_]
    for street in game.streets:
        dealt += [next(unseen) for _ in range(street.burn)]
        dealt += [real(next(known, HIDDEN)) for _ in range(street.board)]
    return [*dealt, *unseen]
