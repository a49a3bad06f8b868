"""The move of a room from the embedded server to one of its operator."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from poker_site.backup import backups, books, postgres_tools, restoring
from poker_site.backup.postgres_tools import BackupError, Server
from poker_site.launch import embedded

Say = Callable[[str], object]


def move(var: Path, target: Server, *, now: datetime, say: Say) -> Path:
    """Copy the room under ``var`` into an empty database, and put its old data aside.

    The embedded server is this command's own meanwhile, so that nothing plays on. Returns the
    folder of the old data.
    """
    data = var / "postgres"
    if not data.exists():
        raise BackupError(f"There is no embedded database under {var}.")
    restoring.refuse_full_database(target)
    source = Server.at(embedded.database_url(var, role=embedded.NAME))
    try:
        with embedded.servers(var):
            _copy(source, target, say=say)
    except embedded.FolderInUse:
        raise BackupError(
            "The room is open, or a command runs on its database. Close it first: what is played"
            " after a copy would be lost."
        ) from None
    except embedded.CannotStart as reason:
        raise BackupError(str(reason)) from None
    aside = data.with_name(f"postgres.moved-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    return data.rename(aside)


def _copy(source: Server, target: Server, *, say: Say) -> None:
    with TemporaryDirectory(prefix="montepremi-") as folder, closing(source.connect()) as link:
        migrations = backups.applied_migrations(link)
        if waiting := restoring.known_migrations() - {*migrations}:
            raise BackupError(
                f"{len(waiting)} migrations wait: open the room once with this release, or run"
                " `manage.py migrate` with DATABASE_URL left out."
            )
        dump = Path(folder) / "room.dump"
        from_major = postgres_tools.major(link)
        tool = postgres_tools.program("pg_dump", least=from_major)
        say(f"Reading {source.place}")
        expected = books.read(link)
        postgres_tools.run([tool, "--format=custom", f"--file={dump}"], server=source)
        say(f"Writing {books.rows(expected)} rows into {target.place}")
        restoring.load_dump(dump, target, from_major=from_major)
        restoring.compare(expected, target)
        say(f"The books agree: {expected['balances']} cents, {len(expected['tables'])} tables")
