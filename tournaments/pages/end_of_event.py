"""The end of an event for a player, with the next events, as its table shows it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Sum

from core.types import Cents, UserId
from tables import engine
from tables.history import story
from tables.models import HandPlayer, Table
from tables.storage import packed_events
from tournaments.models import Elimination, Entry, Tournament
from tournaments.rules.key_hands import EventHand, KeyHand, key_hands

Kind, Status = Tournament.Kind, Tournament.Status
GONE = (Entry.Status.OUT, Entry.Status.FINISHED)


class EndedHand(NamedTuple):
    """A key hand of the player, and its results in words."""

    key: KeyHand
    won: str


@dataclass(frozen=True, slots=True)
class EndedEvent:
    """An event that is over for a player. ``again`` is another of the same kind that fills up,
    ``next`` the first start of the schedule, ``watch`` the final table while it plays."""

    place: int | None
    entries: int
    prize: Cents
    bounties: Cents
    hands: list[EndedHand]
    again: Tournament | None
    next: Tournament | None
    watch: int | None


def read(event: Tournament, *, user_id: UserId, now: datetime) -> EndedEvent | None:
    """Return the end of an event for a player; None while they are in it, or never were."""
    entry = event.entries.filter(user_id=user_id).exclude(status=Entry.Status.WITHDRAWN).last()
    if entry is None or entry.status not in GONE:
        return None
    won = entry.bounties.aggregate(cents=Sum("paid", default=0))["cents"]
    return EndedEvent(
        place=entry.place,
        entries=event.entry_count,
        prize=Cents(entry.prize or 0),
        bounties=Cents(won),
        hands=_told(key_hands(_played(event, user_id))),
        again=_again(event),
        next=_next(now=now) if event.kind == Kind.SCHEDULED else None,
        watch=_final_table(event),
    )


def _played(event: Tournament, user_id: UserId) -> list[EventHand]:
    mine = HandPlayer.objects.filter(
        user_id=user_id,
        hand__event=event.event,
        hand__voided_at=None,
        hand__started_at__gte=event.started_at or event.created_at,
    )
    rows = list(
        mine.order_by("hand").values_list("hand", "hand__number", "start_stack", "finish_stack")
    )
    out = _gone(event, (hand for hand, *_ in rows))
    return [
        EventHand(hand, no, after - before, out[hand])
        for hand, no, before, after in rows
        if after is not None
    ]


def _told(keys: Iterable[KeyHand]) -> list[EndedHand]:
    """Return each hand with the sentences of its results."""
    keys = list(keys)
    ids = [key.hand.id for key in keys]
    events = packed_events.of_hands(ids)
    names: defaultdict[int, dict[int, str]] = defaultdict(dict)
    players = HandPlayer.objects.filter(hand__in=ids)
    for hand, seat, name in players.values_list("hand", "seat_no", "user__username"):
        names[hand][seat] = name

    def won(hand: int) -> str:
        results = story.results(engine.replay(events[hand]), names=names[hand])
        return " · ".join(line.text for line in results)

    return [EndedHand(key, won(key.hand.id)) for key in keys]


def _gone(event: Tournament, hands: Iterable[int]) -> defaultdict[int, list[str]]:
    """Return the names of the players eliminated in each of these hands."""
    eliminations = Elimination.objects.filter(entry__tournament=event, hand_id__in=list(hands))
    names: defaultdict[int, list[str]] = defaultdict(list)
    for hand, name in eliminations.order_by("pk").values_list("hand_id", "entry__user__username"):
        names[hand].append(name)
    return names


def _again(event: Tournament) -> Tournament | None:
    """Return the next event of the same Sit&Go or VeloX, which fills up now."""
    if event.kind != Kind.SIT_AND_GO:
        return None
    same = Tournament.objects.filter(template=event.template_id, status=Status.REGISTERING)
    return same.exclude(pk=event.pk).order_by("pk").first()


def _next(*, now: datetime) -> Tournament | None:
    """Return the next scheduled online event with open access."""
    coming = Tournament.objects.filter(
        kind=Kind.SCHEDULED,
        status=Status.REGISTERING,
        starts_at__gt=now,
        access=Tournament.Access.OPEN,
        venue=Tournament.Venue.ONLINE,
    )
    return coming.order_by("starts_at", "pk").first()


def _final_table(event: Tournament) -> int | None:
    """Return the id of the only table left of a running online event; None while it has several."""
    if event.status != Status.RUNNING or not event.floor.deals:
        return None
    tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    open_tables = list(tables.order_by("pk").values_list("pk", flat=True)[:2])
    return open_tables[0] if len(open_tables) == 1 else None
