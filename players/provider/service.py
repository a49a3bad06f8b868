"""What the room asks of a service that checks documents, and the one that is connected.

Each has words of its own: an adapter in front of it speaks as the sandbox does, or a class with
``send`` and ``look`` stands here (docs/operations.md). It is never asked inside a transaction.
"""

import base64
from datetime import date
from typing import NamedTuple, Protocol
from uuid import UUID

from django.conf import settings

from core.outside.line import ServiceLine, reading
from players.models import IdentityCheck

Verdict = IdentityCheck.Verdict
# Of its reason, in characters.
LONGEST = 80


class Question(NamedTuple):
    """What a player says of themselves, and the document that is to show it."""

    name: str
    born: date
    number: str
    kind: str
    media: str
    content: bytes


class Answer(NamedTuple):
    """A verdict, its reason, and the document's last day where it has one."""

    verdict: IdentityCheck.Verdict
    reason: str
    expires: date | None


class Lost(Exception):
    """The provider has never heard of this check: it is sent again."""


class Provider(Protocol):
    """A service that checks documents. Both raise Silent and Declined."""

    def send(self, token: UUID, question: Question) -> None:
        """Hand a document over to be checked; the same token again does nothing twice."""

    def look(self, token: UUID) -> Answer | None:
        """Its answer; None while it has none. Raises Lost besides."""


class OverHttp:
    """The provider at ``url`` (no slash at its end), each request signed."""

    # A document of 4 MB goes over the line, and a worker waits for it.
    PATIENCE_SECONDS = 8.0

    def __init__(self, *, url: str, secret: str) -> None:
        self._line = ServiceLine(url=url, secret=secret, patience=self.PATIENCE_SECONDS)

    def send(self, token: UUID, question: Question) -> None:
        said = {**question._asdict(), "born": question.born.isoformat()}
        said["content"] = base64.b64encode(question.content).decode()
        self._line.ask("POST", "/checks", token=str(token), **said)

    def look(self, token: UUID) -> Answer | None:
        told = self._line.ask("GET", f"/checks/{token}")
        if told is None:
            raise Lost
        with reading():
            return _read(told["verdict"], told.get("reason", ""), told.get("expires"))


def _read(verdict: object, reason: object, expires: object) -> Answer | None:
    """Nothing is guessed: what is no verdict of ours is no answer."""
    if verdict == "pending":
        return None
    if not isinstance(reason, str):
        raise ValueError("a reason that is no text")
    if not isinstance(expires, str | None):
        raise ValueError("a day that is no text")
    until = None if expires is None else date.fromisoformat(expires)
    return Answer(Verdict(str(verdict)), reason.replace("\0", "")[:LONGEST], until)


def is_connected() -> bool:
    return bool(settings.IDENTITY_PROVIDER_URL)


def connected() -> Provider | None:
    """The provider that checks this room's documents; None where there is none."""
    if not is_connected():
        return None
    secret = settings.IDENTITY_PROVIDER_SECRETS[0]
    return OverHttp(url=settings.IDENTITY_PROVIDER_URL, secret=secret)
