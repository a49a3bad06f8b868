"""A cache of rendered fragments, least recently used out first. A key holds all data that its
fragment shows; the reader's language and the room's currency are added here."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from core import money

# Fragments of some kilobytes that a process keeps.
MOST = 4_000

_kept: OrderedDict[Hashable, SafeString] = OrderedDict()
_lock = Lock()


def get_or_render(key: Hashable, write: Callable[[], SafeString]) -> SafeString:
    """Return the fragment of this key in the active language and the currency, rendered only if it
    is not cached."""
    key = (get_language(), money.currency(), key)
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
