"""When so many connections are lost at once that an event stands still, and until when."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

# Connections count as lost at once when they were within this.
AT_ONCE = timedelta(seconds=30)
# Of fewer a share says nothing of the room: at a final table three people may well leave together.
AT_LEAST = 10
# All of so few say enough.
ALL_OF = 2
# Who the event waits for may not come back at all.
PATIENCE = timedelta(minutes=5)
# Whoever let play go on, the director or staff, knows who is missing.
COOL_DOWN = timedelta(minutes=1)


class Losses(NamedTuple):
    """Seated players who were connected a moment ago, and how many of them no longer are."""

    before: int
    lost: int

    def too_many(self, *, percent: int) -> bool:
        if self.before < AT_LEAST:
            return self.lost == self.before >= ALL_OF
        return 100 * self.lost >= percent * self.before


def losses(
    seen: Mapping[int, datetime],
    seated: Collection[int],
    *,
    gone_after: timedelta,
    now: datetime,
) -> Losses:
    """What was lost lately; ``seen`` tells when each user was last seen."""
    recent = [seen[user] for user in seated if user in seen and seen[user] >= now - AT_ONCE]
    return Losses(len(recent), sum(at <= now - gone_after for at in recent))


def may_go_on(*, connected: int, before: int, percent: int, waited: timedelta) -> bool:
    """Whether play goes on by itself: half of what may be missing is, or nobody comes any more."""
    return waited >= PATIENCE or 200 * (before - connected) < percent * before
