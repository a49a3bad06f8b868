"""Web Push of one notice to one browser: encrypted (RFC 8291), signed as the room's (RFC 8292)."""

import json
import ssl
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache

import httpx2
from django.conf import settings
from django.utils import translation

from players.models import Notice, PushDevice
from players.notices import notice_texts, public_hosts, push_encryption, vapid

# A push service that takes longer is tried again.
PATIENCE_SECONDS = 5.0
# A signature is valid so long; services accept a day at most.
SIGNED_FOR = timedelta(hours=12)
# A service keeps a notice so long for a browser that is away, where the notice has no end.
KEPT = timedelta(hours=4)
# Services take 4,096 bytes in all.
LONGEST_TEXT = 600
# Kinds that are delivered with high urgency.
URGENT = (Notice.Kind.TURN, Notice.Kind.SEAT, Notice.Kind.START, Notice.Kind.AWAY)


def payload(notice: Notice, device: PushDevice) -> bytes:
    """Return the JSON for the browser's service worker, in the language of that browser."""
    with translation.override(device.language):
        texts = notice_texts.say(notice.kind, notice.data)
    return json.dumps(
        {
            "title": texts.title,
            "text": texts.text[:LONGEST_TEXT],
            "url": notice.url or "/",
            "language": device.language,
            # A notice replaces the one before it about the same.
            "tag": f"{notice.kind}:{notice.url}",
        }
    ).encode()


def send(notice: Notice, device: PushDevice, *, now: datetime) -> int:
    """Send a notice to a device's push service; returns its HTTP status.

    Raises ``addresses.Forbidden`` where the address is not public; OSError and ``httpx2.HTTPError``
    where the service does not answer.
    """
    host = public_hosts.host_of(device.endpoint)
    body = push_encryption.encrypt(payload(notice, device), p256dh=device.p256dh, auth=device.auth)
    left = KEPT if notice.until is None else notice.until - now
    headers = {
        "Authorization": push_encryption.authorization(
            vapid.key(),
            audience=f"https://{host}",
            subject=f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
            expires=now + SIGNED_FOR,
        ),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(0, int(left.total_seconds()))),
        "Urgency": "high" if notice.kind in URGENT else "normal",
    }
    return _post(device.endpoint, host, headers, body)


def _post(endpoint: str, host: str, headers: Mapping[str, str], body: bytes) -> int:
    """Post to the IP address that was checked to be public, with the host name for TLS."""
    url = httpx2.URL(endpoint)
    there = url.copy_with(host=public_hosts.public_ip(host), port=_port())
    with httpx2.Client(verify=_context(), trust_env=False, timeout=PATIENCE_SECONDS) as client:
        request = client.build_request(
            "POST",
            there,
            headers={**headers, "Host": host},
            content=body,
            extensions={"sni_hostname": host},
        )
        # The body of the answer is not read, however long it is.
        answer = client.send(request, stream=True, follow_redirects=False)
        answer.close()
        return answer.status_code


def _port() -> int:
    """Return the only port that ``addresses.host_of`` accepts."""
    return public_hosts.HTTPS_PORT


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()
