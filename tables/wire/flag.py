"""An event for tasks to wait for, small while no task does."""

import asyncio


class Flag:
    """An ``asyncio.Event`` that takes 700 bytes less while no task waits: a socket has two."""

    __slots__ = ("_set", "_waiting")

    def __init__(self) -> None:
        self._set = False
        self._waiting: set[asyncio.Future[None]] | None = None

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        """Wake all waiting tasks; no task waits until the flag is cleared."""
        self._set = True
        for future in self._waiting or ():
            if not future.done():
                future.set_result(None)

    def clear(self) -> None:
        self._set = False

    async def wait(self) -> None:
        if self._set:
            return
        future = asyncio.get_running_loop().create_future()
        waiting = self._waiting = self._waiting or set()
        waiting.add(future)
        try:
            await future
        finally:
            waiting.discard(future)
            if not waiting and self._waiting is waiting:
                self._waiting = None
