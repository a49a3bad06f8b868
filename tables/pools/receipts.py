"""Receipts of stays in pools (INFO-3).

Read, never stored: from the entry and its moments. A hand does not say which of a player's entries
played it, so the entry itself counts its hands and the rake that it bore.
"""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet
from django.urls import reverse

from core.types import UserId
from payouts import receipts as genuine
from tables.history import stays
from tables.history.stays import StayReceipt
from tables.models import EntryMoment, PoolEntry


def of_player(user_id: UserId) -> QuerySet[PoolEntry]:
    """A player's stays in pools, the latest first, for ``of_stays``."""
    return PoolEntry.objects.filter(user=user_id).select_related("pool").order_by("-pk")


def of_stays(entries: Iterable[PoolEntry]) -> list[StayReceipt]:
    """Return the receipts of these stays: two queries, however many."""
    by_entry = {
        entry.pk: StayReceipt(
            stay=entry,
            place=entry.pool.name,
            url=reverse("pool_receipt", args=[entry.pk]),
            game=entry.pool,
            hands=entry.hands,
            rake=entry.rake,
            holds=entry.held,
        )
        for entry in entries
    }
    moments: defaultdict[int, list[EntryMoment]] = defaultdict(list)
    for moment in EntryMoment.objects.filter(entry__in=by_entry).order_by("pk"):
        moments[moment.entry_id].append(moment)
    for pk, receipt in by_entry.items():
        receipt.tell(moments[pk])
    return list(by_entry.values())


def find(pk: int) -> genuine.Receipt | None:
    """Return a stay's receipt as its public check shows it."""
    entry = PoolEntry.objects.filter(pk=pk).select_related("pool", "user").first()
    return None if entry is None else stays.checked(entry, name=entry.pool.name)
