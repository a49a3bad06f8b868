"""Second factors, sealed in the database for their owner (STAFF-1).

Neither the database nor its copy opens the desk, nor does a row that came from another account.
"""

import base64
import binascii
from typing import Any, Self

import structlog
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator

from core import seal

log = structlog.get_logger(__name__)

# A part of what is sealed: nothing sealed for another purpose opens here.
ADDRESS = "second factor"
# The names of what is sealed among an authenticator's data.
SECRETS = ("secret", "seed")


class Fresh(str):
    """A secret of which allauth has not said yet whose it is."""


class Owned(str):
    """A secret as it lies in the row of its owner; the adapter is told the secret alone."""

    owner: int | None

    def __new__(cls, sealed: str, owner: int | None = None) -> Self:
        self = super().__new__(cls, sealed)
        self.owner = owner
        return self


class SealedFactors(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is not typed
    """allauth's secrets of second factors, sealed as documents are."""

    def encrypt(self, text: str) -> str:
        return Fresh(_seal(text, ADDRESS))

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; where it was not sealed by this room for the owner of the row, refuse
        as a code that is wrong."""
        owner = encrypted_text.owner if isinstance(encrypted_text, Owned) else None
        try:
            return _open(encrypted_text, _address(owner))
        except seal.Broken as error:
            log.warning("second factor not opened", user=owner)
            raise self.validation_error("incorrect_code") from error


def bind(instance: Authenticator, **_: Any) -> None:
    """Django has made an authenticator, anew or from its row: its secrets are its user's."""
    # What a query has left out is not loaded for this.
    data, owner = (instance.__dict__.get(name) for name in ("data", "user_id"))
    for name in SECRETS:
        sealed = data.get(name) if isinstance(data, dict) else None
        if isinstance(sealed, Fresh):
            data[name] = Owned(_seal(_open(sealed, ADDRESS), _address(owner)), owner)
        elif isinstance(sealed, str):
            data[name] = Owned(sealed, owner)


def _address(owner: int | None) -> str:
    return f"{ADDRESS} of {owner}"


def _seal(text: str, address: str) -> str:
    return base64.b64encode(seal.lock_away(text.encode(), address=address)).decode()


def _open(text: str, address: str) -> str:
    try:
        sealed = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise seal.Broken from error
    return seal.take_out(sealed, address=address).decode()
