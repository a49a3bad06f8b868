"""The order of a large field, kept for a moment.

Whoever looks on asks for the event's page again and again, and to order 20,000 by their stacks
takes PostgreSQL a tenth of a second.
"""

import time
from array import array
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Entry, Tournament

# Smaller fields are ordered each time: nobody sees a stack of a second ago there.
LARGE = 1_000
# A process spends at most a tenth of its time on one event's order, however large.
KEPT_FOR = 10
# Seconds in which an order is made at the latest.
MEANWHILE = 5
# Orders that a process keeps; 20,000 keys are 160 kB.
MOST = 32


class _Kept(NamedTuple):
    until: float
    keys: Sequence[int]


_kept: dict[tuple[int, str, str], _Kept] = {}
_lock = Lock()


def keys(event: Tournament, entries: QuerySet[Entry], name: str) -> Sequence[int] | None:
    """The keys of a large event's ``entries`` in their order, of a moment ago; None of a small one.

    ``name`` tells two orders of one event apart.
    """
    if event.entry_count < LARGE:
        return None
    # What is over has another order than what was played a moment ago.
    # What is over has another order than what was played a moment ago.
    key = (event.pk, event.status, name)
    began = time.monotonic()
    with _lock:
        kept = _kept.get(key)
        if kept is not None and began < kept.until:
            return kept.keys
        if kept is not None:
            # Others go on with it while this one is ordered anew.
            _kept[key] = _Kept(began + MEANWHILE, kept.keys)
    found = array("q", entries.values_list("pk", flat=True))
    now = time.monotonic()
    with _lock:
        for old in [old for old, order in _kept.items() if order.until <= now]:
            del _kept[old]
        if len(_kept) < MOST:
            _kept[key] = _Kept(now + KEPT_FOR * (now - began), found)
    return found
