"""The outbox of notices to browsers: rows that workers take, send and mark."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from functools import partial

import httpx2
import structlog
from django.db import connection

from core import room_clock, sql
from core.due_checks import ExistsQuery
from core.jobs import attempt
from players.models import Push, PushDevice
from players.notices import public_hosts, web_push
from players.profile import presence

log = structlog.get_logger(__name__)

# Rows of one run; the next one continues.
AT_ONCE = 200
# Requests to push services in parallel.
SIDE_BY_SIDE = 8
# A run stops waiting for answers after so long.
DEADLINE_SECONDS = 30.0
# The lease: rows that a dead worker took are due again after it.
TAKEN_FOR = timedelta(seconds=60)
# The delay after each failed attempt; after the last it is given up.
RETRIES = [timedelta(seconds=seconds) for seconds in (5, 60, 600)]
# The service no longer knows the browser, or not by our key.
GONE = (401, 403, 404, 410)
LATER = (408, 425, 429, 500, 502, 503, 504)

# Tells whether ``send_due`` has work.
DUE = ExistsQuery("EXISTS (SELECT FROM players_push WHERE due_at <= %(now)s)")
_TAKE = """
    UPDATE players_push SET due_at = %s WHERE id IN (
        SELECT id FROM players_push WHERE due_at <= %s
        ORDER BY due_at LIMIT %s FOR UPDATE SKIP LOCKED
    ) RETURNING id"""


def send_due(*, now: datetime) -> int:
    """Send the pushes that are due; returns how many were sent. Safe to run concurrently.

    Drops those of players who have a page open, which shows the notice, of suspended players, of
    ended devices, and of expired or seen notices. A notice may arrive twice if the process dies
    between sending and marking it: on the device it replaces itself.
    """
    push_ids = [pk for (pk,) in sql.rows(_TAKE, [now + TAKEN_FOR, now, AT_ONCE])]
    pushes = Push.objects.filter(pk__in=push_ids).select_related("notice__user", "device")
    here = presence.here({push.notice.user_id for push in pushes}, now=now) if push_ids else set()
    wanted: list[Push] = []
    idle: list[int] = []
    for push in pushes:
        seen = push.notice.user_id in here or push.notice.seen_at is not None
        late = push.notice.until is not None and push.notice.until <= now
        unreachable = push.device.ended_at is not None or not push.notice.user.is_active
        if seen or late or unreachable:
            idle.append(push.pk)
        else:
            wanted.append(push)
    Push.objects.filter(pk__in=idle).update(due_at=None)
    return _send(wanted, now=now)


def _send(pushes: Sequence[Push], *, now: datetime) -> int:
    if not pushes:
        return 0
    threads = ThreadPoolExecutor(SIDE_BY_SIDE)
    answers = [(push, threads.submit(_answer, push, now)) for push in pushes]
    wait([answer for _, answer in answers], timeout=DEADLINE_SECONDS)
    # A slow answer does not hold up the run; requests that were not begun are due again after the
    # lease.
    threads.shutdown(wait=False, cancel_futures=True)
    sent = 0
    for push, answer in answers:
        if not answer.cancelled():
            status = answer.result() if answer.done() else LATER[-1]
            attempt("note a notice", partial(_note, push, status), push=push.pk)
            sent += 200 <= status < 300
    return sent


def _answer(push: Push, now: datetime) -> int:
    """Send a push; returns the HTTP status, or one of ours for an error or a forbidden address."""
    try:
        return web_push.send(push.notice, push.device, now=now)
    except public_hosts.Forbidden:
        return GONE[-1]
    except (OSError, httpx2.HTTPError) as error:
        log.info("push service away", device=push.device.pk, error=type(error).__name__)
        return LATER[-1]
    except Exception:
        # One bad row must not block the others.
        log.exception("notice not sent", push=push.pk)
        return 400
    finally:
        # Back to the pool, which keeps it open.
        connection.close()


def _note(push: Push, status: int) -> None:
    now = room_clock.now()
    push.due_at = None
    if 200 <= status < 300:
        push.sent_at = now
    elif status in GONE:
        live = PushDevice.objects.filter(pk=push.device.pk, ended_at=None)
        live.update(ended_at=now, ended=PushDevice.End.GONE)
    elif status in LATER and push.tries < len(RETRIES):
        push.due_at = now + RETRIES[push.tries]
        push.tries += 1
    else:
        log.warning("notice not taken", push=push.pk, status=status)
    push.save(update_fields=["due_at", "sent_at", "tries"])
