"""Frames about an entry, for its player alone, at any table."""

from collections.abc import Collection, Iterable
from functools import partial
from typing import cast

from django.db import transaction

from tables.models import FastEntry
from tables.pools.entries import AT_A_TABLE
from tables.wire import push
from tables.wire.frame_types import EntryFrame, InState


def frame(entry: FastEntry) -> EntryFrame:
    """Return the state of an entry."""
    return {
        "type": "entry",
        "pool": entry.pool_id,
        "no": entry.no,
        "state": cast(InState, entry.state),
        "free": entry.free,
        "at_stake": entry.at_stake,
        "top_up": entry.top_up,
        "rebuy": entry.rebuy,
        "took": entry.took,
        "hands": entry.hands,
        "rests": entry.rests,
        "leaving": entry.leaving,
        "seat_at": entry.table_id if entry.state in AT_A_TABLE else None,
    }


def entries(ids: Collection[int]) -> None:
    """Send these players, after the commit, the state of their entries then."""
    transaction.on_commit(partial(found, FastEntry.objects.filter(pk__in=ids)), robust=True)


def found(read: Iterable[FastEntry]) -> None:
    """Send the players of these entries their state."""
    push.tell_entries([(entry.pk, frame(entry)) for entry in read])
