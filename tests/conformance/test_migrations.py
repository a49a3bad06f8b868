"""From its release on, a migration stays as it is."""

from pathlib import Path

import pytest

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
