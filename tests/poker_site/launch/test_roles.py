"""Roles and database as operators make them: by the script, or by the statements of the page."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from poker_site.launch import command_line, embedded
from tests.harness import database_template

ROOT = Path(__file__).resolve().parents[3]
# What a minimal Debian without locales gives to its first server, and each database inherits.
BARE = """\
UPDATE pg_database SET datistemplate = false WHERE datname = 'template1';
DROP DATABASE template1;
CREATE DATABASE template1 TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C';
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The socket of a server whose databases are of SQL_ASCII unless they say otherwise."""
    folder = tmp_path_factory.mktemp("bare")
    database_template.copy_to(folder)
    with embedded.servers(folder, durable=False):
        run = embedded.socket_folder(folder)
        for statement in BARE.splitlines():
            execute(run, statement)
        yield run


def execute(run: Path, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
    with psycopg.connect(
        host=str(run), user=embedded.NAME, dbname=database, autocommit=True
    ) as link:
        cursor = link.execute(statement)
        return cursor.fetchall() if cursor.description else []


def by_script(run: Path) -> list[str]:
    return ["sh", str(ROOT / "deploy" / "postgres" / "roles.sh")]


def by_page(run: Path) -> list[str]:
    page = (ROOT / "docs" / "operations.md").read_text()
    statements = run / "page.sql"
    statements.write_text(page.split("\n## Two roles\n")[1].split("```sql\n")[1].split("```")[0])
    options = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--dbname=postgres")
    return ["psql", *options, f"--username={embedded.NAME}", f"--file={statements}"]


def run(command: list[str], socket: Path) -> None:
    done = subprocess.run(
        command,
        env={
            "PATH": f"{embedded.postgres_bin()}:{os.environ['PATH']}",
            "PGHOST": str(socket),
            "POSTGRES_USER": embedded.NAME,
            "ROOM_OWNER_PASSWORD": "one",
            "ROOM_PLAYER_PASSWORD": "another",
        },
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def forget(socket: Path) -> None:
    for name in ("DATABASE IF EXISTS room", "DATABASE IF EXISTS room_before"):
        execute(socket, f"DROP {name}")
    execute(socket, "DROP ROLE room_player, room_owner")


@pytest.mark.slow
@pytest.mark.parametrize("way", [by_script, by_page])
def test_the_database_is_of_utf_8_on_a_server_that_is_not(
    bare: Path, way: Callable[[Path], list[str]]
) -> None:
    run(way(bare), bare)
    try:
        [found] = execute(bare, "SHOW server_encoding", "room")
        assert found == ("UTF8",)
        assert execute(bare, "SELECT lower('ŁÀ'), 'é' < 'z'", "room") == [("łà", False)]
        [owner] = execute(
            bare, "SELECT datdba::regrole::text FROM pg_database WHERE datname = 'room'"
        )
        assert owner == ("room_owner",)
        command_line.look_for_postgres(f"postgres://room_player@/{bare}/room")
    finally:
        forget(bare)


@pytest.mark.slow
def test_the_script_makes_another_database_where_the_roles_are(bare: Path) -> None:
    run(by_script(bare), bare)
    try:
        execute(bare, "ALTER DATABASE room RENAME TO room_before")
        run(by_script(bare), bare)
        assert execute(bare, "SHOW server_encoding", "room") == [("UTF8",)]
    finally:
        forget(bare)


@pytest.mark.slow
def test_a_database_of_another_encoding_is_one_sentence(bare: Path) -> None:
    execute(bare, "CREATE DATABASE old")
    with pytest.raises(embedded.CannotStart, match=r"^The database is encoded in SQL_ASCII"):
        command_line.look_for_postgres(f"postgres://{embedded.NAME}@/{bare}/old")
