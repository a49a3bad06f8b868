"""Pieces of pages as they were last written: what is the same for the next reader is not written
again. A key holds all that its piece shows; the reader's language is added here."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from django.utils.safestring import SafeString
from django.utils.translation import get_language

# Pieces of some kilobyte that a process keeps.
MOST = 4_000

_kept: OrderedDict[Hashable, SafeString] = OrderedDict()
_lock = Lock()


def take(key: Hashable, write: Callable[[], SafeString]) -> SafeString:
    """The piece of this key in the active language, written only if it is not here."""
    key = (get_language(), key)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    written = write()
    with _lock:
        _kept[key] = written
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return written
