"""The environment, read to the letter: a value that cannot be meant is named, not guessed at."""

from collections.abc import Sequence
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

TRUE = ("true", "on", "ok", "y", "yes", "1")
FALSE = ("false", "off", "n", "no", "0", "")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
POSTGRES = ("postgres", "postgresql")
REDIS = ("redis", "rediss", "unix")
N = TypeVar("N", int, float)


class Environment(environ.Env):  # type: ignore[misc]
    """As django-environ's, but no other word means no, and ``$`` begins no name of a variable."""

    def get_value(
        self,
        var: str,
        cast: Any = None,
        default: Any = environ.Env.NOTSET,
        parse_default: bool = False,
    ) -> Any:
        """Raises ImproperlyConfigured, without the value: it may be a secret."""
        if (text := self.ENVIRON.get(var)) is None:
            if default is self.NOTSET:
                raise ImproperlyConfigured(f"Set the {var} environment variable")
            return default
        try:
            return _read(text, cast)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var}: {error}") from None

    def level(self, var: str, *, default: str) -> str:
        """The name of a level of logging, in capitals."""
        name = str(self(var, default=default)).upper()
        if name not in LEVELS:
            raise ImproperlyConfigured(f"{var}: not one of {', '.join(LEVELS)}")
        return name

    def database(self, var: str, *, default: str = "") -> str:
        """The address of a PostgreSQL, or the default."""
        url = str(self(var, default="")) or default
        if url and not _names_a_database(url):
            raise ImproperlyConfigured(f"{var}: not like postgres://user:password@host:5432/name")
        return url

    def redis(self, var: str, *, default: str) -> str:
        """The address of a Redis, or the default."""
        url = str(self(var, default="")) or default
        if urlsplit(url).scheme not in REDIS:
            raise ImproperlyConfigured(f"{var}: not like rediss://user:password@host:6379/0")
        return url

    def number(self, var: str, *, default: N, least: N, most: N) -> N:
        """A number of the default's kind, within bounds."""
        found: N = self(var, type(default), default)
        _check(var, found, least, most)
        return found

    def numbers(
        self, var: str, *, default: list[int], bounds: Sequence[tuple[int, int]]
    ) -> list[int]:
        """As many whole numbers as the default has, each within its bounds."""
        found: list[int] = self.list(var, int, default)
        if len(found) != len(default):
            raise ImproperlyConfigured(f"{var}: {len(found)} numbers, not {len(default)}")
        for place, (number, (least, most)) in enumerate(zip(found, bounds, strict=True), start=1):
            _check(f"{var}: number {place}", number, least, most)
        return found

    def mail(self, var: str) -> dict[str, Any]:
        """Where mails go, as Django's settings."""
        try:
            return cast("dict[str, Any]", self.email_url_config(self(var)))
        except (ImproperlyConfigured, ValueError):
            raise ImproperlyConfigured(
                f"{var}: not like smtp+tls://user:password@mail.example:587"
            ) from None


def _check(var: str, number: float, least: float, most: float) -> None:
    if not least <= number <= most:
        raise ImproperlyConfigured(f"{var}: not from {least} to {most}")


def _names_a_database(url: str) -> bool:
    try:
        address = urlsplit(url)
        return address.scheme in POSTGRES and len(address.path) > 1 and address.port != 0
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
    # No setting is below nothing or without end; most have narrower bounds.
    if not 0 <= number < float("inf"):
        raise ValueError("not a number from 0 on")
    return number
