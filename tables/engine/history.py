"""A finished hand written down for other programs, in PHH (poker hand history, TOML)."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tables.engine.events import Event
from tables.engine.games import GAMES
from tables.engine.positions import left_of
from tables.engine.stakes import Post, Stakes

# Games that the format has a code for, or a usual one.
VARIANTS: Final = {
    "nlhe": "NT",
    "flhe": "FT",
    "plo": "PO",
    "nlo8": "NO/8",
    "plo8": "PO/8",
    "flo8": "FO/8",
}


def to_phh(told: Iterable[Event], *, about: Mapping[str, Any] | None = None) -> str:
    """The hand of these events, hole cards included; ValueError if PHH cannot say it.

    ``about`` are further fields; of ``players``, names by seat, it makes lists in PHH's order.
    """
    events = list(told)
    start = events[0]
    if start["game"] not in VARIANTS:
        raise ValueError(f"PHH has no code for {start['game']}")
    order = left_of(start["positions"]["button"], [int(seat) for seat in start["stacks"]])
    fields = {
        **_facts(start, order),
        "actions": [action for event in events for action in _actions(event, order)],
        "finishing_stacks": _finish(events, order),
        **_about(about or {}, order),
    }
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _about(about: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    if "players" not in about:
        return dict(about)
    names = about["players"]
    return {**about, "seats": list(order), "players": [names[seat] for seat in order]}


def _finish(events: Sequence[Event], order: Sequence[int]) -> list[int]:
    for event in events:
        if event["e"] == "end":
            return [event["stacks"][str(seat)] for seat in order]
    raise ValueError("the hand is not finished")


def _facts(start: Event, order: Sequence[int]) -> dict[str, Any]:
    stakes = Stakes.from_json(start["stakes"])
    big_blind = start["positions"]["big_blind"]
    antes = [0 if stakes.big_blind_ante else stakes.ante] * len(order)
    if stakes.big_blind_ante:
        antes[order.index(big_blind)] = stakes.ante
    facts: dict[str, Any] = {
        "variant": VARIANTS[start["game"]],
        "ante_trimming_status": not stakes.big_blind_ante,
        "antes": antes,
        "blinds_or_straddles": _blinds(start, order, stakes),
    }
    if GAMES[start["game"]].limit.fixed:
        facts |= {"small_bet": stakes.big_blind, "big_bet": 2 * stakes.big_blind}
    else:
        facts["min_bet"] = stakes.big_blind
    return facts | {"starting_stacks": [start["stacks"][str(seat)] for seat in order]}


def _blinds(start: Event, order: Sequence[int], stakes: Stakes) -> list[int]:
    """Small and big blind first, heads-up too; newcomers' blinds are written as negative."""
    blinds = [0] * len(order)
    if start["positions"]["small_blind"] in order:
        blinds[:2] = [stakes.small_blind, stakes.big_blind]
    else:
        blinds[0] = stakes.big_blind
    for seat, live, dead in (Post(*post) for post in start["posts"]):
        if dead or blinds[order.index(seat)]:
            raise ValueError("PHH cannot say a dead blind, nor a blind beside a blind")
        blinds[order.index(seat)] = live if live > stakes.big_blind else -live
    return blinds


def _actions(event: Event, order: Sequence[int]) -> Iterator[str]:
    match event["e"]:
        case "hole":
            for number, seat in enumerate(order, start=1):
                yield f"d dh p{number} {''.join(event['cards'][str(seat)])}"
        case "street":
            yield f"d db {''.join(event['cards'])}"
        case "act":
            yield f"p{order.index(event['seat']) + 1} {_move(event)}"
        case "show":
            yield f"p{order.index(event['seat']) + 1} sm {''.join(event['cards'])}"
        case "muck":
            yield f"p{order.index(event['seat']) + 1} sm"


def _move(event: Event) -> str:
    if event["kind"] in ("bet", "raise"):
        return f"cbr {event['to']}"
    return "f" if event["kind"] == "fold" else "cc"


def _toml(value: object) -> str:
    """Text, whole numbers, truths and lists of them, as TOML writes them."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        return _text(value)
    return repr(value)


def _text(value: str) -> str:
    """Between single quotes nothing is special; what cannot stand there is escaped as in JSON."""
    if value.isprintable() and "'" not in value:
        return f"'{value}'"
    return json.dumps(value)
