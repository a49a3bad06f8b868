"""What somebody confirms who signs up."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.refusals import Code
from players.sentences import SENTENCES
from players.sign_in import terms


class OfAge(forms.Form):
    """Nobody under 18 plays here (PLAY-5), nor anybody without accepting the room's terms, if it
    has any (HOUSE-3)."""

    field_order = ("username", "email", "password1", "password2", "of_age", "terms")

    of_age = forms.BooleanField(
        label=_("I am 18 or older."),
        error_messages={"required": _("Only adults play here: say that you are 18 or older.")},
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
                error_messages={"required": _("Nobody plays here without accepting the terms.")},
            )
            # As they were when the page was opened.
            self.fields["terms_read"] = forms.CharField(
                widget=forms.HiddenInput, initial=seen, max_length=12
            )

    def clean(self) -> dict[str, Any] | None:
        """Whoever has read other terms than hold by now reads these first."""
        said: dict[str, Any] | None = super().clean()
        if self.cleaned_data.get("terms_read", "") != terms.version():
            self.data = self.data.copy()
            self.data["terms_read"] = terms.version()
            self.add_error("terms", str(SENTENCES[Code.TERMS_CHANGED]))
        return said

    def signup(self, request: HttpRequest, user: User) -> None:
        """Of being of age nothing is kept: there is no account without it."""
        if read := self.cleaned_data.get("terms_read"):
            terms.accept(user_id=user.pk, seen=read, now=timezone.now())
