"""What a player alone may see, sealed on its way between the processes.

Redis carries it, and whoever reads there reads nothing. The key follows from ``SECRET_KEY``, so
that every process of the room has it and no other needs to be kept.
"""

import base64
import binascii
import os
from functools import cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PURPOSE = b"montepremi: frames for one player"
NONCE_BYTES = 12


class Broken(Exception):
    """Not sealed by this room for this address, or changed on the way."""


def seal(text: bytes, *, address: str) -> bytes:
    """``text`` for whoever listens at ``address``; only ``unseal`` there reads it again."""
    nonce = os.urandom(NONCE_BYTES)
    sealed = _cipher(settings.SECRET_KEY).encrypt(nonce, text, address.encode())
    return base64.b64encode(nonce + sealed)


def unseal(sealed: str, *, address: str) -> str:
    """What was sealed for ``address``; Broken."""
    try:
        found = base64.b64decode(sealed, validate=True)
        nonce, text = found[:NONCE_BYTES], found[NONCE_BYTES:]
        return _cipher(settings.SECRET_KEY).decrypt(nonce, text, address.encode()).decode()
    except (binascii.Error, InvalidTag, ValueError) as error:
        raise Broken from error


@cache
def _cipher(secret: str) -> AESGCM:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return AESGCM(key)
