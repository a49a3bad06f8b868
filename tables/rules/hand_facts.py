"""The facts of each player in a finished hand, counted from its events (STATS-2).

A figure is a share: how often a player did something, of the hands in which they could have. So a
flag says that there was a chance, and another that it was taken.
"""

from collections.abc import Mapping, Sequence
from enum import IntFlag, auto
from typing import Final, Literal, NamedTuple

from tables.engine.event_factory import start_of
from tables.engine.events import ActEvent, Ante, Blind, Event, Rake, Redeal, Start, Won
from tables.engine.games import game_of
from tables.engine.positions import left_of
from tables.rules import starting_hands

# Button, the seat before it, the two before that, all earlier ones, and the blinds.
Position = Literal["btn", "co", "mp", "ep", "sb", "bb"]
FROM_THE_END: Final[tuple[Position, ...]] = ("btn", "co", "mp", "mp")


class HandFlag(IntFlag):
    """An act of a player in a hand, or the chance of one; the stored numbers never change."""

    # The first betting round.
    VPIP_CHANCE = auto()
    VPIP = auto()
    PFR = auto()
    THREE_BET_CHANCE = auto()
    THREE_BET = auto()
    # Continuation bets, by street, and the answers to those of others.
    CBET_FLOP_CHANCE = auto()
    CBET_FLOP = auto()
    CBET_TURN_CHANCE = auto()
    CBET_TURN = auto()
    CBET_RIVER_CHANCE = auto()
    CBET_RIVER = auto()
    FACED_CBET_FLOP = auto()
    FOLDED_TO_CBET_FLOP = auto()
    FACED_CBET_TURN = auto()
    FOLDED_TO_CBET_TURN = auto()
    FACED_CBET_RIVER = auto()
    FOLDED_TO_CBET_RIVER = auto()
    # The flop; in draw poker the draw.
    SAW_FLOP = auto()
    SAW_TURN = auto()
    SAW_RIVER = auto()
    SHOWDOWN = auto()
    WON_SHOWDOWN = auto()
    WON = auto()
    ALL_IN = auto()


NOTHING: Final = HandFlag(0)


class SeatFacts(NamedTuple):
    """The hand of one player: ``net`` are the chips won or lost, ``starting`` the class of the hole
    cards, "" where they are not two; ``pot`` is that of the whole hand, with its rake."""

    flags: HandFlag
    position: Position
    starting: str
    net: int
    pot: int


def of_hand(events: Sequence[Event]) -> dict[int, SeatFacts]:
    """Return the facts of every player by seat; ValueError unless the hand is finished."""
    start = start_of(events)
    counter = _Counter(start)
    for event in events[1:]:
        counter.add(event)
        if event["e"] == "end":
            return counter.facts(event["stacks"])
    raise ValueError("the hand is not finished")


def positions(start: Start) -> dict[int, Position]:
    """Return the position of every seat; heads-up the small blind has the button.

    Where the button stands at an empty seat, the last player to act before the blinds has it.
    """
    seats = [int(seat) for seat in start["stacks"]]
    places = start["positions"]
    by_seat: dict[int, Position] = {}
    if game_of(start).blinds:
        if places["small_blind"] != places["button"]:
            by_seat[places["small_blind"]] = "sb"
        by_seat[places["big_blind"]] = "bb"
        order = left_of(places["big_blind"], seats)
    else:
        order = left_of(places["button"], seats)
    others = [seat for seat in order if seat not in by_seat]
    for before_last, seat in enumerate(reversed(others)):
        early = before_last >= len(FROM_THE_END)
        by_seat[seat] = "ep" if early else FROM_THE_END[before_last]
    return {seat: by_seat[seat] for seat in seats}


class _Counter:
    """Goes through the events once. ``raises`` counts bets and raises of the round, ``level`` is
    the bet to match, ``aggressor`` the last to raise in the first round, ``leader`` the player who
    may make the continuation bet of the street, ``led`` whether it was made."""

    def __init__(self, start: Start) -> None:
        self.positions = positions(start)
        self.flop_game = bool(game_of(start).board)
        self.start_stacks = {int(seat): stack for seat, stack in start["stacks"].items()}
        self.stacks = dict(self.start_stacks)
        self.flags = dict.fromkeys(self.stacks, NOTHING)
        self.live = set(self.stacks)
        self.starting = dict.fromkeys(self.stacks, "")
        self.won = dict.fromkeys(self.stacks, 0)
        self.bets = dict.fromkeys(self.stacks, 0)
        self.street = ""
        # Of blinds, also where the player who posts has less.
        self.level = start["stakes"]["big_blind"]
        self.raises = self.pot = 0
        self.aggressor: int | None = None
        self.leader: int | None = None
        self.led = self.dealt_again = False

    def add(self, event: Event) -> None:
        match event["e"]:
            case "ante" | "blind":
                self._post(event)
            case "hole":
                for seat, cards in event["cards"].items():
                    self.starting[int(seat)] = starting_hands.class_of(cards)
            case "act":
                self._act(event)
            case "street":
                self._next_street(event["street"])
            case "draw" if not self.street:
                self._next_street("draw")
            case "rake" | "win" | "redeal":
                self._end(event)

    def facts(self, stacks: Mapping[str, int]) -> dict[int, SeatFacts]:
        if len(self.live) > 1 and not self.dealt_again:
            for seat in self.live:
                self.flags[seat] |= HandFlag.SHOWDOWN
                if self.won[seat]:
                    self.flags[seat] |= HandFlag.WON_SHOWDOWN
        for seat, chips in self.won.items():
            if chips:
                self.flags[seat] |= HandFlag.WON
        return {
            seat: SeatFacts(
                flags,
                self.positions[seat],
                self.starting[seat],
                stacks[str(seat)] - self.start_stacks[seat],
                self.pot,
            )
            for seat, flags in self.flags.items()
        }

    def _post(self, event: Ante | Blind) -> None:
        seat, amount = event["seat"], event["amount"]
        self._pay(seat, amount, all_in=event["all_in"])
        if event["e"] == "blind" and event["kind"] != "dead":
            self._bet(seat, self.bets[seat] + amount)

    def _end(self, event: Rake | Won | Redeal) -> None:
        if event["e"] == "redeal":
            self.dealt_again = True
            self.pot += event["pot"]
        else:
            self.pot += event["amount"]
        if event["e"] == "win":
            self.won[event["seat"]] += event["amount"]

    def _pay(self, seat: int, amount: int, *, all_in: bool) -> None:
        self.stacks[seat] -= amount
        if all_in:
            self.flags[seat] |= HandFlag.ALL_IN

    def _bet(self, seat: int, to: int) -> None:
        self.bets[seat] = to
        self.level = max(self.level, to)

    def _act(self, event: ActEvent) -> None:
        seat, kind = event["seat"], event["kind"]
        if not self.street:
            self._in_first_round(seat, kind, added=event["added"])
        elif self.flop_game:
            self._in_later_round(seat, kind)
        if kind in ("bet", "raise"):
            self.raises += 1
        if kind == "fold":
            self.live.discard(seat)
        self._pay(seat, event["added"], all_in=event["all_in"])
        self._bet(seat, event["to"])

    def _in_first_round(self, seat: int, kind: str, *, added: int) -> None:
        flags = HandFlag.VPIP_CHANCE
        if added:
            flags |= HandFlag.VPIP
        if self.flop_game:
            chance = self.raises == 1 and seat != self.aggressor and self._may_raise(seat)
            if chance:
                flags |= HandFlag.THREE_BET_CHANCE
            if kind in ("bet", "raise"):
                flags |= HandFlag.PFR
                if chance:
                    flags |= HandFlag.THREE_BET
                self.aggressor = seat
        self.flags[seat] |= flags

    def _may_raise(self, seat: int) -> bool:
        """Return whether a player has more than the call, and another could add to a raise."""
        if self.bets[seat] + self.stacks[seat] <= self.level:
            return False
        others = self.live - {seat}
        return any(self.bets[other] + self.stacks[other] > self.level for other in others)

    def _in_later_round(self, seat: int, kind: str) -> None:
        chance, done, faced, folded = _CBETS[self.street]
        if seat == self.leader:
            if not self.raises and not self.flags[seat] & chance:
                self.flags[seat] |= chance
                if kind == "bet":
                    self.flags[seat] |= done
                    self.led = True
        elif self.led and self.raises == 1:
            self.flags[seat] |= faced
            if kind == "fold":
                self.flags[seat] |= folded

    def _next_street(self, street: str) -> None:
        self.leader = (self.leader if self.led else None) if self.street else self.aggressor
        self.street, self.led = street, False
        self.level = self.raises = 0
        self.bets = dict.fromkeys(self.bets, 0)
        for seat in self.live:
            self.flags[seat] |= _SAW[street]


_SAW: Final = {
    "flop": HandFlag.SAW_FLOP,
    "draw": HandFlag.SAW_FLOP,
    "turn": HandFlag.SAW_TURN,
    "river": HandFlag.SAW_RIVER,
}
# By street: the chance, the bet; faced by others, folded to.
_CBETS: Final = {
    "flop": (
        HandFlag.CBET_FLOP_CHANCE,
        HandFlag.CBET_FLOP,
        HandFlag.FACED_CBET_FLOP,
        HandFlag.FOLDED_TO_CBET_FLOP,
    ),
    "turn": (
        HandFlag.CBET_TURN_CHANCE,
        HandFlag.CBET_TURN,
        HandFlag.FACED_CBET_TURN,
        HandFlag.FOLDED_TO_CBET_TURN,
    ),
    "river": (
        HandFlag.CBET_RIVER_CHANCE,
        HandFlag.CBET_RIVER,
        HandFlag.FACED_CBET_RIVER,
        HandFlag.FOLDED_TO_CBET_RIVER,
    ),
}
