"""Levels as text, one per line: ``20: 100/200/25``, ``90s: 100/200``, ``break: 10``."""

import re
from collections.abc import Iterable, Iterator, Sequence

from core.refusal import Refusal
from tournaments.refusals import EventCode
from tournaments.rules.level_clock import BlindLevel

# More than any schedule has, and the longest level, seconds.
MOST_LINES, LONGEST = 200, 24 * 60 * 60
LARGEST = 2_000_000_000
_LEVEL = re.compile(
    r"(?P<time>\d{1,4})\s*(?P<unit>s?)\s*:\s*(?P<small>\d{1,10})\s*/\s*(?P<big>\d{1,10})"
    r"(\s*/\s*(?P<ante>\d{1,10})\s*(?P<bb>bb)?)?",
    re.ASCII | re.IGNORECASE,
)
_BREAK = re.compile(
    r"(break|pausa)\s*:\s*(?P<time>\d{1,4})\s*(?P<unit>s?)", re.ASCII | re.IGNORECASE
)


def read(text: str) -> tuple[BlindLevel, ...]:
    """Parse the levels of a text; empty lines are ignored. Refuse LEVELS_UNREADABLE (``line``)."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise Refusal(EventCode.LEVELS_UNREADABLE, line=lines[MOST_LINES])
    return tuple(_level(line) for line in lines)


def write(levels: Sequence[BlindLevel]) -> str:
    """Return levels as text that ``read`` parses."""
    return "\n".join(_lines(levels))


def _level(line: str) -> BlindLevel:
    pause, level = _BREAK.fullmatch(line), _LEVEL.fullmatch(line)
    match = pause or level
    if match is None:
        raise Refusal(EventCode.LEVELS_UNREADABLE, line=line[:40])
    seconds = int(match["time"]) * (1 if match["unit"] else 60)
    if not 0 < seconds <= LONGEST:
        raise Refusal(EventCode.LEVELS_UNREADABLE, line=line[:40])
    if level is None:
        return BlindLevel(seconds, is_break=True)
    chips = (int(level["small"]), int(level["big"]), int(level["ante"] or 0))
    if max(chips) > LARGEST:
        raise Refusal(EventCode.LEVELS_UNREADABLE, line=line[:40])
    return BlindLevel(seconds, *chips, big_blind_ante=bool(level["bb"]))


def _lines(levels: Iterable[BlindLevel]) -> Iterator[str]:
    for level in levels:
        minutes, odd = divmod(level.seconds, 60)
        time = f"{level.seconds}s" if odd else f"{minutes}"
        if level.is_break:
            yield f"break: {time}"
            continue
        ante = f"/{level.ante}{' bb' if level.big_blind_ante else ''}" if level.ante else ""
        yield f"{time}: {level.small_blind}/{level.big_blind}{ante}"
