"""The escrow of cash tables: an account for each, which holds a cent for each chip, or in the books
of play money a chip (FREE-1)."""

from collections.abc import Iterable
from datetime import datetime

from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import REAL, Books
from payouts.bookkeeping.ledger import Leg, Reason


def causes_of(name: object) -> str:
    """The prefix of all causes of chips bought at a table or in a pool (``name``)."""
    return f"chips:{name}:"


def cause_of(name: object, user_id: UserId, key: str) -> str:
    """The cause of chips that a player bought by a wish with this key."""
    return f"{causes_of(name)}{user_id}:{key}"


def buy(
    *,
    table_id: int,
    user_id: UserId,
    amount: Cents,
    key: str,
    now: datetime,
    books: Books = REAL,
) -> bool:
    """Buy chips, once per key; return whether this call did. Refuses as ``ledger.post`` does."""
    leg = Leg(accounts.player(user_id), accounts.escrow(table_id), amount, Reason.CHIPS)
    return ledger.post([leg], key=key, now=now, books=books).created


def cash_in(
    *,
    table_id: int,
    user_id: UserId,
    amount: Cents,
    key: str,
    now: datetime,
    books: Books = REAL,
) -> None:
    """Pay a player for chips, once per key; no posting for 0 cents."""
    if amount:
        leg = Leg(accounts.escrow(table_id), accounts.player(user_id), amount, Reason.CASH_OUT)
        ledger.post([leg], key=key, now=now, books=books)


def take_rake(*, purse: str, hand_id: int, rake: Cents, now: datetime, books: Books = REAL) -> None:
    """Move the rake of a finished hand from the account ``purse`` to the house, once (RAKE-1)."""
    leg = Leg(purse, accounts.RAKE, rake, Reason.RAKE)
    ledger.post([leg], key=f"rake:{hand_id}", now=now, books=books)


def hold(table_id: int, users: Iterable[UserId], *, books: Books = REAL) -> None:
    """Lock a table's escrow and these wallets, before several postings in one transaction."""
    ledger.hold([accounts.escrow(table_id), *map(accounts.player, users)], books=books)
