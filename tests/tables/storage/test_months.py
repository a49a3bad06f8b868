"""Hands by month: numbers that carry it, partitions made ahead, and what guards all of them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.utils import ProgrammingError

from poker_site.launch import rights
from tables.models import Hand, HandEvent, LastHand
from tables.own_hands import counting
from tables.storage import months, packed_events
from tests.tables.rooms import Room
from tests.tournaments import events

pytestmark = pytest.mark.django_db
# What follows from the hands may be deleted.
KEPT = [table for table in months.TABLES if table != "tables_playedhand"]


def lies_in(table: str, hand_id: int) -> str:
    """The partition that has the rows of a hand."""
    column = "id" if table == "tables_hand" else "hand_id"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT DISTINCT tableoid::regclass::text FROM {table} WHERE {column} = %s", [hand_id]
        )
        [(name,)] = cursor.fetchall()
        return str(name)


def copied(hand: Hand, **changes: object) -> Hand:
    """The hand again, with a number that is free."""
    fresh = Hand.objects.get(pk=hand.pk)
    fresh.pk = hand.pk + 1000
    for name, value in changes.items():
        setattr(fresh, name, value)
    return fresh


def database_now() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT now()")
        now: datetime = cursor.fetchone()[0]
    return now


@pytest.mark.parametrize(
    ("moment", "month"),
    [
        (datetime(2026, 12, 31, 23, 59, 59, 999999, tzinfo=UTC), 2612),
        (datetime(2027, 1, 1, tzinfo=UTC), 2701),
        (datetime.fromisoformat("2027-01-01T00:30+01:00"), 2612),
        (datetime(2009, 2, 3, tzinfo=UTC), 902),
    ],
)
def test_a_month_is_that_of_utc_and_the_database_says_the_same(
    moment: datetime, month: int
) -> None:
    assert months.of(moment) == month
    with connection.cursor() as cursor:
        cursor.execute("SELECT tables_month(%s)", [moment])
        assert cursor.fetchone() == (month,)


def test_months_follow_each_other_over_the_year() -> None:
    assert [months.after(2611), months.after(2612), months.after(2701)] == [2612, 2701, 2702]


def test_every_number_of_a_hand_is_exact_in_a_browser() -> None:
    assert len(str(months.first_id(9912))) == months.DIGITS
    assert months.first_id(9912) + months.COUNT < 2**53


def test_the_number_of_a_hand_carries_the_month_in_which_it_was_dealt(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    assert hand.pk // months.COUNT == months.of(hand.started_at)
    opened.fold_out()
    other = copied(hand, number=2, pk=hand.pk + months.COUNT)
    with pytest.raises(IntegrityError, match="hand_carries_its_month"), transaction.atomic():
        other.save(force_insert=True)


def test_hands_lie_in_their_month_and_what_has_none_in_the_default(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000)
    opened.now = now = database_now()
    hand = opened.deal()
    assert hand is not None
    opened.fold_out()
    counting.count_waiting(now=opened.now)
    for table in months.TABLES:
        assert lies_in(table, hand.pk) == f"{table}_{months.of(now):04}"
    opened.now += timedelta(days=400)
    hand = opened.deal()
    assert hand is not None
    opened.fold_out()
    counting.count_waiting(now=opened.now)
    for table in months.TABLES:
        assert lies_in(table, hand.pk) == f"{table}_default"
    assert packed_events.of_hand(hand.pk)


def test_a_hand_may_go_on_into_the_next_month(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.now = datetime(2030, 1, 31, 23, 59, 59, tzinfo=UTC)
    before = opened.deal()
    opened.now += timedelta(seconds=2)
    opened.fold_out()
    after = opened.deal()
    assert before is not None
    assert after is not None
    assert [hand.pk // months.COUNT for hand in (before, after)] == [3001, 3002]
    assert [hand.pk for hand in Hand.objects.order_by("pk")] == [before.pk, after.pk]


def test_this_month_and_the_next_three_are_there_and_are_made_once() -> None:
    month = months.of(database_now())
    # The tests' database may have been made in another month.
    months.make_ahead()
    assert months.make_ahead() == 0
    for _ in range(4):
        assert month in months.with_events()
        month = months.after(month)
    assert month not in months.with_events()


def test_the_role_that_plays_reaches_no_partition_by_its_own_name() -> None:
    month = months.of(database_now())
    for table in months.TABLES:
        for part in (f"{table}_{month}", f"{table}_default"):
            for sql in ("SELECT FROM {}", "DELETE FROM {}", "INSERT INTO {} DEFAULT VALUES"):
                with pytest.raises(ProgrammingError, match="denied"), transaction.atomic():
                    connection.cursor().execute(sql.format(part))


@pytest.mark.django_db(transaction=True)
def test_the_triggers_hold_in_every_partition_for_the_owner_too(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000)
    for now in (database_now(), database_now() + timedelta(days=400)):
        opened.now = now
        opened.deal()
        opened.fold_out()
    month = months.of(database_now())
    with rights.as_owner():
        for table in KEPT:
            for part in (f"{table}_{month}", f"{table}_default"):
                with pytest.raises(DatabaseError, match=r"Cannot .*delete rows"):
                    connection.cursor().execute(f"DELETE FROM {part}")
        for part in (f"tables_handevent_{month}", "tables_handsecret_default"):
            with pytest.raises(DatabaseError, match="Cannot update"):
                connection.cursor().execute(f"UPDATE {part} SET hand_id = hand_id")


@pytest.mark.django_db(transaction=True)
def test_a_month_that_began_in_the_default_partition_stays_there_and_the_next_is_made(
    room: Callable[..., Room],
) -> None:
    now = database_now()
    month = months.of(now)
    with rights.as_owner(), connection.cursor() as cursor:
        for table in months.TABLES:
            cursor.execute(f"DROP TABLE {table}_{month}, {table}_{months.after(month)}")
    try:
        opened = room(1000, 1000)
        opened.now = now
        hand = opened.deal()
        assert hand is not None
        assert lies_in("tables_hand", hand.pk) == "tables_hand_default"
        assert months.make_ahead() == 1
        assert months.after(month) in months.with_events()
        assert month not in months.with_events()
    finally:
        with rights.as_owner(), connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            for table in reversed(months.TABLES):
                cursor.execute(f"DELETE FROM {table}")
            cursor.execute("SET session_replication_role = origin")
        months.make_ahead()


def test_a_table_has_one_hand_at_a_time_and_each_number_once(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    other_month = {
        "pk": months.first_id(3001) + 5,
        "started_at": datetime(2030, 1, 9, tzinfo=UTC),
    }
    for changes in ({"number": 2}, {"number": 2, **other_month}):
        with pytest.raises(IntegrityError, match="not over"), transaction.atomic():
            copied(hand, **changes).save(force_insert=True)
    opened.fold_out()
    for changes in ({"number": 1}, {"number": 1, **other_month}):
        with pytest.raises(IntegrityError, match="has its number"), transaction.atomic():
            copied(hand, **changes).save(force_insert=True)
    with transaction.atomic():
        copied(hand, number=2, finished_at=None).save(force_insert=True)
        transaction.set_rollback(True)


def test_nobody_who_plays_writes_which_hand_is_a_tables_last(room: Callable[..., Room]) -> None:
    room(1000, 1000).deal()
    for sql in (
        "UPDATE tables_lasthand SET over = true",
        "DELETE FROM tables_lasthand",
        "INSERT INTO tables_lasthand VALUES (1, 2, 3, true)",
    ):
        with pytest.raises(ProgrammingError, match="denied"), transaction.atomic():
            connection.cursor().execute(sql)
    assert not LastHand.objects.get().over


def test_nothing_hangs_on_a_hand_that_never_was() -> None:
    never = months.first_id(2611) + 7
    for event in ({"e": "show", "seat": 1, "cards": []}, {"e": "win", "seat": 1}):
        with pytest.raises(IntegrityError, match="never was"), transaction.atomic():
            HandEvent.objects.create(hand_id=never, seq=1, payload=event)
    player = events.players(1)[0]
    for sql in (
        f"INSERT INTO tables_handsecret (hand_id, deck, seed) VALUES ({never}, '', '')",
        "INSERT INTO tables_handplayer (hand_id, user_id, seat_no, start_stack)"
        f" VALUES ({never}, {player.pk}, 1, 1)",
    ):
        with pytest.raises(IntegrityError, match="never was"), transaction.atomic():
            connection.cursor().execute(sql)
