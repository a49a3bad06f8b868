"""The making of backups: a dump with its books, or a base backup for any later moment."""

import json
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg

from poker_site.backup import books, manifest, postgres_tools
from poker_site.backup.manifest import Kind, Manifest
from poker_site.backup.postgres_tools import BackupError, Server
from poker_site.version import VERSION

# PostgreSQL's own size of a file of its log, which no server of ours changes.
LOG_BYTES = 16 * 1024 * 1024
# A migration, or the archiving of a month, holds a table for moments.
LOCK_SECONDS = 60.0

_MIGRATIONS = "SELECT app || '.' || name FROM django_migrations ORDER BY id"
_RECORD = """
    INSERT INTO poker_site_backup (kind, made_at, place, bytes) VALUES (%s, %s, %s, %s)
"""


def make(
    server: Server, folder: Path, *, kind: Kind, now: datetime, with_keys: bool = False
) -> Path:
    """Back the database up into a new folder below ``folder``, and return its path.

    Players play on meanwhile. The database keeps a row about it, for the desk and the doctor.
    """
    with server.connect() as link, manifest.unfinished(folder, now=now) as half:
        migrations = applied_migrations(link)
        found = WRITERS[kind](server, link, half)
        if with_keys:
            manifest.write_keys(half)
        made = Manifest(
            kind=kind,
            release=VERSION,
            made_at=now.isoformat(),
            postgres=postgres_tools.major(link),
            migrations=migrations,
            keys=manifest.needed_keys(),
            key_mark=manifest.key_mark(),
            files=manifest.describe(half),
            **found,
        )
        manifest.write(half, made)
        final = half.with_name(half.name.removesuffix(manifest.HALF))
    size = sum(file["bytes"] for file in made.files.values())
    with server.connect() as link:
        link.execute(_RECORD, [kind, now, str(final), size])
    return final


def applied_migrations(link: "psycopg.Connection[Any]") -> list[str]:
    """Return the migrations of a database; raise BackupError where it has no room."""
    try:
        return [name for (name,) in link.execute(_MIGRATIONS)]
    except psycopg.errors.UndefinedTable:
        raise BackupError("The database has no tables: there is nothing to back up.") from None
    finally:
        link.rollback()


def _dump(server: Server, link: "psycopg.Connection[Any]", half: Path) -> dict[str, Any]:
    """Write a dump, and return the books of exactly its moment."""
    tool = postgres_tools.program("pg_dump", least=postgres_tools.major(link))
    with link.transaction():
        link.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        [(snapshot,)] = link.execute("SELECT pg_export_snapshot()").fetchall()
        postgres_tools.run(
            [
                *(tool, "--format=custom", f"--snapshot={snapshot}", "--no-password"),
                *(f"--lock-wait-timeout={LOCK_SECONDS}s", f"--file={half / 'room.dump'}"),
            ],
            server=server,
        )
        return {"books": books.read(link)}


def _base(server: Server, link: "psycopg.Connection[Any]", half: Path) -> dict[str, Any]:
    """Write a base backup with the logs that make it consistent."""
    tool = postgres_tools.program("pg_basebackup", least=postgres_tools.major(link))
    postgres_tools.run(
        [
            *(tool, f"--pgdata={half}", "--format=tar", "--gzip", "--wal-method=stream"),
            *("--checkpoint=fast", "--manifest-checksums=sha256", "--no-password"),
        ],
        server=server,
    )
    [first] = json.loads((half / "backup_manifest").read_text())["WAL-Ranges"][:1]
    return {"first_log": _log_name(first["Timeline"], first["Start-LSN"])}


WRITERS: dict[Kind, Callable[..., dict[str, Any]]] = {Kind.DUMP: _dump, Kind.BASE: _base}


def _log_name(timeline: int, lsn: str) -> str:
    """Return the name of the file of the log in which a position lies."""
    high, low = (int(part, 16) for part in lsn.split("/"))
    return f"{timeline:08X}{high:08X}{low // LOG_BYTES:08X}"


def keep(folder: Path, *, kind: Kind, newest: int, archive: Path | None = None) -> list[Path]:
    """Delete all but the newest backups of a kind, and return those deleted.

    Logs in the archive that none of the base backups left needs go with them.
    """
    found = manifest.whole(folder, kind)
    gone, left = [*found][:-newest], [*found][-newest:]
    for path in gone:
        shutil.rmtree(path)
    if archive is not None and kind == Kind.BASE and left:
        oldest = found[left[0]]
        tool = postgres_tools.program("pg_archivecleanup", least=oldest.postgres)
        postgres_tools.run([tool, archive, oldest.first_log])
    return gone
