"""The rotation of dealers over the tables of a live event, with rests (LIVE-10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.refusal import Refusal
from tournaments.refusals import EventCode

# A place of the rotation without a table.
REST = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a rotation: the dealers by table, those who rest, and its end."""

    tables: dict[int, str]
    resting: list[str]
    ends_at: datetime


def slots(tables: Sequence[int], *, dealers: int) -> list[int]:
    """Return the places of a rotation in order: tables, with rests spread evenly among them.

    Refuse TOO_FEW_DEALERS where a table would have none.
    """
    if dealers < len(tables):
        raise Refusal(EventCode.TOO_FEW_DEALERS, tables=len(tables), dealers=dealers)
    rests, left = dealers - len(tables), iter(tables)
    return [
        REST if (place + 1) * rests // dealers > place * rests // dealers else next(left)
        for place in range(dealers)
    ]


def at(
    dealers: Sequence[str],
    places: Sequence[int],
    *,
    opened: frozenset[int],
    minutes: int,
    since: datetime,
    now: datetime,
    ahead: int = 0,
) -> Turn:
    """Return the turn at ``now``, or ``ahead`` turns later; each turn moves all dealers one place.

    A table that is no longer ``opened`` is a rest.
    """
    length = timedelta(minutes=minutes)
    turn = max(0, (now - since) // length) + ahead
    tables: dict[int, str] = {}
    resting = []
    for first, dealer in enumerate(dealers):
        table = places[(first + turn) % len(places)]
        if table in opened:
            tables[table] = dealer
        else:
            resting.append(dealer)
    return Turn(tables, resting, since + (turn + 1) * length)
