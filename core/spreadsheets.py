"""Text in files that spreadsheets open."""

# What a spreadsheet would take for the beginning of a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def plain(text: str) -> str:
    """Text that no spreadsheet reckons with: a leading sign of a formula gets a quote before it."""
    return f"'{text}" if text.startswith(FORMULA) else text


def cell(text: str) -> str:
    """The same for a workbook, without the signs that a cell cannot hold."""
    return plain("".join(sign for sign in text if sign.isprintable() or sign in "\n\t"))
