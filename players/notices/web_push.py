"""One notice to one browser: encrypted for it (RFC 8291), signed as the room's (RFC 8292)."""

import json
import ssl
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache

import httpx
from django.conf import settings
from django.utils import translation

from players.models import Notice, PushDevice
from players.notices import addresses, vapid, words

# A push service that takes longer is tried again.
PATIENCE_SECONDS = 5.0
# How long a signature counts; services take a day at most.
SIGNED_FOR = timedelta(hours=12)
# How long a service keeps a notice for a browser that is away, where the notice says nothing.
KEPT = timedelta(hours=4)
# Services take 4,096 bytes in all.
LONGEST_TEXT = 600
# What must ring at once.
URGENT = (Notice.Kind.TURN, Notice.Kind.SEAT, Notice.Kind.START, Notice.Kind.AWAY)


def payload(notice: Notice, device: PushDevice) -> bytes:
    """What the browser's service worker reads, in the language of that browser."""
    with translation.override(device.language):
        told = words.say(notice.kind, notice.data)
    return json.dumps(
        {
            "title": told.title,
            "text": told.text[:LONGEST_TEXT],
            "url": notice.url or "/",
            "language": device.language,
            # A notice takes the place of the one before it about the same.
            "tag": f"{notice.kind}:{notice.url}",
        }
    ).encode()


def send(notice: Notice, device: PushDevice, *, now: datetime) -> int:
    """Give a notice to a device's push service; returns its status.

    ``addresses.Forbidden`` where the address leads inside of a network; OSError and
    ``httpx.HTTPError`` where nobody answers.
    """
    # Slow to import, and only workers send.
    from pywebpush import WebPusher

    host = addresses.host_of(device.endpoint)
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    pusher = WebPusher({"endpoint": device.endpoint, "keys": keys})
    body: bytes = pusher.encode(payload(notice, device))["body"]
    left = KEPT if notice.until is None else notice.until - now
    headers = {
        **_signature(f"https://{host}", now=now),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(0, int(left.total_seconds()))),
        "Urgency": "high" if notice.kind in URGENT else "normal",
    }
    return _post(device.endpoint, host, headers, body)


def _signature(audience: str, *, now: datetime) -> Mapping[str, str]:
    from py_vapid import Vapid02

    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    claims = {
        "aud": audience,
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": f"mailto:{address}",
    }
    signed: Mapping[str, str] = Vapid02(vapid.key()).sign(claims)
    return signed


def _post(endpoint: str, host: str, headers: Mapping[str, str], body: bytes) -> int:
    """To the very machine that was found to be a public one, by the name on its certificate."""
    url = httpx.URL(endpoint)
    there = url.copy_with(host=addresses.public_ip(host), port=_port())
    with httpx.Client(verify=_context(), trust_env=False, timeout=PATIENCE_SECONDS) as client:
        request = client.build_request(
            "POST",
            there,
            headers={**headers, "Host": host},
            content=body,
            extensions={"sni_hostname": host},
        )
        # What it says besides is not read, however long it is.
        answer = client.send(request, stream=True, follow_redirects=False)
        answer.close()
        return answer.status_code


def _port() -> int:
    """No other is asked (``addresses.host_of``)."""
    return addresses.HTTPS_PORT


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()
