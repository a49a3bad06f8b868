"""Second factors, sealed in the database: neither it nor its copy opens the desk (STAFF-1)."""

import base64
import binascii

from allauth.mfa.adapter import DefaultMFAAdapter

from core import seal

# A part of what is sealed: nothing sealed for another purpose opens here.
ADDRESS = "second factor"


class SealedFactors(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is not typed
    """allauth's secrets of second factors, sealed as documents are."""

    def encrypt(self, text: str) -> str:
        return base64.b64encode(seal.lock_away(text.encode(), address=ADDRESS)).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; seal.Broken where it was not sealed by this room."""
        try:
            sealed = base64.b64decode(encrypted_text, validate=True)
        except binascii.Error as error:
            raise seal.Broken from error
        return seal.take_out(sealed, address=ADDRESS).decode()
