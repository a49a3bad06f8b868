"""The VAPID key by which push services know this room, made when it is first needed (RFC 8292).

Its private half is sealed in the database, so that readers of it cannot sign as the room. With
another ``SECRET_KEY`` a new one is made, and browsers subscribe again by themselves.
"""

import base64

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from django.db import transaction

from core import encryption, room_clock
from players.models import VapidKey
from players.notices import push_encryption

ADDRESS = "players.vapid"
# The private half is a number of so many bytes.
SIZE = 32


def key() -> EllipticCurvePrivateKey:
    """Return the room's key; makes one if there is none that opens."""
    for row in VapidKey.objects.order_by("-pk")[:1]:
        try:
            return _opened(row.sealed)
        except encryption.Broken:
            break
    return _make()


def public() -> str:
    """Return the public half as browsers take it: an uncompressed point in base64url."""
    return push_encryption.encode(push_encryption.point(key()))


def _make() -> EllipticCurvePrivateKey:
    made = ec.generate_private_key(push_encryption.CURVE)
    number = made.private_numbers().private_value.to_bytes(SIZE, "big")
    sealed = encryption.seal(base64.b64encode(number), address=ADDRESS).decode()
    with transaction.atomic():
        VapidKey.objects.create(sealed=sealed, made_at=room_clock.now())
    # Two processes may have made one each: the last row counts for both.
    return _opened(VapidKey.objects.order_by("-pk").values_list("sealed", flat=True)[0])


def _opened(sealed: str) -> EllipticCurvePrivateKey:
    number = base64.b64decode(encryption.unseal(sealed, address=ADDRESS))
    return ec.derive_private_key(int.from_bytes(number, "big"), push_encryption.CURVE)
