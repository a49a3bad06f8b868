"""An address that was confirmed is one by which the register of exclusions may know somebody."""

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from players.protection.register import asking


def address_confirmed(email_address: EmailAddress, **_: Any) -> None:
    """Ask at once, whenever it was asked before."""
    asking.refresh(user_id=email_address.user_id, older=timedelta(0), now=timezone.now())
