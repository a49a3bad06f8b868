"""The standing of an event, which all players at its tables request (LOBBY-1).

Each process computes it at most once in ``KEEP``, independent of the number of requests and hands;
only the reader's own rank is looked up for each.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from core.types import Chips
from tables.live.shown_stacks import shown_stack
from tables.models import Seat, Table
from tournaments.models import Tournament
from tournaments.play import awards, deals
from tournaments.rules.level_clock import BlindLevel, ClockReading, LevelTold, time_to_break

# The age up to which a cached standing is served.
KEEP = timedelta(seconds=5)
# Events that a process remembers.
MOST = 200


@dataclass(frozen=True, slots=True)
class Standing:
    """An event at the moment ``at``; ``content`` is public, ``stacks`` are not: by user, as they
    were when the hands began whose ends players have not seen. It knows of each table what its
    version tells.
    """

    at: datetime
    content: dict[str, Any]
    stacks: dict[int, Chips]
    ranked: Sequence[Chips]
    versions: dict[int, int]
    home: bool

    def rank_of(self, user_id: int | None) -> int | None:
        """Return the rank of the reader's stack, 1 for the largest; None without chips."""
        stack = None if user_id is None else self.stacks.get(user_id)
        if not stack:
            return None
        return 1 + len(self.ranked) - bisect_right(self.ranked, stack)


_kept: OrderedDict[int, Standing] = OrderedDict()


def read(tournament_id: int, *, now: datetime) -> Standing | None:
    """Return the standing of an event, at most ``KEEP`` old; None for an unknown event."""
    cached = _kept.get(tournament_id)
    if cached is not None and timedelta() <= now - cached.at < KEEP:
        return cached
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
    """Clear the cache (for tests)."""
    _kept.clear()


def _read(event: Tournament, *, now: datetime) -> Standing:
    tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    seats = Seat.objects.filter(table__in=tables).annotate(shown=shown_stack(tables, now=now))
    stacks = {user: Chips(stack) for user, stack in seats.values_list("user", "shown")}
    reading = None if event.over else event.clock_at(now)
    content = {
        "left": event.live_count,
        "entries": event.entry_count,
        "average": event.average_stack,
        **_clock(event, reading, now=now),
        **_prizes(event),
        "deal": _may_deal(event, now=now),
    }
    ranked = sorted(stack for stack in stacks.values() if stack)
    # Last: at least as new as all that was read.
    versions = dict(Table.objects.filter(event=event.event).values_list("pk", "version"))
    return Standing(now, content, stacks, ranked, versions, event.home)


def _clock(event: Tournament, reading: ClockReading | None, *, now: datetime) -> dict[str, Any]:
    """The level, the next blinds, the next break, and the end of late registration."""
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


def _next(levels: Sequence[BlindLevel], reading: ClockReading) -> LevelTold | None:
    """The blinds after those in force, or, in a break, those that follow it."""
    if reading.is_break:
        return reading.blinds.to_json()
    coming = (level for level in levels[reading.index + 1 :] if not level.is_break)
    level = next(coming, None)
    return None if level is None else level.to_json()


def _to_end_of(event: Tournament, reading: ClockReading) -> timedelta | None:
    """Return the time on the clock until late registration ends; None if it never does."""
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
    """Return whether the table offers a deal to the remaining players: once somebody is out, at
    the last table. No query for large fields."""
    few = event.live_count <= event.seats_per_table
    return few and event.live_count < event.entry_count and deals.refusal(event, now=now) is None


def _prizes(event: Tournament) -> dict[str, Any]:
    """The next prize: after ``out`` more eliminations the next player out wins ``prize`` cents.
    ``in_money`` once each remaining player wins a prize, at least ``sure`` cents."""
    if event.draw is not None and event.draw.multiplier is None:
        return {"paid": None, "in_money": False, "sure": 0, "out": None, "prize": None}
    prizes = list(takewhile(bool, awards.prize_list(event)))
    left, paid = event.live_count, len(prizes)
    in_money = 0 < left <= paid
    # The place of the next player out, and the nearest better one that is worth more.
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
