"""The transfers that a pool should have, derived from its entries and its hands alone.

This module reads no transfer: ``payouts.reports.reconciliation`` compares the two.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from django.db.models import F, Sum

from payouts.reports.reconciliation import Drift, FaultKind
from tables.cash.books import StayBooks
from tables.models import FastPool, HandPlayer, PoolEntry
from tables.pools import purse


def pools() -> Iterator["Pool"]:
    """Yield every pool that has ever had an entry."""
    for pool in FastPool.objects.filter(entries__isnull=False).order_by("pk").distinct():
        yield Pool(pool)


class Pool(StayBooks[PoolEntry]):
    """A pool and its entries."""

    def __init__(self, pool: FastPool) -> None:
        self.event = pool.event
        self.causes = pool.event
        self.escrow = purse.account(pool.pk)
        self.stays = list(PoolEntry.objects.filter(pool=pool).order_by("pk"))

    @cached_property
    def changes(self) -> dict[int, int]:
        """Chips won, less chips lost, in finished hands, by player."""
        played = HandPlayer.objects.filter(hand__event=self.event, finish_stack__isnull=False)
        change = Sum(F("finish_stack") - F("start_stack"))
        return dict(played.values("user").annotate(won=change).values_list("user", "won"))

    @property
    def lost(self) -> int:
        return -sum(self.changes.values())

    def wrong_records(self) -> Iterator[Drift]:
        """Yield the players whose entries hold a sum other than brought and won, less taken."""
        due, held = Counter(self.changes), Counter[int]()
        for entry in self.stays:
            due[entry.user_id] += entry.brought - entry.took
            held[entry.user_id] += entry.held
        for user in sorted({*due, *held}):
            if due[user] != held[user]:
                yield Drift(FaultKind.RECORD, f"{self.event}: player {user}", due[user], held[user])
