"""What the pages of one event of 20,000 players cost: time to answer, bytes, memory.

``python -m tests.bench.field``: an event that runs, with 2,223 tables and nobody out; then the
same cancelled, for its plan. Everything is put there in bulk, by SQL. Each page is asked for by a
client in this process, the best of a few runs.
"""

import json
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from tests.bench.setting import servers

PLAYERS = 20_000
RUNS = 5
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


class Cost(NamedTuple):
    """What one answer takes: milliseconds, kilobytes sent, megabytes held at most."""

    ms: float
    kilobytes: float
    peak_megabytes: float


def measure(*, players: int = PLAYERS) -> Iterator[tuple[str, Cost]]:
    """Every page and job, by its name."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse

    from tests.tournaments import events
    from tournaments.entry import purchases
    from tournaments.models import CancellationPlan, Tournament
    from tournaments.play.evidence import Case
    from tournaments.staff import cancellation

    put = partial(fill, players=players)
    put(PEOPLE)
    reader, desk = (Client(SERVER_NAME="localhost") for _ in range(2))
    reader.force_login(User.objects.earliest("pk"))
    desk.force_login(User.objects.create_superuser("desk"))
    terms: dict[str, Any] = {"max_entries": players, "seats_per_table": 9}
    sold: dict[str, Any] = {"rebuys": 9, "rebuy_levels": 1, "rebuy_price": 900, "rebuy_chips": 1500}
    event = events.scheduled(name="Field", bounty=500, **terms)
    duels = events.scheduled(name="Shootout", format="shootout", **terms)
    shop = events.scheduled(name="Rebuys", **sold, **terms)
    enter(event)
    put(TABLES, event)
    put(BOUNTIES, event)
    enter(duels, stage=1)
    put(TABLES, duels)
    enter(shop)
    put(REBUYS, shop)
    put("ANALYZE")

    def page(name: str, *of: int) -> Callable[[], bytes]:
        client = desk if name.startswith("admin:") else reader
        poll = {"HX-Request": "true"} if name.endswith(("watch", "tournament")) else {}
        return partial(_answer, client, reverse(name, args=of), poll)

    yield "event, polled", _cost(page("tournament", event.pk))
    yield "shootout, polled", _cost(page("tournament", duels.pk))
    yield "watch page, polled", _cost(page("admin:tournaments_tournament_watch", event.pk))
    yield "event at the desk", _cost(page("admin:tournaments_tournament_change", event.pk))
    yield "events at the desk", _cost(page("admin:tournaments_tournament_changelist"))
    yield "purchases that wait", _cost(lambda: str(purchases.coming(shop)).encode())
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=NOW)
    over = Tournament.objects.filter(pk__in=[event.pk, duels.pk])
    over.update(status="cancelled", finished_at=NOW)
    CancellationPlan.objects.filter(pk=plan.pk).update(executed_at=NOW)
    duels.entries.update(status="finished")
    over.filter(pk=duels.pk).update(status="finished")
    yield "cancelled event", _cost(page("tournament", event.pk))
    yield "list of one plan", _cost(page("admin:tournaments_cancellationplan_changelist"))
    yield "results as CSV", _cost(page("results_csv", event.pk))
    duel = Tournament.objects.get(pk=duels.pk)
    yield "books of a session", _cost(lambda: str(Case(duel).stacks).encode(), runs=1)


PEOPLE = """
    INSERT INTO auth_user (username, password, first_name, last_name, email, is_superuser,
                           is_staff, is_active, date_joined)
    SELECT 'p' || no, '!', '', '', '', false, false, true, %(now)s::timestamptz
    FROM generate_series(1, %(players)s) AS no"""
# Nine of them at every table, in a row.
TABLES = """
    CREATE TEMPORARY TABLE chairs ON COMMIT DROP AS
    SELECT (row - 1) / 9 AS number, 1 + (row - 1) %% 9 AS no, id AS user_id, username
    FROM (SELECT id, username, row_number() OVER (ORDER BY id) AS row FROM auth_user
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
# Everybody has taken the head of the one before.
BOUNTIES = """
    INSERT INTO tournaments_bounty (head_id, winner_id, taken, paid, at)
    SELECT id, lead(id, 1, id) OVER (ORDER BY id), 500, 500, %(now)s::timestamptz
    FROM tournaments_entry WHERE tournament_id = %(pk)s"""
REBUYS = """
    INSERT INTO tournaments_purchase (entry_id, kind, count, chips, pool, fee, key, bought_at,
                                      applied_at)
    SELECT id, 'rebuy', 1, 1500, 900, 100, no, %(now)s::timestamptz, %(now)s::timestamptz
    FROM tournaments_entry, generate_series(1, 3) AS no WHERE tournament_id = %(pk)s"""


def enter(event: Any, *, stage: int = 0, players: int | None = None) -> None:
    """Everybody plays, or the first so many."""
    from django.contrib.auth.models import User

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

    from poker_site import rights
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


def _answer(client: Any, address: str, headers: dict[str, str]) -> bytes:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer
    return b"".join(answer)


def _cost(ask: Callable[[], bytes], *, runs: int = RUNS) -> Cost:
    size = len(ask())
    seconds = []
    for _ in range(runs):
        began = time.perf_counter()
        ask()
        seconds.append(time.perf_counter() - began)
    tracemalloc.start()
    ask()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Cost(1000 * min(seconds), size / 1000, peak / 1e6)


if __name__ == "__main__":
    with servers():
        for name, cost in measure(players=int(sys.argv[1]) if sys.argv[1:] else PLAYERS):
            print(name, json.dumps(cost._asdict()), flush=True)
