"""Work that follows at once when entries of a pool are let go: money, news, and the next hands."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import F, Q
from django.urls import reverse

from core.due_checks import ExistsQuery
from core.jobs import attempt
from core.types import UserId
from payouts.events import EventRef
from players.models import Notice
from players.notices import news
from players.notices.news import News
from tables.models import POOL, FastPool, Hand, PoolEntry
from tables.pools import cashier, entry_frames, floor
from tables.pools.entries import State

# True if ``sweep`` could find something: there is an open entry in a pool.
ANYBODY = ExistsQuery("EXISTS (SELECT FROM tables_poolentry WHERE closed_at IS NULL)")


def follow_up(
    sender: Any, *, event: str, entries: Sequence[int], now: datetime, **_: Any
) -> list[Hand]:
    """Pay entries that leave, bring the chips that waited, and deal. ``sweep`` makes up for a crash
    here."""
    pool_id = EventRef.id_in(event, kind=POOL)
    assert pool_id is not None
    here = list(PoolEntry.objects.filter(pk__in=entries))
    entry_frames.send(here)
    for entry in here:
        if entry.state in (State.PLAYING, State.GONE):
            continue
        if entry.leaving:
            cashier.see_off(entry_id=entry.pk, now=now)
        elif entry.top_up:
            cashier.bring_top_up(entry_id=entry.pk, now=now)
    return floor.deal(pool_id=pool_id, now=now)


def sweep(*, now: datetime) -> int:
    """Finish all work left over in every pool; return how many hands began.

    Safe at any time, and concurrently.
    """
    for entry in _out_for_too_long(now=now):
        _try(cashier.let_go, entry_id=entry.pk, now=now)
        if entry.pool.offered:
            news.tell([_given_up(entry)], now=now)
    unpaid = PoolEntry.objects.filter(state=State.OUT, leaving=True, closed_at=None)
    for entry_id in unpaid.filter(Q(held__gt=F("at_stake")) | Q(held=0)).values_list(
        "pk", flat=True
    ):
        _try(cashier.see_off, entry_id=entry_id, now=now)
    waiting = PoolEntry.objects.filter(top_up__gt=0, closed_at=None).exclude(state=State.PLAYING)
    for entry_id in waiting.values_list("pk", flat=True):
        _try(cashier.bring_top_up, entry_id=entry_id, now=now)
    return floor.deal_where_somebody_waits(now=now)


def _given_up(entry: PoolEntry) -> News:
    """The news that a player has lost the place in a pool by sitting out (OUT-2)."""
    pool = entry.pool
    data = {"given_up": pool.name, "cents": entry.held, "play_money": pool.play_money}
    url = reverse("pool", args=[pool.pk])
    key = f"given_up:pool:{entry.pk}"
    return News(UserId(entry.user_id), Notice.Kind.BALANCE, key, data, url)


def _out_for_too_long(*, now: datetime) -> list[PoolEntry]:
    """The entries that sit out or watch for longer than their pool allows (OUT-2), and all that are
    still in a pool that is not offered any more."""
    entries: list[PoolEntry] = []
    for pool in FastPool.objects.all():
        here = PoolEntry.objects.filter(pool=pool, closed_at=None, leaving=False)
        if pool.offered:
            idle = (State.OUT, State.WATCHING)
            here = here.filter(state__in=idle, since__lte=now - pool.longest_out)
        else:
            here = here.exclude(state=State.PLAYING)
        entries += here.select_related("pool")
    return entries


def _try(verb: Any, *, entry_id: int, now: datetime) -> None:
    # One bad entry must not keep the others waiting.
    work = partial(verb, entry_id=entry_id, now=now)
    attempt(f"entry of a pool: {verb.__name__}", work, entry=entry_id)
