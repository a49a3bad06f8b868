"""What the database witnesses of rows that the playing role may add: time, order, two persons."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from payouts.protection import limits
from payouts.rules.limits import WAIT_FOR_MORE, LimitPeriod
from players.identity import cases
from players.models import Identity, IdentityState, User
from poker_site.launch import rights
from poker_site.migrations._witness import TIMES
from poker_site.models import SettingChange, SettingOrder
from poker_site.room_settings import changes
from tests.harness.witness_clock import on_time

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("owner")]

MONEY = rights._money_settings()
# A row of each that the room itself would add, but for the time and what a test changes.
ROWS: dict[str, dict[str, Any]] = {
    "payouts_limitchange": {"kind": "deposit", "period": "day", "amount": 1},
    "players_identitystep": {
        "before": "unchecked",
        "after": "asked",
        "why": "x",
        "checked": "{}",
    },
    "players_rightschange": {
        "by_id": 0,
        "grants": True,
        "what": "{}",
        "before_opening": False,
    },
    "players_selfexclusion": {},
    "poker_site_settingchange": {"key": "room.name", "new": '"x"', "by_id": 0, "why": "x"},
    "poker_site_settingorder": {
        "key": "room.name",
        "new": '"x"',
        "given_by_id": 0,
        "why": "x",
        "status": "waiting",
        "why_not": "",
    },
    "tournaments_act": {
        "verb": "note",
        "outcome": "done",
        "by_id": 0,
        "about": "",
        "why": "",
        "before": "{}",
        "after": "{}",
    },
}


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna")


def add(table: str, **row: Any) -> None:
    """Add a row as a statement of one's own, in a savepoint; DatabaseError where it is refused."""
    names = ", ".join(row)
    places = ", ".join(["%s"] * len(row))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", [*row.values()])


def row(table: str, user: User, **changed: Any) -> dict[str, Any]:
    """A row of a table, of this moment."""
    now = timezone.now()
    whose: dict[str, Any] = {}
    if table == "players_selfexclusion":
        whose["until"] = now + timedelta(days=400)
    if table == "payouts_limitchange":
        whose["effective_at"] = changed.get("set_at", now) + timedelta(days=60)
    if table.startswith(("payouts", "players")):
        whose["user_id"] = user.pk
    made = {**ROWS[table], **whose, TIMES[table]: now, **changed}
    return {name: user.pk if name in ("by_id", "given_by_id") else made[name] for name in made}


@pytest.mark.parametrize("table", ROWS)
def test_nothing_is_written_of_another_time(anna: User, table: str) -> None:
    draw, now = Random(table), timezone.now()
    with on_time():
        add(table, **row(table, anna))
        for away in (61, draw.randrange(60, 60 * 24), draw.randrange(60 * 24, 60 * 24 * 30)):
            for at in (now - timedelta(minutes=away), now + timedelta(minutes=away)):
                with pytest.raises(DatabaseError, match=f"{table}: INSERT refused"):
                    add(table, **row(table, anna, **{TIMES[table]: at}))


@pytest.mark.rule("PLAY-1")
def test_a_limit_is_not_raised_before_its_week_by_any_statement(anna: User) -> None:
    now = timezone.now()

    def wish(amount: int | None, days: float, *, after: int = 0) -> None:
        at = now + timedelta(minutes=after)
        changed = {"amount": amount, "set_at": at, "effective_at": at + timedelta(days=days)}
        add("payouts_limitchange", **row("payouts_limitchange", anna, **changed))

    limits.set_limit(user_id=anna.pk, period=LimitPeriod.DAY, amount=50_00, now=now)
    for amount in (50_01, 10**9, None):
        for days in (0, 1, 6.99):
            with pytest.raises(DatabaseError, match="payouts_limitchange: INSERT refused"):
                wish(amount, days)
    # A wish that waits is no limit, nor is one that it took the place of.
    wish(1_000_00, WAIT_FOR_MORE.days)
    with pytest.raises(DatabaseError, match="payouts_limitchange: INSERT refused"):
        wish(900_00, 0, after=1)
    wish(40_00, 0, after=2)
    wish(None, 7, after=3)
    wish(60_00, 0, after=3 + 7 * 24 * 60)


def test_the_rule_and_the_database_agree_on_any_history_of_wishes(anna: User) -> None:
    draw, now = Random(37), timezone.now()
    for _ in range(60):
        now += timedelta(hours=draw.choice([1, 30, 100, 200]))
        amount = draw.choice([None, 10, 20, 30, 40])
        with transaction.atomic():
            # What the rule makes of it passes ...
            made = limits.set_limit(user_id=anna.pk, period=LimitPeriod.DAY, amount=amount, now=now)
            higher = made.effective_at > now
            transaction.set_rollback(draw.random() < 0.3)
        if higher and not type(made).objects.filter(pk=made.pk).exists():
            # ... and the same at once does not.
            changed = {"amount": amount, "set_at": now, "effective_at": now}
            with pytest.raises(DatabaseError, match="INSERT refused"):
                add("payouts_limitchange", **row("payouts_limitchange", anna, **changed))


@pytest.mark.rule("HOUSE-1")
def test_a_setting_that_is_money_takes_its_confirmed_order(anna: User) -> None:
    boss, now = User.objects.create_superuser("boss"), timezone.now()
    second = User.objects.create_superuser("second")
    assert MONEY
    table, waits = "poker_site_settingchange", "poker_site_settingorder"
    for key in MONEY:
        with pytest.raises(DatabaseError, match=f"{table}: INSERT refused"):
            add(table, **row(table, boss, key=key))
    order = SettingOrder.objects.create(
        key=MONEY[0], new=1, why="x", given_by_id=boss.pk, given_at=now
    )
    changed = {"key": order.key, "new": "1", "order_id": order.pk}
    with pytest.raises(DatabaseError, match=f"{table}: INSERT refused"):
        add(table, **row(table, boss, **changed))
    with pytest.raises(DatabaseError, match="takes_two"), transaction.atomic():
        order.decide("done", by=boss.pk, now=now)
    done = {"status": "done", "decided_by_id": second.pk, "decided_at": now}
    with pytest.raises(DatabaseError, match=f"{waits}: INSERT refused"):
        add(waits, **row(waits, boss, key=MONEY[1 % len(MONEY)], **done))
    order.decide("done", by=second.pk, now=now)
    for wrong in ({"new": "2"}, {"key": "room.name"}, {"order_id": None}):
        with pytest.raises(DatabaseError, match=f"{table}: INSERT refused"):
            add(table, **row(table, boss, **{**changed, **wrong}))
    add(table, **row(table, boss, **changed))
    assert SettingChange.objects.get().order == order
    changes.change(key="room.name", new="Ours", by=boss.pk, why="x", now=now)


@pytest.mark.rule("KYC-1")
def test_an_identity_is_what_its_last_step_says(anna: User) -> None:
    now, later = timezone.now(), timezone.now() + timedelta(minutes=1)

    def at_the_end(statement: str) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, {"user": anna.pk, "now": later})
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")

    verified = "INSERT INTO players_identity (user_id, state, since, name, number) VALUES"
    with pytest.raises(DatabaseError, match="no step says so"):
        at_the_end(f"{verified} (%(user)s, 'verified', %(now)s, '', '')")
    cases.step(anna.pk, IdentityState.ASKED, by=None, why="x", now=now)
    at_the_end("UPDATE players_identity SET name = 'Anna' WHERE user_id = %(user)s")
    for change in ("state = 'verified'", "state = 'verified', since = %(now)s", "since = %(now)s"):
        with pytest.raises(DatabaseError, match="no step says so"):
            at_the_end(f"UPDATE players_identity SET {change} WHERE user_id = %(user)s")
    cases.step(anna.pk, IdentityState.VERIFIED, by=None, why="x", now=later)
    at_the_end("SELECT 1")
    assert Identity.objects.get().state == IdentityState.VERIFIED


def test_who_plays_does_not_say_what_the_hour_is() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_userbyid(proowner) FROM pg_proc WHERE proname IN"
            " ('witness_is_now', 'poker_site_money_settings')"
        )
        owners = cursor.fetchall()
    assert len(owners) == 2
    assert rights._player() not in {name for (name,) in owners}
