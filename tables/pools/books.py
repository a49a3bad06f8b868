"""The transfers that a pool should have, derived from its entries and its hands alone.

This module reads no transfer: ``payouts.reports.reconciliation`` compares the two.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from django.db.models import F, Sum

from payouts.bookkeeping import accounts
from payouts.bookkeeping.ledger import Reason
from payouts.reports import reconciliation
from payouts.reports.reconciliation import Comparison, Drift, FaultKind, Flow
from tables.live.escrow import causes_of
from tables.models import FastEntry, FastPool, HandPlayer
from tables.pools import purse


def pools() -> Iterator["Pool"]:
    """Yield every pool that has ever had an entry."""
    for pool in FastPool.objects.filter(entries__isnull=False).order_by("pk").distinct():
        yield Pool(pool)


class Pool:
    """A pool, its entries, and the transfers that follow from its hands."""

    def __init__(self, pool: FastPool) -> None:
        self.pool_id, self.event = pool.pk, pool.event
        self.entries = list(FastEntry.objects.filter(pool=pool).order_by("pk"))

    @cached_property
    def changes(self) -> dict[int, int]:
        """Chips won, less chips lost, in finished hands, by player."""
        played = HandPlayer.objects.filter(hand__event=self.event, finish_stack__isnull=False)
        change = Sum(F("finish_stack") - F("start_stack"))
        return dict(played.values("user").annotate(won=change).values_list("user", "won"))

    @cached_property
    def flows(self) -> Counter[Flow]:
        """The transfers that the pool should have so far, cents by flow (CASH-1, RAKE-1)."""
        escrow = purse.account(self.pool_id)
        flows: Counter[Flow] = Counter()
        for entry in self.entries:
            wallet = accounts.player(entry.user_id)
            flows[Flow(wallet, escrow, Reason.CHIPS)] += entry.brought
            flows[Flow(escrow, wallet, Reason.CASH_OUT)] += entry.took
        flows[Flow(escrow, accounts.RAKE, Reason.RAKE)] -= sum(self.changes.values())
        return Counter({flow: cents for flow, cents in flows.items() if cents})

    def compared(self) -> tuple[list[Comparison], list[Drift]]:
        """Compare each flow with its actual transfers."""
        return reconciliation.compare(
            self.event,
            self.flows,
            entry_keys=causes_of(self.event),
            account=purse.account(self.pool_id),
        )

    def wrong_records(self) -> Iterator[Drift]:
        """Yield the players whose entries hold a sum other than brought and won, less taken."""
        due, held = Counter(self.changes), Counter[int]()
        for entry in self.entries:
            due[entry.user_id] += entry.brought - entry.took
            held[entry.user_id] += entry.held
        for user in sorted({*due, *held}):
            if due[user] != held[user]:
                yield Drift(FaultKind.RECORD, f"{self.event}: player {user}", due[user], held[user])
