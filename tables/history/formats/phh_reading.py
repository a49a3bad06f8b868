"""Reading of PHH: the engine reads TOML, here its hands become those of a player."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from babel.numbers import get_currency_precision

from core.refusal import Refusal
from tables.engine.phh.reading import GAME_OF, BadHand, WrittenHand, read_text
from tables.engine.replay.known_phh import known
from tables.history.formats.transcript import (
    MOST_SEATS,
    FormatReading,
    HandFacts,
    LineRefusal,
    ReadHand,
    UnreadHand,
    houses,
    played,
    players_of,
    title_of,
)
from tables.refusals import TableCode

NAME: Final = "PHH"
SIGNS: Final = {"€": "EUR", "$": "USD", "£": "GBP"}
# Played with draws, of which a player's file has only their own cards.
_DRAWS: Final = frozenset({"italian"})


def read(text: str) -> Iterator[ReadHand | UnreadHand]:
    """Yield each hand of a text: read, or refused at its first line."""
    for line, record in read_text("", text):
        if isinstance(record, BadHand):
            yield UnreadHand(line, "", _unreadable())
        elif record.data:
            yield _read(line, record)


def _unreadable() -> Refusal:
    return Refusal(TableCode.HAND_LINE_UNREADABLE, format=NAME)


def _read(line: int, record: WrittenHand) -> ReadHand | UnreadHand:
    number = str(record.data.get("hand", ""))[:20]
    try:
        return _hand(line, number, record)
    except LineRefusal as refused:
        return UnreadHand(line, number, refused.refusal)
    except (BadHand, ValueError, TypeError, LookupError, AttributeError, ArithmeticError):
        return UnreadHand(line, number, _unreadable())


def _hand(line: int, number: str, record: WrittenHand) -> ReadHand:
    data = record.data
    game = GAME_OF.get(record.variant, "")
    if not game or game in _DRAWS:
        named = title_of(record.variant)
        raise LineRefusal(Refusal(TableCode.HAND_GAME_UNKNOWN, game=named))
    currency, unit = _currency(data)
    hands = [known(record, house, unit) for house in houses(game)]
    events = played(hands, [])
    seats = [*hands[0].stacks]
    names = data.get("players", [])
    facts: HandFacts = {
        "room": title_of(str(data.get("venue", ""))),
        "number": title_of(number),
        "table": title_of(str(data.get("table", ""))),
        "max_seats": MOST_SEATS if max(seats) > 6 else 6,
        "game": game,
        "currency": currency,
        "started_at": _moment(data),
        "you": hands[0].you,
        "players": players_of(dict(zip(seats, map(str, names), strict=False)), events),
    }
    return ReadHand(line, facts, events)


def _currency(data: Mapping[str, Any]) -> tuple[str | None, int]:
    """Return the currency of a hand, and its chips in a written unit: our own files write the
    smallest unit."""
    if isinstance(own := data.get("_currency"), str):
        return own[:3], 1
    named = data.get("currency") or SIGNS.get(str(data.get("currency_symbol", "")))
    if not isinstance(named, str) or not named.isascii() or len(named) != 3:
        return None, 1
    return named.upper(), 10 ** get_currency_precision(named.upper())


def _moment(data: Mapping[str, Any]) -> str | None:
    """Return the day of a hand, whose hour PHH need not have."""
    try:
        day = datetime(int(data["year"]), int(data["month"]), int(data["day"]), tzinfo=UTC)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return day.isoformat()


READING: Final = FormatReading(re.compile(r"^variant\s*=", re.MULTILINE), read)
