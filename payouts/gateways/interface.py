"""The verbs of a payment service. An adapter for a real one is a class with these verbs.

None is called inside a transaction; each is idempotent by its token. The service reports the
outcome of a payment later, by a notice or when it is asked.
"""

from typing import NamedTuple, Protocol
from uuid import UUID


class Begun(NamedTuple):
    """A deposit's id at the service, and the page on which the player pays."""

    reference: str
    pay_at: str


class PaymentStatus(NamedTuple):
    """The status of a payment: a state (``payouts.rules.payments``), cents and a reference."""

    state: str
    amount: int
    reference: str


class Gateway(Protocol):
    """A payment service. Amounts are cents; each verb raises Silent, or Declined on a refusal.

    ``token`` is the payment's own, the same at every try.
    """

    @property
    def name(self) -> str:
        """The service's name in payments and notices; at most 20 characters."""

    def create(self, *, token: UUID, amount: int, back_to: str) -> Begun:
        """Begin a deposit; the player comes back to the address ``back_to``."""

    def payout(self, *, token: UUID, amount: int, destination: str) -> str:
        """Pay ``amount`` to an IBAN; returns the service's reference."""

    def refund(self, *, token: UUID, amount: int) -> None:
        """Send a deposit back to its payer."""

    def status(self, *, token: UUID) -> PaymentStatus | None:
        """Return the status of a payment; None where the service does not know it."""
