"""A finished hand written for other programs, in PHH (poker hand history, TOML).

PHH names eleven variants and leaves room for more. Those below the comment are ours: other
programs have to be told about them. Facts without a field in PHH go into fields of ours, which
begin with an underscore, as it asks: the settings of the room, the currency in whose smallest unit
chips are, rake, and of Italian draw the pot that a hand took over and the one it left to the next.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..actions import BET, CIP, FOLD, PAROLA, RAISE
from ..event_factory import start_of
from ..events import ActEvent, Event, Start
from ..games import Game, game_of
from ..house_rules import FIRST, HouseRules
from ..positions import left_of
from ..stakes import Stakes

VARIANTS: Final = {
    "nlhe": "NT",
    "flhe": "FT",
    "plo": "PO",
    "flo8": "FO/8",
    # not in the specification; the first two are usual
    "nlo8": "NO/8",
    "plo8": "PO/8",
    "plhe": "PT",
    "nlo": "NO",
    "flo": "FO",
    "italian": "PI1D",
}


def to_phh(
    hand_events: Iterable[Event],
    *,
    currency: str | None = None,
    about: Mapping[str, Any] | None = None,
) -> str:
    """Return the hand of these events, hole cards included; ValueError if PHH cannot express it.

    ``currency`` is None where chips are not money. ``about`` are further fields; of ``players``,
    names by seat, it makes lists in PHH's order.
    """
    events = list(hand_events)
    start = start_of(events)
    order = left_of(start["positions"]["button"], [int(seat) for seat in start["stacks"]])
    fields = {
        **_facts(start, order),
        "actions": [action for event in events for action in _actions(event, order)],
        "finishing_stacks": _finish(events, order),
        **({"_currency": currency} if currency else {}),
        **_beyond(events),
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


def _facts(start: Start, order: Sequence[int]) -> dict[str, Any]:
    game, stakes = game_of(start), Stakes.from_json(start["stakes"])
    antes = _antes(start, order, stakes if game.blinds else Stakes(0, 1, stakes.draw_ante))
    if game.code not in VARIANTS:
        raise ValueError(f"PHH has no name for {game.code}")
    facts: dict[str, Any] = {
        "variant": VARIANTS[game.code],
        "ante_trimming_status": len(set(antes)) == 1,
        "antes": antes,
        "blinds_or_straddles": _blinds(start, order, stakes, game),
    }
    if game.limit.fixed:
        facts |= {"small_bet": stakes.big_blind, "big_bet": 2 * stakes.big_blind}
    else:
        facts["min_bet"] = stakes.big_blind
    return facts | {"starting_stacks": [start["stacks"][str(seat)] for seat in order]}


def _antes(start: Start, order: Sequence[int], stakes: Stakes) -> list[int]:
    """The chips that go into the pot before the deal and count towards no bet, dead blinds
    included; heads-up in reverse order, as PHH has it."""
    antes = [0 if stakes.big_blind_ante else stakes.ante] * len(order)
    if stakes.big_blind_ante:
        antes[order.index(start["positions"]["big_blind"])] = stakes.ante
    for seat, _live, dead in start["posts"]:
        antes[order.index(seat)] += dead
    return antes[::-1] if len(order) == 2 else antes


def _blinds(start: Start, order: Sequence[int], stakes: Stakes, game: Game) -> list[int]:
    """The blinds, small and big first, heads-up too; newcomers' blinds are written as negative."""
    blinds = [0] * len(order)
    if not game.blinds:
        # Heads-up PHH lists blinds in reverse order.
        blinds[0 if len(order) == 2 else -1] = stakes.big_blind * game.button_blind
    elif start["positions"]["small_blind"] in order:
        blinds[:2] = [stakes.small_blind, stakes.big_blind]
    else:
        blinds[0] = stakes.big_blind
    for seat, live, _dead in start["posts"]:
        if live and blinds[order.index(seat)]:
            raise ValueError("PHH cannot say a blind beside a blind")
        if live:
            blinds[order.index(seat)] = live if live > stakes.big_blind else -live
    return blinds


def _beyond(events: Sequence[Event]) -> dict[str, Any]:
    """The facts without a field in PHH: the room's settings, rake, and of a draw hand the pot and
    the openers before it and, where it had no winner, after it."""
    start, facts = start_of(events), dict[str, Any]()
    house = HouseRules.from_json(start["house"])
    if not house.raked:
        house = house._replace(tariff=FIRST.tariff)
    # The hand's positions are written with it, and the rake as the amount taken.
    house = house._replace(raked=False, button=FIRST.button)
    if house != FIRST:
        facts["_house"] = [f"{name}={_said(v)}" for name, v in house.differing(FIRST).items()]
    if "carried" in start:
        facts |= {"_pot": start["carried"]["pot"], "_openers": start["carried"]["openers"]}
    for event in events:
        if event["e"] == "redeal":
            facts |= {"_left_pot": event["pot"], "_left_openers": event["openers"]}
        elif event["e"] == "rake":
            facts["_rake"] = event["amount"]
    return facts


def _actions(event: Event, order: Sequence[int]) -> Iterator[str]:
    match event["e"]:
        case "hole":
            for number, seat in enumerate(order, start=1):
                yield f"d dh p{number} {''.join(event['cards'][str(seat)])}"
        case "street":
            yield f"d db {''.join(event['cards'])}"
        case "act":
            yield f"p{order.index(event['seat']) + 1} {_move(event)}"
        case "draw":
            player = f"p{order.index(event['seat']) + 1}"
            yield f"{player} sd {''.join(event['discarded'])}".rstrip()
            if event["cards"]:
                yield f"d dh {player} {''.join(event['cards'])}"
        case "show":
            yield f"p{order.index(event['seat']) + 1} sm {''.join(event['cards'])}"
        case "muck":
            yield f"p{order.index(event['seat']) + 1} sm"


def _move(event: ActEvent) -> str:
    if event["kind"] in (CIP, PAROLA) and not event["to"]:
        return f"cc # {event['kind']}"
    if event["kind"] == CIP:
        return f"cbr {event['to']} # cip"
    if event["kind"] in (BET, RAISE):
        return f"cbr {event['to']}"
    return "f" if event["kind"] == FOLD else "cc"


def _said(value: object) -> str:
    return str(value).lower()


def _toml(value: object) -> str:
    """Return text, whole numbers, truth values and lists of them as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        return _text(value)
    return repr(value)


def _text(value: str) -> str:
    """Return text between single quotes, or escaped as in JSON if it cannot stand there."""
    if value.isprintable() and "'" not in value:
        return f"'{value}'"
    return json.dumps(value)
