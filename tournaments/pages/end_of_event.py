"""The end of an event for a player, with the next events, as its table shows it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Sum
from django.urls import reverse

from core.types import Cents, UserId
from tables import engine
from tables.history import story
from tables.models import HandPlayer, Table
from tables.storage import packed_events
from tournaments.models import Entry, Tournament
from tournaments.pages import played_event
from tournaments.rules.key_hands import KeyHand, key_hands

Kind, Status = Tournament.Kind, Tournament.Status
GONE = (Entry.Status.OUT, Entry.Status.FINISHED)


class EndedHand(NamedTuple):
    """A key hand of the player, and its results in words."""

    key: KeyHand
    won: str


@dataclass(frozen=True, slots=True)
class EndedEvent:
    """An event that is over for a player. ``again`` is another of the same kind that fills up,
    ``next`` the first start of the schedule, ``watch`` the final table while it plays, ``page`` the
    player's own page of the event."""

    place: int | None
    entries: int
    prize: Cents
    bounties: Cents
    hands: list[EndedHand]
    again: Tournament | None
    next: Tournament | None
    watch: int | None
    page: str


def read(event: Tournament, *, user_id: UserId, now: datetime) -> EndedEvent | None:
    """Return the end of an event for a player; None while they are in it, or never were."""
    entry = event.entries.filter(user_id=user_id).exclude(status=Entry.Status.WITHDRAWN).last()
    if entry is None or entry.status not in GONE:
        return None
    hands = [row.hand for row in played_event.read(event, user_id=user_id, now=now)]
    won = entry.bounties.aggregate(cents=Sum("paid", default=0))["cents"]
    return EndedEvent(
        place=entry.place,
        entries=event.entry_count,
        prize=Cents(entry.prize or 0),
        bounties=Cents(won),
        hands=told(key_hands(hands)),
        again=_again(event),
        next=_next(now=now) if event.kind == Kind.SCHEDULED else None,
        watch=_final_table(event),
        page=reverse("own_event", args=[event.pk]),
    )


def told(keys: Iterable[KeyHand]) -> list[EndedHand]:
    """Return each hand with the sentences of its results."""
    keys = list(keys)
    if not keys:
        return []
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
