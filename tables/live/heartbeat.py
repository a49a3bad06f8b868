"""The room's heartbeat: it detects outages and gives players their time back (TRN-6).

Three things may fail: the workers that keep the time, PostgreSQL, and the web processes. The first
two leave a gap in the heartbeat; web processes leave signs of their own
(``tables.wire.web_heartbeats``).
"""

from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from django.conf import settings
from django.db import transaction

from core import sql
from core.due_times import bring_back
from tables.live import dealer, signals
from tables.live.outage_grace import Grace, prolonged
from tables.models import Deadline, Hand, Heartbeat

log = structlog.get_logger(__name__)

BEAT = timedelta(seconds=0.5)
# The least gap that counts as an outage for players: time is kept every second.
NOTICED = timedelta(seconds=2.5)
# A clock set back by no more than this needs no correction: the heartbeat waits for it.
STEP = timedelta(seconds=5)
# Older hands are over by any clock: no step back hides them again (SHOW-2).
LATELY = timedelta(days=1)

# ``known``: whether the process served players at the last look. A process without a sign for two
# seconds serves none. A new process (NULL) is not an outage.
_SEEN = """
    SELECT at, grace_until, EXISTS (
        SELECT FROM tables_websign WHERE (known IS TRUE) <> (at > now() - interval '2 seconds')
    )
    FROM tables_heartbeat"""
# After the clock was set back, a sign in the future would make a dead process look alive.
_SIGNS_OF_NOW = "UPDATE tables_websign SET at = now() WHERE at > now()"
_LOOK = """
    WITH web AS (
        SELECT process, at, known, at > now() - interval '2 seconds' AS serves FROM tables_websign
    ), noted AS (
        UPDATE tables_websign AS sign SET known = serves
        FROM web WHERE sign.process = web.process AND (sign.known IS TRUE) <> serves
    ), forgotten AS (
        DELETE FROM tables_websign WHERE known IS NOT TRUE AND at < now() - interval '1 hour'
    )
    SELECT coalesce(bool_or(known <> serves), false), coalesce(bool_or(known), false),
           coalesce(bool_or(serves), false), now() - max(at) FILTER (WHERE NOT serves)
    FROM web"""


class Webs(NamedTuple):
    """The web processes: ``changed``, one went or came back; ``served``, one served at the last
    look; ``serve``, one does now; ``silent``, the time since the last sign of those that do not."""

    changed: bool
    served: bool
    serve: bool
    silent: timedelta | None

    @property
    def gone(self) -> bool:
        """Return whether no process serves players, and one did within the last minute."""
        return not self.serve and self.silent is not None and self.silent < timedelta(minutes=1)

    @property
    def back(self) -> bool:
        """Return whether a process serves players again after none did."""
        return self.serve and not self.served and self.silent is not None

    @property
    def back_after_long(self) -> bool:
        """Return whether players are served again after an outage of over OUTAGE_SECONDS."""
        return self.back and self.silent is not None and _long(self.silent)


def beat(*, now: datetime, started: bool = False) -> datetime | None:
    """Record that time is kept, and grant a grace after an outage. Return the end of the grace,
    None outside of one. Safe to run concurrently.

    ``now`` is PostgreSQL's (``sql.now``): between workers whose clocks differ by seconds, each beat
    would look like an outage. ``started``: a worker has just started, so there may have been none
    before. After an error, the next beat handles the outage.
    """
    seen = sql.rows(_SEEN)
    if seen and not started:
        [(last, until, changed)] = seen
        if now < last + BEAT and not changed and not _set_back(last, now):
            return until if until is not None and now < until else None
    with transaction.atomic():
        row, _ = Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        back = row.at - now if _set_back(row.at, now) else None
        if back is not None:
            log.warning("clock was set back", since=row.at.isoformat(), until=now.isoformat())
            sql.run(_SIGNS_OF_NOW)
            # Otherwise pages would hide them again until the clock has caught up.
            hands = Hand.objects.filter(started_at__gt=now - LATELY)
            bring_back(hands, "shown_at", step=back, now=now)
            signals.clock_set_back.send(sender=Heartbeat, step=back, now=now)
        webs, silent = _look_at_webs(), now - row.at
        if _long(silent):
            log.warning("room was silent", since=row.at.isoformat(), until=now.isoformat())
            signals.outage_over.send(sender=Heartbeat, since=row.at, until=now)
        noticed = started or back is not None or silent > NOTICED or webs.changed or webs.back
        if noticed or webs.gone:
            # After the clock was set back, an old grace would last longer by the same step.
            anew = back is not None or _long(silent) or webs.back_after_long
            row.grace_since, row.grace_until, row.grace_rest = prolonged(
                _grace(row), now=now, anew=anew
            )
        row.at = now if back is not None else max(row.at, now)
        row.save()
    until = row.grace_until
    if until is None or until <= now:
        return None
    if back is not None:
        _bring_back(back, until, now=now)
    if noticed:
        _show(until, now=now)
    return until


def _grace(row: Heartbeat) -> Grace | None:
    if row.grace_since is None or row.grace_until is None or row.grace_rest is None:
        return None
    return Grace(row.grace_since, row.grace_until, row.grace_rest)


def _bring_back(step: timedelta, until: datetime, *, now: datetime) -> None:
    """Move the times of each table with a deadline in the future back by ``step``."""
    for table_id in Deadline.objects.filter(due_at__gt=now).values_list("table_id", flat=True):
        try:
            dealer.follow_clock_back(table_id=table_id, step=step, until=until, now=now)
        except Exception:
            log.exception("deadline not brought back", table=table_id)


def _show(until: datetime, *, now: datetime) -> None:
    """Extend, and show, the time of players whose deadline is before ``until``.

    A table that fails here is extended when its time is up (``dealer.time_out``).
    """
    for table_id in Deadline.objects.filter(due_at__lt=until).values_list("table_id", flat=True):
        try:
            dealer.grant_grace(table_id=table_id, until=until, now=now)
        except Exception:
            # One bad table must not keep the others waiting.
            log.exception("grace failed", table=table_id)


def _look_at_webs() -> Webs:
    [row] = sql.rows(_LOOK)
    return Webs(*row)


def _long(silent: timedelta) -> bool:
    return silent > timedelta(seconds=settings.OUTAGE_SECONDS)


def _set_back(last: datetime, now: datetime) -> bool:
    """Return whether the clock was set back: the last beat is over STEP in the future, and until
    then no outage would be noticed."""
    return last - now > STEP
