"""Tables that deal on by themselves, so that the cost of a hand does not depend on the field.

The director allows it while nothing holds the whole event, and holds a table where it has to act.
Between two hands of its own, only the table itself acts; where it cannot deal it hands itself over,
and its deadline is empty until the director deals.
"""

from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import transaction

from tables.live import dealer, record, seating
from tables.live.record import TableRecord
from tables.models import Hand
from tables.wire.frame_types import Notice
from tournaments.floor import floors, step_schedule
from tournaments.floor.floors import StoredFloor, TableState
from tournaments.models import Tournament
from tournaments.play import desertion, timekeeping
from tournaments.rules import level_clock
from tournaments.rules.level_clock import BlindLevel


def allow(plan: StoredFloor, *, wait: Notice | None, together: bool) -> None:
    """Allow the tables to deal on, or stop it while they wait for the event or for each other.

    After a break they wait until each hand begun before it is over (TRN-5).
    """
    event = plan.tournament
    plain = plan.deals and wait is None and not together and not event.plays_apart
    _note(plan, deals_on=plain and len(plan.tables) >= settings.AUTO_DEAL_FROM_TABLES)


def stop(plan: StoredFloor) -> None:
    """Make all tables wait after their current hands."""
    _note(plan, deals_on=False)


def may(plan: StoredFloor, table: TableState) -> bool:
    """Return whether an idle table may deal by itself from now on. The director deals where a
    player has no chips, and where all players sit out (OUT-1)."""
    if not plan.tournament.deals_on or table.able < len(table.stacks):
        return False
    desertion.note(plan, table)
    return table.deserted_at is None


def look(*, table_id: int, now: datetime) -> Hand | None:
    """Deal the next hand if it is due, or hand the table over to the director; idempotent.

    Refuse NO_SUCH_TABLE.
    """
    with transaction.atomic():
        table = record.lock(table_id)
        at, number = table.live.look_at, Tournament.number_of(table.event)
        if table.live.playing is not None or at is None or now < at or number is None:
            return None
        event = Tournament.objects.get(pk=number)
        level = _coming(event, table, now=now)
        if level is not None:
            seating.prepare_to_deal(table, floors.stakes_of(level))
            return dealer.deal_to_all(table, now=now)
        seating.hand_over(table, notice=_notice(event, now=now), now=now)
        transaction.on_commit(partial(step_schedule.look_at, number, at=now))
    return None


def _coming(event: Tournament, table: TableRecord, *, now: datetime) -> BlindLevel | None:
    """Return the level of the next hand; None where the director has to act first."""
    reading = event.clock_at(now)
    if reading is None or not (table.deals_on and _nothing_holds(event)):
        return None
    if reading.is_break or level_clock.session_over(reading, levels=event.session_levels):
        return None
    sitters = table.live.seats.values()
    somebody_there = any(not sitter.away for sitter in sitters)
    playing = len(sitters) > 1 and all(sitter.stack for sitter in sitters)
    return reading.blinds if playing and somebody_there else None


def _notice(event: Tournament, *, now: datetime) -> Notice | None:
    """Return the notice of a pause or break, or None; others would require the whole field."""
    if event.pause is not None:
        return timekeeping.notice(event)
    reading = event.clock_at(now)
    if reading is None or not reading.is_break:
        return None
    return timekeeping.break_notice(reading)


def _nothing_holds(event: Tournament) -> bool:
    return event.status == Tournament.Status.RUNNING and event.deals_on and event.pause is None


def _note(plan: StoredFloor, *, deals_on: bool) -> None:
    if plan.tournament.deals_on != deals_on:
        plan.note(deals_on=deals_on)
