"""The transfers that a cash table should have, derived from its stays and its hands alone.

This module reads no transfer: ``payouts.reports.reconciliation`` compares the two.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from payouts.bookkeeping import accounts
from payouts.bookkeeping.ledger import Reason
from payouts.events import EventRef
from payouts.reports import reconciliation
from payouts.reports.reconciliation import Comparison, Drift, FaultKind, Flow
from tables.live.escrow import causes_of
from tables.models import CashStay, HandPlayer, PoolEntry, Seat, StayMoment
from tables.models.owners import FOR_MONEY


def tables() -> Iterator["CashTable"]:
    """Yield every cash table at which a player has ever sat for money."""
    stays = CashStay.objects.filter(FOR_MONEY)
    for pk in stays.order_by("table").values_list("table", flat=True).distinct():
        yield CashTable(pk)


Of = TypeVar("Of", CashStay, PoolEntry)


class StayBooks(ABC, Generic[Of]):
    """A table or a pool, the stays in it, and the transfers that follow from its hands; its
    ``escrow`` account holds a cent for each chip, and ``causes`` names those of its chips."""

    event: str
    escrow: str
    causes: object
    stays: Sequence[Of]

    @property
    @abstractmethod
    def lost(self) -> int:
        """The chips that players have lost to the rake, cents (RAKE-1)."""

    @property
    def rake(self) -> Flow:
        return Flow(self.escrow, accounts.RAKE, Reason.RAKE)

    @cached_property
    def flows(self) -> Counter[Flow]:
        """The transfers that there should be so far, cents by flow (CASH-1, RAKE-1)."""
        flows: Counter[Flow] = Counter({self.rake: self.lost})
        for stay in self.stays:
            wallet = accounts.player(stay.user_id)
            flows[Flow(wallet, self.escrow, Reason.CHIPS)] += stay.brought
            flows[Flow(self.escrow, wallet, Reason.CASH_OUT)] += stay.took or 0
        return Counter({flow: cents for flow, cents in flows.items() if cents})

    def compared(self) -> tuple[list[Comparison], list[Drift]]:
        """Compare each flow with its actual transfers."""
        return reconciliation.compare(
            self.event, self.flows, entry_keys=causes_of(self.causes), account=self.escrow
        )


class CashTable(StayBooks[CashStay]):
    """A table and the stays at it."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.causes = table_id
        self.event, self.escrow = str(EventRef("table", table_id)), accounts.escrow(table_id)
        self.stays = list(CashStay.objects.filter(table=table_id).order_by("pk"))

    @property
    def lost(self) -> int:
        in_pots: int = Seat.objects.filter(table=self.table_id).aggregate(
            cents=Coalesce(Sum("in_pot"), 0)
        )["cents"]
        change = _change(Q(hand__table=self.table_id))
        return -change - in_pots - sum(self.given_back.values())

    @cached_property
    def given_back(self) -> dict[int, int]:
        """Cents returned from pots without a winner, by stay (DRAW-2)."""
        moments = StayMoment.objects.filter(
            stay__table=self.table_id, kind=StayMoment.Kind.GIVEN_BACK
        )
        sums = moments.order_by().values_list("stay").annotate(cents=Sum("cents"))
        return dict(sums)

    def wrong_records(self) -> Iterator[Drift]:
        """Yield the stays that hold, or took away, a sum other than they brought and won."""
        stacks = dict(Seat.objects.filter(table=self.table_id).values_list("user", "stack"))
        for stay in self.stays:
            held = stay.took
            if held is None:
                held = stacks.pop(stay.user_id, 0)
            due = stay.brought + _change(_hands_of(stay))
            due += self.given_back.get(stay.pk, 0)
            if due != held:
                yield Drift(FaultKind.RECORD, f"{self.event}: stay {stay.pk}", due, held)
        if stacks:
            yield Drift(FaultKind.RECORD, f"{self.event}: seats", 0, sum(stacks.values()))
        rake = self.flows.get(self.rake, 0)
        borne: int = HandPlayer.objects.filter(hand__table=self.table_id).aggregate(
            cents=Coalesce(Sum("rake"), 0)
        )["cents"]
        if borne != rake:
            yield Drift(FaultKind.RECORD, f"{self.event}: rake of its players", rake, borne)


def _hands_of(stay: CashStay) -> Q:
    mine = Q(hand__table=stay.table_id, user=stay.user_id, hand__started_at__gte=stay.opened_at)
    if stay.closed_at is not None:
        mine &= Q(hand__finished_at__lte=stay.closed_at)
    return mine


def _change(hands: Q) -> int:
    """Return chips won, less chips lost, in finished hands."""
    played = HandPlayer.objects.filter(hands, finish_stack__isnull=False)
    change: int | None = played.aggregate(won=Sum(F("finish_stack") - F("start_stack")))["won"]
    return change or 0
