"""One writer at a time in each tournament; the order everywhere: Tournament, Table, Account."""

from django.db import OperationalError
from psycopg.errors import LockNotAvailable

from payouts.refusal import Refusal
from tournaments.models import Tournament
from tournaments.refusals import Code


def lock(tournament_id: int) -> Tournament:
    """The tournament, which nobody else changes until this transaction ends.

    Refuses NO_SUCH_TOURNAMENT, and TOURNAMENT_BUSY after the database's ``lock_timeout``.
    """
    try:
        found = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise Refusal(Code.TOURNAMENT_BUSY) from error
        raise
    if found is None:
        raise Refusal(Code.NO_SUCH_TOURNAMENT)
    return found


def lock_if_free(tournament_id: int) -> Tournament | None:
    """As ``lock``, but None at once when somebody else is writing, or there is no such event."""
    return Tournament.objects.select_for_update(skip_locked=True).filter(pk=tournament_id).first()
