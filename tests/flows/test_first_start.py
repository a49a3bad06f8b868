"""*First start* of docs/operations.md, followed to the letter."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx2
import psycopg
import pytest
from django.conf import settings

from poker_site.launch import embedded
from tests.flows.test_launch import read_until
from tests.harness.long_forms import longer
from tests.harness.room import PATIENCE, free_port, wait_for

pytestmark = pytest.mark.slow

OPERATIONS = settings.BASE_DIR / "docs" / "operations.md"
ANSWERS = {
    "DJANGO_SUPERUSER_USERNAME": "boss",
    "DJANGO_SUPERUSER_EMAIL": "boss@poker.example",
    "DJANGO_SUPERUSER_PASSWORD": "quiet river of nine stones",
}
NAMED = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE")


def block(heading: str, language: str = "") -> str:
    """The first block of code under a heading of any level."""
    section = re.split(rf"\n##+ {heading}\n", OPERATIONS.read_text())[1].split("\n## ")[0]
    found = re.search(rf"```{language}\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found[1]


def commands() -> list[list[str]]:
    """What the page says to type, but for the installation, which has happened."""
    block_ = block("Each process by itself")
    lines = [shlex.split(line, comments=True) for line in block_.splitlines()]
    typed = [line[1:] for line in lines if line[:2] == [".venv/bin/python", "manage.py"]]
    assert {"migrate", "check"} <= {line[1] for line in typed}
    return [*typed, ["manage.py", "createsuperuser", "--noinput"]]


def shell(folder: Path, named: Mapping[str, str]) -> dict[str, str]:
    """The environment of a room for real money in a fresh folder."""
    kept = {name: value for name, value in os.environ.items() if name not in NAMED}
    real = {
        "DEMO": "false",
        "SECRET_KEY": "".join(map(chr, range(48, 120))),
        "RESULT_SECONDS": "4",
        "ALLOWED_HOSTS": "poker.example",
        "PUBLIC_URL": "https://poker.example",
        "DEFAULT_FROM_EMAIL": "Club <room@poker.example>",
        "EMAIL_URL": "smtp+tls://room:secret@mail.example:587",
    }
    return {**kept, **real, **ANSWERS, "VAR_DIR": str(folder), **named}


def type_in(arguments: list[str], env: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env=dict(env),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(params=longer(["of one's own", "the room's"], short=["of one's own"]))
def named(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """Servers of one's own, with the two roles that the page tells to make; or none, and every
    command finds the room's."""
    if request.param == "the room's":
        yield {}
        return
    folder = tmp_path / "servers"
    with embedded.servers(folder, durable=False):
        database = "postgres"
        for statement in filter(None, map(str.strip, block("Two roles", "sql").split(";\n"))):
            if moved := re.match(r"\\c (\w+)\n", statement):
                database = moved[1]
            with psycopg.connect(
                host=str(embedded.socket_folder(folder)),
                user=embedded.NAME,
                dbname=database,
                autocommit=True,
            ) as connection:
                connection.execute(statement[moved.end() if moved else 0 :])
        yield {
            "DATABASE_URL": embedded.database_url(folder, role="room_player", name="room"),
            "DATABASE_OWNER_URL": embedded.database_url(folder, role="room_owner", name="room"),
            "REDIS_URL": embedded.redis_url(folder),
        }


@pytest.mark.long
def test_the_first_start_from_an_empty_database_up_to_the_open_room(
    tmp_path: Path, named: dict[str, str]
) -> None:
    env = shell(tmp_path, named)
    too_early = type_in(["manage.py", "audit"], env)
    assert too_early.returncode != 0
    assert "Run `manage.py migrate` first" in too_early.stderr
    assert "Traceback" not in too_early.stderr
    for arguments in [*commands(), ["manage.py", "check", "--database", "default"]]:
        done = type_in(arguments, env)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        assert "WARNING" not in done.stderr, (arguments, done.stderr)
    assert "sound" in type_in(["manage.py", "audit"], env).stdout
    port = free_port()
    room = subprocess.Popen(
        [sys.executable, "manage.py", "room", "--bots", "0", "--port", str(port)],
        cwd=settings.BASE_DIR,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        read_until(room, "Ctrl-C closes the room")
        address = f"http://127.0.0.1:{port}/ready/"
        wait_for(
            "worker and beat", lambda: httpx2.get(address, timeout=PATIENCE).status_code == 200
        )
    finally:
        room.send_signal(signal.SIGINT)
        room.wait(PATIENCE)


def test_a_named_server_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    env = shell(tmp_path, {"DATABASE_URL": "postgres://room@127.0.0.1:9/room"})
    done = type_in(["manage.py", "audit"], env)
    assert done.returncode != 0
    assert "PostgreSQL does not answer where DATABASE_URL says. Start it" in done.stderr
    assert "Traceback" not in done.stderr
