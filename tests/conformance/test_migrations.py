"""From its release on, a migration stays as it is; a new one lets old processes go on."""

import re
from pathlib import Path

import pgtrigger
import pytest
from django.db.migrations import (
    AddConstraint,
    AddField,
    AlterField,
    AlterUniqueTogether,
    CreateModel,
    DeleteModel,
    Migration,
    RemoveField,
    RenameField,
    RenameModel,
    RunPython,
    RunSQL,
    SeparateDatabaseAndState,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import CharField, CheckConstraint, IntegerField, Q, UniqueConstraint
from pgtrigger.migrations import AddTrigger

from tests.conformance import migrations

FIRST = "players/migrations/0001_user.py"
NAMED = CheckConstraint(condition=~Q(name=""), name="a_player_is_named")
TRIGGER = pgtrigger.compiler.Trigger(
    name="a_name_is_kept",
    sql=pgtrigger.compiler.UpsertTriggerSql(
        func="RAISE EXCEPTION 'kept';",
        hash="",
        operation="UPDATE",
        pgid="",
        table="",
        when="BEFORE",
    ),
)
GUARD_FUNCTION = """FUNCTION keep_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'kept';
END $$;
"""
GUARD = f"""CREATE {GUARD_FUNCTION}
CREATE TRIGGER names_stay BEFORE UPDATE ON players_player
    FOR EACH ROW EXECUTE FUNCTION keep_names();
"""


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
        ("city", CharField(max_length=20, db_default="")),
    ]
    state = ProjectState()
    state.add_model(ModelState("players", "Player", fields))
    return state


def move_the_names(apps: object, editor: object) -> None:
    """Do what a migration's own code may do."""


def hazards(*operations: Operation, **marks: object) -> list[str]:
    new = type("Migration", (Migration,), {"operations": list(operations), **marks})
    state = player()
    return list(migrations.hazards(new("0003_new", "players"), state, {*state.models}))


@pytest.mark.parametrize(
    "operation",
    [
        RemoveField("Player", "name"),
        RenameField("Player", "name", "nickname"),
        DeleteModel("Player"),
        RenameModel("Player", "Person"),
        AddField("Player", "points", IntegerField(default=0)),
        AddField("Player", "code", CharField(max_length=9, db_default="", unique=True)),
        AlterField("Player", "note", CharField(max_length=20)),
        AlterField("Player", "note", CharField(max_length=20, db_default="")),
        AlterField("Player", "name", CharField(max_length=20, unique=True)),
        AlterField("Player", "city", CharField(max_length=20)),
        AlterField("Player", "name", CharField(max_length=10)),
        AlterField("Player", "name", IntegerField()),
        SeparateDatabaseAndState(database_operations=[RemoveField("Player", "name")]),
        RunSQL("ALTER TABLE players_player DROP COLUMN name;"),
        RunSQL("ALTER TABLE players_player DROP IF EXISTS name, ADD nickname text"),
        RunSQL("ALTER TABLE players_player RENAME name TO nickname"),
        RunSQL("ALTER TABLE players_player RENAME TO person"),
        RunSQL("ALTER TABLE players_player ALTER name TYPE int USING 0"),
        RunSQL("ALTER TABLE players_player ALTER COLUMN city DROP DEFAULT"),
        RunPython(move_the_names),
        RunSQL(["ALTER TABLE players_player\n ALTER note SET\n NOT NULL"]),
        AddConstraint("Player", NAMED),
        AddConstraint("Player", UniqueConstraint(fields=["name"], name="a_name_is_one_player's")),
        AlterUniqueTogether("Player", [("name", "note")]),
        AddTrigger("player", TRIGGER),
        RunSQL("ALTER TABLE players_player ADD CONSTRAINT named CHECK (name <> '')"),
        RunSQL("CREATE UNIQUE INDEX one ON players_player (name)"),
        RunSQL(GUARD),
        RunSQL("CREATE OR REPLACE " + GUARD_FUNCTION),
    ],
    ids=lambda operation: operation.__class__.__name__,
)
def test_a_change_by_which_old_processes_fail_takes_two_releases_or_a_stop(
    operation: Operation,
) -> None:
    [hazard] = hazards(operation)
    assert hazards(operation, needs_stop="The names of players move to a table of their own.") == []
    # It says under which name a migration declares it.
    name = re.findall(r'fits_old = \{"(.+)": "why"\}', hazard)[0]
    assert hazards(operation, fits_old={name: "No process writes it."}) == []
    assert hazards(operation, fits_old={name: ""}) == [hazard]
    assert len(hazards(operation, fits_old={"another": "No process writes it."})) == 2


@pytest.mark.parametrize(
    "operation",
    [
        AddField("Player", "points", IntegerField(null=True)),
        AddField("Player", "points", IntegerField(db_default=0)),
        AddField("Player", "code", CharField(max_length=9, null=True, unique=True)),
        AlterField("Player", "city", CharField(max_length=20, db_default="Roma")),
        AlterField("Player", "city", CharField(max_length=20, null=True)),
        AlterField("Player", "name", CharField(max_length=40, help_text="as on the table")),
        SeparateDatabaseAndState(state_operations=[RemoveField("Player", "note")]),
        RunSQL("CREATE " + GUARD_FUNCTION),
        RunSQL("CREATE INDEX by_name ON players_player (name)"),
        RunSQL("DROP TRIGGER a_name_is_kept ON players_player;"),
        RunSQL("ALTER TABLE players_player DROP CONSTRAINT named, ALTER note DROP NOT NULL"),
        RunSQL("ALTER TABLE players_player RENAME CONSTRAINT named TO is_named"),
        CreateModel("Club", [("name", CharField(max_length=20))]),
    ],
    ids=lambda operation: operation.__class__.__name__,
)
def test_a_change_that_old_processes_do_not_notice_is_none(operation: Operation) -> None:
    assert hazards(operation) == []


def test_a_table_that_old_processes_do_not_know_may_have_any_constraint() -> None:
    new = [
        CreateModel("Club", [("name", CharField(max_length=20, null=True))]),
        AddField("Club", "points", IntegerField(default=0)),
        AlterField("Club", "name", CharField(max_length=20)),
        AddConstraint("Club", NAMED),
        AddTrigger("club", TRIGGER),
        RenameField("Club", "name", "title"),
    ]
    assert hazards(*new) == []


def test_no_migration_since_the_last_release_stops_old_processes() -> None:
    assert [each for new in migrations.unreleased() for each in migrations.hazards(*new)] == []


def test_every_migration_since_the_last_release_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(migrations, "released", lambda root: {FIRST: ""})
    new = {(migration.app_label, migration.name) for migration, _, _ in migrations.unreleased()}
    assert ("players", "0001_user") not in new
    assert {("players", "0002_records"), ("tournaments", "0001_initial")} <= new
    assert "contenttypes" not in {app for app, _ in new}, "Django's own lie in .venv below"
