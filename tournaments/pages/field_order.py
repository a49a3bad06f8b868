"""A short-lived cache of the order of a large field.

Spectators reload the event's page again and again, and PostgreSQL takes a tenth of a second to sort
20,000 entries by stack.
"""

import time
from array import array
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Entry, Tournament

# Smaller fields are sorted on each request, so that their stacks are never stale.
LARGE = 1_000
# An order is kept for this many times the time that it took, so that a process spends at most a
# tenth of its time on one event.
KEPT_FOR = 10
# Seconds for which the old order is served while a new one is made.
MEANWHILE = 5
# Orders that a process keeps; 20,000 keys are 160 kB.
MOST = 32


class _Kept(NamedTuple):
    until: float
    keys: Sequence[int]


_kept: dict[tuple[int, str, str], _Kept] = {}
_lock = Lock()


def keys(event: Tournament, entries: QuerySet[Entry], name: str) -> Sequence[int] | None:
    """Return the cached keys of a large event's ``entries`` in order; None for a small event.

    ``name`` distinguishes several orders of one event.
    """
    if event.entry_count < LARGE:
        return None
    # The order changes when the event ends.
    key = (event.pk, event.status, name)
    began = time.monotonic()
    with _lock:
        cached = _kept.get(key)
        if cached is not None and began < cached.until:
            return cached.keys
        if cached is not None:
            # Other threads use the old order while this one makes a new one.
            _kept[key] = _Kept(began + MEANWHILE, cached.keys)
    ordered = array("q", entries.values_list("pk", flat=True))
    now = time.monotonic()
    with _lock:
        for old in [old for old, order in _kept.items() if order.until <= now]:
            del _kept[old]
        if len(_kept) < MOST:
            _kept[key] = _Kept(now + KEPT_FOR * (now - began), ordered)
    return ordered
