"""Signatures of messages between the room and outside services, as Standard Webhooks has them.

Three headers: an id, the time, and the HMAC-SHA256 of ``id.time.body``. Both sides check them,
against forged messages and replays of old ones; ready libraries do so in most languages.
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping, Sequence

ID, TIME, SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"
# A secret that begins so is a key in base64; any other is the key itself.
BASE64_KEY = "whsec_"
# The greatest difference between the clocks, and the validity of a signature.
TOLERANCE_SECONDS = 300


def sign(body: bytes, *, secret: str, id_: str, at: int) -> dict[str, str]:
    """Return the headers of a message that is sent ``at`` (Unix seconds)."""
    return {ID: id_, TIME: str(at), SIGNATURE: f"v1,{_digest(body, secret, id_, str(at))}"}


def verified(headers: Mapping[str, str], body: bytes, *, secrets: Sequence[str], at: int) -> bool:
    """Return whether one of the secrets signed this body within the tolerance around ``at``.

    ``headers`` has names in lower case, or ignores case.
    """
    id_, moment = headers.get(ID, ""), headers.get(TIME, "")
    if not (moment.isascii() and moment.isdecimal() and len(moment) <= 12):
        return False
    if abs(at - int(moment)) > TOLERANCE_SECONDS:
        return False
    digests = [_digest(body, secret, id_, moment).encode() for secret in secrets if secret]
    # A sender that changes its secret signs with both. Every pair is compared, so that the timing
    # discloses nothing.
    genuine = [
        hmac.compare_digest(digest, text.removeprefix("v1,").encode())
        for text in headers.get(SIGNATURE, "").split()
        for digest in digests
        if text.startswith("v1,")
    ]
    return any(genuine)


def key(secret: str) -> bytes:
    """Return the key that a secret stands for; raises ValueError."""
    if not secret.startswith(BASE64_KEY):
        return secret.encode()
    found = base64.b64decode(secret.removeprefix(BASE64_KEY), validate=True)
    if not found:
        raise ValueError("no key")
    return found


def _digest(body: bytes, secret: str, id_: str, moment: str) -> str:
    signed = f"{id_}.{moment}.".encode() + body
    return base64.b64encode(hmac.digest(key(secret), signed, hashlib.sha256)).decode()
