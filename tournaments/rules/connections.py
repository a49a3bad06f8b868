"""The rule by which an event pauses after a mass loss of connections, and resumes."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

# Only players seen within this time count: those gone for longer were not lost at once.
AT_ONCE = timedelta(seconds=30)
# With fewer players a share proves nothing: at a final table three may well leave together.
AT_LEAST = 10
# Below AT_LEAST, only the loss of all of them counts, and of at least so many.
ALL_OF = 2
# Play resumes after this time, since the missing players may not come back at all.
PATIENCE = timedelta(minutes=5)
# No new pause so soon: the director or staff resumed play in spite of the missing players.
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
    """Return the recent losses among ``seated`` users; ``seen`` is when each was last seen."""
    recent = [seen[user] for user in seated if user in seen and seen[user] >= now - AT_ONCE]
    return Losses(len(recent), sum(at <= now - gone_after for at in recent))


def may_go_on(*, connected: int, before: int, percent: int, waited: timedelta) -> bool:
    """Return whether to resume: less than half of ``percent`` are missing, or PATIENCE is over."""
    return waited >= PATIENCE or 200 * (before - connected) < percent * before
