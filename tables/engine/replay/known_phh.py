"""A hand written in PHH as far as its file knows it: hole cards may be unknown."""

from collections.abc import Iterator
from itertools import pairwise

from ..actions import FOLD, RAISE
from ..cards import HIDDEN, split
from ..house_rules import HouseRules
from ..phh.reading import Script, WrittenHand
from ..positions import Positions
from ..stakes import Post
from .known import CHECK_OR_CALL, Decision, KnownHand


def known(record: WrittenHand, house: HouseRules, unit: int | None = None) -> KnownHand:
    """Return the hand of a record; its seats are those of the room where the record has them.

    ``BadHand``, and errors of the kinds that ``reading.play`` catches, for a record that is none.
    """
    script = Script(record, house, unit)
    data = record.data
    numbers = dict(enumerate(_seats(record, script.seats), start=1))
    hole, board, _drawn = script.cards()
    dealt = {
        numbers[int(move[2][1:])]: split(move[3])
        for move in script.moves
        if move[:2] == ["d", "dh"]
    }
    own = [seat for seat, cards in dealt.items() if HIDDEN not in cards]
    finish = data.get("finishing_stacks")
    positions = script.positions()
    taken = data.get("_rake")
    return KnownHand(
        game=script.game,
        stakes=script.stakes(),
        positions=_renumbered(positions, numbers),
        stacks={numbers[seat]: stack for seat, stack in script.stacks.items()},
        posts=[Post(numbers[post.seat], post.live, post.dead) for post in script.posts()],
        house=script.house_rules()._replace(raked=False),
        you=own[0] if len(own) == 1 and len(dealt) > 1 else None,
        cards={numbers[seat]: cards for seat, cards in hole.items()},
        board=board,
        decisions=[*_decisions(script, numbers)],
        shown={
            numbers[int(move[0][1:])]: [card for card in split(move[2]) if card != HIDDEN]
            for move in script.moves
            if move[1] == "sm" and len(move) > 2
        },
        finish=None
        if finish is None
        else {numbers[at]: script.chips(stack) for at, stack in enumerate(finish, start=1)},
        rake=None if taken is None else script.chips(taken),
    )


def _seats(record: WrittenHand, count: int) -> list[int]:
    """The numbers of the seats, in the order of the record, if it has good ones."""
    seats = record.data.get("seats", record.data.get("seat_numbers"))
    if not isinstance(seats, list) or not all(type(seat) is int for seat in seats):
        return [*range(1, count + 1)]
    good = {*seats} <= {*range(1, 11)} and len({*seats}) == len(seats) == count
    return seats if good and _turns_once(seats) else [*range(1, count + 1)]


def _turns_once(seats: list[int]) -> bool:
    """Return whether seats go clockwise round the table."""
    falls = sum(later < seat for seat, later in pairwise(seats))
    return falls == 0 or (falls == 1 and seats[-1] < seats[0])


def _renumbered(positions: Positions, numbers: dict[int, int]) -> Positions:
    """Return positions by the room's seats. A small blind that left the table stands at a seat
    between the button and the big blind, a free one or none."""
    button, small, big = positions
    if small:
        return Positions(numbers[button], numbers[small], numbers[big])
    first, last = numbers[button], numbers[big]
    return Positions(first, first + 1 if first + 1 != last else 0, last)


def _decisions(script: Script, numbers: dict[int, int]) -> Iterator[Decision]:
    for move in script.moves:
        if move[0] == "d" or move[1] == "sm":
            continue
        seat = numbers[int(move[0][1:])]
        if move[1] == "cbr":
            yield Decision(seat, RAISE, to=script.chips(move[2]))
        else:
            yield Decision(seat, FOLD if move[1] == "f" else CHECK_OR_CALL)
