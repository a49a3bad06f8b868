"""The two sets of books: money, and play money (FREE-1).

Accounts have the same names in both. Each posting names its books; its foreign keys allow accounts
of the same books alone.
"""

from typing import Any, NamedTuple

from payouts.models import Account, PlayAccount, PlayTransfer, Transfer


class Books(NamedTuple):
    """The models of one set of books: its accounts and its transfers."""

    account: type[Any]
    transfer: type[Any]


REAL = Books(Account, Transfer)
PLAY = Books(PlayAccount, PlayTransfer)
