"""A month is archived by its command while the room is open: killed, held up, twice at once."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from threading import Event
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction
from django.db.models import Sum

from poker_site.launch import embedded, rights
from tables.live import dealer
from tables.models import HandArchive, HandEvent
from tables.storage import archiving, months
from tests.harness.room import wait_for
from tests.tables.rooms import Room, open_room
from tests.tables.storage.old_months import MONTH, NOW, every_hand, make_partition, play, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept_month(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A table with hands of the month, all over and committed; few of them in a portion."""
    monkeypatch.setattr(archiving, "HANDS", 3)
    with rights.as_owner():
        make_partition()
    yield play(playing(*[50_000] * 6), 7, dice=random.Random(7))
    with rights.as_owner(), connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS tables_handevent_{MONTH}")


# Where it dies: with portions stored, one of them not committed; with the partition dropped and
# that not committed.
DEATHS = {
    "packing": "archiving._unpacked = lambda first: die() if HandArchive.objects.count() > 1"
    " else unpacked(first)",
    "dropping": "HandEvent.objects.bulk_create = lambda rows: die()",
}
DYING = """
import os, signal, django
django.setup()
from tables.storage import archiving
from tables.models import HandArchive, HandEvent
from django.core.management import call_command
unpacked, archiving.HANDS = archiving._unpacked, 3
def die(): os.kill(os.getpid(), signal.SIGKILL)
{death}
call_command("archive_hands", month={month})
"""


@pytest.mark.slow
def test_whoever_is_killed_in_between_loses_nothing_and_the_next_goes_on(kept_month: Room) -> None:
    before, packed = every_hand(), []
    for death in DEATHS.values():
        died = subprocess.run(
            [sys.executable, "-c", DYING.format(death=death, month=MONTH)],
            env={
                **os.environ,
                **embedded.environment(
                    django_settings.VAR_DIR, name=str(connection.settings_dict["NAME"])
                ),
                "DJANGO_SETTINGS_MODULE": "poker_site.settings",
            },
            cwd=django_settings.BASE_DIR,
            check=False,
        )
        assert died.returncode == -signal.SIGKILL
        assert MONTH in months.with_events()
        assert every_hand() == before
        packed.append(HandArchive.objects.count())
    assert packed == [1, 3]
    call_command("archive_hands", month=MONTH, stdout=(said := StringIO()))
    assert said.getvalue().startswith(f"Month {MONTH}: ")
    assert MONTH not in months.with_events()
    assert every_hand() == before


@pytest.mark.slow
def test_who_plays_or_reads_goes_on_while_rows_are_counted(
    kept_month: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, count = every_hand(), archiving._written_later
    opened = open_room(1000, 1000)
    opened.deal()
    played = []

    def act() -> None:
        played.append(opened.act("call"))
        assert every_hand().items() >= before.items()
        connection.close()

    def counting(month: int) -> list[HandEvent]:
        with ThreadPoolExecutor(1) as beside:
            beside.submit(act).result()
        return count(month)

    monkeypatch.setattr(archiving, "_written_later", counting)
    call_command("archive_hands", month=MONTH, stdout=StringIO())
    opened.fold_out()
    assert played
    assert every_hand().items() > before.items()


@pytest.mark.slow
@pytest.mark.rule("SHOW-2")
def test_what_is_shown_between_the_counting_and_the_dropping_is_not_lost(
    kept_month: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, shown = archiving._written_later, []

    def show() -> None:
        hand = kept_month.table.live.hand
        assert hand is not None
        [winner] = hand.live
        user_id = kept_month.users[winner].pk
        dealer.show(table_id=kept_month.table_id, user_id=user_id, now=kept_month.later(1))
        connection.close()

    with ThreadPoolExecutor(1) as beside:

        def counting(month: int) -> list[HandEvent]:
            later = count(month)
            shown.append(beside.submit(show))
            wait_for("it to be shown or to wait", lambda: shown[0].done() or somebody_waits())
            return later

        monkeypatch.setattr(archiving, "_written_later", counting)
        with pytest.raises(CommandError, match="lock timeout"):
            call_command("archive_hands", month=MONTH)
        shown[0].result()
    monkeypatch.undo()
    before = every_hand()
    assert b'"show"' in before[max(before)]
    call_command("archive_hands", month=MONTH, stdout=StringIO())
    assert every_hand() == before


def somebody_waits() -> bool:
    """Whether another connection waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock')"
        )
        [waits] = cursor.fetchone()
    return bool(waits)


@pytest.mark.slow
@pytest.mark.today
def test_who_holds_the_table_of_events_is_not_waited_for(kept_month: Room) -> None:
    before = every_hand()
    holds, may_go = Event(), Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE tables_handevent IN ACCESS SHARE MODE")
            holds.set()
            may_go.wait()
        connection.close()

    with ThreadPoolExecutor(1) as beside:
        held = beside.submit(hold)
        try:
            assert holds.wait(60)
            with pytest.raises(CommandError, match="lock timeout"):
                call_command("archive_hands", month=MONTH)
        finally:
            may_go.set()
        held.result()
    assert MONTH in months.with_events()
    assert every_hand() == before
    call_command("archive_hands", month=MONTH, stdout=StringIO())
    assert every_hand() == before


@pytest.mark.slow
def test_two_at_once_are_as_good_as_one(kept_month: Room) -> None:
    before = every_hand()

    def archive() -> archiving.Archived:
        try:
            return archiving.archive(MONTH, now=NOW)
        finally:
            connection.close()

    with rights.as_owner(), ThreadPoolExecutor(2) as both:
        one, other = both.submit(archive), both.submit(archive)
        assert (
            one.result() == other.result() == (3, HandArchive.objects.aggregate(n=Sum("rows"))["n"])
        )
    assert MONTH not in months.with_events()
    assert every_hand() == before


@pytest.mark.slow
def test_without_a_month_all_that_are_due_are_archived(kept_month: Room) -> None:
    before, said = every_hand(), StringIO()
    call_command("archive_hands", stdout=said)
    assert f"Month {MONTH}: " in said.getvalue()
    assert every_hand() == before
    call_command("archive_hands", stdout=said)
    assert "There is no month to archive." in said.getvalue()


@pytest.mark.slow
def test_who_does_not_own_the_tables_is_told_and_nothing_changes(
    kept_month: Room, settings: Any
) -> None:
    settings.DATABASE_OWNER_URL = settings.DATABASE_URL
    with pytest.raises(CommandError, match="DATABASE_OWNER_URL must name the owner"):
        call_command("archive_hands", month=MONTH)
    assert MONTH in months.with_events()


def test_the_role_that_plays_reads_archives_and_cannot_touch_them() -> None:
    assert not HandArchive.objects.exists()
    for statement in (
        "INSERT INTO tables_handarchive VALUES (1, 2, 3, '')",
        "UPDATE tables_handarchive SET rows = 0",
        "DELETE FROM tables_handarchive",
        "TRUNCATE tables_handarchive",
        "DROP TABLE tables_handarchive",
    ):
        with pytest.raises(ProgrammingError, match=r"denied|owner"), transaction.atomic():
            connection.cursor().execute(statement)
