"""A database for each command of ``manage.py`` that needs one, or a sentence why not."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import environ
import psycopg
from django.conf import settings
from django.db import OperationalError, ProgrammingError
from psycopg.errors import UndefinedTable

from poker_site.launch import embedded

# These start servers themselves, or need none.
WITHOUT = {
    *("", "help", "version", "check", "room", "bots", "messages", "makemessages", "shell"),
    *("compilemessages", "diffsettings", "findstatic", "collectstatic", "spectacular"),
    *("simulate_tournament", "simulate_velox", "verify_hand", "verify_draw"),
}
CONNECT_SECONDS = 3


@contextmanager
def database_for(arguments: Sequence[str]) -> Iterator[None]:
    """Run a command with its database there; one sentence and the end where it cannot be."""
    # Read here: Django takes a command of ours for unknown where a setting is missing.
    settings.INSTALLED_APPS  # noqa: B018
    command = arguments[0] if arguments else ""
    without = command in WITHOUT and "--database" not in arguments
    if without or command.startswith("-") or "--help" in arguments:
        yield
        return
    try:
        if not settings.EMBEDDED:
            _look_for(_address(command))
            yield
            return
        with embedded.borrowed(settings.VAR_DIR):
            yield
    except embedded.CannotStart as reason:
        sys.exit(f"montepremi: {reason}")
    except OperationalError as error:
        sys.exit(f"montepremi: PostgreSQL went away. It said: {str(error).strip()}")
    except ProgrammingError as error:
        if not isinstance(error.__cause__, UndefinedTable):
            raise
        sys.exit("montepremi: the database has no tables yet. Run `manage.py migrate` first.")


def _address(command: str) -> str:
    return str(settings.DATABASE_OWNER_URL if command == "migrate" else settings.DATABASE_URL)


def _look_for(url: str) -> None:
    """Named servers are not ours to start: say which does not answer, and what it said."""
    named = environ.Env.db_url_config(url)
    try:
        psycopg.connect(
            host=named["HOST"] or None,
            port=named["PORT"] or None,
            user=named["USER"] or None,
            password=named["PASSWORD"] or None,
            dbname=named["NAME"],
            connect_timeout=CONNECT_SECONDS,
        ).close()
    except psycopg.OperationalError as error:
        name = "DATABASE_OWNER_URL" if url != settings.DATABASE_URL else "DATABASE_URL"
        raise embedded.CannotStart(
            f"PostgreSQL does not answer where {name} says. Start it, or correct the address."
            f" It said: {str(error).strip()}"
        ) from None
