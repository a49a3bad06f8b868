"""Events of hands as the database stores them, packed: only this module writes or reads the bytes.

The events of one action are one row. Packed it has a seventh of its length, since hands resemble
each other: the dictionary already has their common parts. In an archived month several hands
together are one row of ``HandArchive`` (``tables.storage.archiving``); readers see no difference.
"""

import lzma
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import orjson

from core import sql
from tables.engine.events import Event
from tables.models import HandEvent

# The first byte of packed data is the dictionary's number; a used dictionary never changes.
DICTIONARY: Final = 1
_RAW = -zlib.MAX_WBITS
# 80 kB to copy for each action where the defaults have 262, for the same length: these did not fit
# the cache, and took longer than packing (docs/measurements.md).
_WINDOW: Final = -14
_MEMORY: Final = 5

# The portion that holds a hand, if it is archived.
_PORTIONS = """
    SELECT packed FROM tables_handarchive WHERE first_hand IN (
        SELECT (SELECT max(first_hand) FROM tables_handarchive WHERE first_hand <= hand)
        FROM unnest(%s::bigint[]) AS hand
    )"""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class HandEventRow(NamedTuple):
    """A row of ``HandEvent``, unpacked; ``seq`` is the number of its first event."""

    hand_id: int
    seq: int
    at: datetime
    events: list[Event]


class _Deflating(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...
    def flush(self) -> bytes: ...
    def copy(self) -> Any: ...


def pack(events: Sequence[Event]) -> bytes:
    """Pack events in their order, for ``unpack``."""
    # Reading the dictionary takes much longer than copying an object that has read it.
    deflating = _deflating().copy()
    payload = orjson.dumps(events, option=orjson.OPT_NON_STR_KEYS)
    packed: bytes = bytes([DICTIONARY]) + deflating.compress(payload) + deflating.flush()
    return packed


def unpack(packed: bytes) -> list[Event]:
    """Unpack events; ValueError for an unknown dictionary."""
    number, *_ = packed
    if number != DICTIONARY:
        raise ValueError(f"packed by dictionary {number}")
    inflating = zlib.decompressobj(_RAW, zdict=_dictionary())
    events: list[Event] = orjson.loads(inflating.decompress(packed[1:]) + inflating.flush())
    return events


def of_hand(hand_id: int) -> list[Event]:
    """Return all events of a hand, in their order."""
    return of_hands([hand_id]).get(hand_id, [])


def of_hands(hand_ids: Iterable[int]) -> dict[int, list[Event]]:
    """Return all events of each hand that has any: one query, however many hands; one more where
    some of them are archived."""
    wanted = list(hand_ids)
    events: defaultdict[int, list[Event]] = defaultdict(list)
    begun = set()
    rows = HandEvent.objects.filter(hand__in=wanted).order_by("hand", "seq")
    for hand_id, seq, payload, packed in rows.values_list("hand_id", "seq", "payload", "packed"):
        events[hand_id] += row(payload, packed)
        if seq == 1:
            begun.add(hand_id)
    # Cards shown after a hand was archived (SHOW-2) are a row of their own again.
    for hand_id, archived in _archived({*wanted} - begun).items():
        events[hand_id] = archived + events[hand_id]
    return dict(events)


def row(payload: Event | str | None, packed: bytes | memoryview | None) -> list[Event]:
    """Return the events of one row of ``tables_handevent``, given these two columns."""
    if packed is not None:
        return unpack(bytes(packed))
    # Cards shown after a hand (SHOW-2), and events of earlier releases, have a row each.
    event: Any = orjson.loads(payload) if isinstance(payload, str) else payload
    return [] if event is None else [event]


def rows(*, first_hand: int, last_hand: int) -> list[HandEventRow]:
    """Return the rows of hands that are not archived, in their order."""
    stored = HandEvent.objects.filter(hand__gte=first_hand, hand__lte=last_hand)
    columns = ("hand_id", "seq", "at", "payload", "packed")
    return [
        HandEventRow(hand_id, seq, at, row(payload, packed))
        for hand_id, seq, at, payload, packed in stored.order_by("hand", "seq").values_list(
            *columns
        )
    ]


def pack_portion(rows: Iterable[HandEventRow]) -> bytes:
    """Pack rows in their order, for ``unpack_portion``: xz of a line of JSON a hand, its number and
    rows, each with its own number, microseconds since the row before and events."""
    lines = []
    for hand_id, of_hand in groupby(rows, key=lambda one: one.hand_id):
        steps, before = [], _EPOCH
        for _, seq, at, events in of_hand:
            steps.append((seq, (at - before) // _MICROSECOND, events))
            before = at
        lines.append(orjson.dumps((hand_id, steps)))
    return lzma.compress(b"\n".join(lines))


def unpack_portion(
    packed: bytes | memoryview, *, only: Collection[int] | None = None
) -> list[HandEventRow]:
    """Return the rows of a portion, or those of some hands."""
    unpacked = []
    for line in lzma.decompress(packed).splitlines():
        if only is not None and int(line[1 : line.index(b",")]) not in only:
            continue
        hand_id, payload = orjson.loads(line)
        at = _EPOCH
        for seq, microseconds, events in payload:
            at += microseconds * _MICROSECOND
            unpacked.append(HandEventRow(hand_id, seq, at, events))
    return unpacked


def _archived(hand_ids: Collection[int]) -> dict[int, list[Event]]:
    """Return all events of hands that are archived."""
    events: defaultdict[int, list[Event]] = defaultdict(list)
    if hand_ids:
        for (packed,) in sql.rows(_PORTIONS, [list(hand_ids)]):
            for event_row in unpack_portion(packed, only=hand_ids):
                events[event_row.hand_id] += event_row.events
    return events


@cache
def _dictionary() -> bytes:
    return Path(__file__).with_name(f"stored_{DICTIONARY}.txt").read_bytes()


@cache
def _deflating() -> _Deflating:
    return zlib.compressobj(9, zlib.DEFLATED, _WINDOW, _MEMORY, zdict=_dictionary())
