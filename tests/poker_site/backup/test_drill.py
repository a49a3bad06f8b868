"""A second server restored at a cut has what players were told before it, and nothing after."""

import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from payouts.wallets import wallet
from poker_site.backup import drill, manifest, restoring
from poker_site.backup.manifest import Kind, Manifest
from poker_site.backup.postgres_tools import BackupError, Server
from poker_site.launch import embedded
from tests.harness import database_template
from tests.tables.rooms import Room, open_room

pytestmark = pytest.mark.slow


class Played:
    """Hands at one table, whose last action before each pause is told; and money that moves."""

    def __init__(self) -> None:
        self.room: Room | None = None
        self.told: dict[int, int] = {}

    def play(self) -> None:
        room = self.room = self.room or open_room(5000, 5000, 5000)
        wallet.deposit(
            user_id=room.users[1].pk, amount=700, key=f"{room.table.version}", now=timezone.now()
        )
        for _ in range(2):
            room.deal()
            room.play_on(random.Random(3))
        room.deal()
        self.told[room.table_id] = room.act("call")
        room.later(1)
        if room.turn is not None:
            self.told[room.table_id] = room.act("fold")
        room.fold_out()

    @contextmanager
    def held(self) -> Iterator[None]:
        yield


@pytest.fixture
def first(transactional_db: None, tmp_path: Path) -> Iterator[Path]:
    """A server that archives its logs, to which this process's connection leads for a test."""
    folder, archive = tmp_path / "first", tmp_path / "archive"
    folder.mkdir()
    archive.mkdir()
    database_template.copy_to(folder)
    tests_own = dict(connection.settings_dict)
    _lead(HOST=str(embedded.socket_folder(folder)), NAME=embedded.NAME)
    try:
        with embedded.servers(folder, durable=False, archive=archive):
            yield folder
            _lead(**tests_own)
    finally:
        _lead(**tests_own)


def _lead(**database: object) -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    connection.settings_dict.update(database)


def rehearse(first: Path, room: drill.PlayedRoom) -> drill.Outcome:
    return drill.rehearse(
        room,
        first=first,
        archive=first.parent / "archive",
        folder=first.parent,
        now=timezone.now(),
        say=lambda sentence: None,
    )


def test_the_last_action_before_the_cut_is_restored_and_none_after_it(first: Path) -> None:
    room = Played()
    outcome = rehearse(first, room)
    assert outcome.differences == []
    assert (outcome.hands, outcome.hands_after) == (6, 9)
    assert outcome.told == 1
    with embedded.servers(first.parent / "second", durable=False):
        second = Server.at(embedded.database_url(first.parent / "second", role=embedded.NAME))
        with closing(second.connect()) as link:
            # It has opened: it takes writes, and goes on from there.
            link.execute("DELETE FROM django_session")
            [(money,)] = link.execute("SELECT sum(amount) FROM payouts_transfer").fetchall()
    assert money == 1400


def test_an_archive_that_lost_a_log_is_no_success(
    first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_the_last(backup: Path, data: Path, **options: object) -> object:
        *_, last = sorted((first.parent / "archive").iterdir())
        last.unlink()
        return restore(backup, data, **options)  # type: ignore[arg-type]

    restore = restoring.into_folder
    monkeypatch.setattr(restoring, "into_folder", lose_the_last)
    with pytest.raises((embedded.CannotStart, BackupError), match="configured recovery target"):
        rehearse(first, Played())


def test_a_log_is_archived_once_and_never_overwritten(tmp_path: Path) -> None:
    log, there = tmp_path / "log", tmp_path / "archive" / "0001"
    there.parent.mkdir()
    log.write_text("one")
    assert subprocess.run(["sh", embedded.ARCHIVE_LOG, log, there], check=False).returncode == 0
    assert [path.read_text() for path in there.parent.iterdir()] == ["one"]
    # Again, after a crash between the copy and the server's own note of it.
    assert subprocess.run(["sh", embedded.ARCHIVE_LOG, log, there], check=False).returncode == 0
    log.write_text("another")
    assert subprocess.run(["sh", embedded.ARCHIVE_LOG, log, there], check=False).returncode != 0
    assert there.read_text() == "one"


@pytest.mark.parametrize(
    ("until", "sentence"),
    [
        ("yesterday evening", "is neither a moment"),
        ("2026-11-28T21:30", "has no time zone"),
        ("2020-01-01T00:00Z", "take an older one"),
    ],
)
def test_a_moment_that_cannot_be_restored_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, until: str, sentence: str
) -> None:
    for name in manifest.FILES[Kind.BASE]:
        (tmp_path / name).touch()
    made = Manifest(
        kind=Kind.BASE, release="0.2.0", made_at="2026-11-28T00:00:00+00:00", postgres=18,
        migrations=[], keys=[], key_mark="", files=manifest.describe(tmp_path),
    )  # fmt: skip
    manifest.write(tmp_path, made)
    data = tmp_path / "data"
    with pytest.raises(BackupError, match=sentence):
        restoring.into_folder(tmp_path, data, archive=tmp_path, until=until)
    with pytest.raises(BackupError, match="needs the archive of logs"):
        restoring.into_folder(tmp_path, data, until="cut")
    with pytest.raises(BackupError, match="is no folder of logs"):
        restoring.into_folder(tmp_path, data, archive=tmp_path / "none")
    assert not data.exists()
    for place, fault in (
        (tmp_path, "is not empty"),
        (tmp_path / "base.tar.gz", "is a file"),
        (tmp_path / "base.tar.gz" / "data", "cannot be filled: Not a directory"),
    ):
        with pytest.raises(CommandError, match=f"{re.escape(str(place))} {fault}"):
            call_command("restore", str(tmp_path), into=place)
    with pytest.raises(CommandError, match="is a base backup: name an empty folder"):
        call_command("restore", str(tmp_path))
