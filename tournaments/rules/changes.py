"""The changes that staff may make to an announced or running event, and the terms after them.

A change is a value with a kind. It checks whether it is allowed, and derives the new terms from the
old ones. The published terms are never altered.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from functools import reduce
from typing import Any, ClassVar, Final

from core.refusal import Refusal
from tournaments.refusals import EventCode
from tournaments.rules import level_clock, windows
from tournaments.rules.level_clock import Anew, BlindLevel, ClockReading

# The furthest that a start is put off, and the most time that one change adds to a level.
FURTHEST: Final = timedelta(days=60)
MOST_SECONDS: Final = 24 * 60 * 60
# More than any event has had.
MOST_ENTRIES: Final = 300_000


@dataclass(frozen=True, slots=True)
class Stands:
    """The current values of the terms that may change; money in cents.

    ``begins_at`` is the start as last announced, None without one. ``together``: staff have all
    tables play hand for hand.
    """

    begins_at: datetime | None
    levels: tuple[BlindLevel, ...]
    late_levels: int
    guarantee: int
    most_entries: int
    anew: Anew | None = None
    together: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """The state of an event at the moment of a change: its fixed terms and the progress of play.

    ``reading`` is None before the start. ``pool_open``: no place is settled, and entries, rebuys or
    add-ons may still come. ``entry_open``: entries may still come, at most ``room`` in all.
    ``fewest`` is the least number of ``entries``; ``absent`` players still have to check in.
    """

    now: datetime
    over: bool
    reading: ClockReading | None
    pool_open: bool
    entry_open: bool
    room: int
    entries: int
    fewest: int
    absent: int
    sit_and_go: bool
    live: bool
    blinds: bool
    shootout: bool
    drawn: bool
    tables: int
    session_levels: int
    re_entry_levels: int
    rebuy_levels: int
    add_on_after_level: int


@dataclass(frozen=True, slots=True)
class Change:
    """One change; ``kind`` is its tag in storage."""

    kind: ClassVar[str]

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse a change that is not allowed now."""
        raise NotImplementedError

    def seen(self, scene: Scene) -> "Change":
        """Return the change with those facts of the current moment that it must record."""
        return self

    def of(self, stands: Stands, *, at: datetime) -> Stands:
        """Return the terms after this change."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {"kind": self.kind, **values}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Change":
        return cls(**data)


@dataclass(frozen=True, slots=True)
class PutOff(Change):
    """A later start; for a live event an earlier one, too (AMEND-2)."""

    kind = "start"
    to: datetime

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse EVENT_OVER, HAS_BEGUN, NO_DATE, NOT_LATER."""
        _check_before(scene)
        if stands.begins_at is None:
            raise Refusal(EventCode.NO_DATE)
        after = scene.now if scene.live else max(stands.begins_at, scene.now)
        if not after < self.to <= scene.now + FURTHEST:
            raise Refusal(EventCode.NOT_LATER, start=after, days=FURTHEST.days)

    def of(self, stands: Stands, *, at: datetime) -> Stands:
        return replace(stands, begins_at=self.to)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "to": self.to.isoformat()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PutOff":
        return cls(datetime.fromisoformat(data["to"]))


@dataclass(frozen=True, slots=True)
class StartNow(PutOff):
    """An immediate start of a live event, whose players the floor sees (AMEND-2)."""

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse EVENT_OVER, HAS_BEGUN, NO_DATE, NOT_LIVE, TOO_FEW_TO_START, NOT_CHECKED_IN."""
        _check_before(scene)
        if stands.begins_at is None:
            raise Refusal(EventCode.NO_DATE)
        if not scene.live:
            raise Refusal(EventCode.NOT_LIVE)
        if scene.entries < scene.fewest:
            raise Refusal(EventCode.TOO_FEW_TO_START, entries=scene.entries, fewest=scene.fewest)
        if scene.absent:
            raise Refusal(EventCode.NOT_CHECKED_IN, absent=scene.absent)

    def seen(self, scene: Scene) -> Change:
        return PutOff(scene.now)


@dataclass(frozen=True, slots=True)
class LevelTime(Change):
    """``seconds`` more, or fewer below zero, for the running ``row`` of the schedule (AMEND-3)."""

    kind = "time"
    row: int
    seconds: int

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse EVENT_OVER, NOT_STARTED, EVENT_CHANGED, SHOOTOUT_TERMS, LAST_LEVEL, TIME_LEFT."""
        reading = _running(scene, row=self.row)
        if scene.shootout:
            # Its next rounds begin with the same levels (SHOOT-2).
            raise Refusal(EventCode.SHOOTOUT_TERMS)
        if reading.left is None:
            raise Refusal(EventCode.LAST_LEVEL)
        left = int(reading.left.total_seconds())
        if not self.seconds or not -left < self.seconds <= MOST_SECONDS:
            raise Refusal(EventCode.TIME_LEFT, seconds=left)

    def of(self, stands: Stands, *, at: datetime) -> Stands:
        level = stands.levels[self.row]
        longer = replace(level, seconds=level.seconds + self.seconds)
        levels = (*stands.levels[: self.row], longer, *stands.levels[self.row + 1 :])
        return replace(stands, levels=levels)


@dataclass(frozen=True, slots=True)
class LevelAgain(Change):
    """A restart of the level at ``row`` with its whole time (AMEND-3)."""

    kind = "again"
    row: int

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse EVENT_OVER, NOT_STARTED, FIRST_LEVEL, EVENT_CHANGED, WOULD_REOPEN."""
        reading = _running(scene)
        before = level_before(stands.levels, reading)
        if before is None:
            raise Refusal(EventCode.FIRST_LEVEL)
        if before != self.row:
            raise Refusal(EventCode.EVENT_CHANGED)
        if _reopens(stands, scene, reading, row=before):
            raise Refusal(EventCode.WOULD_REOPEN)

    def of(self, stands: Stands, *, at: datetime) -> Stands:
        return replace(stands, anew=Anew(self.row, at))


@dataclass(frozen=True, slots=True)
class NewLevels(Change):
    """A new schedule from ``row`` on (AMEND-3); it begins ``at_once`` after a last level that has
    outlasted its time."""

    kind = "levels"
    row: int
    levels: tuple[BlindLevel, ...]
    at_once: bool = False

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse EVENT_OVER, EVENT_CHANGED, SHOOTOUT_TERMS, SESSION_HAS_NO_END, and the schedules
        that ``level_clock.check_schedule`` and ``windows.check_sales`` refuse."""
        _check_not_over(scene)
        if scene.shootout:
            raise Refusal(EventCode.SHOOTOUT_TERMS)
        if self.row != first_to_come(scene.reading):
            raise Refusal(EventCode.EVENT_CHANGED)
        levels = self.of(stands, at=scene.now).levels
        late = max(stands.late_levels, scene.re_entry_levels)
        level_clock.check_schedule(levels, late_levels=late, blinds=scene.blinds, live=scene.live)
        windows.check_sales(
            levels,
            rebuy_levels=scene.rebuy_levels,
            add_on_after_level=scene.add_on_after_level,
        )
        if scene.session_levels >= sum(not level.is_break for level in levels):
            raise Refusal(EventCode.SESSION_HAS_NO_END)

    def seen(self, scene: Scene) -> "NewLevels":
        # Otherwise the levels that fit into the exceeded time would be over already.
        return replace(self, at_once=scene.reading is not None and scene.reading.outlasted)

    def of(self, stands: Stands, *, at: datetime) -> Stands:
        levels = (*stands.levels[: self.row], *self.levels)
        anew = Anew(self.row, at) if self.at_once else stands.anew
        return replace(stands, levels=levels, anew=anew)

    def to_json(self) -> dict[str, Any]:
        rows = [level.to_json() for level in self.levels]
        return {"kind": self.kind, "row": self.row, "levels": rows, "at_once": self.at_once}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "NewLevels":
        return cls(data["row"], level_clock.schedule(data["levels"]), data["at_once"])


@dataclass(frozen=True, slots=True)
class LateLevels(Change):
    """Late registration until the end of a later level (AMEND-2)."""

    kind = "late"
    levels: int

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse EVENT_OVER, SHOOTOUT_TERMS, DRAWN_PRIZE, REGISTRATION_CLOSED, LATE_NOT_LATER,
        LATE_AFTER_SESSION, LATE_REGISTRATION_ENDLESS."""
        _check_not_over(scene)
        _check_plain(scene)
        if not scene.entry_open:
            raise Refusal(EventCode.REGISTRATION_CLOSED)
        if self.levels <= stands.late_levels:
            raise Refusal(EventCode.LATE_NOT_LATER, levels=stands.late_levels)
        if 0 < scene.session_levels < self.levels:
            raise Refusal(EventCode.LATE_AFTER_SESSION, levels=scene.session_levels)
        level_clock.check_late(stands.levels, late_levels=self.levels)

    def of(self, stands: Stands, *, at: datetime) -> Stands:
        return replace(stands, late_levels=self.levels)


@dataclass(frozen=True, slots=True)
class Guarantee(Change):
    """A higher guarantee, cents (AMEND-2)."""

    kind = "guarantee"
    cents: int

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse EVENT_OVER, DRAWN_PRIZE, PRIZES_FIXED, NOT_RAISED."""
        _check_not_over(scene)
        if scene.drawn:
            raise Refusal(EventCode.DRAWN_PRIZE)
        if not scene.pool_open:
            raise Refusal(EventCode.PRIZES_FIXED)
        if self.cents <= stands.guarantee:
            raise Refusal(EventCode.NOT_RAISED, guarantee=stands.guarantee)

    def of(self, stands: Stands, *, at: datetime) -> Stands:
        return replace(stands, guarantee=self.cents)


@dataclass(frozen=True, slots=True)
class MoreSeats(Change):
    """A higher limit of entries (AMEND-2)."""

    kind = "seats"
    entries: int

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse EVENT_OVER, DRAWN_PRIZE, NO_DATE, REGISTRATION_CLOSED, NOT_MORE_SEATS,
        ONE_TABLE_GAME."""
        _check_not_over(scene)
        if scene.drawn:
            raise Refusal(EventCode.DRAWN_PRIZE)
        if scene.sit_and_go:
            raise Refusal(EventCode.NO_DATE)
        if not scene.entry_open:
            raise Refusal(EventCode.REGISTRATION_CLOSED)
        if not stands.most_entries < self.entries <= MOST_ENTRIES:
            raise Refusal(EventCode.NOT_MORE_SEATS, most=stands.most_entries)
        if self.entries > scene.room:
            raise Refusal(EventCode.ONE_TABLE_GAME, seats=scene.room)

    def of(self, stands: Stands, *, at: datetime) -> Stands:
        return replace(stands, most_entries=self.entries)


@dataclass(frozen=True, slots=True)
class Together(Change):
    """Hand-for-hand play at all tables from now on, or the end of it (TRN-4)."""

    kind = "together"
    on: bool

    def check(self, stands: Stands, scene: Scene) -> None:
        """Refuse EVENT_OVER, NOT_STARTED, TABLES_PLAY_APART, EVENT_CHANGED, ENTRY_STILL_OPEN,
        ONE_TABLE."""
        _running(scene)
        if scene.shootout:
            raise Refusal(EventCode.TABLES_PLAY_APART)
        if self.on == stands.together:
            raise Refusal(EventCode.EVENT_CHANGED)
        if self.on and scene.pool_open:
            raise Refusal(EventCode.ENTRY_STILL_OPEN)
        if self.on and scene.tables < 2:
            raise Refusal(EventCode.ONE_TABLE)

    def of(self, stands: Stands, *, at: datetime) -> Stands:
        return replace(stands, together=self.on)


ALL: Final[tuple[type[Change], ...]] = (
    *(PutOff, LevelTime, LevelAgain, NewLevels, LateLevels, Guarantee, MoreSeats, Together),
)
KINDS: Final[Mapping[str, type[Change]]] = {made.kind: made for made in ALL}


def read(data: Mapping[str, Any]) -> Change:
    """Return a change from its stored form."""
    made = KINDS[data["kind"]]
    return made.from_json({field.name: data[field.name] for field in fields(made)})


def after(stands: Stands, made: Iterable[tuple[datetime, Change]]) -> Stands:
    """Return published terms after these changes, given in order with the time of each."""
    return reduce(lambda terms, one: one[1].of(terms, at=one[0]), made, stands)


def first_to_come(reading: ClockReading | None) -> int:
    """The first row of the schedule that has not begun."""
    return 0 if reading is None else reading.index + 1


def level_before(levels: Sequence[BlindLevel], reading: ClockReading) -> int | None:
    """The row of the level before the running row; None in the first level."""
    rows = (row for row in range(reading.index - 1, -1, -1) if not levels[row].is_break)
    return next(rows, None)


def _check_not_over(scene: Scene) -> None:
    if scene.over:
        raise Refusal(EventCode.EVENT_OVER)


def _check_before(scene: Scene) -> None:
    _check_not_over(scene)
    if scene.reading is not None:
        raise Refusal(EventCode.HAS_BEGUN)


def _check_plain(scene: Scene) -> None:
    if scene.shootout:
        raise Refusal(EventCode.SHOOTOUT_TERMS)
    if scene.drawn:
        raise Refusal(EventCode.DRAWN_PRIZE)


def _running(scene: Scene, *, row: int | None = None) -> ClockReading:
    """Return the clock of an event. Refuse EVENT_OVER, NOT_STARTED, EVENT_CHANGED (``row``)."""
    _check_not_over(scene)
    reading = scene.reading
    if reading is None or reading.since > scene.now:
        # The clock runs from the first hand.
        raise Refusal(EventCode.NOT_STARTED)
    if row is not None and row != reading.index:
        raise Refusal(EventCode.EVENT_CHANGED)
    return reading


def _reopens(stands: Stands, scene: Scene, reading: ClockReading, *, row: int) -> bool:
    """Return whether a closed window or session would be open again at ``row``."""
    number = sum(not level.is_break for level in stands.levels[: row + 1])
    add_on = windows.add_on_row(stands.levels, after_level=scene.add_on_after_level)
    over = level_clock.session_over(reading, levels=scene.session_levels)
    return (
        over
        or any(_closed(stands, scene, reading, number))
        or (add_on is not None and row <= add_on < reading.index)
    )


def _closed(stands: Stands, scene: Scene, reading: ClockReading, number: int) -> Iterator[bool]:
    """Yield for each window whether it has closed, and would be open in level ``number``."""
    late = stands.late_levels
    for levels in (late, scene.re_entry_levels or late):
        is_open = windows.late_registration_open(reading, late_levels=levels)
        yield not is_open and number <= levels
    yield not windows.rebuys_open(reading, levels=scene.rebuy_levels) and (
        number <= scene.rebuy_levels
    )
