"""The room's heartbeat: how it notices an outage, and gives players their time back (TRN-6).

Three things may be away: those who keep the time, PostgreSQL, and the web processes. The first two
leave a gap in the heartbeat; the web processes leave signs of their own (``tables.wire.sign``).
"""

from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from django.conf import settings
from django.db import transaction

from core import sql
from tables.live import dealer, signals
from tables.live.grace import Grace, prolonged
from tables.models import Deadline, Heartbeat

log = structlog.get_logger(__name__)

BEAT = timedelta(seconds=0.5)
# A gap of so long is an outage that players notice: time is kept every second.
NOTICED = timedelta(seconds=2.5)
# A clock that is set back by no more is waited for.
STEP = timedelta(seconds=5)

# ``known`` says of a process whether it served players when somebody last looked. One that has left
# no sign for two seconds serves none. One that is new takes nobody's players away.
_SEEN = """
    SELECT at, grace_until, EXISTS (
        SELECT FROM tables_websign WHERE (known IS TRUE) <> (at > now() - interval '2 seconds')
    )
    FROM tables_heartbeat"""
# A sign of a future that is no more would speak for a process that is gone.
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
    """The web processes: has one gone or come back, does one serve, and since when did none?"""

    changed: bool
    served: bool
    serve: bool
    silent: timedelta | None

    @property
    def gone(self) -> bool:
        """Nobody is served, and somebody was a moment ago."""
        return not self.serve and self.silent is not None and self.silent < timedelta(minutes=1)

    @property
    def back(self) -> bool:
        """A process serves players again, and none did."""
        return self.serve and not self.served and self.silent is not None

    @property
    def back_after_long(self) -> bool:
        """Nobody was served for so long that no process that comes and goes can be the reason."""
        return self.back and self.silent is not None and _long(self.silent)


def beat(*, now: datetime, started: bool = False) -> datetime | None:
    """Note that time is kept; after an outage first make up for it. Return until when nobody times
    out. Safe to run twice at once.

    ``now`` is PostgreSQL's (``sql.now``): to workers whose clocks differ by seconds, each beat of
    the other would look like an outage. ``started``: a worker has, and others may have stood
    still. Where it fails, the next beat makes up for the outage.
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
            signals.clock_set_back.send(sender=Heartbeat, step=back, now=now)
        webs, silent = _look_at_webs(), now - row.at
        if _long(silent):
            log.warning("room was silent", since=row.at.isoformat(), until=now.isoformat())
            signals.outage_over.send(sender=Heartbeat, since=row.at, until=now)
        noticed = started or back is not None or silent > NOTICED or webs.changed or webs.back
        if noticed or webs.gone:
            # Of a future that is no more a grace would last as long as the clock went back.
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
    """Have every table whose time is of a future that is no more go by the clock as it is now."""
    for table_id in Deadline.objects.filter(due_at__gt=now).values_list("table_id", flat=True):
        try:
            dealer.follow_clock_back(table_id=table_id, step=step, until=until, now=now)
        except Exception:
            log.exception("deadline not brought back", table=table_id)


def _show(until: datetime, *, now: datetime) -> None:
    """Have every table whose player's time is nearly up, or was meanwhile, show what they have.

    A table that is not reached does so when the time is up (``dealer.time_out``).
    """
    for table_id in Deadline.objects.filter(due_at__lt=until).values_list("table_id", flat=True):
        try:
            dealer.grant_grace(table_id=table_id, until=until, now=now)
        except Exception:
            # One bad table must not keep the others waiting.
            log.exception("grace failed", table=table_id)


def _look_at_webs() -> Webs:
    [found] = sql.rows(_LOOK)
    return Webs(*found)


def _long(silent: timedelta) -> bool:
    return silent > timedelta(seconds=settings.OUTAGE_SECONDS)


def _set_back(last: datetime, now: datetime) -> bool:
    """Whether the last beat lies in a future that is no more: for as long as a clock went back, no
    outage would be seen."""
    return last - now > STEP
