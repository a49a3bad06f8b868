"""Django's system checks, which run before every command."""

from django.core.management import call_command


def test_the_checks_need_no_database() -> None:
    # pytest-django refuses every query here; `manage.py room` checks before PostgreSQL runs.
    call_command("check")
