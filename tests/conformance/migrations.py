"""Keep released migrations as they are, and new ones such that old and new processes run side by
side. ``python -m tests.conformance.migrations`` names what is neither.
"""

import hashlib
import os
import re
import sys
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any, TypeAlias

import django
from django.db.migrations import (
    AddConstraint,
    AddField,
    AlterField,
    AlterUniqueTogether,
    DeleteModel,
    Migration,
    RemoveField,
    RenameField,
    RenameModel,
    RunPython,
    RunSQL,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AlterModelTable, SeparateDatabaseAndState
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import NOT_PROVIDED, Field
from pgtrigger.migrations import AddTrigger

AnyField: TypeAlias = "Field[Any, Any]"
ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "players", "payouts", "tables", "tournaments", "poker_site")
# Written by the first release; until then migrations are rewritten in place.
RELEASED = "tests/conformance/released_migrations.txt"
# Says in a migration why the room must stop for it: ``needs_stop = "..."``.
MARK = "needs_stop"
# Says of each change by its name why no process of the release before fails by it:
# ``fits_old = {"a_balance_is_not_negative": "they write none"}``.
FITS = "fits_old"
# SQL of our own that takes from old processes what they use, and its name; guards may go.
TAKES = re.compile(
    r"\bDROP\s+(?:TABLE|COLUMN)\s+(?:IF\s+EXISTS\s+)?(\S+)"
    # PostgreSQL takes the word COLUMN as said.
    r"|\bALTER\s+TABLE\b[^;]*?\bDROP\s+(?:IF\s+EXISTS\s+)?"
    r"(?!(?:COLUMN|CONSTRAINT|DEFAULT|EXPRESSION|IDENTITY|IF|NOT)\b)(\S+)"
    r"|\bALTER\s+TABLE\b[^;]*?\bRENAME\s+(?!CONSTRAINT\b)(?:(?:TO|COLUMN)\s+)?(\S+)",
    re.IGNORECASE,
)
# SQL that may refuse what they write: a new function of a trigger that stays may as well.
REFUSES = re.compile(
    r"\b(\S+)\s+(?:SET\s+NOT\s+NULL|DROP\s+DEFAULT)\b"
    r"|\bALTER\s+(?:COLUMN\s+)?(\S+)\s+(?:SET\s+DATA\s+)?TYPE\b"
    r"|\bADD\s+CONSTRAINT\s+(\S+)"
    r"|\bCREATE\s+UNIQUE\s+INDEX\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(\S+)"
    r"|\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\s+(\S+)"
    r"|\bREPLACE\s+FUNCTION\s+([^\s(]+)(?:(?!\bFUNCTION\b).)*?\bRAISE\s+EXCEPTION\b",
    re.IGNORECASE | re.DOTALL,
)
STILL_USED = f"processes of the release before still use it: two releases, {MARK}"
UNSEEN = f"no check knows what it takes from processes of the release before: {MARK}"
MAY_REFUSE = f"it may refuse what processes of the release before write: {MARK}"
# Of the release before, as (app, name in small letters).
Models: TypeAlias = Set[tuple[str, str]]
Named: TypeAlias = Iterator[tuple[str, str]]


def migrations(root: Path) -> Iterator[Path]:
    """Every file that a migration is made of: helpers beside it included."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("migrations/**/*.py")):
            if path.read_bytes():
                yield path


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def released(root: Path) -> dict[str, str]:
    """Return the digest of each released file by its path; none before the first release."""
    record = root / RELEASED
    lines = record.read_text().splitlines() if record.exists() else []
    return {path: kept for kept, path in (line.split("  ", 1) for line in lines)}


def faults(root: Path) -> list[str]:
    """Return a sentence for each released migration that is not as it was released."""
    return [
        f"{path} was released and may not change: undo it, and add a migration."
        for path, kept in released(root).items()
        if not (root / path).exists() or digest(root / path) != kept
    ]


def release(root: Path) -> None:
    """Record every migration there is as released."""
    lines = [f"{digest(path)}  {path.relative_to(root)}\n" for path in migrations(root)]
    (root / RELEASED).write_text("".join(lines))


def unreleased() -> Iterator[tuple[Migration, ProjectState, Models]]:
    """Yield each migration since the last release, with the state before it and the models of that
    release; none before the first release. Needs Django to be set up."""
    loader, state, known = MigrationLoader(None), ProjectState(), released(ROOT)
    # Packages of others may be installed below this folder.
    new = {*migrations(ROOT)} - {ROOT / path for path in known}
    plan = loader.graph._generate_plan(loader.graph.leaf_nodes(), at_end=True)
    models: set[tuple[str, str]] = set()
    for node in plan if known else ():
        migration = loader.graph.nodes[node]
        before = {*state.models}
        file = Path(str(sys.modules[migration.__module__].__file__))
        if file in new:
            yield migration, state.clone(), models
        migration.mutate_state(state, preserve=False)
        if file not in new:
            models |= state.models.keys() - before


def hazards(migration: Migration, state: ProjectState, models: Models) -> Iterator[str]:
    """Yield a sentence for each change by which a process of the release before would fail.

    A migration that says why the room must stop for it has none, nor has a change that it names
    with the reason why old processes do not meet it. They use no table that is new.
    """
    where = f"{migration.app_label}.{migration.name}"
    reasons: dict[str, str] = getattr(migration, FITS, {})
    used = set()
    for change, name, why in _hazards(migration, state, models):
        used.add(name)
        if not getattr(migration, MARK, "") and not reasons.get(name):
            yield f'{where}: {change.describe()}: {why}, or {FITS} = {{"{name}": "why"}}.'
    for name in reasons.keys() - used:
        yield f"{where}: {FITS} names {name}, and nothing that needs it has that name."


def _hazards(
    migration: Migration, state: ProjectState, models: Models
) -> Iterator[tuple[Operation, str, str]]:
    """Yield each change that old processes may meet, its name, and what helps."""
    app = migration.app_label
    for operation in migration.operations:
        separate = isinstance(operation, SeparateDatabaseAndState)
        for change in getattr(operation, "database_operations", []) if separate else [operation]:
            named: Named = iter(())
            names = (getattr(change, name, "") for name in ("model_name", "old_name", "name"))
            model = next(filter(None, names), "").lower()
            if isinstance(change, RunSQL):
                named = _hazards_of_sql(change)
            elif isinstance(change, RunPython):
                named = iter([(getattr(change.code, "__name__", "code"), UNSEEN)])
            elif (app, model) in models:
                named = _hazards_of_a_model(change, model, state.models[app, model])
            for name, why in named:
                yield change, name, why
        operation.state_forwards(app, state)


def _hazards_of_a_model(change: Operation, model: str, before: ModelState) -> Named:
    match change:
        case RemoveField(name=field) | RenameField(old_name=field):
            yield f"{model}.{field}", STILL_USED
        case RenameModel() | DeleteModel() | AlterModelTable():
            yield model, STILL_USED
        case AddField(field=field):
            yield from _hazards_of_a_new(field, f"{model}.{change.name}")
        case AlterField(field=field):
            old = before.fields[change.name]
            yield from _hazards_of_an_altered(old, field, f"{model}.{change.name}")
        case AddConstraint(constraint=guard) | AddTrigger(trigger=guard):
            yield str(guard.name), MAY_REFUSE
        case AlterUniqueTogether(option_value=together) if together:
            yield f"{model}.unique_together", MAY_REFUSE


def _hazards_of_sql(change: RunSQL) -> Named:
    parts = [change.sql] if isinstance(change.sql, str) else change.sql
    for part in parts:
        text = part if isinstance(part, str) else part[0]
        for pattern, why in ((TAKES, STILL_USED), (REFUSES, MAY_REFUSE)):
            for match in pattern.finditer(text):
                yield next(filter(None, match.groups())).strip("\"';,"), why


def _hazards_of_a_new(field: AnyField, name: str) -> Named:
    if not (field.many_to_many or field.null or field.db_default is not NOT_PROVIDED):
        yield name, f"old processes insert rows without it: null=True, db_default, {MARK}"
    elif field.unique and field.db_default is not NOT_PROVIDED:
        yield name, f"old processes insert the same default again: null=True, {MARK}"


def _hazards_of_an_altered(before: AnyField, after: AnyField, name: str) -> Named:
    # They name the column: NULL where it may be empty, DEFAULT where the database has one.
    loses = before.db_default is not NOT_PROVIDED and after.db_default is NOT_PROVIDED
    if not after.null and (before.null or loses):
        yield name, f"old processes leave it empty: null=True, {MARK}"
    if after.unique and not before.unique:
        yield name, MAY_REFUSE
    if _narrower(before, after):
        yield name, f"old processes write what it no longer holds: two releases, {MARK}"


def _narrower(before: AnyField, after: AnyField) -> bool:
    if before.get_internal_type() != after.get_internal_type():
        return True
    longest = after.max_length
    return longest is not None and (before.max_length is None or before.max_length > longest)


def main() -> int:
    found = faults(ROOT)
    if not found and released(ROOT):
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
        django.setup()
        found = [hazard for each in unreleased() for hazard in hazards(*each)]
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
