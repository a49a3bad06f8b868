"""HTTP and websockets, one application."""

import os
import warnings

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
# Static files are small and whitenoise reads them whole: nothing is gained by iterating lazily.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")
http = get_asgi_application()

from poker_site import checks  # noqa: E402  (needs the apps loaded)
from poker_site.bodies import SmallBodies  # noqa: E402
from poker_site.origins import SameOrigin  # noqa: E402
from tables.routing import websocket_urlpatterns  # noqa: E402

checks.refuse_to_start()

application = ProtocolTypeRouter(
    {
        "http": SmallBodies(http),
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
