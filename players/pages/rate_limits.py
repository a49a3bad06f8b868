"""Rate limits: of forms, counted by allauth by the rates of ``ACCOUNT_RATE_LIMITS``, and of the
API."""

import time
from contextlib import suppress
from typing import Any

import redis
from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core import ip_addresses
from core.redis_client import client

WINDOW_SECONDS = 60


def consume(
    request: HttpRequest, action: str, *, key: str | None = None, rate: str | None = None
) -> Any:
    """Count an attempt; return it, with a ``rollback``, or None where a limit of ``action`` is
    reached: that of the settings, or ``rate``, as "20/d/ip". Without a key the address or the
    player counts, as the rates say."""
    config = None if rate is None else {action: rate}
    return ratelimit.consume(
        request, app="allauth.account", action=action, config=config, key=key, limit_get=True
    )


def address(request: HttpRequest) -> str:
    """Return the client's address as the rates count it."""
    return str(ratelimit.get_ip(request))


class ApiThrottle(BaseThrottle):
    """At most ``API_PER_MINUTE`` requests of a player, or of an address where nobody is signed in.

    A counter for each minute of the clock: DRF's own throttles keep the time of every request.
    Without Redis nothing is counted.
    """

    def allow_request(self, request: Request, view: object) -> bool:
        minute, seconds = divmod(int(time.time()), WINDOW_SECONDS)
        self._left = WINDOW_SECONDS - seconds
        database = connection.settings_dict["NAME"]
        key = f"{database}:api:{minute}:{self._caller(request)}"
        with suppress(redis.RedisError), client().pipeline(transaction=False) as pipeline:
            pipeline.incr(key)
            pipeline.expire(key, WINDOW_SECONDS)
            return bool(pipeline.execute()[0] <= settings.API_PER_MINUTE)
        return True

    def wait(self) -> float:
        return self._left

    def _caller(self, request: Request) -> str:
        if request.user.pk is not None:
            return f"player:{request.user.pk}"
        try:
            return ip_addresses.bucket(get_adapter().get_client_ip(request))
        except PermissionDenied:
            # Behind a socket file without a proxy's header: all count together.
            return "unknown"
