"""A bot at a table, against a server that the test plays."""

import asyncio
import json
from random import Random
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from poker_site.bots import table_bot
from poker_site.bots.table_bot import TableBot

SNAPSHOT = {
    "type": "snapshot",
    "you": {"seat": 1, "cards": ["As", "Kd"], "away": False},
    "table": {
        "version": 4,
        "hand_no": 1,
        "event": "tournament:1",
        "notice": None,
        "seats": [{"seat": 1, "stack": 100, "away": False}],
        "hand": {"finished": False, "turn": {"seat": 1}},
    },
}


@pytest.mark.asyncio
async def test_an_act_that_a_lost_connection_took_along_is_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_bot, "choose", lambda *_: {"kind": "fold"})
    heard: list[Any] = []

    async def room(socket: ServerConnection) -> None:
        await socket.send(json.dumps(SNAPSHOT))
        heard.append(json.loads(await socket.recv()))
        if len(heard) == 2:
            await socket.send(json.dumps({"type": "out"}))

    async with serve(room, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        bot = TableBot(
            url=f"http://127.0.0.1:{port}",
            at="table/1",
            headers={},
            think=lambda: 0.0,
            buy=lambda _: asyncio.sleep(0),
            dice=Random(1),
            on_frame=lambda _: None,
        )
        assert await bot.play(retry=0.01) == "out"
    assert [wish["version"] for wish in heard] == [4, 4]
