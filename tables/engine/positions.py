"""Positions of the button and the blinds, and their moves."""

from bisect import bisect
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Self

from .events import PositionsTold

# "dead": button and small blind may stand at empty seats; "forward": always at players (BTN-3).
Button = Literal["dead", "forward"]


class Positions(NamedTuple):
    """Seat numbers of the button and the blinds; heads-up the button is the small blind.

    The button or the small blind may stand at a seat that is not dealt in: then it is not posted.
    """

    button: int
    small_blind: int
    big_blind: int

    def to_json(self) -> PositionsTold:
        return {
            "button": self.button,
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            button=data["button"],
            small_blind=data["small_blind"],
            big_blind=data["big_blind"],
        )

    def check(self, seats: Collection[int]) -> None:
        """Raise ValueError unless those dealt in can post the blinds from here."""
        if self.big_blind not in seats:
            raise ValueError(f"nobody sits at the big blind's seat, {self.big_blind}")
        if len(seats) == 2 and not (self.button == self.small_blind in seats):
            raise ValueError(f"heads-up the button is the small blind: {self}")
        if len(seats) > 2:
            button, small, big = self
            if button == big or not passes(button, small, big):
                raise ValueError(f"small and big blind follow the button clockwise: {self}")


def left_of(seat: int, seats: Collection[int]) -> list[int]:
    """The seats in clockwise order, beginning with the first left of ``seat``, which is last."""
    order = sorted(seats)
    first = bisect(order, seat)
    return order[first:] + order[:first]


def equal_parts(pot: int, seats: Sequence[int], *, button: int) -> dict[int, int]:
    """Divide a pot without a winner by seat; odd chips one by one from the left of the button."""
    part, odd = divmod(pot, len(seats))
    order = left_of(button, seats)
    return {seat: part + (place < odd) for place, seat in enumerate(order)}


def next_positions(
    previous: Positions | None,
    seats: Sequence[int],
    *,
    first_button: int | None = None,
    button: Button | None = "dead",
) -> Positions:
    """Return button and blinds of the next hand (BTN-1..3); the caller draws the first button.

    ``seats`` are those who could play it, at least two; ``dealt_in`` selects those who do. The big
    blind goes to the next player; the others follow as the ``button`` setting says. None is for
    games without blinds: there the button goes to the next player.
    """
    if len(set(seats)) < 2:
        raise ValueError("a hand needs two seats")
    if previous is None:
        if first_button is None or first_button not in seats:
            raise ValueError("the first hand needs a button drawn among its seats")
        return _from_button(first_button, seats)
    if button is None:
        return _from_button(left_of(previous.button, seats)[0], seats)
    big, *others, small = left_of(previous.big_blind, seats)
    if not others:
        return Positions(button=small, small_blind=small, big_blind=big)
    if button == "forward":
        return Positions(button=others[-1], small_blind=small, big_blind=big)
    return _behind_dead_blinds(previous, big, seats)


def dealt_in(positions: Positions, seats: Collection[int]) -> list[int]:
    """The ``seats`` that play the hand: all except those between button and small blind (BTN-3)."""
    if positions.button == positions.small_blind:
        return [seat for seat in seats if seat in (positions.small_blind, positions.big_blind)]
    return [seat for seat in seats if not passes(positions.button, seat, positions.small_blind)]


def passes(start: int, seat: int, end: int) -> bool:
    """Return whether a seat lies clockwise between ``start`` and ``end``, all round where they are
    the same; the ends do not count."""
    return start < seat < end if start < end else seat > start or seat < end


def between(start: int, end: int, seats: Collection[int]) -> list[int]:
    """The seats clockwise between ``start`` and ``end``, in that order."""
    return [seat for seat in left_of(start, seats) if passes(start, seat, end)]


def begins_orbit(previous: Positions | None, positions: Positions) -> bool:
    """Return whether the big blind has just passed the last seat (MIX-1)."""
    return previous is not None and positions.big_blind <= previous.big_blind


def overtaken(previous: Positions, big: int) -> bool:
    """Return whether the big blind, going on to ``big``, comes to or passes the last small blind's
    seat: there the button cannot follow."""
    small = previous.small_blind
    return small == big or passes(previous.big_blind, small, big)


def _behind_dead_blinds(previous: Positions, big: int, seats: Sequence[int]) -> Positions:
    """Small blind and button where big and small blind were, even if these seats are now empty."""
    button, small = previous.small_blind, previous.big_blind
    if overtaken(previous, big) or previous.button == previous.small_blind:
        button = _right_of(small, seats)
    dealt = dealt_in(Positions(button, small, big), seats)
    if len(dealt) == 1:  # all others have just sat down between the two
        return Positions(_right_of(small, seats), small, big)
    if len(dealt) == 2:
        small = dealt[0] if dealt[1] == big else dealt[1]
        return Positions(small, small, big)
    return Positions(button, small, big)


def _right_of(seat: int, seats: Sequence[int]) -> int:
    return next(other for other in reversed(left_of(seat, seats)) if other != seat)


def _from_button(button: int, seats: Sequence[int]) -> Positions:
    order = left_of(button, seats)
    if len(order) == 2:
        return Positions(button=button, small_blind=button, big_blind=order[0])
    return Positions(button=button, small_blind=order[0], big_blind=order[1])
