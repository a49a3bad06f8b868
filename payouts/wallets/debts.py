"""Debts of players after a deposit was charged back when its money was gone (MONEY-4)."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.refusals import MoneyCode


def owed(user_id: UserId) -> Cents:
    """Return the cents that a player owes the room; 0 for nearly all players."""
    return Cents(-ledger.balance(accounts.debt(user_id)))


def paid_from(user_id: UserId, *, cents: int) -> list[Leg]:
    """Return the legs that pay the debt out of ``cents`` in the wallet; none without a debt."""
    part = min(owed(user_id), cents)
    if part <= 0:
        return []
    return [Leg(accounts.player(user_id), accounts.debt(user_id), part, Reason.DEBT)]


def collect(*, user_id: UserId, cause: str, now: datetime) -> None:
    """Take what a player owes before ``cause`` pays them out, in its transaction.

    Refuses OWES (``debt`` cents) where the wallet holds less.
    """
    debt = owed(user_id)
    if not debt or ledger.posted(cause):
        return
    hold(user_id)
    if ledger.balance(accounts.player(user_id)) < debt:
        raise Refusal(MoneyCode.OWES, debt=debt)
    ledger.post(paid_from(user_id, cents=debt), key=f"debt:{cause}", now=now)


def take_from(*, user_id: UserId, cents: int, cause: str, now: datetime) -> None:
    """Pay the debt out of ``cents`` that ``cause`` has just paid in.

    The caller holds the accounts (``hold``).
    """
    if legs := paid_from(user_id, cents=cents):
        ledger.post(legs, key=f"debt:{cause}", now=now)


def hold(user_id: UserId) -> None:
    """Lock the accounts of a player in debt: more than one posting of a payment follows."""
    if owed(user_id):
        ledger.hold([accounts.OUTSIDE, accounts.player(user_id), accounts.debt(user_id)])


class DebtPart(NamedTuple):
    """Cents that are taken for an account."""

    credit: str
    cents: int
    reason: Reason


def taken_from(user_id: UserId, parts: Sequence[DebtPart]) -> list[Leg]:
    """Return legs that take ``parts`` from a player: out of the wallet, and the rest as a debt.

    The caller's transaction holds these accounts from here on.
    """
    wallet, debt = accounts.player(user_id), accounts.debt(user_id)
    ledger.hold([wallet, debt, *[part.credit for part in parts]])
    there: int = ledger.balance(wallet)
    legs: list[Leg] = []
    for credit, cents, reason in parts:
        paid = min(there, cents)
        there -= paid
        legs += [Leg(wallet, credit, paid, reason), Leg(debt, credit, cents - paid, reason)]
    return [leg for leg in legs if leg.amount]
