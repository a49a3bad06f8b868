"""Health probes: of this process for load balancer and launcher, of the whole room for alarms."""

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from core import sql
from core.redis_client import client
from poker_site.running import process_heartbeats
from poker_site.version import VERSION

# Both pages answer within a second, even if a server hangs.
PATIENCE_SECONDS = 0.8
# The room's time is kept every second.
KEPT_WITHIN_SECONDS = 10.0
# More frequent requests cause no more writes: the page may be open to everyone.
WRITE_EVERY_SECONDS = 1.5


class Probe:
    """A question in a thread of its own, one at a time: a hanging one blocks no other caller."""

    def __init__(self, ask: Callable[[], object]) -> None:
        self._ask = ask
        self._lock = threading.Lock()
        self._asked: Future[object] | None = None

    def put(self) -> "Future[object]":
        """Return the future answer; that of an earlier question while it is still open."""
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = Future()
                threading.Thread(target=self._run, args=[self._asked], daemon=True).start()
            return self._asked

    def _run(self, future: "Future[object]") -> None:
        try:
            future.set_result(self._ask())
        except Exception as error:
            future.set_exception(error)
        finally:
            connection.close()


class WriteQuestion(Probe):
    """A question that costs a write: a recent success is reused, a failure is asked again."""

    def __init__(self, ask: Callable[[], object]) -> None:
        super().__init__(ask)
        self._put_at = -math.inf

    def put(self) -> "Future[object]":
        now = time.monotonic()
        with self._lock:
            future = self._asked
            if future is not None and now - self._put_at < WRITE_EVERY_SECONDS and _well(future):
                return future
            self._put_at = now
        return super().put()


def _well(future: "Future[object]") -> bool:
    return future.done() and future.exception() is None and bool(future.result())


def _ask_postgres() -> object:
    sql.run("SELECT 1")
    return True


def _ask_redis() -> object:
    cache.get("health")
    return True


def _write_to_postgres() -> object:
    # A mark in its log that no table keeps, flushed by the commit; a standby and a read-only
    # session answer without a row, or not at all.
    statement = """
        SELECT pg_logical_emit_message(true, 'ready', '')
        WHERE NOT current_setting('transaction_read_only')::bool"""
    return bool(sql.rows(statement))


def _write_to_redis() -> object:
    return client().set(f"{connection.settings_dict['NAME']}:ready", 1, ex=10)


def _heartbeat_age() -> object:
    """Return the seconds since a worker last kept the room's time; None: never."""
    for (seconds,) in sql.rows("SELECT extract(epoch FROM now() - at) FROM tables_heartbeat"):
        return float(seconds)
    return None


HEARTBEAT = Probe(_heartbeat_age)
SERVERS = {"postgres": Probe(_ask_postgres), "redis": Probe(_ask_redis)}
# The same servers, with a write: one that is full or a replica answers and does no work.
WRITABLE: dict[str, Probe] = {
    "postgres": WriteQuestion(_write_to_postgres),
    "redis": WriteQuestion(_write_to_redis),
}
PROCESSES = {
    name: Probe(partial(process_heartbeats.is_alive, name)) for name in process_heartbeats.PROCESSES
}


def _ask(questions: dict[str, Probe]) -> dict[str, bool]:
    deadline = time.monotonic() + PATIENCE_SECONDS
    futures = {name: question.put() for name, question in questions.items()}
    return {name: _answer(future, deadline) for name, future in futures.items()}


def _answer(future: "Future[object]", deadline: float) -> bool:
    try:
        return bool(future.result(max(0.0, deadline - time.monotonic())))
    except Exception:
        # For any error the answer is no, and the logs of the callers have the reason.
        return False


class Probes:
    """Middleware: answer health probes before the checks of pages, by any host name or number."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        match request.path_info:
            case "/health/":
                return health(request)
            case "/ready/":
                return ready(request)
        return self.get_response(request)


def health(request: HttpRequest) -> HttpResponse:
    """Answer 200 when PostgreSQL answers this process within a second, 503 otherwise.

    The body names silent servers in both cases.
    """
    silent = [name for name, answers in _ask(SERVERS).items() if not answers]
    text = f"no answer from {', '.join(silent)}" if silent else "ok"
    # Without Redis play goes on: to take this process's players away would end a working service.
    status = 503 if "postgres" in silent else 200
    return HttpResponse(text, status=status, content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """Answer with the state of servers that take a write, of worker and beat, and of the heartbeat.

    The latter in seconds, with the release; 503 unless all work, and the time was kept within ten
    seconds.
    """
    age = HEARTBEAT.put()
    alive = _ask({**WRITABLE, **PROCESSES})
    seconds = _seconds(age)
    well = all(alive.values()) and seconds is not None and abs(seconds) < KEPT_WITHIN_SECONDS
    answer = {**alive, "heartbeat": seconds, "version": VERSION}
    return JsonResponse(answer, status=200 if well else 503)


def _seconds(age: "Future[object]") -> float | None:
    """Return the age of the heartbeat; None where there is none, or no answer."""
    try:
        seconds = age.result(PATIENCE_SECONDS / 10)
    except Exception:
        return None
    return round(seconds, 1) if isinstance(seconds, float) else None
