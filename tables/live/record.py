"""A table's row: read in one statement, and written in one more, with all its dependent rows.

Plain SQL, because every action of every player passes here: the same through the ORM costs more
than twice the time (docs/measurements.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from django.db import DEFAULT_DB_ALIAS, connections

from core.refusal import Refusal
from core.types import SeatNo, UserId
from payouts.bookkeeping.books import Books
from tables import engine
from tables.engine.events import StakesTold
from tables.live import pause
from tables.live.action_clock import Reading
from tables.live.seats import STORE_RESULT, SeatResult
from tables.live.state import Live
from tables.models import Hand
from tables.models.owners import Owner, owner
from tables.refusals import TableCode
from tables.storage import months, packed_events
from tables.wire.frame_types import Notice

_COLUMNS = """
    SELECT id, event, name, status, game, max_seats, stakes, action_seconds, away_seconds, version,
           hand_no, positions, notice, deals_on, live
    FROM tables_table"""
READ = _COLUMNS + " WHERE id = %s"

# Optimistic lock: all writes join ``saved``, which is empty when the version has changed.
_SAVE = """
    WITH saved AS (
        UPDATE tables_table SET live = %s::jsonb, version = version + 1
        WHERE id = %s AND version = %s AND xmin = coalesce(%s::xid, xmin)
        RETURNING id, xmin::text AS mark
    )"""
_RESULT = """, result AS (
        SELECT result.* FROM saved, unnest(
            %s::int[], %s::bigint[], %s::bigint[], %s::int[], %s::bigint[], %s::bigint[]
        ) AS result (no, stack, remaining, bank_ms, in_pot, rake)
    )"""
_FINISH = """, players AS (
        UPDATE tables_handplayer SET finish_stack = result.remaining, rake = result.rake
        FROM result WHERE hand_id = %s AND seat_no = result.no
    ), hand AS (
        UPDATE tables_hand SET finished_at = %s, shown_at = %s FROM saved WHERE tables_hand.id = %s
    )"""
_APPEND = """, due AS (
        UPDATE tables_deadline SET due_at = %s FROM saved WHERE table_id = saved.id
    )
    INSERT INTO tables_handevent (hand_id, seq, at, packed)
    SELECT %s, %s + 1, %s, %s FROM saved
    RETURNING (SELECT mark FROM saved)"""
# A finished hand takes only shown cards: as JSON, so that a trigger can check it (SHOW-2).
_SHOW = """, due AS (
        UPDATE tables_deadline SET due_at = %s FROM saved WHERE table_id = saved.id
    )
    INSERT INTO tables_handevent (hand_id, seq, at, payload)
    SELECT %s, %s + event.place, %s, event.payload
    FROM saved, jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS event (payload, place)
    RETURNING (SELECT mark FROM saved)"""

_POSTPONE = """
    UPDATE tables_deadline SET due_at = %s FROM saved WHERE table_id = saved.id"""

_LET_DEAL_ON = """
    WITH table_ AS (
        UPDATE tables_table
        SET deals_on = true, live = jsonb_set(live, '{look_at}', %s::jsonb)
        WHERE id = ANY(%s)
        RETURNING id
    )
    UPDATE tables_deadline SET due_at = %s FROM table_ WHERE table_id = table_.id"""

# The table's next hand, its commitment and secret, and the players dealt in.
_BEGIN = """
    WITH hand AS (
        INSERT INTO tables_hand
            (id, table_id, started_at, number, event, game, stakes, positions, commitment)
        VALUES (%s + nextval('tables_handnumber'), %s, %s, %s, %s, %s, %s::jsonb, %s::jsonb, %s)
        RETURNING id, table_id, number, positions
    ), secret AS (
        INSERT INTO tables_handsecret (hand_id, deck, seed) SELECT id, %s, %s FROM hand
    ), players AS (
        INSERT INTO tables_handplayer (hand_id, seat_no, user_id, start_stack)
        SELECT hand.id, player.*
        FROM hand, unnest(%s::int[], %s::bigint[], %s::bigint[]) AS player
    ), table_ AS (
        UPDATE tables_table SET hand_no = hand.number, positions = hand.positions
        FROM hand WHERE tables_table.id = hand.table_id
    )
    SELECT id FROM hand"""

WRITE_EVENTS = _SAVE + _APPEND
WRITE_SHOWN = _SAVE + _SHOW
WRITE_LAST_EVENTS = _SAVE + _RESULT + STORE_RESULT + _FINISH + _APPEND
WRITE_TABLE = _SAVE + _POSTPONE


@dataclass(slots=True)
class TableRecord:
    """A table, as stored in its row."""

    id: int
    event: str
    name: str
    status: str
    game: str
    max_seats: int
    stakes: StakesTold
    action_seconds: int
    away_seconds: int
    version: int
    hand_no: int
    # Button and blinds of the latest hand.
    positions: engine.Positions | None
    notice: Notice | None
    # True if the table of an event deals the next hand by itself, while all players have chips.
    deals_on: bool
    live: Live
    # The row and the hand as read, unchanged by later edits of this record; None for a record
    # that was kept after a write and not read again.
    row: Sequence[Any] | None = field(repr=False)
    row_hand: engine.HandState | None = field(repr=False)
    # The ``xmin`` of the row's version, if this record wrote it.
    mark: str | None = field(default=None, repr=False)

    @property
    def clock(self) -> Reading | None:
        """The clock of the player to act; None without such a player, or while it stands still."""
        return self.live.clock(self.action_seconds, self.away_seconds)

    @property
    def due_at(self) -> datetime | None:
        """The end of the turn's time, or the moment at which the table tries to deal."""
        reading = self.clock
        return self.live.look_at if reading is None else reading.due_at

    @property
    def owner(self) -> Owner:
        """The owner that runs the table."""
        return owner(self.event)

    @property
    def books(self) -> Books:
        """The books that hold the money behind its chips (FREE-1)."""
        return self.owner.books

    def as_read(self) -> "TableRecord | None":
        """The table before any change in this record; None for a record that was not read."""
        return None if self.row is None else _record(self.row, self.row_hand)

    def look_soon(self, *, now: datetime) -> None:
        """Schedule the next deal of a table that deals on by itself, after the result is seen.

        Does nothing while a hand is played: its end calls this again.
        """
        if self.live.playing is None and (self.owner.has_stays or self._goes_on):
            at = pause.result_until(max(now, self.live.shown_at or now))
            self.live.look_at = min(self.live.look_at or at, at)

    @property
    def _goes_on(self) -> bool:
        return self.deals_on and all(sitter.stack for sitter in self.live.seats.values())


def read(table_id: int) -> TableRecord:
    """Read a table as last committed; NO_SUCH_TABLE."""
    return _read(READ, table_id)


def read_all(table_ids: Sequence[int]) -> list[TableRecord]:
    """Read several tables in one statement, by ascending id; unknown ids are left out."""
    statement = _COLUMNS + " WHERE id = ANY(%s) ORDER BY id"
    return [_record(row) for row in _execute(statement, [list(table_ids)])]


def lock(table_id: int) -> TableRecord:
    """Read a table and lock its row until the end of the transaction; NO_SUCH_TABLE."""
    return _read(READ + " FOR UPDATE", table_id)


def lock_open(table_id: int) -> TableRecord:
    """Lock an open table; NO_SUCH_TABLE, TABLE_CLOSED."""
    table = lock(table_id)
    if table.status != "open":
        raise Refusal(TableCode.TABLE_CLOSED)
    return table


def house_of(table: TableRecord, *, tariff: str = engine.USUAL.tariff) -> engine.HouseRules:
    """Read the house rules of a table; needed at the deal only, since each hand keeps its own.

    They are the rules that the table was opened with, except that rake follows the table's owner
    and ``tariff``, the current one of its game.
    """
    (stored,) = _execute("SELECT house FROM tables_table WHERE id = %s", [table.id]).fetchone()
    house = engine.HouseRules.from_json(orjson.loads(stored))
    return house._replace(raked=table.owner.raked, tariff=tariff)


def write(
    table: TableRecord,
    events: Sequence[engine.Event],
    *,
    now: datetime,
    results: Sequence[SeatResult] = (),
) -> bool:
    """Store seats, hand, deadline and the hand's new events, as the table's next version.

    ``results`` come with the events that finish a hand. Return False, with row and version
    unchanged, when the table has changed since it was read (optimistic lock); under the table's
    lock this cannot happen.
    """
    live = table.live
    first, after = live.stored_events, live.stored_events + len(events)
    state = {**live.to_json(), "stored_events": after}
    # A record just read needs its version only: under its lock a silent write may change ``xmin``.
    mark = None if table.row is not None else table.mark
    values: list[object] = [_json(state), table.id, table.version, mark]
    if results:
        columns = [list(column) for column in zip(*results, strict=True)]
        values += [*columns, table.id, live.hand_id, now, live.shown_at, live.hand_id]
    values.append(table.due_at)
    if events:
        as_json = not results and live.playing is None
        values += [
            live.hand_id,
            first,
            now,
            _json(events) if as_json else packed_events.pack(events),
        ]
        statement = WRITE_LAST_EVENTS if results else WRITE_SHOWN if as_json else WRITE_EVENTS
    else:
        statement = WRITE_TABLE
    cursor = _execute(statement, values)
    if not cursor.rowcount:
        return False
    table.version, live.stored_events = table.version + 1, after
    table.mark = cursor.fetchone()[0] if events else None
    return True


class Promise(NamedTuple):
    """The deck and the seed of its salts, which stay secret, and the commitment that binds them;
    fixed before the deal."""

    deck: str
    seed: str
    commitment: str


def begin_hand(
    table: TableRecord,
    game: str,
    promise: Promise,
    dealt: Mapping[SeatNo, UserId],
    stacks: Mapping[int, int],
    *,
    now: datetime,
) -> Hand:
    """Store the next hand of a locked table, and the players dealt in by seat, in one statement.

    ``table`` already has the new hand's number and positions."""
    assert table.positions is not None
    positions = table.positions.to_json()
    # In the order of the model's own fields.
    facts = {
        "table_id": table.id,
        "started_at": now,
        "number": table.hand_no,
        "event": table.event,
        "game": game,
        "stakes": table.stakes,
        "positions": positions,
        "commitment": promise.commitment,
    }
    values = {**facts, "stakes": _json(table.stakes), "positions": _json(positions)}.values()
    players = [list(dealt), list(dealt.values()), [stacks[no] for no in dealt]]
    month = months.first_id(months.of(now))
    cursor = _execute(_BEGIN, [month, *values, promise.deck, promise.seed, *players])
    return Hand.from_db(DEFAULT_DB_ALIAS, ["id", *facts], [cursor.fetchone()[0], *facts.values()])


def let_deal_on(table_ids: Sequence[int], *, now: datetime) -> None:
    """Make idle tables deal on by themselves, from now on and after each of their hands.

    Keeps the version: no frame tells of it, and only their event writes to idle tables.
    """
    look_at = _json(now.isoformat())
    _execute(_LET_DEAL_ON, [look_at, list(table_ids), now])


def keep(table: TableRecord) -> None:
    """Store the live state of a locked table silently: same version, no frame."""
    statement = "UPDATE tables_table SET live = %s::jsonb WHERE id = %s"
    _execute(statement, [_json(table.live.to_json()), table.id])


def write_deadline(table: TableRecord) -> None:
    """Store the table's deadline alone."""
    _execute("UPDATE tables_deadline SET due_at = %s WHERE table_id = %s", [table.due_at, table.id])


def _read(statement: str, table_id: int) -> TableRecord:
    row = _execute(statement, [table_id]).fetchone()
    if row is None:
        raise Refusal(TableCode.NO_SUCH_TABLE)
    return _record(row)


def _record(row: Sequence[Any], hand: engine.HandState | None = None) -> TableRecord:
    """Build the record of a row. Pass the row's ``hand`` if known: parsing it takes most time."""
    pk, event, name, status, game, max_seats, stakes, *more = row
    action_seconds, away_seconds, version, hand_no, positions, notice, deals_on, stored = more
    live = Live.from_json(orjson.loads(stored), hand)
    return TableRecord(
        id=pk,
        event=event,
        name=name,
        status=status,
        game=game,
        max_seats=max_seats,
        stakes=orjson.loads(stakes),
        action_seconds=action_seconds,
        away_seconds=away_seconds,
        version=version,
        hand_no=hand_no,
        positions=_positions(positions),
        notice=None if notice is None else orjson.loads(notice),
        deals_on=deals_on,
        live=live,
        row=row,
        row_hand=live.hand,
    )


def _positions(stored: str | None) -> engine.Positions | None:
    return None if stored is None else engine.Positions.from_json(orjson.loads(stored))


def _json(value: object) -> str:
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def _execute(statement: str, values: Sequence[object]) -> Any:
    """Execute a statement without Django's cursor wrapper, which would double the cost.

    Return a psycopg cursor."""
    # Looked up once: each access goes through thread-local storage.
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    with database.wrap_database_errors:
        return database.connection.execute(statement, values)
