"""A whole tournament of bots over real websockets, every table live, and what it took.

``python -m tests.bench.crowd --bots 2000``: servers, web, worker and beat of its own on loopback,
and some processes of bots; from the first registration to the last prize, or until ``--minutes``
have passed. Not part of ``make bench``: it needs the machine for a quarter of an hour.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.setting import percentile, servers

STACK = 1_500
SEATS = 9
LEVEL_SECONDS = 30
# Slow enough for every table to play at once for minutes, fast enough for the last one to end.
BLINDS = (
    *(10, 15, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000, 3_000, 5_000, 8_000),
    *(12_000, 20_000, 30_000, 50_000, 80_000, 120_000),
)
THINK = (0.4, 1.2)
RESULT_SECONDS = 3


class Watch(threading.Thread):
    """The most memory (MB) and the processor time (s) of each process of the room."""

    def __init__(self, pids: dict[str, list[int]]) -> None:
        super().__init__(daemon=True)
        self.pids = pids
        self.memory: dict[str, float] = {}
        self.cpu: dict[str, float] = {}
        self._done = threading.Event()

    def run(self) -> None:
        while not self._done.wait(3):
            self.look()

    def stop(self) -> None:
        self._done.set()
        self.join()

    def look(self) -> None:
        for name, roots in self.pids.items():
            family = [pid for root in roots for pid in _family(root)]
            memory = sum(_memory(pid) for pid in family)
            self.memory[name] = max(memory, self.memory.get(name, 0.0))
            cpu = sum(_cpu(pid) for pid in family)
            self.cpu[name] = max(cpu, self.cpu.get(name, 0.0))


def _family(pid: int) -> list[int]:
    """A process and its children."""
    with suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(relative for child in children for relative in _family(int(child)))]
    return []


def _memory(pid: int) -> float:
    """What it takes of the machine, MB: shared pages divided by who shares them."""
    with suppress(OSError):
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return int(rollup.partition("Pss:")[2].split()[0]) / 1024
    return 0.0


def _cpu(pid: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def lay_out(bots: int) -> tuple[Any, list[tuple[str, str]]]:
    """The event, which starts when all are in, and the bots' names and login sessions."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from poker_site.bots.session import open_session
    from tests.tables.rooms import people
    from tests.tournaments import events
    from tournaments.entry import scheduling

    # A room that has nobody at its desk is not open yet.
    User.objects.create_superuser("boss")
    users = people(bots, "bot")
    now = timezone.now()
    events.fund(*users, cents=10_00)
    plan = events.template(
        name="Crowd",
        rows=[(LEVEL_SECONDS, blind, 2 * blind, 0) for blind in BLINDS],
        starting_stack=STACK,
        seats_per_table=SEATS,
        min_entries=bots,
        max_entries=bots,
        scheme=events.standard_scheme(),
        hand_for_hand="off",
    )
    event = scheduling.publish(template_id=plan.pk, now=now)
    return event, [(user.username, open_session(user)) for user in users]


@dataclass
class Bots:
    """One process of the crowd, and the file in which it says what it saw."""

    process: subprocess.Popen[str]
    said: Path

    @classmethod
    def send(cls, order: dict[str, Any], said: Path) -> "Bots":
        with said.open("w") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.bench.crowd_bots"],
                stdin=subprocess.PIPE,
                stdout=out,
                text=True,
            )
        assert process.stdin is not None
        with process.stdin as orders:
            orders.write(json.dumps(order))
        return cls(process, said)

    @property
    def failed(self) -> bool:
        return self.process.poll() not in (None, 0)

    def hear(self) -> dict[str, Any] | None:
        """What it saw, once it has come home; None if it stays too long, or died."""
        with suppress(subprocess.TimeoutExpired, ValueError):
            self.process.wait(20)
            return dict(json.loads(self.said.read_text()))
        return None

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def wait_for_the_end(event: Any, crowd: list[Bots], deadline: float) -> None:
    """Until the event is over, time is, or some bots have died."""
    said = 0.0
    while time.monotonic() < deadline and not any(bots.failed for bots in crowd):
        event.refresh_from_db()
        if event.over:
            return
        if time.monotonic() > said + 30:
            said = time.monotonic()
            print(f"  {event.status}: {event.entry_count} in, {event.live_count} left", flush=True)
        time.sleep(1)


WAITS = """
    SELECT extract(epoch FROM started_at - before) FROM (
        SELECT started_at, lag(finished_at) OVER (PARTITION BY table_id ORDER BY number) AS before
        FROM tables_hand WHERE event = %s
    ) AS hands WHERE before IS NOT NULL"""


def report(event: Any, heard: list[dict[str, Any]], watch: Watch) -> None:
    from django.db import connection
    from django.db.models import Max, Min

    from payouts.bookkeeping import accounts, ledger
    from payouts.reports.audit import audit
    from tables.models import Hand
    from tables.storage import stored

    hands = Hand.objects.filter(event=event.event, finished_at__isnull=False)
    first, last = hands.aggregate(Min("started_at"), Max("finished_at")).values()
    seconds = (last - first).total_seconds()
    told = stored.of_hands(hands.values_list("pk", flat=True)).values()
    actions = sum(row["e"] == "act" for events in told for row in events)
    with connection.cursor() as cursor:
        cursor.execute(WAITS, [event.event])
        waits = [float(wait) for (wait,) in cursor.fetchall()]
    print(f"{event.status}: {event.entry_count} entries, {hands.count()} hands, {actions} actions")
    print(f"played {seconds:.0f} s: {hands.count() / seconds:.1f} hands/s on average")
    busiest = Counter(int((at - first).total_seconds()) // 60 for at in _ends(hands))
    minute, most = busiest.most_common(1)[0]
    print(f"busiest minute ({minute + 1}): {most / 60:.1f} hands/s")
    print(
        f"from a result to the next hand (shown {RESULT_SECONDS} s): p50 "
        f"{percentile(waits, 0.5):.1f} s, p99 {percentile(waits, 0.99):.1f} s, "
        f"longest {max(waits):.1f} s"
    )
    latencies = [seconds for process in heard for seconds in process["latencies"]]
    if latencies:
        p50, p99 = (1000 * percentile(latencies, share) for share in (0.5, 0.99))
        print(f"action to its frame: p50 {p50:.0f} ms, p99 {p99:.0f} ms ({len(latencies)} actions)")
        refused = sum((Counter(process["refused"]) for process in heard), Counter[str]())
        cut_off = sum(process["cut_off"] for process in heard)
        print(f"refused {dict(refused)}, connections cut off {cut_off}")
    print(f"registered in {max(p['registered_seconds'] for p in heard):.0f} s" if heard else "")
    for name, memory in watch.memory.items():
        print(f"{name:>9}: {memory:>6.0f} MB at most, {watch.cpu[name]:>6.0f} s of a processor")
    unplaced = event.entries.filter(place=None).count()
    pool = ledger.balance(accounts.pool(event.event))
    print(f"entries without a place {unplaced}, left in the pool {pool}, sound {audit().sound}")


def _ends(hands: Any) -> list[Any]:
    return list(hands.values_list("finished_at", flat=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bots", type=int, default=2_000)
    parser.add_argument("--processes", type=int, default=2, help="of bots")
    parser.add_argument("--minutes", type=float, default=20, help="stop then, whatever is")
    options = parser.parse_args()
    os.environ.update(
        {
            "DEMO": "false",
            "EMAIL_URL": "dummymail://",
            "SECRET_KEY": "only for this benchmark, which nobody else can reach",
            "SECURE_COOKIES": "false",
            "RESULT_SECONDS": str(RESULT_SECONDS),
        }
    )
    deadline = time.monotonic() + 60 * options.minutes
    with servers(), tempfile.TemporaryDirectory(prefix="montepremi-crowd-") as folder:
        from tests.room import running

        event, sessions = lay_out(options.bots)
        print(f"{len(sessions)} bots have money and are logged in", flush=True)
        with running(Path(folder)) as room:
            left = max(60.0, deadline - time.monotonic() - 10)
            order = {"url": room.url, "event": event.pk, "think": THINK, "seconds": left}
            crowd = [
                Bots.send(
                    {**order, "sessions": sessions[number :: options.processes]},
                    Path(folder) / f"bots{number}.json",
                )
                for number in range(options.processes)
            ]
            watch = Watch(_processes(room, crowd))
            watch.start()
            try:
                wait_for_the_end(event, crowd, deadline)
                heard = [said for bots in crowd if (said := bots.hear())]
            finally:
                for bots in crowd:
                    bots.stop()
            watch.stop()
        report(event, heard, watch)


def _processes(room: Any, crowd: list[Bots]) -> dict[str, list[int]]:
    """The room's processes and ours; the servers are our own children."""
    servers = {
        # The first is the parent of the others.
        name: [pid for pid in _family(os.getpid()) if program in _command(pid)][:1]
        for name, program in (("postgres", "/bin/postgres"), ("valkey", "valkey-server"))
    }
    ours = {name: [room.pid_of(name)] for name in ("web", "worker", "beat")}
    return {**ours, **servers, "bots": [bots.process.pid for bots in crowd]}


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")[0]
    return ""


if __name__ == "__main__":
    main()
