"""The causes of what is moved for an event: each is put together here, and taken apart here."""

from django.db.models import CharField, OuterRef, Value
from django.db.models.functions import Cast, Concat

from payouts.bookkeeping import ledger
from payouts.rules.refunds import CANCELLATION
from tournaments.models import Tournament

_ENTRY, _PRIZE = "entry", "prize"


def of_entries(tournament_id: int) -> str:
    """What all causes of payments for entries and chips begin with."""
    return f"{_ENTRY}:{tournament_id}:"


def entry(tournament_id: int, entry_id: int) -> str:
    """An entry was paid."""
    return f"{of_entries(tournament_id)}{entry_id}"


def purchase(tournament_id: int, entry_id: int, purchase_id: int) -> str:
    """Rebuys or an add-on were paid."""
    return f"{entry(tournament_id, entry_id)}:purchase:{purchase_id}"


def refund(cause: str) -> str:
    """What this was the cause of came back."""
    return f"{cause}:refund"


def entry_in(cause: str) -> int:
    """The entry that was paid by this cause, which is of ``entry``."""
    return int(cause.rpartition(":")[2])


def prize(tournament_id: int, entry_id: int) -> str:
    """A place was paid."""
    return f"{_PRIZE}:{tournament_id}:{entry_id}"


def bounty(tournament_id: int, head: int, *, at_the_end: bool) -> str:
    """A head was paid for; at the end of the event, what nobody took until then."""
    return f"bounty:{tournament_id}:{head}{':end' if at_the_end else ''}"


def deal(tournament_id: int) -> str:
    """The final table has divided the prizes."""
    return f"deal:{tournament_id}"


def ticket(ticket_id: int) -> str:
    """A ticket was won, or given."""
    return f"ticket:{ticket_id}"


def prize_of(entry: str) -> Concat:
    """``prize`` in SQL, for the entry that a row of the outer query names by this column."""
    tournament = Cast(OuterRef(f"{entry}__tournament"), CharField())
    return Concat(Value(f"{_PRIZE}:"), tournament, Value(":"), Cast(OuterRef(entry), CharField()))


def anew(tournament: Tournament, cause: str) -> str:
    """Return the key of what is won in an event: that of a live event may have been taken back, and
    be posted once more (LIVE-5)."""
    return ledger.anew(cause) if tournament.in_person else cause


def cancellation(tournament_id: int, what: str | int) -> str:
    """A plan of cancellation was carried out: this part of it."""
    return f"{CANCELLATION}{tournament_id}:{what}"
