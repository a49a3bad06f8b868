"""Events as iCalendar: the part of RFC 5545 that they need."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple
from unicodedata import category

# Bytes of a line, its end left out (RFC 5545, 3.1).
LONGEST_LINE = 75
# Characters that a value of type TEXT escapes (RFC 5545, 3.3.11).
ESCAPED: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
# A character, or an escape as a whole.
UNIT: Final = re.compile(r"\\?.", re.DOTALL)


class Date(NamedTuple):
    """One event. ``uid`` never changes and is unique among rooms, ``sequence`` rises with every
    change of the start and with a cancellation."""

    uid: str
    sequence: int
    stamp: datetime
    begins: datetime
    ends: datetime
    summary: str
    about: str
    url: str
    cancelled: bool


def calendar(dates: Iterable[Date], *, name: str) -> str:
    """Return the text of a whole calendar."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Montepremi//Schedule//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        *(line for date in dates for line in _event(date)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(date: Date) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(date.uid)}"
    yield f"SEQUENCE:{date.sequence}"
    yield f"DTSTAMP:{_moment(date.stamp)}"
    yield f"DTSTART:{_moment(date.begins)}"
    yield f"DTEND:{_moment(date.ends)}"
    yield f"SUMMARY:{_text(date.summary)}"
    yield f"DESCRIPTION:{_text(date.about)}"
    yield f"URL:{date.url}"
    yield f"STATUS:{'CANCELLED' if date.cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(words: str) -> str:
    """Escape a value of type TEXT: line breaks become ``\\n``, other control characters go."""
    lines = "\n".join(words.splitlines())
    printable = "".join(
        char for char in lines if char == "\n" or category(char) not in ("Cc", "Cs")
    )
    return printable.translate(ESCAPED)


def _folded(line: str) -> str:
    """Fold a long line, never within a character or an escape: some programs unescape before they
    unfold."""
    parts, size = [""], 0
    for unit in UNIT.findall(line):
        more = len(unit.encode())
        if size + more > LONGEST_LINE:
            parts.append("")
            # The blank that begins the next line counts.
            size = 1
        parts[-1] += unit
        size += more
    return "\r\n ".join(parts)
