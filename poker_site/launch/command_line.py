"""A database for each command of ``manage.py`` that needs one, or a sentence with the reason."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

import psycopg
from django.conf import settings
from django.db import OperationalError, ProgrammingError
from psycopg.errors import UndefinedColumn, UndefinedTable

from poker_site.launch import embedded
from poker_site.launch.environment import connection_arguments

# These start servers themselves, or need none.
WITHOUT = {
    *("", "help", "version", "check", "room", "messages", "makemessages", "shell"),
    *("compilemessages", "diffsettings", "findstatic", "collectstatic", "spectacular"),
    *("new_environment", "simulate_velox", "move_database", "drill"),
}
# Run by the owner of the tables.
BY_OWNER = ("migrate", "archive_hands", "backup", "restore")
CONNECT_SECONDS = 3
# The oldest that keeps our constraints (``NULLS NOT DISTINCT``).
OLDEST = 15


@contextmanager
def database_for(arguments: Sequence[str]) -> Iterator[None]:
    """Run a command with its database; end with one sentence if its surroundings are wrong."""
    # Read here: Django reports our commands as unknown where a setting is missing.
    settings.INSTALLED_APPS  # noqa: B018
    command, words = (arguments[0], arguments[1:]) if arguments else ("", ())
    try:
        with _database(command, words):
            yield
    except embedded.CannotStart as reason:
        sys.exit(f"montepremi: {reason}")
    except OperationalError as error:
        sys.exit(f"montepremi: PostgreSQL went away, or cannot. It said: {str(error).strip()}")
    except OSError as error:
        # A full disk, a folder without rights, a reader that has closed the pipe.
        sys.exit(f"montepremi: {error}")
    except ProgrammingError as error:
        if not isinstance(error.__cause__, (UndefinedTable, UndefinedColumn)):
            raise
        sys.exit(
            "montepremi: the database has no tables, or not those of this version."
            " Run `manage.py migrate` first."
        )


def _database(command: str, words: Sequence[str]) -> AbstractContextManager[None]:
    if not _asks(command, words):
        return nullcontext()
    if settings.EMBEDDED:
        return embedded.borrowed(settings.VAR_DIR)
    look_for_postgres(_address(command))
    return nullcontext()


def _asks(command: str, words: Sequence[str]) -> bool:
    """Return whether a command reads the database: for some, only with certain arguments."""
    if command.startswith("-") or {"-h", "--help"} & {*words}:
        return False
    match command:
        case "verify_hand":
            return any(word.isdecimal() for word in words)
        case "verify_draw":
            return not any(word.startswith("--json") for word in words)
        case "simulate_tournament":
            return not any(word.startswith("--preset") for word in words)
        case "restore":
            return not any(word.startswith("--into") for word in words)
    return command not in WITHOUT or "--database" in words


def _address(command: str) -> str:
    return str(settings.DATABASE_OWNER_URL if command in BY_OWNER else settings.DATABASE_URL)


def look_for_redis() -> None:
    """Raise CannotStart where the configured Redis does not answer."""
    import redis

    try:
        with redis.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=CONNECT_SECONDS,
        ) as client:
            client.ping()
    except redis.RedisError as error:
        raise embedded.CannotStart(
            "Redis does not answer where REDIS_URL says. Start it, or correct the address."
            f" It said: {error}"
        ) from None


def look_for_postgres(url: str) -> None:
    """Raise CannotStart for a configured PostgreSQL that does not answer, is too old, or whose
    database is not of UTF-8.

    Configured servers are not ours to start.
    """
    try:
        with psycopg.connect(**connection_arguments(url)) as connection:
            version = connection.info.server_version // 10_000
            encoding = connection.info.parameter_status("server_encoding")
    except psycopg.OperationalError as error:
        name = "DATABASE_OWNER_URL" if url != settings.DATABASE_URL else "DATABASE_URL"
        raise embedded.CannotStart(
            f"PostgreSQL does not answer where {name} says. Start it, or correct the address."
            f" It said: {str(error).strip()}"
        ) from None
    if version < OLDEST:
        raise embedded.CannotStart(
            f"PostgreSQL {version} is too old for this room, which needs {OLDEST} or newer."
        )
    if encoding != "UTF8":
        raise embedded.CannotStart(
            f"The database is encoded in {encoding}, and the room needs UTF8. Make another one, as"
            ' docs/operations.md says under "Two roles".'
        )
