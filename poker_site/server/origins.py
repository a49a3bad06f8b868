"""The pages that may open a websocket: this room's own, down to scheme and port."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

PORTS = {"http": 80, "https": 443}
Origin = tuple[str, str, int]


class SameOrigin:
    """A wrapper that denies websockets of pages of another origin."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> Any:
        application = self.application if is_own(scope) else WebsocketDenier()
        return await application(scope, receive, send)


def is_own(scope: Mapping[str, Any]) -> bool:
    """Return whether the ``Origin`` is the requested address, or one of CSRF_TRUSTED_ORIGINS."""
    headers = {name.decode("latin1"): value.decode("latin1") for name, value in scope["headers"]}
    origin, host = _origin(headers.get("origin", "")), headers.get("host", "")
    if origin is None or not validate_host(split_domain_port(host)[0], _hosts()):
        return False
    requested = _origin(f"{'https' if _is_secure(scope, headers) else 'http'}://{host}")
    return origin == requested or origin in map(_origin, settings.CSRF_TRUSTED_ORIGINS)


def _hosts() -> list[str]:
    return list(settings.ALLOWED_HOSTS)


def _is_secure(scope: Mapping[str, Any], headers: Mapping[str, str]) -> bool:
    """Return the same as ``HttpRequest.is_secure``: the header of our proxy, if there is one."""
    if settings.SECURE_PROXY_SSL_HEADER:
        name, secure = settings.SECURE_PROXY_SSL_HEADER
        protocol = headers.get(name.removeprefix("HTTP_").replace("_", "-").lower())
        if protocol is not None:
            return protocol.split(",")[0].strip() == secure
    return scope.get("scheme") in ("wss", "https")


def _origin(address: str) -> Origin | None:
    """Return scheme, host and port; None for an invalid origin."""
    try:
        parts: SplitResult = urlsplit(address)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
