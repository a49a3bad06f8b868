"""The largest online event there was, played here: a turbo of 253,692 entries to the last prize.

``python -m tests.bench.record --entries 5000 --hours 0.5``. PostgreSQL (which keeps its promises)
and Valkey of its own; the real dealer, director and ledger; every hand and event is stored. The
field and its money are put there in bulk, before the clock runs. Players sit in ``--processes``
processes, which share the tables; the event's time passes in slices, as fast as the machine plays
them, and the director looks meanwhile, as a worker of its own. After ``--hours`` it stops and
reports how far it came. Linux.
"""

import multiprocessing
import os
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.bench.record_players import Share, serve
from tests.bench.setting import servers

ENTRIES = 253_692
BUY_IN, FEE, STACK, SEATS = 9_00, 1_00, 10_000, 9
SLICE = timedelta(seconds=2)
# Rows that are written together while the field is put there.
PORTION = 5_000
OF_HANDS = ("tables_hand", "tables_handplayer", "tables_handsecret", "tables_handevent")


def lay_out(entries: int, *, now: datetime) -> Any:
    """The event, and everybody registered for it who has paid; it begins at once."""
    from payouts.models import Account, Transfer
    from tests.bench.field import PEOPLE, fill
    from tests.tournaments import events
    from tournaments.models import Entry
    from tournaments.rules import structures

    structure = structures.preset(
        structures.PRESETS["turbo"], starting_stack=STACK, entries=entries
    )
    rows = [(row.seconds, row.small_blind, row.big_blind, row.ante) for row in structure.levels]
    event = events.scheduled(
        starts_at=now,
        rows=rows,
        name="Record",
        buy_in=BUY_IN,
        fee=FEE,
        starting_stack=STACK,
        seats_per_table=SEATS,
        max_entries=entries,
        scheme=events.standard_scheme(),
    )
    fill(PEOPLE, players=entries)
    from players.models import User

    users = list(User.objects.order_by("pk"))
    for first in range(0, entries, PORTION):
        portion = users[first : first + PORTION]
        events.fund(*portion, cents=BUY_IN + FEE)
        accounts = dict(Account.objects.filter(user__in=portion).values_list("user", "pk"))
        entered = Entry.objects.bulk_create(
            Entry(tournament=event, user=user, registered_at=now) for user in portion
        )
        # As ``entry_money.charge`` writes them.
        to = {name: _account(name) for name in (f"pool:{event.event}", "house:fees")}
        Transfer.objects.bulk_create(
            Transfer(
                key=f"entry:{event.pk}:{entry.pk}",
                line=line,
                debit_id=accounts[entry.user_id],
                credit_id=to[credit],
                amount=amount,
                reason=reason,
                created_at=now,
            )
            for entry in entered
            for line, (credit, amount, reason) in enumerate(
                zip(to, (BUY_IN, FEE), (Transfer.Reason.BUY_IN, Transfer.Reason.FEE), strict=True)
            )
        )
    event.entry_count = entries
    event.save(update_fields=["entry_count"])
    fill("ANALYZE")
    return event


class Run:
    """The event under way: its time, and what it has cost."""

    def __init__(self, event: Any, lines: list[Any], *, now: datetime) -> None:
        self.event = event
        self.lines = lines
        self.now = self.begun_at = now
        self.began = time.monotonic()
        self.directing = 0.0
        self.done: Counter[str] = Counter()
        self.cpu: Counter[str] = Counter()
        self.said_at = self.hands_then = 0.0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def slice(self) -> None:
        """Everybody plays two seconds of the event's, and the director looks if it is time."""
        from tournaments import director
        from tournaments.floor import step_schedule

        end = self.now + SLICE
        for line in self.lines:
            line.send((self.now, end))
        began = time.process_time()
        with patch("django.utils.timezone.now", lambda: self.now):
            for number in step_schedule.claim(limit=1, now=self.now):
                director.step(tournament_id=number, now=self.now)
        self.directing += time.process_time() - began
        answers = [line.recv() for line in self.lines]
        self.done = sum((done for done, _ in answers), Counter())
        self.cpu = sum((cpu for _, cpu in answers), Counter())
        self.now = end

    def say(self) -> None:
        """A line of how it stands, with the rate since the last one."""
        from tables.models import Table

        self.event.refresh_from_db()
        tables = Table.objects.filter(event=self.event.event, status="open").count()
        hands, seconds = self.done["hands"], self.seconds
        rate = (hands - self.hands_then) / max(seconds - self.said_at, 0.001)
        self.said_at, self.hands_then = seconds, hands
        played = (self.now - self.begun_at).total_seconds()
        print(
            f"{seconds:>7.0f} s {played / 60:>6.1f} min of play {self.event.live_count:>8,} left "
            f"{tables:>7,} tables {hands:>10,} hands {rate:>7.1f} a second",
            flush=True,
        )


def play(event: Any, asked: Namespace, lines: list[Any], *, now: datetime) -> Run:
    """To the last prize, or until time is up."""
    run = Run(event, lines, now=now)
    print("   real        of the event", flush=True)
    while run.seconds < 3600 * asked.hours:
        run.slice()
        if run.seconds - run.said_at >= asked.every:
            run.say()
            if event.over:
                break
        elif not run.done["hands"] % 50 and _over(event):
            break
    run.say()
    return run


def _over(event: Any) -> bool:
    event.refresh_from_db()
    return bool(event.over)


def report(run: Run, database: "Database", pids: list[int]) -> None:
    """What it came to, cost and left."""
    from payouts.bookkeeping import accounts, ledger
    from payouts.reports.audit import audit
    from tables.models import Hand
    from tournaments.play.books import reconcile

    event, hands = run.event, Hand.objects.filter(event=run.event.event).count()
    seconds = run.seconds
    print(f"{event.status}: {event.entry_count:,} entries, {event.live_count:,} left")
    print(f"{hands:,} hands in {seconds:,.0f} s: {hands / seconds:.1f} a second; {dict(run.done)}")
    spent = {
        **{part: ns / 1e9 for part, ns in run.cpu.items()},
        "director": run.directing,
        **database.spent(),
    }
    for part, cpu in sorted(spent.items(), key=lambda pair: -pair[1]):
        print(f"{part:>12}: {cpu:>8.1f} s of a processor, {1000 * cpu / hands:>6.2f} ms a hand")
    memory = ", ".join(f"{_memory(pid):.0f}" for pid in pids)
    print(f"memory: {memory} MB of director and players at their peak")
    database.say(hands)
    unplaced = event.entries.filter(place=None).count()
    drifts = reconcile().drifts
    pool = ledger.balance(accounts.pool(event.event))
    print(f"entries without a place {unplaced:,}, left in the pool {pool / 100:,.2f}")
    print(f"chips are all there: {_chips_are_there(event)}")
    print(f"books sound: {audit().sound}; figures that are not what they should be: {len(drifts)}")


def _chips_are_there(event: Any) -> bool:
    from django.db.models import Sum

    from tables.models import Seat

    seats = Seat.objects.filter(table__event=event.event, table__status="open")
    return bool(event.over or seats.aggregate(sum=Sum("stack"))["sum"] == event.chips_in_play)


class Database:
    """What the servers have used, and what lies on disk, since this was made."""

    def __init__(self) -> None:
        self.size, self.wal = self._sizes()
        self.cpu = self._cpu()

    def spent(self) -> dict[str, float]:
        return {name: cpu - self.cpu[name] for name, cpu in self._cpu().items()}

    def say(self, hands: int) -> None:
        """Bytes a hand: of all that was written, and of each table of hands with its indexes."""
        from django.db import connection

        size, wal = self._sizes()
        print(
            f"on disk: {(size - self.size) / hands:,.0f} bytes a hand, "
            f"and {(wal - self.wal) / hands:,.0f} of log"
        )
        with connection.cursor() as cursor:
            for table in OF_HANDS:
                cursor.execute(
                    "SELECT sum(pg_table_size(relid)), sum(pg_indexes_size(relid)),"
                    f" (SELECT count(*) FROM {table})"
                    " FROM pg_partition_tree(%s) WHERE isleaf",
                    [table],
                )
                rows_size, indexes, rows = cursor.fetchone()
                print(
                    f"  {table}: {rows_size / hands:,.0f} bytes a hand and {indexes / hands:,.0f} "
                    f"of indexes, {rows / hands:.1f} rows"
                )

    def _sizes(self) -> tuple[int, int]:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_database_size(current_database()),"
                " pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
            )
            size, wal = cursor.fetchone()
        return size, wal

    def _cpu(self) -> dict[str, float]:
        """Seconds of PostgreSQL and of Valkey, those of its processes that have ended included."""
        found = {"postgres": 0.0, "valkey": 0.0}
        for pid in _family(os.getpid()):
            for name in found:
                if name in _command(pid):
                    found[name] += _seconds(pid)
        return found


def _account(name: str) -> int:
    """The number of an account, which is made if it is new."""
    from payouts.bookkeeping import ledger
    from payouts.models import Account

    ledger.hold([name])
    return Account.objects.get(name=name).pk


def _family(pid: int) -> Iterator[int]:
    """A process and its children, theirs included."""
    yield pid
    with suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            yield from _family(int(child))


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""


def _seconds(pid: int) -> float:
    """Of a process and of its children that have ended."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _memory(pid: int) -> float:
    """The most that a process has held, MB."""
    with suppress(OSError):
        status = Path(f"/proc/{pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024
    return 0.0


@contextmanager
def players(event: str, count: int) -> Iterator[tuple[list[Any], list[int]]]:
    """Processes that wait for slices, their lines and their ids."""
    spawn = multiprocessing.get_context("spawn")
    pairs = [spawn.Pipe() for _ in range(count)]
    processes = [
        spawn.Process(target=serve, args=(theirs, Share(event, number, count)), daemon=True)
        for number, (_, theirs) in enumerate(pairs)
    ]
    for process in processes:
        process.start()
    try:
        yield [ours for ours, _ in pairs], [process.pid or 0 for process in processes]
    finally:
        for process, (ours, _) in zip(processes, pairs, strict=True):
            with suppress(OSError):
                ours.send(None)
            process.join(10)


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--hours", type=float, default=2.0, help="stop then, however far it is")
    parser.add_argument("--processes", type=int, default=2, help="of players")
    parser.add_argument("--every", type=float, default=60, help="seconds between two lines")
    asked = parser.parse_args()
    with servers():
        from django.utils import timezone

        now, began = timezone.now(), time.monotonic()
        event = lay_out(asked.entries, now=now)
        print(f"{asked.entries:,} entries have paid ({time.monotonic() - began:.0f} s)", flush=True)
        database = Database()
        with players(event.event, asked.processes) as (lines, pids):
            run = play(event, asked, lines, now=now)
            report(run, database, [os.getpid(), *pids])


if __name__ == "__main__":
    main()
