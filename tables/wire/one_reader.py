"""A queue with one reader."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class OneReader(Generic[T]):
    """A FIFO queue with one reader; an ``asyncio.Queue`` takes 3.2 kB, and a socket has two."""

    __slots__ = ("_things", "_waiting")

    def __init__(self) -> None:
        self._things: list[T] = []
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, thing: T) -> None:
        """Append an item."""
        self._things.append(thing)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> T:
        """Remove and return the first item; wait for one if empty."""
        while not self._things:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._things.pop(0)

    def qsize(self) -> int:
        """Return the number of queued items."""
        return len(self._things)

    def empty(self) -> bool:
        """Return whether the queue is empty."""
        return not self._things
