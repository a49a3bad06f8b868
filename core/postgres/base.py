"""The database backend that ``ENGINE`` names (Django asks for a module of this name)."""

import select
from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's wrapper, with a check of each pooled connection before it is used.

    Django's own health check queries the server, which would cost every request a round trip. A
    connection that is readable although no query was sent has ended; polling for that costs one
    system call.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection that has not ended; the pool replaces those that have."""
        connection = super().get_new_connection(conn_params)
        # At most once for each pooled connection: a new one is never ended.
        for _ in range(self.pool.max_size if self.pool else 0):
            if not _has_ended(connection):
                break
            connection.close()
            self.pool.putconn(connection)
            connection = super().get_new_connection(conn_params)
        return connection


def _has_ended(connection: Any) -> bool:
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))
