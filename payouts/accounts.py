"""The names of accounts; the prefix says what kind an account is (the database checks it)."""

FEES = "house:fees"
GUARANTEES = "house:guarantees"
VELOX = "house:velox"
RAKE = "house:rake"
OUTSIDE = "outside"
TICKETS = "tickets"


def player(user_id: int) -> str:
    """A player's wallet."""
    return f"player:{user_id}"


def pool(event: str) -> str:
    """The prize pool of an event such as ``tournament:12``."""
    return f"pool:{event}"


def escrow(table_id: int) -> str:
    """The money behind the chips of a cash table."""
    return f"escrow:table:{table_id}"


def kind(account: str) -> str:
    """The ``Account.Kind`` that a name stands for."""
    return account.partition(":")[0]


def owner(account: str) -> int | None:
    """The user id of a player's wallet; None for every other account."""
    prefix, _, number = account.partition(":")
    return int(number) if prefix == "player" else None
