"""Signals of allauth about an account's address, password and second factors, told to its owner."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from players.notices import account_changes


def address_added(user: User, email_address: EmailAddress, **_: Any) -> None:
    """Tell of an address that was added; it may be somebody else's."""
    _tell(user, "address_added", email_address.email, view="account_email")


def address_changed(
    user: User, from_email_address: EmailAddress | None, to_email_address: EmailAddress, **_: Any
) -> None:
    """Tell the former primary address, too, whether it was confirmed or not."""
    former = [from_email_address.email] if from_email_address else []
    _tell(user, "address_primary", to_email_address.email, view="account_email", also=former)


def address_removed(user: User, email_address: EmailAddress, **_: Any) -> None:
    """Tell the address that was removed, too."""
    address = email_address.email
    _tell(user, "address_removed", address, view="account_email", also=[address])


def password_changed(user: User, **_: Any) -> None:
    """Tell of a new password, however it was set."""
    _tell(user, "password", view="account_change_password")


def factor_added(user: User, authenticator: Authenticator, **_: Any) -> None:
    """Tell of a new second factor; recovery codes come with the first one."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        _tell(user, "factor_added", view="mfa_index")


def factor_removed(user: User, authenticator: Authenticator, **_: Any) -> None:
    """Tell of a second factor that was removed; recovery codes go with the last one."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        _tell(user, "factor_removed", view="mfa_index")


def factor_reset(user: User, **_: Any) -> None:
    """Tell of new recovery codes."""
    _tell(user, "codes", view="mfa_index")


def _tell(
    user: User, change: str, what: str = "", *, view: str, also: list[str] | None = None
) -> None:
    account_changes.tell(
        user_id=user.pk,
        change=change,
        what=what,
        url=reverse(view),
        also=also or (),
        now=timezone.now(),
    )
