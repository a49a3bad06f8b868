"""Each command of ours, typed with what cannot be: a sentence, an exit code, no traceback."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from core import sql
from poker_site.launch import command_line, embedded
from tests.poker_site.test_start import run

AWAY = "postgres://room@127.0.0.1:9/room"


@pytest.fixture
def away(settings: Settings) -> None:
    settings.EMBEDDED = False
    settings.DATABASE_URL = settings.DATABASE_OWNER_URL = AWAY


@pytest.mark.usefixtures("away")
@pytest.mark.parametrize(
    "words",
    [
        "audit",
        "archive_hands",
        "bots --count 1",
        "verify_hand 1",
        "verify_draw 1",
        "simulate_tournament Express",
        "check --database default",
    ],
)
def test_a_command_that_needs_the_database_says_that_it_is_away(words: str) -> None:
    said = "PostgreSQL does not answer where DATABASE_URL says"
    with pytest.raises(SystemExit, match=said), command_line.database_for(words.split()):
        pytest.fail("it began")


@pytest.mark.django_db
def test_a_server_too_old_for_the_room_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    here = connection.settings_dict
    url = f"postgres://{here['USER']}@/{here['HOST']}/{here['NAME']}"
    command_line.look_for_postgres(url)
    monkeypatch.setattr(command_line, "OLDEST", 99)
    with pytest.raises(embedded.CannotStart, match=r"^PostgreSQL \d\d is too old .* 99 or newer"):
        command_line.look_for_postgres(url)


@pytest.mark.usefixtures("away")
@pytest.mark.parametrize(
    "words",
    [
        "",
        "check",
        "audit -h",
        "archive_hands --help",
        "verify_hand proof.json",
        "verify_draw --json draw.json",
        "simulate_velox --draws 10",
        "simulate_tournament --preset turbo",
        "simulate_tournament --preset=turbo",
    ],
)
def test_a_command_that_needs_no_database_asks_for_none(words: str) -> None:
    with command_line.database_for(words.split()):
        pass


@pytest.mark.django_db
@pytest.mark.parametrize("read", ["SELECT FROM nothing", "SELECT nothing FROM players_user"])
def test_tables_of_another_version_are_one_sentence(read: str) -> None:
    said = "Run `manage.py migrate` first"
    with pytest.raises(SystemExit, match=said), command_line.database_for(["audit"]):
        sql.run(read)


@pytest.mark.slow
@pytest.mark.django_db  # the environment names its server
@pytest.mark.parametrize("silent", ["PostgreSQL", "Redis"])
def test_the_room_says_which_of_its_servers_is_silent(silent: str) -> None:
    named = {"DATABASE_URL": AWAY, "DATABASE_OWNER_URL": AWAY} if silent == "PostgreSQL" else {}
    done = run("manage.py", "room", "--port", "1", REDIS_URL="redis://127.0.0.1:9/0", **named)
    assert done.returncode == 1
    assert f"{silent} does not answer where" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("room --port 99999", "99999 is no whole number"),
        ("bots --count -1", "-1 is no whole number"),
        ("demo --bots 99999999999999999999", "is no whole number"),
        ("compare_wallet --days 99999999999", "is no whole number"),
        (f"reconcile --csv {__file__}/x", "Not a directory"),
        ("simulate_velox --buy-in inf", "inf is no amount"),
        ("simulate_velox --html /nowhere/x.html", "/nowhere is no folder"),
        ("simulate_velox --seed zz", "64 hexadecimal digits"),
        ("simulate_tournament --preset turbo --longest inf", "inf is not between"),
        ("simulate_tournament --preset turbo --guarantee inf", "inf is no amount"),
        ("simulate_tournament --preset turbo --action-seconds nan", "nan is not between"),
        (f"simulate_tournament --preset turbo --csv {__file__}", "File exists"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_any_work(words: str, why: str) -> None:
    with pytest.raises(CommandError, match=re.escape(why)):
        call_command(*words.split())


@pytest.mark.parametrize("command", [("verify_hand",), ("verify_draw", "--json")])
def test_a_file_too_deep_to_read_is_no_record(command: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000)
    with pytest.raises(CommandError, match="recursion"):
        call_command(*command, str(file))


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), PermissionError(13, "Permission denied", "x")]
)
def test_what_the_machine_refuses_is_one_sentence(error: OSError) -> None:
    said = re.escape(f"montepremi: {error}")
    with pytest.raises(SystemExit, match=said), command_line.database_for(["check"]):
        raise error
