"""The state of an event between two hands: whether it is decided, and why its tables wait.

It asks the floor alone: the director's, online or live, and a simulation's in memory.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from tables.models import Table
from tables.wire.frame_types import FinalTableNotice, Notice
from tournaments.floor.floors import WAITING, Floor, table_name
from tournaments.play import awards, hand_for_hand, timekeeping
from tournaments.play.formats import format_of
from tournaments.rules.level_clock import ClockReading

# A new final table is shown this many times as long as a hand's result: about eight seconds.
RESULTS_LONG = 2


class Outlook(NamedTuple):
    """The progress of an event.

    ``won``: one player is left, and none may enter. ``ended``: no hand begins any more;
    ``played_out``: and none is running. While ``entry_open`` players may enter, and while
    ``pool_open`` the prizes or the places are not settled.
    """

    won: bool
    ended: bool
    played_out: bool
    entry_open: bool
    pool_open: bool

    @property
    def decided(self) -> bool:
        return self.won or self.played_out


class Coming(NamedTuple):
    """The next hands: their clock, the notice of all tables that wait for them (None: no wait),
    and whether they begin ``together`` (TRN-4)."""

    reading: ClockReading
    wait: Notice | None
    together: bool


def outlook(plan: Floor, *, ended: bool) -> Outlook:
    """Return the progress of an event; ``ended``: the session is over, by the clock or a deal.

    A satellite ends when all players still in are certain of the same seat (PAY-SAT).
    """
    event = plan.tournament
    entry_open = not ended and event.may_still_enter(plan.now)
    # TRN-2: as long as opponents may enter, the last player waits for them.
    won = event.live_count == 1 and not entry_open
    # Until the last entry, rebuy and add-on no place has its prize, and until a shootout's round
    # is over the ties are unknown.
    pool_open = (
        bool(plan.deciding)
        or format_of(event).round_runs(plan)
        or (not (won or ended) and event.pool_may_grow(plan.now))
    )
    ended = ended or (not pool_open and awards.all_win_the_same(event))
    return Outlook(
        won=won,
        ended=ended,
        played_out=ended
        and not plan.deciding
        and len(plan.ready()) == len(plan.tables)
        # LIVE-3: chips decide nothing before they are counted.
        and event.stacks_certain,
        entry_open=entry_open,
        pool_open=pool_open,
    )


def prepare(plan: Floor, outlook: Outlook, reading: ClockReading, *, round_runs: bool) -> Coming:
    """Rearrange the tables as far as running hands allow, and return the next hands; ``round_runs``
    while a round of hand-for-hand is played."""
    may_begin = (
        not outlook.ended
        and not round_runs
        and plan.rearrange(level=reading.blinds, entry_open=outlook.entry_open)
    )
    # The next round of a shootout begins with the first level.
    reading = plan.clock()
    together = round_runs or (
        not outlook.ended and not outlook.pool_open and hand_for_hand.is_due(plan)
    )
    if together and not plan.round_may_begin():
        may_begin = False
    wait = _why_wait(plan, reading, may_begin=may_begin, together=together)
    return Coming(reading, wait, together)


def _why_wait(
    plan: Floor, reading: ClockReading, *, may_begin: bool, together: bool
) -> Notice | None:
    if reading.is_break:
        return timekeeping.break_notice(reading)
    # TRN-5: play resumes together, once every hand begun before the break is over.
    late = reading.after_break and any(
        table.playing and table.hand_started_at and table.hand_started_at < reading.since
        for table in plan.tables.values()
    )
    if together and any(table.held for table in plan.tables.values()):
        # A round is one hand of every table (TRN-4).
        return WAITING
    if not late and together and (others := hand_for_hand.waiting(plan)):
        return plan.waits_for_round(others)
    return WAITING if late or not may_begin else None


def greeted_until(plan: Floor) -> datetime | None:
    """Return when the first hand of a final table may begin; None without one to greet.

    An event of one table from the start has none.
    """
    began = plan.tournament.started_at
    if len(plan.tables) != 1 or began is None:
        return None
    [table] = plan.tables.values()
    new = table.hand_id is None and table.opened_at is not None and table.opened_at > began
    if not new or table.name != table_name(plan.tournament, Table.FINAL):
        return None
    assert table.opened_at is not None
    return table.opened_at + timedelta(seconds=RESULTS_LONG * settings.RESULT_SECONDS)


def greeting(plan: Floor) -> FinalTableNotice | None:
    """Return the notice of a final table before its first hand; None once it has been shown long
    enough. Prizes that may still change are not told."""
    until = greeted_until(plan)
    if until is None or until <= plan.now:
        return None
    event = plan.tournament
    prizes = [] if event.pool_may_grow(plan.now) else awards.prize_list(event)[: event.live_count]
    return {"kind": "final_table", "prizes": prizes, "until": until.isoformat()}
