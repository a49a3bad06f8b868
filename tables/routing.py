"""Addresses of the websockets."""

from typing import Any, cast

from django.urls import path

from tables.consumers import table_socket
from tables.player_sockets import player_socket
from tables.pool_sockets import pool_socket

# Channels routes ASGI applications by the same paths; Django's types know views only.
websocket_urlpatterns = [
    path("ws/me/", cast(Any, player_socket)),
    path("ws/table/<int:table_id>/", cast(Any, table_socket)),
    path("ws/pool/<int:pool_id>/<int:no>/", cast(Any, pool_socket)),
]
