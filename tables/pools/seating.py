"""The players and the seats of a pool's next hand (FAST-3, FAST-4). Pure: counters in, seats and
counters out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tables.engine import Positions

# The most and the fewest players of a pool's hand.
SEATS = 6
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Counters:
    """The hands that an entry has played since each of the three; all stand at 0 while it ``owes``
    the big blind that a new entry posts."""

    big_blind: int = 0
    small_blind: int = 0
    button: int = 0
    owes: bool = True


class Seating(NamedTuple):
    """``seats`` has the entries by seat number; ``posts`` are the seats of those who owe a big
    blind and post it beside the blinds."""

    seats: Mapping[int, int]
    positions: Positions
    posts: tuple[int, ...]


def company(queue: Sequence[int], apart: Collection[frozenset[int]]) -> list[int]:
    """Return the entries of a queue who may play the next hand together, at most six.

    ``apart`` has the pairs that must not meet. Each entry brings along those behind it in the
    queue; the first six that are found so play, else the first two to five, else none.
    """
    chosen: list[int] = []
    for first, entry in enumerate(queue):
        beside = [entry]
        for other in queue[first + 1 :]:
            if len(beside) < SEATS and all({other, one} not in apart for one in beside):
                beside.append(other)
        if len(beside) == SEATS:
            return beside
        if len(beside) >= FEWEST and not chosen:
            chosen = beside
    return chosen


def seat(entries: Mapping[int, Counters]) -> Seating:
    """Seat two to six entries, counters by id; a lower id came earlier. ValueError for others.

    Seat 1 is the button; with two the button is the small blind. An entry that owes and is the
    small blind goes on owing: no entry pays both in one hand.
    """
    if not FEWEST <= len(entries) <= SEATS:
        raise ValueError(f"a hand of a pool has 2 to 6 players, not {len(entries)}")
    left = sorted(entries)
    big = _longest(left, {entry: entries[entry].big_blind for entry in left})
    left.remove(big)
    small = _longest(left, {entry: entries[entry].small_blind for entry in left})
    if len(left) == 1:
        seats = {1: small, 2: big}
        positions = Positions(button=1, small_blind=1, big_blind=2)
    else:
        left.remove(small)
        button = _longest(left, {entry: entries[entry].button for entry in left})
        left.remove(button)
        # Fewest in the cut-off, which is the last seat: the one right of the button.
        others = sorted(left, key=lambda entry: (entries[entry].button, entry), reverse=True)
        seats = dict(enumerate([button, small, big, *others], start=1))
        positions = Positions(button=1, small_blind=2, big_blind=3)
    blinds = (positions.small_blind, positions.big_blind)
    posts = [no for no, entry in seats.items() if entries[entry].owes and no not in blinds]
    return Seating(seats, positions, tuple(posts))


def after(entries: Mapping[int, Counters], seating: Seating) -> dict[int, Counters]:
    """Return all counters once the hand is dealt; those who go on owing stay at 0."""
    positions, counters = seating.positions, {}
    for no, entry in seating.seats.items():
        was = entries[entry]
        if was.owes:
            paid = no == positions.big_blind or no in seating.posts
            counters[entry] = Counters(owes=not paid)
            continue
        counters[entry] = Counters(
            big_blind=0 if no == positions.big_blind else was.big_blind + 1,
            small_blind=0 if no == positions.small_blind else was.small_blind + 1,
            button=0 if no == positions.button else was.button + 1,
            owes=False,
        )
    return counters


def _longest(entries: Sequence[int], since: Mapping[int, int]) -> int:
    """Return the entry that has waited longest; of several, the first that came."""
    return min(entries, key=lambda entry: (-since[entry], entry))
