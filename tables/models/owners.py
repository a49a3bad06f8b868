"""Owners of tables, and the properties that depend on them; no other module compares event names.

A table stores only its event's name (``Table.event``). A kind that is not known here is a
tournament, or another owner of tables whose chips are not money.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from django.db.models import Q

from core import money
from core.types import UserId
from payouts.bookkeeping import accounts
from payouts.bookkeeping.books import PLAY as PLAY_BOOKS
from payouts.bookkeeping.books import REAL, Books
from payouts.events import EventRef

CASH = "cash"
POOL = "pool"
# A cash game for play money: its events have their own kind (FREE-1), so that queries for cash
# never find them.
PLAY = "play"
# A cash game of a home game, whose chips players write down among themselves.
HOME = "home"
# Stays at cash tables for money: only these have receipts and count in the room's figures.
FOR_MONEY = Q(table__event__startswith=f"{CASH}:")


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a table; ``event`` is its event name."""

    event: str

    # Chips are cents.
    for_money: ClassVar[bool] = False
    # Pots are raked, in cents or play money (RAKE-1).
    raked: ClassVar[bool] = False
    # Each player has a stay, and the table deals while they stay.
    has_stays: ClassVar[bool] = False
    # A player who folds may go on to another table while the hand is played (FAST-1).
    lets_go: ClassVar[bool] = False
    # It is a cash game, for money or for play money.
    is_cash: ClassVar[bool] = False
    # Its chips come from outside the room and go back there: no wallet limits them.
    from_outside: ClassVar[bool] = False
    # The books that hold the money behind its chips.
    books: ClassVar[Books] = REAL

    @property
    def currency(self) -> str | None:
        """The code of the currency of its chips; None where chips are not money."""
        return money.currency() if self.for_money else None

    @property
    def tournament(self) -> int | None:
        """The number of the tournament; None for a game without an end."""
        ref = EventRef.parse(self.event)
        return None if ref is None or self.has_stays or self.lets_go else ref.id

    def purse(self, table_id: int) -> str:
        """Return the account that holds a cent, or play money, for each chip of this table."""
        return accounts.escrow(table_id)

    def wallet(self, table_id: int, user_id: UserId) -> str:
        """Return the account that pays for a player's chips at this table, and is paid for them."""
        return accounts.player(user_id)


class CashOwner(Owner):
    """A cash game."""

    __slots__ = ()
    for_money = True
    raked = True
    has_stays = True
    is_cash = True


class PlayOwner(Owner):
    """A cash game for play money (FREE-1)."""

    __slots__ = ()
    raked = True
    has_stays = True
    is_cash = True
    books = PLAY_BOOKS


class HomeOwner(Owner):
    """A cash game of a home game."""

    __slots__ = ()
    has_stays = True
    is_cash = True
    from_outside = True
    books = PLAY_BOOKS

    def wallet(self, table_id: int, user_id: UserId) -> str:
        return accounts.outside_of_table(table_id)


class PoolOwner(Owner):
    """A fast-fold pool, which has one account for all its tables."""

    __slots__ = ()
    for_money = True
    raked = True
    lets_go = True

    def purse(self, table_id: int) -> str:
        return accounts.escrow_of(self.event)


KINDS = {CASH: CashOwner, PLAY: PlayOwner, HOME: HomeOwner, POOL: PoolOwner}


@lru_cache(maxsize=1024)
def owner(event: str) -> Owner:
    """Return the owner of the tables of this event."""
    ref = EventRef.parse(event)
    return KINDS.get(ref.kind, Owner)(event) if ref is not None else Owner(event)
