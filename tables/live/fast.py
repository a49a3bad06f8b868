"""What a hand of a pool does to the entries that play it: whoever folds goes on at once (FAST-1).

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
from tables.models import FastEntry, FastTable, Table

# What the hand has done to an entry that leaves it, or had left it: ``change`` of what it holds,
# ``rake`` that it bore, ``staked`` more or less of it in hands left. Whoever goes on sits out if
# they were away, wished to, leave, or cannot post a big blind (CASH-4), and watches if they wished
# to and there is something to see.
_LET_GO = """
    WITH held AS (
        SELECT id FROM tables_fastentry WHERE id = ANY(%(ids)s) ORDER BY id FOR UPDATE
    ), told AS (
        SELECT * FROM unnest(
            %(ids)s::bigint[], %(changes)s::bigint[], %(staked)s::bigint[], %(rake)s::bigint[],
            %(going)s::boolean[], %(away)s::boolean[]
        ) AS told (id, change, staked, rake, going, away)
    ), gone AS (UPDATE tables_fastentry AS entry SET
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
    """An entry that a hand changes: one that goes on from it, or one that had gone before."""

    entry: int
    change: int
    staked: int
    rake: int
    going: bool
    away: bool


def fold_those_gone(live: Live, step: engine.Step) -> engine.Step:
    """The step, and the folds of those who are to act and have gone on to another hand."""
    while (turn := step.hand.turn) is not None and _has_gone(live, SeatNo(turn)):
        more = engine.apply(step.hand, turn, engine.Action(FOLD))
        step = engine.Step(more.hand, [*step.events, *more.events])
    return step


def going_on(live: Live, *, over: bool) -> list[Going]:
    """Whom the hand lets go, or owes its result; they are marked as gone. By ascending entry."""
    hand = live.hand
    assert hand is not None
    found, borne = [], hand.rake_borne() if over else {}
    for no in live.dealt:
        sitter, rake = live.seats[no], borne.get(no, 0)
        change = hand.stacks[no] - hand.start_stacks[no] if over else 0
        if sitter.staked is not None:
            # Nothing at stake, nothing to win: they may have left the pool altogether.
            if over and (sitter.staked or change):
                found.append(Going(sitter.entry, change, -sitter.staked, rake, False, False))
        elif over or no not in hand.live:
            sitter.staked = 0 if over else hand.contributed(no)
            found.append(Going(sitter.entry, change, sitter.staked, rake, True, sitter.away))
    return sorted(found)


def let_go(table: TableRecord, going: Sequence[Going], *, over: bool, now: datetime) -> None:
    """Write what the hand does to these entries; whoever calls then calls for their next hands.

    Those who saw the hand to its end have its last cards and its result before them.
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
    """Tell the pool, after the commit, that these entries may have become free."""
    send = partial(
        signals.entries_free.send_robust,
        sender=Table,
        event=event,
        entries=entries,
        now=now,
    )
    transaction.on_commit(send)


def _free(table: TableRecord, *, until: datetime) -> None:
    """The next hand may be dealt here, unless somebody goes on watching this one."""
    if not FastEntry.objects.filter(table=table.id, state=FastEntry.State.WATCHING).exists():
        FastTable.objects.filter(table=table.id).update(free_from=until)


def _has_gone(live: Live, no: SeatNo) -> bool:
    return no in live.dealt and live.seats[no].staked is not None
