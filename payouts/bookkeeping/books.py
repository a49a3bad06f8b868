"""The two sets of books: euro, and play money (FREE-1).

Accounts have the same names in both. Whoever posts says in which books; a transfer names accounts
of its own books alone, since its foreign keys know no others.
"""

from typing import Any, NamedTuple

from payouts.models import Account, PlayAccount, PlayTransfer, Transfer


class Books(NamedTuple):
    """Where a kind of money is held and moved."""

    account: type[Any]
    transfer: type[Any]


EURO = Books(Account, Transfer)
PLAY = Books(PlayAccount, PlayTransfer)
