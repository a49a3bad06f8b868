"""Events as a calendar reads them: RFC 5545, as little of it as they need."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

# Bytes of a line, its end left out (RFC 5545, 3.1).
LONGEST_LINE = 75


class Date(NamedTuple):
    """One event. ``uid`` never changes, ``sequence`` rises with every change."""

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
    """A whole calendar, as it is sent."""
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
    yield f"UID:{date.uid}"
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
    """As a value of type TEXT; control characters have no place there."""
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        words = words.replace(plain, escaped)
    return "".join(letter for letter in words if letter.isprintable())


def _folded(line: str) -> str:
    """A long line as several, none cut within a letter."""
    parts, size = [""], 0
    for letter in line:
        more = len(letter.encode())
        if size + more > LONGEST_LINE:
            parts.append("")
            # The blank that begins the next line counts.
            size = 1
        parts[-1] += letter
        size += more
    return "\r\n ".join(parts)
