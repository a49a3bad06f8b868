"""``manage.py new_environment``: secrets of its own for each room, and nothing overwritten."""

import re
import stat
from pathlib import Path

import environ
import pytest
from django.core.management import CommandError, call_command

from poker_site.opening.checks import _guessable
from tests.poker_site.test_start import run


def written(folder: Path, *words: str) -> dict[str, str]:
    folder.mkdir()
    call_command("new_environment", "poker.example", "--folder", str(folder), *words)
    values: dict[str, str] = {}
    for name in (".env", ".env.owner"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
        for line in (folder / name).read_text().splitlines():
            if not line.startswith("#"):
                key, _, value = line.partition("=")
                values[key] = value
    return values


def test_each_room_has_secrets_of_its_own(tmp_path: Path) -> None:
    one, other = written(tmp_path / "one"), written(tmp_path / "other")
    secret = {name for name in one if name.endswith(("KEY", "PASSWORD", "_URL"))}
    same = {name for name in secret if one[name] == other[name]}
    assert same == {"PUBLIC_URL", "EMAIL_URL"}
    assert not _guessable(one["SECRET_KEY"])


def test_addresses_hold_the_passwords_that_the_servers_get(tmp_path: Path) -> None:
    words = ("--postgres", "10.0.0.1", "--redis", "10.0.0.2", "--mail", "smtp://mail.example")
    values = written(tmp_path / "room", *words)
    for url, password, host in (
        ("DATABASE_URL", "ROOM_PLAYER_PASSWORD", "10.0.0.1"),
        ("DATABASE_OWNER_URL", "ROOM_OWNER_PASSWORD", "10.0.0.1"),
    ):
        known = environ.Env.db_url_config(values[url])
        assert (known["PASSWORD"], known["HOST"]) == (values[password], host)
        assert known["OPTIONS"] == {"sslmode": "require"}
    assert values["REDIS_URL"] == f"redis://:{values['REDIS_PASSWORD']}@10.0.0.2:6379/0"
    assert values["EMAIL_URL"] == "smtp://mail.example"


def test_files_that_exist_stay(tmp_path: Path) -> None:
    (tmp_path / ".env.owner").write_text("mine")
    with pytest.raises(CommandError, match=r"\.env\.owner exists"):
        call_command("new_environment", "poker.example", "--folder", str(tmp_path))
    assert (tmp_path / ".env.owner").read_text() == "mine"
    assert not (tmp_path / ".env").exists()
    with pytest.raises(CommandError, match="No such file"):
        call_command("new_environment", "poker.example", "--folder", str(tmp_path / "none"))


@pytest.mark.parametrize("host", ["https://poker.example", "*", ".example", "a b", ""])
def test_the_room_is_named_by_its_host_alone(host: str) -> None:
    with pytest.raises(CommandError, match=r"A name alone, like poker\.example"):
        call_command("new_environment", host)


@pytest.mark.slow
def test_the_room_starts_with_the_files(tmp_path: Path) -> None:
    values = written(tmp_path / "room", "--mail", "smtp://mail.example")
    ended = run(*("-W", "error", "manage.py", "check", "--deploy"), **values)
    # Of a mailbox of its own, and of PostgreSQL on a private network, the operator decides.
    assert ended.returncode == 0, ended.stderr
    assert not {"W003", "W004", "W005"} & {*re.findall(r"W\d+", ended.stderr)}
