"""Hands by month: the number of a hand carries the month in UTC in which it was dealt.

Number = YYMM * 10^9 + a count, so that the key of a hand tells its partition, and that of all rows
that belong to the hand. The database makes the partitions of months to come
(``tables_make_months``); call it every day.
"""

from datetime import UTC, datetime
from typing import Final

from core import sql

# The most hands of a month.
COUNT: Final = 10**9
# Digits of the number of a hand, until 2099.
DIGITS: Final = 13
# Months that are over and whose events stay unpacked: they are read most.
KEPT: Final = 3
TABLES: Final = (
    *("tables_hand", "tables_handplayer", "tables_handsecret", "tables_handevent"),
    "tables_playedhand",
)

_WITH_EVENTS = """
    SELECT substring(relname FROM '\\d+$')::int FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = 'tables_handevent'::regclass AND relname ~ '\\d$' ORDER BY 1"""


def of(moment: datetime) -> int:
    """Return the month of a moment, as YYMM."""
    at = moment.astimezone(UTC)
    return (at.year - 2000) * 100 + at.month


def after(month: int) -> int:
    """Return the month after YYMM."""
    return month + 1 if month % 100 < 12 else month + 89


def before(month: int, *, months: int) -> int:
    """Return the month that is ``months`` before YYMM."""
    year, of_year = divmod(month // 100 * 12 + month % 100 - 1 - months, 12)
    return year * 100 + of_year + 1


def first_id(month: int) -> int:
    """The lowest number that a hand of a month can have."""
    return month * COUNT


def last_id(month: int) -> int:
    """The highest number that a hand of a month can have."""
    return first_id(month) + COUNT - 1


def make_ahead() -> int:
    """Make the missing partitions of this month and the next ones; return how many months.

    A month whose hands were dealt before it had a partition stays in the default partition.
    """
    [(made,)] = sql.rows("SELECT tables_make_months()")
    return int(made)


def with_events() -> list[int]:
    """The months whose events lie in partitions, the oldest first: neither archived nor in the
    default partition."""
    return [month for (month,) in sql.rows(_WITH_EVENTS)]
