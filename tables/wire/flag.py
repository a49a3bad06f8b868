"""Something that many may wait for, and that most of the time nobody waits for."""

import asyncio


class Flag:
    """As an ``asyncio.Event``, in 700 bytes less while nobody waits: a socket has two."""

    __slots__ = ("_set", "_waiting")

    def __init__(self) -> None:
        self._set = False
        self._waiting: set[asyncio.Future[None]] | None = None

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        """Everybody who waits goes on, and nobody waits until it is cleared."""
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
