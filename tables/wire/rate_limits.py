"""Rate limits of this process by socket, by user and by address.

Each is a token bucket. A client that has used one up gets one refusal; one that goes on is cut off.
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from typing import NamedTuple


class Quota(NamedTuple):
    """A token bucket: ``burst`` frames at once, refilled with ``a_second`` per second."""

    burst: float
    a_second: float


# A player needs two frames a second; a user may have many tables, an address many users.
SOCKET, STRANGER, USER, ADDRESS = Quota(100, 50), Quota(20, 5), Quota(300, 100), Quota(600, 200)
# Frames beyond the quota after which a socket is cut off.
MOST_BEYOND = 50
# Seconds for which a client that was cut off cannot open another socket.
SHUT_SECONDS = 10.0
# Most buckets in memory; the least recently used is dropped first.
REMEMBERED = 20_000


class Purse:
    """The token buckets of all clients of this process."""

    def __init__(self) -> None:
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def spend(self, who: Iterable[tuple[Hashable, Quota]], *, now: float) -> bool:
        """Spend one frame of each bucket; spend none and return False if one is empty.

        ``now`` is in seconds."""
        purses = [(key, quota, self._filled(key, quota, now)) for key, quota in who]
        enough = all(left >= 1 for _, _, left in purses)
        for key, _, left in purses:
            self._left[key] = (left - enough, now)
            self._left.move_to_end(key)
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return enough

    def forget(self, key: Hashable) -> None:
        """Drop the bucket of a client that is gone."""
        self._left.pop(key, None)

    def _filled(self, key: Hashable, quota: Quota, now: float) -> float:
        left, at = self._left.get(key, (quota.burst, now))
        return min(quota.burst, left + (now - at) * quota.a_second)


class CutOff:
    """The clients that were cut off within the last SHUT_SECONDS."""

    def __init__(self) -> None:
        self._until: OrderedDict[Hashable, float] = OrderedDict()

    def add(self, who: Hashable, *, now: float) -> None:
        """Shut a client out from ``now`` (seconds)."""
        self._until[who] = now + SHUT_SECONDS
        self._until.move_to_end(who)
        while len(self._until) > REMEMBERED:
            self._until.popitem(last=False)

    def holds(self, who: Hashable, *, now: float) -> bool:
        """Return whether a client is still shut out at ``now`` (seconds)."""
        return self._until.get(who, now) > now

    def clear(self) -> None:
        """Let all clients in."""
        self._until.clear()


PURSE = Purse()
CUT_OFF = CutOff()


def name_of(user_id: int | None, address: str | None) -> Hashable:
    """Return the key of a client that floods: its user, or if anonymous its address."""
    return f"user:{user_id}" if user_id is not None else f"stranger:{address}"
