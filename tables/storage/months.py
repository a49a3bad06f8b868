"""Hands by month: the number of a hand carries the month in UTC in which it was dealt.

Number = YYMM * 10^9 + a count, so that the key of a hand says in which partition it lies, and with
it everything that hangs on the hand. The database makes the partitions of months to come
(``tables_make_months``); ask for them every day.
"""

from datetime import UTC, datetime
from typing import Final

from core import sql

# Hands of a month that can be told apart.
COUNT: Final = 10**9
# Of the number of a hand, until 2099.
DIGITS: Final = 13
# Months that are over and whose events stay as they were written: they are looked at most.
KEPT: Final = 3
TABLES: Final = ("tables_hand", "tables_handplayer", "tables_handsecret", "tables_handevent")

_WITH_EVENTS = """
    SELECT substring(relname FROM '\\d+$')::int FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = 'tables_handevent'::regclass AND relname ~ '\\d$' ORDER BY 1"""


def of(moment: datetime) -> int:
    """YYMM of a moment."""
    at = moment.astimezone(UTC)
    return (at.year - 2000) * 100 + at.month


def after(month: int) -> int:
    """The month after YYMM."""
    return month + 1 if month % 100 < 12 else month + 89


def before(month: int, *, months: int) -> int:
    """The month so many months before YYMM."""
    year, of_year = divmod(month // 100 * 12 + month % 100 - 1 - months, 12)
    return year * 100 + of_year + 1


def first_id(month: int) -> int:
    """Hands of a month have this number or a higher one, below that of the next month."""
    return month * COUNT


def last_id(month: int) -> int:
    """The highest number that a hand of a month can have."""
    return first_id(month) + COUNT - 1


def make_ahead() -> int:
    """Make the partitions of this month and the next ones that are not there yet; returns how many
    months were made.

    A month that hands have been dealt in before it had one stays in the default partition.
    """
    [(made,)] = sql.rows("SELECT tables_make_months()")
    return int(made)


def with_events() -> list[int]:
    """The months whose events lie in partitions, the oldest first: neither archived nor in the
    default partition."""
    return [month for (month,) in sql.rows(_WITH_EVENTS)]
