"""What stands in the environment means what it says, or is refused by the name of its variable."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from poker_site.launch.environment import Environment, connection_arguments
from tests.poker_site.test_start import run

env = Environment()


@pytest.mark.parametrize(
    ("text", "meant"),
    [("true", True), ("On", True), ("1", True), ("false", False), (" no ", False), ("", False)],
)
def test_yes_and_no_are_words(monkeypatch: pytest.MonkeyPatch, text: str, meant: bool) -> None:
    monkeypatch.setenv("ASKED", text)
    assert env.bool("ASKED", default=not meant) is meant


@pytest.mark.parametrize("text", ["maybe", "ja", "tru", "2"])
def test_no_other_word_means_no(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("ASKED", text)
    with pytest.raises(ImproperlyConfigured, match=r"^ASKED: neither true nor false$"):
        env.bool("ASKED", default=False)


@pytest.mark.parametrize("text", ["", "x", "-1", "nan", "inf", "1,5", "4 s"])
def test_a_number_is_one_from_nothing_on(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("ASKED", text)
    for read in (env.int, env.float):
        with pytest.raises(ImproperlyConfigured, match=r"^ASKED: not a "):
            read("ASKED", default=3)
    monkeypatch.setenv("ASKED", "7")
    assert (env.int("ASKED"), env.float("ASKED")) == (7, 7.0)


def test_a_list_may_have_spaces_after_its_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", "poker.example, www.poker.example ,")
    assert env.list("HOSTS", default=[]) == ["poker.example", "www.poker.example"]


def test_a_secret_that_begins_like_the_name_of_a_variable_is_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KEY", "$HOME")
    monkeypatch.setenv("SECRETS", "$HOME,b")
    assert env("KEY", default="") == "$HOME"
    assert env.list("SECRETS", default=[]) == ["$HOME", "b"]


@pytest.mark.parametrize(("text", "number"), [("2", 2), ("9", 9), ("1", None), ("10", None)])
def test_a_number_may_have_bounds(
    monkeypatch: pytest.MonkeyPatch, text: str, number: int | None
) -> None:
    assert env.number("ASKED", default=5, least=2, most=9) == 5
    monkeypatch.setenv("ASKED", text)
    if number is not None:
        assert env.number("ASKED", default=5, least=2, most=9) == number
        return
    with pytest.raises(ImproperlyConfigured, match=r"^ASKED: not from 2 to 9$"):
        env.number("ASKED", default=5, least=2, most=9)


def test_a_number_is_read_as_its_default_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKED", "0.5")
    assert env.number("ASKED", default=1.0, least=0.0, most=1.0) == 0.5
    with pytest.raises(ImproperlyConfigured, match=r"^ASKED: not a whole number$"):
        env.number("ASKED", default=1, least=0, most=1)


def test_what_stands_still_at_zero_may_not_be_zero() -> None:
    written = (settings.BASE_DIR / "poker_site" / "settings.py").read_text()
    number = r'env\.number\(\s*"(\w+)", default=[^,]+, least=([\d_.]+), most=[\d_.]+\s*\)'
    least = {name: float(low) for name, low in re.findall(number, written)}
    assert len(least) == written.count("env.number(")
    for name in ("DATABASE_POOL", "TICK_SECONDS", "OUTAGE_SECONDS"):
        assert least[name] > 0, name


WRONG = [
    {"DATABASE_URL": "nonsense"},
    {"DATABASE_URL": "postgres://room@db.example:x/room"},
    {"DATABASE_URL": "postgres://room@db.example"},
    {"DATABASE_OWNER_URL": "mysql://room@db.example/room"},
    {"REDIS_URL": "cache.example:6379"},
    {"EMAIL_URL": "post.example"},
    {"LOG_LEVEL": "loud"},
    {"DATABASE_POOL": "7777"},
]


@pytest.mark.slow
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: "=".join(*wrong.items()))
def test_what_cannot_be_meant_is_one_sentence_without_the_value(wrong: dict[str, str]) -> None:
    ((name, value),) = wrong.items()
    done = run("manage.py", "check", **wrong)
    assert done.returncode == 1
    assert done.stderr.startswith(f"montepremi: {name}: not ")
    assert done.stderr.count("\n") == 1
    assert value not in done.stderr


@pytest.mark.slow
def test_a_level_of_logging_may_be_written_small() -> None:
    assert run("manage.py", "check", LOG_LEVEL="warning").returncode == 0


MEANT: dict[str, list[str]] = {
    "web": ["https://poker.example", "http://127.0.0.1:8000", "https://[::1]:8443/pay/v1", ""],
    "secrets": ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw,plain", ""],
    "hosts": ["poker.example,.poker.example,127.0.0.1,[::1],*", "my_host", ""],
    "origins": ["https://poker.example,http://localhost:8000", "https://*.poker.example"],
    "sender": [
        "Montepremi <room@localhost>",
        "room@poker.example",
        '"Circolo, Roma" <room@poker.example>',
    ],
    "database": [
        *("postgres://room@db.example/room", "postgresql://room:pw@10.0.0.1:5432/room"),
        "postgres://room:pw@10.0.0.1:5432,10.0.0.2:5433/room?sslmode=require",
        "postgres://room@/%2Frun%2Fpostgres/room",
    ],
    "redis": ["redis://127.0.0.1:6379/0", "unix:///run/redis.sock", "rediss://u:p@host/1"],
}
NOT_MEANT: dict[str, list[str]] = {
    "web": [
        *("poker.example", "ftp://x", "sandbox", "https://", "https:///x", "http://a b"),
        *("https://poker.example:0", "https://poker.example:x", "//poker.example"),
        *("https://poker.example/?a=b", "https://poker.example/#a", "https://a,https://b"),
    ],
    "secrets": ["whsec_", "whsec_???", "plain,whsec_a"],
    "hosts": [
        *("https://poker.example", "poker.example:443", "poker.example/", "two words"),
        *("*.poker.example", "::1"),
    ],
    "origins": ["poker.example", "https://poker.example/path", "ftp://poker.example", "*"],
    "sender": [
        *("Circolo, Roma <room@poker.example>", "Montepremi", "room@", "@poker.example", ""),
        *("a@b.example, c@d.example", "Room <room@poker example>", "Room <room@https://x>"),
    ],
    "database": [
        *("nonsense", "postgres://room@db.example", "mysql://room@db.example/room"),
        *("postgres://room@a:5432,b:x/room", "postgres://room@a:0,b/room"),
    ],
    "redis": ["http://127.0.0.1", "redis://", "redis://host:x/0", "redis://host:0", "unix://"],
}


@pytest.mark.parametrize(
    ("kind", "text"), [(k, text) for k, some in MEANT.items() for text in some]
)
def test_an_address_that_can_be_meant_is_taken(
    kind: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKED", text)
    default: dict[str, Any] = {} if kind in ("web", "origins", "secrets") else {"default": []}
    found = getattr(env, kind)("ASKED", **default)
    assert found == (text.split(",") if text else []) or found == text


@pytest.mark.parametrize(
    ("kind", "text"), [(k, text) for k, some in NOT_MEANT.items() for text in some]
)
def test_an_address_that_cannot_be_meant_is_refused_by_its_name(
    kind: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKED", text)
    default: dict[str, Any] = {} if kind in ("web", "origins", "secrets") else {"default": []}
    with pytest.raises(ImproperlyConfigured, match=r"^ASKED: "):
        getattr(env, kind)("ASKED", **default)


def test_of_several_servers_of_a_database_the_one_that_takes_writes_is_used() -> None:
    two = connection_arguments("postgres://room:pw@a:5432,b:5433/room?connect_timeout=9")
    assert (two["host"], two["port"], two["dbname"]) == ("a,b", "5432,5433", "room")
    assert two["target_session_attrs"] == "read-write"
    assert two["connect_timeout"] == 9
    assert "target_session_attrs" not in connection_arguments("postgres://room@a/room")
