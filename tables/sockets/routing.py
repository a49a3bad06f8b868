"""URL routes of the websockets."""

from typing import Any, cast

from django.urls import path

from tables.sockets.consumers import tables_socket
from tables.sockets.player_sockets import player_socket

# Channels routes ASGI applications by the same paths; Django's types know views only.
websocket_urlpatterns = [
    path("ws/me/", cast(Any, player_socket)),
    path("ws/tables/", cast(Any, tables_socket)),
]
