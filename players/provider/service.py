"""The interface to a service that checks documents, and the connected one.

Each service has its own protocol: an adapter in front of it speaks as the sandbox does, or a class
with ``send`` and ``look`` is added here (docs/operations.md). No call is made inside a transaction.
"""

import base64
from datetime import date
from typing import NamedTuple, Protocol
from uuid import UUID

from django.conf import settings

from core.outside.signed_json import ServiceLine, reading
from players.models import IdentityCheck

Verdict = IdentityCheck.Verdict
# Characters of a reason that are kept.
LONGEST = 80


class ProviderRequest(NamedTuple):
    """A player's statement, and the document that is to prove it."""

    name: str
    born: date
    number: str
    kind: str
    media: str
    content: bytes


class ProviderReply(NamedTuple):
    """A verdict, its reason, and the document's last day; None: it has none."""

    verdict: IdentityCheck.Verdict
    reason: str
    expires: date | None


class Lost(Exception):
    """Raised where the provider does not know this check: it is sent again."""


class Provider(Protocol):
    """A service that checks documents. Both methods raise Silent and Declined."""

    def send(self, token: UUID, question: ProviderRequest) -> None:
        """Send a document to be checked; idempotent by its token."""

    def look(self, token: UUID) -> ProviderReply | None:
        """Return the answer; None while there is none. Raises Lost besides."""


class HttpProvider:
    """The provider at ``url`` (without a slash at the end), each request signed."""

    # A document of 4 MB is uploaded, and only a worker waits.
    PATIENCE_SECONDS = 8.0

    def __init__(self, *, url: str, secret: str) -> None:
        self._line = ServiceLine(url=url, secret=secret, patience=self.PATIENCE_SECONDS)

    def send(self, token: UUID, question: ProviderRequest) -> None:
        content = {**question._asdict(), "born": question.born.isoformat()}
        content["content"] = base64.b64encode(question.content).decode()
        self._line.ask("POST", "/checks", token=str(token), **content)

    def look(self, token: UUID) -> ProviderReply | None:
        reply = self._line.ask("GET", f"/checks/{token}")
        if reply is None:
            raise Lost
        with reading():
            return _read(reply["verdict"], reply.get("reason", ""), reply.get("expires"))


def _read(verdict: object, reason: object, expires: object) -> ProviderReply | None:
    """Parse an answer strictly; raises ValueError on any other value. None: still pending."""
    if verdict == "pending":
        return None
    if not isinstance(reason, str):
        raise ValueError("a reason that is no text")
    if not isinstance(expires, str | None):
        raise ValueError("a day that is no text")
    until = None if expires is None else date.fromisoformat(expires)
    return ProviderReply(Verdict(str(verdict)), reason.replace("\0", "")[:LONGEST], until)


def is_connected() -> bool:
    return bool(settings.IDENTITY_PROVIDER_URL)


def connected() -> Provider | None:
    """Return the provider that checks this room's documents; None where there is none."""
    if not is_connected():
        return None
    secret = settings.IDENTITY_PROVIDER_SECRETS[0]
    return HttpProvider(url=settings.IDENTITY_PROVIDER_URL, secret=secret)
