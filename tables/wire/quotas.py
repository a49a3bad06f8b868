"""How much may be asked of this process: by a socket, by a user, by an address.

A quota fills up with time. Who has spent one is told so once; who asks on is a flooder.
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from typing import NamedTuple


class Quota(NamedTuple):
    """``burst`` frames at once, and ``a_second`` come back."""

    burst: float
    a_second: float


# A person needs two frames a second; a user may have many tables, an address many users.
SOCKET, STRANGER, USER, ADDRESS = Quota(100, 50), Quota(20, 5), Quota(300, 100), Quota(600, 200)
# Frames beyond the quota after which a socket is cut off.
MOST_BEYOND = 50
# Seconds for which whoever was cut off opens no other socket.
SHUT_SECONDS = 10.0
# Spenders who are remembered at once; who has spent nothing for long is forgotten first.
REMEMBERED = 20_000


class Purse:
    """What is left of the quotas of everybody who asks in this process."""

    def __init__(self) -> None:
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def spend(self, who: Iterable[tuple[Hashable, Quota]], *, now: float) -> bool:
        """Whether each of these has a frame left; then it is spent. ``now`` in seconds."""
        purses = [(key, quota, self._filled(key, quota, now)) for key, quota in who]
        enough = all(left >= 1 for _, _, left in purses)
        for key, _, left in purses:
            self._left[key] = (left - enough, now)
            self._left.move_to_end(key)
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return enough

    def forget(self, key: Hashable) -> None:
        """Somebody asks no more."""
        self._left.pop(key, None)

    def _filled(self, key: Hashable, quota: Quota, now: float) -> float:
        left, at = self._left.get(key, (quota.burst, now))
        return min(quota.burst, left + (now - at) * quota.a_second)


class CutOff:
    """Who was cut off a moment ago, and is not let in again yet."""

    def __init__(self) -> None:
        self._until: OrderedDict[Hashable, float] = OrderedDict()

    def add(self, who: Hashable, *, now: float) -> None:
        """``now`` in seconds."""
        self._until[who] = now + SHUT_SECONDS
        self._until.move_to_end(who)
        while len(self._until) > REMEMBERED:
            self._until.popitem(last=False)

    def holds(self, who: Hashable, *, now: float) -> bool:
        """Whether they are still shut out."""
        return self._until.get(who, now) > now

    def clear(self) -> None:
        """Let everybody in."""
        self._until.clear()


PURSE = Purse()
CUT_OFF = CutOff()


def name_of(user_id: int | None, address: str | None) -> Hashable:
    """What a flooder is remembered by: the user, or the address of somebody without an account."""
    return f"user:{user_id}" if user_id is not None else f"stranger:{address}"
