"""Receivers of allauth's signals about addresses, passwords and factors."""

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.urls import reverse

from core import room_clock
from players.models import User
from players.notices import account_changes
from players.protection.register import queries


def address_added(user: User, email_address: EmailAddress, **_: Any) -> None:
    """Tell of an address that was added; it may be a stranger's."""
    _tell(user, "address_added", email_address.email, view="account_email")


def address_confirmed(email_address: EmailAddress, **_: Any) -> None:
    """Query the register of exclusions at once, even if it was asked a moment ago."""
    queries.refresh(user_id=email_address.user_id, older=timedelta(0), now=room_clock.now())


def address_changed(
    user: User, from_email_address: EmailAddress | None, to_email_address: EmailAddress, **_: Any
) -> None:
    """Tell of another primary address, at the former one too."""
    _tell(user, "address_primary", to_email_address.email, from_email_address, view="account_email")


def address_removed(user: User, email_address: EmailAddress, **_: Any) -> None:
    """Tell of an address that was removed, at that address too."""
    _tell(user, "address_removed", email_address.email, email_address, view="account_email")


def password_changed(user: User, **_: Any) -> None:
    """Tell of a new password, changed, reset or set for the first time."""
    _tell(user, "password", view="account_change_password")


def factor_added(user: User, authenticator: Authenticator, **_: Any) -> None:
    """Tell of a new second factor; recovery codes come with the first one."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        _tell(user, "factor_added", view="mfa_index")


def factor_removed(user: User, authenticator: Authenticator, **_: Any) -> None:
    """Notify a player of a removed second factor; recovery codes go with the last one."""
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
        # An unconfirmed one may belong to a stranger.
        also=[former.email] if former and former.verified else [],
        now=room_clock.now(),
    )
