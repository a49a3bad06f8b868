"""CSV files and workbooks, and text that is safe in them."""

import csv
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any, NamedTuple

from django.utils.formats import get_format

# An amount with its cents; a spreadsheet shows it as its reader writes numbers.
AMOUNT = "#,##0.00"
# Signs that begin a formula in a spreadsheet; in full width, too (NFKC).
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
# The byte order mark: without it, Excel reads an accented letter as two characters.
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def plain(text: str) -> str:
    """Return text that no spreadsheet takes for a formula: a quote precedes its leading sign."""
    first = unicodedata.normalize("NFKC", text[:1])
    return f"'{text}" if first.startswith(FORMULA) else text


def cell(text: str) -> str:
    """Return ``plain`` text for a workbook, without the characters that a cell cannot hold."""
    return plain("".join(sign for sign in text if sign.isprintable() or sign in "\n\t"))


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


def workbook(sheets: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> bytes:
    """Return a workbook: each named sheet has bold heads first, and amounts have two decimals."""
    # Large, so it is loaded only when a file is requested.
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    bold, book = Font(bold=True), Workbook(write_only=True)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for number, row in enumerate(rows):
            cells = [WriteOnlyCell(sheet, value) for value in row]
            for one in cells:
                if number == 0:
                    one.font = bold
                elif isinstance(one.value, Decimal):
                    one.number_format = AMOUNT
            sheet.append(cells)
    file = BytesIO()
    book.save(file)
    return file.getvalue()
