"""One writer at a time in each tournament; locks in order: player, tournament, table, account.

The player only where money is spent or play is given up (``payouts.people.hold``).
"""

from core.refusal import Refusal
from tournaments.models import Tournament
from tournaments.refusals import Code


def lock(tournament_id: int) -> Tournament:
    """The tournament, which nobody else changes until this transaction ends.

    Refuses NO_SUCH_TOURNAMENT; who waits too long is refused by the edge (``payouts.busy``).
    """
    found = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if found is None:
        raise Refusal(Code.NO_SUCH_TOURNAMENT)
    return found


def lock_if_free(tournament_id: int) -> Tournament | None:
    """As ``lock``, but None at once when somebody else is writing, or there is no such event."""
    return Tournament.objects.select_for_update(skip_locked=True).filter(pk=tournament_id).first()
