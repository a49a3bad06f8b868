"""Frames of a pool for one player alone: the state of an entry, and an empty first table."""

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial
from typing import cast

from django.db import transaction

from core import money
from tables import games
from tables.models import FastPool, PoolEntry
from tables.pools.entries import AT_A_TABLE
from tables.pools.seating import SEATS
from tables.wire import push
from tables.wire.frame_types import EntryFrame, InState, SnapshotFrame

# No table has this id.
NOWHERE = 0


def frame(entry: PoolEntry) -> EntryFrame:
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
    transaction.on_commit(partial(send, PoolEntry.objects.filter(pk__in=ids)), robust=True)


def send(read: Iterable[PoolEntry]) -> None:
    """Send the players of these entries their state."""
    push.tell_entries([(entry.pk, frame(entry)) for entry in read])


def empty_table(*, pool_id: int, now: datetime) -> SnapshotFrame:
    """Return an empty table of a pool, as a frame."""
    pool = FastPool.objects.get(pk=pool_id)
    return {
        "type": "snapshot",
        "version": 0,
        "table": {
            "id": NOWHERE,
            "name": pool.name,
            "event": pool.event,
            "currency": money.currency(),
            "game": pool.game,
            "status": "open",
            "version": 0,
            "max_seats": SEATS,
            "hand_no": 0,
            "hand_id": None,
            "commitment": "",
            "stakes": pool.stakes.to_json(),
            "betting": "limit" if games.has_fixed_limit(pool.game) else "blinds",
            "notice": None,
            "seats": [],
            "hand": None,
            "clock": None,
        },
        "so_far": {"first": 0, "names": {}, "events": []},
        "you": None,
        "now": now.isoformat(),
    }
