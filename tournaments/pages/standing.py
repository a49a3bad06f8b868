"""How an event stands, for its tables: one small fact that all of its players ask (LOBBY-1).

It is worked out once in so many seconds by a process, however many ask and however many hands are
played meanwhile; only the reader's own rank is looked up in it.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from core.types import Chips
from tables.models import Seat, Table
from tournaments.models import Tournament
from tournaments.play import awards, deals
from tournaments.rules.level_clock import ClockReading, Level, LevelTold, time_to_break

# For how long an answer is as good as a new one.
KEEP = timedelta(seconds=5)
# Events that a process remembers.
MOST = 200


@dataclass(frozen=True, slots=True)
class Standing:
    """An event at the moment ``at``; ``told`` is for everybody, ``stacks`` by user, as they were
    when the hands that run began, are not."""

    at: datetime
    told: dict[str, Any]
    stacks: dict[int, Chips]
    ranked: Sequence[Chips]

    def rank_of(self, user_id: int | None) -> int | None:
        """Which stack is the reader's, the largest being the first; None for who has none."""
        stack = None if user_id is None else self.stacks.get(user_id)
        if not stack:
            return None
        return 1 + len(self.ranked) - bisect_right(self.ranked, stack)


_kept: OrderedDict[int, Standing] = OrderedDict()


def read(tournament_id: int, *, now: datetime) -> Standing | None:
    """How an event stands, as read at most ``KEEP`` ago; None where there is no such event."""
    kept = _kept.get(tournament_id)
    if kept is not None and timedelta() <= now - kept.at < KEEP:
        return kept
    event = Tournament.objects.select_related("draw").filter(pk=tournament_id).first()
    if event is None:
        return None
    standing = _read(event, now=now)
    _kept[tournament_id] = standing
    _kept.move_to_end(tournament_id)
    if len(_kept) > MOST:
        _kept.popitem(last=False)
    return standing


def forget() -> None:
    """Read every event anew (for tests)."""
    _kept.clear()


def _read(event: Tournament, *, now: datetime) -> Standing:
    seats = Seat.objects.filter(table__event=event.event, table__status=Table.Status.OPEN)
    stacks = {user: Chips(stack) for user, stack in seats.values_list("user", "stack")}
    reading = None if event.over else event.clock_at(now)
    told = {
        "left": event.live_count,
        "entries": event.entry_count,
        "average": event.average_stack,
        **_clock(event, reading, now=now),
        **_prizes(event),
        "deal": _may_deal(event, now=now),
    }
    return Standing(now, told, stacks, sorted(stack for stack in stacks.values() if stack))


def _clock(event: Tournament, reading: ClockReading | None, *, now: datetime) -> dict[str, Any]:
    """The level, the blinds to come, and until when one may still enter."""
    if reading is None:
        nothing = ("level", "until", "next", "break_at", "late_until")
        return {**dict.fromkeys(nothing), "paused": False, "late": False}
    to_break = None if reading.paused else time_to_break(event.levels, reading)
    late = event.may_still_enter(now)
    to_end = _to_end_of(event, reading) if late and not reading.paused else None
    return {
        "level": reading.number,
        "until": reading.until,
        "paused": reading.paused,
        "next": _next(event.levels, reading),
        "break_at": None if to_break is None else now + to_break,
        "late": late,
        "late_until": None if to_end is None else now + to_end,
    }


def _next(levels: Sequence[Level], reading: ClockReading) -> LevelTold | None:
    """The blinds after those that are played, or, in a break, those that follow it."""
    if reading.is_break:
        return reading.blinds.to_json()
    coming = (level for level in levels[reading.index + 1 :] if not level.is_break)
    level = next(coming, None)
    return None if level is None else level.to_json()


def _to_end_of(event: Tournament, reading: ClockReading) -> timedelta | None:
    """What is on the clock until nobody can enter any more; None where that never comes."""
    if reading.left is None:
        return None
    levels_to_come = event.late_levels - reading.number
    left, rows = reading.left, event.levels[reading.index + 1 :]
    for level in rows:
        if levels_to_come == 0:
            return left
        left += timedelta(seconds=level.seconds)
        levels_to_come -= not level.is_break
    return left if levels_to_come == 0 else None


def _may_deal(event: Tournament, *, now: datetime) -> bool:
    """Whether those who are left may talk about a deal; no query for large fields."""
    return event.live_count <= event.seats_per_table and deals.refusal(event, now=now) is None


def _prizes(event: Tournament) -> dict[str, Any]:
    """How far the next prize is: ``out`` more players have to go, and then the next is paid
    ``prize`` cents; ``in_money`` once everybody who is left wins something, ``sure`` cents
    at least."""
    if event.draw is not None and event.draw.multiplier is None:
        return {"paid": None, "in_money": False, "sure": 0, "out": None, "prize": None}
    prizes = list(takewhile(bool, awards.prize_list(event)))
    left, paid = event.live_count, len(prizes)
    in_money = 0 < left <= paid
    # The place that the next to go out takes, and the first better one that is worth more.
    sure = prizes[left - 1] if in_money else 0
    better = [place for place, prize in enumerate(prizes[:left], start=1) if prize > sure]
    place = max(better, default=None)
    return {
        "paid": paid,
        "in_money": in_money,
        "sure": sure,
        "out": None if place is None or not left else left - place,
        "prize": None if place is None else prizes[place - 1],
    }
