"""Encryption and signature of a Web Push message (RFC 8291, 8188 and 8292), on ``cryptography``."""

import base64
import json
import os
from datetime import datetime

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
# A message is one record, and services take 4,096 bytes in all.
RECORD_SIZE = 4096
SALT_SIZE = 16
# The byte after the text of the last record.
LAST = b"\x02"


def encrypt(
    text: bytes,
    *,
    p256dh: str,
    auth: str,
    sender: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return ``text`` as a body with ``Content-Encoding: aes128gcm`` that only the browser with
    the public key ``p256dh`` and the secret ``auth`` can read.

    Each message has a key pair and a salt of its own; tests give those of the RFC.
    """
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT_SIZE)
    theirs, ours = decode(p256dh), point(sender)
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derive(shared, decode(auth), b"WebPush: info\0" + theirs + ours, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, text + LAST, None)


def authorization(
    key: EllipticCurvePrivateKey, *, audience: str, subject: str, expires: datetime
) -> str:
    """Return the ``Authorization`` header by which a push service knows the room's ``key``."""
    claims = {"aud": audience, "exp": int(expires.timestamp()), "sub": subject}
    parts = [encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(parts)
    numbers = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={signed}.{encode(signature)}, k={encode(point(key))}"


def point(key: EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(data: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode base64url with or without padding; raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)
