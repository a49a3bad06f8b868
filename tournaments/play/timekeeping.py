"""Stopping the clock of an event, starting it again, and ending a level early (TRN-6).

The clock itself is computed (``rules.level_clock``): these verbs only record its pauses, and the
rows of the schedule that were cut short.
"""

from datetime import datetime, timedelta
from enum import StrEnum

import structlog
from django.db import transaction
from django.db.models import Q

from core import unavailable
from core.refusal import Refusal
from tables.live import dealer, outage_grace
from tables.models import Table
from tables.wire.frame_types import BreakNotice, PausedNotice
from tournaments.floor import step_schedule
from tournaments.floor.locking import lock
from tournaments.models import StandStill, Tournament
from tournaments.play import hand_for_hand
from tournaments.refusals import EventCode
from tournaments.rules import windows
from tournaments.rules.level_clock import ClockReading

log = structlog.get_logger(__name__)

Status = Tournament.Status


class Cause(StrEnum):
    """The cause of a pause."""

    STAFF = "staff"
    HOST = "host"
    CONNECTIONS = "connections"
    OUTAGE = "outage"


# A pause by people replaces one by the director.
BY_PEOPLE = (Cause.STAFF, Cause.HOST)


def pause(
    *,
    tournament_id: int,
    reason: str,
    now: datetime,
    cause: Cause = Cause.STAFF,
    connected: int | None = None,
) -> Tournament:
    """Stop the clock and the action clocks; running hands may be played on, none begins.

    Players read ``reason``. Idempotent, but a pause by people replaces one by the director.
    ``connected``, the number of players connected before, is stored with it. Refuse
    NO_SUCH_TOURNAMENT, NOT_STARTED, EVENT_OVER.
    """
    with transaction.atomic():
        tournament = _running(tournament_id)
        standing = tournament.pause
        if standing is not None:
            if cause not in BY_PEOPLE or standing["cause"] in BY_PEOPLE:
                return tournament
            standing["end"] = now.isoformat()
        _record(tournament, cause, start=now, end=None, reason=reason, connected=connected)
        for table_id in _open_tables(tournament):
            dealer.freeze(table_id=table_id, notice=notice(tournament), now=now)
        step_schedule.look_at(tournament.pk, at=now)
    return tournament


def resume(*, tournament_id: int, now: datetime, cause: Cause | None = None) -> Tournament:
    """Resume all clocks where they stopped; no effect without a pause, or for another ``cause``.

    Refuse NO_SUCH_TOURNAMENT, NOT_STARTED, EVENT_OVER.
    """
    with transaction.atomic():
        tournament = _running(tournament_id)
        standing = tournament.pause
        if standing is None or cause not in (None, standing["cause"]):
            return tournament
        standing["end"] = now.isoformat()
        tournament.keep_clock("pauses")
        round_notice = hand_for_hand.notice(tournament.rounds) if tournament.in_round else None
        for table_id in _open_tables(tournament):
            dealer.thaw(table_id=table_id, notice=round_notice, grace=outage_grace.LEAST, now=now)
        step_schedule.look_at(tournament.pk, at=now)
    return tournament


def end_level(*, tournament_id: int, now: datetime, row: int | None = None) -> Tournament:
    """End the current level or break: the next one begins now.

    Idempotent with ``row``, the row of the schedule that the caller saw. Refuse
    NO_SUCH_TOURNAMENT, NOT_STARTED until the clock runs, EVENT_OVER, LAST_LEVEL.
    """
    with transaction.atomic():
        tournament = _running(tournament_id)
        reading = tournament.clock_at(now)
        assert reading is not None
        if reading.since > now:
            # The clock runs from the first hand.
            raise Refusal(EventCode.NOT_STARTED)
        if row is not None and row != reading.index:
            return tournament
        if reading.index == len(tournament.levels) - 1:
            raise Refusal(EventCode.LAST_LEVEL)
        tournament.skips[str(reading.index)] = now.isoformat()
        tournament.keep_clock("skips")
        step_schedule.look_at(tournament.pk, at=now)
    return tournament


def make_up_for(*, since: datetime, until: datetime) -> None:
    """Take an outage of all workers out of the clock of each running event, and put off the starts
    of those that would begin before their players are back (TRN-6).

    The caller repeats it when it fails.
    """
    concerned = Q(status=Status.RUNNING) | Q(status=Status.REGISTERING, starts_at__isnull=False)
    events = Tournament.objects.filter(concerned).order_by("pk")
    with transaction.atomic():
        for tournament_id in events.values_list("pk", flat=True):
            _make_up_for_one(tournament_id, since=since, until=until)


def _make_up_for_one(tournament_id: int, *, since: datetime, until: datetime) -> None:
    """Take an outage out of one event. A busy lock is raised, so that the caller repeats it; any
    other error is logged and must not stop the other events."""
    try:
        with transaction.atomic():
            tournament = lock(tournament_id)
            if tournament.status == Status.RUNNING:
                _stand_still(tournament, since=since, until=until)
            elif tournament.registering:
                _hold_start(tournament, since=since, until=until)
    except Exception as error:
        if unavailable.is_busy(error):
            raise
        log.exception("outage not made up for", tournament=tournament_id)


def _stand_still(tournament: Tournament, *, since: datetime, until: datetime) -> None:
    standing = tournament.pause
    # From the beginning of a running pause on, the clock is stopped anyway.
    end = until if standing is None else datetime.fromisoformat(standing["start"])
    if since < end:
        _record(tournament, Cause.OUTAGE, start=since, end=end)
        step_schedule.look_at(tournament.pk, at=until)


def _hold_start(tournament: Tournament, *, since: datetime, until: datetime) -> None:
    assert tournament.begins_at is not None
    check_in = timedelta(minutes=tournament.check_in_minutes)
    held = windows.held_until(tournament.begins_at, check_in=check_in, since=since, until=until)
    if held is not None:
        tournament.held_until = held
        tournament.save(update_fields=["held_until"])


def notice(tournament: Tournament) -> PausedNotice:
    """Return the notice of the tables of a paused event."""
    assert tournament.pause is not None
    return {
        "kind": "paused",
        "cause": tournament.pause["cause"],
        "reason": tournament.pause["reason"],
    }


def break_notice(reading: ClockReading) -> BreakNotice:
    """Return the notice of the tables of an event in a break."""
    until = None if reading.until is None else reading.until.isoformat()
    return {"kind": "break", "until": until}


def _record(
    tournament: Tournament,
    cause: Cause,
    *,
    start: datetime,
    end: datetime | None,
    reason: str = "",
    connected: int | None = None,
) -> None:
    standstill: StandStill = {
        "start": start.isoformat(),
        "end": None if end is None else end.isoformat(),
        "cause": cause.value,
        "reason": reason,
    }
    if connected is not None:
        standstill["connected"] = connected
    tournament.pauses.append(standstill)
    tournament.keep_clock("pauses")


def _running(tournament_id: int) -> Tournament:
    tournament = lock(tournament_id)
    if tournament.over:
        raise Refusal(EventCode.EVENT_OVER)
    if tournament.registering:
        raise Refusal(EventCode.NOT_STARTED)
    return tournament


def _open_tables(tournament: Tournament) -> list[int]:
    tables = Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)
    return list(tables.order_by("pk").values_list("pk", flat=True))
