"""A finished hand told in sentences, as one of its players may know it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.money import chips
from tables import engine, hand_names
from tables.engine.cards import HIDDEN
from tables.engine.events import ActEvent, Event, HandTold, ResultTold

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
    "blind button": gettext_lazy("{name} posts the button blind, {amount}"),
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
    "redeal": gettext_lazy(
        "No winner: {amount} stays in the pot for the next hand, opened with {openers}"
    ),
    "uncalled": gettext_lazy("{amount} goes back to {name}"),
    "show": gettext_lazy("{name} shows"),
    "show hand": gettext_lazy("{name} shows: {hand}"),
    "muck": gettext_lazy("{name} mucks"),
    "rake": gettext_lazy("The house takes {amount}"),
    "win": gettext_lazy("{name} wins {amount}"),
    "win hand": gettext_lazy("{name} wins {amount} with {hand}"),
    "split hand": gettext_lazy("{name} split {amount} with {hand}"),
    "win both": gettext_lazy("{name} wins {amount}. High: {hand}; low: {low}"),
    "split both": gettext_lazy("{name} split {amount}. High: {hand}; low: {low}"),
}
HALVES = (gettext_lazy("High"), gettext_lazy("Low"))
# Events that have a line: the rest begins a chapter, or is elsewhere on its page.
SAID = frozenset(key.split()[0] for key in SENTENCES)


class Happening(NamedTuple):
    """A line of the story; ``seat`` is the actor, 0 for none."""

    seat: int
    text: str
    cards: tuple[str, ...] = ()


@dataclass(slots=True)
class StreetStory:
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
) -> list[StreetStory]:
    """Tell the hand street by street, without a card that the player of ``seat`` (None: the public)
    did not see; ``amount`` writes its chips."""
    happened = list(events)
    story = _Story(engine.view(engine.replay(happened), seat), names, amount)
    for event in happened:
        story.add(engine.visible(event, seat))
    return story.chapters


def results(
    hand: engine.HandState, *, names: Mapping[int, str], amount: Callable[[int], str] = chips
) -> list[Happening]:
    """Tell the winners of a finished hand, pot by pot, with their hands."""
    return _results(engine.view(hand, None)["results"], names, amount)


class _Story:
    """The chapters so far, and the chips in the pot; ``seen`` is the hand at its end."""

    def __init__(
        self, seen: HandTold, names: Mapping[int, str], amount: Callable[[int], str]
    ) -> None:
        self.pot = 0
        self.chapters: list[StreetStory] = []
        self.part = ""
        self.names = names
        self.amount = amount
        self.best = {part["seat"]: part.get("best", []) for part in seen["seats"]}
        self.results = _results(seen["results"], names, amount)

    def add(self, event: Event) -> None:
        self._begin(event)
        self.pot += _added(event)
        if event["e"] == "win":
            # All at once: players who share a pot share a sentence.
            self.chapters[-1].lines += self.results
            self.results = []
        elif event["e"] in SAID:
            self.chapters[-1].lines.append(self._line(event))

    def _line(self, event: Event) -> Happening:
        seat = _seat(event)
        key, words = _words(event, self.amount)
        if event["e"] == "show" and event["ranking"] is not None:
            key, words = "show hand", {"hand": hand_names.whole(event["ranking"], self.best[seat])}
        sentence = str(SENTENCES[key]).format(name=self.names.get(seat, ""), **words)
        if event.get("all_in"):
            sentence = _("{sentence} and is all-in").format(sentence=sentence)
        return Happening(seat, sentence, _cards(event))

    def _begin(self, event: Event) -> None:
        """Begin a chapter, if another part of the hand begins with this event."""
        match event["e"]:
            case "start":
                draws = engine.game_of(event).changes_cards
                self.pot = event["carried"]["pot"] if "carried" in event else 0
                self._open("deal", _("First round") if draws else _("Before the flop"))
            case "street":
                if self.part == "result":
                    # Cards are shown and the board is incomplete: nothing is decided yet.
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
            self.chapters.append(StreetStory(title, pot, list(cards)))


def _added(event: Event) -> int:
    """Return the chips that the event puts into the pot."""
    match event["e"]:
        case "ante" | "blind":
            return event["amount"]
        case "act":
            return event["added"]
        case "uncalled":
            return -event["amount"]
    return 0


def _results(
    wins: Iterable[ResultTold], names: Mapping[int, str], amount: Callable[[int], str]
) -> list[Happening]:
    """Write the lines of each pot: both halves in one where the same players share them."""
    happenings: list[Happening] = []
    # A big blind that nobody calls wins nothing after a dead small blind.
    some = [win for win in wins if win["amount"]]
    for _pot, of_pot in groupby(some, lambda win: win["pot"]):
        sides = [list(of_side) for _side, of_side in groupby(of_pot, lambda win: win["side"])]
        happenings += _pot_lines(sides, names, amount)
    return happenings


def _pot_lines(
    sides: Sequence[Sequence[ResultTold]],
    names: Mapping[int, str],
    amount: Callable[[int], str],
) -> Iterator[Happening]:
    if len(sides) == 2 and len({frozenset(win["seat"] for win in side) for side in sides}) == 1:
        high, low = sides
        yield _won([*high, *low], names, amount, low=_hand(low[0]))
        return
    for side in sides:
        happening = _won(side, names, amount)
        half = f"{HALVES[side[0]['side']]}: " if len(sides) == 2 else ""
        yield happening._replace(text=half + happening.text)


def _won(
    wins: Sequence[ResultTold],
    names: Mapping[int, str],
    amount: Callable[[int], str],
    *,
    low: str = "",
) -> Happening:
    """Write the sentence of these winners, who hold equal hands; ``low`` is their low hand."""
    first, seats = wins[0], dict.fromkeys(win["seat"] for win in wins)
    verb = "split" if len(seats) > 1 else "win"
    key = "win" if first["ranking"] is None else f"{verb} both" if low else f"{verb} hand"
    sentence = str(SENTENCES[key]).format(
        name=hand_names.joined([names.get(seat, "") for seat in seats]),
        amount=amount(sum(win["amount"] for win in wins)),
        hand=_hand(first),
        low=low,
    )
    return Happening(first["seat"], sentence, tuple(first["cards"]))


def _hand(win: ResultTold) -> str:
    if win["ranking"] is None:
        return ""
    return hand_names.whole(win["ranking"], win["cards"], win.get("kicker", ""))


def _seat(event: Event) -> int:
    """Return the seat of an event; 0 for none."""
    match event["e"]:
        case "start" | "hole" | "street" | "redeal" | "rake" | "end":
            return 0
    return event["seat"]


def _cards(event: Event) -> tuple[str, ...]:
    match event["e"]:
        case "show" | "draw":
            return tuple(card for card in event["cards"] if card != HIDDEN)
    return ()


def _words(event: Event, amount: Callable[[int], str]) -> tuple[str, dict[str, str | int]]:
    """Return the key of the sentence, and its words other than the name."""
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
    return event["e"], {}


def _words_of_act(
    event: ActEvent, amount: Callable[[int], str]
) -> tuple[str, dict[str, str | int]]:
    kind = event["kind"]
    if kind == "cip" and event["added"]:
        kind = "cip opens"
    return f"act {kind}", {"amount": amount(event["added"] if kind == "call" else event["to"])}
