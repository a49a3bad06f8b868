"""System checks that refuse settings unfit for a room with real money.

Django runs them before its commands; the room and its web, worker and beat call ``refuse_to_start``
themselves.
"""

import os
import sys
from collections.abc import Callable, Sequence
from email.utils import parseaddr
from urllib.parse import SplitResult, unquote, urlsplit

import environ
import psycopg
import structlog
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from players.checks import mails_go_out, provider_is_whole, register_is_whole
from poker_site.launch import rights
from poker_site.launch.environment import connection_arguments
from tables.live.checks import time_to_show

log = structlog.get_logger(__name__)

Check = Callable[..., list[CheckMessage]]

DEMO_KEY = "the demo's key, known to everybody"
# As in Django's own ``check --deploy``.
KEY_LENGTH, KEY_CHARACTERS = 50, 5
# Modes of libpq that always use TLS.
ENCRYPTED = ("require", "verify-ca", "verify-full")
HERE = ("localhost", "127.0.0.1", "::1")


@register()
def roles(app_configs: Sequence[AppConfig] | None = None, **options: object) -> list[CheckMessage]:
    """Refuse two roles of two databases."""
    player, owner = (
        environ.Env.db_url_config(url)
        for url in (settings.DATABASE_URL, settings.DATABASE_OWNER_URL)
    )
    where = ("HOST", "PORT", "NAME")
    if any(player[part] != owner[part] for part in where):
        return [
            Error(
                "DATABASE_OWNER_URL names another database than DATABASE_URL.",
                hint="Both name the same server, port and database; user and password differ.",
                id="poker_site.E001",
            )
        ]
    return []


def owns_tables() -> list[CheckMessage]:
    """Warn where the role that plays owns the tables, as the database reports them.

    Silent without a database: it may not be up yet, and the room waits for it. Uses a connection of
    its own, since a web process calls it while its loop runs.
    """
    try:
        with psycopg.connect(**connection_arguments(settings.DATABASE_URL)) as link:
            answer = link.execute(_OWNS_TABLES).fetchone()
    except psycopg.Error:
        return []
    if answer is None or not answer[0]:
        return []
    return [
        Warning(
            "One role of the database both owns the tables and plays: a person who gets hold of it"
            " can switch off what guards money and evidence.",
            hint="Make a second role that plays, and name it in DATABASE_URL (docs/operations.md,"
            " Two roles).",
            id="poker_site.W001",
        )
    ]


_OWNS_TABLES = """
    SELECT EXISTS (
        SELECT FROM pg_class WHERE relname = 'payouts_transfer' AND relkind IN ('r', 'p')
            AND pg_has_role(current_user, relowner, 'USAGE')
    )
"""


@register(Tags.security, deploy=True)
def public(app_configs: Sequence[AppConfig] | None = None, **options: object) -> list[CheckMessage]:
    """Warn of addresses that are still those of the operator's own machine (``check --deploy``)."""
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    address = urlsplit(settings.PUBLIC_URL)
    here = (*HERE, "[::1]")
    local = []
    if sender in here or "." not in sender:
        local.append(
            (
                "W003",
                f"DEFAULT_FROM_EMAIL is {settings.DEFAULT_FROM_EMAIL}: mails are refused, or taken"
                " for junk.",
                "Name the room and an address of your own: Club <room@poker.example>.",
            )
        )
    if address.hostname in HERE or address.scheme != "https":
        local.append(
            (
                "W004",
                f"PUBLIC_URL is {settings.PUBLIC_URL}: links in mails lead there.",
                "PUBLIC_URL=https://poker.example",
            )
        )
    if set(settings.ALLOWED_HOSTS) <= set(here):
        local.append(
            (
                "W005",
                "ALLOWED_HOSTS names this machine alone: nobody else is answered.",
                "ALLOWED_HOSTS=poker.example",
            )
        )
    return [Warning(what, hint=hint, id=f"poker_site.{number}") for number, what, hint in local]


@register(Tags.security, deploy=True)
def database_link(
    app_configs: Sequence[AppConfig] | None = None, **options: object
) -> list[CheckMessage]:
    """Warn of a PostgreSQL on another host that may be reached without TLS (``check --deploy``).

    A name without a dot is known in a network of containers alone, where TLS is not ours.
    """
    warnings: list[CheckMessage] = []
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL"):
        known = environ.Env.db_url_config(getattr(settings, name))
        host = unquote(known["HOST"] or "localhost")
        mode = known.get("OPTIONS", {}).get("sslmode") or os.environ.get("PGSSLMODE", "prefer")
        known_here = not {".", ":"} & {*host}
        if known_here or host in HERE or host.startswith("/") or mode in ENCRYPTED:
            continue
        warnings.append(
            Warning(
                f"{name} may speak plain text with {host}.",
                hint="End it with ?sslmode=verify-full (and &sslrootcert=... for a certificate of"
                " your own).",
                id="poker_site.W006",
            )
        )
    return warnings


@register()
def redis_link(
    app_configs: Sequence[AppConfig] | None = None, **options: object
) -> list[CheckMessage]:
    """Refuse a Redis on another host without TLS, or without a password.

    On a private network nobody else reaches it: that of containers is encrypted by no TLS of ours.
    """
    address = urlsplit(settings.REDIS_URL)
    if settings.DEMO or address.scheme == "unix" or address.hostname in HERE:
        return []
    if settings.REDIS_NETWORK == "private":
        return []
    return [*_over_plain_text(address), *_without_password(address)]


def _over_plain_text(address: SplitResult) -> list[CheckMessage]:
    if address.scheme == "rediss":
        return []
    return [
        Error(
            f"REDIS_URL speaks plain text with {address.hostname}.",
            hint="Use rediss:// (TLS) for a Redis on another host, or say REDIS_NETWORK=private"
            " where a network of your own leads there.",
            id="poker_site.E002",
        )
    ]


def _without_password(address: SplitResult) -> list[CheckMessage]:
    if address.password:
        return []
    return [
        Error(
            f"REDIS_URL has no password for {address.hostname}.",
            hint="Use rediss://user:password@host:port/number.",
            id="poker_site.E003",
        )
    ]


@register()
def secret_key(
    app_configs: Sequence[AppConfig] | None = None, **options: object
) -> list[CheckMessage]:
    """Refuse a guessable key in a real room: sessions, and cards on their way, depend on it."""
    if settings.DEMO:
        return []
    keys = {
        "SECRET_KEY": [settings.SECRET_KEY],
        "SECRET_KEY_FALLBACKS": settings.SECRET_KEY_FALLBACKS,
    }
    return [
        Error(
            f"{name} can be guessed.",
            hint=f"At least {KEY_LENGTH} random characters: python -c"
            ' "import secrets; print(secrets.token_urlsafe(50))"',
            id="poker_site.E004",
        )
        for name, named in keys.items()
        if any(map(_guessable, named))
    ]


def _guessable(key: str) -> bool:
    return len(key) < KEY_LENGTH or len(set(key)) < KEY_CHARACTERS or key == DEMO_KEY


@register()
def debug_off(
    app_configs: Sequence[AppConfig] | None = None, **options: object
) -> list[CheckMessage]:
    """Refuse DEBUG: its pages show settings and the values of variables, cards included."""
    if settings.DEMO or not settings.DEBUG:
        return []
    return [
        Error(
            "DEBUG is on in a real room.",
            hint="Take DEBUG out of the environment: its pages show what must stay secret.",
            id="poker_site.E005",
        )
    ]


@register(Tags.database)
def powers(
    app_configs: Sequence[AppConfig] | None = None,
    databases: Sequence[str] | None = None,
    **options: object,
) -> list[CheckMessage]:
    """Report excess rights of the role that plays (``manage.py check --database default``)."""
    if not databases:
        return []
    if messages := owns_tables():
        return messages
    two_roles = settings.DATABASE_URL != settings.DATABASE_OWNER_URL
    if not two_roles or not rights.playing():
        return []
    return [
        Warning(
            f"The role that plays can get past the guards of the database: {what}.",
            hint="docs/operations.md, Two roles, says what it needs.",
            id="poker_site.W002",
        )
        for what in rights.weaknesses()
    ]


CHECKS: tuple[Check, ...] = (
    roles,
    redis_link,
    secret_key,
    debug_off,
    mails_go_out,
    register_is_whole,
    provider_is_whole,
    time_to_show,
)


def refuse_to_start() -> None:
    """End this process for settings that no room may have, with the reason; log weak ones."""
    messages = [message for check in (*CHECKS, owns_tables) for message in check()]
    for message in messages:
        if not message.is_serious():
            log.warning(message.msg, check=message.id, hint=message.hint)
    wrong = [
        f"{message.id}: {message.msg} {message.hint}"
        for message in messages
        if message.is_serious()
    ]
    if wrong:
        sys.exit("montepremi: " + "\n".join(wrong))
