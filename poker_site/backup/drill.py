"""A drill of point-in-time recovery: back up, play on, restore at a cut, and compare."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import psycopg

from poker_site.backup import backups, books, restoring
from poker_site.backup.manifest import Kind
from poker_site.backup.postgres_tools import BackupError, Server
from poker_site.launch import embedded

POINT = "cut"
# The archive and the recovery of a small room take moments; a busy machine needs more.
PATIENCE_SECONDS = 120.0

# Every command of the role that plays is over, and nobody writes.
_BUSY = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND pid != pg_backend_pid()
        AND backend_type = 'client backend'
"""


class PlayedRoom(Protocol):
    """A room in which hands are played during a drill."""

    def play(self) -> None:
        """Play until some more hands have begun."""

    def held(self) -> AbstractContextManager[None]:
        """Hold the room still: what was told until then has been committed before."""

    @property
    def told(self) -> dict[int, int]:
        """The latest version of each table that any player was told."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The state restored at the cut, and its differences from the expected one.

    ``told`` is how many tables had told their players anything; ``hands_after`` how many hands had
    begun when the play after the cut ended.
    """

    rows: int
    hands: int
    actions: int
    told: int
    hands_after: int
    differences: list[str]


def rehearse(
    room: PlayedRoom,
    *,
    first: Path,
    archive: Path,
    folder: Path,
    now: datetime,
    say: Callable[[str], object],
) -> Outcome:
    """Back up the embedded server under ``first``, restore it to a second at a cut, and compare.

    Players play before the backup, between it and the cut, and after the cut. ``folder`` gets the
    backup and the second server. Raises BackupError, and CannotStart where the second one does.
    """
    source = Server.at(embedded.database_url(first, role=embedded.NAME))
    room.play()
    made = backups.make(source, folder / "backups", kind=Kind.BASE, now=now)
    say("The base backup is made; players play on")
    room.play()
    with closing(source.connect()) as link:
        link.autocommit = True
        with room.held():
            wait_for("the room to hold still", lambda: not _one(link, _BUSY))
            expected, told = _books(link), dict(room.told)
            link.execute("SELECT pg_create_restore_point(%s)", [POINT])
        say(f"The cut: {books.rows(expected)} rows; players play on")
        room.play()
        hands_after = _one(link, "SELECT count(*) FROM tables_hand")
        last = _one(link, "SELECT pg_walfile_name(pg_switch_wal())")
        wait_for("the archive", (archive / str(last)).exists)
    second = folder / "second"
    restoring.into_folder(made, second / "postgres", archive=archive, until=POINT)
    restoring.give_to_embedded(second / "postgres")
    say("The second server reads the logs up to the cut")
    with embedded.servers(second) as (postgres, _):
        target = Server.at(embedded.database_url(second, role=embedded.NAME))
        with closing(target.connect()) as link:
            link.autocommit = True
            try:
                wait_for("recovery", lambda: not _one(link, "SELECT pg_is_in_recovery()"))
            except psycopg.OperationalError:
                raise BackupError(
                    f"The second server ended before the cut. It said:\n{postgres.last_words()}"
                ) from None
            found = _books(link)
            return Outcome(
                rows=books.rows(found),
                hands=_one(link, "SELECT count(*) FROM tables_hand"),
                actions=_one(link, "SELECT count(*) FROM tables_handevent"),
                told=len(told),
                hands_after=hands_after,
                differences=[*books.differences(expected, found), *_lost(link, told)],
            )


def _lost(link: "psycopg.Connection[Any]", told: dict[int, int]) -> list[str]:
    """Return a sentence for each table that has forgotten what its players were told."""
    here = dict(link.execute("SELECT id, version FROM tables_table").fetchall())
    return [
        f"players of table {table} were told version {version}, restored is {here.get(table)}"
        for table, version in told.items()
        if here.get(table, -1) < version
    ]


def wait_for(what: str, there: Callable[[], object]) -> None:
    """Return once the answer is true; raise BackupError after two minutes."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not there():
        if time.monotonic() > deadline:
            raise BackupError(f"Waited {PATIENCE_SECONDS:.0f} s for {what} in vain.")
        time.sleep(0.05)


def _books(link: "psycopg.Connection[Any]") -> books.BooksRecord:
    with link.transaction():
        link.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        return books.read(link)


def _one(link: "psycopg.Connection[Any]", statement: str) -> Any:
    [(value,)] = link.execute(statement).fetchall()
    return value
