"""From its release on, a migration stays as it is; a new one lets old processes go on."""

from pathlib import Path

import pytest
from django.db.migrations import (
    AddField,
    AlterField,
    CreateModel,
    DeleteModel,
    Migration,
    RemoveField,
    RenameField,
    RenameModel,
    RunSQL,
    SeparateDatabaseAndState,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import CharField, IntegerField

from tests.conformance import migrations

FIRST = "players/migrations/0001_user.py"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the migrations, just released."""
    for path in migrations.migrations(migrations.ROOT):
        copy = tmp_path / path.relative_to(migrations.ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (tmp_path / migrations.RELEASED).parent.mkdir(parents=True)
    migrations.release(tmp_path)
    return tmp_path


def test_an_added_migration_is_no_fault(tree: Path) -> None:
    (tree / FIRST).with_name("0099_new.py").write_text("operations = []\n")
    assert migrations.faults(tree) == []


@pytest.mark.parametrize("path", [FIRST, "tables/migrations/0002_guards.py"])
def test_an_edited_one_is_a_fault(tree: Path, path: str) -> None:
    (tree / path).write_text((tree / path).read_text() + "\n")
    [fault] = migrations.faults(tree)
    assert fault.startswith(f"{path} was released")


def test_a_removed_one_and_an_edited_helper_are_faults(tree: Path) -> None:
    (tree / FIRST).unlink()
    (tree / "poker_site/migrations/_witness.py").write_text("")
    assert len(migrations.faults(tree)) == 2


def test_before_the_first_release_nothing_is_a_fault(tmp_path: Path) -> None:
    assert migrations.faults(tmp_path) == []


def test_the_released_migrations_of_this_tree_are_as_they_were() -> None:
    assert migrations.faults(migrations.ROOT) == []


def player() -> ProjectState:
    """The state of a release with one table."""
    fields: list[tuple[str, migrations.AnyField]] = [
        ("name", CharField(max_length=20)),
        ("note", CharField(max_length=20, null=True)),
    ]
    state = ProjectState()
    state.add_model(ModelState("players", "Player", fields))
    return state


def hazards(*operations: Operation, **marks: str) -> list[str]:
    new = type("Migration", (Migration,), {"operations": list(operations), **marks})
    return list(migrations.hazards(new("0003_new", "players"), player()))


@pytest.mark.parametrize(
    "operation",
    [
        RemoveField("Player", "name"),
        RenameField("Player", "name", "nickname"),
        DeleteModel("Player"),
        RenameModel("Player", "Person"),
        AddField("Player", "points", IntegerField(default=0)),
        AlterField("Player", "note", CharField(max_length=20)),
        AlterField("Player", "name", CharField(max_length=10)),
        AlterField("Player", "name", IntegerField()),
        SeparateDatabaseAndState(database_operations=[RemoveField("Player", "name")]),
        RunSQL("ALTER TABLE players_player DROP COLUMN name;"),
        RunSQL(["ALTER TABLE players_player ALTER note SET NOT NULL"]),
    ],
    ids=lambda operation: operation.__class__.__name__,
)
def test_a_change_by_which_old_processes_fail_takes_two_releases_or_a_stop(
    operation: Operation,
) -> None:
    assert len(hazards(operation)) == 1
    assert hazards(operation, needs_stop="The names of players move to a table of their own.") == []


@pytest.mark.parametrize(
    "operation",
    [
        AddField("Player", "points", IntegerField(null=True)),
        AddField("Player", "points", IntegerField(db_default=0)),
        AlterField("Player", "note", CharField(max_length=20, db_default="")),
        AlterField("Player", "name", CharField(max_length=40, help_text="as on the table")),
        SeparateDatabaseAndState(state_operations=[RemoveField("Player", "note")]),
        RunSQL("DROP TRIGGER a_name_is_kept ON players_player;"),
        CreateModel("Club", [("name", CharField(max_length=20))]),
    ],
    ids=lambda operation: operation.__class__.__name__,
)
def test_a_change_that_old_processes_do_not_notice_is_none(operation: Operation) -> None:
    assert hazards(operation) == []


def test_no_migration_since_the_last_release_stops_old_processes() -> None:
    assert [each for new in migrations.unreleased() for each in migrations.hazards(*new)] == []


def test_every_migration_since_the_last_release_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(migrations, "released", lambda root: {FIRST: ""})
    new = {(migration.app_label, migration.name) for migration, _ in migrations.unreleased()}
    assert ("players", "0001_user") not in new
    assert {("players", "0002_records"), ("tournaments", "0001_initial")} <= new
    assert "contenttypes" not in {app for app, _ in new}, "Django's own lie in .venv below"
