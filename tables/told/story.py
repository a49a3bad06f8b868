"""A finished hand told in sentences, as one of its players may know it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.money import chips
from tables import engine, games
from tables.engine.cards import HIDDEN
from tables.engine.events import Act, Event, Show, Won

STREETS = {
    "flop": gettext_lazy("Flop"),
    "turn": gettext_lazy("Turn"),
    "river": gettext_lazy("River"),
}
OPENERS = {
    "J": gettext_lazy("jacks"),
    "Q": gettext_lazy("queens"),
    "K": gettext_lazy("kings"),
}
SENTENCES = {
    "ante": gettext_lazy("{name} posts the ante, {amount}"),
    "blind small": gettext_lazy("{name} posts the small blind, {amount}"),
    "blind big": gettext_lazy("{name} posts the big blind, {amount}"),
    "blind post": gettext_lazy("{name} posts {amount} to come in"),
    "blind dead": gettext_lazy("{name} posts a dead blind, {amount}"),
    "blind straddle": gettext_lazy("{name} straddles, {amount}"),
    "act fold": gettext_lazy("{name} folds"),
    "act check": gettext_lazy("{name} checks"),
    "act call": gettext_lazy("{name} calls {amount}"),
    "act bet": gettext_lazy("{name} bets {amount}"),
    "act raise": gettext_lazy("{name} raises to {amount}"),
    "act cip": gettext_lazy("{name} says cip"),
    "act cip opens": gettext_lazy("{name} opens with cip, {amount}"),
    "act parola": gettext_lazy("{name} says parola"),
    "draw": gettext_lazy("{name} changes {count}"),
    "draw pat": gettext_lazy("{name} stays pat"),
    "redeal": gettext_lazy("Nobody wins: {amount} stay for the next hand, which {openers} open"),
    "uncalled": gettext_lazy("{amount} goes back to {name}"),
    "show": gettext_lazy("{name} shows"),
    "show ranking": gettext_lazy("{name} shows: {ranking}"),
    "muck": gettext_lazy("{name} mucks"),
    "rake": gettext_lazy("The house takes {amount}"),
    "win": gettext_lazy("{name} wins {amount}"),
    "win ranking": gettext_lazy("{name} wins {amount}: {ranking}"),
}
# What a line is written for: the rest begins a chapter, or is on its page elsewhere.
SAID = frozenset(key.split()[0] for key in SENTENCES)


class Happening(NamedTuple):
    """One thing that happened; ``seat`` did it, 0: nobody."""

    seat: int
    text: str
    cards: tuple[str, ...] = ()


@dataclass(slots=True)
class Chapter:
    """A street or the showdown; ``pot`` is in the middle as it begins, written out."""

    title: str
    pot: str
    cards: list[str] = field(default_factory=list)
    lines: list[Happening] = field(default_factory=list)


def tell(
    events: Iterable[Event],
    *,
    names: Mapping[int, str],
    seat: int | None,
    amount: Callable[[int], str] = chips,
) -> list[Chapter]:
    """The hand street by street, without a card that the player of ``seat`` (None: the public)
    did not see; ``amount`` writes its chips."""
    story = _Story(amount)
    for event in events:
        story.add(engine.visible(event, seat), names)
    return story.chapters


class _Story:
    """The chapters so far, and what lies in the pot."""

    def __init__(self, amount: Callable[[int], str]) -> None:
        self.pot = 0
        self.chapters: list[Chapter] = []
        self.part = ""
        self.amount = amount

    def add(self, event: Event, names: Mapping[int, str]) -> None:
        self._begin(event)
        self.pot += _added(event)
        if event["e"] in SAID:
            self.chapters[-1].lines.append(_line(event, names, self.amount))

    def _begin(self, event: Event) -> None:
        """Begin a chapter, if another part of the hand begins with this event."""
        match event["e"]:
            case "start":
                draws = engine.game_of(event).changes_cards
                self.pot = event["carried"]["pot"] if "carried" in event else 0
                self._open("deal", _("First round") if draws else _("Before the flop"))
            case "street":
                if self.part == "result":
                    # Cards that are shown and a board still to come: nothing is decided yet.
                    self.chapters[-1].title = _("All-in")
                self._open(event["street"], str(STREETS[event["street"]]), event["cards"])
            case "draw":
                self._open("draw", _("Changing cards"))
            case "act" if self.part == "draw":
                self._open("closing", _("Second round"))
            case "show" | "muck" | "rake" | "win" | "redeal":
                self._open("result", _("Result"))

    def _open(self, part: str, title: str, cards: Sequence[str] = ()) -> None:
        if part != self.part:
            self.part = part
            pot = self.amount(self.pot) if self.pot else ""
            self.chapters.append(Chapter(title, pot, list(cards)))


def _added(event: Event) -> int:
    """Chips that the event puts into the pot."""
    match event["e"]:
        case "ante" | "blind":
            return event["amount"]
        case "act":
            return event["added"]
        case "uncalled":
            return -event["amount"]
    return 0


def _line(event: Event, names: Mapping[int, str], amount: Callable[[int], str]) -> Happening:
    seat = _seat(event)
    key, words = _words(event, amount)
    told = str(SENTENCES[key]).format(name=names.get(seat, ""), **words)
    if event.get("all_in"):
        told = _("{sentence} and is all-in").format(sentence=told)
    return Happening(seat, told, _cards(event))


def _seat(event: Event) -> int:
    """Whose it is; 0: nobody's."""
    match event["e"]:
        case "start" | "hole" | "street" | "redeal" | "rake" | "end":
            return 0
    return event["seat"]


def _cards(event: Event) -> tuple[str, ...]:
    match event["e"]:
        case "show" | "draw" | "win":
            return tuple(card for card in event["cards"] if card != HIDDEN)
    return ()


def _words(event: Event, amount: Callable[[int], str]) -> tuple[str, dict[str, str | int]]:
    """Which sentence says it, and the words in it besides the name."""
    match event["e"]:
        case "ante" | "uncalled" | "rake":
            return event["e"], {"amount": amount(event["amount"])}
        case "blind":
            return f"blind {event['kind']}", {"amount": amount(event["amount"])}
        case "act":
            return _words_of_act(event, amount)
        case "draw":
            return "draw" if event["count"] else "draw pat", {"count": event["count"]}
        case "redeal":
            openers = str(OPENERS[event["openers"]])
            return "redeal", {"amount": amount(event["pot"]), "openers": openers}
        case "show":
            return _key(event), {"ranking": _ranking(event)}
        case "win":
            return _key(event), {"amount": amount(event["amount"]), "ranking": _ranking(event)}
    return event["e"], {}


def _words_of_act(event: Act, amount: Callable[[int], str]) -> tuple[str, dict[str, str | int]]:
    kind = event["kind"]
    if kind == "cip" and event["added"]:
        kind = "cip opens"
    return f"act {kind}", {"amount": amount(event["added"] if kind == "call" else event["to"])}


def _key(event: Show | Won) -> str:
    return f"{event['e']} ranking" if event["ranking"] else event["e"]


def _ranking(event: Show | Won) -> str:
    return str(games.RANKINGS.get(event["ranking"] or "", ""))
