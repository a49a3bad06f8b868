"""Sessions of websockets: Channels' authentication in one layer instead of three.

Channels asks in one thread for all sockets of a process, and each of its layers keeps a scope, and
forwards each message, for as long as the socket is open.
"""

from importlib import import_module
from typing import Any

from channels.auth import get_user
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import parse_cookie

from players.models import User
from players.pages.demands import MARK
from players.staff import demands
from tables.sockets.visits import in_thread

store = import_module(settings.SESSION_ENGINE).SessionStore


class BySession:
    """Puts ``cookies``, ``session`` and ``user`` into a websocket's scope."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        scope["cookies"] = cookies = _cookies(scope)
        scope["session"] = store(cookies.get(settings.SESSION_COOKIE_NAME))
        scope["user"] = await in_thread(lambda: _who(scope))
        return await self.application(scope, receive, send)


def _who(scope: dict[str, Any]) -> User | AnonymousUser:
    """Return the user of a session; anonymous while staff ask something of the user first."""
    user: User | AnonymousUser = get_user.func(scope)
    if user.pk is not None and scope["session"].get(MARK) and demands.waiting(user_id=user.pk):
        return AnonymousUser()
    return user


def _cookies(scope: dict[str, Any]) -> dict[str, str]:
    sent = dict(scope["headers"]).get(b"cookie", b"")
    return parse_cookie(sent.decode("latin-1"))
