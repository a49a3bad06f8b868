"""The lock of a tournament, for one writer at a time. Order: player, tournament, table, account.

The player is locked only where money is spent or play is given up (``players.player_lock.hold``).
"""

from django.db import connection
from django.db.transaction import TransactionManagementError

from core import sql
from core.refusal import Refusal
from tournaments.models import Tournament
from tournaments.refusals import EventCode

# Plain SQL, composed once: each verb and each step of the director begins here, and for a row of so
# many columns the ORM takes longer to compose the statement than all that follows.
_FIELDS = Tournament._meta.concrete_fields
_NAMES = [field.attname for field in _FIELDS]
_COLUMNS = ", ".join(f'"{field.column}"' for field in _FIELDS)
_LOCK = f"SELECT {_COLUMNS} FROM tournaments_tournament WHERE id = %s FOR UPDATE"  # noqa: S608
_LOCK_IF_FREE = _LOCK + " SKIP LOCKED"
# Fields whose stored values must be converted: JSON.
_READ = [
    (no, field.from_db_value) for no, field in enumerate(_FIELDS) if hasattr(field, "from_db_value")
]


def lock(tournament_id: int) -> Tournament:
    """Lock a tournament until this transaction ends, and return it.

    Refuse NO_SUCH_TOURNAMENT; a lock waited for too long is ROOM_BUSY at the edge
    (``core.unavailable``).
    """
    tournament = _locked(_LOCK, tournament_id)
    if tournament is None:
        raise Refusal(EventCode.NO_SUCH_TOURNAMENT)
    return tournament


def lock_if_free(tournament_id: int) -> Tournament | None:
    """Lock a tournament as ``lock`` does, or return None at once if it is locked or unknown."""
    return _locked(_LOCK_IF_FREE, tournament_id)


def _locked(statement: str, tournament_id: int) -> Tournament | None:
    if connection.get_autocommit():
        raise TransactionManagementError("a lock outside of a transaction holds nothing")
    rows = sql.rows(statement, [tournament_id])
    if not rows:
        return None
    values = list(rows[0])
    for no, read in _READ:
        values[no] = read(values[no], None, connection)
    return Tournament.from_db(connection.alias, _NAMES, values)
