"""A backup is whole or refused, and what is restored from it has the same books."""

import json
import random
from contextlib import closing
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from payouts.wallets import wallet
from poker_site.backup import backups, books, manifest, restoring
from poker_site.backup.manifest import Kind
from poker_site.backup.postgres_tools import BackupError, Server
from poker_site.management.commands import restore
from poker_site.models import Backup
from tests.tables.rooms import Room, open_room

pytestmark = pytest.mark.slow


def played() -> Room:
    """A table after a hand, and in the middle of the next; money in a wallet."""
    room = open_room(500, 500, 500)
    wallet.deposit(user_id=room.users[1].pk, amount=1250, key="one", now=timezone.now())
    room.deal()
    room.play_on(random.Random(7))
    room.deal()
    return room


def backup(source: Server, folder: Path) -> Path:
    return backups.make(source, folder, kind=Kind.DUMP, now=timezone.now())


def change(folder: Path, **facts: object) -> None:
    """Write other facts into the manifest."""
    path = folder / manifest.NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), **facts}))


def test_all_programs_use_the_server_that_takes_writes_and_the_options_of_the_address() -> None:
    url = "postgres://room:pw@a:5432,b:5433/room?connect_timeout=9&application_name=backup"
    variables = Server.at(url).environment()
    assert (variables["PGHOST"], variables["PGPORT"]) == ("a,b", "5432,5433")
    assert variables["PGTARGETSESSIONATTRS"] == "read-write"
    assert (variables["PGCONNECT_TIMEOUT"], variables["PGAPPNAME"]) == ("9", "backup")
    with pytest.raises(BackupError, match="does not answer"):
        Server.at("postgres://room@127.0.0.1:1/room?connect_timeout=2").connect()


def test_a_restored_room_has_the_same_books_and_the_hand_in_progress(
    source: Server,
    empty: Server,
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = played()
    settings.DATABASE_OWNER_URL = "postgres://unused/unused"
    monkeypatch.setattr(Server, "at", lambda url: source)
    said = StringIO()
    call_command("backup", folder=tmp_path, stdout=said)
    assert "Keep apart from it: SECRET_KEY" in said.getvalue()
    # What is played after it is not in it.
    version = room.table.version
    room.act("fold")
    [made] = tmp_path.iterdir()
    assert Backup.objects.get().place == str(made)
    assert not (made / manifest.KEYS_FILE).exists()

    monkeypatch.setattr(Server, "at", lambda url: empty)
    # The tests' own connection is not that of the second database.
    monkeypatch.setattr(restore, "call_command", lambda *a, **k: None)
    said = StringIO()
    call_command("restore", str(made), stdout=said)
    assert "the books agree" in said.getvalue()
    assert "SECRET_KEY is not that" not in said.getvalue()
    with closing(empty.connect()) as link:
        assert link.execute("SELECT version FROM tables_table").fetchall() == [(version,)]
        assert link.execute("SELECT sum(amount) FROM payouts_transfer").fetchall() == [(1250,)]
    # A second time it is not empty any more.
    with pytest.raises(CommandError, match=r"second at .* is not empty"):
        call_command("restore", str(made))


def test_books_name_the_table_whose_rows_are_others(source: Server) -> None:
    played()
    with closing(source.connect()) as link:
        # Else the heartbeat of a web process of another test may come between both.
        link.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        before = books.read(link)
        link.execute("UPDATE tables_table SET version = version + 1")
        link.execute("DELETE FROM django_session")
        after = books.read(link)
        link.rollback()
    assert books.differences(before, before) == []
    assert books.differences(before, after) == [
        "tables_table has as many rows, with other contents"
    ]
    fewer = books.BooksRecord(tables=dict(before["tables"]), balances={"player": 0})
    del fewer["tables"]["payouts_account"]
    missing, balances = books.differences(before, fewer)
    assert missing == "payouts_account is missing"
    assert balances.startswith("balances are {'player': 0}, not {")


def test_half_damaged_and_foreign_backups_are_refused(
    source: Server, empty: Server, tmp_path: Path
) -> None:
    made = backup(source, tmp_path)
    with pytest.raises(BackupError, match="no whole backup"):
        restoring.into_database(tmp_path, empty)
    with pytest.raises(BackupError, match="is a dump: it restores into a database"):
        restoring.into_folder(made, tmp_path / "data")
    facts = json.loads((made / manifest.NAME).read_text())
    for name in manifest.FILES[Kind.BASE]:
        (made / name).touch()
    both = manifest.describe(made)
    for changed, sentence in (
        ({"kind": "base"}, "is damaged"),
        ({"kind": "base", "files": both}, "is a base backup: name an empty folder"),
        (
            {"release": "0.9.0", "migrations": [*facts["migrations"], "payouts.0099_later"]},
            "of release 0.9.0, this is .*, which does not know payouts.0099_later",
        ),
        ({"format": 2}, "whose backups this release cannot read"),
        ({"postgres": 99}, "is PostgreSQL 18, and the dump is of 99|No pg_restore"),
        ({"kind": "other"}, "is damaged"),
        ({"format": 2, "release": None}, "whose backups this release cannot read"),
        ({"postgres": "18"}, "is damaged"),
        ({"books": None}, "is damaged"),
        ({"books": {}}, "is damaged"),
        ({"made_at": "yesterday"}, "is damaged"),
        ({"made_at": "2026-11-28T12:00:00"}, "is damaged"),
        ({"migrations": None}, "is damaged"),
        ({"files": []}, "is damaged"),
        ({"files": {}}, "is damaged"),
        ({"files": {**facts["files"], "room.dump": {"bytes": 1}}}, "is damaged"),
        ({"files": {**facts["files"], "../room.dump": {"bytes": 1, "sha256": ""}}}, "is damaged"),
    ):
        change(made, **{**facts, **changed})
        with pytest.raises(BackupError, match=sentence):
            restoring.into_database(made, empty)
    for text in (b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"version": 1}'):
        (made / manifest.NAME).write_bytes(text)
        with pytest.raises(BackupError, match="is damaged"):
            restoring.into_database(made, empty)
        assert manifest.whole(tmp_path, Kind.DUMP) == {}
    (made / manifest.NAME).unlink()
    (made / manifest.NAME).mkdir()
    for place in (made, made / "room.dump", made / "nowhere"):
        with pytest.raises(BackupError, match="no whole backup"):
            restoring.into_database(place, empty)
    (made / manifest.NAME).rmdir()
    (made / manifest.NAME).write_text(json.dumps(facts))
    with closing(empty.connect()) as link:
        assert books.tables(link) == []

    dump = made / "room.dump"
    content = dump.read_bytes()
    dump.write_bytes(content[:-100])
    with pytest.raises(BackupError, match=r"room.dump is missing, or not whole"):
        restoring.into_database(made, empty)
    dump.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(BackupError, match=r"room.dump is damaged"):
        restoring.into_database(made, empty)


def test_a_backup_that_fails_leaves_nothing_behind(
    source: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "LOCK_SECONDS", 0.05)
    with closing(source.connect()) as link:
        link.execute("LOCK TABLE django_session")
        with pytest.raises(BackupError, match="pg_dump failed"):
            backup(source, tmp_path)
    assert [*tmp_path.iterdir()] == []
    assert not Backup.objects.exists()


def test_keys_are_in_a_backup_on_demand_alone_and_only_its_owner_reads_them(
    source: Server, tmp_path: Path, settings: Settings
) -> None:
    settings.SECRET_KEY_FALLBACKS = ["older", "oldest"]
    made = backups.make(source, tmp_path, kind=Kind.DUMP, now=timezone.now(), with_keys=True)
    keys = made / manifest.KEYS_FILE
    assert keys.read_text().splitlines() == [
        f"SECRET_KEY={settings.SECRET_KEY}",
        "SECRET_KEY_FALLBACKS=older,oldest",
    ]
    assert keys.stat().st_mode & 0o077 == made.stat().st_mode & 0o077 == 0


def test_base_backups_are_kept_by_number_and_logs_by_need(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    for number in range(1, 5):
        (archive / f"00000001000000000000000{number}").touch()
        made = tmp_path / "all" / f"2026110{number}T000000Z"
        made.mkdir(parents=True)
        facts = {
            "kind": "base",
            "postgres": 18,
            "first_log": f"00000001000000000000000{number}",
            "format": manifest.FORMAT,
            "release": "0.2.0",
            "made_at": "2026-11-01T00:00:00Z",
            "migrations": [],
            "keys": [],
            "key_mark": "",
            "files": {name: {"bytes": 0, "sha256": ""} for name in manifest.FILES[Kind.BASE]},
        }
        (made / manifest.NAME).write_text(json.dumps(facts))
    (tmp_path / "all" / "20261105T000000Z.half").mkdir()
    damaged = tmp_path / "all" / "20261031T000000Z"
    damaged.mkdir()
    (damaged / manifest.NAME).write_text("{")
    gone = backups.keep(tmp_path / "all", kind=Kind.BASE, newest=2, archive=archive)
    assert [path.name for path in gone] == ["20261101T000000Z", "20261102T000000Z"]
    assert sorted(path.name[-1] for path in archive.iterdir()) == ["3", "4"]
    assert damaged.exists(), "nobody knows what it holds"
    assert backups.keep(tmp_path / "all", kind=Kind.DUMP, newest=1) == []
