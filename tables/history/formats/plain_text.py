"""A finished hand as the plain text that players and their programs know, always in English."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import gettext_lazy, override

from core.money import plain_text
from tables.engine.cards import HIDDEN
from tables.engine.event_factory import start_of
from tables.engine.events import (
    ActEvent,
    Ante,
    Blind,
    Changed,
    Event,
    Muck,
    Show,
    Start,
    Uncalled,
    Won,
)
from tables.engine.games import game_of
from tables.engine.stakes import Stakes
from tables.games import NAMES
from tables.history.formats.hand_format import HandFormat, no_comment
from tables.history.told_hand import ToldHand
from tables.models.owners import owner

# Events with a line about one player.
Said = Ante | Blind | ActEvent | Uncalled | Changed | Show | Muck | Won

BLINDS = {
    "small": "posts small blind",
    "big": "posts big blind",
    "button": "posts button blind",
    "post": "posts big blind",
    "straddle": "posts straddle",
    "dead": "posts dead blind",
}


def write(hand: ToldHand) -> str:
    """Write the hand that ``finished_hands.hand_of`` returned to a player."""
    return "\n".join(_PlainTextWriter(hand).lines()) + "\n"


class _PlainTextWriter:
    """A writer that goes through the events once; ``level`` is the bet to match, ``board`` the open
    cards."""

    def __init__(self, hand: ToldHand) -> None:
        self.hand = hand
        self.start: Start = start_of(hand["events"])
        self.names = {player["seat"]: player["name"] for player in hand["players"]}
        self.level = 0
        self.board: list[str] = []
        self.total = 0
        self.rake = 0
        self.money = owner(hand["event"]).for_money

    def lines(self) -> Iterator[str]:
        yield from self._head()
        at_showdown = False
        for event in self.hand["events"]:
            if event["e"] in ("show", "muck") and not at_showdown:
                at_showdown = True
                yield "*** SHOW DOWN ***"
            yield from self._line(event)
        yield "*** SUMMARY ***"
        yield f"Total pot {self._chips(self.total + self.rake)} | Rake {self._chips(self.rake)}"
        if self.board:
            yield f"Board {_cards(self.board)}"
        for player in self.hand["players"]:
            change = player["finish_stack"] - player["start_stack"]
            sign = "-" if change < 0 else "+"
            yield f"Seat {player['seat']}: {player['name']} {sign}{self._chips(abs(change))}"

    def _chips(self, amount: int) -> str:
        """Write chips by their number; at a cash table they are money."""
        return plain_text(amount) if self.money else str(amount)

    def _head(self) -> Iterator[str]:
        hand = self.hand
        started = datetime.fromisoformat(hand["started_at"]).astimezone(UTC)
        with override("en"):
            game = str(NAMES[self.start["game"]])
        when = f"{started:%Y/%m/%d %H:%M:%S} UTC"
        yield f"Montepremi Hand #{hand['id']}: {game} ({self._stakes()}) - {when}"
        button = self.start["positions"]["button"]
        yield f"Table '{hand['table']}' Hand {hand['number']} Seat #{button} is the button"
        for player in hand["players"]:
            stack = self._chips(player["start_stack"])
            yield f"Seat {player['seat']}: {player['name']} ({stack} in chips)"

    def _stakes(self) -> str:
        """Write blinds and ante; in a game without blinds the ante and the least bet (DRAW-1)."""
        stakes = Stakes.from_json(self.start["stakes"])
        big = self._chips(stakes.big_blind)
        if not game_of(self.start).blinds:
            return f"ante {self._chips(stakes.draw_ante)}, bet {big}"
        ante = f" ante {self._chips(stakes.ante)}" if stakes.ante else ""
        return f"{self._chips(stakes.small_blind)}/{big}{ante}"

    def _line(self, event: Event) -> Iterator[str]:
        match event["e"]:
            case "hole":
                yield "*** HOLE CARDS ***"
                if (you := self.hand["you"]) is not None:
                    yield f"Dealt to {self.names[you]} {_cards(event['cards'][str(you)])}"
            case "redeal":
                yield f"Nobody wins: {self._chips(event['pot'])} stay for the next hand"
            case "street":
                before = f"{_cards(self.board)} " if self.board else ""
                yield f"*** {event['street'].upper()} *** {before}{_cards(event['cards'])}"
                self.level = 0
                self.board += event["cards"]
            case "rake":
                self.rake = event["amount"]
            case "start" | "end":
                pass
            case _:
                yield self._said(event, self.names[event["seat"]])

    def _said(self, event: Said, name: str) -> str:
        all_in = " and is all-in" if event.get("all_in") else ""
        match event["e"]:
            case "ante":
                return f"{name}: posts the ante {self._chips(event['amount'])}{all_in}"
            case "blind":
                self.level = max(self.level, event["amount"])
                return f"{name}: {BLINDS[event['kind']]} {self._chips(event['amount'])}{all_in}"
            case "uncalled":
                return f"Uncalled bet ({self._chips(event['amount'])}) returned to {name}"
            case "show":
                opened = [card for card in event["cards"] if card != HIDDEN]
                return f"{name}: shows {_cards(opened)}{_ranking(event)}"
            case "draw":
                new = "" if HIDDEN in event["cards"] else f" {_cards(event['cards'])}"
                return f"{name}: discards {event['count']} cards{new if event['count'] else ''}"
            case "muck":
                return f"{name}: mucks hand"
            case "win":
                self.total += event["amount"]
                pot = f"side pot-{event['pot']}" if event["pot"] else "pot"
                return (
                    f"{name} collected {self._chips(event['amount'])} from {pot}{_ranking(event)}"
                )
        return f"{name}: {self._act(event)}{all_in}"

    def _act(self, event: ActEvent) -> str:
        level, to = self.level, event["to"]
        self.level = max(level, to)
        match event["kind"]:
            case "call":
                return f"calls {self._chips(event['added'])}"
            case "cip" | "parola" as word:
                return f"says {word}{f' {self._chips(to)}' if event['added'] else ''}"
            case "bet":
                return f"bets {self._chips(to)}"
            case "raise":
                return f"raises {self._chips(to - level)} to {self._chips(to)}"
            case kind:
                return f"{kind}s"


def _cards(cards: list[str]) -> str:
    return f"[{' '.join(cards)}]"


def _ranking(event: Show | Won) -> str:
    name = event["ranking"]
    return f" ({name.replace('_', ' ')})" if name else ""


FORMAT: Final = HandFormat(
    name=gettext_lazy("Plain text"),
    media_type="text/plain; charset=utf-8",
    suffix="txt",
    suffix_of_many="txt",
    write=write,
    section="{0}\n\n".format,
    comment=no_comment,
)
