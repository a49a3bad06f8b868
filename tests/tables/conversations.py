"""A player's or a spectator's conversation with a table, without a server between.

The conversation runs in a thread's own event loop, as in a web server; the test itself does not.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from players.models import User
from players.sign_in.session_store import SessionStore
from poker_site.bots.session import open_session
from tables.sockets.routing import websocket_urlpatterns
from tables.wire import difference, web_heartbeats

T = TypeVar("T")
untyped: Any = ApplicationCommunicator

application = URLRouter(websocket_urlpatterns)


class Loop:
    """An event loop in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=60)

    def stop_signing(self) -> None:
        """End the signs of life that the first socket has begun."""
        self.run(self._stop_signing())

    def close(self) -> None:
        self.run(self._cancel())
        self._loop.call_soon_threadsafe(self._loop.stop)

    @staticmethod
    async def _stop_signing() -> None:
        signing = web_heartbeats.begin.made.pop(asyncio.get_running_loop(), None)
        if signing is not None:
            signing.cancel()
            await asyncio.gather(signing, return_exceptions=True)

    @staticmethod
    async def _cancel() -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Socket:
    """An open socket; ``user`` None is a spectator without an account."""

    def __init__(
        self,
        loop: Loop,
        table_id: int,
        user: User | None = None,
        language: str = "en",
        session: str | None = None,
        at: str | None = None,
        address: str | None = None,
        request_id: str = "",
    ) -> None:
        self._loop = loop
        self._table_id = table_id
        self._at = at or f"table/{table_id}"
        self.session = SessionStore(session or (open_session(user) if user else None))
        self._communicator: Any = untyped(
            application,
            {
                "type": "websocket",
                "path": "/ws/tables/",
                "query_string": f"at={self._at}".encode(),
                "client": address and (address, 443),
                "headers": [
                    (b"accept-language", language.encode()),
                    (b"x-request-id", request_id.encode()),
                ],
                "user": user or AnonymousUser(),
                "session": self.session,
            },
        )
        self.connected: list[int] = []
        self.first: dict[str, Any] = {"version": 0}
        self.table: dict[str, Any] = {"version": 0}
        self._send({"type": "websocket.connect"})
        assert self.message() == {"type": "websocket.accept"}
        self.first = self.frame()

    def close(self) -> None:
        self._send({"type": "websocket.disconnect", "code": 1001})
        self._loop.run(self._communicator.wait(timeout=30))

    def message(self) -> dict[str, Any]:
        """The next ASGI message."""
        message: dict[str, Any] = self._loop.run(self._communicator.receive_output(timeout=30))
        return message

    def any_frame(self) -> dict[str, Any]:
        """The next frame, whatever it is."""
        frame: dict[str, Any] = json.loads(self.message()["text"])
        return frame

    def frame(self) -> dict[str, Any]:
        """The next frame; an update that the first snapshot already told is none, as for a page.

        Who is connected comes in between at any time: see ``connected``. What has changed is
        kept in ``table``.
        """
        frame = self.any_frame()
        assert frame.pop("table_id", self._table_id) == self._table_id
        assert frame.pop("at", self._at) == self._at
        if frame["type"] == "presence":
            self.connected = frame["connected"]
            return self.frame()
        if frame["type"] == "update" and frame["version"] <= self.first["version"]:
            return self.frame()
        if frame["type"] == "snapshot":
            self.table = frame["table"]
        if frame["type"] == "update" and frame["version"] == self.table["version"] + 1:
            self.table = difference.apply(self.table, frame["change"])
        return frame

    def until(self, kind: str) -> dict[str, Any]:
        """The next frame of a kind."""
        while (frame := self.frame())["type"] != kind:
            pass
        return frame

    def say(self, **frame: Any) -> None:
        self.say_text(json.dumps({"at": self._at, **frame}))

    def say_text(self, text: str) -> None:
        self._send({"type": "websocket.receive", "text": text})

    def say_bytes(self, data: bytes) -> None:
        self._send({"type": "websocket.receive", "bytes": data})

    def _send(self, message: dict[str, Any]) -> None:
        self._loop.run(self._communicator.send_input(message))


Watch = Callable[..., Socket]
