"""A check that what players were told is a legal history of the hands that the room kept.

Pure: from the lines of the players' diaries, the public events of each stored hand, the stored
purchases by their keys, and the notes of beats about the ticks that they gave.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

Line = Mapping[str, Any]
Events = Sequence[Mapping[str, Any]]
# A frame reaches a player after the commit: one that comes before is early by more than the clocks
# of this machine's processes differ, s.
EARLY_SECONDS = 0.2
# A turn that is told of ends so much later at most, and was over so long ago at most, s: a table
# may have been silent meanwhile.
LATEST_END_SECONDS, EARLIEST_END_SECONDS = 300.0, -120.0
# A snapshot that was read before an update is told this much later at most, s.
OVERTAKEN_SECONDS = 2.0
# Two beats take turns all the time; one that hands over does so once.
MOST_TURNS, TURNS_WITHIN_SECONDS = 3, 6.0


def faults(lines: Iterable[Line], stored: Mapping[int, Events]) -> Iterator[str]:
    """Return a sentence for each thing that was told and is not so."""
    frames = [line for line in lines if line["kind"] in ("update", "snapshot")]
    yield from _told_twice(frames)
    yield from _forgotten(frames)
    for line in frames:
        if line["events"] and line["hand"] is not None:
            if line["hand"] not in stored:
                yield f"{_where(line)}: hand {line['hand']} is not stored"
            elif not _is_part(line["events"], stored[line["hand"]]):
                hand = f"hand {line['hand']}"
                yield f"{_where(line)}: events of {hand} are not stored as they were told"


def _where(line: Line) -> str:
    return f"{line['bot']} at table {line['table']}, version {line['version']}"


def _told_twice(frames: Iterable[Line]) -> Iterator[str]:
    """Two servers that both took writes would tell two things by one number."""
    told: dict[tuple[int, int], tuple[str, str]] = {}
    for line in frames:
        if line["kind"] == "update":
            events = json.dumps(line["events"], sort_keys=True)
            key = (line["table"], line["version"])
            first, by = told.setdefault(key, (events, _where(line)))
            if first != events:
                yield f"{_where(line)}: told otherwise than {by}"


def _forgotten(frames: Iterable[Line]) -> Iterator[str]:
    """A server that lost what it had told goes back to an earlier version."""
    latest: dict[tuple[str, int], tuple[int, float]] = {}
    for line in frames:
        seen = (line["bot"], line["table"])
        version, at = latest.get(seen, (0, 0.0))
        if line["version"] > version:
            latest[seen] = line["version"], line["t"]
        # An update may overtake a snapshot that was read before it.
        elif line["version"] < version and line["t"] > at + OVERTAKEN_SECONDS:
            yield f"{_where(line)}: told version {version} before"


def early(lines: Iterable[Line]) -> Iterator[str]:
    """Return a sentence for each time-out before the player's time had run out (TIME-1)."""
    for line in lines:
        due = line.get("due")
        if due is not None and line["at"] < due - EARLY_SECONDS:
            by = f"{due - line['at']:.1f} s early"
            yield f"table {line['table']}, version {line['version']}: timed out {by}"


def wrong_clocks(lines: Iterable[Line]) -> Iterator[str]:
    """Return a sentence for each turn whose end is not near the time at which it was told."""
    for line in lines:
        ends = line.get("ends")
        if ends is not None:
            left = ends - line["at"]
            if not EARLIEST_END_SECONDS < left < LATEST_END_SECONDS:
                yield f"{_where(line)}: told of a turn that ends {left:.0f} s from now"


def purchases(lines: Iterable[Line], stored: Callable[[str], int]) -> Iterator[str]:
    """Return a sentence for each purchase that was lost, or made twice.

    ``stored`` counts the transfers by key.
    """
    counted: dict[str, int] = {}
    for line in lines:
        if line["kind"] in ("asked", "bought"):
            key = line["key"]
            if key not in counted:
                counted[key] = stored(key)
                if counted[key] > 1:
                    yield f"{line['bot']}: purchase {key} was made {counted[key]} times"
            if line["kind"] == "bought" and not counted[key]:
                yield f"{line['bot']}: purchase {key} is not stored"


def leaders(notes: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Return a sentence if several beats gave ticks at one time."""
    turns: list[float] = []
    latest = None
    for note in sorted(notes, key=lambda each: each["t"]):
        if latest is not None and note["beat"] != latest:
            turns = [turn for turn in turns if note["t"] - turn < TURNS_WITHIN_SECONDS]
            turns.append(note["t"])
            if len(turns) > MOST_TURNS:
                yield f"beats {latest} and {note['beat']} both gave ticks"
                return
        latest = note["beat"]


def _is_part(told: Events, stored: Events) -> bool:
    """Return whether the told events stand one after the other in the stored ones."""
    length = len(told)
    return any(
        list(stored[start : start + length]) == list(told)
        for start in range(len(stored) - length + 1)
    )


def silences(lines: Iterable[Line]) -> Mapping[int, Sequence[tuple[float, float]]]:
    """Return, by table, when each pause in a hand in progress began and how long it was, s.

    A pause ends with the first version that any player is told, by whichever frame.
    """
    latest: dict[int, tuple[int, float, bool]] = {}
    pauses: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for line in lines:
        if "version" not in line:
            continue
        version, at, live = latest.get(line["table"], (0, line["t"], False))
        if line["version"] > version:
            if live:
                pauses[line["table"]].append((at, line["t"] - at))
            latest[line["table"]] = (line["version"], line["t"], line["live"])
    return pauses


def longest(
    pauses: Mapping[int, Sequence[tuple[float, float]]], since: float, until: float, *, after: float
) -> list[float]:
    """Return the longest pause of each table that had one in a span of time, s. Pauses that began
    before ``after`` are those of an earlier span, which last."""
    found = []
    for table in pauses.values():
        touching = [pause for at, pause in table if after <= at < until and at + pause > since]
        if touching:
            found.append(max(touching))
    return found
