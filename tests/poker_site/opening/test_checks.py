"""Django's system checks, which run before every command."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from pytest_django import Settings


def found(settings: Settings) -> set[str]:
    messages = run_checks(include_deployment_checks=True)
    return {str(one.id).removeprefix("poker_site.") for one in messages}


def test_the_checks_need_no_database() -> None:
    # pytest-django refuses every query here; `manage.py room` checks before PostgreSQL runs.
    call_command("check")


def test_a_deployment_is_told_what_still_names_its_own_machine(settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL = "Montepremi <room@localhost>"
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    assert {"W003", "W004", "W005"} <= found(settings)
    settings.DEFAULT_FROM_EMAIL = "Club <room@poker.example>"
    settings.PUBLIC_URL = "https://poker.example"
    settings.ALLOWED_HOSTS = ["poker.example"]
    assert not {"W003", "W004", "W005"} & found(settings)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgres://room:x@db.example/room", True),
        ("postgres://room:x@db.example/room?sslmode=prefer", True),
        ("postgres://room:x@db.example/room?sslmode=verify-full", False),
        ("postgres://room:x@10.0.0.1/room", True),
        ("postgres://room:x@10.0.0.1/room?sslmode=require", False),
        ("postgres://room:x@postgres/room", False),
        ("postgres://room:x@127.0.0.1/room", False),
        ("postgres://room@//run/postgresql/room", False),
    ],
)
def test_a_database_on_another_host_is_spoken_to_over_tls(
    settings: Settings, url: str, told: bool
) -> None:
    settings.DATABASE_URL = settings.DATABASE_OWNER_URL = url
    assert ("W006" in found(settings)) == told
