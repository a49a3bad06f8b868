"""The names of accounts; the prefix is the kind of account (the database checks it)."""

from core.types import UserId
from payouts.events import EventRef

FEES = "house:fees"
GUARANTEES = "house:guarantees"
VELOX = "house:velox"
RAKE = "house:rake"
# Fees of deposits and withdrawals (MONEY-1, MONEY-2).
PAYMENTS = "house:payments"
# Corrections by staff with a second person (STAFF-8).
CORRECTIONS = "house:corrections"
# The cost of bonuses and of tickets issued by staff (BONUS-1).
BONUSES = "house:bonus"
# The share of the pools of live events that the room owes its dealers (LIVE-14).
DEALERS = "house:dealers"
OUTSIDE = "outside"
# The demo money given at sign-up (FREE-3).
DEMO = "outside:demo"
TICKETS = "tickets"


def player(user_id: UserId) -> str:
    """Name a player's wallet."""
    return f"player:{user_id}"


def held(user_id: UserId) -> str:
    """Name the account of a player's requested withdrawals, until they are paid (MONEY-2)."""
    return f"held:{user_id}"


def debt(user_id: UserId) -> str:
    """Name the account of a player's debt after a charge-back, below zero (MONEY-4)."""
    return f"debt:{user_id}"


def bonus(user_id: UserId) -> str:
    """Name the account of a player's bonus, until it is earned, taken back or expired (BONUS-1)."""
    return f"bonus:{user_id}"


def pool(event: str) -> str:
    """Name the prize pool of an event."""
    return f"pool:{event}"


def escrow(table_id: int) -> str:
    """Name the escrow of a cash table."""
    return escrow_of(str(EventRef("table", table_id)))


def escrow_of(name: str) -> str:
    """Name the escrow of a named cash table or fast-fold pool."""
    return f"escrow:{name}"


def outside_of_table(table_id: int) -> str:
    """Name the place outside the room from which the chips of a home game's table come, and to
    which they go back."""
    return f"{OUTSIDE}:{EventRef('table', table_id)}"


def event(account: str) -> str | None:
    """Return the event or the table whose money an account holds; None for every other account."""
    prefix, _, name = account.partition(":")
    return name if prefix in ("pool", "escrow") else None


def parts(account: str) -> tuple[str, str]:
    """The ``Account.Kind`` of an account, and what follows it in the name."""
    prefix, _, rest = account.partition(":")
    return prefix, rest


def kind(account: str) -> str:
    """Return the ``Account.Kind`` of an account's name."""
    return account.partition(":")[0]


def debtor(account: str) -> UserId | None:
    """Return the user id of a player's debt; None for every other account."""
    prefix, _, number = account.partition(":")
    return UserId(int(number)) if prefix == "debt" else None


def whose(account: str) -> UserId | None:
    """Return the user id of a player's wallet or bonus; None for every other account."""
    prefix, _, number = account.partition(":")
    return UserId(int(number)) if prefix in ("player", "bonus") else None


def owner(account: str) -> UserId | None:
    """Return the user id of a player's wallet; None for every other account."""
    prefix, _, number = account.partition(":")
    return UserId(int(number)) if prefix == "player" else None
