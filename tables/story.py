"""A finished hand told in sentences, as one of its players may know it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from payouts.templatetags.money import chips
from tables import engine

RANKINGS = {
    "high_card": gettext_lazy("High card"),
    "pair": gettext_lazy("Pair"),
    "two_pair": gettext_lazy("Two pair"),
    "three_of_a_kind": gettext_lazy("Three of a kind"),
    "straight": gettext_lazy("Straight"),
    "flush": gettext_lazy("Flush"),
    "full_house": gettext_lazy("Full house"),
    "four_of_a_kind": gettext_lazy("Four of a kind"),
    "straight_flush": gettext_lazy("Straight flush"),
    "royal_flush": gettext_lazy("Royal flush"),
    "five_low": gettext_lazy("Five low"),
    "six_low": gettext_lazy("Six low"),
    "seven_low": gettext_lazy("Seven low"),
    "eight_low": gettext_lazy("Eight low"),
}
STREETS = {
    "flop": gettext_lazy("Flop"),
    "turn": gettext_lazy("Turn"),
    "river": gettext_lazy("River"),
}
SENTENCES = {
    "ante": gettext_lazy("{name} posts the ante, {amount}"),
    "blind small": gettext_lazy("{name} posts the small blind, {amount}"),
    "blind big": gettext_lazy("{name} posts the big blind, {amount}"),
    "act fold": gettext_lazy("{name} folds"),
    "act check": gettext_lazy("{name} checks"),
    "act call": gettext_lazy("{name} calls {amount}"),
    "act bet": gettext_lazy("{name} bets {amount}"),
    "act raise": gettext_lazy("{name} raises to {amount}"),
    "uncalled": gettext_lazy("{amount} goes back to {name}"),
    "show": gettext_lazy("{name} shows"),
    "show ranking": gettext_lazy("{name} shows: {ranking}"),
    "muck": gettext_lazy("{name} does not show"),
    "win": gettext_lazy("{name} wins {amount}"),
    "win ranking": gettext_lazy("{name} wins {amount}: {ranking}"),
}


class Line(NamedTuple):
    """One thing that happened; ``seat`` did it."""

    seat: int
    text: str
    cards: tuple[str, ...] = ()


@dataclass(slots=True)
class Chapter:
    """A street or the showdown; ``pot`` is in the middle as it begins."""

    title: str
    pot: int
    cards: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


def tell(
    events: Iterable[Mapping[str, Any]], *, names: Mapping[int, str], seat: int | None
) -> list[Chapter]:
    """The hand street by street, without a card that the player of ``seat`` (None: the public)
    did not see."""
    pot = 0
    chapters = [Chapter(_("Before the flop"), pot)]
    showdown = False
    for whole in events:
        event = engine.visible(dict(whole), seat)
        if event is None:
            continue
        kind = event["e"]
        if kind == "street":
            title = str(STREETS[event["street"]])
            chapters.append(Chapter(title, pot, event["cards"]))
        elif kind in ("show", "muck", "win") and not showdown:
            showdown = True
            chapters.append(Chapter(_("Result"), pot))
        pot += _added(event)
        if "seat" in event:
            chapters[-1].lines.append(_line(event, names[event["seat"]]))
    return chapters


def _added(event: Mapping[str, Any]) -> int:
    """Chips that the event puts into the pot."""
    match event["e"]:
        case "ante" | "blind":
            return int(event["amount"])
        case "act":
            return int(event["added"])
        case "uncalled":
            return -int(event["amount"])
    return 0


def _line(event: Mapping[str, Any], name: str) -> Line:
    cards = tuple(event.get("cards") or ())
    return Line(event["seat"], _sentence(event, name), cards)


def _sentence(event: Mapping[str, Any], name: str) -> str:
    kind, ranking = event.get("kind"), event.get("ranking")
    template = SENTENCES[
        f"{event['e']} {kind}" if kind else f"{event['e']} ranking" if ranking else event["e"]
    ]
    chips_moved = event["added"] if kind == "call" else event.get("amount", event.get("to", 0))
    told = str(template).format(
        name=name, amount=chips(chips_moved), ranking=RANKINGS.get(ranking or "", "")
    )
    return _("{sentence} and is all-in").format(sentence=told) if event.get("all_in") else told
