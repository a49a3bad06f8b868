"""What the room asks of a payment service. An adapter for a real one is a class with these verbs.

None is called inside a transaction; each may be called again with the same token, and then does
nothing twice. What became of a payment the service says later, by a notice or when it is asked.
"""

from typing import NamedTuple, Protocol
from uuid import UUID


class Begun(NamedTuple):
    """A deposit as the service knows it, and the page on which the player pays."""

    reference: str
    pay_at: str


class Said(NamedTuple):
    """How a payment stands: a state's name (``payouts.rules.payments``), cents, its reference."""

    state: str
    amount: int
    reference: str


class Gateway(Protocol):
    """A payment service. Amounts are cents; each verb raises Silent, and Declined where it says no.

    ``token`` is the payment's own, the same at every try.
    """

    @property
    def name(self) -> str:
        """What payments and notices remember it by; at most 20 characters."""

    def create(self, *, token: UUID, amount: int, back_to: str) -> Begun:
        """Begin a deposit; the player comes back to the address ``back_to``."""

    def payout(self, *, token: UUID, amount: int, destination: str) -> str:
        """Pay ``amount`` to an IBAN; returns the service's reference."""

    def refund(self, *, token: UUID, amount: int) -> None:
        """Send a deposit back to whoever paid it."""

    def status(self, *, token: UUID) -> Said | None:
        """How a payment stands; None where the service has never heard of it."""
