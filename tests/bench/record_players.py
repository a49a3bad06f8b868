"""One process of the players of ``tests.bench.record``: its share of the tables, slice by slice.

They decide as in a simulated tournament, take four seconds for it on a clock that is not the
machine's, and act through the dealer that sockets use; their tables deal on as a worker has it.
"""

import heapq
import time
from collections import Counter
from datetime import datetime, timedelta
from itertools import count
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

ACTION = timedelta(seconds=4)


class Share(NamedTuple):
    """Which tables are this process's: every so manieth of an event's."""

    event: str
    number: int
    of: int


class Playing:
    """A hand in progress, as its players know it."""

    def __init__(self, table: Any) -> None:
        self.hand, self.version = table.live.playing, table.version
        self.users = dict(table.live.dealt)


class Players:
    """Everybody at some tables, by when somebody acts there or the table looks whether to deal."""

    def __init__(self, share: Share) -> None:
        self.share = share
        self.dice = Random(share.number)
        self.hands: dict[int, Playing] = {}
        self.due: list[tuple[datetime, int, int]] = []
        self.order = count()
        self.latest = 0
        # Nanoseconds of this process by what it does, and what came of it.
        self.cpu: Counter[str] = Counter()
        self.done: Counter[str] = Counter()

    def play(self, begin: datetime, end: datetime) -> None:
        """Everything that is due in a slice of time."""
        began = time.process_time_ns()
        self._take_up(begin)
        self._find_idle(begin, end)
        self._count("finding", began)
        while self.due and self.due[0][0] < end:
            at, _, table_id = heapq.heappop(self.due)
            with patch("django.utils.timezone.now", lambda at=at: at):
                if table_id in self.hands:
                    self._act(table_id, at)
                else:
                    self._look(table_id, at)

    def _take_up(self, begin: datetime) -> None:
        """The hands that somebody else has dealt meanwhile at these tables."""
        from tables.models import Hand

        new = Hand.objects.filter(pk__gt=self.latest, event=self.share.event).order_by("pk")
        for hand, table_id, finished in new.values_list("pk", "table", "finished_at"):
            self.latest = hand
            if finished is None and self._ours(table_id) and table_id not in self.hands:
                self._sit_down(table_id, begin)

    def _find_idle(self, begin: datetime, end: datetime) -> None:
        """The tables that look by themselves whether they deal."""
        from tables.models import Deadline

        busy = {table_id for _, _, table_id in self.due} | self.hands.keys()
        due = Deadline.objects.filter(due_at__lt=end).values_list("table", "due_at")
        for table_id, at in due:
            if at and self._ours(table_id) and table_id not in busy:
                self._later(table_id, max(at, begin))

    def _look(self, table_id: int, at: datetime) -> None:
        from tournaments.play import auto_deal

        began = time.process_time_ns()
        hand = auto_deal.look(table_id=table_id, now=at)
        if hand is not None:
            self.done["dealt"] += 1
            self._sit_down(table_id, at)
        self._count("dealing", began)

    def _sit_down(self, table_id: int, at: datetime) -> None:
        from tables.live import record

        table = record.read(table_id)
        if table.live.playing is not None:
            self.hands[table_id] = Playing(table)
            self._later(table_id, at + ACTION)

    def _act(self, table_id: int, at: datetime) -> None:
        from core.refusal import Refusal
        from tables import engine
        from tables.live import dealer
        from tournaments.simulation.players import choose

        playing, began = self.hands[table_id], time.process_time_ns()
        turn = playing.hand.turn
        action = choose(playing.hand, self.dice)
        after = engine.apply(playing.hand, turn, action).hand
        began = self._count("players", began)
        try:
            playing.version = dealer.act(
                table_id=table_id,
                user_id=playing.users[turn],
                action=action,
                seen_version=playing.version,
                now=at,
            )
        except Refusal as refusal:
            # Somebody else has changed the table meanwhile: they look again.
            self.done[f"refused: {refusal.code}"] += 1
            del self.hands[table_id]
            self._sit_down(table_id, at)
            return
        finally:
            self._count("acting", began)
        self.done["actions"] += 1
        playing.hand = after
        if after.turn is None:
            self.done["hands"] += 1
            del self.hands[table_id]
        else:
            self._later(table_id, at + ACTION)

    def _later(self, table_id: int, at: datetime) -> None:
        heapq.heappush(self.due, (at, next(self.order), table_id))

    def _ours(self, table_id: int) -> bool:
        return table_id % self.share.of == self.share.number

    def _count(self, what: str, since: int) -> int:
        now = time.process_time_ns()
        self.cpu[what] += now - since
        return now


def serve(line: Connection, share: Share) -> None:
    """Play each slice that is asked for, and answer with what was done so far; None: go home."""
    import logging

    import django

    django.setup()
    logging.disable(logging.INFO)
    players = Players(share)
    while (asked := line.recv()) is not None:
        players.play(*asked)
        line.send((players.done, players.cpu))
