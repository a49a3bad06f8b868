"""A signature over a body and its moment, as in ``t=1700000000,v1=…`` (HMAC-SHA256).

Both sides of a gateway use it: neither takes the word of somebody else, or an old one, for the
other's.
"""

import hashlib
import hmac
from collections.abc import Sequence

HEADER = "X-Montepremi-Signature"
# So far a sender's clock may be from ours, and so long a signature counts.
TOLERANCE_SECONDS = 300


def sign(body: bytes, *, secret: str, at: int) -> str:
    """The header's value for a body that is sent ``at`` (seconds of Unix)."""
    return f"t={at},v1={_digest(body, secret, at)}"


def verified(header: str, body: bytes, *, secrets: Sequence[str], at: int) -> bool:
    """Whether one of the secrets signed this body within the tolerance around ``at``."""
    parts = dict(part.partition("=")[::2] for part in header.split(","))
    moment, digest = parts.get("t", ""), parts.get("v1", "")
    if not (moment.isascii() and moment.isdecimal() and len(moment) <= 12 and digest.isascii()):
        return False
    if abs(at - int(moment)) > TOLERANCE_SECONDS:
        return False
    # Every secret is compared, so that how long it takes tells nothing.
    genuine = [
        hmac.compare_digest(_digest(body, secret, int(moment)), digest)
        for secret in secrets
        if secret
    ]
    return any(genuine)


def _digest(body: bytes, secret: str, at: int) -> str:
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
