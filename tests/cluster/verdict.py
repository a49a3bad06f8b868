"""What the room kept, held against what players and beats wrote down: ``python -m
tests.cluster.verdict DIARY NOTES``. Prints each fault; 1 if there is one.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import django

from tests.cluster import history
from tests.cluster.history import Events


def main() -> int:
    django.setup()
    lines, notes = (_read(Path(name)) for name in sys.argv[1:3])
    told = {line["hand"] for line in lines if line.get("hand") is not None}
    keys = {line["key"] for line in lines if line["kind"] == "asked"}
    found = [
        *history.faults(lines, _public(told)),
        *history.early(lines),
        *history.wrong_clocks(lines),
        *history.purchases(lines, _stored(keys)),
        *history.leaders(notes),
        *_books(),
        *_replays(told),
    ]
    for fault in found[:20]:
        print(fault)
    print(
        f"{len(lines)} lines, {len(told)} hands told, {len(keys)} purchases asked,"
        f" {len(notes)} ticks, {len(found)} faults"
    )
    return 1 if found else 0


def _read(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file; the last may be cut off."""
    found = []
    for text in path.read_text().splitlines() if path.exists() else ():
        with suppress(ValueError):
            found.append(json.loads(text))
    return found


def _stored(keys: set[str]) -> Callable[[str], int]:
    """Return a count of the transfers by each key that a player gave."""
    from payouts.bookkeeping.books import PLAY, REAL

    found: Counter[str] = Counter()
    for books in (REAL, PLAY):
        for cause in books.transfer.objects.values_list("key", flat=True).iterator():
            # The player's key is the last part of a cause; a bug may have added to it.
            given = cause.rpartition(":")[2].partition("-")[0]
            found[given] += given in keys
    return lambda key: found[key]


def _public(hands: set[int]) -> dict[int, Events]:
    from tables import engine
    from tables.models import Hand
    from tables.storage import packed_events

    known = Hand.objects.filter(pk__in=hands).values_list("pk", flat=True)
    return {
        hand: [engine.visible(event, None) for event in packed_events.of_hand(hand)]
        for hand in known
    }


def _books() -> Iterator[str]:
    from payouts.reports.audit import audit

    result = audit()
    if not result.sound:
        yield f"the books are not sound: {result}"


def _replays(hands: set[int]) -> Iterator[str]:
    """Every finished hand gives by its events the stacks that are stored."""
    from tables import engine
    from tables.models import Hand
    from tables.storage import packed_events

    for hand in Hand.objects.filter(pk__in=hands).prefetch_related("players"):
        replayed = engine.replay(packed_events.of_hand(hand.pk))
        if replayed.finished != (hand.finished_at is not None):
            yield f"hand {hand.pk} ended in one way only"
        elif replayed.finished:
            kept = {player.seat_no: player.finish_stack for player in hand.players.all()}
            if replayed.stacks != kept:
                yield f"hand {hand.pk}: {replayed.stacks} by its events, stored {kept}"


if __name__ == "__main__":
    sys.exit(main())
