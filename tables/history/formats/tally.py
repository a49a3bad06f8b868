"""Chips of a hand counted from its events, for formats that write what events do not say."""

from typing import NamedTuple

from tables.engine import pots, rake
from tables.engine.cards import HIDDEN
from tables.engine.event_factory import start_of
from tables.engine.events import ActEvent, Ante, Blind, Event, Uncalled, Won
from tables.engine.games import game_of
from tables.engine.positions import Positions, left_of
from tables.engine.stakes import Stakes
from tables.history.told_hand import ToldHand


def has_double_blind(hand: ToldHand) -> bool:
    """Return whether a player of a blind posts another one beside it, which rooms never ask."""
    start = start_of(hand["events"])
    blinds = (start["positions"]["small_blind"], start["positions"]["big_blind"])
    return any(live and seat in blinds for seat, live, _dead in start["posts"])


class TalliedPot(NamedTuple):
    """A pot with its rake, and who wins how much of it; 0 is the main pot."""

    number: int
    amount: int
    rake: int
    wins: list[Won]


class ChipTally:
    """The state of a hand after the events that were added: ``bets`` of the street, the ``level``
    to match, the ``board``, the players still ``live``, and the street on which others folded."""

    def __init__(self, hand: ToldHand) -> None:
        self.start = start_of(hand["events"])
        self.game = game_of(self.start)
        self.stakes = Stakes.from_json(self.start["stakes"])
        positions = Positions.from_json(self.start["positions"])
        self.button, self.small_blind, self.big_blind = positions
        self.seats = left_of(self.button, [int(seat) for seat in self.start["stacks"]])
        self.live = [*self.seats]
        self.street = self.game.streets[0].name
        self.bets = dict.fromkeys(self.seats, 0)
        self.paid = dict.fromkeys(self.seats, 0)
        self.dead = self.start["carried"]["pot"] if "carried" in self.start else 0
        self.level = self.rake = 0
        self.board: list[str] = []
        self.folded: dict[int, str] = {}
        self.shown: dict[int, list[str]] = {}
        self.rankings: dict[int, str] = {}
        self.wins: list[Won] = []

    def add(self, event: Event) -> None:
        match event["e"]:
            case "ante" | "blind" | "act" | "uncalled":
                self._move(event)
            case "street":
                self.street = event["street"]
                self.board += event["cards"]
                self.bets = dict.fromkeys(self.seats, 0)
                self.level = 0
            case "show":
                self.shown[event["seat"]] = [card for card in event["cards"] if card != HIDDEN]
                if event["ranking"]:
                    self.rankings[event["seat"]] = event["ranking"]
            case "rake":
                self.rake = event["amount"]
            case "win":
                self.wins.append(event)

    def _move(self, event: Ante | Blind | ActEvent | Uncalled) -> None:
        match event["e"]:
            case "ante" if self.stakes.big_blind_ante and self.game.blinds:
                self.dead += event["amount"]
            case "ante":
                self.paid[event["seat"]] += event["amount"]
            case "blind" if event["kind"] == "dead":
                self.dead += event["amount"]
            case "blind":
                self._put(event["seat"], event["amount"])
            case "act":
                self._put(event["seat"], event["added"])
                if event["kind"] == "fold":
                    self.live.remove(event["seat"])
                    self.folded[event["seat"]] = self.street
            case "uncalled":
                self.paid[event["seat"]] -= event["amount"]

    def _put(self, seat: int, amount: int) -> None:
        self.bets[seat] += amount
        self.paid[seat] += amount
        self.level = max(self.level, self.bets[seat])

    def pots(self) -> list[TalliedPot]:
        """Return the pots of a finished hand, main pot first."""
        built = pots.build(self.paid, self.live, self.dead)
        shares = rake.over_pots(self.rake, [pot.amount for pot in built])
        return [
            TalliedPot(
                number, pot.amount, share, [win for win in self.wins if win["pot"] == number]
            )
            for number, (pot, share) in enumerate(zip(built, shares, strict=True))
        ]

    def won(self, seat: int) -> int:
        return sum(win["amount"] for win in self.wins if win["seat"] == seat)
