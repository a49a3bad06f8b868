"""Payout tables of a room's own (PAY-TABLE): the shares of places, by the size of the field.

A row serves fields up to ``most`` entries; its runs of places have one share each, in hundredths of
a percent. The last row serves all larger fields as well.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

# Hundredths of a percent.
WHOLE: Final = 10_000
MOST_ROWS, MOST_PLACES, MOST_ENTRIES = 60, 2_000, 300_000
# Places from which on neighbours share one prize: the last place of each run.
_RUNS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 18, 27, 36, 45, 63, 81, 99, 126, 153)
# Field sizes of a generated table, up to the largest that is asked for.
_SIZES: Final = (
    *(3, 6, 9, 12, 18, 27, 36, 50, 75, 100, 150, 200, 300, 400, 550, 700, 900, 1_100, 1_500),
    *(2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 20_000),
)
_ROW = re.compile(r"\s*(\d{1,6})\s*:\s*(.+?)\s*", re.ASCII)
_RUN = re.compile(r"(\d{1,3})(?:[.,](\d{1,2}))?(?:x(\d{1,4}))?", re.ASCII)


# The faults of a table.
RowFault = Literal[
    "no_rows",
    "too_many_rows",
    "rows_out_of_order",
    "row_places",
    "row_not_positive",
    "row_not_whole",
    "row_rising",
    "row_least",
]


class ShareRun(NamedTuple):
    """``places`` neighbouring places with one ``share`` each."""

    places: int
    share: int


class PayoutRow(NamedTuple):
    """The shares in fields up to ``most`` entries."""

    most: int
    runs: tuple[ShareRun, ...]

    @property
    def shares(self) -> list[int]:
        """The share of each place."""
        return [run.share for run in self.runs for _ in range(run.places)]

    def to_json(self) -> dict[str, Any]:
        return {"most": self.most, "runs": [list(run) for run in self.runs]}


class Formula(NamedTuple):
    """The parameters of a generated table.

    ``percent`` of the entries are paid, prizes fall with the power ``steepness`` of the place,
    hundredths, down to a ``least`` prize in hundredths of what an entry brings; rows reach to
    ``largest`` entries.
    """

    percent: int
    steepness: int
    least: int
    largest: int


def read(stored: Sequence[Mapping[str, Any]]) -> tuple[PayoutRow, ...]:
    """Return the rows of a stored table."""
    return tuple(
        PayoutRow(row["most"], tuple(ShareRun(*run) for run in row["runs"])) for row in stored
    )


def row_for(rows: Sequence[PayoutRow], entries: int) -> PayoutRow:
    """Return the row that serves a field of ``entries``; the last row for larger fields."""
    return next((row for row in rows if entries <= row.most), rows[-1])


def fault(rows: Sequence[PayoutRow], *, least: int) -> tuple[RowFault, int] | None:
    """Return the fault of a table, and the number of its row, from 1; None when it is sound.

    ``least``: the smallest prize, hundredths of what an entry brings; 0: any.
    """
    if not rows:
        return "no_rows", 0
    if len(rows) > MOST_ROWS:
        return "too_many_rows", MOST_ROWS + 1
    for number, (before, row) in enumerate(pairwise((PayoutRow(0, ()), *rows)), start=1):
        if not before.most < row.most <= MOST_ENTRIES:
            return "rows_out_of_order", number
        if word := _fault_of(row, fewest=before.most + 1, least=least):
            return word, number
    return None


def _fault_of(row: PayoutRow, *, fewest: int, least: int) -> RowFault | None:
    shares = row.shares
    if not shares or len(shares) > min(row.most, MOST_PLACES):
        return "row_places"
    if min(shares) <= 0:
        return "row_not_positive"
    if sum(shares) != WHOLE:
        return "row_not_whole"
    if shares != sorted(shares, reverse=True):
        return "row_rising"
    # A sole winner takes the whole pool; with fewer entries than places all have more (PAY-WIN).
    small = len(shares) > 1 and shares[-1] * max(fewest, len(shares)) < least * 100
    return "row_least" if small else None


def make(formula: Formula) -> tuple[PayoutRow, ...]:
    """Return a sound table by this formula: rows for usual field sizes, each adding up to 100 %."""
    sizes = [size for size in _SIZES if size < formula.largest]
    ends = [*sizes, formula.largest]
    return tuple(
        _made(formula, fewest=before + 1, most=most) for before, most in pairwise((0, *ends))
    )


def _made(formula: Formula, *, fewest: int, most: int) -> PayoutRow:
    """Return a row with the formula's number of places, or fewer if the least prize needs it."""
    places = max(1, min(most, MOST_PLACES, round(fewest * formula.percent / 100)))
    while places > 1 and places * _least(formula, fewest, places) > WHOLE:
        places -= 1
    runs = list(_runs(places))
    least = min(WHOLE // places, _least(formula, fewest, places))
    weights = [_weight(formula, first, last) for first, last in runs]
    left, whole = (
        WHOLE - least * places,
        sum(
            weight * (last - first + 1) for weight, (first, last) in zip(weights, runs, strict=True)
        ),
    )
    shares = [least + int(left * weight / whole) for weight in weights]
    total = sum(
        share * (last - first + 1) for share, (first, last) in zip(shares, runs, strict=True)
    )
    # The winner takes what rounding leaves.
    shares[0] += WHOLE - total
    made = (
        ShareRun(last - first + 1, share) for share, (first, last) in zip(shares, runs, strict=True)
    )
    return PayoutRow(most, tuple(made))


def _least(formula: Formula, fewest: int, places: int) -> int:
    """Return the smallest share that is the least prize in every field of the row."""
    return max(1, -(-formula.least * 100 // max(fewest, places)))


def _runs(places: int) -> Iterator[tuple[int, int]]:
    """Yield the first and last place of each run; the first place is a run of its own."""
    first = 1
    while first <= places:
        last = next((end for end in _RUNS if end >= first), first - 1 + max(27, first // 3))
        yield first, min(last, places)
        first = last + 1


def _weight(formula: Formula, first: int, last: int) -> float:
    """Return the ratio of the prize of a run's places to the first prize."""
    middle: float = ((first + last) / 2) ** (-formula.steepness / 100)
    return middle


def write(rows: Sequence[PayoutRow]) -> str:
    """Return a table as staff type it: ``27: 40 23 16 12 9``, with ``2.5x3`` for three places."""
    return "\n".join(f"{row.most}: {' '.join(map(_written, row.runs))}" for row in rows)


def parse(text: str) -> tuple[PayoutRow, ...] | str:
    """Return the rows of such a text, or its first invalid line."""
    rows = []
    for line in text.splitlines():
        if not line.strip():
            continue
        row = _parsed(line)
        if row is None:
            return line.strip()
        rows.append(row)
    return tuple(rows)


def _parsed(line: str) -> PayoutRow | None:
    match = _ROW.fullmatch(line)
    if match is None:
        return None
    runs = [_RUN.fullmatch(word) for word in match[2].replace("%", "").split()]
    read_runs = [
        ShareRun(int(run[3] or 1), int(run[1]) * 100 + int((run[2] or "").ljust(2, "0")))
        for run in runs
        if run is not None
    ]
    whole = len(read_runs) == len(runs) and sum(run.places for run in read_runs) <= MOST_PLACES
    return PayoutRow(int(match[1]), tuple(read_runs)) if whole else None


def _written(run: ShareRun) -> str:
    percent = f"{run.share // 100}.{run.share % 100:02}".rstrip("0").rstrip(".")
    return percent if run.places == 1 else f"{percent}x{run.places}"
