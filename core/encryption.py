"""Authenticated encryption of private data, between the processes and at rest.

Redis carries the former. Read access to Redis, to the database or to a copy discloses nothing. The
keys are derived from ``SECRET_KEY``, so that every process has them and no other key needs to be
kept; data sealed under an earlier one opens while that is among the fallbacks.
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
    """Raised for data that was not sealed by this room for this address, or was altered."""


def seal(text: bytes, *, address: str) -> bytes:
    """Encrypt ``text`` for the reader at ``address``; only ``unseal`` with it opens the result."""
    nonce = os.urandom(NONCE_BYTES)
    cipher = _made(settings.SECRET_KEY, PURPOSE)
    return base64.b64encode(nonce + cipher.encrypt(nonce, text, address.encode()))


def unseal(sealed: str, *, address: str) -> str:
    """Decrypt data that was sealed for ``address``; raises Broken."""
    try:
        data = base64.b64decode(sealed, validate=True)
        nonce, text = data[:NONCE_BYTES], data[NONCE_BYTES:]
        return _opened(nonce, text, address, PURPOSE).decode()
    except (binascii.Error, ValueError) as error:
        raise Broken from error


def lock_away(content: bytes, *, address: str) -> bytes:
    """Encrypt ``content`` for the database; only ``take_out`` with ``address`` opens the result."""
    nonce = os.urandom(NONCE_BYTES)
    cipher = _made(settings.SECRET_KEY, AT_REST)
    return nonce + cipher.encrypt(nonce, content, address.encode())


def take_out(sealed: bytes, *, address: str) -> bytes:
    """Decrypt content that was locked away for ``address``; raises Broken."""
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
