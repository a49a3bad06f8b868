"""Who is dealt into the next hand, where the blinds are, and who posts beside them.

At a cash table the big blind passes every player in turn and skips nobody: small blind and button
follow it on the seats where it was, whoever has left them since.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from .positions import Positions, left_of, next_positions
from .stakes import Post, Stakes


class Lineup(NamedTuple):
    """The stacks of those dealt in, by seat."""

    positions: Positions
    stacks: dict[int, int]
    posts: tuple[Post, ...] = ()


class Ready(NamedTuple):
    """Somebody who could play the next hand.

    Who ``owes`` (a newcomer the big blind, ``dead`` besides: who missed blinds a small one) comes
    in by posting, or where the big blind reaches them (CASH-2).
    """

    stack: int
    owes: bool = False
    dead: bool = False
    posts: bool = False
    straddles: bool = False


def line_up(
    previous: Positions | None,
    ready: Mapping[int, Ready],
    *,
    stakes: Stakes,
    pick: Callable[[Sequence[int]], int],
) -> tuple[Lineup | None, list[int]]:
    """The next hand at a cash table, None with fewer than two to play it; and who cannot post.

    Those who cannot post in full what falls to them are left out (CASH-4). ``pick`` draws the
    first button.
    """
    able, unable = dict(ready), list[int]()
    while len(able) > 1:
        line = _line_up(previous, able, stakes, pick)
        dues = {seat: live + dead for seat, live, dead in line.posts}
        dues.setdefault(line.positions.big_blind, stakes.big_blind)
        short = [seat for seat, due in dues.items() if able[seat].stack < due]
        if not short:
            return line, unable
        unable += short
        able = {seat: player for seat, player in able.items() if seat not in short}
    return None, unable


def missed_blinds(previous: Positions | None, lineup: Lineup, seats: Sequence[int]) -> list[int]:
    """Which of ``seats``, not dealt in, a blind has just passed."""
    positions = lineup.positions
    passed = [] if previous is None else _between(previous.big_blind, positions.big_blind, seats)
    return [
        seat
        for seat in seats
        if seat not in lineup.stacks and (seat in passed or seat == positions.small_blind)
    ]


def _line_up(
    previous: Positions | None,
    ready: Mapping[int, Ready],
    stakes: Stakes,
    pick: Callable[[Sequence[int]], int],
) -> Lineup:
    settled = [seat for seat, player in ready.items() if not player.owes]
    big = None if previous is None else left_of(previous.big_blind, list(ready))[0]
    if previous is None or big is None or not settled or settled == [big]:
        return _anew(previous, ready, pick)
    entering = _entering(previous, ready, big)
    seats = sorted({*settled, big, *entering})
    posts = [
        Post(seat, stakes.big_blind, stakes.small_blind if ready[seat].dead else 0)
        for seat in entering
    ]
    return Lineup(
        _follow(previous, big, seats),
        {seat: ready[seat].stack for seat in seats},
        (*posts, *_straddle(ready, left_of(big, seats), stakes)),
    )


def _entering(previous: Positions, ready: Mapping[int, Ready], big: int) -> list[int]:
    """Who comes in by posting: nobody buys the button or comes in between the blinds."""
    posting = [seat for seat, player in ready.items() if player.owes and player.posts]
    button, small = previous.small_blind, previous.big_blind
    return _between(big, small if button == big else button, posting)


def _follow(previous: Positions, big: int, seats: Sequence[int]) -> Positions:
    """Small blind and button where big and small blind were, whoever has left these seats; the
    button right of the small blind where it would stand on the big one."""
    button, small = previous.small_blind, previous.big_blind
    if len(seats) == 2:
        button = small = seats[0] if seats[1] == big else seats[1]
    elif button == big:
        button = next(seat for seat in reversed(left_of(small, seats)) if seat != small)
    return Positions(button, small, big)


def _anew(
    previous: Positions | None, ready: Mapping[int, Ready], pick: Callable[[Sequence[int]], int]
) -> Lineup:
    """A game that begins, or begins again: nobody owes anybody anything."""
    seats = sorted(ready)
    positions = next_positions(previous, seats, first_button=pick(seats))
    return Lineup(positions, {seat: ready[seat].stack for seat in seats})


def _straddle(ready: Mapping[int, Ready], order: Sequence[int], stakes: Stakes) -> list[Post]:
    """CASH-3, of the first of ``order`` if they have more chips than it takes; not between two."""
    seat, player = order[0], ready[order[0]]
    amount = 2 * stakes.big_blind
    straddles = player.straddles and not player.owes and player.stack > amount
    return [Post(seat, amount)] if straddles and len(order) > 2 else []


def _between(start: int, end: int, seats: Sequence[int]) -> list[int]:
    """The seats that one passes going clockwise from ``start`` to ``end``; neither of them."""
    order = left_of(start, [*{*seats, start, end}])
    return [seat for seat in order[: order.index(end)] if seat in seats]
