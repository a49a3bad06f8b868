"""A gateway over signed JSON and HTTP: the sandbox, or an adapter in front of a real service.

See docs/operations.md, Connecting a payment service.
"""

from typing import Any
from uuid import UUID

from core.money import currency
from core.outside.signed_json import ServiceLine, reading, whole
from payouts.gateways.interface import Begun, PaymentStatus

LONGEST_ADDRESS = 300
LONGEST_REFERENCE = 80


class HttpGateway:
    """The service at ``url`` (no slash at its end), with a secret that it shares with the room."""

    def __init__(self, *, name: str, url: str, secret: str) -> None:
        self._name, self._line = name, ServiceLine(url=url, secret=secret)

    @property
    def name(self) -> str:
        return self._name

    def create(self, *, token: UUID, amount: int, back_to: str) -> Begun:
        body = {"token": str(token), "amount": amount, "currency": currency(), "back_to": back_to}
        reply = self._line.ask("POST", "/deposits", **body)
        with reading():
            return Begun(_reference(reply), _address(reply["pay_at"]))

    def payout(self, *, token: UUID, amount: int, destination: str) -> str:
        body = {
            "token": str(token),
            "amount": amount,
            "currency": currency(),
            "destination": destination,
        }
        reply = self._line.ask("POST", "/payouts", **body)
        with reading():
            return _reference(reply)

    def refund(self, *, token: UUID, amount: int) -> None:
        self._line.ask("POST", "/refunds", token=str(token), amount=amount, currency=currency())

    def status(self, *, token: UUID) -> PaymentStatus | None:
        reply = self._line.ask("GET", f"/payments/{token}")
        if reply is None:
            return None
        with reading():
            return PaymentStatus(str(reply["state"]), whole(reply["amount"]), _reference(reply))


def _address(value: object) -> str:
    """Return a valid page address; nothing else is ever shown as a link."""
    text = str(value)
    if not text.startswith(("https://", "http://")) or len(text) > LONGEST_ADDRESS:
        raise ValueError("no address")
    return text


def _reference(reply: Any) -> str:
    return str(reply["reference"])[:LONGEST_REFERENCE]
