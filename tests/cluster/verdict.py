"""What the room kept, held against what the players wrote down: ``python -m tests.cluster.verdict
FILE``. Prints each fault; 1 if there is one.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import django

from tests.cluster import history
from tests.cluster.history import Events


def main() -> int:
    django.setup()
    lines = [json.loads(text) for text in Path(sys.argv[1]).read_text().splitlines()]
    told = {line["hand"] for line in lines if line["hand"] is not None}
    found = [*history.faults(lines, _public(told)), *_books(), *_replays(told)]
    for fault in found[:20]:
        print(fault)
    print(f"{len(lines)} frames, {len(told)} hands told, {len(found)} faults")
    return 1 if found else 0


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
