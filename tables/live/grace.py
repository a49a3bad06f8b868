"""For how long nobody times out after an outage, as arithmetic (TRN-6)."""

from datetime import datetime, timedelta
from typing import NamedTuple

# TRN-6: what players who are to act have at least when play goes on.
LEAST = timedelta(seconds=10)
# So long at most is one grace prolonged by the next outage, and by web processes that stay away: a
# process that comes and goes holds no table up for good.
LONGEST = timedelta(seconds=60)
# After one that was prolonged so far players time out as usual for so long, and for twice as long
# after each that follows soon: a failure that comes again and again slows play down less and less.
REST = timedelta(seconds=20)
LONGEST_REST = 16 * REST


class Grace(NamedTuple):
    """Nobody times out before ``until``; ``since`` then, with no ``rest`` in between, is it so."""

    since: datetime
    until: datetime
    rest: timedelta = REST


def prolonged(grace: Grace | None, *, now: datetime, anew: bool = False) -> Grace:
    """Return the grace after an outage that is noticed now; ``anew`` whatever was before."""
    if anew or grace is None or now >= grace.until + 2 * grace.rest:
        return Grace(now, now + LEAST)
    if now >= grace.until + grace.rest:
        return Grace(now, now + LEAST, min(2 * grace.rest, LONGEST_REST))
    until = min(now + LEAST, grace.since + LONGEST)
    return grace._replace(until=max(until, grace.until))
