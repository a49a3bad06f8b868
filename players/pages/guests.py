"""The entry of guests, and the paths that stay closed to them (FREE-2)."""

import hashlib
from collections.abc import Callable

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language

from core import room_clock
from core.refusal import Refusal
from core.sentences import say
from players import known_browsers
from players.models import User
from players.pages import account_adapter, rate_limits
from players.profile import names
from players.refusals import PlayerCode
from players.sign_in import guests

BACKEND = "django.contrib.auth.backends.ModelBackend"
# Guests have no wallet and no password; a break from play, and the way to an account, are open.
SHUT = ("/wallet/", "/accounts/")
OPEN = (
    "/wallet/limits/",
    "/wallet/clock/",
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/logout/",
    "/accounts/notices/",
    "/accounts/sessions/",
    "/accounts/inactive/",
)


class GuestDoors:
    """Middleware that redirects guests from pages for accounts to the sign-up, with the reason."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        shut = request.path.startswith(SHUT) and not request.path.startswith(OPEN)
        if shut and is_guest(request):
            messages.info(request, say(Refusal(PlayerCode.GUEST)))
            return redirect("account_signup")
        return self.get_response(request)


def come_in(request: HttpRequest, *, of_age: bool, called: str | None = None) -> User:
    """Make a guest, with the name ``called`` if they have typed one, and sign them in.

    Refuses TOO_MANY_GUESTS, a rate limit by address, and what ``guests.make`` refuses.
    """
    if called is not None:
        # A name that is refused is no guest.
        names.check(called)
    device = known_browsers.read(request.COOKIES.get(known_browsers.COOKIE))
    if of_age and not rate_limits.consume(request, "guest"):
        raise Refusal(PlayerCode.TOO_MANY_GUESTS)
    known_as = device.names if device else ()
    language = get_language() or settings.LANGUAGE_CODE
    user = guests.make(
        of_age=of_age,
        known_as=known_as,
        called=called,
        language=language,
        key=_form_key(request),
        now=room_clock.now(),
    )
    login(request, user, backend=BACKEND)
    UserSession.objects.create_from_request(request)
    return user


def _form_key(request: HttpRequest) -> str | None:
    """Return a key that two presses of one button share, but no two browsers: the hash of the CSRF
    secret, which changes as soon as a guest is signed in."""
    secret = request.META.get("CSRF_COOKIE")
    return hashlib.sha256(secret.encode()).hexdigest() if secret else None


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookie that the guest was in this browser, as a sign-in does."""
    account_adapter.remember_device(request, response, request.user.get_username())


def is_guest(request: HttpRequest) -> bool:
    """Return whether the request is a guest's; looked up once per request."""
    known: bool | None = getattr(request, "is_guest", None)
    if known is None:
        # A request that is refused for its host has no user yet.
        user = getattr(request, "user", None)
        known = user is not None and guests.is_guest(user)
        request.is_guest = known  # type: ignore[attr-defined]
    return known
