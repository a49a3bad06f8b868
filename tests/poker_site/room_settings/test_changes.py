"""Settings of the room: changed for a reason, undone by another row, money by two people."""

from datetime import timedelta
from typing import Any

import pytest
import redis
from pytest_django import DjangoAssertNumQueries

from core.redis_client import client
from core.refusal import Refusal
from core.settings import registry
from payouts.room_settings import FOUR_EYES
from players.models import User
from players.room_settings import HELP_LINE
from players.staff import rights
from poker_site.models import SettingChange, SettingOrder
from poker_site.room_settings import changes
from tests.tournaments.events import START

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOUSE-1")]

LATER = START + timedelta(hours=1)


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss")


@pytest.fixture
def second() -> User:
    return User.objects.create_superuser("second")


def change(by: User, new: object, key: str = HELP_LINE.key) -> Any:
    return changes.change(key=key, new=new, by=by.pk, why="They moved", now=START)


def test_a_change_holds_at_once_is_kept_and_is_undone_by_another(boss: User) -> None:
    default = HELP_LINE.value()
    first = change(boss, "800 123")
    assert HELP_LINE.value() == "800 123"
    change(boss, "800 456")
    changes.undo(change_id=first.pk, by=boss.pk, why="Wrong", now=LATER)
    assert HELP_LINE.value() == default
    rows = SettingChange.objects.order_by("pk").values_list("old", "new")
    assert [*rows] == [(None, "800 123"), ("800 123", "800 456"), ("800 456", None)]


def test_what_it_is_already_is_no_change(boss: User) -> None:
    assert change(boss, None) is None
    change(boss, "800 123")
    assert change(boss, "800 123") is None
    assert SettingChange.objects.count() == 1


@pytest.mark.parametrize(
    ("key", "new", "why", "code"),
    [
        ("players.help_line", "800 123", " ", "NO_REASON"),
        ("players.hotline", "800 123", "x", "NO_SUCH_SETTING"),
        ("players.help_line", 5, "x", "SETTING_UNREADABLE"),
        ("players.help_line", "1", "x", "SETTING_OUT_OF_BOUNDS"),
    ],
)
def test_refused_by_name_nothing_has_changed(
    boss: User, key: str, new: object, why: str, code: str
) -> None:
    with pytest.raises(Refusal, match=code):
        changes.change(key=key, new=new, by=boss.pk, why=why, now=START)
    with pytest.raises(Refusal, match="NO_SUCH_SETTING"):
        changes.undo(change_id=0, by=boss.pk, why="x", now=START)
    assert not SettingChange.objects.exists()


@pytest.mark.rule("STAFF-2")
def test_what_concerns_money_waits_until_somebody_else_confirms_it(
    boss: User, second: User
) -> None:
    before = FOUR_EYES.value()
    order = change(boss, 2_000_00, FOUR_EYES.key)
    assert FOUR_EYES.value() == before
    assert [*changes.waiting()] == [order]
    with pytest.raises(Refusal, match="SETTING_WAITS"):
        change(second, 3_000_00, FOUR_EYES.key)
    with pytest.raises(Refusal, match="OWN_CHANGE"):
        changes.confirm(order_id=order.pk, by=boss.pk, now=LATER)
    for _ in range(2):
        changes.confirm(order_id=order.pk, by=second.pk, now=LATER)
    assert FOUR_EYES.value() == 2_000_00
    row = SettingChange.objects.get()
    assert row.order is not None
    assert (row.by, row.order.decided_by, row.new) == (boss, second, 2_000_00)
    # To undo it takes two again.
    assert isinstance(changes.undo(change_id=row.pk, by=boss.pk, why="x", now=LATER), SettingOrder)
    assert FOUR_EYES.value() == 2_000_00


@pytest.mark.rule("STAFF-2")
def test_nobody_confirms_for_who_has_lost_the_right_or_gave_them_theirs(
    boss: User, second: User
) -> None:
    order = change(boss, 2_000_00, FOUR_EYES.key)
    rights.note(user_id=second.pk, by=boss.pk, grants=True, what={}, now=START)
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        changes.confirm(order_id=order.pk, by=second.pk, now=LATER)
    third = User.objects.create_superuser("third")
    boss.is_active = False
    boss.save()
    with pytest.raises(Refusal, match="MAY_ORDER_NO_MORE"):
        changes.confirm(order_id=order.pk, by=third.pk, now=LATER)
    assert not SettingChange.objects.exists()


def test_whoever_decides_against_it_says_why_and_it_is_decided_once(
    boss: User, second: User
) -> None:
    with pytest.raises(Refusal, match="NO_REASON"):
        changes.turn_down(order_id=1, by=second.pk, why="", now=LATER)
    for by, status in ((second, "turned_down"), (boss, "withdrawn")):
        order = change(boss, 2_000_00, FOUR_EYES.key)
        for _ in range(2):
            done = changes.turn_down(order_id=order.pk, by=by.pk, why="No", now=LATER)
            assert (done.status, done.decided_by, done.why_not) == (status, by, "No")
        with pytest.raises(Refusal, match="NO_CHANGE_WAITS"):
            changes.confirm(order_id=order.pk, by=second.pk, now=LATER)
    with pytest.raises(Refusal, match="NO_CHANGE_WAITS"):
        changes.confirm(order_id=0, by=second.pk, now=LATER)
    assert not SettingChange.objects.exists()


class Clock:
    """The machine's own clock, for one process."""

    seconds = 0.0


@pytest.mark.django_db(transaction=True)
def test_another_process_reads_a_change_within_two_seconds_and_asks_postgres_only_then(
    boss: User,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    clock = Clock()
    monkeypatch.setattr("core.settings.registry.time.monotonic", lambda: clock.seconds)
    registry.forget()
    default = HELP_LINE.value()
    other_process = registry._known
    change(boss, "800 123")
    registry._known = other_process
    with django_assert_num_queries(0):
        clock.seconds += 0.9
        assert HELP_LINE.value() == default
    with django_assert_num_queries(1):
        clock.seconds += 0.1
        assert HELP_LINE.value() == "800 123"
    with django_assert_num_queries(0):
        clock.seconds += 3600
        assert HELP_LINE.value() == "800 123"
    # Redis has lost all: what a process knows may be old.
    client().delete(registry.mark_key())
    with django_assert_num_queries(1):
        clock.seconds += 1
        assert HELP_LINE.value() == "800 123"


def test_a_redis_that_hangs_holds_a_page_up_once_however_many_settings_it_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, asked = Clock(), []

    def hang() -> None:
        asked.append(clock.seconds)
        clock.seconds += 1.0

    monkeypatch.setattr("core.settings.registry.time.monotonic", lambda: clock.seconds)
    monkeypatch.setattr(registry, "_mark", hang)
    registry.forget()
    for _ in range(5):
        HELP_LINE.value()
    assert asked == [0.0]


@pytest.mark.django_db(transaction=True)
def test_a_change_in_the_middle_and_one_that_nobody_can_be_told_of(
    boss: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("core.settings.registry.time.monotonic", lambda: clock.seconds)
    # Whoever changed it died after the commit: it is read anew until somebody settles it.
    monkeypatch.setattr(registry, "_changed", lambda: None)
    registry.forget()
    HELP_LINE.value()
    other_process = registry._known
    change(boss, "800 123")
    registry._known = other_process
    for _ in range(2):
        # What was read between mark and commit is as it was before.
        registry._known = registry._Known({}, registry._mark(), clock.seconds)
        clock.seconds += 1
        assert HELP_LINE.value() == "800 123"

    def silent() -> Any:
        raise redis.ConnectionError

    monkeypatch.setattr(registry, "client", silent)
    with pytest.raises(redis.ConnectionError):
        change(boss, "800 456")
    clock.seconds += 1
    assert HELP_LINE.value() == "800 123"
