"""What the pages around one event of 20,000 players cost: the event's, a table's, a player's own.

``python -m tests.bench.field``: an event that runs, with 2,223 tables and nobody out; then the
same cancelled, for its plan. Everything is put there in bulk, by SQL. Each page is asked for by a
client in this process, the best of a few runs.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

from tests.bench.answers import HEAD, Cost, cost
from tests.bench.setting import servers

PLAYERS = 20_000
# How many transfers, events, sign-ins and notices somebody has whose pages are asked for.
PAST = 3_000
BOUND = 100
# Files of a whole field, and what is read once: no page that somebody waits for.
FILES = ("results as CSV", "books of a session", "seats, to print")
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def measure(*, players: int = PLAYERS) -> Iterator[tuple[str, Cost]]:
    """Every page and job, by its name."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse

    from tables.models import Seat
    from tests.tournaments import events
    from tournaments.entry import purchases
    from tournaments.models import CancellationPlan, Tournament
    from tournaments.play.evidence import Case
    from tournaments.staff import cancellation

    put = partial(fill, players=players)
    put(PEOPLE)
    reader, desk, stranger = (Client(SERVER_NAME="localhost") for _ in range(3))
    somebody = User.objects.earliest("pk")
    reader.force_login(somebody)
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
    put(YEARS)
    put("ANALYZE")
    entry = event.entries.get(user=somebody)
    seat = Seat.objects.filter(user=somebody).earliest("pk")

    def page(
        name: str, *of: object, client: Any = reader, poll: bool = False
    ) -> Callable[[], bytes]:
        headers = {"HX-Request": "true"} if poll else {}
        return partial(_answer, client, reverse(name, args=of), headers)

    def at_desk(name: str, *of: object, poll: bool = False) -> Callable[[], bytes]:
        return page(f"admin:tournaments_{name}", *of, client=desk, poll=poll)

    yield "event", cost(page("tournament", event.pk))
    yield "event, a stranger", cost(page("tournament", event.pk, client=stranger))
    yield "event, polled", cost(page("tournament", event.pk, poll=True))
    yield "shootout, polled", cost(page("tournament", duels.pk, poll=True))
    yield "event in the API", cost(page("api-tournament-detail", event.pk))
    yield "its sheet", cost(page("event_sheet", event.pk))
    yield "clock on the wall", cost(page("wall", event.pk))
    yield "moves", cost(page("moves", event.pk))
    yield "why an entry", cost(page("entry_why", event.pk, entry.pk))
    yield "table", cost(page("table", seat.table_id))
    yield "table in the API", cost(page("api_table", seat.table_id))
    yield "all my tables", cost(page("tables"))
    for name in ("my_tournaments", "my_hands", "wallet", "limits", "notices", "sessions", "cash"):
        yield name, cost(page(name))
    yield "watch page", cost(at_desk("tournament_watch", event.pk))
    yield "watch page, polled", cost(at_desk("tournament_watch", event.pk, poll=True))
    yield "event at the desk", cost(at_desk("tournament_change", event.pk))
    yield "events at the desk", cost(at_desk("tournament_changelist"))
    yield "purchases that wait", cost(lambda: str(purchases.coming(shop)).encode())
    yield "seats, to print", cost(page("seats", event.pk, client=desk), runs=3)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=NOW)
    duels.entries.update(status="finished")
    over = Tournament.objects.filter(pk__in=[event.pk, duels.pk])
    over.update(status="cancelled", finished_at=NOW)
    CancellationPlan.objects.filter(pk=plan.pk).update(executed_at=NOW)
    yield "cancelled event", cost(page("tournament", event.pk))
    yield "list of one plan", cost(at_desk("cancellationplan_changelist"))
    yield "results", cost(page("results", event.pk))
    yield "results as CSV", cost(page("results_csv", event.pk), runs=3)
    duel = Tournament.objects.get(pk=duels.pk)
    yield "books of a session", cost(lambda: str(Case(duel).stacks).encode(), runs=1)


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


# What one of them has done in years.
YEARS = f"""
    SET LOCAL session_replication_role = replica;
    INSERT INTO payouts_account (name, kind, user_id, balance)
        SELECT 'player:' || min(id), 'player', min(id), 100000 FROM auth_user
        ON CONFLICT DO NOTHING;
    INSERT INTO payouts_account (name, kind, balance) VALUES ('outside', 'outside', -100000)
        ON CONFLICT DO NOTHING;
    INSERT INTO payouts_transfer (key, line, amount, reason, created_at, debit_id, credit_id)
        SELECT 'past:' || no, 0, 100, 'deposit', %(now)s::timestamptz - no * interval '1 hour',
               theirs.id, mine.id
        FROM generate_series(1, {PAST}) AS no, payouts_account AS mine, payouts_account AS theirs
        WHERE mine.kind = 'player' AND theirs.name = 'outside' ORDER BY no DESC;
    INSERT INTO players_login (user_id, name, at, address, browser, system, outcome)
        SELECT min(id), 'p', %(now)s::timestamptz - no * interval '1 hour', '192.0.2.1',
               'Firefox', 'Linux', 'done'
        FROM generate_series(1, {PAST}) AS no, auth_user GROUP BY no ORDER BY no DESC;
    INSERT INTO players_notice (user_id, kind, key, data, url, at)
        SELECT min(id), 'message', no, '{{"name": "x", "text": "x"}}', '',
               %(now)s::timestamptz - no * interval '1 hour'
        FROM generate_series(1, {PAST}) AS no, auth_user GROUP BY no ORDER BY no DESC"""


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


def _answer(client: Any, address: str, headers: dict[str, str]) -> bytes:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer
    return b"".join(answer)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="?", default=PLAYERS)
    beyond = []
    print(HEAD)
    with servers():
        for name, found in measure(players=parser.parse_args().players):
            print(found.line(name), flush=True)
            if found.whole >= BOUND and name not in FILES:
                beyond.append(name)
    print(f"above {BOUND} ms: {', '.join(beyond) or 'none'}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
