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
    """Tell the former primary address, too."""
    _tell(user, "address_primary", to_email_address.email, from_email_address, view="account_email")


def address_removed(user: User, email_address: EmailAddress, **_: Any) -> None:
    """Tell the address that was removed, too."""
    _tell(user, "address_removed", email_address.email, email_address, view="account_email")


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
    user: User, change: str, what: str = "", former: EmailAddress | None = None, *, view: str
) -> None:
    account_changes.tell(
        user_id=user.pk,
        change=change,
        what=what,
        url=reverse(view),
        # One that was never confirmed may be a stranger's, who has nothing to do with the account.
        also=[former.email] if former and former.verified else [],
        now=timezone.now(),
    )
