"""A player's own hands of an event, for the page of their event and for its end (KEY-1)."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, Min

from core.types import UserId
from tables.engine.events import StakesTold
from tables.models import Hand, HandPlayer, PlayedHand, shown_by
from tables.rules.hand_facts import HandFlag
from tournaments.models import Elimination, Tournament
from tournaments.rules.key_hands import EventHand


class OwnEventHand(NamedTuple):
    """A finished hand of a player in an event, with its time and stakes."""

    hand: EventHand
    at: datetime
    stakes: StakesTold


def read(event: Tournament, *, user_id: UserId, now: datetime) -> list[OwnEventHand]:
    """Return the player's finished hands of an event in the order of play, without void ones: four
    queries, however many hands.

    All-ins are known once a hand is counted, a few seconds after its end (STATS-1).
    """
    # By the range of its ids, the player's hands are read from their own index alone.
    bounds = Hand.objects.filter(event=event.event).aggregate(first=Min("id"), last=Max("id"))
    if bounds["first"] is None:
        return []
    between = {"user": user_id, "hand__gte": bounds["first"], "hand__lte": bounds["last"]}
    shown = shown_by(now, hand="hand__")
    mine = HandPlayer.objects.filter(
        shown, **between, hand__event=event.event, hand__voided_at=None
    )
    rows = list(
        mine.order_by("hand").values_list(
            *("hand", "hand__number", "start_stack", "finish_stack"),
            *("hand__started_at", "hand__stakes"),
        )
    )
    counted = PlayedHand.objects.filter(**between, event=event.event)
    flags = dict(counted.values_list("hand", "flags"))
    out = _gone(event, [hand for hand, *_ in rows])
    return [
        OwnEventHand(
            EventHand(
                id=hand,
                number=number,
                start=before,
                change=after - before,
                all_in=bool(flags.get(hand, 0) & HandFlag.ALL_IN),
                out=out[hand],
            ),
            at,
            stakes,
        )
        for hand, number, before, after, at, stakes in rows
        if after is not None
    ]


def _gone(event: Tournament, hands: Sequence[int]) -> defaultdict[int, list[str]]:
    """Return the names of the players eliminated in each of these hands."""
    eliminations = Elimination.objects.filter(entry__tournament=event, hand_id__in=hands)
    names: defaultdict[int, list[str]] = defaultdict(list)
    for hand, name in eliminations.order_by("pk").values_list("hand_id", "entry__user__username"):
        names[hand].append(name)
    return names
