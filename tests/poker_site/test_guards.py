"""What somebody with the application's own ``DATABASE_URL`` tries: the database refuses it all."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import cast

import pytest
from django.apps import apps
from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from pytest_django import Settings

from payouts.bookkeeping import accounts, ledger
from payouts.models import CounterOrder, Transfer
from payouts.prizes import prize_draws
from payouts.protection import limits
from payouts.rules.limits import LimitPeriod
from payouts.wallets import counter
from players.models import FormerName, User
from players.protection import exclusions
from poker_site.launch import rights
from poker_site.opening import checks as opening
from tables.models import CashStay, Hand, Table
from tests.tables.rooms import open_room
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tournaments import director
from tournaments.entry import acts
from tournaments.models import Act, Bounty, Move, Ticket
from tournaments.staff import undoing

pytestmark = pytest.mark.django_db

EVIDENCE = (
    "payouts_transfer",
    "payouts_account",
    "payouts_auditrun",
    "payouts_counterorder",
    "payouts_limitchange",
    "payouts_prizedraw",
    "payouts_prizedrawsecret",
    "payouts_playaccount",
    "payouts_playtransfer",
    "players_acceptance",
    "players_formername",
    "players_rightschange",
    "players_selfexclusion",
    "players_suspension",
    "poker_site_logo",
    "poker_site_settingchange",
    "poker_site_settingorder",
    "tables_cashstay",
    "tables_hand",
    "tables_handplayer",
    "tables_staymoment",
    "tables_entrymoment",
    "tables_handsecret",
    "tables_handevent",
    "tournaments_act",
    "tournaments_bounty",
    "tournaments_cancellationplan",
    "tournaments_elimination",
    "tournaments_entry",
    "tournaments_move",
    "tournaments_purchase",
    "tournaments_ticket",
    "tournaments_tournament",
    "django_admin_log",
)

# Who played, went out and won: of an event that runs, and of one that is over.
ENTRIES = [
    "UPDATE tournaments_entry SET user_id = (SELECT max(id) FROM players_user)",
    "UPDATE tournaments_entry SET tournament_id = {over}",
    "UPDATE tournaments_entry SET re_entry = NOT re_entry",
    "UPDATE tournaments_entry SET registered_at = now()",
    "UPDATE tournaments_entry SET place = 3 - place WHERE tournament_id = {over}",
    "UPDATE tournaments_entry SET prize = prize + 1 WHERE tournament_id = {over}",
    "UPDATE tournaments_entry SET place = NULL, prize = NULL WHERE tournament_id = {over}",
    "UPDATE tournaments_entry SET status = 'playing' WHERE tournament_id = {over}",
    "UPDATE tournaments_entry SET place = 1, prize = 1 WHERE place = 3",
    "UPDATE tournaments_entry SET place = NULL, prize = NULL WHERE place = 3",
    "UPDATE tournaments_entry SET status = 'playing', place = NULL, prize = NULL WHERE place = 3",
    "UPDATE tournaments_entry SET status = 'out' WHERE tournament_id = {running}",
    "DELETE FROM tournaments_elimination"
    " WHERE entry_id IN (SELECT id FROM tournaments_entry WHERE place = 3)",
    "DELETE FROM tournaments_elimination"
    " WHERE entry_id IN (SELECT id FROM tournaments_entry WHERE place = 3);"
    " UPDATE tournaments_entry SET status = 'playing', place = NULL, prize = NULL WHERE place = 3",
    "UPDATE tournaments_elimination SET entry_id = entry_id + 1",
    "UPDATE tournaments_elimination SET start_stack = 1",
    "UPDATE tournaments_elimination SET hand_id = {void_hand}",
    "UPDATE tournaments_elimination SET stage = 1, table_place = 1",
    "UPDATE tournaments_move SET to_seat = 1",
    "UPDATE tournaments_tournament SET status = 'running' WHERE id = {over}",
    "UPDATE tournaments_tournament SET finished_at = now() WHERE id = {over}",
    "UPDATE tournaments_tournament SET entry_count = 0 WHERE id = {over}",
]

REWRITING = [
    "UPDATE payouts_account SET balance = balance + 1",
    "UPDATE payouts_account SET user_id = NULL, name = 'house:mine', kind = 'house'",
    "UPDATE payouts_account SET id = id + 1000",
    "UPDATE payouts_transfer SET amount = amount + 1",
    "UPDATE payouts_transfer SET created_at = now(), reason = 'prize'",
    "UPDATE payouts_counterorder SET amount = 1",
    "UPDATE payouts_counterorder SET given_by_id = decided_by_id, why = 'other'",
    "UPDATE payouts_counterorder SET before = 0",
    "UPDATE payouts_limitchange SET amount = NULL",
    "UPDATE players_selfexclusion SET until = asked_at + interval '1 second'",
    "UPDATE payouts_prizedraw SET commitment = 'mine'",
    "UPDATE payouts_prizedraw SET ticket = ticket + 1",
    "UPDATE payouts_prizedraw SET revealed_at = NULL, server_seed = ''",
    "UPDATE payouts_prizedrawsecret SET server_seed = '\\x00'",
    "UPDATE tournaments_act SET why = 'never'",
    "UPDATE tournaments_tournament SET buy_in = 1",
    "UPDATE tournaments_tournament SET scheme = '{}', schedule = '[]'",
    "UPDATE tables_cashstay SET took = 0",
    "UPDATE tables_cashstay SET took = NULL, closed_at = NULL",
    "UPDATE tables_cashstay SET closed_at = closed_at - interval '1 day'",
    "UPDATE tables_cashstay SET brought = brought + 1",
    "UPDATE tables_cashstay SET user_id = (SELECT max(id) FROM players_user)",
    "UPDATE tables_hand SET commitment = 'mine'",
    "UPDATE tables_hand SET stakes = '{}', positions = '{}'",
    "UPDATE tables_hand SET finished_at = now()",
    "UPDATE tables_hand SET finished_at = NULL",
    "UPDATE tables_hand SET voided_at = now()",
    "UPDATE tables_hand SET voided_at = now() WHERE id = {last_hand}",
    "UPDATE tables_hand SET voided_at = NULL WHERE id = {void_hand}",
    "UPDATE tables_hand SET voided_at = now() WHERE id = {void_hand}",
    "UPDATE tables_hand SET finished_at = now(), voided_at = now() WHERE finished_at IS NULL",
    *ENTRIES,
    "UPDATE tables_handplayer SET start_stack = 1",
    "UPDATE tables_handplayer SET finish_stack = 1",
    "UPDATE tables_handplayer SET rake = 1",
    "UPDATE tables_staymoment SET cents = 1",
    "UPDATE tables_entrymoment SET cents = 1",
    "UPDATE tables_handplayer SET user_id = user_id",
    "UPDATE tables_handsecret SET deck = 'AsAh'",
    "UPDATE tables_handsecret SET seed = 'mine'",
    "UPDATE tables_handevent SET payload = '{}'",
    "UPDATE tables_handevent SET packed = 'x'",
    "UPDATE tables_handevent SET seq = seq + 100",
    "INSERT INTO tables_handevent (hand_id, seq, payload)"
    """ SELECT id, 999, '{"e": "win", "seat": 1}' FROM tables_hand""",
    "INSERT INTO tables_handplayer (hand_id, user_id, seat_no, start_stack)"
    " SELECT h.id, u.id, 9, 1 FROM tables_hand h, players_user u"
    " WHERE u.id NOT IN (SELECT user_id FROM tables_handplayer)",
    "INSERT INTO payouts_account (name, kind, balance) VALUES ('house:x', 'house', 1)",
    "UPDATE django_migrations SET name = 'x'",
    "UPDATE auth_permission SET codename = 'x'",
]

SWITCHING_OFF = [
    "ALTER TABLE payouts_transfer DISABLE TRIGGER ALL",
    "ALTER TABLE payouts_account DISABLE TRIGGER payouts_account_changes_by_transfer",
    "ALTER TABLE tournaments_act DISABLE TRIGGER USER",
    "ALTER TABLE tables_handevent DISABLE TRIGGER USER",
    "ALTER TABLE payouts_account DROP CONSTRAINT account_never_overdrawn",
    "ALTER TABLE payouts_account OWNER TO CURRENT_USER",
    "ALTER TABLE payouts_account RENAME TO hidden",
    "ALTER TABLE payouts_account ADD COLUMN more integer",
    "DROP TRIGGER payouts_transfer_never_changes ON payouts_transfer",
    "DROP TABLE tournaments_act CASCADE",
    "DROP FUNCTION payouts_refuse() CASCADE",
    "DROP INDEX payouts_transfer_pkey",
    "CREATE OR REPLACE FUNCTION payouts_refuse() RETURNS trigger LANGUAGE plpgsql"
    " AS $$ BEGIN RETURN NEW; END $$",
    "CREATE OR REPLACE FUNCTION _pgtrigger_should_ignore(trigger_name name) RETURNS boolean"
    " LANGUAGE sql AS 'SELECT true'",
    "ALTER FUNCTION payouts_refuse_from_outside() SECURITY DEFINER",
    "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE TRIGGER mine BEFORE INSERT ON payouts_transfer"
    " FOR EACH ROW EXECUTE FUNCTION payouts_refuse()",
    "CREATE RULE mine AS ON UPDATE TO payouts_transfer DO INSTEAD NOTHING",
    "CREATE SCHEMA mine",
    "CREATE TABLE mine (id integer)",
    "CREATE VIEW mine AS SELECT 1",
    "SET session_replication_role = 'replica'",
    "SELECT set_config('session_replication_role', 'replica', true)",
    "ALTER ROLE CURRENT_USER SET session_replication_role = 'replica'",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "ALTER ROLE CURRENT_USER CREATEROLE",
    "ALTER ROLE CURRENT_USER BYPASSRLS",
    "ALTER ROLE montepremi PASSWORD 'mine'",
    "ALTER ROLE montepremi SET search_path = 'pg_temp'",
    "ALTER ROLE ALL SET search_path = 'pg_temp'",
    "ALTER DEFAULT PRIVILEGES FOR ROLE montepremi GRANT ALL ON TABLES TO PUBLIC",
    "SET ROLE pg_write_all_data",
    "GRANT pg_write_all_data TO CURRENT_USER",
    "CREATE PUBLICATION mine FOR ALL TABLES",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT lo_create(0)",
    "SELECT lo_creat(-1)",
    "SELECT lo_from_bytea(0, 'mine')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = CURRENT_USER",
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE usename = CURRENT_USER",
    "CREATE ROLE mine SUPERUSER",
    "SET ROLE montepremi",
    "SET SESSION AUTHORIZATION montepremi",
    "GRANT montepremi TO CURRENT_USER",
    "GRANT UPDATE ON payouts_transfer TO CURRENT_USER; UPDATE payouts_transfer SET amount = 1",
    "SELECT setval(pg_get_serial_sequence('payouts_transfer', 'id'), 1, false)",
    "COPY payouts_transfer FROM PROGRAM 'true'",
    *(
        f"ALTER {what} OWNER TO CURRENT_USER"
        for what in (
            "TABLE tournaments_entry",
            "FUNCTION payouts_move_balances()",
            "FUNCTION tournaments_refuse_to_void()",
            "SCHEMA public",
            "DATABASE postgres",
            "SEQUENCE payouts_transfer_id_seq",
        )
    ),
    "DROP OWNED BY montepremi CASCADE",
    "DROP OWNED BY CURRENT_USER CASCADE; DELETE FROM payouts_transfer",
    "REASSIGN OWNED BY montepremi TO CURRENT_USER",
    "REASSIGN OWNED BY CURRENT_USER TO montepremi",
    "DROP TRIGGER tournaments_entry_stays ON tournaments_entry",
    "DROP FUNCTION tournaments_refuse_on_elimination() CASCADE",
    "CREATE OR REPLACE FUNCTION tournaments_check_out() RETURNS trigger LANGUAGE plpgsql"
    " AS $$ BEGIN RETURN NEW; END $$",
    "SET CONSTRAINTS ALL DEFERRED; UPDATE tables_hand SET voided_at = now()",
    "UPDATE pg_trigger SET tgenabled = 'D'",
]

# PostgreSQL lets any role do these, and its own rights are none of them: the owner gave them.
TO_ITSELF = [
    "DROP OWNED BY CURRENT_USER",
    "DROP OWNED BY CURRENT_USER CASCADE",
    "DROP OWNED BY SESSION_USER RESTRICT",
    "REVOKE ALL ON payouts_transfer FROM CURRENT_USER",
    "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM CURRENT_USER CASCADE",
    "REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM CURRENT_USER",
    "REVOKE USAGE ON SCHEMA public FROM CURRENT_USER",
    "REVOKE CONNECT ON DATABASE {database} FROM CURRENT_USER, PUBLIC",
    "GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC",
    "ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC",
    "ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM CURRENT_USER",
    "REASSIGN OWNED BY CURRENT_USER TO CURRENT_USER",
]
# What a role may write into its own defaults, for its next connections.
DEFAULTS = {
    "default_transaction_read_only": "on",
    "lock_timeout": "'1ms'",
    "search_path": "nowhere",
    "timezone": "'Asia/Tokyo'",
}

FORGING = [
    "CREATE TEMPORARY TABLE mine (id integer)",
    # The depth of triggers, made by a table of one's own.
    "CREATE TEMPORARY TABLE mine (id integer);"
    " CREATE FUNCTION pg_temp.rob() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " UPDATE payouts_account SET balance = balance + 1; RETURN NEW; END $$;"
    " CREATE TRIGGER rob AFTER INSERT ON mine FOR EACH ROW EXECUTE FUNCTION pg_temp.rob();"
    " INSERT INTO mine VALUES (1)",
    # The owner's own function, fed with transfers that never were.
    "CREATE TEMPORARY TABLE mine (credit_id bigint, debit_id bigint, amount bigint);"
    " CREATE TRIGGER rob AFTER INSERT ON mine REFERENCING NEW TABLE AS posted"
    " FOR EACH STATEMENT EXECUTE FUNCTION payouts_move_balances();"
    " INSERT INTO mine SELECT 1, 2, 100",
    "CREATE TEMPORARY VIEW payouts_account AS SELECT 1",
    "SELECT payouts_move_balances()",
    # An act that says so is not enough.
    *(
        "INSERT INTO tournaments_act (verb, outcome, by_id, at, tournament_id, table_id, entry_id,"
        " about, why, before, after) SELECT 'void_hand', 'done', e.user_id, h.started_at,"
        " e.tournament_id, h.table_id, e.id, '', '', '{}', '{}' FROM tables_hand h,"
        " tournaments_entry e WHERE e.tournament_id = {over} AND h.id = {over_hand};"
        f" {statement}"
        for statement in (
            "UPDATE tables_hand SET voided_at = started_at WHERE id = {over_hand}",
            "DELETE FROM tournaments_elimination WHERE hand_id = {over_hand}",
        )
    ),
    # django-pgtrigger's own way round its triggers.
    *(
        f"SELECT set_config('pgtrigger.ignore', (SELECT array_agg(tgname)::text FROM pg_trigger),"
        f" true); {statement}"
        for statement in (
            "UPDATE payouts_counterorder SET amount = 1",
            "UPDATE tournaments_tournament SET buy_in = 1",
            "UPDATE payouts_prizedraw SET commitment = 'mine'",
            "UPDATE tables_hand SET finished_at = now()",
            "UPDATE tables_handplayer SET finish_stack = 1",
        )
    ),
]

ATTEMPTS = [
    *REWRITING,
    *SWITCHING_OFF,
    *FORGING,
    *(f"DELETE FROM {table}" for table in EVIDENCE),
    *(f"TRUNCATE {table} CASCADE" for table in EVIDENCE),
    "TRUNCATE players_user CASCADE",
]

# Not allowed, what a guard raises (its own, at once or at the end, or pgtrigger's), and a broken
# constraint.
REFUSALS = {"42501", "23001", "23000", "P0001", "23514"}


class Passed(Exception):
    """The statement did what it was to do; it is rolled back."""


@pytest.fixture
def kept() -> dict[str, int]:
    """A row of everything that is kept: money, a finished hand, a draw, acts, wishes."""
    staff = User.objects.create_superuser("staff")
    now, anna = events.START, events.players(1, cents=10_00)[0]
    limits.set_limit(user_id=anna.pk, period=LimitPeriod.DAY, amount=50_00, now=now)
    counter.give(
        kind=CounterOrder.Kind.PAY_IN,
        user_id=anna.pk,
        amount=1_00,
        by=staff.pk,
        why="cash",
        key="1",
        now=now,
    )
    event = events.sit_and_go()
    acts.record(
        Act.Verb.MESSAGE, by=staff.pk, now=now, about=event, tournament=event, why="because"
    )
    prize_draws.commit(event="tournament:999", seats=3, buy_in=5_00, now=now)
    stake = ledger.Leg(
        accounts.player(anna.pk), "pool:tournament:999", 5_00, Transfer.Reason.BUY_IN
    )
    ledger.post([stake], key="entry:999", now=now)
    prize_draws.draw(event="tournament:999", player_seeds={anna.pk: "a"}, now=now)
    prize_draws.reveal(event="tournament:999", now=now)
    room = open_room(1000, 1000)
    room.deal()
    room.fold_out()
    CashStay.objects.create(
        table_id=room.table_id,
        user=anna,
        brought=2_00,
        took=1_00,
        opened_at=now,
        closed_at=now,
    )
    exclusions.exclude(user_id=anna.pk, days=30, now=now)
    FormerName.objects.create(user=anna, name="anne", until=now)
    over = stages.in_play([6000], entries=2, late_registration_levels=1)
    director.step(tournament_id=over.pk, now=now + timedelta(seconds=130))
    running = stages.in_play([3000, 3000], entries=3)
    entry = running.entries.earliest("pk")
    Move.objects.create(
        entry=entry, from_table="1", to_table="2", to_seat=1, reason="staff", at=now
    )
    Bounty.objects.create(head=entry, winner=entry, hand_id=1, taken=1, paid=1, at=now)
    Ticket.objects.create(owner=anna, value=1, won_with=entry, won_at=now)
    stages.started(entries=2)
    return {
        "over": over.pk,
        "running": running.pk,
        "last_hand": Hand.objects.filter(event=running.event).latest("number").pk,
        "over_hand": Hand.objects.filter(event=over.event).latest("number").pk,
        "void_hand": _void_hand(by=staff.pk),
    }


def _void_hand(*, by: int) -> int:
    """The id of a hand that had put two out."""
    evening = Evening(events.scheduled(seats_per_table=3), events.players(3, prefix="b"), seed=1)
    evening.register(3)
    evening.step()
    stages.fold_out(evening.event)
    for entry in evening.event.entries.all():
        stages.give(evening.event, entry, 1000)
    table = Table.objects.get(event=evening.event.event)
    hand = evening.lost_by_all_but_the_first(table)
    undoing.void_hand(table_id=table.pk, by=by, why="A marked card.", now=evening.now)
    return hand.pk


def _about(sql: str, kept: dict[str, int]) -> str:
    """A statement with the ids in it that it names."""
    for name, pk in kept.items():
        sql = sql.replace(f"{{{name}}}", str(pk))
    return sql


def outcome(sql: str) -> str:
    """Why the database refused it, as its five characters; empty when it did it."""
    with pytest.raises((DatabaseError, Passed)) as ended:
        attempt(sql)
    return getattr(ended.value.__cause__, "sqlstate", "")


def attempt(sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in split(sql):
            cursor.execute(statement)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        raise Passed


def split(sql: str) -> Sequence[str]:
    """Statements, unless the semicolons are inside a function."""
    if "$$" not in sql:
        return sql.split("; ")
    head, body, tail = sql.split("$$")
    first, _, begun = head.rpartition("; ")
    ended, _, rest = tail.partition("; ")
    return [part for part in (first, f"{begun}$${body}$${ended}", *rest.split("; ")) if part]


@pytest.mark.slow
def test_whatever_the_role_that_plays_tries_is_refused(kept: dict[str, int]) -> None:
    assert len(set(ATTEMPTS)) >= 42
    tried = {sql: outcome(_about(sql, kept)) for sql in ATTEMPTS}
    assert {sql: code for sql, code in tried.items() if code not in REFUSALS} == {}


def given() -> dict[str, str]:
    """Who may do what with each table and sequence, with the schema and the database."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT relname, relacl::text FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
            UNION SELECT 'the schema', nspacl::text FROM pg_namespace WHERE nspname = 'public'
            UNION SELECT 'the database', datacl::text FROM pg_database
            WHERE datname = current_database()
        """)
        return dict(cursor.fetchall())


@pytest.mark.parametrize("sql", TO_ITSELF)
def test_nothing_that_the_role_that_plays_does_to_itself_changes_its_rights(sql: str) -> None:
    before = given()
    assert "montepremi_room=" in before["payouts_transfer"]
    database = connection.ops.quote_name(str(connection.settings_dict["NAME"]))
    with suppress(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql.replace("{database}", database))
    assert given() == before


@pytest.mark.django_db(transaction=True)
def test_defaults_that_the_role_writes_for_itself_do_not_reach_the_room() -> None:
    name = connection.ops.quote_name(str(connection.settings_dict["NAME"]))
    whose = f"ALTER ROLE CURRENT_USER IN DATABASE {name}"
    before = shown()
    try:
        do(*(f"{whose} SET {what} = {value}" for what, value in DEFAULTS.items()))
        connect_again()
        assert shown() == before
        exclusions.exclude(user_id=events.players(1)[0].pk, days=30, now=events.START)
    finally:
        do(f"{whose} RESET ALL")
        connect_again()


def do(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def shown() -> dict[str, str]:
    with connection.cursor() as cursor:
        return {what: cursor.execute(f"SHOW {what}").fetchone()[0] for what in DEFAULTS}


def connect_again() -> None:
    connection.close()
    cast(DatabaseWrapper, connection).close_pool()


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_a_finished_hand_takes_what_is_shown_afterwards_and_nothing_else() -> None:
    insert = "INSERT INTO tables_handevent (hand_id, seq, payload) SELECT id, {}, '{}' FROM {}"
    shown = insert.format(999, '{"e": "show", "seat": 1, "cards": []}', "tables_hand")
    assert outcome(shown) == ""
    assert outcome(shown.replace('"show"', '"win"')) == "23001"
    assert outcome(shown.replace('"e"', '"other"')) == "23001"
    # What is packed the database cannot read.
    packed = "INSERT INTO tables_handevent (hand_id, seq, packed) SELECT id, 998, {} FROM {}"
    assert outcome(packed.format(r"'\x01'", "tables_hand")) == "23001"


def test_every_table_of_ours_stands_in_the_list_of_rights() -> None:
    ours = {
        model._meta.db_table
        for app in ("players", "payouts", "tables", "tournaments")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if not model._meta.proxy
    }
    assert ours - rights.RIGHTS.keys() == set()
    there = set(connection.introspection.table_names())
    assert rights.RIGHTS.keys() - there == set()


def test_the_role_that_plays_has_no_power_beyond_its_rights_and_the_owner_does() -> None:
    assert rights.weaknesses() == []


@pytest.mark.django_db(transaction=True)
def test_one_role_for_everything_is_told() -> None:
    with rights.as_owner():
        assert rights.weaknesses()[0] == "it owns the tables"
    assert rights.weaknesses() == []


def test_one_role_is_a_warning_where_it_owns_the_tables(settings: Settings) -> None:
    def at(url: str) -> str:
        """The address of the tests' own database."""
        before, _slash, query = url.partition("?")
        name = connection.settings_dict["NAME"]
        return f"{before.rpartition('/')[0]}/{name}{_slash}{query}"

    owner = at(settings.DATABASE_OWNER_URL)
    # The recommended set-up: the room's processes know one role, which owns nothing.
    settings.DATABASE_OWNER_URL = settings.DATABASE_URL = at(settings.DATABASE_URL)
    assert opening.owns_tables() == []
    assert "poker_site.W001" not in {found.id for found in checks.run_checks()}
    settings.DATABASE_OWNER_URL = settings.DATABASE_URL = owner
    [found] = opening.owns_tables()
    assert found.id == "poker_site.W001"
    assert "role that plays" in str(found.hint)
    settings.DATABASE_URL = "postgres://x:y@127.0.0.1:1/none"
    assert opening.owns_tables() == []


def test_an_owner_of_another_database_is_refused(settings: Settings) -> None:
    settings.DATABASE_OWNER_URL = "postgres://owner:x@db.example/other"
    assert "poker_site.E001" in {found.id for found in checks.run_checks()}


def test_the_tests_play_as_the_role_that_plays() -> None:
    assert settings.DATABASE_URL.startswith("postgres://montepremi_room@")
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_user")
        assert cursor.fetchone() == ("montepremi_room",)
