"""The pages for sign-up and sign-in, open to guests too (FREE-2)."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.mixins import RedirectAuthenticatedUserMixin
from allauth.account.utils import perform_login
from allauth.account.views import LoginView, SignupView
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from core import room_clock
from core.refusal import Refusal
from core.sentences import say
from players import known_browsers
from players.pages.guests import is_guest
from players.protection import exclusions
from players.sign_in.guests import signed_up


@method_decorator(never_cache, name="dispatch")
@method_decorator(sensitive_post_parameters("password", "password1", "password2"), name="dispatch")
class GuestsToo(RedirectAuthenticatedUserMixin):  # type: ignore[misc]  # allauth is not typed
    """A page that redirects signed-in players away, except guests."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # Guests skip allauth's redirect of signed-in users.
        after: type[Any] = RedirectAuthenticatedUserMixin if is_guest(request) else GuestsToo
        response: HttpResponse = super(after, self).dispatch(request, *args, **kwargs)
        return response


class SignUp(GuestsToo, SignupView):  # type: ignore[misc]
    """The sign-up; a guest keeps all that they have."""

    def form_valid(self, form: Any) -> HttpResponse:
        device = known_browsers.read(self.request.COOKIES.get(known_browsers.COOKIE))
        try:
            exclusions.check_new_account(
                known_as=device.names if device else (), now=room_clock.now()
            )
        except Refusal as refusal:
            form.add_error(None, say(refusal))
            return self.form_invalid(form)
        try:
            answer: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            return self.form_invalid(form)
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        """Sign in to the account that the same form has made a moment ago: it was sent twice."""
        name, password = (form.data.get(field, "") for field in ("username", "password1"))
        # PostgreSQL refuses NUL, which the form has refused already.
        made = signed_up(name.replace("\0", ""), now=room_clock.now())
        if made is not None and made.check_password(password):
            answer: HttpResponse = perform_login(
                self.request, made, redirect_url=self.get_success_url()
            )
        else:
            answer = super().form_invalid(form)
        return answer


class LogIn(GuestsToo, LoginView):  # type: ignore[misc]
    """The sign-in, for a guest to another account: the guest stays behind."""


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Redirect back to a page of this module whose form has a stale token; refuse other forms
    (403)."""
    doors = {
        reverse(name) for name in ("account_login", "account_signup", "account_reset_password")
    }
    if request.path not in doors:
        return csrf_failure(request, reason)
    messages.info(request, _("This form was out of date. Here is a new one: send it again."))
    return redirect(request.get_full_path())
