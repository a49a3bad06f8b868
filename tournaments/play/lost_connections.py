"""Automatic pauses of events with a mass loss of connections, and their end (TRN-6)."""

from datetime import datetime
from functools import partial

import structlog

from core.jobs import attempt
from core.refusal import Refusal
from players.profile import presence
from tables.models import Seat, Table
from tournaments import room_settings
from tournaments.models import StandStill, Tournament
from tournaments.play import timekeeping
from tournaments.play.timekeeping import Cause
from tournaments.rules import connections as rules

log = structlog.get_logger(__name__)


def watch(*, now: datetime) -> int:
    """Pause and resume the running online events with enough entries, by their connections; return
    the number of these events."""
    running = Tournament.objects.filter(
        status=Tournament.Status.RUNNING,
        entry_count__gte=rules.AT_LEAST,
        venue=Tournament.Venue.ONLINE,
    )
    events = list(running.order_by("pk"))
    for tournament in events:
        look = partial(_try, tournament, now=now)
        attempt("look at connections", look, tournament=tournament.pk)
    return len(events)


def _try(tournament: Tournament, *, now: datetime) -> None:
    try:
        _look(tournament, now=now)
    except Refusal as refusal:
        # Busy, or over meanwhile: the next check is soon.
        log.info("not looked at", tournament=tournament.pk, code=str(refusal))


def _look(tournament: Tournament, *, now: datetime) -> None:
    standing = tournament.pause
    if standing is not None:
        if standing["cause"] == Cause.CONNECTIONS:
            _go_on_if_they_are_back(tournament, standing, now=now)
        return
    if not room_settings.LOST_CONNECTIONS.value():
        return
    reading = tournament.clock_at(now)
    # In a break players put their phones away.
    if reading is None or reading.is_break or not _rested(tournament, now=now):
        return
    seats = _seats(tournament)
    seen = presence.last_seen(set(seats.values()))
    losses = rules.losses(seen, seats, gone_after=presence.GONE_AFTER, now=now)
    if losses.too_many(percent=room_settings.LOST_CONNECTIONS.value()):
        log.warning("connections lost", tournament=tournament.pk, **losses._asdict())
        timekeeping.pause(
            tournament_id=tournament.pk,
            reason="",
            cause=Cause.CONNECTIONS,
            connected=losses.before,
            now=now,
        )


def _go_on_if_they_are_back(tournament: Tournament, standing: StandStill, *, now: datetime) -> None:
    seats = _seats(tournament)
    connected = presence.connected(set(seats.values()), now=now) & seats.keys()
    if rules.may_go_on(
        connected=len(connected),
        before=standing["connected"],
        percent=room_settings.LOST_CONNECTIONS.value(),
        waited=now - datetime.fromisoformat(standing["start"]),
    ):
        timekeeping.resume(tournament_id=tournament.pk, cause=Cause.CONNECTIONS, now=now)


def _seats(tournament: Tournament) -> dict[int, int]:
    """Return the table of each seated user."""
    seats = Seat.objects.filter(table__event=tournament.event, table__status=Table.Status.OPEN)
    return dict(seats.values_list("user_id", "table_id"))


def _rested(tournament: Tournament, *, now: datetime) -> bool:
    """Return whether the last pause of this kind ended long enough ago."""
    ends = [
        datetime.fromisoformat(pause["end"])
        for pause in tournament.pauses
        if pause["cause"] == Cause.CONNECTIONS and pause["end"]
    ]
    return all(end <= now - rules.COOL_DOWN for end in ends)
