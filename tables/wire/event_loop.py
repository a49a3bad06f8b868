"""Objects of which an event loop has one, and work repeated in it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import structlog

T = TypeVar("T")

log = structlog.get_logger(__name__)


class PerLoop(Generic[T]):
    """A decorator: the function makes its object once per event loop, and then returns that one.

    A process has one event loop, a test run many.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self.made: dict[asyncio.AbstractEventLoop, T] = {}

    def __call__(self) -> T:
        loop = asyncio.get_running_loop()
        if loop not in self.made:
            self.made[loop] = self._make()
        return self.made[loop]


async def every(seconds: float, work: Callable[[], Awaitable[object]], *, trouble: str) -> None:
    """Do ``work`` for ever, with a pause after each time; log any error as ``trouble``, and go on.

    Without it the process would no longer serve its sockets.
    """
    while True:
        try:
            await work()
        except Exception as error:
            log.warning(trouble, error=repr(error))
        await asyncio.sleep(seconds)
