"""Players by money moved in a period, largest first: cents in and out of wallets and bonuses.

Closed days are read as signed: a row per day, where a busy month has a third of a million
transfers.
"""

from datetime import date
from typing import Any, NamedTuple

from core import sql
from core.settings.room_time import zone
from core.types import UserId
from payouts.reports import revenue
from payouts.reports.revenue import ONE_DAY


class DailyTotals(NamedTuple):
    """The players of one day (user ids, ascending) and the cents of each."""

    players: list[int]
    cents: list[int]


def movers(*, begin: date, end: date, most: int | None) -> tuple[dict[UserId, str], int]:
    """Return the names of the ``most`` players who moved most, and the count of all.

    Days ``begin`` to ``end``. Ties: the older account first.
    """
    first = revenue.first_open(revenue.closed_days(begin, end), begin=begin, end=end)
    found_open = _IN_LEDGER.format(day="NULL::date", only=_NOT_CLOSED)
    moved = _SIGNED_AND_OPEN.format(signed=_SIGNED, open=found_open) if first else _SIGNED
    span = {**days(first or begin, end), "begin": begin, "end": end}
    rows = sql.rows(_MOVERS.format(moved=moved), {**span, "most": most})
    return {UserId(pk): name for pk, name, _count in rows}, rows[0][2] if rows else 0


def in_ledger(*, begin: date, end: date) -> dict[date, DailyTotals]:
    """Return the players and their cents of each day, added up from the transfers."""
    moved = _IN_LEDGER.format(day=_DAY, only="")
    rows = sql.rows(_BY_DAY.format(moved=moved), days(begin, end))
    return {day: DailyTotals(*columns) for day, *columns in rows}


def days(begin: date, end: date) -> dict[str, Any]:
    """Return the first and the last day as parameters of a statement."""
    return {
        "since": revenue.midnight(begin),
        "until": revenue.midnight(end + ONE_DAY),
        "zone": str(zone()),
    }


_DAY = "(created_at AT TIME ZONE %(zone)s)::date"
# Each side is aggregated before it joins the accounts: they are few, transfers many.
_IN_LEDGER = """
    SELECT day, split_part(name, ':', 2)::bigint AS whose, sum(cents)::bigint AS cents
    FROM (
        SELECT {day} AS day, coalesce(debit_id, credit_id) AS id, sum(amount) AS cents
        FROM payouts_transfer
        WHERE created_at >= %(since)s AND created_at < %(until)s {only}
        GROUP BY 1, GROUPING SETS ((debit_id), (credit_id))
    ) AS sides JOIN payouts_account USING (id)
    WHERE kind IN ('player', 'bonus')
    GROUP BY 1, 2
"""
_BY_DAY = """
    SELECT day, array_agg(whose ORDER BY whose), array_agg(cents ORDER BY whose)
    FROM ({moved}) AS moved GROUP BY day
"""
_SIGNED = """
    SELECT unnest(players) AS whose, unnest(moved) AS cents FROM payouts_dayclosing
    WHERE day BETWEEN %(begin)s AND %(end)s AND closed_at IS NOT NULL
"""
# A day that is closed meanwhile is read once either way.
_NOT_CLOSED = """
    AND (created_at AT TIME ZONE %(zone)s)::date
        NOT IN (SELECT closed.day FROM payouts_dayclosing AS closed WHERE closed_at IS NOT NULL)
"""
_SIGNED_AND_OPEN = "{signed} UNION ALL SELECT whose, cents FROM ({open}) AS found"
_MOVERS = """
    WITH moved AS ({moved}), movers AS (
        SELECT whose, sum(cents) AS cents, count(*) OVER () AS count FROM moved
        GROUP BY whose ORDER BY cents DESC, whose LIMIT %(most)s
    )
    SELECT whose, coalesce(username, ''), count
    FROM movers LEFT JOIN players_user ON players_user.id = whose ORDER BY cents DESC, whose
"""
