"""Tuning of Python's garbage collector."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# New objects before a collection of the youngest generation; Python's 700 led to a walk over ten
# thousand sockets every quarter of a minute, a second each time.
NEW_OBJECTS = 50_000


def freeze_heap() -> None:
    """Freeze all existing objects, and collect new ones seldom.

    A process that has loaded its code has a million objects of it, and none of them is garbage: a
    full collection delays every answer by 0.2 s.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Disable garbage collection in the whole process during the block.

    For work that makes many objects and no cycles: the collector would only walk through all of
    them, again and again. Of two threads that overlap, the first to enter enables it again.
    """
    ran = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if ran:
            gc.enable()
