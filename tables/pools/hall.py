"""The empty felt that a player of a pool sees before their first hand."""

from datetime import datetime

from tables import games
from tables.models import FastPool
from tables.pools.seating import SEATS
from tables.wire.frame_types import SnapshotFrame

# No table has this id.
NOWHERE = 0


def snapshot(*, pool_id: int, now: datetime) -> SnapshotFrame:
    """Return an empty table of a pool, as a frame."""
    pool = FastPool.objects.get(pk=pool_id)
    return {
        "type": "snapshot",
        "version": 0,
        "table": {
            "id": NOWHERE,
            "name": pool.name,
            "event": pool.event,
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
