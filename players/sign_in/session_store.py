"""Sessions by the hash of their key: the database and its copies open nobody's session.

The cookie holds a random secret, and everything else on the server, ``session_key`` included, knows
its hash alone. It is Django's ``SESSION_ENGINE``, so the class is called ``SessionStore``.
"""

import hashlib
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

# Hexadecimal digits of a hash that are kept, as the columns are wide: 160 bits.
KEY_LENGTH = 40


def key_of(secret: str) -> str:
    """Return the key of the session that a cookie's secret opens."""
    return hashlib.sha256(secret.encode()).hexdigest()[:KEY_LENGTH]


class SessionStore(DatabaseStore):
    """A session, opened by the ``secret`` of a cookie; its ``session_key`` is the hash."""

    # When the stored session runs out; None before it is read, and for one that is new.
    expires_at: datetime | None = None

    def __init__(self, session_key: str | None = None) -> None:
        self.secret = session_key
        super().__init__(key_of(session_key) if session_key else None)

    def _get_new_session_key(self) -> str:
        # Django's loop asks whether the secret itself is a key, which it never is: 165 bits.
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
        """Return whether more than half of the time is over for which a session lasts."""
        if self.expires_at is None or self.is_empty():
            return False
        left = self.expires_at - timezone.now()
        return left.total_seconds() < self.get_expiry_age() / 2


class SecretCookies(SessionMiddleware):
    """Django's middleware, with the secret in the cookie; a session in use is renewed."""

    def process_request(self, request: HttpRequest) -> None:
        """Open the session, and leave no cookie where a request is stored.

        A request that waits for the password lies in the session, headers included.
        """
        super().process_request(request)
        # Reading them keeps them: they are made of the header once.
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
