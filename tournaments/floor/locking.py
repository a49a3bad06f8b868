"""One writer at a time in each tournament; locks in order: player, tournament, table, account.

The player only where money is spent or play is given up (``payouts.people.hold``).
"""

from django.db import connection
from django.db.transaction import TransactionManagementError

from core import sql
from core.refusal import Refusal
from tournaments.models import Tournament
from tournaments.refusals import Code

# Plain SQL, written once: every verb and every step of the director begins here, and for a row of
# so many columns the ORM takes longer to write the statement than all that follows.
_FIELDS = Tournament._meta.concrete_fields
_NAMES = [field.attname for field in _FIELDS]
_COLUMNS = ", ".join(f'"{field.column}"' for field in _FIELDS)
_LOCK = f"SELECT {_COLUMNS} FROM tournaments_tournament WHERE id = %s FOR UPDATE"  # noqa: S608
_LOCK_IF_FREE = _LOCK + " SKIP LOCKED"
# What is stored otherwise than it is read: JSON.
_READ = [
    (no, field.from_db_value) for no, field in enumerate(_FIELDS) if hasattr(field, "from_db_value")
]


def lock(tournament_id: int) -> Tournament:
    """The tournament, which nobody else changes until this transaction ends.

    Refuses NO_SUCH_TOURNAMENT; who waits too long is refused by the edge (``payouts.busy``).
    """
    found = _locked(_LOCK, tournament_id)
    if found is None:
        raise Refusal(Code.NO_SUCH_TOURNAMENT)
    return found


def lock_if_free(tournament_id: int) -> Tournament | None:
    """As ``lock``, but None at once when somebody else is writing, or there is no such event."""
    return _locked(_LOCK_IF_FREE, tournament_id)


def _locked(statement: str, tournament_id: int) -> Tournament | None:
    if connection.get_autocommit():
        raise TransactionManagementError("a lock outside of a transaction holds nothing")
    found = sql.rows(statement, [tournament_id])
    if not found:
        return None
    values = list(found[0])
    for no, read in _READ:
        values[no] = read(values[no], None, connection)
    return Tournament.from_db(connection.alias, _NAMES, values)
