"""A check that what players were told is a legal history of the hands that the room kept.

Pure: from the lines of the players' diaries and the public events of each stored hand.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Line = Mapping[str, Any]
Events = Sequence[Mapping[str, Any]]


def faults(lines: Iterable[Line], stored: Mapping[int, Events]) -> Iterator[str]:
    """Return a sentence for each thing that was told and is not so."""
    told: dict[tuple[int, int], tuple[str, str]] = {}
    latest: dict[tuple[str, int], int] = {}
    for line in lines:
        where = f"{line['bot']} at table {line['table']}, version {line['version']}"
        if line["kind"] == "update":
            # Two servers that both took writes would tell two things by one number.
            events = json.dumps(line["events"], sort_keys=True)
            key = (line["table"], line["version"])
            first, by = told.setdefault(key, (events, where))
            if first != events:
                yield f"{where}: told otherwise than {by}"
        seen = (line["bot"], line["table"])
        if line["version"] < latest.get(seen, 0):
            yield f"{where}: told version {latest[seen]} before"
        latest[seen] = max(line["version"], latest.get(seen, 0))
        if line["events"] and line["hand"] is not None:
            if line["hand"] not in stored:
                yield f"{where}: hand {line['hand']} is not stored"
            elif not _is_part(line["events"], stored[line["hand"]]):
                yield f"{where}: events of hand {line['hand']} are not stored as they were told"


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
        version, at, live = latest.get(line["table"], (0, line["t"], False))
        if line["version"] > version:
            if live:
                pauses[line["table"]].append((at, line["t"] - at))
            latest[line["table"]] = (line["version"], line["t"], line["live"])
    return pauses


def longest(
    pauses: Mapping[int, Sequence[tuple[float, float]]], since: float, until: float
) -> list[float]:
    """Return the longest pause of each table that had one in a span of time, s."""
    found = []
    for table in pauses.values():
        touching = [pause for at, pause in table if at < until and at + pause > since]
        if touching:
            found.append(max(touching))
    return found
