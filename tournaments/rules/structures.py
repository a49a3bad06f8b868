"""Blind structures: the usual paces, and levels generated for an expected duration.

An event is expected to end when all its chips are worth 20 big blinds: a structure is built around
that moment. Further levels follow for events that take longer.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import count, pairwise
from typing import Final, NamedTuple

from core.refusal import Refusal
from tournaments.refusals import EventCode
from tournaments.rules.level_clock import BlindLevel

CHIP_VALUES: Final = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000)
# Big blinds that all chips are worth when an event ends, and in its last level.
AT_THE_END: Final = 20
AT_THE_LAST: Final = 5
ANTES_A_BIG_BLIND: Final = 8
# Antes are paid with chips of this value or smaller ones, even if the blinds begin larger.
ANTE_CHIP: Final = 25
# With real chips blinds may double into the first levels; into later ones they rise by 60 % at
# most.
MAY_DOUBLE: Final = 3
STEEPEST: Final = 1.6
# Round small blinds, by their first two figures.
_ROUND: Final = (10, 15, 20, 25, 30, 40, 50, 60, 80)
_LARGEST: Final = 1_000_000_000


class BlindPace(NamedTuple):
    """The pace at which blinds rise; ``depth`` is the starting stack in big blinds.

    A break follows every ``break_after`` levels, and antes begin with level ``antes_from``; 0 of
    either: never. With ``big_blind_ante`` the big blind pays one as large as itself for the table;
    ``live`` is for real chips.
    """

    level_seconds: int
    depth: int = 100
    break_after: int = 0
    break_seconds: int = 300
    antes_from: int = 0
    big_blind_ante: bool = False
    live: bool = False

    @property
    def minutes(self) -> int:
        """The whole minutes of a level."""
        return self.level_seconds // 60


PRESETS: Final = {
    "regular": BlindPace(600, depth=100, break_after=6, antes_from=4),
    "turbo": BlindPace(300, depth=75, break_after=11, antes_from=4),
    "super_turbo": BlindPace(180, depth=25, antes_from=1),
    "deep_stack": BlindPace(900, depth=250, break_after=4, antes_from=5),
}


class Structure(NamedTuple):
    """A blind schedule, and the expected duration of an event with it, breaks included."""

    levels: tuple[BlindLevel, ...]
    expected_seconds: int


def preset(pace: BlindPace, *, starting_stack: int, entries: int) -> Structure:
    """Return levels that rise by one round step until ``entries`` cannot play on for long. With
    real chips the first small blind may be one of the smallest."""
    chip = smallest_chip(pace, starting_stack=starting_stack)
    if pace.live:
        small_blind = starting_stack / pace.depth / 2
        chip = max((value for value in CHIP_VALUES if value <= small_blind), default=1)
    first, last = _ends(pace, starting_stack=starting_stack, entries=entries, chip=chip)
    rising = [blind for blind in small_blinds(chip) if first <= blind <= last]
    return _structure(pace, rising, chips=starting_stack * entries, chip=chip)


def generated(
    pace: BlindPace, *, starting_stack: int, entries: int, target_seconds: int
) -> Structure:
    """Return levels that rise evenly, so that ``entries`` play for about the target with breaks.

    Refuse STRUCTURE_TOO_SHORT when the target does not hold two levels, and STRUCTURE_TOO_STEEP
    when real chips would rise too fast.
    """
    begun = _levels_begun(pace, before=target_seconds)
    if begun < 2:
        raise Refusal(EventCode.STRUCTURE_TOO_SHORT)
    chip = smallest_chip(pace, starting_stack=starting_stack)
    first, last = _ends(pace, starting_stack=starting_stack, entries=entries, chip=chip)
    rising = _rising(first, last, levels=begun, chip=chip, live=pace.live)
    if rising[-1] < last:
        enough = next(
            levels
            for levels in count(begun + 1)
            if _rising(first, last, levels=levels, chip=chip, live=True)[-1] == last
        )
        before = _seconds_before(pace, level=enough)
        raise Refusal(EventCode.STRUCTURE_TOO_STEEP, minutes=before // 60 + 1)
    return _structure(pace, rising, chips=starting_stack * entries, chip=chip)


def ends_after(levels: Sequence[BlindLevel], *, chips: int) -> int:
    """Return the seconds of levels and breaks until an event with so many chips is expected to end:
    with the first level in which they are worth at most AT_THE_END big blinds."""
    seconds = 0
    for level in levels:
        seconds += level.seconds
        if level.big_blind * AT_THE_END >= chips > 0:
            break
    return seconds


def smallest_chip(pace: BlindPace, *, starting_stack: int) -> int:
    """Return the largest chip of at most 3/4 of the first small blind; 1 without one."""
    small_blind = starting_stack / pace.depth / 2
    return max((value for value in CHIP_VALUES if 4 * value <= 3 * small_blind), default=1)


@cache
def small_blinds(chip: int) -> tuple[int, ...]:
    """Return the round small blinds payable in chips of this value, in ascending order."""
    few = {chip, 2 * chip, 3 * chip}
    round_ones = {first * 10**power // 10 for power in range(10) for first in _ROUND}
    paid = {blind for blind in round_ones if blind % chip == 0 and 3 * chip < blind <= _LARGEST}
    return tuple(sorted(few | paid))


def _ends(pace: BlindPace, *, starting_stack: int, entries: int, chip: int) -> tuple[int, int]:
    """Return the small blind of the first level, and that of the level of the expected end."""
    first = _nearest(starting_stack / pace.depth / 2, chip)
    last = _nearest(starting_stack * entries / AT_THE_END / 2, chip)
    return first, max(first, last)


def _rising(first: int, last: int, *, levels: int, chip: int, live: bool) -> list[int]:
    """Return small blinds that rise evenly to ``last``; ``live`` ones may end below it."""
    rise = (last / first) ** (1 / (levels - 1))
    rising = [_nearest(first * rise**level, chip) for level in range(levels)]
    if not live:
        return rising
    # The step from one chip to two doubles: it is only allowed at once.
    rising[1] = max(rising[1], min(last, 2 * chip))
    for level in range(1, levels):
        steepest = 2 if level < MAY_DOUBLE else STEEPEST
        before = rising[level - 1]
        rising[level] = max(before, min(rising[level], _largest(before * steepest, chip)))
    return rising


def _largest(most: float, chip: int) -> int:
    """Return the largest round small blind up to ``most``, or the smallest of all."""
    round_ones = small_blinds(chip)
    return round_ones[max(0, bisect_right(round_ones, most) - 1)]


def _nearest(wish: float, chip: int) -> int:
    """Return the round small blind nearest to a wish, by ratio."""
    round_ones = small_blinds(chip)
    above = bisect_left(round_ones, wish)
    if above in (0, len(round_ones)):
        return round_ones[0] if above == 0 else round_ones[-1]
    lower, higher = round_ones[above - 1], round_ones[above]
    return higher if higher * lower <= wish * wish else lower


def _levels_begun(pace: BlindPace, *, before: int) -> int:
    """Return the number of levels that begin before that many seconds have passed."""
    round_seconds = pace.break_after * pace.level_seconds + pace.break_seconds
    if not pace.break_after:
        return -(-before // pace.level_seconds)
    rounds, left = divmod(before, round_seconds)
    return rounds * pace.break_after + min(pace.break_after, -(-left // pace.level_seconds))


def _seconds_before(pace: BlindPace, *, level: int) -> int:
    """Return the seconds before a level begins: earlier levels and their breaks."""
    breaks = (level - 1) // pace.break_after if pace.break_after else 0
    return (level - 1) * pace.level_seconds + breaks * pace.break_seconds


def _structure(pace: BlindPace, rising: Sequence[int], *, chips: int, chip: int) -> Structure:
    """Return a structure of these small blinds, with a few more levels after the expected end."""
    spare = [
        blind
        for below, blind in pairwise(small_blinds(chip))
        if blind > rising[-1] and below * 2 * AT_THE_LAST < chips
    ]
    until_the_end = _rows(pace, rising, chip=chip)
    return Structure(
        levels=_rows(pace, [*rising, *spare], chip=chip),
        expected_seconds=sum(level.seconds for level in until_the_end),
    )


def _rows(pace: BlindPace, blinds: Sequence[int], *, chip: int) -> tuple[BlindLevel, ...]:
    """Return levels of these small blinds, with their antes, and breaks between them."""
    rows: list[BlindLevel] = []
    for number, blind in enumerate(blinds, start=1):
        antes = 0 < pace.antes_from <= number
        whole = antes and pace.big_blind_ante
        player_ante = _nearest(blind * 2 / ANTES_A_BIG_BLIND, min(chip, ANTE_CHIP)) if antes else 0
        ante = blind * 2 if whole else player_ante
        rows.append(BlindLevel(pace.level_seconds, blind, blind * 2, ante, big_blind_ante=whole))
        if pace.break_after and number % pace.break_after == 0 and number < len(blinds):
            rows.append(BlindLevel(pace.break_seconds, is_break=True))
    return tuple(rows)
