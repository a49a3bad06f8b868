"""The database backend that ``ENGINE`` names (Django asks for a module of this name)."""

import select
from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's, but what waits in the pool is looked at before it is used.

    Django's own health check asks the server, which would cost every request a round trip. A
    connection on which something waits to be read although nothing was asked has ended: it costs
    one call of the system to see that.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection that has not ended; the pool replaces those that have."""
        connection = super().get_new_connection(conn_params)
        # At most once for each that may wait there: a new one is never found ended.
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
