"""The confirmations that the sign-up requires."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.urls import reverse_lazy
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core import room_clock
from core.refusal import Refusal
from core.sentences import say
from players.models import User
from players.refusals import PlayerCode
from players.sign_in import terms


class OfAge(forms.Form):
    """The form that requires an age of 18 (PLAY-5) and, where the room has terms, their acceptance
    (HOUSE-3)."""

    field_order = ("username", "email", "password1", "password2", "of_age", "terms")

    of_age = forms.BooleanField(
        label=_("I am 18 or older."),
        error_messages={
            "required": _("Only adults can play here: confirm that you are 18 or older.")
        },
    )

    data: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if seen := terms.version():
            self.fields["terms"] = forms.BooleanField(
                label=format_html(
                    '{} <a href="{}" target="_blank">{}</a>',
                    gettext("I have read and accept:"),
                    reverse_lazy("terms"),
                    gettext("Terms and conditions"),
                ),
                error_messages={"required": _("You must accept the terms to play here.")},
            )
            # The version when the page was opened.
            self.fields["terms_read"] = forms.CharField(
                widget=forms.HiddenInput, initial=seen, max_length=12
            )

    def clean(self) -> dict[str, Any] | None:
        """Refuse a form whose terms have changed since it was opened, and show the new ones."""
        cleaned: dict[str, Any] | None = super().clean()
        if self.cleaned_data.get("terms_read", "") != terms.version():
            self.data = self.data.copy()
            self.data["terms_read"] = terms.version()
            self.add_error("terms", say(Refusal(PlayerCode.TERMS_CHANGED)))
        return cleaned

    def signup(self, request: HttpRequest, user: User) -> None:
        """Store the acceptance of the terms; that of age is implied by the account."""
        if read := self.cleaned_data.get("terms_read"):
            terms.accept(user_id=user.pk, seen=read, now=room_clock.now())
