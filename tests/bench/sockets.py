"""Many sockets on several web processes: how long an action takes to all screens of its table.

``python -m tests.bench.sockets --sockets 20000 --seconds 600``: PostgreSQL and Valkey of its own,
``--webs`` uvicorns, and ``--clients`` processes that share the tables among themselves. A table's
nine sockets are spread over all web processes, so every action is heard from another one. Linux.
"""

import asyncio
import gc
import json
import resource
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
from websockets.exceptions import ConnectionClosed

from tests.bench.push import SOCKETS, Felt, Web, another, cookie, serve
from tests.bench.setting import percentile, servers

# Connections that a client process opens at a time.
OPENING = 40
# Open files that a process asks for.
FILES = 20_000


class Screens(Felt):
    """As ``Felt``, with what each socket missed; a socket that ends says so, and hears no more."""

    counted: Counter[str]

    async def listen(self, number: int) -> None:
        socket, known = self.sockets[number], self.table["version"]
        try:
            async for text in socket:
                assert isinstance(text, str)
                if not text.startswith('{"type":"update"'):
                    continue
                frame = json.loads(text)
                self.counted["missed"] += max(0, frame["version"] - known - 1)
                known = frame["version"]
                self.take(number, frame)
        except ConnectionClosed:
            self.counted["cut off"] += 1


async def _sit(ports: list[int], room: Any, cookies: list[str], told: list[float]) -> Screens:
    webs = [Web(0, port) for port in ports]
    homes = zip(cycle(webs), cookies, strict=False)
    sockets = [await web.connect(room.table_id, own) for web, own in homes]
    screens = Screens(room, sockets, told)
    for socket in sockets:
        screens.table = json.loads(await socket.recv())["table"]
    return screens


async def _client(job: dict[str, Any]) -> dict[str, Any]:
    """Open this process's sockets, say so, wait for the word, and play for so long."""
    from tests.tables.rooms import Room

    latencies: list[float] = []
    counted: Counter[str] = Counter()
    gate = asyncio.Semaphore(OPENING // SOCKETS)

    async def sit(table_id: int) -> Screens:
        async with gate:
            users = dict(enumerate(job["users"], start=1))
            return await _sit(job["ports"], Room(table_id, users), job["cookies"], latencies)

    tables = await asyncio.gather(*map(sit, job["tables"]))
    listeners = []
    for screens in tables:
        screens.counted = counted
        listeners += [asyncio.create_task(screens.listen(no)) for no in range(SOCKETS)]
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    with ThreadPoolExecutor(1) as dealer:
        began, cpu = time.perf_counter(), time.process_time()
        await _play(tables, dealer, job["rate"], job["seconds"])
        await asyncio.sleep(1.0)
        elapsed, cpu = time.perf_counter() - began - 1.0, time.process_time() - cpu
    for listener in listeners:
        listener.cancel()
    return {"latencies": latencies, "elapsed": elapsed, "cpu": cpu, **counted}


async def _play(
    tables: list[Screens], dealer: ThreadPoolExecutor, rate: float, seconds: float
) -> None:
    """So many actions a second, each at the next table that waits for one."""
    loop, began, done, turns = asyncio.get_running_loop(), time.perf_counter(), 0, cycle(tables)
    while done < seconds * rate:
        await asyncio.sleep(max(0.0, began + done / rate - time.perf_counter()))
        done += 1
        for screens in islice(turns, len(tables)):
            if screens.turn is None and screens.sent_at is None:
                loop.run_in_executor(dealer, screens.room.deal)
            elif screens.waits:
                await screens.act()
                break


def measure(asked: Namespace) -> dict[str, Any]:
    """p50 and p99 (ms) to all screens, kB a socket, cores of each part, and what went wrong."""
    from tests.tables.rooms import open_room

    first = open_room(*[10**7] * SOCKETS)
    count = max(1, asked.sockets // SOCKETS)
    rooms = [first, *(another(first) for _ in range(count - 1))]
    for room in rooms:
        room.deal()
    with ExitStack() as stack:
        webs = [stack.enter_context(serve()) for _ in range(asked.webs)]
        before, began = sum(map(_memory, webs)), time.perf_counter()
        job = {
            "ports": [web.port for web in webs],
            "cookies": [cookie(user) for user in first.users.values()],
            "rate": asked.rate / asked.clients,
            "seconds": asked.seconds,
        }
        shares = [rooms[part :: asked.clients] for part in range(asked.clients)]
        clients = [_started({**job, "tables": [room.table_id for room in own]}) for own in shares]
        for client in clients:
            assert client.stdout is not None
            assert client.stdout.readline() == "open\n"
        opening = time.perf_counter() - began
        grown = sum(map(_memory, webs)) - before
        spent = _spent(webs)
        for client in clients:
            assert client.stdin is not None
            client.stdin.write("go\n")
            client.stdin.flush()
        told = [json.loads(client.communicate()[0]) for client in clients]
        spent = {part: used - spent[part] for part, used in _spent(webs).items()}
    elapsed = max(each["elapsed"] for each in told)
    spent["clients"] = sum(each["cpu"] for each in told)
    latencies = [latency for each in told for latency in each["latencies"]]
    return {
        "sockets": count * SOCKETS,
        "tables": count,
        "opened_in_s": round(opening, 1),
        "actions": len(latencies),
        "actions_per_second": round(len(latencies) / elapsed),
        "p50_ms": round(percentile(latencies, 0.5) * 1000, 1),
        "p99_ms": round(percentile(latencies, 0.99) * 1000, 1),
        "kb_per_socket": round(grown / (count * SOCKETS) / 1000, 1),
        "web_cpu_us_per_action": round(spent["webs"] / len(latencies) * 1e6),
        **{f"cores_{part}": round(used / elapsed, 2) for part, used in spent.items()},
        "cut_off": sum(each.get("cut off", 0) for each in told),
        "missed_versions": sum(each.get("missed", 0) for each in told),
    }


def _started(job: dict[str, Any]) -> "subprocess.Popen[str]":
    client = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.sockets", "--as-client"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert client.stdin is not None
    client.stdin.write(json.dumps(job) + "\n")
    client.stdin.flush()
    return client


def _memory(web: Web) -> int:
    """Bytes that a web process holds, and its part of what it shares."""
    told = Path(f"/proc/{web.pid}/smaps_rollup").read_text()
    return int(told.partition("\nPss:")[2].split()[0]) * 1024


def _spent(webs: list[Web]) -> dict[str, float]:
    """Seconds of CPU of the web processes, and of the servers that this process has started."""
    spent = {"webs": sum(web.cpu for web in webs)}
    family = psutil.Process().children(recursive=True)
    for part in ("postgres", "valkey-server"):
        own = [process.cpu_times() for process in family if part in process.name()]
        spent[part] = sum(times.user + times.system for times in own)
    return spent


def _as_client() -> None:
    import django

    from players.models import User

    django.setup()
    job = json.loads(sys.stdin.readline())
    # Whoever deals at these tables asks for nobody by name.
    job["users"] = list(User.objects.order_by("pk")[:SOCKETS])
    # Thousands of sockets here are no player's: what looking through them takes is not measured.
    gc.disable()
    print(json.dumps(asyncio.run(_client(job))), flush=True)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=300.0, help="actions a second")
    parser.add_argument("--webs", type=int, default=2)
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--as-client", action="store_true")
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    if asked.as_client:
        return _as_client()
    with servers():
        for name, figure in measure(asked).items():
            print(f"{name:>24} {figure}")
    return None


if __name__ == "__main__":
    main()
