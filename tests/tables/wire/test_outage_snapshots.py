"""When Redis is back, everybody gets a snapshot, and nobody is run over."""

import asyncio
from collections.abc import Collection, Mapping

import pytest

from core.refusal import Refusal
from core.types import UserId
from tables.refusals import TableCode
from tables.wire import outage_snapshots
from tables.wire.mailbox import Mailbox
from tables.wire.outage_snapshots import AT_ONCE, OutageSnapshots

TABLES, SPECTATORS, PLAYERS = 50, 11, 9


class Room:
    """Tables that can be read, and how often each was."""

    def __init__(self) -> None:
        self.reads: list[int] = []
        self.busy = self.busiest = 0
        self.troubles = 0

    async def read(
        self, table_id: int, users: Collection[UserId | None]
    ) -> Mapping[UserId | None, bytes]:
        self.reads.append(table_id)
        self.busy += 1
        self.busiest = max(self.busy, self.busiest)
        await asyncio.sleep(0)
        self.busy -= 1
        if table_id == 0:
            raise Refusal(TableCode.NO_SUCH_TABLE)
        if self.troubles:
            self.troubles -= 1
            raise OSError
        return {user: f"{table_id}:{user}".encode() for user in users}


class Reader:
    """A socket that missed something."""

    def __init__(self, table_id: int, user_id: UserId | None) -> None:
        self.table_id, self.user_id = table_id, user_id
        self.got: list[str] = []
        self.mailbox = Mailbox(self._hear, lambda: None, lambda: None)
        self.mailbox.open()

    async def _hear(self, text: bytes) -> None:
        self.got.append(text.decode())

    @property
    def wanted(self) -> list[str]:
        return [f"{self.table_id}:{self.user_id}"]


async def until_all_have(readers: list[Reader]) -> None:
    async with asyncio.timeout(5):
        while any(not reader.got for reader in readers):
            await asyncio.sleep(0)


async def test_a_thousand_sockets_catch_up_with_one_reading_a_table_and_two_at_a_time() -> None:
    room, users = Room(), [UserId(no) for no in range(1, PLAYERS + 1)]
    catching = OutageSnapshots(room.read)
    readers = [
        Reader(table, user)
        for user in [*users, *[None] * SPECTATORS]
        for table in range(1, TABLES + 1)
    ]
    assert len(readers) == 1000
    for reader in readers:
        catching.ask(reader.mailbox, table_id=reader.table_id, user_id=reader.user_id)
    await until_all_have(readers)
    assert [reader.got for reader in readers] == [reader.wanted for reader in readers]
    assert sorted(room.reads) == list(range(1, TABLES + 1))
    assert room.busiest == AT_ONCE


async def test_trouble_is_tried_again_and_a_table_that_is_no_more_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outage_snapshots, "RETRY_SECONDS", 0)
    room = Room()
    room.troubles = 3
    catching = OutageSnapshots(room.read)
    nowhere, here = Reader(0, None), Reader(1, None)
    for reader in (nowhere, here):
        catching.ask(reader.mailbox, table_id=reader.table_id, user_id=reader.user_id)
    await until_all_have([here])
    assert nowhere.got == []
    assert room.reads.count(0) == 1


async def test_who_missed_more_while_the_table_was_read_is_told_again() -> None:
    room, reader = Room(), Reader(1, None)
    catching = OutageSnapshots(room.read)
    catching.ask(reader.mailbox, table_id=1, user_id=None)
    while not room.reads:
        await asyncio.sleep(0)
    catching.ask(reader.mailbox, table_id=1, user_id=None)
    async with asyncio.timeout(5):
        while len(reader.got) < 2:
            await asyncio.sleep(0)
    assert room.reads == [1, 1]


async def test_who_asks_in_the_moment_in_which_the_last_readers_end_is_told_too() -> None:
    read = asyncio.Event()

    async def look(
        table_id: int, users: Collection[UserId | None]
    ) -> Mapping[UserId | None, bytes]:
        await read.wait()
        return {user: f"{table_id}:{user}".encode() for user in users}

    catching = OutageSnapshots(look)
    before = [Reader(table_id, None) for table_id in range(1, AT_ONCE + 1)]
    for reader in before:
        catching.ask(reader.mailbox, table_id=reader.table_id, user_id=None)
    await asyncio.sleep(0)
    late = Reader(AT_ONCE + 1, None)

    async def ask_when_they_have_read() -> None:
        await read.wait()
        catching.ask(late.mailbox, table_id=late.table_id, user_id=None)

    asking = asyncio.create_task(ask_when_they_have_read())
    await asyncio.sleep(0)
    read.set()
    await asking
    await until_all_have([*before, late])
