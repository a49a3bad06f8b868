"""The pages by which one comes in: a guest may sign up, or in, as nobody may (FREE-2)."""

from typing import Any

from allauth.account.mixins import RedirectAuthenticatedUserMixin
from allauth.account.views import LoginView, SignupView
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from players.pages.guests import is_guest


@method_decorator(never_cache, name="dispatch")
@method_decorator(sensitive_post_parameters("password", "password1", "password2"), name="dispatch")
class GuestsToo(RedirectAuthenticatedUserMixin):  # type: ignore[misc]  # allauth is not typed
    """Whoever is signed in needs neither page; a guest, who is, may want either."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # After the one that sends those who are signed in away.
        after: type[Any] = RedirectAuthenticatedUserMixin if is_guest(request) else GuestsToo
        response: HttpResponse = super(after, self).dispatch(request, *args, **kwargs)
        return response


class SignUp(GuestsToo, SignupView):  # type: ignore[misc]
    """A name and a password; for a guest, who keeps all that they have."""


class LogIn(GuestsToo, LoginView):  # type: ignore[misc]
    """To another account of one's own; the guest stays behind."""
