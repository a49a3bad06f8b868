"""Keep released migrations as they are, and new ones such that old and new processes run side by
side. ``python -m tests.conformance.migrations`` names what is neither.
"""

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import django
from django.db.migrations import (
    AddField,
    AlterField,
    DeleteModel,
    Migration,
    RemoveField,
    RenameField,
    RenameModel,
    RunSQL,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AlterModelTable, SeparateDatabaseAndState
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, Field

AnyField: TypeAlias = "Field[Any, Any]"
ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "players", "payouts", "tables", "tournaments", "poker_site")
# Written by the first release; until then migrations are rewritten in place.
RELEASED = "tests/conformance/released_migrations.txt"
# Says in a migration why the room must stop for it: ``needs_stop = "..."``.
MARK = "needs_stop"
# What SQL of our own does to a table that old processes use; guards and triggers come and go.
TAKES = re.compile(
    r"\b(DROP\s+(TABLE|COLUMN)|RENAME\s+(TO|COLUMN)|SET\s+NOT\s+NULL)\b", re.IGNORECASE
)


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


def unreleased() -> Iterator[tuple[Migration, ProjectState]]:
    """Yield each migration since the last release with the state before it; none before the first
    release. Needs Django to be set up."""
    loader, state, known = MigrationLoader(None), ProjectState(), released(ROOT)
    # Packages of others may be installed below this folder.
    new = {*migrations(ROOT)} - {ROOT / path for path in known}
    plan = loader.graph._generate_plan(loader.graph.leaf_nodes(), at_end=True)
    for node in plan if known else ():
        migration = loader.graph.nodes[node]
        file = Path(str(sys.modules[migration.__module__].__file__))
        if file in new:
            yield migration, state.clone()
        migration.mutate_state(state, preserve=False)


def hazards(migration: Migration, state: ProjectState) -> Iterator[str]:
    """Yield a sentence for each change by which a process of the release before would fail.

    A migration that says why the room must stop for it has none.
    """
    app, stops = migration.app_label, getattr(migration, MARK, "")
    for operation in migration.operations:
        separate = isinstance(operation, SeparateDatabaseAndState)
        for change in getattr(operation, "database_operations", []) if separate else [operation]:
            if not stops and (why := _hazard(change, state, app)):
                yield f"{app}.{migration.name}: {change.describe()}: {why}"
        operation.state_forwards(app, state)


def _hazard(change: Operation, state: ProjectState, app: str) -> str:
    match change:
        case RemoveField() | RenameField() | RenameModel() | DeleteModel() | AlterModelTable():
            return (
                "processes of the release before still use it. Leave the column (SeparateDatabase"
                f"AndState) and drop it in the next release, or say {MARK}."
            )
        case RunSQL(sql=sql) if TAKES.search(str(sql)):
            return f"processes of the release before still use it; two releases, or {MARK}."
        case AddField(field=field) if not (field.many_to_many or _may_be_left_out(field)):
            return f"old processes insert rows without it: null=True or db_default, or {MARK}."
        case AlterField(field=field):
            before = state.models[app, change.model_name_lower].fields[change.name]
            if not field.null and before.null and not _may_be_left_out(field):
                return f"old processes leave it empty: null=True or db_default, or {MARK}."
            if _narrower(before, field):
                return f"old processes write what it no longer holds; two releases, or {MARK}."
    return ""


def _may_be_left_out(field: AnyField) -> bool:
    return field.null or field.db_default is not NOT_PROVIDED


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
