"""The room's terms of payments: limits, fees and times."""

from datetime import timedelta
from typing import Final

from payouts import house
from payouts.rules.payments import Kind, PaymentTerms

# A deposit that is not paid by then is over.
TIME_TO_PAY: Final = timedelta(hours=1)


def of(kind: Kind) -> PaymentTerms:
    """Limits and fee of a kind of payment, cents."""
    return house.payment_terms(kind)


def hold() -> timedelta:
    """So long a deposit of a gateway stays before it may be paid out (MONEY-2)."""
    return house.PAYMENT_HOLD.value()


def new_iban_hold() -> timedelta:
    """How long a withdrawal to an IBAN that the player has not used before waits (MONEY-2)."""
    return house.NEW_IBAN_HOLD.value()
