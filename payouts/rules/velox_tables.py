"""Tables of multipliers that the room writes itself, and the faults by which they are refused."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from payouts.rules import velox
from payouts.rules.guarantees import LEAST_PERCENT

# A draw has something to decide, and its table can be read on one screen.
LEAST_ROWS, MOST_ROWS = 2, 20
HIGHEST = 100_000

Row = tuple[int, int]
Word = Literal["seats", "rows", "row", "twice", "sum", "much", "little"]


class OddsFault(NamedTuple):
    """A fault of a table: a word, its ``row`` (from 1), and the number that does not fit.

    The number is tickets in all, or the percentage that comes back.
    """

    word: Word
    row: int = 0
    found: float = 0


def fault(rows: Sequence[Row], *, seats: int) -> OddsFault | None:
    """Return the first fault of rows of multiplier and tickets of a million; None: a sound table.

    POOL-1 is the floor of the players' return; the ceiling is what they pay.
    """
    if seats not in velox.SHARES:
        return OddsFault("seats")
    if not LEAST_ROWS <= len(rows) <= MOST_ROWS:
        return OddsFault("rows")
    seen: Counter[int] = Counter()
    for at, (times, tickets) in enumerate(rows, start=1):
        if not 1 <= times <= HIGHEST or tickets < 1:
            return OddsFault("row", at)
        seen[times] += 1
        if seen[times] > 1:
            return OddsFault("twice", at)
    total = sum(tickets for _times, tickets in rows)
    if total != velox.TICKETS:
        return OddsFault("sum", found=total)
    percent = 100 * velox.returned_by(dict(rows), seats=seats)
    if percent > 100:
        return OddsFault("much", found=float(percent))
    return OddsFault("little", found=float(percent)) if percent < LEAST_PERCENT else None
