"""Where the button and the blinds are, and where they go next."""

from bisect import bisect
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from .events import PositionsTold


@dataclass(frozen=True, slots=True)
class Positions:
    """Seat numbers of the button and the blinds; heads-up the button is the small blind.

    The button or the small blind may stand where nobody is dealt in: then nobody posts it.
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
        """ValueError unless those dealt in can post the blinds from here."""
        if self.big_blind not in seats:
            raise ValueError(f"nobody sits at the big blind's seat, {self.big_blind}")
        if len(seats) == 2 and not (self.button == self.small_blind in seats):
            raise ValueError(f"heads-up the button is the small blind: {self}")
        if len(seats) > 2:
            places = [self.button, self.small_blind, self.big_blind]
            if left_of(self.big_blind, places) != places or len({*places}) < 3:
                raise ValueError(f"small and big blind follow the button clockwise: {self}")


def left_of(seat: int, seats: Sequence[int]) -> list[int]:
    """The seats in clockwise order, beginning with the first left of ``seat``, which is last."""
    order = sorted(seats)
    first = bisect(order, seat)
    return order[first:] + order[:first]


def equal_parts(pot: int, seats: Sequence[int], *, button: int) -> dict[int, int]:
    """A pot that nobody wins, by seat; odd chips one by one from the left of the button."""
    part, odd = divmod(pot, len(seats))
    order = left_of(button, seats)
    return {seat: part + (place < odd) for place, seat in enumerate(order)}


def next_positions(
    previous: Positions | None,
    seats: Sequence[int],
    *,
    first_button: int | None = None,
    dead_button: bool = False,
) -> Positions:
    """Button and blinds of the next hand (BTN-1..3); the first button is the caller's draw.

    ``seats`` are those dealt into the next hand, at least two. The button moves forward to the
    next player, or, where the house plays a ``dead_button``, to the last small blind's seat.
    """
    if len(set(seats)) < 2:
        raise ValueError("a hand needs two seats")
    if previous is None:
        if first_button is None or first_button not in seats:
            raise ValueError("the first hand needs a button drawn among its seats")
        return _from_button(first_button, seats)
    if dead_button and len(seats) > 2 and previous.button != previous.small_blind:
        return Positions(
            button=previous.small_blind,
            small_blind=previous.big_blind,
            big_blind=left_of(previous.big_blind, seats)[0],
        )
    positions = _from_button(left_of(previous.button, seats)[0], seats)
    if len(seats) == 2 and positions.big_blind == previous.big_blind:
        # BTN-3: nobody posts the big blind twice running when the table goes heads-up.
        return _from_button(positions.big_blind, seats)
    return positions


def _from_button(button: int, seats: Sequence[int]) -> Positions:
    order = left_of(button, seats)
    if len(order) == 2:
        return Positions(button=button, small_blind=button, big_blind=order[0])
    return Positions(button=button, small_blind=order[0], big_blind=order[1])
