"""What stands in the environment means what it says, or is refused by the name of its variable."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from poker_site.launch.environment import Environment
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


def test_a_secret_that_begins_like_the_name_of_a_variable_is_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KEY", "$HOME")
    monkeypatch.setenv("SECRETS", "$HOME,b")
    assert env("KEY", default="") == "$HOME"
    assert env.list("SECRETS", default=[]) == ["$HOME", "b"]


def test_a_row_of_numbers_has_as_many_as_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.numbers("ASKED", default=[1, 2]) == [1, 2]
    monkeypatch.setenv("ASKED", "3, 4")
    assert env.numbers("ASKED", default=[1, 2]) == [3, 4]
    monkeypatch.setenv("ASKED", "3")
    with pytest.raises(ImproperlyConfigured, match=r"^ASKED: 1 numbers, not 2$"):
        env.numbers("ASKED", default=[1, 2])


WRONG = [
    {"DATABASE_URL": "nonsense"},
    {"DATABASE_URL": "postgres://room@db.example:x/room"},
    {"DATABASE_URL": "postgres://room@db.example"},
    {"DATABASE_OWNER_URL": "mysql://room@db.example/room"},
    {"REDIS_URL": "cache.example:6379"},
    {"EMAIL_URL": "post.example"},
    {"LOG_LEVEL": "loud"},
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
