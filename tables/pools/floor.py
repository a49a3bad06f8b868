"""The floor of a pool: a free player meets five others at once (FAST-1, FAST-3).

Any number of processes may deal side by side: each takes entries and a table that no other has
locked, and none waits for another. The process that frees a player deals right after the commit;
the sweep deals to players left over, and to two to five who have waited long enough.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import partial
from time import sleep
from typing import NamedTuple

import structlog
from django.db import transaction

from core import sql
from core.jobs import attempt
from core.refusal import Refusal
from core.types import Chips, SeatNo, UserId
from tables import engine
from tables.live import dealer, record, seating, seats
from tables.live.record import TableRecord
from tables.live.state import Sitter
from tables.models import FastPool, Hand, PoolEntry, PoolTable
from tables.pools import entry_frames
from tables.pools.seating import FEWEST, SEATS, Counters, Seating, after, company, seat

log = structlog.get_logger(__name__)

# The first in the queue, one entry a player: of two that wait, the one that has waited longer. The
# last column says whether the player has a hand before them at another entry.
_FIRST = """
    SELECT entry.id, entry.since, EXISTS (
        SELECT FROM tables_poolentry AS twin
        WHERE twin.pool_id = entry.pool_id AND twin.user_id = entry.user_id
            AND twin.id <> entry.id AND twin.closed_at IS NULL AND twin.state <> 'waiting'
    )
    FROM tables_poolentry AS entry
    WHERE entry.pool_id = %(pool)s AND entry.state = 'waiting' AND entry.since <= %(now)s
        AND (%(only)s::bigint[] IS NULL OR entry.id = ANY(%(only)s::bigint[]))
        AND NOT EXISTS (
            SELECT FROM tables_poolentry AS twin
            WHERE twin.pool_id = entry.pool_id AND twin.user_id = entry.user_id
                AND twin.id <> entry.id AND twin.closed_at IS NULL AND twin.state = 'waiting'
                AND (twin.since, twin.id) < (entry.since, entry.id)
        )
    ORDER BY entry.since, entry.id LIMIT %(most)s"""
# Six at most, named or not: a locked entry can neither leave nor be dealt to elsewhere meanwhile.
# No lock is waited for, so that it does not matter in which order they are locked.
_MINE = _FIRST + " FOR UPDATE OF entry SKIP LOCKED"
# Pairs of entries that must not meet (FAST-4): a player who sits in a hand that the other player's
# second entry plays or watches would tell there, by coming here, that they have folded.
_APART = """
    SELECT mine.id, other.id FROM tables_poolentry AS mine
    JOIN tables_poolentry AS twin ON twin.pool_id = mine.pool_id AND twin.user_id = mine.user_id
        AND twin.id <> mine.id AND twin.closed_at IS NULL AND twin.state <> 'waiting'
    JOIN tables_lasthand AS last ON last.table_id = twin.table_id AND NOT last.over
    JOIN tables_seat AS its ON its.table_id = twin.table_id AND its.user_id = twin.user_id
    JOIN tables_seat AS beside ON beside.table_id = twin.table_id
        AND beside.user_id <> twin.user_id
    JOIN tables_poolentry AS other ON other.user_id = beside.user_id
    WHERE mine.id = ANY(%(ids)s) AND other.id = ANY(%(ids)s)"""
# A dealer holds the pool's key, so that staff cannot end the pool meanwhile.
_OPEN = "SELECT id FROM tables_fastpool WHERE id = %(pool)s AND offered FOR KEY SHARE"
# Not a locked table: its holder may be waiting for one of these entries.
_TABLE = """
    SELECT free.table_id FROM tables_pooltable AS free
    JOIN tables_table AS its ON its.id = free.table_id
    WHERE free.pool_id = %(pool)s AND free.free_from <= %(now)s
    ORDER BY free.free_from LIMIT 1 FOR UPDATE OF free, its SKIP LOCKED"""
_DEALT = """
    UPDATE tables_poolentry AS entry SET
        state = 'playing', table_id = %(table)s, hands = hands + 1, since = %(now)s,
        since_big_blind = told.big_blind, since_small_blind = told.small_blind,
        since_button = told.button, owes = told.owes
    FROM unnest(
        %(ids)s::bigint[], %(big_blinds)s::int[], %(small_blinds)s::int[], %(buttons)s::int[],
        %(owing)s::boolean[]
    ) AS told (id, big_blind, small_blind, button, owes)
    WHERE entry.id = told.id"""
# Pools with waiting players who have not been dealt to.
_LEFT = """
    SELECT id FROM tables_fastpool WHERE offered AND EXISTS (
        SELECT FROM tables_poolentry
        WHERE pool_id = tables_fastpool.id AND state = 'waiting' AND since <= %(now)s
    )"""


# Length of the queue examined when some of the first six must not meet.
LONGER = 36

# Two dealers may each hold some of six at the same moment: both let go, and retry so often.
ATTEMPTS = 4
PAUSE_SECONDS = 0.004


class Wanted(NamedTuple):
    """The least number of players of the next hand: first of the queue, or ``only`` these."""

    least: int
    only: list[int] | None = None


class DealtEntry(NamedTuple):
    """An entry that is dealt to."""

    id: int
    user_id: UserId
    name: str
    avatar: str
    chips: Chips
    counters: Counters


def deal(*, pool_id: int, now: datetime) -> list[Hand]:
    """Deal to all free players, six by six; then to two to five who have waited. Safe to repeat.

    Return the hands of this call. No lock is waited for: the process that holds some of the free
    players deals to them, and looks again afterwards.
    """
    hands: list[Hand] = []
    attempt = 0
    while attempt < ATTEMPTS and (wanted := _may_begin(pool_id, now=now)):
        try:
            hand = _deal(pool_id, wanted, now=now)
        except Refusal as refusal:
            # Players may still leave; no hand is played by terms that cannot be offered.
            log.warning("pool refused", pool=pool_id, code=str(refusal))
            break
        if hand is not None:
            hands.append(hand)
            continue
        attempt += 1
        sleep(PAUSE_SECONDS * attempt)
    return hands


def deal_where_somebody_waits(*, now: datetime) -> int:
    """Sweep: deal in every pool with waiting players; return how many hands began."""
    begun = 0
    for (pool_id,) in sql.rows(_LEFT, {"now": now}):
        # One bad pool must not keep the others waiting.
        hands = attempt("deal in a pool", partial(deal, pool_id=pool_id, now=now), pool=pool_id)
        begun += len(hands or ())
    return begun


def _may_begin(pool_id: int, *, now: datetime) -> Wanted | None:
    """Return the entries of a hand that begins now: six, or two at least if the first of those who
    may meet has waited long enough (FAST-3); None if there are too few.

    Search further along the queue, without locks, where some of the first six must not meet.
    """
    seated, more = _company(_FIRST, pool_id, now=now)
    if len(seated) == SEATS:
        return Wanted(SEATS)
    if more:
        seated, _more = _company(_FIRST, pool_id, most=LONGER, now=now)
    only = list(seated) if more else None
    if len(seated) == SEATS:
        return Wanted(SEATS, only)
    if len(seated) < FEWEST:
        return None
    wait = FastPool.objects.values_list("wait_seconds", flat=True).get(pk=pool_id)
    return Wanted(FEWEST, only) if min(seated.values()) <= now - timedelta(seconds=wait) else None


def _company(
    query: str,
    pool_id: int,
    *,
    most: int = SEATS,
    only: list[int] | None = None,
    now: datetime,
) -> tuple[dict[int, datetime], bool]:
    """Return those of the queue who may play together, with the time since when they wait, and
    whether the queue may be longer than examined."""
    seen = sql.rows(query, {"pool": pool_id, "now": now, "most": most, "only": only})
    since = {pk: waits for pk, waits, _twin in seen}
    pairs = sql.rows(_APART, {"ids": list(since)}) if any(twin for *_, twin in seen) else []
    together = company(list(since), {frozenset(pair) for pair in pairs})
    return {pk: since[pk] for pk in together}, len(seen) == most


def _deal(pool_id: int, wanted: Wanted, *, now: datetime) -> Hand | None:
    """Deal one hand to the ``wanted`` entries; None when others hold some of them.

    The pairs that must not meet are read again after the entries are locked: an entry that waits
    hides its twin from every other dealer, so that nothing between the two can change.
    """
    with transaction.atomic():
        if not sql.rows(_OPEN, {"pool": pool_id}):
            return None
        mine, _more = _company(_MINE, pool_id, only=wanted.only, now=now)
        if len(mine) < wanted.least:
            return None
        pool = FastPool.objects.select_related(*FastPool.TARIFFS).get(pk=pool_id)
        return _begin(pool, list(mine), now=now)


def _begin(pool: FastPool, entries: Collection[int], *, now: datetime) -> Hand:
    """Deal to these locked entries, at a table without players or watchers."""
    guests = {guest.id: guest for guest in _guests(entries)}
    counters = {guest.id: guest.counters for guest in guests.values()}
    seating = seat(counters)
    table = _free_table(pool, now=now)
    seats.free(table, list(table.live.seats))
    seats.sit_all(table, _sitters(seating, guests))
    PoolTable.objects.filter(table=table.id).update(free_from=None)
    big_blind = pool.big_blind
    lineup = engine.Lineup(
        seating.positions,
        {no: guests[entry].chips for no, entry in seating.seats.items()},
        tuple(engine.Post(no, big_blind) for no in seating.posts),
    )
    # Before the deal: a player who is all-in with the blind may be let go by it.
    _note(table, after(counters, seating), now=now)
    house = record.house_of(table, tariff=pool.tariff_at(now))
    hand = dealer.deal_to(table, lineup, house=house, now=now)
    entry_frames.entries(guests.keys())
    return hand


def _guests(entries: Collection[int]) -> list[DealtEntry]:
    rows = PoolEntry.objects.filter(pk__in=entries).values_list(
        *("pk", "user_id", "user__username", "user__avatar__key", "held", "at_stake"),
        *("since_big_blind", "since_small_blind", "since_button", "owes"),
    )
    return [
        DealtEntry(pk, user_id, name, key or "", Chips(held - at_stake), Counters(*counters))
        for pk, user_id, name, key, held, at_stake, *counters in rows
    ]


def _sitters(seating: Seating, guests: Mapping[int, DealtEntry]) -> dict[SeatNo, Sitter]:
    return {
        SeatNo(no): Sitter(
            guest.user_id, guest.name, guest.chips, 0, entry=guest.id, avatar=guest.avatar
        )
        for no, entry in seating.seats.items()
        if (guest := guests[entry])
    }


def _free_table(pool: FastPool, *, now: datetime) -> TableRecord:
    """Return a table of the pool, locked, for the next hand: a new one if there is none.

    A new one only for terms that may be offered: refuse what ``MoneyGame.check_offer`` does.
    """
    for (table_id,) in sql.rows(_TABLE, {"pool": pool.pk, "now": now}):
        return record.lock(table_id)
    pool.check_offer()
    table = seating.open_table(
        event=pool.event,
        name=pool.name,
        max_seats=SEATS,
        stakes=pool.stakes,
        action_seconds=pool.action_seconds,
        away_seconds=pool.away_seconds,
        game=pool.game,
        house=pool.house,
        now=now,
    )
    PoolTable.objects.create(table=table, pool=pool)
    return record.lock(table.pk)


def _note(table: TableRecord, counters: Mapping[int, Counters], *, now: datetime) -> None:
    ids = sorted(counters)
    known = {
        "table": table.id,
        "now": now,
        "ids": ids,
        "big_blinds": [counters[pk].big_blind for pk in ids],
        "small_blinds": [counters[pk].small_blind for pk in ids],
        "buttons": [counters[pk].button for pk in ids],
        "owing": [counters[pk].owes for pk in ids],
    }
    sql.run(_DEALT, known)
