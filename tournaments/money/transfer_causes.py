"""The causes of an event's transfers: they are composed and parsed here alone."""

from django.db.models import CharField, OuterRef, Value
from django.db.models.functions import Cast, Concat

from payouts.bookkeeping import ledger
from payouts.rules.refunds import CANCELLATION
from tournaments.models import Tournament

_ENTRY, _PRIZE = "entry", "prize"


def of_entries(tournament_id: int) -> str:
    """Return the prefix of all causes of payments for entries and chips."""
    return f"{_ENTRY}:{tournament_id}:"


def entry(tournament_id: int, entry_id: int) -> str:
    """Return the cause of the payment for an entry."""
    return f"{of_entries(tournament_id)}{entry_id}"


def purchase(tournament_id: int, entry_id: int, purchase_id: int) -> str:
    """Return the cause of the payment for rebuys or an add-on."""
    return f"{entry(tournament_id, entry_id)}:purchase:{purchase_id}"


def refund(cause: str) -> str:
    """Return the cause of the refund of a payment."""
    return f"{cause}:refund"


def entry_in(cause: str) -> int:
    """Return the id of the entry in a cause made by ``entry``."""
    return int(cause.rpartition(":")[2])


def prize(tournament_id: int, entry_id: int) -> str:
    """Return the cause of the prize of an entry."""
    return f"{_PRIZE}:{tournament_id}:{entry_id}"


def bounty(tournament_id: int, head: int, *, at_the_end: bool) -> str:
    """Return the cause of the payment for a head; ``at_the_end`` for the part paid then."""
    return f"bounty:{tournament_id}:{head}{':end' if at_the_end else ''}"


def deal(tournament_id: int) -> str:
    """Return the cause of the shares of a deal."""
    return f"deal:{tournament_id}"


def ticket(ticket_id: int) -> str:
    """Return the cause of the money in a ticket, won or given."""
    return f"ticket:{ticket_id}"


def prize_of(entry: str) -> Concat:
    """Return ``prize`` as SQL, for the entry in this column of the outer query."""
    tournament = Cast(OuterRef(f"{entry}__tournament"), CharField())
    return Concat(Value(f"{_PRIZE}:"), tournament, Value(":"), Cast(OuterRef(entry), CharField()))


def anew(tournament: Tournament, cause: str) -> str:
    """Return the key of a posting of winnings: it may have been taken back, and be posted once more
    (LIVE-5)."""
    return ledger.anew(cause, books=tournament.books) if tournament.floor.takes_back else cause


def cancellation(tournament_id: int, what: str | int) -> str:
    """Return the cause of this part of a plan of cancellation."""
    return f"{CANCELLATION}{tournament_id}:{what}"
