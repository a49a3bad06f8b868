"""Notices on their way to browsers: rows that workers take, send and note."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from functools import partial

import httpx
import structlog
from django.db import connection
from django.utils import timezone

from core import sql
from core.jobs import attempt
from core.questions import Question
from players.models import Push, PushDevice
from players.notices import addresses, web_push
from players.profile import presence

log = structlog.get_logger(__name__)

# Of one tick; the next one goes on.
AT_ONCE = 200
# Push services that are asked at the same time.
SIDE_BY_SIDE = 8
# After so long a tick waits for no answer.
DEADLINE_SECONDS = 30.0
# Whoever took some and died: others take them after so long.
TAKEN_FOR = timedelta(seconds=60)
# How long after each failed try the next one comes; after the last it is given up.
RETRIES = [timedelta(seconds=seconds) for seconds in (5, 60, 600)]
# The service knows the browser no more, or not by our key.
GONE = (401, 403, 404, 410)
LATER = (408, 425, 429, 500, 502, 503, 504)

# Whether ``send_due`` would find something.
DUE = Question("EXISTS (SELECT FROM players_push WHERE due_at <= %(now)s)")
_TAKE = """
    UPDATE players_push SET due_at = %s WHERE id IN (
        SELECT id FROM players_push WHERE due_at <= %s
        ORDER BY due_at LIMIT %s FOR UPDATE SKIP LOCKED
    ) RETURNING id"""


def send_due(*, now: datetime) -> int:
    """Send what is due; returns how many were sent. Safe to run at once.

    Nothing is sent to whoever looks at one of our pages, which has told them, to the suspended, to
    a device that was ended, or about what is over. A notice may arrive twice if the process dies
    between sending and noting it: there it takes its own place.
    """
    taken = [pk for (pk,) in sql.rows(_TAKE, [now + TAKEN_FOR, now, AT_ONCE])]
    pushes = Push.objects.filter(pk__in=taken).select_related("notice__user", "device")
    here = presence.here({push.notice.user_id for push in pushes}, now=now) if taken else set()
    wanted: list[Push] = []
    idle: list[int] = []
    for push in pushes:
        told = push.notice.user_id in here or push.notice.seen_at is not None
        late = push.notice.until is not None and push.notice.until <= now
        gone = push.device.ended_at is not None or not push.notice.user.is_active
        if told or late or gone:
            idle.append(push.pk)
        else:
            wanted.append(push)
    Push.objects.filter(pk__in=idle).update(due_at=None)
    return _send(wanted, now=now)


def _send(pushes: Sequence[Push], *, now: datetime) -> int:
    if not pushes:
        return 0
    threads = ThreadPoolExecutor(SIDE_BY_SIDE)
    asked = [(push, threads.submit(_answer, push, now)) for push in pushes]
    wait([answer for _, answer in asked], timeout=DEADLINE_SECONDS)
    # Whoever answers a byte at a time holds up no one; what was not begun is due again in a while.
    threads.shutdown(wait=False, cancel_futures=True)
    sent = 0
    for push, answer in asked:
        if not answer.cancelled():
            status = answer.result() if answer.done() else LATER[-1]
            attempt("note a notice", partial(_note, push, status), push=push.pk)
            sent += 200 <= status < 300
    return sent


def _answer(push: Push, now: datetime) -> int:
    """The service's status; one of ours for whoever does not answer, or must not be asked."""
    try:
        return web_push.send(push.notice, push.device, now=now)
    except addresses.Forbidden:
        return GONE[-1]
    except (OSError, httpx.HTTPError) as error:
        log.info("push service away", device=push.device.pk, error=type(error).__name__)
        return LATER[-1]
    except Exception:
        # One bad row must not hold up the others.
        log.exception("notice not sent", push=push.pk)
        return 400
    finally:
        # Back to the pool, which keeps it open.
        connection.close()


def _note(push: Push, status: int) -> None:
    now = timezone.now()
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
