"""Receiver of allauth's signal that an address was confirmed, for the register of exclusions."""

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from players.protection.register import queries


def address_confirmed(email_address: EmailAddress, **_: Any) -> None:
    """Ask the register at once, even if it was asked a moment ago."""
    queries.refresh(user_id=email_address.user_id, older=timedelta(0), now=timezone.now())
