"""Time at tables of the players with a time limit, a minute at a time (PLAY-3)."""

from collections.abc import Collection
from datetime import datetime

from core import sql
from core.settings.room_time import zone
from core.types import UserId
from payouts.models import LimitChange
from payouts.rules.limits import LimitKind

# The same minute again changes nothing.
_COUNT = """
    INSERT INTO payouts_playedtime (user_id, day, minutes, counted_at)
    SELECT user_id, %s, 1, %s FROM unnest(%s::bigint[]) AS user_id ORDER BY user_id
    ON CONFLICT (user_id, day) DO UPDATE
    SET minutes = payouts_playedtime.minutes + 1, counted_at = EXCLUDED.counted_at
    WHERE payouts_playedtime.counted_at < EXCLUDED.counted_at"""


def counted() -> list[UserId]:
    """Return the players whose time is counted: all who have ever asked for a time limit."""
    changes = LimitChange.objects.filter(kind=LimitKind.TIME).order_by("user")
    return [UserId(user) for user in changes.values_list("user", flat=True).distinct()]


def count(users: Collection[UserId], *, now: datetime) -> None:
    """Count the minute of ``now`` for these players, once."""
    minute = now.replace(second=0, microsecond=0)
    sql.run(_COUNT, [now.astimezone(zone()).date(), minute, list(users)])
