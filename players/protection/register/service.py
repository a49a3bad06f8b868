"""The interface to a register of exclusions, and the connected one.

A national one (OASIS, GAMSTOP, the Italian RUA) has its own protocol: an adapter in front of it
speaks as the sandbox does, or a class with ``ask`` is added here (docs/operations.md). No call is
made inside a transaction.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from django.conf import settings

from core.outside.signed_json import ServiceLine, reading

# The end of an exclusion without end: only the register lifts it.
FOR_EVER = datetime(9999, 12, 30, tzinfo=UTC)


class RegisterReply(NamedTuple):
    """The end of a player's exclusion; None: not excluded."""

    until: datetime | None


class Register(Protocol):
    """A register of exclusions."""

    def ask(self, *, marks: Sequence[str]) -> RegisterReply:
        """Return the exclusion of a player with these marks. Raises Silent and Declined."""


class HttpRegister:
    """The register at ``url`` (without a slash at the end), each body signed."""

    # A player waits for it while signing in.
    PATIENCE_SECONDS = 3.0

    def __init__(self, *, url: str, secret: str) -> None:
        self._line = ServiceLine(url=url, secret=secret, patience=self.PATIENCE_SECONDS)

    def ask(self, *, marks: Sequence[str]) -> RegisterReply:
        reply = self._line.ask("POST", "/checks", marks=list(marks))
        with reading():
            return _read(reply["excluded"], reply.get("until"))


def _read(excluded: object, until: object) -> RegisterReply:
    """Parse an answer strictly; ValueError for an end without an exclusion or without a zone."""
    if excluded is False and until is None:
        return RegisterReply(None)
    if excluded is not True:
        raise ValueError("neither excluded nor not")
    if until is None:
        return RegisterReply(FOR_EVER)
    ends = datetime.fromisoformat(str(until))
    if ends.tzinfo is None:
        raise ValueError("a moment of no zone")
    return RegisterReply(min(ends, FOR_EVER))


def is_connected() -> bool:
    return bool(settings.EXCLUSIONS_URL)


def connected() -> Register | None:
    """Return the register that this room asks; None where there is none."""
    if not is_connected():
        return None
    return HttpRegister(url=settings.EXCLUSIONS_URL, secret=settings.EXCLUSIONS_SECRETS[0])
