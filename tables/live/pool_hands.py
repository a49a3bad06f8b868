"""The effects of a pool's hand on its entries: a player who folds goes on at once (FAST-1).

In the transaction that writes the hand. Entries are locked after their table, by ascending id.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction

from core import sql
from core.types import SeatNo
from tables import engine
from tables.engine.actions import FOLD
from tables.live import pause, signals
from tables.live.record import TableRecord
from tables.live.state import Live
from tables.models import PoolEntry, PoolTable, Table

# Updates entries that leave the hand, or had left it: ``change`` of the chips held, ``rake`` borne,
# and ``staked``, the change of chips in hands left. An entry that goes on sits out if it was away,
# chose to, is leaving, or cannot post a big blind (CASH-4); it watches if it chose to and the hand
# is not over.
_LET_GO = """
    WITH held AS (
        SELECT id FROM tables_poolentry WHERE id = ANY(%(ids)s) ORDER BY id FOR UPDATE
    ), told AS (
        SELECT * FROM unnest(
            %(ids)s::bigint[], %(changes)s::bigint[], %(staked)s::bigint[], %(rake)s::bigint[],
            %(going)s::boolean[], %(away)s::boolean[]
        ) AS told (id, change, staked, rake, going, away)
    ), gone AS (UPDATE tables_poolentry AS entry SET
        held = held + told.change,
        rake = entry.rake + told.rake,
        at_stake = at_stake + told.staked,
        state = CASE
            WHEN NOT told.going THEN state
            WHEN told.away OR rests OR leaving THEN 'out'
            WHEN held + told.change - at_stake - told.staked < %(big_blind)s THEN 'out'
            WHEN views AND NOT %(over)s THEN 'watching'
            ELSE 'waiting'
        END,
        since = CASE WHEN told.going THEN %(since)s ELSE since END,
        views = views AND NOT told.going,
        rests = rests AND NOT told.going
    FROM told
    WHERE entry.id = told.id AND entry.id IN (SELECT id FROM held)
    RETURNING entry.id, told.going AND entry.state = 'out' AND NOT entry.leaving AS rests
    )
    INSERT INTO tables_entrymoment (entry_id, kind, cents, at)
    SELECT id, 'sat_out', 0, %(now)s FROM gone WHERE rests"""


class Going(NamedTuple):
    """The change of an entry by a hand: it goes on from it, or had gone on before."""

    entry: int
    change: int
    staked: int
    rake: int
    going: bool
    away: bool


def fold_those_gone(live: Live, step: engine.HandStep) -> engine.HandStep:
    """Extend ``step`` by the folds of players to act who have gone on to another hand."""
    while (turn := step.hand.turn) is not None and _has_gone(live, SeatNo(turn)):
        more = engine.apply(step.hand, turn, engine.Action(FOLD))
        step = engine.HandStep(more.hand, [*step.events, *more.events])
    return step


def going_on(live: Live, *, over: bool) -> list[Going]:
    """Return the entries that may go on, and of a finished hand those with a result due.

    Mark the former as gone. By ascending entry.
    """
    hand = live.hand
    assert hand is not None
    entries, borne = [], hand.rake_borne() if over else {}
    for no in live.dealt:
        sitter, rake = live.seats[no], borne.get(no, 0)
        change = hand.stacks[no] - hand.start_stacks[no] if over else 0
        if sitter.staked is not None:
            # Without chips at stake there is no result to write: the entry may have left the pool.
            if over and (sitter.staked or change):
                entries.append(Going(sitter.entry, change, -sitter.staked, rake, False, False))
        elif over or no not in hand.live:
            sitter.staked = 0 if over else hand.contributed(no)
            entries.append(Going(sitter.entry, change, sitter.staked, rake, True, sitter.away))
    return sorted(entries)


def let_go(table: TableRecord, going: Sequence[Going], *, over: bool, now: datetime) -> None:
    """Write the changes of these entries; the caller then calls ``call_for_hands``.

    Entries that saw the hand to its end wait until its last cards and result have been shown.
    """
    until = pause.result_until(table.live.shown_at or now) if over else now
    columns = [list(column) for column in zip(*going, strict=True)]
    names = ("ids", "changes", "staked", "rake", "going", "away")
    values: dict[str, Any] = dict(zip(names, columns, strict=True))
    values = {**values, "big_blind": table.stakes["big_blind"], "over": over}
    sql.run(_LET_GO, {**values, "since": until, "now": now})
    if over:
        _free(table, until=until)


def call_for_hands(event: str, entries: Sequence[int], *, now: datetime) -> None:
    """Signal the pool, after the commit, that these entries may have become free."""
    send = partial(
        signals.entries_free.send_robust,
        sender=Table,
        event=event,
        entries=entries,
        now=now,
    )
    transaction.on_commit(send)


def _free(table: TableRecord, *, until: datetime) -> None:
    """Free the table for its next hand at ``until``, unless an entry still watches this one."""
    if not PoolEntry.objects.filter(table=table.id, state=PoolEntry.State.WATCHING).exists():
        PoolTable.objects.filter(table=table.id).update(free_from=until)


def _has_gone(live: Live, no: SeatNo) -> bool:
    return no in live.dealt and live.seats[no].staked is not None
