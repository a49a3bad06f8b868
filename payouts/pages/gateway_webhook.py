"""The address for notices of payment services about payments (MONEY-3)."""

import json
import time

import structlog
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from core import room_clock
from core.outside import signing
from payouts.gateways import connected
from payouts.payments import gateway_events

log = structlog.get_logger(__name__)

LONGEST = 16_000


@csrf_exempt  # The signature identifies the sender; no browser comes here.
@require_POST
def notify(request: HttpRequest, gateway: str) -> HttpResponse:
    """Store a notice: 200 also for a repeated one; a task reads it within a second or two.

    403 for a missing, wrong or old signature, 400 for a malformed notice.
    """
    body = request.body
    secrets = connected.secrets_of(gateway)
    if not signing.verified(request.headers, body, secrets=secrets, at=int(time.time())):
        log.warning("notice not signed", gateway=gateway)
        return HttpResponse(status=403)
    try:
        payload = json.loads(body) if len(body) <= LONGEST else None
        if not isinstance(payload, dict):
            raise gateway_events.Malformed
        word = gateway_events.read(payload)
    except (ValueError, RecursionError, gateway_events.Malformed):
        log.warning("notice not read", gateway=gateway)
        return HttpResponse(status=400)
    gateway_events.keep(word, gateway=gateway, body=payload, now=room_clock.now())
    return HttpResponse(status=200)
