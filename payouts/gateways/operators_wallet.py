"""The verbs of an operator's own account system that holds players' money.

Every verb is idempotent by its key. None is called inside a transaction.
"""

from typing import NamedTuple, Protocol
from uuid import UUID

from core.money import currency
from core.outside.signed_json import ServiceLine, reading, whole
from core.types import UserId


class Done(NamedTuple):
    """The operator's record of a call: ``done`` or ``undone``, and its cents."""

    state: str
    amount: int


class Wallet(Protocol):
    """The operator's accounts. Each verb raises Silent, or Declined on a refusal."""

    def debit(self, *, key: UUID, user_id: UserId, amount: int) -> None:
        """Take cents from a player's account."""

    def credit(self, *, key: UUID, user_id: UserId, amount: int) -> None:
        """Give cents to a player's account."""

    def rollback(self, *, key: UUID) -> None:
        """Undo a debit; one that arrives later is refused."""

    def status(self, *, key: UUID) -> Done | None:
        """Return the outcome of a call; None where the operator does not know it."""


class WalletOverHttp:
    """JSON over HTTP at ``url`` (no slash at its end), each body signed."""

    def __init__(self, *, url: str, secret: str) -> None:
        self._line = ServiceLine(url=url, secret=secret)

    def debit(self, *, key: UUID, user_id: UserId, amount: int) -> None:
        self._move("/debits", key=key, user_id=user_id, amount=amount)

    def credit(self, *, key: UUID, user_id: UserId, amount: int) -> None:
        self._move("/credits", key=key, user_id=user_id, amount=amount)

    def _move(self, path: str, *, key: UUID, user_id: UserId, amount: int) -> None:
        body = {"key": str(key), "user": user_id, "amount": amount, "currency": currency()}
        self._line.ask("POST", path, **body)

    def rollback(self, *, key: UUID) -> None:
        self._line.ask("POST", "/rollbacks", key=str(key))

    def status(self, *, key: UUID) -> Done | None:
        reply = self._line.ask("GET", f"/calls/{key}")
        if reply is None:
            return None
        with reading():
            return Done(str(reply["state"]), whole(reply["amount"]))
