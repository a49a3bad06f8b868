"""The room's terms of payments: limits, fees and times."""

from datetime import timedelta
from typing import Final

from payouts import room_settings
from payouts.rules.payments import PaymentKind, PaymentTerms

# A deposit that is not paid within this time expires.
TIME_TO_PAY: Final = timedelta(hours=1)


def of(kind: PaymentKind) -> PaymentTerms:
    """Return limits and fee of a kind of payment, cents."""
    return room_settings.payment_terms(kind)


def hold() -> timedelta:
    """Return the time before a deposit by a gateway may be paid out (MONEY-2)."""
    return room_settings.PAYMENT_HOLD.value()


def new_iban_hold() -> timedelta:
    """Return the hold of a withdrawal to an IBAN that the player has not used before (MONEY-2)."""
    return room_settings.NEW_IBAN_HOLD.value()
