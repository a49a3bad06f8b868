"""Open Hand History 1.4.7 (``.ohh``): one JSON object a hand, with a blank line between two.

https://hh-specs.handhistory.org. A raise is the amount that the player added, and no street before
the flop has a ``Bet``.
"""

import json
from datetime import UTC, datetime
from typing import Any, Final

from core import money
from payouts.bookkeeping.books import PLAY as PLAY_BOOKS
from tables.engine.cards import HIDDEN
from tables.engine.events import ActEvent, Ante, Blind, Event
from tables.history.formats import open_hand_history_reading
from tables.history.formats.hand_format import (
    HandFormat,
    lacks_double_blind,
    lacks_game,
    no_comment,
)
from tables.history.formats.tally import ChipTally, TalliedPot, has_double_blind
from tables.history.told_hand import ToldHand
from tables.models.owners import owner

NAME: Final = "Open Hand History"
VERSION: Final = "1.4.7"
SITE: Final = "Montepremi"
PLAY_MONEY: Final = "XPM"

# By the engine's codes: type of game, and limit.
GAMES: Final = {
    "nlhe": ("Holdem", "NL"),
    "plhe": ("Holdem", "PL"),
    "flhe": ("Holdem", "FL"),
    "nlo": ("Omaha", "NL"),
    "plo": ("Omaha", "PL"),
    "flo": ("Omaha", "FL"),
    "nlo8": ("OmahaHiLo", "NL"),
    "plo8": ("OmahaHiLo", "PL"),
    "flo8": ("OmahaHiLo", "FL"),
}
BLINDS: Final = {
    "small": "Post SB",
    "big": "Post BB",
    "straddle": "Straddle",
    "post": "Post Extra Blind",
    "dead": "Post Dead",
}


def write(hand: ToldHand) -> str:
    """Write a hand as one line of JSON; NOT_IN_FORMAT."""
    if hand["game"] not in GAMES:
        raise lacks_game(NAME, hand["game"])
    if has_double_blind(hand):
        raise lacks_double_blind(NAME)
    return json.dumps({"ohh": _OpenHandWriter(hand).facts()}, ensure_ascii=False) + "\n"


class _OpenHandWriter:
    """A writer that goes through the events once; a player's id is their seat."""

    def __init__(self, hand: ToldHand) -> None:
        self.hand = hand
        self.tally = ChipTally(hand)
        self.rounds: list[dict[str, Any]] = []
        self.actions = 0
        self.shows: list[tuple[int, list[str]]] = []

    def facts(self) -> dict[str, Any]:
        hand, stakes = self.hand, self.tally.stakes
        game, limit = GAMES[hand["game"]]
        self._open("Preflop")
        for event in hand["events"]:
            self._add(event)
            self.tally.add(event)
        self._show()
        facts: dict[str, Any] = {
            "spec_version": VERSION,
            "site_name": SITE,
            "network_name": SITE,
            "internal_version": "1.0",
            **_tournament(hand),
            "game_number": str(hand["id"]),
            "start_date_utc": f"{_started(hand):%Y-%m-%dT%H:%M:%SZ}",
            "table_name": hand["table"],
            "game_type": game,
            "bet_limit": {"bet_type": limit, "bet_cap": 0},
            "table_size": hand["max_seats"],
            "currency": _currency(hand),
            "dealer_seat": self.tally.button,
            "small_blind_amount": self._amount(stakes.small_blind),
            "big_blind_amount": self._amount(stakes.big_blind),
            "ante_amount": self._amount(stakes.ante),
        }
        if hand["you"] is not None:
            facts["hero_player_id"] = hand["you"]
        return facts | {
            "flags": [],
            "players": [
                {
                    "id": player["seat"],
                    "seat": player["seat"],
                    "name": player["name"],
                    "starting_stack": self._amount(player["start_stack"]),
                }
                for player in hand["players"]
            ],
            "rounds": self.rounds,
            "pots": [self._pot(pot) for pot in self.tally.pots()],
        }

    def _amount(self, chips: int) -> float | int:
        return float(money.units(chips)) if self.hand["currency"] else chips

    def _pot(self, pot: TalliedPot) -> dict[str, Any]:
        wins: dict[int, int] = {}
        for win in pot.wins:
            wins[win["seat"]] = wins.get(win["seat"], 0) + win["amount"]
        return {
            "number": pot.number,
            "amount": self._amount(pot.amount),
            "rake": self._amount(pot.rake),
            "player_wins": [
                {"player_id": seat, "win_amount": self._amount(amount)}
                for seat, amount in wins.items()
            ],
        }

    def _open(self, street: str, *cards: str) -> None:
        self.rounds.append(
            {"id": len(self.rounds), "street": street, "cards": [*cards], "actions": []}
        )

    def _act(self, seat: int, action: str, **more: object) -> None:
        self.actions += 1
        row = {"action_number": self.actions, "player_id": seat, "action": action, **more}
        self.rounds[-1]["actions"].append(row)

    def _bet(self, event: Ante | Blind | ActEvent) -> None:
        match event["e"]:
            case "ante":
                action, amount = "Post Ante", event["amount"]
            case "blind":
                action, amount = BLINDS[event["kind"]], event["amount"]
            case "act":
                action, amount = event["kind"].capitalize(), event["added"]
        more = {"amount": self._amount(amount), "is_allin": event["all_in"]} if amount else {}
        self._act(event["seat"], action, **more)

    def _add(self, event: Event) -> None:
        match event["e"]:
            case "ante" | "blind" | "act":
                self._bet(event)
            case "hole":
                for seat, cards in event["cards"].items():
                    if HIDDEN not in cards:
                        self._act(int(seat), "Dealt Cards", cards=cards)
            case "street":
                self._open(event["street"].capitalize(), *event["cards"])
            case "show":
                self.shows.append((event["seat"], event["cards"]))
            case "muck":
                self.shows.append((event["seat"], []))

    def _show(self) -> None:
        """Write the showdown: hands shown in an all-in are shown before it, on no street's own."""
        if self.shows:
            self._open("Showdown")
        for seat, cards in self.shows:
            if cards:
                opened = [card for card in cards if card != HIDDEN]
                self._act(seat, "Shows Cards", cards=opened)
            else:
                self._act(seat, "Mucks Cards")


def _started(hand: ToldHand) -> datetime:
    return datetime.fromisoformat(hand["started_at"]).astimezone(UTC)


def _currency(hand: ToldHand) -> str:
    return PLAY_MONEY if owner(hand["event"]).books is PLAY_BOOKS else money.currency()


def _tournament(hand: ToldHand) -> dict[str, Any]:
    """Return the facts of a tournament, as far as a hand knows them."""
    number = owner(hand["event"]).tournament
    if number is None:
        return {"tournament": False}
    return {"tournament": True, "tournament_info": {"tournament_number": str(number)}}


FORMAT: Final = HandFormat(
    name=NAME,
    media_type="application/json; charset=utf-8",
    suffix="ohh",
    suffix_of_many="ohh",
    write=write,
    section="{0}\n".format,
    comment=no_comment,
    reading=open_hand_history_reading.READING,
)
