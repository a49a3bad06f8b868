"""Second factors, sealed in the database for their owner (STAFF-1).

Neither a copy of the database nor a row copied from another account opens the desk.
"""

import base64
import binascii
from typing import Any, Self

import structlog
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator

from core import encryption

log = structlog.get_logger(__name__)

# Part of the seal, so that data sealed for another purpose does not open here.
ADDRESS = "second factor"
# The keys of sealed values in an authenticator's data.
SECRETS = ("secret", "seed")


class UnownedSecret(str):
    """A sealed secret whose owner allauth has not stated yet."""


class Owned(str):
    """A secret sealed for the owner of its row; allauth hands only this string to the adapter."""

    owner: int | None

    def __new__(cls, sealed: str, owner: int | None = None) -> Self:
        self = super().__new__(cls, sealed)
        self.owner = owner
        return self


class SealedFactors(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is not typed
    """allauth's adapter, which seals the secrets of second factors as documents are."""

    def encrypt(self, text: str) -> str:
        return UnownedSecret(_seal(text, ADDRESS))

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; refuse it as a wrong code where it was not sealed by this room for the
        owner of the row."""
        owner = encrypted_text.owner if isinstance(encrypted_text, Owned) else None
        try:
            return _open(encrypted_text, _address(owner))
        except encryption.Broken as error:
            log.warning("second factor not opened", user=owner)
            raise self.validation_error("incorrect_code") from error


def bind(instance: Authenticator, **_: Any) -> None:
    """Bind the secrets of a new or loaded authenticator to its user."""
    # Deferred fields are not loaded for this.
    data, owner = (instance.__dict__.get(name) for name in ("data", "user_id"))
    for name in SECRETS:
        sealed = data.get(name) if isinstance(data, dict) else None
        if isinstance(sealed, UnownedSecret):
            data[name] = Owned(_seal(_open(sealed, ADDRESS), _address(owner)), owner)
        elif isinstance(sealed, str):
            data[name] = Owned(sealed, owner)


def _address(owner: int | None) -> str:
    return f"{ADDRESS} of {owner}"


def _seal(text: str, address: str) -> str:
    return base64.b64encode(encryption.lock_away(text.encode(), address=address)).decode()


def _open(text: str, address: str) -> str:
    try:
        sealed = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise encryption.Broken from error
    return encryption.take_out(sealed, address=address).decode()
