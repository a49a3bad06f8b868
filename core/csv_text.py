"""CSV for programs and for spreadsheets, and text that is safe in them."""

import csv
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from io import StringIO
from typing import NamedTuple

from django.utils.formats import get_format

# Signs that begin a formula in a spreadsheet; in full width, too (NFKC).
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
# The byte order mark: without it, Excel reads an accented letter as two characters.
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def plain(text: str) -> str:
    """Return text that no spreadsheet takes for a formula: a quote precedes its leading sign."""
    first = unicodedata.normalize("NFKC", text[:1])
    return f"'{text}" if first.startswith(FORMULA) else text


class Csv(NamedTuple):
    """A format of CSV: by default RFC 4180, stable, for programs; or as a spreadsheet in a reader's
    language opens it.

    With a decimal comma, Excel separates columns by semicolons alone.
    """

    decimal: str = "."
    begins: str = ""

    @classmethod
    def for_reader(cls) -> "Csv":
        """Return the format for the active language."""
        return cls(decimal=get_format("DECIMAL_SEPARATOR"), begins=MARK)

    def file(self, rows: Iterable[Iterable[object]]) -> str:
        """Return a whole file."""
        return self.begins + self.lines(rows)

    def lines(self, rows: Iterable[Iterable[object]]) -> str:
        """Return rows as lines; Decimals get the separator of this format."""
        file = StringIO()
        writer = csv.writer(file, delimiter=";" if self.decimal == "," else ",")
        writer.writerows([self._written(value) for value in row] for row in rows)
        return file.getvalue()

    def _written(self, value: object) -> object:
        return str(value).replace(".", self.decimal) if isinstance(value, Decimal) else value
