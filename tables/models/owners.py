"""Who runs a table, and what follows from it there: asked of the owner, nowhere compared by name.

A table keeps its event's name alone (``Table.event``); a kind that is not known here is that of a
tournament, or of whoever else runs tables whose chips are only chips.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from django.db.models import Q

from payouts.bookkeeping import accounts
from payouts.bookkeeping.books import EURO, Books
from payouts.bookkeeping.books import PLAY as PLAY_BOOKS
from payouts.events import EventRef

CASH = "cash"
FAST = "fast"
# A cash game whose chips are play money: its tables' events have a name of their own (FREE-1), so
# that what asks for cash never finds them.
PLAY = "play"
# The stays at tables for money: nothing else has receipts and belongs in the room's figures.
FOR_MONEY = Q(table__event__startswith=f"{CASH}:")


@dataclass(frozen=True, slots=True)
class Owner:
    """Whoever runs the table; ``event`` is its name."""

    event: str

    # Whether chips are cents there.
    for_money: ClassVar[bool] = False
    # Whether pots are raked, in whatever is played for (RAKE-1).
    raked: ClassVar[bool] = False
    # Whether everybody there has a stay of their own, and the table deals for as long as they stay.
    has_stays: ClassVar[bool] = False
    # Whether who folds is let go to another table while the hand goes on (FAST-1).
    lets_go: ClassVar[bool] = False
    # Whether it is a cash game, for money or for play money.
    is_cash: ClassVar[bool] = False
    # Where the money behind its chips is.
    books: ClassVar[Books] = EURO

    def purse(self, table_id: int) -> str:
        """The account that holds a cent for each chip of this table."""
        return accounts.escrow(table_id)


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


class PoolOwner(Owner):
    """A fast-fold pool, which has one account for all its tables."""

    __slots__ = ()
    for_money = True
    raked = True
    lets_go = True

    def purse(self, table_id: int) -> str:
        return accounts.escrow_of(self.event)


KINDS = {CASH: CashOwner, PLAY: PlayOwner, FAST: PoolOwner}


@lru_cache(maxsize=1024)
def owner(event: str) -> Owner:
    """Whoever runs the tables of this event."""
    ref = EventRef.parse(event)
    return KINDS.get(ref.kind, Owner)(event) if ref is not None else Owner(event)
