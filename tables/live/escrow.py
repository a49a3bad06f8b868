"""The money behind the chips of cash tables: an account for each, which holds a cent a chip, or a
chip of play money in the books of those (FREE-1)."""

from collections.abc import Iterable
from datetime import datetime

from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import EURO, Books
from payouts.bookkeeping.ledger import Leg, Reason


def causes_of(name: object) -> str:
    """What all causes of chips that were bought there begin with: ``name`` is the table or pool."""
    return f"chips:{name}:"


def cause_of(name: object, user_id: UserId, key: str) -> str:
    """A player bought chips there, by a wish with this key."""
    return f"{causes_of(name)}{user_id}:{key}"


def buy(
    *,
    table_id: int,
    user_id: UserId,
    amount: Cents,
    key: str,
    now: datetime,
    books: Books = EURO,
) -> bool:
    """A player buys chips, once per key; whether this call did it. What ``ledger.post`` refuses."""
    leg = Leg(accounts.player(user_id), accounts.escrow(table_id), amount, Reason.CHIPS)
    return ledger.post([leg], key=key, now=now, books=books).created


def cash_in(
    *,
    table_id: int,
    user_id: UserId,
    amount: Cents,
    key: str,
    now: datetime,
    books: Books = EURO,
) -> None:
    """A player's chips become money again; nothing moves for no chips."""
    if amount:
        leg = Leg(accounts.escrow(table_id), accounts.player(user_id), amount, Reason.CASH_OUT)
        ledger.post([leg], key=key, now=now, books=books)


def take_rake(*, purse: str, hand_id: int, rake: Cents, now: datetime, books: Books = EURO) -> None:
    """The rake of the hand that is over goes from the account ``purse`` to the house, once
    (RAKE-1)."""
    leg = Leg(purse, accounts.RAKE, rake, Reason.RAKE)
    ledger.post([leg], key=f"rake:{hand_id}", now=now, books=books)


def hold(table_id: int, users: Iterable[UserId], *, books: Books = EURO) -> None:
    """Lock a table's money and these wallets, for those who move several in one transaction."""
    ledger.hold([accounts.escrow(table_id), *map(accounts.player, users)], books=books)
