"""What it costs to tell a table's sockets, and how long an action takes to reach them.

``python -m tests.bench.push``: a real uvicorn in a process of its own, real websockets in this
one, nine at a table. CPU is read from /proc, so that figure needs Linux. With ``--against TREE``,
another working tree with its own ``.venv``, both are measured in turns, and compared: the machine
is never twice the same.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from ast import literal_eval
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from core.types import Chips, SeatNo
from tables.wire import difference
from tests.bench.setting import percentile, servers

SOCKETS = 9
MESSAGES_A_SECOND = 500
TABLES = 30
SHARED = 10
ACTIONS_A_SECOND = 300
SECONDS = 4.0


def measure(*, seconds: float = SECONDS) -> dict[str, Any]:
    """CPU of the web process a delivery; p50 and p99 (ms) from an action to all nine sockets."""
    from tables.wire import push
    from tests.tables.rooms import Room, open_room

    first: Room = open_room(*[10**7] * SOCKETS)
    rooms = [first, *(another(first) for _ in range(TABLES - 1))]
    for room in rooms:
        room.deal()
    frame = _frame(first)
    channel = push.table_channel(first.table_id)
    cookies = [cookie(user) for user in first.users.values()]
    with serve() as web:
        return {
            "delivery": asyncio.run(_deliveries(web, first.table_id, channel, frame, seconds)),
            "path": asyncio.run(_path(web, rooms, cookies, seconds)),
        }


def _frame(room: Any) -> bytes:
    """What a table tells of an action of the kind that there are most of."""
    from tables import engine
    from tables.live import frames
    from tables.wire import push

    table = room.table
    assert table.live.hand is not None
    step = engine.apply(table.live.hand, room.turn, engine.Action("call"))
    table.live.hand, table.version = step.hand, table.version + 1
    return push.text(frames.update(table, step.events, now=room.now), room.table_id)


def another(first: Any) -> Any:
    """A table with the same people."""
    from tables import engine
    from tables.live import seating
    from tests.tables.rooms import Room

    table = seating.open_table(
        event="bench:1",
        name="Table",
        max_seats=SOCKETS,
        stakes=engine.Stakes(10, 20),
        action_seconds=20,
        now=first.now,
    )
    seating.take_seats(
        table_id=table.pk,
        users={SeatNo(no): user.pk for no, user in first.users.items()},
        stack=Chips(10**7),
        bank_ms=0,
        now=first.now,
    )
    return Room(table.pk, first.users)


@dataclass
class Web:
    """The web process under measurement."""

    pid: int
    port: int

    @property
    def cpu(self) -> float:
        """Seconds of CPU that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def connect(self, table_id: int, cookie: str = "") -> connect:
        return connect(
            f"ws://127.0.0.1:{self.port}/ws/tables/?at=table/{table_id}",
            origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie},
            compression=None,
        )


@contextmanager
def serve() -> Iterator[Web]:
    from tests.harness.room import free_port, wait_for

    port = free_port()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "uvicorn", "poker_site.asgi:application"),
            *("--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"),
            *(
                "--ws",
                "poker_site.server.websocket_protocol:WebSocketProtocol",
                "--ws-max-size",
                "4096",
            ),
            *("--ws-per-message-deflate", "false", "--no-access-log"),
        ]
    )
    try:
        wait_for("uvicorn", lambda: _answers(port))
        yield Web(process.pid, port)
    finally:
        process.terminate()
        process.wait(10)


def _answers(port: int) -> bool:
    import socket

    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def _deliveries(
    web: Web, table_id: int, channel: str, frame: bytes, seconds: float
) -> dict[str, float]:
    """Publish a table's frame at an even pace to nine sockets that listen to it."""
    import redis.asyncio
    from django.conf import settings

    from tables.wire import push

    word = push.word("PUBLISH")
    count = int(seconds * MESSAGES_A_SECOND)
    sockets = [await web.connect(table_id) for _ in range(SOCKETS)]
    for socket in sockets:
        await socket.recv()
    async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client:
        readers = [asyncio.create_task(_read(socket, count)) for socket in sockets]
        publish = partial(client.execute_command, word)
        cpu, began = web.cpu, time.perf_counter()
        for number in range(count):
            await publish(channel, frame)
            due = began + (number + 1) / MESSAGES_A_SECOND
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await asyncio.gather(*readers)
        used = web.cpu - cpu
    for socket in sockets:
        await socket.close()
    return {
        "bytes": len(frame),
        "deliveries": count * SOCKETS,
        "cpu_us": round(used / (count * SOCKETS) * 1e6, 1),
    }


async def _shared(
    webs: list[Web], channels: list[tuple[int, str]], frame: bytes, rate: int
) -> float:
    """Microseconds of CPU a delivery, of all web processes, each of which serves its share of the
    tables, so many frames a second together; without what they do when nobody says anything."""
    import redis.asyncio
    from django.conf import settings

    from tables.wire import push

    word, count = push.word("PUBLISH"), int(SECONDS * rate)
    homes = zip(cycle(webs), channels, strict=False)
    sockets = [[await web.connect(table) for _ in range(SOCKETS)] for web, (table, _) in homes]
    await asyncio.sleep(1)
    idle = sum(web.cpu for web in webs)
    await asyncio.sleep(SECONDS)
    async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client:
        readers = [
            asyncio.create_task(_read(socket, 1 + count // len(channels)))
            for there in sockets
            for socket in there
        ]
        publish, cpu = partial(client.execute_command, word), sum(web.cpu for web in webs)
        began = time.perf_counter()
        for number, (_, channel) in enumerate(islice(cycle(channels), count)):
            await publish(channel, frame)
            due = began + (number + 1) / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await asyncio.gather(*readers)
        used = sum(web.cpu for web in webs) - cpu - (cpu - idle)
    for socket in (socket for there in sockets for socket in there):
        await socket.close()
    return used / (count * SOCKETS) * 1e6


def measure_two(*, rate: int, rounds: int = 3) -> dict[str, Any]:
    """CPU of a delivery by one web process, and by two with half of the tables each, in turns."""
    from tables.wire import push
    from tests.tables.rooms import open_room

    rooms = [open_room(*[10**7] * SOCKETS) for _ in range(SHARED)]
    rooms[0].deal()
    frame = _frame(rooms[0])
    channels = [(room.table_id, push.table_channel(room.table_id)) for room in rooms]
    one, two = [], []
    with serve() as here, serve() as there:
        for _ in range(rounds):
            one.append(asyncio.run(_shared([here], channels, frame, rate)))
            two.append(asyncio.run(_shared([here, there], channels, frame, rate)))
    figures = {"one_us": median(one), "two_us": median(two), "ratio": median(two) / median(one)}
    return {name: round(figure, 2) for name, figure in figures.items()}


async def _read(socket: ClientConnection, count: int) -> None:
    for _ in range(count):
        await socket.recv()


@dataclass
class Felt:
    """A table as its nine clients see it together; seat n has the n-th socket."""

    room: Any
    sockets: list[ClientConnection]
    latencies: list[float]
    table: dict[str, Any] = field(default_factory=dict)
    sent_at: float | None = None
    heard: int = 0

    async def listen(self, number: int) -> None:
        """Take note when the frame that answers the action has come to every socket."""
        async for text in self.sockets[number]:
            assert isinstance(text, str)
            if not text.startswith('{"type":"update"'):
                continue
            self.take(number, json.loads(text) if number == 0 else {})

    def take(self, number: int, update: dict[str, Any]) -> None:
        """An update came to a socket; the first one's tells what the table has become."""
        self.heard += 1
        if number == 0:
            self.table = difference.apply(self.table, update["change"])
        if self.heard == SOCKETS:
            if self.sent_at is not None:
                self.latencies.append(time.perf_counter() - self.sent_at)
            self.heard, self.sent_at = 0, None

    @property
    def turn(self) -> dict[str, Any] | None:
        turn: dict[str, Any] | None = self.table["hand"]["turn"]
        return turn

    @property
    def waits(self) -> bool:
        """Whether everybody has heard everything, and somebody is to act."""
        return self.heard == 0 and self.sent_at is None and self.turn is not None

    async def act(self) -> None:
        """Whoever is to act checks, or calls what there is."""
        assert self.turn is not None
        kind = "check" if self.turn["legal"]["check"] else "call"
        frame = {
            "type": "act",
            "at": f"table/{self.room.table_id}",
            "action": {"kind": kind},
            "version": self.table["version"],
        }
        self.sent_at = time.perf_counter()
        await self.sockets[self.turn["seat"] - 1].send(json.dumps(frame))


async def _path(web: Web, rooms: list[Any], cookies: list[str], seconds: float) -> dict[str, float]:
    """Actions at an even pace all over the room, each from its socket to the table's nine."""
    latencies: list[float] = []
    felts = [await _sit_down(web, room, cookies, latencies) for room in rooms]
    listeners = [
        asyncio.create_task(felt.listen(number)) for felt in felts for number in range(SOCKETS)
    ]
    with ThreadPoolExecutor(1) as dealer:
        cpu, began = web.cpu, time.perf_counter()
        await _play(felts, dealer, seconds)
        elapsed, used = time.perf_counter() - began, web.cpu - cpu
    for listener in listeners:
        listener.cancel()
    for felt in felts:
        for socket in felt.sockets:
            await socket.close()
    return {
        "sockets": len(felts) * SOCKETS,
        "actions_per_second": round(len(latencies) / elapsed),
        "p50_ms": round(percentile(latencies, 0.5) * 1000, 2),
        "p99_ms": round(percentile(latencies, 0.99) * 1000, 2),
        "cpu_us_per_action": round(used / len(latencies) * 1e6),
    }


async def _sit_down(web: Web, room: Any, cookies: list[str], latencies: list[float]) -> Felt:
    sockets = [await web.connect(room.table_id, cookie) for cookie in cookies]
    felt = Felt(room, sockets, latencies)
    for socket in sockets:
        felt.table = json.loads(await socket.recv())["table"]
    return felt


async def _play(felts: list[Felt], dealer: ThreadPoolExecutor, seconds: float) -> None:
    """One action every 1/300 s, at the next table that waits for one."""
    loop, began, done = asyncio.get_running_loop(), time.perf_counter(), 0
    tables = cycle(felts)
    while done < seconds * ACTIONS_A_SECOND:
        await asyncio.sleep(max(0.0, began + done / ACTIONS_A_SECOND - time.perf_counter()))
        done += 1
        for felt in islice(tables, len(felts)):
            if felt.turn is None and felt.sent_at is None:
                loop.run_in_executor(dealer, felt.room.deal)
            elif felt.waits:
                await felt.act()
                break


def cookie(user: Any) -> str:
    from django.conf import settings
    from django.contrib.auth import login
    from django.http import HttpRequest

    from players.sign_in.session_store import SessionStore

    request = HttpRequest()
    request.session = session = SessionStore()
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.secret}"


def compare(tree: Path, *, rounds: int) -> None:
    """Print the CPU of a delivery and of an action in that tree and in this one, in turns."""
    here = Path(__file__).resolve().parents[2]
    found: dict[Path, list[tuple[float, float]]] = {tree: [], here: []}
    for _ in range(rounds):
        for where, figures in found.items():
            done = subprocess.run(
                [where / ".venv/bin/python", "-m", "tests.bench.push"],
                cwd=where,
                capture_output=True,
                text=True,
                check=True,
            )
            said = [literal_eval(line.partition(": ")[2]) for line in done.stdout.splitlines()]
            figures.append((said[0]["cpu_us"], said[1]["cpu_us_per_action"]))
            print(f"{where}: {figures[-1]}", flush=True)
    for number, name in enumerate(("us a delivery", "us an action")):
        before, after = (median(pair[number] for pair in found[where]) for where in (tree, here))
        print(f"{name:>13}: {before} there, {after} here, {after / before:.2f} of it")


def main(arguments: list[str]) -> None:
    parser = ArgumentParser(prog="python -m tests.bench.push", description=__doc__)
    parser.add_argument("--against", type=Path, metavar="TREE")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--two", action="store_true", help="one web process beside two")
    parser.add_argument("--rate", type=int, default=MESSAGES_A_SECOND, help="frames, with --two")
    options = parser.parse_args(arguments)
    if options.against:
        compare(options.against.resolve(), rounds=options.rounds)
        return
    with servers():
        if options.two:
            print(f" two webs: {measure_two(rate=options.rate)}")
            return
        for name, figures in measure().items():
            print(f"{name:>9}: {figures}")


if __name__ == "__main__":
    main(sys.argv[1:])
