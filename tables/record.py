"""A table's row: read under its lock in one statement, written in one more.

Plain SQL, because every action of every player passes here: the same through the ORM costs more
than twice the time (docs/measurements.md).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from payouts.refusal import Refusal
from tables.live import Live
from tables.refusals import Code

READ = """
    SELECT id, event, name, status, game, max_seats, stakes, action_seconds, version, hand_no,
           positions, notice, live
    FROM tables_table WHERE id = %s"""

WRITE = """
    WITH saved AS (
        UPDATE tables_table SET live = %s::jsonb, version = %s WHERE id = %s
    ), due AS (
        UPDATE tables_deadline SET due_at = %s WHERE table_id = %s
    )
    INSERT INTO tables_handevent (hand_id, seq, payload, at)
    SELECT %s, %s + event.place, event.payload, %s
    FROM jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS event (payload, place)"""

WRITE_WITHOUT_EVENTS = """
    WITH saved AS (
        UPDATE tables_table SET live = %s::jsonb, version = %s WHERE id = %s
    )
    UPDATE tables_deadline SET due_at = %s WHERE table_id = %s"""


@dataclass(slots=True)
class TableRecord:
    """A table as its row has it."""

    id: int
    event: str
    name: str
    status: str
    game: str
    max_seats: int
    stakes: dict[str, Any]
    action_seconds: int
    version: int
    hand_no: int
    positions: dict[str, Any] | None
    notice: dict[str, Any] | None
    live: Live

    @property
    def due_at(self) -> datetime | None:
        """When the player to act is out of time."""
        reading = self.live.clock(self.action_seconds)
        return None if reading is None else reading.due_at


def read(table_id: int) -> TableRecord:
    """A table as last committed; NO_SUCH_TABLE."""
    return _read(READ, table_id)


def lock(table_id: int) -> TableRecord:
    """A table that nobody else changes before this transaction ends; NO_SUCH_TABLE."""
    return _read(READ + " FOR UPDATE", table_id)


def lock_open(table_id: int) -> TableRecord:
    """As ``lock``, for verbs that a closed table refuses: TABLE_CLOSED."""
    table = lock(table_id)
    if table.status != "open":
        raise Refusal(Code.TABLE_CLOSED)
    return table


def write(table: TableRecord, events: Sequence[dict[str, Any]], *, now: datetime) -> None:
    """Store seats, hand, version and deadline, and append the hand's new events."""
    live = table.live
    first = live.stored_events
    live.stored_events += len(events)
    values: list[Any] = [_json(live.to_json()), table.version, table.id, table.due_at, table.id]
    with connection.cursor() as cursor:
        if events:
            cursor.execute(WRITE, [*values, live.hand_id, first, now, _json(events)])
        else:
            cursor.execute(WRITE_WITHOUT_EVENTS, values)


def write_deadline(table: TableRecord) -> None:
    """Store when the player to act is out of time."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_deadline SET due_at = %s WHERE table_id = %s", [table.due_at, table.id]
        )


def _read(statement: str, table_id: int) -> TableRecord:
    with connection.cursor() as cursor:
        cursor.execute(statement, [table_id])
        row = cursor.fetchone()
    if row is None:
        raise Refusal(Code.NO_SUCH_TABLE)
    pk, event, name, status, game, max_seats, stakes, *more = row
    action_seconds, version, hand_no, positions, notice, live = more
    return TableRecord(
        id=pk,
        event=event,
        name=name,
        status=status,
        game=game,
        max_seats=max_seats,
        stakes=json.loads(stakes),
        action_seconds=action_seconds,
        version=version,
        hand_no=hand_no,
        positions=None if positions is None else json.loads(positions),
        notice=None if notice is None else json.loads(notice),
        live=Live.from_json(json.loads(live)),
    )


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
