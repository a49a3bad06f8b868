"""Opens a login session for an account without its password: for bots and tests only."""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from players.models import User
from players.sign_in.session_store import SessionStore


def open_session(user: User) -> str:
    """Return the value of a session cookie that logs ``user`` in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.secret)
