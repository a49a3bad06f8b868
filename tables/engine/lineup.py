"""The players dealt into the next hand, the positions of the blinds, and other posts.

The big blind passes every player in turn and skips none, in events and at cash tables alike
(BTN-3).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from .positions import Button, Positions, between, dealt_in, left_of, next_positions, overtaken
from .stakes import Post, Stakes


class Lineup(NamedTuple):
    """The stacks of those dealt in, by seat."""

    positions: Positions
    stacks: dict[int, int]
    posts: tuple[Post, ...] = ()

    def without_straddles(self, stakes: Stakes) -> "Lineup":
        """Return the same lineup for a hand without straddles (CASH-3)."""
        posts = tuple(post for post in self.posts if post.live <= stakes.big_blind)
        return self._replace(posts=posts)


class Ready(NamedTuple):
    """A player who could play the next hand.

    A player who ``owes`` (a newcomer the big blind, ``dead`` besides: a small one for missed
    blinds) comes in by posting, or where the big blind reaches them (CASH-2). ``in_pot`` are chips
    of theirs in a pot that earlier hands have left (DRAW-2).
    """

    stack: int
    owes: bool = False
    dead: bool = False
    posts: bool = False
    straddles: bool = False
    in_pot: int = 0


def line_up_all(
    previous: Positions | None,
    stacks: Mapping[int, int],
    *,
    pick: Callable[[Sequence[int]], int],
    button: Button | None,
) -> Lineup:
    """Return an event's next lineup: all with chips, except between button and small blind.

    ``pick`` draws the first button; ``button`` is as in ``next_positions``.
    """
    seats = sorted(stacks)
    positions = next_positions(previous, seats, first_button=pick(seats), button=button)
    if previous is None or button is None:
        return Lineup(positions, dict(stacks))
    return Lineup(positions, {seat: stacks[seat] for seat in dealt_in(positions, seats)})


def line_up(
    previous: Positions | None,
    ready: Mapping[int, Ready],
    *,
    stakes: Stakes,
    pick: Callable[[Sequence[int]], int],
    button: Button = "dead",
) -> tuple[Lineup | None, list[int]]:
    """Return a cash table's next lineup, None with fewer than two players, and seats left out.

    Players who cannot post their blinds and antes in full are left out (CASH-4).
    ``pick`` draws the first button.
    """
    able, unable = dict(ready), list[int]()
    while len(able) > 1:
        line = _line_up(previous, able, stakes, pick, button)
        dues = dict.fromkeys(line.stacks, 0) | {
            seat: live + dead for seat, live, dead in line.posts
        }
        big_blind = line.positions.big_blind
        dues[big_blind] = dues[big_blind] or stakes.big_blind
        short = [seat for seat, due in dues.items() if able[seat].stack < due + stakes.ante]
        if not short:
            return line, unable
        unable += short
        able = {seat: player for seat, player in able.items() if seat not in short}
    return None, unable


def comes_in(
    previous: Positions | None,
    ready: Mapping[int, Ready],
    *,
    seat: int,
    stakes: Stakes,
    button: Button = "dead",
) -> bool:
    """Return whether a newcomer posting on a free ``seat`` is dealt into the next hand (CASH-2)."""
    chips = 2 * (stakes.big_blind + stakes.ante)
    newcomer = {seat: Ready(chips, owes=True, posts=True)}
    line, _unable = line_up(
        previous, {**ready, **newcomer}, stakes=stakes, pick=lambda seats: seats[0], button=button
    )
    return line is not None and seat in line.stacks


def line_up_draw(
    previous: Positions | None,
    ready: Mapping[int, Ready],
    *,
    stakes: Stakes,
    pick: Callable[[Sequence[int]], int],
) -> tuple[Lineup | None, list[int]]:
    """Return as ``line_up`` does, in a game without blinds: no player owes an entrance (DRAW-1).

    Players who cannot pay the ante in full are left out, except those who are ``in_pot``: they play
    on with the chips they have.
    """
    ante = stakes.draw_ante
    able = {
        seat: player.stack
        for seat, player in ready.items()
        if player.stack >= ante or (player.in_pot and player.stack)
    }
    unable = [seat for seat in ready if seat not in able]
    if len(able) < 2:
        return None, unable
    positions = next_positions(previous, sorted(able), first_button=pick(sorted(able)), button=None)
    return Lineup(positions, able), unable


def missed_blinds(previous: Positions | None, lineup: Lineup, seats: Sequence[int]) -> list[int]:
    """The ``seats`` not dealt in that the big blind has just passed or the small blind is at."""
    positions = lineup.positions
    passed = [] if previous is None else between(previous.big_blind, positions.big_blind, seats)
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
    button: Button,
) -> Lineup:
    settled = [seat for seat, player in ready.items() if not player.owes]
    big = None if previous is None else left_of(previous.big_blind, ready)[0]
    if previous is None or big is None or not settled or settled == [big]:
        return _anew(previous, ready, pick)
    core = sorted({*settled, big})
    entering = between(big, _nearest(previous, big, core, button), _posting(ready))
    seats = sorted({*core, *entering})
    positions = next_positions(previous, seats, button=button)
    posts = [
        Post(seat, stakes.big_blind, stakes.small_blind if ready[seat].dead else 0)
        for seat in entering
    ]
    stacks = {seat: ready[seat].stack for seat in dealt_in(positions, seats)}
    return Lineup(positions, stacks, (*posts, *_straddle(ready, left_of(big, stacks), stakes)))


def _nearest(previous: Positions, big: int, core: Sequence[int], button: Button) -> int:
    """The seat that bounds coming in by posting: no newcomer buys the button or comes in between
    the blinds."""
    if button == "forward":
        return next_positions(previous, core, button=button).button
    return previous.big_blind if overtaken(previous, big) else previous.small_blind


def _posting(ready: Mapping[int, Ready]) -> list[int]:
    return [seat for seat, player in ready.items() if player.owes and player.posts]


def _anew(
    previous: Positions | None, ready: Mapping[int, Ready], pick: Callable[[Sequence[int]], int]
) -> Lineup:
    """Begin a game, or begin it again: no player owes a blind, and all are dealt in."""
    seats = sorted(ready)
    positions = next_positions(previous, seats, first_button=pick(seats), button="forward")
    return Lineup(positions, {seat: ready[seat].stack for seat in seats})


def _straddle(ready: Mapping[int, Ready], order: Sequence[int], stakes: Stakes) -> list[Post]:
    """Straddle for the first of ``order`` with chips beyond it; not heads-up (CASH-3)."""
    seat, player = order[0], ready[order[0]]
    amount = 2 * stakes.big_blind
    straddles = player.straddles and not player.owes and player.stack > amount + stakes.ante
    return [Post(seat, amount)] if straddles and len(order) > 2 else []
