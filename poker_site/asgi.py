"""HTTP and websockets, one application."""

import os
import warnings
from typing import Any, cast

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
# Results are written while they are read from the database, in a thread: no loop waits for them.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")
http = get_asgi_application()

# All pages are loaded before the first request.
import poker_site.urls  # noqa: E402, F401  (needs the apps loaded)
from core import gc_tuning, room_clock  # noqa: E402
from core.files.static_tree import tree  # noqa: E402
from poker_site.opening import checks  # noqa: E402
from poker_site.running import error_reports, logs, metrics_server  # noqa: E402
from poker_site.server.body_limits import SmallBodies  # noqa: E402
from poker_site.server.files import StaticFiles  # noqa: E402
from poker_site.server.origins import SameOrigin  # noqa: E402
from poker_site.server.websocket_sessions import BySession  # noqa: E402
from tables.sockets.routing import websocket_urlpatterns  # noqa: E402

logs.say_version("web")
error_reports.begin("web")
checks.refuse_to_start()
metrics_server.serve()
room_clock.begin()


async def nowhere(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Close a websocket of an unknown address before it opens, which is a 403."""
    await send({"type": "websocket.close", "code": 4404, "reason": ""})


# Channels routes ASGI applications by Django's paths.
sockets = URLRouter([*websocket_urlpatterns, re_path("", cast(Any, nowhere))])
pages: Any = SmallBodies(http)
application = ProtocolTypeRouter(
    {
        # In DEBUG, edited files are served at once.
        "http": ASGIStaticFilesHandler(pages) if settings.DEBUG else StaticFiles(pages),
        "websocket": SameOrigin(BySession(sockets)),
    }
)
# Before the first page, which would wait for it.
tree()
gc_tuning.freeze_heap()
