"""The tournament clock. It is computed from times, so late or repeated steps are harmless."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple, NotRequired, TypedDict

from core.refusal import Refusal
from tables.engine import halves
from tournaments.refusals import EventCode

# The start and end of a pause of the clock; the end is None while it lasts.
Pause = tuple[datetime, datetime | None]
# The chips that a live event may begin with.
SMALL_CHIPS = (1, 5, 25)

NO_SKIPS: Mapping[int, datetime] = MappingProxyType({})


class Anew(NamedTuple):
    """The restart of a row of the schedule, with its whole time (AMEND-3)."""

    row: int
    at: datetime


class LevelTold(TypedDict):
    """A stored row of a schedule; the first release stored no ``big_blind_ante``."""

    seconds: int
    small_blind: int
    big_blind: int
    ante: int
    is_break: bool
    big_blind_ante: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class BlindLevel:
    """One row of a blind schedule; blinds and ante in chips, unused in a break.

    With ``big_blind_ante`` the big blind pays one ante for the whole table (BLIND-2).
    """

    seconds: int
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    is_break: bool = False
    big_blind_ante: bool = False

    def to_json(self) -> LevelTold:
        return {
            "seconds": self.seconds,
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
            "ante": self.ante,
            "is_break": self.is_break,
            "big_blind_ante": self.big_blind_ante,
        }


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The row in force since ``since``; ``number`` counts the levels begun, breaks left out.

    ``blinds`` is the current level, in a break the next one. The row ends at ``until``, with
    ``left`` on the clock; both are None in the last level, and ``until`` also while the clock is
    stopped. The last level may have ``outlasted`` the time that the schedule gives it.
    """

    index: int
    level: BlindLevel
    blinds: BlindLevel
    number: int
    since: datetime
    until: datetime | None
    left: timedelta | None
    paused: bool
    after_break: bool
    outlasted: bool

    @property
    def is_break(self) -> bool:
        return self.level.is_break


def schedule(rows: Iterable[LevelTold]) -> tuple[BlindLevel, ...]:
    """Return the levels of a stored schedule."""
    return tuple(BlindLevel(**row) for row in rows)


def check_schedule(
    levels: Sequence[BlindLevel], *, late_levels: int, blinds: bool = True, live: bool = False
) -> None:
    """Refuse a schedule that could not be played to the end, or has endless late registration.

    ``blinds`` is False for a game in which all ante, ``live`` True for one with real chips.
    """
    if not levels:
        raise Refusal(EventCode.SCHEDULE_EMPTY)
    if levels[0].is_break:
        raise Refusal(EventCode.SCHEDULE_STARTS_WITH_BREAK)
    if levels[-1].is_break:
        raise Refusal(EventCode.SCHEDULE_ENDS_WITH_BREAK)
    chip = smallest_chip(levels) if live else 1
    antes: dict[bool, int] = {}
    for number, level in enumerate(levels, start=1):
        if level.is_break:
            continue
        _check_blinds(level, row=number, chip=chip)
        ante = level.ante or (0 if blinds else level.big_blind)
        # A level may have none, while small chips leave play; big blind antes are compared apart.
        before = antes.get(level.big_blind_ante, 0)
        if 0 < ante < before:
            raise Refusal(EventCode.ANTES_FALL, row=number, ante=ante, before=before)
        antes[level.big_blind_ante] = max(ante, before)
    check_late(levels, late_levels=late_levels)


def check_late(levels: Sequence[BlindLevel], *, late_levels: int) -> None:
    """Refuse LATE_REGISTRATION_ENDLESS."""
    if late_levels >= sum(not level.is_break for level in levels):
        raise Refusal(EventCode.LATE_REGISTRATION_ENDLESS)


def smallest_chip(levels: Sequence[BlindLevel]) -> int:
    """Return the chip with which a live event of these levels is played: the greatest of the small
    ones that pays every amount."""
    amounts = [(level.small_blind, level.big_blind, level.ante) for level in levels]
    return max(
        chip for chip in SMALL_CHIPS if all(paid % chip == 0 for row in amounts for paid in row)
    )


def _check_blinds(level: BlindLevel, *, row: int, chip: int) -> None:
    small, big = level.small_blind, level.big_blind
    if not small or not big:
        raise Refusal(EventCode.BLINDS_MISSING, row=row)
    if not halves(small, big, chip):
        raise Refusal(EventCode.SMALL_BLIND_NOT_HALF, row=row, small=small, big=big)


def session_over(reading: ClockReading, *, levels: int) -> bool:
    """Return whether ``levels`` levels are over; never for 0 (PAY-SPLIT, RANK-2)."""
    return levels > 0 and reading.number + reading.is_break > levels


def level_at(
    levels: Sequence[BlindLevel],
    *,
    started_at: datetime,
    pauses: Sequence[Pause],
    skips: Mapping[int, datetime] = NO_SKIPS,
    anew: Anew | None = None,
    now: datetime,
) -> ClockReading:
    """Return the clock at ``now`` (TRN-1); the last level has no end, and pauses take no time.

    ``skips`` are the times at which rows were ended early: later rows begin earlier. From ``anew``
    on the clock runs from that row.
    """
    stops = _stops(pauses, since=started_at)
    # A ``now`` slightly before the restart reads the restarted row, not the first one.
    opening = timedelta() if anew is None else _played(started_at, stops, anew.at)
    played = max(opening, _played(started_at, stops, now))
    ends = _ends(levels, started_at=started_at, stops=stops, skips=skips, anew=anew)
    last = len(levels) - 1
    index = next((row for row, end in enumerate(ends) if played < end), last)
    paused = any(start <= now and end is None for start, end in stops)
    begun = ends[index - 1] if index else opening
    again = anew is not None and index == anew.row
    return ClockReading(
        index=index,
        level=levels[index],
        blinds=next(level for level in levels[index:] if not level.is_break),
        number=sum(not level.is_break for level in levels[: index + 1]),
        since=_on_the_wall(begun, started_at, stops),
        until=None if paused or index == last else _on_the_wall(ends[index], started_at, stops),
        left=None if index == last else ends[index] - played,
        paused=paused,
        after_break=index > 0 and not again and levels[index - 1].is_break,
        outlasted=played >= ends[index],
    )


def level_ends_at(
    levels: Sequence[BlindLevel],
    *,
    number: int,
    started_at: datetime,
    pauses: Sequence[Pause],
    skips: Mapping[int, datetime] = NO_SKIPS,
    anew: Anew | None = None,
) -> datetime | None:
    """Return the end of level ``number``; None while the clock is stopped before it."""
    stops = _stops(pauses, since=started_at)
    ends = _ends(levels, started_at=started_at, stops=stops, skips=skips, anew=anew)
    row = [row for row, level in enumerate(levels) if not level.is_break][number - 1]
    moment = _on_the_wall(ends[row], started_at, stops)
    return None if any(end is None and start < moment for start, end in stops) else moment


def time_to_break(levels: Sequence[BlindLevel], reading: ClockReading) -> timedelta | None:
    """Return the time on the clock until the next break; None in a break, or without another."""
    if reading.left is None or reading.is_break:
        return None
    left = reading.left
    for level in levels[reading.index + 1 :]:
        if level.is_break:
            return left
        left += timedelta(seconds=level.seconds)
    return None


def stopped(pauses: Iterable[Pause], *, since: datetime, until: datetime) -> timedelta:
    """Return the time for which the clock was stopped between two moments."""
    return sum(
        (
            max(timedelta(), min(end or until, until) - start)
            for start, end in _stops(pauses, since=since)
        ),
        timedelta(),
    )


def _ends(
    levels: Sequence[BlindLevel],
    *,
    started_at: datetime,
    stops: Sequence[Pause],
    skips: Mapping[int, datetime],
    anew: Anew | None,
) -> list[timedelta]:
    """Return the time on the clock at the end of each row; the last row does not end there."""
    cut = {row: _played(started_at, stops, at) for row, at in skips.items()}
    first = 0 if anew is None else anew.row
    begun = timedelta() if anew is None else _played(started_at, stops, anew.at)
    # Rows before the restart are over, regardless of their length.
    ends = [begun] * first
    for row, level in enumerate(levels[first:], start=first):
        end = begun + timedelta(seconds=level.seconds)
        begun = max(begun, min(end, cut[row])) if row in cut else end
        ends.append(begun)
    return ends


def _stops(pauses: Iterable[Pause], *, since: datetime) -> list[Pause]:
    """Return the pauses since the start, in order, with overlapping ones merged."""
    stops: list[Pause] = []
    for start, end in sorted(pauses, key=lambda pause: pause[0]):
        if end is not None and end <= since:
            continue
        start = max(start, since)
        if stops and (stops[-1][1] is None or start <= stops[-1][1]):
            start, before = stops.pop()
            end = None if before is None or end is None else max(before, end)
        stops.append((start, end))
    return stops


def _played(started_at: datetime, pauses: Iterable[Pause], now: datetime) -> timedelta:
    """Return the time on the clock: since the start, less the pauses."""
    return max(timedelta(), now - started_at - stopped(pauses, since=started_at, until=now))


def _on_the_wall(played: timedelta, started_at: datetime, stops: Sequence[Pause]) -> datetime:
    """Return the moment at which ``played`` was, or will be, on the clock."""
    moment = started_at + played
    for start, end in stops:
        if end is not None and start < moment:
            moment += end - start
    return moment
