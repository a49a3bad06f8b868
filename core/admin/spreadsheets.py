"""Workbooks, and text that is safe in them."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from io import BytesIO
from typing import Any

from core.csv_text import plain

# An amount with its cents; a spreadsheet shows it as its reader writes numbers.
AMOUNT = "#,##0.00"


def cell(text: str) -> str:
    """Return ``plain`` text for a workbook, without the characters that a cell cannot hold."""
    return plain("".join(sign for sign in text if sign.isprintable() or sign in "\n\t"))


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
