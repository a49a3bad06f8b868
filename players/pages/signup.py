"""What somebody confirms who signs up."""

from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class OfAge(forms.Form):
    """Nobody under 18 plays here (PLAY-5)."""

    field_order = ("username", "email", "password1", "password2", "of_age")

    of_age = forms.BooleanField(
        label=_("I am 18 or older."),
        error_messages={"required": _("Only adults play here: say that you are 18 or older.")},
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Nothing is kept of it: there is no account without it."""
