"""The lease of the beat that leads: of several, one gives the tasks (decision 79)."""

import os
import socket
import time
from typing import Any

import psycopg
import structlog
from django.db import connection

from core import metrics, sql

log = structlog.get_logger(__name__)

# The number of the lock; nothing else in the database has it.
BEAT = 7_260_134
# PostgreSQL ends the session of a holder that was silent for this time.
TERM_SECONDS = 4.0


class Lease:
    """An advisory lock of PostgreSQL that its holder confirms four times a term.

    The server ends a session that has said nothing for a term: a holder that was stopped or cut off
    loses the lock before another gets it, and learns so from the question that comes before its
    next task. The question is a commit, which waits for the standby: on a primary that was cut off
    from its standby, and so replaced, it has no answer.
    """

    def __init__(self, number: int = BEAT, term: float = TERM_SECONDS) -> None:
        self._number, self._term = number, term
        self._session: psycopg.Connection[Any] | None = None
        self._asked_at = float("-inf")
        self._held = False

    def is_held(self) -> bool:
        """Return whether this process leads; take the lease where it is free."""
        now = time.monotonic()
        if now - self._asked_at >= self._term / 4:
            self._asked_at = now
            held = self._ask()
            if held != self._held:
                log.info("this beat leads" if held else "this beat no longer leads")
            self._held = held
            metrics.BEAT_LEADS.set(held)
        return self._held

    def _ask(self) -> bool:
        try:
            if self._session is None:
                self._session = self._open()
            elif self._held:
                self._session.execute(sql.COMMIT)
                return True
            answer = self._session.execute("SELECT pg_try_advisory_lock(%s)", [self._number])
            return bool(answer.fetchone()[0])  # type: ignore[index]
        except psycopg.Error as error:
            log.warning("beat cannot ask for its lease", error=type(error).__name__)
            self.release()
            return False

    def _open(self) -> psycopg.Connection[Any]:
        """Return a session of its own: the pool would give it to others."""
        options = connection.get_connection_params() | {
            "autocommit": True,
            "application_name": f"beat {socket.gethostname()} {os.getpid()}",
            # A cut cable is found as soon as the server finds it.
            "connect_timeout": 2,
            "tcp_user_timeout": int(self._term * 500),
        }
        session = psycopg.connect(**options)
        session.execute(
            "SELECT set_config('idle_session_timeout', %s, false)", [f"{int(self._term * 1000)}ms"]
        )
        return session

    def release(self) -> None:
        """Give the lease up with its session."""
        if self._session is not None:
            self._session.close()
        self._session = None
