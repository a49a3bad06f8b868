"""Reading of Open Hand History: objects of JSON, one after another."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final

from core.refusal import Refusal
from tables.engine.replay.known import Decision
from tables.history.formats.transcript import (
    FormatReading,
    HandTranscript,
    LineRefusal,
    Posted,
    ReadHand,
    UnreadHand,
    WrittenMove,
    cards_of,
    seat_of,
)
from tables.refusals import TableCode

NAME: Final = "Open Hand History"
# By type of game and limit.
GAMES: Final = {
    ("Holdem", "NL"): "nlhe",
    ("Holdem", "PL"): "plhe",
    ("Holdem", "FL"): "flhe",
    ("Omaha", "NL"): "nlo",
    ("Omaha", "PL"): "plo",
    ("Omaha", "FL"): "flo",
    ("OmahaHiLo", "NL"): "nlo8",
    ("OmahaHiLo", "PL"): "plo8",
    ("OmahaHiLo", "FL"): "flo8",
}
_BLINDS: Final = {
    "Post SB": "small",
    "Post BB": "big",
    "Straddle": "straddle",
    "Post Extra Blind": "post",
    "Post Dead": "dead",
}
_DECISIONS: Final = frozenset({"Fold", "Check", "Call", "Bet", "Raise"})
# An object begins at the beginning of a line, behind another one or a blank line.
_BEGINS = re.compile(r"^\s*\{", re.MULTILINE)
_CURRENCY = re.compile(r"[A-Z]{3}")
_PLAY_MONEY: Final = "XPM"
_DECODER = json.JSONDecoder(parse_float=Decimal, parse_constant=lambda _: None)
# Deeper than any hand; the decoder is not asked about more.
DEEPEST: Final = 20
LONGEST_HAND: Final = 100_000
# Objects without an end, each of which takes time to look at; what follows them is not read.
MOST_BROKEN: Final = 20


def read(text: str) -> Iterator[ReadHand | UnreadHand]:
    """Yield each hand of a text: read, or refused at a line."""
    at, line, counted, broken = 0, 1, 0, 0
    while begins := _BEGINS.search(text, at):
        start = begins.end() - 1
        line, counted = line + text.count("\n", counted, start), start
        end = _end_of(text, start)
        if end is None:
            yield UnreadHand(line, "", _unreadable())
            broken += 1
            if broken == MOST_BROKEN:
                return
            at = start + 1
            continue
        at = end
        yield _read(text[start:end], line)


def _end_of(text: str, start: int) -> int | None:
    """Return the end of the object that begins at ``start``; None for one that has none, or that
    is too long or too deep."""
    depth, quoted, at = 0, False, start
    for at in range(start, min(len(text), start + LONGEST_HAND)):
        char = text[at]
        if quoted:
            quoted = char != '"' or _is_escaped(text, at)
        elif char == '"':
            quoted = True
        elif char in "{[":
            depth += 1
            if depth > DEEPEST:
                return None
        elif char in "}]":
            depth -= 1
            if not depth:
                return at + 1
    return None


def _is_escaped(text: str, at: int) -> bool:
    before = at
    while text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def _unreadable() -> Refusal:
    return Refusal(TableCode.HAND_LINE_UNREADABLE, format=NAME)


def _read(text: str, line: int) -> ReadHand | UnreadHand:
    number = ""
    try:
        whole = _DECODER.decode(text)
        facts = whole.get("ohh", whole)
        number = _text(facts.get("game_number"))[:20]
        return _transcript(facts, line, number).read()
    except LineRefusal as refused:
        return UnreadHand(line, number, refused.refusal)
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError):
        return UnreadHand(line, number, _unreadable())


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int) else ""


def _transcript(facts: dict[str, Any], line: int, number: str) -> HandTranscript:
    kind, limit = _text(facts["game_type"]), _text(facts["bet_limit"]["bet_type"])
    if (kind, limit) not in GAMES:
        raise LineRefusal(Refusal(TableCode.HAND_GAME_UNKNOWN, game=f"{kind} {limit}"[:40]))
    script = HandTranscript(
        line,
        room=_text(facts.get("site_name")),
        number=number,
        table=_text(facts.get("table_name")),
        max_seats=seat_of(facts["table_size"]) if "table_size" in facts else 0,
        game=GAMES[kind, limit],
        started_at=_moment(_text(facts.get("start_date_utc"))),
        button=seat_of(facts["dealer_seat"]),
    )
    currency = _text(facts.get("currency"))
    if not facts.get("tournament") and currency != _PLAY_MONEY and _CURRENCY.fullmatch(currency):
        script.currency = currency
    script.small_blind = script.chips(facts["small_blind_amount"])
    script.big_blind = script.chips(facts["big_blind_amount"])
    seats = _sit(script, facts)
    script.you = seats.get(facts.get("hero_player_id"))
    for street in facts["rounds"]:
        script.board += cards_of(street.get("cards") or [])
        for action in street["actions"]:
            _act(script, seats[action["player_id"]], action)
    for place, pot in enumerate(facts["pots"]):
        for win in pot["player_wins"]:
            if amount := script.chips(win["win_amount"]):
                script.wins(place, seats[win["player_id"]], amount)
    return script


def _sit(script: HandTranscript, facts: dict[str, Any]) -> dict[object, int]:
    """Add the players; return their seats by their ids."""
    seats: dict[object, int] = {}
    for player in facts["players"]:
        seat = seat_of(player["seat"])
        if seat in script.stacks or player["id"] in seats:
            raise LineRefusal(Refusal(TableCode.HAND_SEATS_WRONG))
        seats[player["id"]] = seat
        script.names[seat] = _text(player.get("name"))
        script.stacks[seat] = script.chips(player["starting_stack"])
    return seats


def _act(script: HandTranscript, seat: int, action: dict[str, Any]) -> None:
    kind = action["action"]
    amount = script.chips(action.get("amount") or 0)
    if kind == "Post Ante":
        script.antes[seat] = script.antes.get(seat, 0) + amount
    elif kind in _BLINDS:
        script.blinds.append(Posted(seat, _BLINDS[kind], amount))
    elif kind in _DECISIONS:
        added = amount if kind in ("Call", "Bet", "Raise") else 0
        script.moves.append(WrittenMove(script.line, Decision(seat, kind.lower(), added=added)))
    elif kind == "Dealt Cards" and seat == script.you:
        script.cards[seat] = cards_of(action["cards"])
    elif kind == "Shows Cards":
        script.shown[seat] = cards_of(action["cards"])


def _moment(text: str) -> datetime | None:
    try:
        written = datetime.fromisoformat(text)
        return (written if written.tzinfo else written.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


READING: Final = FormatReading(re.compile(r"^\s*\{", re.MULTILINE), read)
