"""Files that spreadsheets open, and text in them."""

import csv
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any, NamedTuple

from django.utils.formats import get_format

# An amount with its cents; a spreadsheet shows it as its reader writes numbers.
AMOUNT = "#,##0.00"
# What a spreadsheet would take for the beginning of a formula; in full width, too (NFKC).
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
# Without it at the head of a file, Excel reads letters with accents as two signs.
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def plain(text: str) -> str:
    """Text that no spreadsheet reckons with: a leading sign of a formula gets a quote before it."""
    first = unicodedata.normalize("NFKC", text[:1])
    return f"'{text}" if first.startswith(FORMULA) else text


def cell(text: str) -> str:
    """The same for a workbook, without the signs that a cell cannot hold."""
    return plain("".join(sign for sign in text if sign.isprintable() or sign in "\n\t"))


class Csv(NamedTuple):
    """How rows become a CSV: as RFC 4180 has it for programs, which is the same for ever, or as the
    spreadsheet of a person's language opens it at a click.

    Where numbers have a comma, Excel parts columns at semicolons alone.
    """

    decimal: str = "."
    begins: str = ""

    @classmethod
    def for_reader(cls) -> "Csv":
        """In the active language."""
        return cls(decimal=get_format("DECIMAL_SEPARATOR"), begins=MARK)

    def file(self, rows: Iterable[Iterable[object]]) -> str:
        """A whole file."""
        return self.begins + self.lines(rows)

    def lines(self, rows: Iterable[Iterable[object]]) -> str:
        """Rows as lines; numbers with a fraction are decimals."""
        kept = StringIO()
        writer = csv.writer(kept, delimiter=";" if self.decimal == "," else ",")
        writer.writerows([self._written(value) for value in row] for row in rows)
        return kept.getvalue()

    def _written(self, value: object) -> object:
        return str(value).replace(".", self.decimal) if isinstance(value, Decimal) else value


def workbook(sheets: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> bytes:
    """A file of named sheets: their first rows are bold heads, and amounts have two decimals."""
    # No process has to load so much code before somebody asks for a file.
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
    kept = BytesIO()
    book.save(kept)
    return kept.getvalue()
