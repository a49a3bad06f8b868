"""The escrow of cash tables: an account for each, which holds a cent for each chip, or in the books
of play money a chip (FREE-1)."""

from collections.abc import Iterable
from datetime import datetime

from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import REAL, Books
from payouts.bookkeeping.ledger import Leg, Reason
from tables.models.owners import Owner


def causes_of(name: object) -> str:
    """The prefix of all causes of chips bought at a table or in a pool (``name``)."""
    return f"chips:{name}:"


def cause_of(name: object, user_id: UserId, key: str) -> str:
    """The cause of chips that a player bought by a wish with this key."""
    return f"{causes_of(name)}{user_id}:{key}"


def buy(
    *,
    owner: Owner,
    table_id: int,
    user_id: UserId,
    amount: Cents,
    key: str,
    now: datetime,
) -> bool:
    """Buy chips, once per key; return whether this call did. Refuses as ``ledger.post`` does."""
    leg = Leg(owner.wallet(table_id, user_id), accounts.escrow(table_id), amount, Reason.CHIPS)
    return ledger.post([leg], key=key, now=now, books=owner.books).created


def cash_in(
    *,
    owner: Owner,
    table_id: int,
    user_id: UserId,
    amount: Cents,
    key: str,
    now: datetime,
) -> None:
    """Pay a player for chips, once per key; no posting for 0 cents."""
    if amount:
        wallet = owner.wallet(table_id, user_id)
        leg = Leg(accounts.escrow(table_id), wallet, amount, Reason.CASH_OUT)
        ledger.post([leg], key=key, now=now, books=owner.books)


def most_to_buy(*, owner: Owner, table_id: int, user_id: UserId) -> Cents | None:
    """Return the chips that a player's wallet pays for now; None where no wallet limits them."""
    if owner.from_outside:
        return None
    return ledger.balance(owner.wallet(table_id, user_id), books=owner.books)


def take_rake(*, purse: str, hand_id: int, rake: Cents, now: datetime, books: Books = REAL) -> None:
    """Move the rake of a finished hand from the account ``purse`` to the house, once (RAKE-1)."""
    leg = Leg(purse, accounts.RAKE, rake, Reason.RAKE)
    ledger.post([leg], key=f"rake:{hand_id}", now=now, books=books)


def hold(table_id: int, users: Iterable[UserId], *, owner: Owner) -> None:
    """Lock a table's escrow and these wallets, before several postings in one transaction."""
    wallets = [owner.wallet(table_id, user_id) for user_id in users]
    ledger.hold([accounts.escrow(table_id), *wallets], books=owner.books)
