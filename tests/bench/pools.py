"""From a fold to the cards of the next hand, with 500 entries in one pool.

``python -m tests.bench.pools``. Players think for as long as people do; threads act for whoever's
time has come, through the same verbs as a socket, and another sweeps as a worker does. What is
measured begins when the fold that frees the last of six is called, and ends when their hand is
committed and its cards are handed to Redis. Sockets are not in it: ``bench.push`` has them.
"""

import heapq
import json
import threading
import time
from itertools import count
from random import Random
from statistics import fmean
from typing import Any

from tests.bench.setting import percentile, servers

ENTRIES = 500
SECONDS = 45
WARM_UP = 10
THREADS = 6
THINK = (0.5, 2.4)
# Of those who may fold before their turn, or face the blinds alone.
FOLDS = 0.75
# So long somebody may wait beside five others before it counts.
PATIENCE_MS = 500


class Evening:
    """The tables of the pool, by when somebody acts there."""

    def __init__(self) -> None:
        self.dice = Random(7)
        self.due: list[tuple[float, int, int]] = []
        self.order = count()
        self.lock = threading.Condition()
        self.freed: dict[int, float] = {}
        self.latencies: list[float] = []
        self.hands = 0
        self.actions: list[float] = []
        self.left_waiting = 0
        self.errors: list[str] = []
        self.over = False

    def think(self, table_id: int) -> None:
        with self.lock:
            at = time.perf_counter() + self.dice.uniform(*THINK)
            heapq.heappush(self.due, (at, next(self.order), table_id))
            self.lock.notify()

    def next(self) -> int | None:
        """The table where somebody's time has come; None when the evening is over."""
        with self.lock:
            while not self.over:
                now = time.perf_counter()
                if self.due and self.due[0][0] <= now:
                    return heapq.heappop(self.due)[2]
                self.lock.wait(min(0.05, self.due[0][0] - now) if self.due else 0.05)
        return None

    def dealt(self, table_id: int, entries: list[int]) -> None:
        """A hand is committed, and its cards have been published."""
        now = time.perf_counter()
        freed = [self.freed.pop(entry, None) for entry in entries]
        known = [at for at in freed if at is not None]
        # Whoever saw a hand to its end was freed by the clock, and is no fold.
        if known and len(known) == len(entries):
            self.latencies.append(now - max(known))
        self.hands += 1
        self.think(table_id)


def measure(*, entries: int = ENTRIES, seconds: float = SECONDS) -> dict[str, Any]:
    """p50, p99 and the largest latency (ms), hands and actions a second, and who was left."""
    from django.db import connections, transaction

    from tables.pools import floor

    pool = _fill(entries)
    evening = Evening()
    begin = floor._begin

    def begin_and_tell(*args: Any, **kwargs: Any) -> Any:
        hand = begin(*args, **kwargs)
        table_id, chosen = hand.table_id, list(args[1])
        transaction.on_commit(lambda: evening.dealt(table_id, chosen))
        return hand

    floor._begin = begin_and_tell
    threads = [threading.Thread(target=_play, args=(evening, pool)) for _ in range(THREADS)]
    threads += [threading.Thread(target=_sweep, args=(evening, pool))]
    try:
        for thread in threads:
            thread.start()
        time.sleep(WARM_UP)
        evening.latencies.clear()
        evening.actions.clear()
        evening.hands = evening.left_waiting = 0
        cpu, started = time.process_time(), time.perf_counter()
        time.sleep(seconds)
        elapsed, spent = time.perf_counter() - started, time.process_time() - cpu
        figures = _figures(evening, elapsed, spent)
    finally:
        evening.over = True
        for thread in threads:
            thread.join()
        floor._begin = begin
        connections.close_all()
    return figures


def _figures(evening: Evening, elapsed: float, spent: float) -> dict[str, Any]:
    waits = list(evening.latencies)
    return {
        "folds_to_cards": len(waits),
        "p50_ms": round(percentile(waits, 0.5) * 1000),
        "p99_ms": round(percentile(waits, 0.99) * 1000),
        "max_ms": round(max(waits) * 1000),
        "hands_per_second": round(evening.hands / elapsed, 1),
        "actions_per_second": round(len(evening.actions) / elapsed, 1),
        "action_ms": round(fmean(evening.actions) * 1000, 1),
        "cpu": round(spent / elapsed, 2),
        "left_waiting_though_six_were_free": evening.left_waiting,
        "errors": evening.errors[:3],
    }


def _fill(entries: int) -> Any:
    """A pool, and people in it who have been in before: nobody owes a blind."""
    from datetime import timedelta

    from django.utils import timezone

    from tables.models import FastEntry, FastPool
    from tests.tables.pools.setting import rich
    from tests.tables.rooms import people

    now = timezone.now() - timedelta(seconds=1)
    pool = FastPool.objects.create(name="Bench", small_blind=5, big_blind=10, wait_seconds=3)
    users = people(entries, prefix="bench")
    rich(users, now=now)
    from django.db import transaction

    from payouts.bookkeeping import accounts, ledger
    from tables.pools import purse

    with transaction.atomic():
        FastEntry.objects.bulk_create(
            FastEntry(
                pool=pool,
                user=user,
                no=1,
                since=now,
                held=1000,
                brought=1000,
                opened_at=now,
                owes=False,
            )
            for user in users
        )
        legs = [
            ledger.Leg(accounts.player(user.pk), purse.account(pool.pk), 1000, ledger.Reason.CHIPS)
            for user in users
        ]
        ledger.post(legs, key="bench", now=now)
    return pool


def _play(evening: Evening, pool: Any) -> None:
    from django.db import connection

    while (table_id := evening.next()) is not None:
        try:
            if _act(evening, pool, table_id):
                evening.think(table_id)
        except Exception as error:  # a refusal is no failure of the measurement, but is told
            evening.errors.append(repr(error))
            evening.think(table_id)
    connection.close()


def _act(evening: Evening, pool: Any, table_id: int) -> bool:
    """Somebody at this table decides; whether the hand goes on."""
    from django.utils import timezone

    from core.types import SeatNo
    from tables import engine
    from tables.live import record
    from tables.pools import play
    from tables.pools.folding import may_fold_now

    table = record.read(table_id)
    live, hand = table.live, table.live.playing
    if hand is None or live.hand_id is None:
        return False
    dice = evening.dice
    early = [
        no
        for no, sitter in live.seats.items()
        if sitter.staked is None and no != hand.turn and may_fold_now(hand, no)
    ]
    legal = engine.legal_actions(hand)
    folds = dice.random() < FOLDS and not hand.cards_on_board
    no: SeatNo | None
    if folds and early and dice.random() < 0.5:
        no = dice.choice(early)
    elif folds and legal.call:
        no = live.turn
    else:
        no = None
    now, began = timezone.now(), time.perf_counter()
    if no is not None:
        sitter = live.seats[no]
        evening.freed[sitter.entry] = began
        play.fold(pool_id=pool.pk, user_id=sitter.user, no=1, hand_id=live.hand_id, now=now)
    else:
        assert live.turn is not None
        sitter = live.seats[live.turn]
        action = engine.Action("check" if legal.check else "call")
        if not legal.check and legal.call is None:
            action = engine.Action("all_in")
        play.act(
            pool_id=pool.pk,
            user_id=sitter.user,
            no=1,
            action=action,
            seen_version=table.version,
            now=now,
        )
    evening.actions.append(time.perf_counter() - began)
    return record.read(table_id).live.playing is not None


def _sweep(evening: Evening, pool: Any) -> None:
    """What a worker does, and whether somebody was left waiting though six were free."""
    from datetime import timedelta

    from django.db import connection
    from django.utils import timezone

    from tables.models import FastEntry
    from tables.pools import going_on

    while not evening.over:
        going_on.sweep(now=timezone.now())
        waiting = FastEntry.objects.filter(
            pool=pool,
            state="waiting",
            since__lte=timezone.now() - timedelta(milliseconds=PATIENCE_MS),
        )
        if waiting.count() >= 6:
            evening.left_waiting += 1
        time.sleep(0.25)
    connection.close()


if __name__ == "__main__":
    with servers():
        print(json.dumps(measure(), indent=2))
