"""Sessions by the hash of their key: a copy of the database opens no session.

The cookie holds a random secret; everything else on the server, ``session_key`` included, has only
its hash. It is Django's ``SESSION_ENGINE``, so the class is called ``SessionStore``.
"""

import hashlib
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse

from core import room_clock

# Hexadecimal digits of the hash that fit the columns: 160 bits.
KEY_LENGTH = 40


def key_of(secret: str) -> str:
    """Return the key of the session that a cookie's secret opens."""
    return hashlib.sha256(secret.encode()).hexdigest()[:KEY_LENGTH]


class SessionStore(DatabaseStore):
    """A session, opened by the ``secret`` of a cookie; its ``session_key`` is the hash."""

    # The expiry of the stored session; None before it is read, and for a new one.
    expires_at: datetime | None = None

    def __init__(self, session_key: str | None = None) -> None:
        self.secret = session_key
        super().__init__(key_of(session_key) if session_key else None)

    def _get_new_session_key(self) -> str:
        # Django's loop checks that the secret is not an existing key; at 165 bits it never is.
        self.secret = str(super()._get_new_session_key())  # type: ignore[misc]
        return key_of(self.secret)

    async def _aget_new_session_key(self) -> str:
        self.secret = str(await super()._aget_new_session_key())  # type: ignore[misc]
        return key_of(self.secret)

    def _get_session_from_db(self) -> Any:
        row = super()._get_session_from_db()  # type: ignore[misc]
        self.expires_at = row.expire_date if row else None
        return row

    def is_half_over(self) -> bool:
        """Return whether more than half of the session's lifetime is over."""
        if self.expires_at is None or self.is_empty():
            return False
        left = self.expires_at - room_clock.now()
        return left.total_seconds() < self.get_expiry_age() / 2


class SecretCookies(SessionMiddleware):
    """Django's middleware, with the secret in the cookie; a session in use is renewed."""

    def process_request(self, request: HttpRequest) -> None:
        """Open the session, and remove the cookie from the headers.

        A request that waits for the password is stored in the session, headers included.
        """
        super().process_request(request)
        # Parses the header once; the parsed cookies stay.
        request.COOKIES  # noqa: B018
        request.META.pop("HTTP_COOKIE", None)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> Any:
        session = request.session
        assert isinstance(session, SessionStore)
        if session.accessed and session.is_half_over():
            session.modified = True
        answer = super().process_response(request, response)
        cookie = answer.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and cookie.value and session.secret:
            cookie.set(cookie.key, session.secret, session.secret)
        return answer
