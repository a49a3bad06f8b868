"""Passkeys, instead of a password or as a second factor (ACCOUNT-3)."""

from typing import Any

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class AddPasskey(AddWebAuthnForm):  # type: ignore[misc]  # allauth is not typed
    """The form for a new passkey; by default it signs in without a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, alone = self.fields["name"], self.fields["passwordless"]
        name.label = _("Name of the passkey")
        name.initial = _("My passkey")
        alone.label = _("Sign me in with this passkey alone, without name and password")
        alone.help_text = _("Otherwise it is a second factor, after the password.")
        alone.initial = True
