"""Text in files that spreadsheets open."""

# What a spreadsheet would take for the beginning of a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def plain(text: str) -> str:
    """Text that no spreadsheet reckons with: a leading sign of a formula gets a quote before it."""
    return f"'{text}" if text.startswith(FORMULA) else text
