"""What a player alone may see, sealed on its way between the processes and where it lies.

Redis carries the first. Whoever reads there, in the database or in a copy of it, reads nothing. The
keys follow from ``SECRET_KEY``, so that every process of the room has them and no other needs to be
kept; what an earlier one has sealed is read while that stays among the fallbacks.
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
AT_REST = b"montepremi: documents at rest"
NONCE_BYTES = 12


class Broken(Exception):
    """Not sealed by this room for this address, or changed on the way."""


def seal(text: bytes, *, address: str) -> bytes:
    """``text`` for whoever listens at ``address``; only ``unseal`` there reads it again."""
    nonce = os.urandom(NONCE_BYTES)
    cipher = _made(settings.SECRET_KEY, PURPOSE)
    return base64.b64encode(nonce + cipher.encrypt(nonce, text, address.encode()))


def unseal(sealed: str, *, address: str) -> str:
    """What was sealed for ``address``; Broken."""
    try:
        found = base64.b64decode(sealed, validate=True)
        nonce, text = found[:NONCE_BYTES], found[NONCE_BYTES:]
        return _opened(nonce, text, address, PURPOSE).decode()
    except (binascii.Error, ValueError) as error:
        raise Broken from error


def lock_away(content: bytes, *, address: str) -> bytes:
    """``content`` as it lies in the database; only ``take_out`` for ``address`` reads it again."""
    nonce = os.urandom(NONCE_BYTES)
    cipher = _made(settings.SECRET_KEY, AT_REST)
    return nonce + cipher.encrypt(nonce, content, address.encode())


def take_out(sealed: bytes, *, address: str) -> bytes:
    """What was locked away for ``address``; Broken."""
    try:
        nonce, content = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        return _opened(nonce, content, address, AT_REST)
    except ValueError as error:
        raise Broken from error


def _opened(nonce: bytes, sealed: bytes, address: str, purpose: bytes) -> bytes:
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return _made(secret, purpose).decrypt(nonce, sealed, address.encode())
        except InvalidTag:
            continue
    raise Broken


@cache
def _made(secret: str, purpose: bytes) -> AESGCM:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret.encode())
    return AESGCM(key)
