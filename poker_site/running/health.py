"""Is this process able to serve, and is the whole room? For load balancer and launcher, and for
alarms."""

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
from poker_site.running import signs

# Both pages answer within a second, whatever hangs.
PATIENCE_SECONDS = 0.8
# The room's time is kept every second.
KEPT_WITHIN_SECONDS = 10.0
# More frequent requests cause no more writes: the page may be open to everyone.
WRITE_EVERY_SECONDS = 1.5


class Question:
    """Asked in a thread of its own, once at a time: who waits no longer leaves it hanging there."""

    def __init__(self, ask: Callable[[], object]) -> None:
        self._ask = ask
        self._lock = threading.Lock()
        self._asked: Future[object] | None = None

    def put(self) -> "Future[object]":
        """The answer to come; that of an earlier question while it is still open."""
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = Future()
                threading.Thread(target=self._run, args=[self._asked], daemon=True).start()
            return self._asked

    def _run(self, asked: "Future[object]") -> None:
        try:
            asked.set_result(self._ask())
        except Exception as error:
            asked.set_exception(error)
        finally:
            connection.close()


class WriteQuestion(Question):
    """One that costs a write: what was written a moment ago is the answer, what failed is asked
    again."""

    def __init__(self, ask: Callable[[], object]) -> None:
        super().__init__(ask)
        self._put_at = -math.inf

    def put(self) -> "Future[object]":
        now = time.monotonic()
        with self._lock:
            asked = self._asked
            if asked is not None and now - self._put_at < WRITE_EVERY_SECONDS and _well(asked):
                return asked
            self._put_at = now
        return super().put()


def _well(asked: "Future[object]") -> bool:
    return asked.done() and asked.exception() is None and bool(asked.result())


def _ask_postgres() -> object:
    sql.run("SELECT 1")
    return True


def _ask_redis() -> object:
    cache.get("health")
    return True


def _write_to_postgres() -> object:
    # A mark in its log that no table keeps, flushed by the commit; a standby and a session that
    # only reads answer without a row, or not at all.
    statement = """
        SELECT pg_logical_emit_message(true, 'ready', '')
        WHERE NOT current_setting('transaction_read_only')::bool"""
    return bool(sql.rows(statement))


def _write_to_redis() -> object:
    return client().set(f"{connection.settings_dict['NAME']}:ready", 1, ex=10)


def _heartbeat_age() -> object:
    """How many seconds ago a worker kept the room's time; None: never."""
    for (seconds,) in sql.rows("SELECT extract(epoch FROM now() - at) FROM tables_heartbeat"):
        return float(seconds)
    return None


HEARTBEAT = Question(_heartbeat_age)
SERVERS = {"postgres": Question(_ask_postgres), "redis": Question(_ask_redis)}
# The same servers, asked to write: one that is full or a replica answers and does no work.
WRITABLE: dict[str, Question] = {
    "postgres": WriteQuestion(_write_to_postgres),
    "redis": WriteQuestion(_write_to_redis),
}
PROCESSES = {name: Question(partial(signs.seen, name)) for name in signs.PROCESSES}


def _ask(questions: dict[str, Question]) -> dict[str, bool]:
    deadline = time.monotonic() + PATIENCE_SECONDS
    asked = {name: question.put() for name, question in questions.items()}
    return {name: _answer(future, deadline) for name, future in asked.items()}


def _answer(future: "Future[object]", deadline: float) -> bool:
    try:
        return bool(future.result(max(0.0, deadline - time.monotonic())))
    except Exception:
        # Whatever it was: the answer is no, and the logs of who needed it say why.
        return False


class Probes:
    """Middleware: who looks whether this process is well asks by any address that it has, a load
    balancer by its number, and waits for nothing that pages ask first."""

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
    """200 when PostgreSQL answers this process within a second, 503 otherwise; in both cases which
    server is silent."""
    silent = [name for name, answers in _ask(SERVERS).items() if not answers]
    said = f"no answer from {', '.join(silent)}" if silent else "ok"
    # Without Redis play goes on: who took this process's players away would end what still runs.
    status = 503 if "postgres" in silent else 200
    return HttpResponse(said, status=status, content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """What works, each by name: servers that take a write, worker and beat, and how many seconds
    ago the room's time was kept; 503 unless all do, and it was just now."""
    age = HEARTBEAT.put()
    alive = _ask({**WRITABLE, **PROCESSES})
    seconds = _seconds(age)
    well = all(alive.values()) and seconds is not None and abs(seconds) < KEPT_WITHIN_SECONDS
    return JsonResponse({**alive, "heartbeat": seconds}, status=200 if well else 503)


def _seconds(age: "Future[object]") -> float | None:
    """The age of the heartbeat; None where there is none, or no answer."""
    try:
        found = age.result(PATIENCE_SECONDS / 10)
    except Exception:
        return None
    return round(found, 1) if isinstance(found, float) else None
