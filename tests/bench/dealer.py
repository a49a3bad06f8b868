"""Actions a second through ``dealer.act``, beside pgbench writing the same rows.

``python -m tests.bench.dealer``. pgbench runs an action as an ordinary transaction: lock the
table, update it and its deadline, append the event, commit. Both use the same server in the same
run, with the same number of clients; only the time spent in actions counts, hands are dealt in
between.
"""

import json
import re
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from itertools import chain, repeat, zip_longest
from statistics import fmean
from typing import Any, NamedTuple

from tests.bench.setting import percentile, servers

CLIENTS = 4
SEATS = 6
# Both sides take turns in short rounds, so that whatever else the machine does meets both.
ROUNDS = 3
SECONDS = 1

PGBENCH = """\
\\set table random(:first, :last)
\\set hand :first_hand + :client_id
\\set seq :seq + 1
BEGIN;
SELECT id, event, name, status, game, max_seats, stakes, action_seconds, version, hand_no,
       positions, notice, live
FROM tables_table WHERE id = :table FOR UPDATE;
UPDATE tables_table SET live = :live::jsonb, version = version + 1 WHERE id = :table;
UPDATE tables_deadline SET due_at = now() WHERE table_id = :table;
INSERT INTO tables_handevent (hand_id, seq, payload, at)
VALUES (:hand, :seq, :event::jsonb, now());
COMMIT;
"""


def measure(*, rounds: int = ROUNDS) -> dict[str, Any]:
    """Figures for 1, 100 and 1,000 tables: actions/s, p50 and p99 (ms), CPU, and the ratio."""
    with ThreadPoolExecutor(CLIENTS) as pool:
        figures = {str(tables): _measure(pool, tables, rounds) for tables in (1, 100, 1000)}
        together = threading.Barrier(CLIENTS)
        list(pool.map(_disconnect, repeat(together, CLIENTS)))
    return figures


def _measure(pool: ThreadPoolExecutor, tables: int, rounds: int) -> dict[str, float]:
    clients = min(CLIENTS, tables)
    rooms = _open(tables)
    reference = _Pgbench(rooms[0], clients)
    shares = [rooms[client::clients] for client in range(clients)]
    _play(pool, shares, 0.5)  # connections, prepared statements, caches
    played = [(_play(pool, shares, SECONDS), reference.run()) for _ in range(rounds)]
    latencies = [seconds for run, _ in played for seconds in run.latencies]
    elapsed = sum(run.elapsed for run, _ in played)
    rate = len(latencies) / elapsed
    return {
        "clients": clients,
        "actions_per_second": round(rate),
        "p50_ms": round(percentile(latencies, 0.5) * 1000, 2),
        "p99_ms": round(percentile(latencies, 0.99) * 1000, 2),
        "cpu_us": round(sum(run.cpu for run, _ in played) / len(latencies) * 1e6),
        "pgbench_per_second": round(fmean(rate for _, rate in played)),
        "ratio": round(rate / fmean(rate for _, rate in played), 2),
    }


def _open(count: int) -> list[Any]:
    """Tables of six, deep enough to play on for ever: one from the floor, and its copies."""
    from tables.live import record
    from tables.models import Deadline, Seat, Table
    from tests.tables.rooms import Room, open_room

    first = open_room(*[10**7] * SEATS)
    row = Table.objects.get(pk=first.table_id)
    seats = list(row.seats.all())
    copies = []
    for _ in range(count - 1):
        row.pk = None
        copies.append(copy(row))
    Table.objects.bulk_create(copies)
    Deadline.objects.bulk_create(Deadline(table=table) for table in copies)
    Seat.objects.bulk_create(
        Seat(table=table, no=seat.no, user_id=seat.user_id, stack=seat.stack)
        for table in copies
        for seat in seats
    )
    rooms = [first, *(Room(table.pk, first.users) for table in copies)]
    assert record.read(rooms[-1].table_id).live.seats
    return rooms


class Played(NamedTuple):
    """Each action's seconds; the seconds in which actions ran, and the CPU used in them."""

    latencies: list[float]
    elapsed: float
    cpu: float


def _play(pool: ThreadPoolExecutor, shares: list[list[Any]], seconds: float) -> Played:
    """Rounds of one hand at every table, a thread for each share, until the time is used."""
    latencies: list[float] = []
    elapsed = cpu = 0.0
    while elapsed < seconds:
        hands = list(pool.map(_deal, shares))
        stop = time.perf_counter() + seconds - elapsed
        began, cpu_began = time.perf_counter(), time.process_time()
        for timed in pool.map(_act, hands, repeat(stop)):
            latencies += timed
        elapsed += time.perf_counter() - began
        cpu += time.process_time() - cpu_began
    return Played(latencies, elapsed, cpu)


Script = list[dict[str, Any]]


def _deal(rooms: list[Any]) -> list[Script]:
    """Deal where no hand is played, and write down how everybody checks and calls to its end."""
    scripts = []
    for room in rooms:
        room.deal()
        scripts.append(_script(room))
    return scripts


def _script(room: Any) -> Script:
    from tables import engine

    table = room.table
    hand, version = table.live.playing, table.version
    script = []
    while hand.turn is not None:
        action = engine.Action("check" if engine.legal_actions(hand).check else "call")
        script.append(
            {
                "table_id": room.table_id,
                "user_id": room.users[hand.turn].pk,
                "action": action,
                "seen_version": version,
                "now": room.now,
            }
        )
        hand, version = engine.apply(hand, hand.turn, action).hand, version + 1
    return script


def _act(hands: list[Script], stop: float) -> list[float]:
    """One action at each table in turn, until the hands are over or the time is used."""
    from tables.live import dealer

    latencies = []
    for step in chain.from_iterable(zip_longest(*hands)):
        if step is None:
            continue
        began = time.perf_counter()
        if began > stop:
            break
        dealer.act(**step)
        latencies.append(time.perf_counter() - began)
    return latencies


def _disconnect(together: threading.Barrier) -> None:
    from django.db import connection

    together.wait()  # so that each thread comes here once
    connection.close()


class _Pgbench:
    """The statements of one action, on tables of their own whose rows are as long."""

    def __init__(self, room: Any, clients: int) -> None:
        room.deal()
        self.clients = clients
        live = room.table.live.to_json()
        event = {"e": "act", "seat": 1, "kind": "call", "to": 20, "added": 20, "all_in": False}
        self.variables = {
            **self._rows(room, live),
            "live": json.dumps(live, separators=(",", ":")),
            "event": json.dumps(event, separators=(",", ":")),
        }
        self.played = 0

    def run(self) -> float:
        """Transactions a second."""
        from django.conf import settings

        from poker_site.launch import embedded

        database = settings.DATABASES["default"]
        # Event numbers go on from round to round: a pair of hand and number comes once.
        variables = {**self.variables, "seq": self.played}
        self.played += 10**6
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
            script.write(PGBENCH)
            script.flush()
            done = subprocess.run(
                [
                    str(embedded.postgres_bin() / "pgbench"),
                    *("-n", "-M", "prepared", "-c", str(self.clients), "-T", str(SECONDS)),
                    *("-f", script.name, "-h", database["HOST"], "-U", database["USER"]),
                    *(f"-D{name}={value}" for name, value in variables.items()),
                    database["NAME"],
                ],
                capture_output=True,
                text=True,
            )
        rate = re.search(r"tps = ([\d.]+)", done.stdout)
        if done.returncode or rate is None:
            raise RuntimeError(f"pgbench: {done.stderr}")
        return float(rate[1])

    def _rows(self, room: Any, live: dict[str, Any]) -> dict[str, Any]:
        """Tables and hands to write to; returns the variables that name them."""
        from tables.models import Deadline, Hand, Table

        row = Table.objects.get(pk=room.table_id)
        row.live = live
        tables = []
        for _ in range(Table.objects.filter(event=row.event).count()):
            row.pk, row.event = None, "bench:2"
            tables.append(copy(row))
        Table.objects.bulk_create(tables)
        Deadline.objects.bulk_create(Deadline(table=table) for table in tables)
        hand = Hand.objects.filter(table=room.table_id).latest("pk")
        hands, last = [], hand.pk
        # Each client its own, at a table of its own: a table has one hand that is not over, and a
        # finished one takes no events.
        for no, table in enumerate(tables[: self.clients], 1):
            hand.pk, hand.table = last + 10**6 + no, table
            hands.append(copy(hand))
        Hand.objects.bulk_create(hands)
        return {"first": tables[0].pk, "last": tables[-1].pk, "first_hand": hands[0].pk}


def main() -> None:
    with servers():
        for tables, figures in measure().items():
            print(f"{tables:>5} tables: {figures}")


if __name__ == "__main__":
    main()
