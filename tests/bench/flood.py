"""What others at a table feel while somebody floods it.

``python -m tests.bench.flood --port 8000``, beside a demo room that runs from the same VAR_DIR
(``manage.py room``). Ten players look at two tables and ask, some five times a second, for a pong
and for a snapshot; meanwhile flooders, each a process with an address of its own on the loopback
(Linux), send what they can, and come back as soon as they are cut off.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from random import Random
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from tests.bench.setting import percentile

NEIGHBOURS, TABLES = 10, 2
SECONDS = 12.0
# Some time between two looks of a neighbour, s.
PAUSES = (0.15, 0.25)


class Flooder(NamedTuple):
    """Where from, as whom (nobody: empty), and whether to come back."""

    address: str
    session: str
    again: bool


def line(port: int, at: str, *, session: str, address: str) -> connect:
    return connect(
        f"ws://127.0.0.1:{port}/ws/tables/?at={at}",
        origin=Origin(f"http://127.0.0.1:{port}"),
        additional_headers={"Cookie": f"sessionid={session}"} if session else {},
        local_addr=(address, 0),
        ping_interval=None,
        compression=None,
    )


async def flood(port: int, at: str, who: Flooder, seconds: float) -> dict[str, object]:
    """Ask for snapshots as fast as it goes; what became of it."""
    end, ends, lives = time.monotonic() + seconds, Counter[str](), [0.0]
    sent = 0
    while time.monotonic() < end:
        opened = time.monotonic()
        try:
            async with line(port, at, session=who.session, address=who.address) as socket:
                while time.monotonic() < end:
                    await socket.send(json.dumps({"type": "snapshot", "at": at}))
                    sent += 1
        except ConnectionClosed:
            ends["cut off"] += 1
            lives.append(time.monotonic() - opened)
        except InvalidStatus as refused:
            ends[f"refused {refused.response.status_code}"] += 1
        if not who.again:
            break
        await asyncio.sleep(0.02)
    return {"frames": sent, "longest life, s": round(max(lives), 2), **ends}


async def look(
    port: int, at: str, session: str, seconds: float, waits: dict[str, list[float]], dice: Random
) -> None:
    """A neighbour, who asks now and then."""
    async with line(port, at, session=session, address="127.0.0.1") as socket:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for asked, answer in (("ping", "pong"), ("snapshot", "snapshot")):
                began = time.monotonic()
                await socket.send(json.dumps({"type": asked, "at": at}))
                await _heard(socket, answer)
                waits[asked].append(1000 * (time.monotonic() - began))
            await asyncio.sleep(dice.uniform(*PAUSES))


async def _heard(socket: ClientConnection, kind: str) -> None:
    while json.loads(await asyncio.wait_for(socket.recv(), 30))["type"] != kind:
        pass


async def phase(
    name: str, port: int, sessions: list[str], tables: list[str], flooders: list[Flooder]
) -> None:
    """One line a phase, and one a flooder."""
    waits: dict[str, list[float]] = defaultdict(list)
    looking = [
        asyncio.create_task(
            look(port, tables[no % TABLES], session, SECONDS + 2, waits, Random(no))
        )
        for no, session in enumerate(sessions)
    ]
    await asyncio.sleep(1)
    working = [
        subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.bench.flood", "--port", str(port)),
                *("--flood", json.dumps([tables[0], *flooder])),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        for flooder in flooders
    ]
    await asyncio.gather(*looking)
    told = (
        f"{asked} p50 {percentile(found, 0.5):.0f} ms, p99 {percentile(found, 0.99):.0f} ms"
        f" of {len(found)}"
        for asked, found in waits.items()
    )
    print(f"{name} (load {os.getloadavg()[0]:.0f}): {'; '.join(told)}")
    for process in working:
        print("    ", process.communicate()[0].strip())


async def main(port: int, sessions: list[str], tables: list[str]) -> None:
    *neighbours, own = sessions
    await phase("nobody floods", port, neighbours, tables, [])
    once = [Flooder("127.0.0.2", "", again=False)]
    await phase("one socket without an account", port, neighbours, tables, once)
    one = [Flooder("127.0.0.3", "", again=True)]
    await phase("the same, again and again", port, neighbours, tables, one)
    five = [Flooder(f"127.0.0.{no}", "", again=True) for no in range(10, 15)]
    await phase("five, again and again", port, neighbours, tables, five)
    users = [Flooder("127.0.0.4", own, again=True)] * 5
    await phase("five of one user, again and again", port, neighbours, tables, users)


def found() -> tuple[list[str], list[str]]:
    """Sessions of eleven players of the demo, and the names of two tables."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
    import django

    django.setup()
    from django.contrib.auth.models import User

    from poker_site.bots.session import open_session
    from tables.models import Table

    users = User.objects.filter(is_staff=False, is_active=True).order_by("-pk")
    tables = Table.objects.filter(status=Table.Status.OPEN).order_by("-pk")[:TABLES]
    sessions = [open_session(user) for user in users[: NEIGHBOURS + 1]]
    return sessions, [f"table/{table.pk}" for table in tables]


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--flood", help="for the processes that it starts")
    wanted = parser.parse_args()
    if wanted.flood:
        place, *rest = json.loads(wanted.flood)
        print(asyncio.run(flood(wanted.port, place, Flooder(*rest), SECONDS)))
    else:
        asyncio.run(main(wanted.port, *found()))
