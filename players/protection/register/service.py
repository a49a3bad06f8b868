"""What the room asks of a register of exclusions, and the one that is connected.

A national one (OASIS, GAMSTOP, the Italian RUA) has words of its own: an adapter in front of it
speaks as the sandbox does, or a class with ``ask`` stands here (docs/operations.md). It is never
asked inside a transaction.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from django.conf import settings

from core.outside.line import ServiceLine, reading

# The end of an exclusion that has none: only the register lifts it.
FOR_EVER = datetime(9999, 12, 30, tzinfo=UTC)


class Answer(NamedTuple):
    """Until when somebody is excluded; None: they are not."""

    until: datetime | None


class Register(Protocol):
    """A register of exclusions."""

    def ask(self, *, marks: Sequence[str]) -> Answer:
        """What holds for whoever has one of these marks. Raises Silent and Declined."""


class OverHttp:
    """The register at ``url`` (no slash at its end), each body signed."""

    # Somebody waits for it while they sign in.
    PATIENCE_SECONDS = 3.0

    def __init__(self, *, url: str, secret: str) -> None:
        self._line = ServiceLine(url=url, secret=secret, patience=self.PATIENCE_SECONDS)

    def ask(self, *, marks: Sequence[str]) -> Answer:
        told = self._line.ask("POST", "/checks", marks=list(marks))
        with reading():
            return _read(told["excluded"], told.get("until"))


def _read(excluded: object, until: object) -> Answer:
    """Nothing is guessed: an end without an exclusion, or one that is no moment, is no answer."""
    if excluded is False and until is None:
        return Answer(None)
    if excluded is not True:
        raise ValueError("neither excluded nor not")
    if until is None:
        return Answer(FOR_EVER)
    ends = datetime.fromisoformat(str(until))
    if ends.tzinfo is None:
        raise ValueError("a moment of no zone")
    return Answer(min(ends, FOR_EVER))


def is_connected() -> bool:
    return bool(settings.REGISTER_URL)


def connected() -> Register | None:
    """The register that this room asks; None where there is none."""
    if not is_connected():
        return None
    return OverHttp(url=settings.REGISTER_URL, secret=settings.REGISTER_SECRETS[0])
