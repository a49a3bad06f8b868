"""A large field for benches: people, and events at whose tables they all sit, put there by SQL."""

import json
from datetime import UTC, datetime
from typing import Any

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


PEOPLE = """
    INSERT INTO players_user (username, password, first_name, last_name, email, is_superuser,
                           is_staff, is_active, date_joined)
    SELECT 'p' || no, '!', '', '', '', false, false, true, %(now)s::timestamptz
    FROM generate_series(1, %(players)s) AS no"""
# Nine of them at every table, in a row.
TABLES = """
    CREATE TEMPORARY TABLE chairs ON COMMIT DROP AS
    SELECT (row - 1) / 9 AS number, 1 + (row - 1) %% 9 AS no, id AS user_id, username
    FROM (SELECT id, username, row_number() OVER (ORDER BY id) AS row FROM players_user
          WHERE NOT is_staff ORDER BY id LIMIT %(players)s) AS people;
    WITH opened AS (
        INSERT INTO tables_table (event, name, status, game, max_seats, stakes, house,
                                  action_seconds, away_seconds, deals_on, version, hand_no,
                                  live, opened_at)
        SELECT %(event)s, %(name)s || ' · 1.' || 1 + number, 'open', 'nlhe', 9, '{}', '{}', 20,
               1, false, 0, 0, jsonb_set(%(live)s::jsonb, '{seats}', jsonb_object_agg(
                   no, jsonb_build_array(user_id, username, 1500, 60000, false))), %(now)s
        FROM chairs GROUP BY number ORDER BY number
        RETURNING id
    ), numbered AS (
        SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM opened
    )
    INSERT INTO tables_seat (table_id, no, user_id, stack, bank_ms, away, in_pot)
    SELECT numbered.id, no, user_id, 1500, 60000, false, 0
    FROM chairs JOIN numbered USING (number)"""


def enter(event: Any, *, stage: int = 0, players: int | None = None) -> None:
    """Everybody plays, or the first so many."""
    from players.models import User
    from tournaments.models import Entry

    users = User.objects.filter(is_staff=False).order_by("pk")[:players]
    entries = Entry.objects.bulk_create(
        Entry(tournament=event, user=user, status="playing", registered_at=NOW) for user in users
    )
    event.entry_count = event.live_count = len(entries)
    event.status, event.started_at, event.stage = "running", NOW, stage
    event.save(update_fields=["entry_count", "live_count", "status", "started_at", "stage"])


def fill(statements: str, event: Any = None, *, players: int = 0) -> None:
    """Run statements about an event as the owner; they are split at their semicolons."""
    from django.db import connection, transaction

    from poker_site.launch import rights
    from tables.live.state import Live

    values: dict[str, Any] = {"now": NOW, "players": players}
    if event is not None:
        values |= {"pk": event.pk, "event": event.event, "name": event.name}
        values["live"] = json.dumps(Live().to_json())
    with rights.as_owner(), transaction.atomic(), connection.cursor() as cursor:
        for statement in statements.split(";"):
            cursor.execute(statement, values)
    if event is not None:
        event.refresh_from_db()
