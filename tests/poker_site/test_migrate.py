"""A database that this version cannot carry over is recognised and named."""

from io import StringIO

import pytest
from django.core.management import CommandError
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from poker_site.management.commands.migrate import Command, refuse_database_from_before

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("owner")]


def test_a_database_from_before_the_first_release_is_named_with_the_way_out() -> None:
    MigrationRecorder(connection).record_applied("payouts", "0009_counter_orders")
    with pytest.raises(CommandError) as refused:
        refuse_database_from_before("default")
    assert "payouts.0009_counter_orders" in str(refused.value)
    assert "To begin anew, remove" in str(refused.value)


def test_a_database_whose_first_migration_was_another_is_named_too() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE payouts_dayclosing DROP COLUMN places CASCADE")
    with pytest.raises(CommandError, match="its payouts_dayclosing has no places"):
        refuse_database_from_before("default")
    # What a migration that waits will bring is not missing.
    MigrationRecorder(connection).record_unapplied("payouts", "0002_guards")
    refuse_database_from_before("default")


def test_a_database_of_this_version_is_not_refused() -> None:
    refuse_database_from_before("default")


def test_where_somebody_holds_the_tables_of_hands_migrate_says_so_and_ends_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def held() -> int:
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr("tables.storage.months.make_ahead", held)
    said = StringIO()
    Command(stderr=said).make_months()
    assert "The room makes them within an hour" in said.getvalue()
