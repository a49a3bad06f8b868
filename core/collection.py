"""Python's collector of garbage, put off."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
