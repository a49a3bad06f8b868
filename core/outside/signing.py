"""A signature over a body and its time, as in ``t=1700000000,v1=…`` (HMAC-SHA256).

Both sides of a gateway check it, against forged requests and replays of old ones.
"""

import hashlib
import hmac
from collections.abc import Sequence

HEADER = "X-Montepremi-Signature"
# The greatest difference between the clocks, and the validity of a signature.
TOLERANCE_SECONDS = 300


def sign(body: bytes, *, secret: str, at: int) -> str:
    """Return the header's value for a body that is sent ``at`` (Unix seconds)."""
    return f"t={at},v1={_digest(body, secret, at)}"


def verified(header: str, body: bytes, *, secrets: Sequence[str], at: int) -> bool:
    """Return whether one of the secrets signed this body within the tolerance around ``at``."""
    parts = dict(part.partition("=")[::2] for part in header.split(","))
    moment, digest = parts.get("t", ""), parts.get("v1", "")
    if not (moment.isascii() and moment.isdecimal() and len(moment) <= 12 and digest.isascii()):
        return False
    if abs(at - int(moment)) > TOLERANCE_SECONDS:
        return False
    # Every secret is compared, so that the timing discloses nothing.
    genuine = [
        hmac.compare_digest(_digest(body, secret, int(moment)), digest)
        for secret in secrets
        if secret
    ]
    return any(genuine)


def _digest(body: bytes, secret: str, at: int) -> str:
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
