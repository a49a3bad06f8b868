"""System checks: settings with which no room for real money may open.

Django runs them before its commands; the room and its web, worker and beat ask ``refuse_to_start``
themselves.
"""

import sys
from collections.abc import Callable, Sequence
from urllib.parse import SplitResult, urlsplit

import environ
import structlog
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from players.checks import mails_go_out, provider_is_whole, register_is_whole
from poker_site.launch import rights
from tables.live.checks import time_to_show

log = structlog.get_logger(__name__)

Check = Callable[..., list[CheckMessage]]

DEMO_KEY = "the demo's key, known to everybody"
# As Django's own ``check --deploy`` counts.
KEY_LENGTH, KEY_CHARACTERS = 50, 5
HERE = ("localhost", "127.0.0.1", "::1")


@register()
def roles(app_configs: Sequence[AppConfig] | None = None, **asked: object) -> list[CheckMessage]:
    """The role that plays owns nothing; the owner owns the same database."""
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
    if player["USER"] != owner["USER"]:
        return []
    return [
        Warning(
            "One role of the database both owns the tables and plays: whoever gets hold of it can"
            " switch off what guards money and evidence.",
            hint="Make a second role and name the owner in DATABASE_OWNER_URL (docs/operations.md,"
            " Two roles).",
            id="poker_site.W001",
        )
    ]


@register()
def redis_link(
    app_configs: Sequence[AppConfig] | None = None, **asked: object
) -> list[CheckMessage]:
    """Nothing goes to a Redis on another host in the clear, or without a password."""
    address = urlsplit(settings.REDIS_URL)
    if settings.DEMO or address.scheme == "unix" or address.hostname in HERE:
        return []
    return [*_over_plain_text(address), *_without_password(address)]


def _over_plain_text(address: SplitResult) -> list[CheckMessage]:
    if address.scheme == "rediss":
        return []
    return [
        Error(
            f"REDIS_URL speaks plain text with {address.hostname}.",
            hint="Use rediss:// (TLS) for a Redis on another host.",
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
    app_configs: Sequence[AppConfig] | None = None, **asked: object
) -> list[CheckMessage]:
    """A real room's key is secret: sessions, and the cards on their way, hang on it."""
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
    app_configs: Sequence[AppConfig] | None = None, **asked: object
) -> list[CheckMessage]:
    """A page of DEBUG shows settings and the values of variables, cards included."""
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
    **asked: object,
) -> list[CheckMessage]:
    """The role that plays has its rights and no more (``manage.py check --database default``)."""
    two_roles = settings.DATABASE_URL != settings.DATABASE_OWNER_URL
    if not databases or not two_roles or not rights.playing():
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
    """End this process, saying why, with settings that no room may have; log what is only weak."""
    found = [message for check in CHECKS for message in check()]
    for message in found:
        if not message.is_serious():
            log.warning(message.msg, check=message.id, hint=message.hint)
    wrong = [
        f"{message.id}: {message.msg} {message.hint}" for message in found if message.is_serious()
    ]
    if wrong:
        sys.exit("montepremi: " + "\n".join(wrong))
