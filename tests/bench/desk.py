"""What the desk costs with 20,000 players and a million transfers: ``python -m tests.bench.desk``.

Every list and a page of each thing in it, Today, the search, files of players, revenue and its
parts. As ``tests.bench.lobby`` measures: milliseconds of this process for one answer (p50, p95),
PostgreSQL's on average beside them, and the number of statements. It fails where the p95 of both
is 150 ms or more. A million transfers take a while to write: ``--transfers 100000`` for less.
"""

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from typing import Any

from tests.bench.answers import HEAD, Cost, cost
from tests.bench.field import PEOPLE

PLAYERS, TRANSFERS = 20_000, 1_000_000
POOLS, DAYS = 2_000, 90
# What waits for somebody, of each kind; what was asked for, noted, told and said of each sort.
WAITING, RECORDS = 2_000, 50_000
# Of fifteen the 95th percentile would be the dearest.
BOUND, RUNS = 150, 40


# Accounts with what they hold; every tenth transfer is a fee, and whatever a pool takes in it pays.
# One pool comes after the other, as one evening after the other does.
LEDGER = """
    SET LOCAL session_replication_role = replica;
    INSERT INTO payouts_account (name, kind, user_id, balance)
        SELECT 'player:' || id, 'player', id, 0 FROM players_user ON CONFLICT DO NOTHING;
    INSERT INTO payouts_account (name, kind, balance)
        SELECT 'pool:tournament:' || no, 'pool', 0 FROM generate_series(1, %(pools)s) AS no;
    INSERT INTO payouts_account (name, kind, balance)
        SELECT name, split_part(name, ':', 1), 0 FROM unnest(ARRAY['outside', 'house:fees',
            'house:rake', 'house:guarantees', 'house:velox', 'house:payments']) AS name
        ON CONFLICT DO NOTHING;
    CREATE TEMPORARY TABLE wallets ON COMMIT DROP AS
        SELECT id, row_number() OVER (ORDER BY id) - 1 AS no FROM payouts_account
        WHERE kind = 'player';
    CREATE UNIQUE INDEX ON wallets (no);
    CREATE TEMPORARY TABLE pools ON COMMIT DROP AS
        SELECT id, row_number() OVER (ORDER BY id) - 1 AS no FROM payouts_account
        WHERE kind = 'pool';
    CREATE UNIQUE INDEX ON pools (no);
    ANALYZE wallets;
    ANALYZE pools;
    INSERT INTO payouts_transfer (key, line, amount, reason, created_at, debit_id, credit_id)
        SELECT CASE WHEN n < 2 * %(players)s THEN 'deposit:' ELSE 'entry:' END || n / 2, n %% 2,
               CASE WHEN n < 2 * %(players)s THEN 500000 ELSE 900 END,
               CASE WHEN n < 2 * %(players)s THEN 'deposit' WHEN n %% 10 = 0 THEN 'fee'
                    WHEN n %% 2 = 0 THEN 'buy_in' ELSE 'prize' END,
               %(now)s::timestamptz - %(days)s * interval '1 day'
                   * (1 - n::float / %(transfers)s),
               CASE WHEN n < 2 * %(players)s THEN (SELECT id FROM payouts_account
                                                    WHERE name = 'outside')
                    WHEN n %% 2 = 1 AND n %% 10 <> 0 THEN pools.id ELSE wallets.id END,
               CASE WHEN n < 2 * %(players)s THEN wallets.id
                    WHEN n %% 10 = 0 THEN (SELECT id FROM payouts_account
                                            WHERE name = 'house:fees')
                    WHEN n %% 2 = 1 THEN wallets.id ELSE pools.id END
        FROM (SELECT n, n::bigint * 7919 %% %(wallets)s AS whose,
                     n::bigint * %(pools)s / %(transfers)s AS pool
              FROM generate_series(0, %(transfers)s - 1) AS n) AS numbered
        JOIN wallets ON wallets.no = whose JOIN pools ON pools.no = pool ORDER BY n;
    UPDATE payouts_account SET balance = moved.cents
        FROM (SELECT id, sum(cents) AS cents FROM (
                  SELECT credit_id AS id, amount AS cents FROM payouts_transfer
                  UNION ALL SELECT debit_id, -amount FROM payouts_transfer) AS moves GROUP BY id
             ) AS moved
        WHERE moved.id = payouts_account.id
            AND (moved.cents >= 0 OR kind IN ('house', 'outside'))"""
# What waits and what is past, in every list that grows with the room.
RECORDS_OF = """
    SET LOCAL session_replication_role = replica;
    CREATE TEMPORARY TABLE past ON COMMIT DROP AS
        SELECT no, %(now)s::timestamptz - no * interval '2 minutes' AS at, (
                   SELECT min(id) FROM players_user) + no %% %(players)s AS whose
        FROM generate_series(0, %(records)s - 1) AS no;
    INSERT INTO payouts_payment (token, kind, amount, fee, state, user_id, key, destination,
                                 gateway, reference, pay_at, asked_at, tries, over_limit)
        SELECT gen_random_uuid(), 'out', 5000, 0,
               CASE WHEN no < %(waiting)s THEN 'in_review' ELSE 'refused' END, whose, no,
               'IT60X0542811101000000123456', '', '', '', at, 0, false
        FROM past ORDER BY at;
    INSERT INTO payouts_paymentnotice (gateway, notice_id, digest, token, said, amount, body,
                                       received_at, outcome, decision, why, applied_at)
        SELECT 'sandbox', no, no, gen_random_uuid(), 'failed', 5000, '{}', at,
               CASE WHEN no < %(waiting)s THEN 'contradiction' ELSE 'known' END, '', '', at
        FROM past ORDER BY at;
    INSERT INTO payouts_counterorder (kind, amount, key, why, given_at, over_limit, status,
                                      why_not, user_id, given_by_id, decided_by_id, decided_at)
        SELECT 'out', 5000, no, 'x', at, true,
               CASE WHEN no < %(waiting)s THEN 'waiting' ELSE 'withdrawn' END, '', whose,
               %(staff)s, CASE WHEN no >= %(waiting)s THEN %(staff)s END,
               CASE WHEN no >= %(waiting)s THEN at END
        FROM past ORDER BY at;
    INSERT INTO players_login (user_id, name, at, address, browser, system, outcome)
        SELECT whose, 'p', at, '192.0.2.1', 'Firefox', 'Linux', 'done' FROM past ORDER BY at;
    INSERT INTO players_notice (user_id, kind, key, data, url, at)
        SELECT whose, 'message', no, '{"name": "x", "text": "x"}', '', at FROM past ORDER BY at;
    INSERT INTO players_mail ("to", subject, body, written_at, sent_at, tries)
        SELECT 'p@example.org', 'x', '', at, at, 0 FROM past ORDER BY at;
    INSERT INTO tournaments_act (verb, outcome, by_id, at, about, why, before, after, player_id)
        SELECT 'note', 'done', %(staff)s, at, 'p', 'x', '{}', '{}', whose FROM past ORDER BY at;
    INSERT INTO players_playernote (user_id, by_id, at, text, pinned)
        SELECT whose, %(staff)s, at, 'x', false FROM past ORDER BY at"""


def fill_room(*, transfers: int) -> Any:
    """A room of years; somebody of the staff with every right."""
    from django.utils import timezone

    from players.models import User
    from tests.tournaments import events

    run = partial(
        put,
        players=PLAYERS,
        transfers=transfers,
        wallets=PLAYERS + 1,
        pools=POOLS,
        days=DAYS,
        waiting=WAITING,
        records=RECORDS,
        now=timezone.now(),
    )
    run(PEOPLE)
    staff = User.objects.create_superuser("staff")
    event = events.scheduled(name="Big Sunday")
    events.scheduled(name="Next")
    run(LEDGER)
    run(RECORDS_OF, staff=staff.pk)
    _close_days(staff)
    # As autovacuum does it, soon after.
    run("SELECT brin_summarize_new_values('transfers_by_time'); ANALYZE", pk=event.pk)
    return staff


def _close_days(staff: Any) -> None:
    """Every day but today is signed by two, as in a room that is run."""
    from django.utils import timezone

    from payouts.models import DayClosing
    from payouts.reports import closing
    from players.models import User

    now = timezone.now()
    today = timezone.localdate()
    days = [today - timedelta(days=no) for no in range(1, DAYS + 1)]
    found = closing.in_ledger(begin=days[-1], end=days[0])
    second = User.objects.exclude(pk=staff.pk).earliest("pk")
    DayClosing.objects.bulk_create(
        DayClosing(
            day=day,
            **found[day],
            signed_by=staff,
            signed_at=now,
            closed_by=second,
            closed_at=now,
        )
        for day in days
    )


def put(statements: str, **values: Any) -> None:
    """Run statements as the owner; they are split at their semicolons."""
    from django.db import connection, transaction

    from poker_site.launch import rights

    with rights.as_owner(), transaction.atomic(), connection.cursor() as cursor:
        for statement in statements.split(";"):
            cursor.execute(statement, values)


def measure(*, transfers: int, only: str = "") -> Iterator[tuple[str, Cost]]:
    """Every page by its name, or those whose name has ``only`` in it."""
    from django.test import Client
    from django.urls import reverse

    from players.models import User

    staff = fill_room(transfers=transfers)
    # As every web process begins: with its code loaded, and taken for what stays.
    importlib.import_module("poker_site.asgi")
    desk = Client(SERVER_NAME="localhost")
    desk.force_login(staff)

    def ask(name: str, /, *of: object, **query: str) -> Callable[[], object]:
        address = reverse(f"admin:{name}", args=of)

        def answer() -> object:
            found = desk.get(address, query, follow=True)
            assert found.status_code == 200, address
            return found.content

        return answer

    def timed(name: str, answer: Callable[[], object]) -> Iterator[tuple[str, Cost]]:
        if only in name:
            yield name, cost(answer, runs=RUNS)

    yield from timed("Today", ask("index"))
    for typed in ("p777", "p19", "777", "entry:", "entry:45000", "big", "nobody at all"):
        yield from timed(f"find: {typed}", ask("find", q=typed))
    person = User.objects.get(username="p777").pk
    file = partial(ask, "players_player_change", person)
    yield from timed("file", file())
    for part in ("statement", "notes", "logins", "counter", "acts"):
        yield from timed(f"file: {part}", file(part=part))
        yield from timed(f"file: {part}, page 9", file(part=part, page="9"))
    yield from timed("settings", ask("house"))
    yield from timed("a setting", ask("house_setting", "money.four_eyes"))
    yield from _lists(ask, timed)
    yield from _reports(ask, timed)


def _lists(ask: Any, timed: Any) -> Iterator[tuple[str, Cost]]:
    """Every list of the desk, searched in, and the page of something in it."""
    from django.contrib import admin

    for model, shown in admin.site._registry.items():
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        yield from timed(f"list: {name}", ask(f"{name}_changelist"))
        if shown.search_fields:
            yield from timed(f"list: {name}, search", ask(f"{name}_changelist", q="p777"))
        if row := model._default_manager.order_by("pk").last():
            yield from timed(f"page: {name}", ask(f"{name}_change", row.pk))


def _reports(ask: Any, timed: Any) -> Iterator[tuple[str, Cost]]:
    """Revenue of a fortnight, a month and all there is; in parts of a day and of a month."""
    today = date.today()  # noqa: DTZ011  (what is filled ends today)
    for days in (14, 31, DAYS):
        span = {"begin": str(today - timedelta(days=days - 1)), "end": str(today)}
        yield from timed(f"revenue of {days} days", ask("payouts_dayclosing_report", **span))
    for days in (1, 31):
        span = {"begin": str(today - timedelta(days=days)), "end": str(today - timedelta(days=1))}
        for by in ("event", "game", "stake", "player"):
            name = f"{by} of {days} days"
            yield from timed(name, ask("payouts_dayclosing_parts", **span, by=by))


def main() -> int:
    from tests.bench.setting import servers

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--transfers", type=int, default=TRANSFERS)
    parser.add_argument("--only", default="", help="pages whose name has this in it")
    said = parser.parse_args()
    beyond = []
    print(HEAD)
    with servers():
        for name, found in measure(transfers=said.transfers, only=said.only):
            print(found.line(name), flush=True)
            if found.whole >= BOUND:
                beyond.append(name)
    print(f"{BOUND} ms or more: {', '.join(beyond) or 'none'}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
