"""The grace after an outage, in which no player times out, as arithmetic (TRN-6)."""

from datetime import datetime, timedelta
from typing import NamedTuple

# TRN-6: the least time of players to act when play goes on.
LEAST = timedelta(seconds=10)
# The longest grace, if further outages or absent web processes prolong it: a process that comes
# and goes cannot hold up a table for good.
LONGEST = timedelta(seconds=60)
# After a grace of that length, the least time in which players time out as usual. It doubles when
# the next grace follows soon (back-off): a repeated failure slows play down less and less.
REST = timedelta(seconds=20)
LONGEST_REST = 16 * REST


class Grace(NamedTuple):
    """A time without time-outs, from ``since`` to ``until``, and the ``rest`` after the longest."""

    since: datetime
    until: datetime
    rest: timedelta = REST


def prolonged(grace: Grace | None, *, now: datetime, anew: bool = False) -> Grace:
    """Return the grace after an outage noticed now; ``anew`` ignores the one before."""
    if anew or grace is None or now >= grace.until + 2 * grace.rest:
        return Grace(now, now + LEAST)
    if now >= grace.until + grace.rest:
        return Grace(now, now + LEAST, min(2 * grace.rest, LONGEST_REST))
    until = min(now + LEAST, grace.since + LONGEST)
    return grace._replace(until=max(until, grace.until))
