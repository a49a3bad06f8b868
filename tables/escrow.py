"""The money behind the chips of cash tables: an account for each, which holds a cent a chip."""

from collections.abc import Iterable
from datetime import datetime

from core.types import Cents, UserId
from payouts import accounts, ledger
from payouts.ledger import Leg, Reason


def buy(*, table_id: int, user_id: UserId, amount: Cents, key: str, now: datetime) -> bool:
    """A player buys chips, once per key; whether this call did it. What ``ledger.post`` refuses."""
    leg = Leg(accounts.player(user_id), accounts.escrow(table_id), amount, Reason.CHIPS)
    return ledger.post([leg], key=key, now=now).created


def cash_in(*, table_id: int, user_id: UserId, amount: Cents, key: str, now: datetime) -> None:
    """A player's chips become money again; nothing moves for no chips."""
    if amount:
        leg = Leg(accounts.escrow(table_id), accounts.player(user_id), amount, Reason.CASH_OUT)
        ledger.post([leg], key=key, now=now)


def take_rake(*, purse: str, hand_id: int, rake: Cents, now: datetime) -> None:
    """The rake of the hand that is over goes from the account ``purse`` to the house, once
    (RAKE-1)."""
    leg = Leg(purse, accounts.RAKE, rake, Reason.RAKE)
    ledger.post([leg], key=f"rake:{hand_id}", now=now)


def hold(table_id: int, users: Iterable[UserId]) -> None:
    """Lock a table's money and these wallets, for those who move several in one transaction."""
    ledger.hold([accounts.escrow(table_id), *map(accounts.player, users)])
