"""A LIFO thread pool for an event loop's database work, with sticky connections.

The thread that worked last works next: its caches, and those of its connection's process, are warm.
A thread keeps its connection while there is work, and returns it to the pool soon after: taking one
for each action is a good part of an action's cost (docs/measurements.md).
"""

import asyncio
import atexit
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Condition, Thread
from typing import Any, TypeVar

import structlog
from django.db import connection

T = TypeVar("T")
Job = Callable[[], None]

log = structlog.get_logger(__name__)

# Seconds for which an idle thread keeps its connection.
KEPT_SECONDS = 0.25
# Seconds for which a process that ends waits for its threads: what they have written is still to be
# announced.
LAST_SECONDS = 5.0


class Threads:
    """A pool of at most ``most`` threads; further work waits in order."""

    def __init__(self, most: int, *, name: str) -> None:
        self._most = most
        self._name = name
        self._begun = 0
        self._change = Condition()
        self._waiting: deque[Job] = deque()
        self._idle: list[SimpleQueue[Job]] = []
        atexit.register(self.end)

    async def do(self, work: Callable[[], T]) -> T:
        """Run ``work`` in a thread and return its result; skip it if cancelled before it begins."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def job() -> None:
            if not future.cancelled():
                tell = _outcome(future, work)
                # The loop may have ended.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(_tell, future, tell)

        self._give(job)
        return await future

    def end(self) -> None:
        """Wait until all threads are idle, at most LAST_SECONDS."""
        with self._change:
            self._change.wait_for(lambda: len(self._idle) == self._begun, LAST_SECONDS)

    def _give(self, job: Job) -> None:
        with self._change:
            if self._idle:
                self._idle.pop().put(job)
            elif self._begun < self._most:
                self._begun += 1
                name = f"{self._name}_{self._begun}"
                Thread(target=self._work, args=[job], name=name, daemon=True).start()
            else:
                self._waiting.append(job)

    def _work(self, job: Job) -> None:
        jobs: SimpleQueue[Job] = SimpleQueue()
        while True:
            job()
            # An idle thread must not keep references to its last work.
            del job
            # The connection may be broken: the pool checks it.
            if connection.errors_occurred:
                _give_back()
            job = self._next(jobs)

    def _next(self, jobs: SimpleQueue[Job]) -> Job:
        with self._change:
            if self._waiting:
                return self._waiting.popleft()
            self._idle.append(jobs)
            self._change.notify()
        try:
            return jobs.get(timeout=KEPT_SECONDS)
        except Empty:
            _give_back()
            return jobs.get()


def _outcome(future: asyncio.Future[T], work: Callable[[], T]) -> Job:
    """Do the work, and return the call that sets its result or exception on the future."""
    try:
        return partial(future.set_result, work())
    except BaseException as error:
        return partial(future.set_exception, error)


def _tell(future: asyncio.Future[Any], tell: Job) -> None:
    if not future.cancelled():
        tell()


def _give_back() -> None:
    try:
        connection.close()
    except Exception as error:
        # Any error: without its threads the process could not serve players.
        log.warning("connection not given back", error=repr(error))
