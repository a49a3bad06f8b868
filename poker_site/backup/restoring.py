"""The restoring of backups: a dump into an empty database, a base backup into an empty folder."""

import re
import tarfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from poker_site.backup import books, manifest, postgres_tools
from poker_site.backup.manifest import Kind, Manifest
from poker_site.backup.postgres_tools import BackupError, Server
from poker_site.launch import embedded
from poker_site.version import VERSION

# What a dump of 17 or newer sets, no older server knows.
KNOWS_NEW_DUMPS = 17


def into_database(backup: Path, server: Server) -> Manifest:
    """Fill an empty database from a dump, and compare its books with those of the dump.

    Raises BackupError; the database is empty then, or its books differ, as the sentence says.
    """
    made = manifest.read(backup)
    if made.kind != Kind.DUMP:
        raise BackupError(
            f"{backup} is a base backup: name an empty folder for PostgreSQL's data with --into."
        )
    refuse_other_release(made)
    load_dump(backup / "room.dump", server, from_major=made.postgres)
    assert made.books is not None
    compare(made.books, server)
    return made


def refuse_other_release(made: Manifest) -> None:
    """Raise BackupError for a backup with tables that this release does not know."""
    known = known_migrations()
    if unknown := [name for name in made.migrations if name not in known]:
        raise BackupError(
            f"The backup is of release {made.release}, this is {VERSION}, which does not know"
            f" {unknown[0]}. Restore it with the release that made it, or a newer one."
        )


def known_migrations() -> set[str]:
    """Return the migrations of this release."""
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def refuse_full_database(server: Server) -> int:
    """Raise BackupError unless a database has no table; return its server's major version."""
    with closing(server.connect()) as link:
        if found := books.tables(link):
            raise BackupError(
                f"{server.place} is not empty: it has {len(found)} tables. Name an empty database."
            )
        return postgres_tools.major(link)


def load_dump(dump: Path, server: Server, *, from_major: int) -> None:
    """Restore a dump into an empty database, whole or not at all."""
    to_major = refuse_full_database(server)
    if to_major < min(from_major, KNOWS_NEW_DUMPS):
        raise BackupError(
            f"{server.place} is PostgreSQL {to_major}, and the dump is of {from_major}: name a"
            f" server of PostgreSQL {min(from_major, KNOWS_NEW_DUMPS)} or newer."
        )
    # The one that wrote a dump was as new as its server, or newer.
    tool = postgres_tools.program("pg_restore", least=max(from_major, to_major))
    postgres_tools.run(
        [
            *(tool, f"--dbname={server.database}", "--no-owner", "--no-privileges"),
            *("--single-transaction", "--exit-on-error", dump),
        ],
        server=server,
    )


def compare(expected: books.BooksRecord, server: Server) -> None:
    """Raise BackupError where the books of a database differ from these."""
    with closing(server.connect()) as link:
        found = books.read(link)
    if said := books.differences(expected, found):
        raise BackupError(
            f"{server.place} is filled, but its books differ: {'; '.join(said)}."
            " Do not open a room on it."
        )


def into_folder(
    backup: Path, data: Path, *, archive: Path | None = None, until: str = ""
) -> Manifest:
    """Unpack a base backup as the data of a server, which goes on to ``until`` at its start.

    ``until`` is a moment or the name of a restore point; empty: the end of the logs in the archive.
    Without an archive the server starts with the moment at which the backup was finished.
    """
    made = manifest.read(backup)
    if made.kind != Kind.BASE:
        raise BackupError(f"{backup} is a dump: it restores into a database, without --into.")
    if until and archive is None:
        raise BackupError("A later moment needs the archive of logs: name it with --archive.")
    if archive is not None and not archive.is_dir():
        raise BackupError(f"{archive} is no folder of logs.")
    settings = _recovery(archive.resolve(), until, made) if archive is not None else []
    try:
        _unpack(backup, data)
    except OSError as error:
        # A file where a folder should be, a folder of another user, a full disk.
        raise BackupError(f"{data} cannot be filled: {error.strerror or error}.") from None
    if settings:
        (data / "recovery.signal").touch(mode=0o600)
        with (data / "postgresql.auto.conf").open("a") as file:
            file.writelines(f"{line}\n" for line in settings)
    return made


def _unpack(backup: Path, data: Path) -> None:
    if data.exists() and (not data.is_dir() or any(data.iterdir())):
        fault = "is not empty" if data.is_dir() else "is a file"
        raise BackupError(f"{data} {fault}. Name an empty folder, or one that is not there.")
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    data.chmod(0o700)
    for name, folder in (("base.tar.gz", data), ("pg_wal.tar.gz", data / "pg_wal")):
        with tarfile.open(backup / name) as packed:
            packed.extractall(folder, filter="data")
    _close_to_others(data)


def _recovery(archive: Path, until: str, made: Manifest) -> list[str]:
    """Return the settings by which a server reads the archive up to a moment, and then opens."""
    command = f"cp {embedded.quoted(archive)}/%f %p"
    return [
        f"restore_command = {_literal(command)}",
        "recovery_target_action = 'promote'",
        # A server that was restored before has its target still.
        *(f"recovery_target_{kind} = ''" for kind in ("name", "time")),
        *([_target(until, made)] if until else []),
    ]


def _target(until: str, made: Manifest) -> str:
    try:
        moment = datetime.fromisoformat(until)
    except ValueError:
        if not re.fullmatch(r"[A-Za-z_][\w-]{0,62}", until):
            raise BackupError(
                f"{until} is neither a moment such as 2026-11-28T21:30:00+00:00 nor the name of a"
                " restore point."
            ) from None
        return f"recovery_target_name = {_literal(until)}"
    if moment.tzinfo is None:
        raise BackupError(f"{until} has no time zone: end it with Z, or with +01:00.")
    if moment < datetime.fromisoformat(made.made_at):
        raise BackupError(
            f"The backup is of {made.made_at}, later than {until}: take an older one."
        )
    return f"recovery_target_time = {_literal(moment.astimezone(UTC).isoformat(sep=' '))}"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def give_to_embedded(data: Path) -> None:
    """Let the embedded server of root, which runs as another user, own its data."""
    if (nobody := embedded.Nobody.here()) is not None:
        for path in (data, *data.rglob("*")):
            nobody.give(path)


def _close_to_others(data: Path) -> None:
    # PostgreSQL starts from no folder that others may read; the filter above opens files to them.
    for path in data.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
