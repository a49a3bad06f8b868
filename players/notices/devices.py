"""Browsers that take a player's notices while no page is open: added, listed, ended."""

import hashlib
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from django.db import transaction
from django.db.models import QuerySet

from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from players.known_browsers import called
from players.models import PushDevice
from players.models.notices import LONGEST_ENDPOINT
from players.notices import public_hosts
from players.notices.push_encryption import CURVE, decode
from players.refusals import PlayerCode

# More browsers than a player uses.
MOST = 10
# At most so many browsers that were switched off are listed for a page.
MOST_ENDED = 50
SECRET_BYTES = 16


def add(
    *,
    user_id: UserId,
    endpoint: str,
    p256dh: str,
    auth: str,
    session_key: str,
    user_agent: str,
    language: str,
    now: datetime,
) -> PushDevice:
    """Send notices to a browser from now on; idempotent.

    Ends the device of another player at the same endpoint. Refuses BAD_ENDPOINT, BAD_KEYS,
    TOO_MANY_DEVICES.
    """
    _check_endpoint(endpoint)
    _check_keys(p256dh, auth)
    browser, system = called(user_agent)
    with transaction.atomic():
        player_lock.hold(user_id)
        live = PushDevice.objects.filter(ended_at=None)
        live.filter(endpoint=endpoint).exclude(user=user_id).update(
            ended_at=now, ended=PushDevice.End.OTHER
        )
        known = live.filter(endpoint=endpoint, user=user_id).first()
        if known is None and live.filter(user=user_id).count() >= MOST:
            raise Refusal(PlayerCode.TOO_MANY_DEVICES, most=MOST)
        device = known or PushDevice(user_id=user_id, endpoint=endpoint, made_at=now)
        device.p256dh, device.auth = p256dh, auth
        device.browser, device.system = browser, system
        device.language, device.session_key = language, session_key
        device.save()
    return device


def of(user_id: UserId) -> QuerySet[PushDevice]:
    """Return a player's browsers that take notices, the newest first."""
    return PushDevice.objects.filter(user=user_id, ended_at=None).order_by("-pk")


def end(*, user_id: UserId, device_id: int, now: datetime) -> None:
    """Stop notices to a player's own browser; idempotent. Refuses NO_SUCH_DEVICE."""
    mine = PushDevice.objects.filter(user=user_id, pk=device_id)
    if not mine.exists():
        raise Refusal(PlayerCode.NO_SUCH_DEVICE)
    mine.filter(ended_at=None).update(ended_at=now, ended=PushDevice.End.PLAYER)


def end_session(*, session_key: str, now: datetime) -> None:
    """End the devices of a session that was signed out."""
    devices = PushDevice.objects.filter(session_key=session_key, ended_at=None)
    devices.update(ended_at=now, ended=PushDevice.End.LOGOUT)


def marks(session_key: str) -> list[str]:
    """Return the marks of a session's devices, by which a page recognises its own browser."""
    devices = PushDevice.objects.filter(session_key=session_key, ended_at=None)
    return [mark(endpoint) for endpoint in devices.values_list("endpoint", flat=True)]


def ended_marks(user_id: UserId) -> list[str]:
    """Return the marks of browsers that the player has switched off, the last ones first."""
    rows = PushDevice.objects.filter(user=user_id)
    live = rows.filter(ended_at=None).values("endpoint")
    off = rows.filter(ended=PushDevice.End.PLAYER).exclude(endpoint__in=live)
    endpoints = off.order_by("-ended_at").values_list("endpoint", flat=True)[:MOST_ENDED]
    return [mark(endpoint) for endpoint in endpoints]


def mark(endpoint: str) -> str:
    """Return the hash of an endpoint; only its holder can recognise it."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _check_endpoint(endpoint: str) -> None:
    try:
        public_hosts.host_of(endpoint)
    except public_hosts.Forbidden:
        raise Refusal(PlayerCode.BAD_ENDPOINT) from None
    if len(endpoint) > LONGEST_ENDPOINT:
        raise Refusal(PlayerCode.BAD_ENDPOINT)


def _check_keys(p256dh: str, auth: str) -> None:
    """Refuse BAD_KEYS unless these are a point on the curve and a secret of 16 bytes (RFC 8291)."""
    try:
        EllipticCurvePublicKey.from_encoded_point(CURVE, decode(p256dh))
        secret = decode(auth)
    except (ValueError, UnicodeError):
        raise Refusal(PlayerCode.BAD_KEYS) from None
    if len(secret) != SECRET_BYTES:
        raise Refusal(PlayerCode.BAD_KEYS)
