"""The environment, parsed strictly: an invalid value is named, not guessed at."""

import re
from collections.abc import Sequence
from email import policy
from email.errors import HeaderParseError
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from core.outside import signing

TRUE = ("true", "on", "ok", "y", "yes", "1")
FALSE = ("false", "off", "n", "no", "0", "")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
POSTGRES = ("postgres", "postgresql")
REDIS = ("redis", "rediss", "unix")
WEB = ("http", "https")
# As a request names one: a name, all of a domain (".poker.example"), all, or a number.
HOST = re.compile(r"\*|\.?[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]")
# A server that is gone without a word is given up after some six seconds: its standby may have
# become the primary.
LOST_SERVER = {
    "connect_timeout": 3,
    "tcp_user_timeout": 6_000,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
}
N = TypeVar("N", int, float)


class Environment(environ.Env):  # type: ignore[misc]
    """django-environ's parser, with strict booleans, and without variables after ``$``."""

    def get_value(
        self,
        var: str,
        cast: Any = None,
        default: Any = environ.Env.NOTSET,
        parse_default: bool = False,
    ) -> Any:
        """Raise ImproperlyConfigured without the value: it may be a secret."""
        if (text := self.ENVIRON.get(var)) is None:
            if default is self.NOTSET:
                raise ImproperlyConfigured(f"Set the {var} environment variable")
            return default
        try:
            return _read(text, cast)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var}: {error}") from None

    def level(self, var: str, *, default: str) -> str:
        """Return the name of a level of logging, in capitals."""
        name = str(self(var, default=default)).upper()
        if name not in LEVELS:
            raise ImproperlyConfigured(f"{var}: not one of {', '.join(LEVELS)}")
        return name

    def web(self, var: str, *, default: str = "") -> str:
        """Return the address of a service or of the room's pages, without a slash at its end."""
        url = str(self(var, default=default)).rstrip("/")
        if url and not _is_web(url):
            raise ImproperlyConfigured(f"{var}: not like https://poker.example")
        return url

    def secrets(self, var: str) -> list[str]:
        """Return secrets shared with a service, the newest first."""
        found: list[str] = self.list(var, default=[])
        for secret in found:
            try:
                signing.key(secret)
            except ValueError:
                raise ImproperlyConfigured(f"{var}: no base64 after {signing.BASE64_KEY}") from None
        return found

    def hosts(self, var: str, *, default: list[str]) -> list[str]:
        """Return names of hosts, as in a request: neither a scheme nor a port nor a path."""
        hosts: list[str] = self.list(var, default=default)
        for host in hosts:
            if not HOST.fullmatch(host):
                raise ImproperlyConfigured(f"{var}: a name alone, like poker.example, not {host}")
        return hosts

    def origins(self, var: str) -> list[str]:
        """Return origins of pages: a scheme, a host and perhaps a port."""
        origins: list[str] = self.list(var, default=[])
        for origin in origins:
            if not _is_web(origin.replace("://*.", "://any.")) or urlsplit(origin).path:
                raise ImproperlyConfigured(f"{var}: not like https://poker.example: {origin}")
        return origins

    def sender(self, var: str, *, default: str) -> str:
        """Return the sender of mails: an address, or a name and an address in angle brackets.

        A name with a comma takes quotation marks, without which it is a list of two addresses.
        """
        text = str(self(var, default=default)).strip()
        if not _is_a_sender(text):
            raise ImproperlyConfigured(
                f'{var}: not like "My room, in Rome" <room@poker.example>, quotation marks included'
            )
        return text

    def database(self, var: str, *, default: str = "") -> str:
        """Return the address of a PostgreSQL, or the default."""
        url = str(self(var, default="")) or default
        if url and not _names_a_database(url):
            raise ImproperlyConfigured(f"{var}: not like postgres://user:password@host:5432/name")
        return url

    def redis(self, var: str, *, default: str) -> str:
        """Return the address of a Redis, or the default."""
        url = str(self(var, default="")) or default
        if not _names_a_redis(url):
            raise ImproperlyConfigured(f"{var}: not like rediss://user:password@host:6379/0")
        return url

    def contact(self, var: str) -> str:
        """Return the address of a mailbox or a page, with its scheme; "" where none is named."""
        text = str(self(var, default=""))
        mailbox = text.removeprefix("mailto:")
        if _is_a_sender(mailbox) and " " not in mailbox:
            return f"mailto:{mailbox}"
        if text and not (_is_web(text) and text.startswith("https:")):
            raise ImproperlyConfigured(
                f"{var}: not like security@poker.example or https://poker.example/security"
            )
        return text

    def choice(self, var: str, *, among: Sequence[str]) -> str:
        """Return one of the words; the first is the default."""
        word = str(self(var, default=among[0])).strip().lower()
        if word not in among:
            raise ImproperlyConfigured(f"{var}: not one of {', '.join(among)}")
        return word

    def number(self, var: str, *, default: N, least: N, most: N) -> N:
        """Return a number of the default's kind, within bounds."""
        value: N = self(var, type(default), default)
        _check(var, value, least, most)
        return value

    def mail(self, var: str) -> dict[str, Any]:
        """Return the mail server, as Django's settings."""
        try:
            return cast("dict[str, Any]", self.email_url_config(self(var)))
        except (ImproperlyConfigured, ValueError):
            raise ImproperlyConfigured(
                f"{var}: not like smtp+tls://user:password@mail.example:587"
            ) from None


def _check(var: str, number: float, least: float, most: float) -> None:
    if not least <= number <= most:
        raise ImproperlyConfigured(f"{var}: not from {least} to {most}")


def _is_a_sender(text: str) -> bool:
    if not text.isprintable():
        return False
    try:
        header: Any = policy.default.header_factory("From", text)
    except (HeaderParseError, IndexError):
        # As Python's parser fails at half an address.
        return False
    if header.defects or len(header.addresses) != 1:
        return False
    [address] = header.addresses
    return bool(address.username) and bool(HOST.fullmatch(address.domain))


def database_settings(url: str) -> dict[str, Any]:
    """Return Django's settings of the PostgreSQL at an address.

    Of several servers in it, the one that takes writes is used. Options at the end of the address
    (``?sslmode=verify-full``) come before our own.
    """
    named = cast(dict[str, Any], environ.Env.db_url_config(url))
    options: dict[str, Any] = dict(LOST_SERVER)
    if "," in named["HOST"]:
        options["target_session_attrs"] = "read-write"
    return {**named, "OPTIONS": {**options, **named.get("OPTIONS", {})}}


def connection_arguments(url: str) -> dict[str, Any]:
    """Return the arguments by which psycopg connects to the PostgreSQL at an address."""
    named = database_settings(url)
    arguments: dict[str, Any] = dict(named["OPTIONS"])
    for argument in ("host", "port", "user", "password"):
        arguments[argument] = named[argument.upper()] or None
    arguments["dbname"] = named["NAME"]
    return arguments


def _is_web(url: str) -> bool:
    try:
        address = urlsplit(url)
        named = address.hostname is not None and bool(
            HOST.fullmatch(address.netloc.rpartition("@")[2].removesuffix(f":{address.port}"))
        )
        plain = url.isascii() and url.isprintable() and " " not in url
        # A query or a fragment would stand in the middle of the composed address.
        asks = address.query or address.fragment
        return address.scheme in WEB and named and plain and address.port != 0 and not asks
    except ValueError:
        return False


def _names_a_redis(url: str) -> bool:
    try:
        address = urlsplit(url)
        where = address.path if address.scheme == "unix" else address.hostname
        return address.scheme in REDIS and bool(where) and address.port != 0
    except ValueError:
        return False


def _names_a_database(url: str) -> bool:
    try:
        address = urlsplit(url)
        # Several servers of one database stand beside each other: host:port,host:port.
        _, _, servers = address.netloc.rpartition("@")
        ports = [urlsplit(f"//{server}").port for server in servers.split(",")]
        return address.scheme in POSTGRES and len(address.path) > 1 and 0 not in ports
    except ValueError:
        return False


def _read(text: str, kind: Any) -> Any:
    if isinstance(kind, list):
        return [_read(part.strip(), kind[0]) for part in text.split(",") if part.strip()]
    if kind is list:
        return [word for part in text.split(",") if (word := part.strip())]
    if kind is bool:
        return _truth(text.strip().lower())
    if kind in (int, float):
        return _number(text, kind)
    return text


def _truth(word: str) -> bool:
    if word not in TRUE + FALSE:
        raise ValueError("neither true nor false")
    return word in TRUE


def _number(text: str, kind: type[int] | type[float]) -> float:
    try:
        number = kind(text)
    except ValueError:
        raise ValueError("not a number" if kind is float else "not a whole number") from None
    # No setting is negative or infinite; most have narrower bounds.
    if not 0 <= number < float("inf"):
        raise ValueError("not a number from 0 on")
    return number
