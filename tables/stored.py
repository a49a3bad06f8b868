"""Events of hands as the database keeps them, packed: nobody else writes or reads their bytes.

What one action brings is one row. Packed it has a seventh of its length, since hands resemble each
other: the dictionary knows already what they have in common.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

import orjson

from tables.engine.events import Event
from tables.models import HandEvent

# The first byte of what is packed says by which dictionary; one that has been used never changes.
DICTIONARY: Final = 1
_RAW = -zlib.MAX_WBITS


class _Deflating(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...
    def flush(self) -> bytes: ...
    def copy(self) -> Any: ...


def pack(events: Sequence[Event]) -> bytes:
    """Events in their order, as ``unpack`` gives them back."""
    # Taking the dictionary in takes much longer than copying who has done so.
    deflating = _deflating().copy()
    told = orjson.dumps(events, option=orjson.OPT_NON_STR_KEYS)
    packed: bytes = bytes([DICTIONARY]) + deflating.compress(told) + deflating.flush()
    return packed


def unpack(packed: bytes) -> list[Event]:
    """ValueError for a dictionary that is not known here."""
    number, *_ = packed
    if number != DICTIONARY:
        raise ValueError(f"packed by dictionary {number}")
    inflating = zlib.decompressobj(_RAW, zdict=_dictionary())
    events: list[Event] = orjson.loads(inflating.decompress(packed[1:]) + inflating.flush())
    return events


def of_hand(hand_id: int) -> list[Event]:
    """All events of a hand, in their order."""
    return of_hands([hand_id]).get(hand_id, [])


def of_hands(hand_ids: Iterable[int]) -> dict[int, list[Event]]:
    """All events of each hand that has any: one query, however many hands."""
    events: defaultdict[int, list[Event]] = defaultdict(list)
    rows = HandEvent.objects.filter(hand__in=list(hand_ids)).order_by("hand", "seq")
    for hand_id, payload, packed in rows.values_list("hand_id", "payload", "packed"):
        events[hand_id] += row(payload, packed)
    return dict(events)


def row(payload: Event | str | None, packed: bytes | memoryview | None) -> list[Event]:
    """The events of one row of ``tables_handevent``, whose columns these are."""
    if packed is not None:
        return unpack(bytes(packed))
    # What is shown after a hand (SHOW-2), and what earlier releases wrote, has a row each.
    told: Any = orjson.loads(payload) if isinstance(payload, str) else payload
    return [] if told is None else [told]


@cache
def _dictionary() -> bytes:
    return Path(__file__).with_name(f"stored_{DICTIONARY}.txt").read_bytes()


@cache
def _deflating() -> _Deflating:
    return zlib.compressobj(9, zlib.DEFLATED, _RAW, zlib.DEF_MEM_LEVEL, zdict=_dictionary())
