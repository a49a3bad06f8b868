"""Inside each process of a cluster: beats note each tick that they give, and a planted bug begins.

Each bug of ``BUGS`` breaks one promise of the room, so that the checker must find it:
``python -m tests.cluster.chaos --bug NAME --only FAULT``.
"""

import json
import os
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from celery import signals
from django.apps import AppConfig

# A file for the notes, and the name of a bug.
NOTES, BUG = "CLUSTER_NOTES", "CLUSTER_BUG"
# It is given every second, and by beats alone.
TICK = "tournaments.tasks.keep_time"
# Between a told action and its commit, s.
EARLY_SECONDS = 0.1

BUGS: dict[str, Callable[[], None]] = {}


def bug(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def register(plant: Callable[[], None]) -> Callable[[], None]:
        BUGS[name] = plant
        return plant

    return register


@bug("tell before the commit")
def _tell_early() -> None:
    from tables.wire import push

    def at_once(messages: Callable[[], Any]) -> None:
        push._publish(messages())
        time.sleep(EARLY_SECONDS)

    push.after_commit = at_once


@bug("tick without the lease")
def _tick_without_lease() -> None:
    from poker_site.running.lease import Lease

    def held(self: Lease) -> bool:
        return True

    Lease._ask = held  # type: ignore[method-assign]


@bug("commit on one server alone")
def _commit_alone() -> None:
    from django.db.backends.signals import connection_created

    def alone(connection: Any, **_: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit = local")

    connection_created.connect(alone, weak=False)


@bug("buy without a key")
def _buy_without_key() -> None:
    from tables.live import escrow

    named, numbers = escrow.cause_of, count()
    escrow.cause_of = lambda *of: f"{named(*of)}-{os.getpid()}-{next(numbers)}"


@bug("go by the machine's clock")
def _own_clock() -> None:
    from core import room_clock

    room_clock.begin = lambda: None


class Inside(AppConfig):
    name = "tests.cluster"

    def ready(self) -> None:
        if name := os.environ.get(BUG):
            BUGS[name]()
        if path := os.environ.get(NOTES):
            signals.before_task_publish.connect(partial(_note, path), weak=False)


def _note(path: str, sender: str, **_: object) -> None:
    """Note a tick when it is given: a worker that waits for PostgreSQL takes it much later."""
    if sender == TICK:
        with Path(path).open("a") as file:
            file.write(json.dumps({"t": time.monotonic(), "beat": os.getpid()}) + "\n")
