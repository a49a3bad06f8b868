"""A release is frozen when version, changelog and manifests agree."""

from pathlib import Path

import pytest

from tests.conformance import migrations
from tests.upgrade import pack, release

NOTES = """# Changelog

## [Unreleased]

## [0.9.0] - 2027-02-01

- Clubs.

## [0.8.0] - 2027-01-01

- Leagues.
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree that is ready for 0.9.0."""
    (tmp_path / "CHANGELOG.md").write_text(NOTES)
    (tmp_path / release.MANIFEST).parent.mkdir(parents=True)
    (tmp_path / release.MANIFEST).write_text("images:\n    newTag: 0.9.0\n")
    return tmp_path


def missing(tree: Path, *, version: str = "0.9.0", stops: bool = False) -> list[str]:
    return list(release.missing(tree, version, stops=stops))


def test_a_tree_that_agrees_is_released(tree: Path) -> None:
    assert missing(tree) == []


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("## [0.9.0] - 2027-02-01", "## [0.9.0]"),
        ("- Clubs.\n", ""),
        ("## [Unreleased]\n", "## [Unreleased]\n\n- Notes of players.\n"),
    ],
)
def test_a_changelog_without_date_or_notes_is_not(tree: Path, line: str, instead: str) -> None:
    (tree / "CHANGELOG.md").write_text(NOTES.replace(line, instead))
    assert len(missing(tree)) == 1


def test_another_version_in_the_manifests_is_not(tree: Path) -> None:
    (tree / release.MANIFEST).write_text("    newTag: 0.8.0\n")
    assert len(missing(tree)) == 1


def test_a_version_that_was_packed_is_not(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "HERE", tree)
    pack.of("0.9.0").touch()
    assert len(missing(tree)) == 1


def test_notes_tell_the_operator_of_a_migration_that_needs_a_stop(tree: Path) -> None:
    path = tree / "players/migrations/0003_new.py"
    path.parent.mkdir(parents=True)
    path.write_text('class Migration:\n    needs_stop = "All names move."\n')
    assert release.stops(tree)
    assert len(missing(tree, stops=True)) == 1
    (tree / "CHANGELOG.md").write_text(NOTES.replace("Clubs.", "Stop the room for it."))
    assert missing(tree, stops=True) == []
    (tree / migrations.RELEASED).parent.mkdir(parents=True)
    migrations.release(tree)
    assert not release.stops(tree)
