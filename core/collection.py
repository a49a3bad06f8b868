"""Python's collector of garbage, put off."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# So many objects more before the first look for cycles; Python's own 700 looked through all of ten
# thousand sockets every quarter of a minute, a second each time.
NEW_OBJECTS = 50_000


def settle() -> None:
    """Take all that there is by now for what stays until this process ends, and look seldom through
    what comes.

    A process that has loaded its code has a million objects of it, and none of them is garbage: a
    collection that walks through all of them holds up whoever waits for an answer by 0.2 s.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


@contextmanager
def put_off() -> Iterator[None]:
    """No collection of garbage meanwhile, in any thread of this process.

    For what makes a great many objects and no cycles: the collector would only walk through all of
    them, again and again. Where two threads put it off, it goes on when either of them is done.
    """
    ran = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if ran:
            gc.enable()
