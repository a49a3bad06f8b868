"""``/metrics`` of each process, on a port of its own, for Prometheus.

The room's own figures cost a few statements, and are read only when they are asked for: a room
that nobody plays in stays idle.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import structlog
from django.conf import settings
from django.db import connection
from prometheus_client import REGISTRY, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from core import metrics, sql
from core.redis_client import client

log = structlog.get_logger(__name__)

Request = Any
# The queue of tasks that Celery's workers share.
QUEUE = "celery"
GROUP = re.compile(r"(?:admin|api)/[\w-]+|[\w.-]+")

# Name -> what it says, and the statement of one row with one number; no number: nothing to tell.
ROOM = {
    "heartbeat_age_seconds": (
        "Since the room's time was kept; about one second.",
        "SELECT extract(epoch FROM now() - at) FROM tables_heartbeat",
    ),
    "deadlines_overdue": (
        "Deadlines of tables that are five seconds late; must be 0.",
        "SELECT count(*) FROM tables_deadline WHERE due_at < now() - interval '5 seconds'",
    ),
    "mails_waiting": (
        "Mails that are due and not sent.",
        "SELECT count(*) FROM players_mail WHERE due_at < now()",
    ),
    "audit_sound": (
        "1: the last nightly audit found books and guards in order.",
        "SELECT sound::int FROM payouts_auditrun ORDER BY id DESC LIMIT 1",
    ),
    "audit_age_seconds": (
        "Since the last audit.",
        "SELECT extract(epoch FROM now() - at) FROM payouts_auditrun ORDER BY id DESC LIMIT 1",
    ),
    "money_guards_missing": (
        "Guards of money that the last audit missed.",
        "SELECT jsonb_array_length(missing_guards) FROM payouts_auditrun ORDER BY id DESC LIMIT 1",
    ),
    "database_bytes": (
        "Size of the database.",
        "SELECT pg_database_size(current_database())",
    ),
}


class OnDemand(Collector):
    """A collector that is not asked when it is registered."""

    def describe(self) -> Iterable[Metric]:
        return []


class RoomFigures(OnDemand):
    """The figures of the whole room; one worker is enough to ask."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        try:
            for name, (meaning, statement) in ROOM.items():
                for (value,) in sql.rows(statement):
                    yield GaugeMetricFamily(f"montepremi_{name}", meaning, value=float(value))
            length = client().llen(QUEUE)
            yield GaugeMetricFamily("montepremi_tasks_waiting", "Tasks in the queue.", value=length)
        except Exception as error:
            # What is missing is news too: the process still tells its own figures.
            log.warning("no figures of the room", error=type(error).__name__)
        finally:
            connection.close()


class PoolFigures(OnDemand):
    """The pool of connections of this process."""

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        pool = cast(Any, connection).pool
        stats = pool.get_stats() if pool else {}
        for name, key, meaning in (
            ("pool_connections", "pool_size", "Connections to PostgreSQL."),
            ("pool_free", "pool_available", "Those of them that nobody uses."),
            ("pool_threads_waiting", "requests_waiting", "Threads that wait for one."),
        ):
            yield GaugeMetricFamily(f"montepremi_{name}", meaning, value=stats.get(key, 0))
        late = CounterMetricFamily(
            "montepremi_pool_timeouts",
            "Threads that waited in vain.",
            value=stats.get("requests_errors", 0),
        )
        yield late


def serve(*, of_the_room: bool = False) -> None:
    """Begin to answer at METRICS_PORT; nothing without one, and no failure stops the process."""
    if not settings.METRICS_PORT:
        return
    REGISTRY.register(PoolFigures())
    if of_the_room:
        REGISTRY.register(RoomFigures())
    try:
        start_http_server(settings.METRICS_PORT, addr=settings.METRICS_HOST)
    except OSError as error:
        log.error("no metrics", port=settings.METRICS_PORT, error=error.strerror)


class Timed:
    """Middleware: time each answer under the group of its address, and count it by its status."""

    def __init__(self, get_response: Callable[[Request], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> Any:
        began = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        group = group_of(match.route) if match else "none"
        metrics.REQUEST_SECONDS.labels(group=group).observe(time.perf_counter() - began)
        status = f"{response.status_code // 100}xx"
        metrics.REQUESTS.labels(group=group, status=status).inc()
        return response


def group_of(route: str) -> str:
    """Return the first word of an address's pattern, two of the desk and of the API: neither names
    a player nor has an id. The front page is ``front``."""
    group = GROUP.match(route.replace("^", ""))
    return (group and group[0]) or "front"
