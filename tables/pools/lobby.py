"""Pools as the lobby shows them (FAST-4, LOBBY-1)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.urls import reverse

from core import sql
from core.money import money_text
from core.types import UserId
from payouts.events import Event
from tables import games
from tables.cash import favourites, lobby
from tables.cash.lobby import Lively, OpenGame
from tables.engine.events import Event as Told
from tables.models import FastPool, PoolEntry
from tables.pools import purse
from tables.pools.seating import SEATS
from tables.storage import packed_events

# The pace of a pool is that of its last minutes, and its average pot that of its latest hands.
LATELY = timedelta(minutes=5)
# The rate of a pool that has just begun is unknown.
SHORTEST = timedelta(minutes=1)
LATEST = 50

_PACES = """
    SELECT event, count(*), min(started_at) FROM tables_hand
    WHERE event = ANY(%s) AND started_at > %s GROUP BY event"""
# The event that ended a hand has the winnings: one row, except for hands of earlier releases; none
# where the hand is archived.
_POTS = """
    SELECT pool.event, hand.id, ended.payload, ended.packed
    FROM unnest(%s::text[]) AS pool (event)
    CROSS JOIN LATERAL (
        SELECT id FROM tables_hand
        WHERE event = pool.event AND shown_at <= %s ORDER BY id DESC LIMIT %s
    ) AS hand
    LEFT JOIN LATERAL (
        SELECT payload, packed FROM tables_handevent
        WHERE hand_id = hand.id AND (
            payload ->> 'e' = 'win'
            OR seq = (
                SELECT max(seq) FROM tables_handevent
                WHERE hand_id = hand.id AND packed IS NOT NULL
            )
        )
    ) AS ended ON true"""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPool(OpenGame):
    """A pool to come into. ``average_pot`` is in cents, None before any; ``mine`` are the numbers
    of the reader's entries."""

    game: FastPool
    average_pot: int | None
    mine: list[int]

    @property
    def may_enter(self) -> bool:
        return len(self.mine) < self.game.entries_each and self.players < self.game.most_entries


def open_count() -> int:
    """Count the pools that are offered."""
    return FastPool.objects.filter(offered=True).count()


def liveliest(most: int) -> list[Lively]:
    """The pools with most entries: one statement."""
    here = Count("entries", filter=Q(entries__closed_at=None, entries__leaving=False))
    pools = FastPool.objects.filter(offered=True).annotate(players=here)
    return [
        Lively(
            f"pool-{pool.pk}",
            reverse("pool", args=[pool.pk]),
            pool.name,
            pool.game,
            f"{money_text(pool.small_blind)}/{money_text(pool.big_blind)}",
            pool.players,
            None,
        )
        for pool in pools.order_by("-players", "big_blind", "pk")[:most]
    ]


def open_pools(*, user_id: UserId | None, now: datetime) -> list[OpenPool]:
    """Every pool that is offered, the reader's favourites first, then the smallest stakes: seven
    queries, however many pools, unless hands are archived."""
    offered = FastPool.objects.select_related(*FastPool.TARIFFS).filter(offered=True)
    pools = _shown(offered, user_id=user_id, now=now)
    return sorted(pools, key=lambda one: not one.starred)


def shown(pool: FastPool, *, user_id: UserId | None, now: datetime) -> OpenPool:
    """Return one pool as the lobby shows it."""
    return _shown([pool], user_id=user_id, now=now)[0]


def find_pools(ids: Collection[int]) -> dict[int, Event]:
    """Names of these pools in statements and hands, and their pages."""
    return {
        pool.pk: Event(
            pool.name,
            reverse("pool", args=[pool.pk]),
            game=games.name_of(pool.game),
            stake=pool.stakes_text,
        )
        for pool in FastPool.objects.filter(pk__in=ids)
    }


def _shown(pools: Collection[FastPool], *, user_id: UserId | None, now: datetime) -> list[OpenPool]:
    here = PoolEntry.objects.filter(pool__in=pools, closed_at=None, leaving=False)
    players = Counter(dict(here.values_list("pool").annotate(count=Count("pk"))))
    mine: dict[int, list[int]] = {pool.pk: [] for pool in pools}
    if user_id is not None:
        for pool_id, no in here.filter(user=user_id).order_by("no").values_list("pool", "no"):
            mine[pool_id].append(no)
    events = [pool.event for pool in pools]
    paces, pots = _paces(events, now=now), _pots(events, now=now)
    rakes = {pool.pk: lobby.rake_of(pool, seats=SEATS, now=now) for pool in pools}
    liked = favourites.of_player(user_id).pools
    buy_ins = purse.buy_ins(pools, user_id=user_id, now=now)
    return [
        OpenPool(
            game=pool,
            players=players[pool.pk],
            pace=paces.get(pool.event),
            average_pot=pots.get(pool.event),
            mine=mine[pool.pk],
            buy_in=buy_ins[pool.pk],
            rake=rakes[pool.pk],
            rake_lines=lobby.rake_lines(rakes[pool.pk], now=now),
            starred=pool.pk in liked,
        )
        for pool in pools
    ]


def _paces(events: list[str], *, now: datetime) -> dict[str, int]:
    return {
        event: round(hands * timedelta(hours=1) / max(now - since, SHORTEST))
        for event, hands, since in sql.rows(_PACES, [events, now - LATELY])
    }


def _pots(events: list[str], *, now: datetime) -> dict[str, int]:
    rows = sql.rows(_POTS, [events, now, LATEST])
    hands: defaultdict[str, set[int]] = defaultdict(set)
    won = Counter[str]()
    for event, hand_id, payload, packed in rows:
        hands[event].add(hand_id)
        won[event] += _won(packed_events.row(payload, packed))
    archived = {row[1]: row[0] for row in rows if row[2:] == (None, None)}
    for hand_id, events_of_hand in packed_events.of_hands(archived).items():
        won[archived[hand_id]] += _won(events_of_hand)
    return {event: round(won[event] / len(played)) for event, played in hands.items()}


def _won(events: Iterable[Told]) -> int:
    return sum(event["amount"] for event in events if event["e"] == "win")
