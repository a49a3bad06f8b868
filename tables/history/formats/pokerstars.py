"""The text that PokerStars gives its players, and that every tracker reads; always in English."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from core import money
from payouts.bookkeeping.books import PLAY as PLAY_BOOKS
from tables.engine.cards import HIDDEN
from tables.engine.events import ActEvent, Ante, Blind, Event, Hole
from tables.history.formats import pokerstars_reading
from tables.history.formats.hand_format import (
    HandFormat,
    lacks_double_blind,
    lacks_game,
    no_comment,
)
from tables.history.formats.tally import ChipTally, has_double_blind
from tables.history.told_hand import ToldHand
from tables.models.owners import owner

NAME: Final = "PokerStars"
# Its clock, whatever the reader's.
EASTERN: Final = ZoneInfo("America/New_York")
SIGNS: Final = {"EUR": "€", "USD": "$", "GBP": "£"}

GAMES: Final = {
    "nlhe": "Hold'em No Limit",
    "plhe": "Hold'em Pot Limit",
    "flhe": "Hold'em Limit",
    "nlo": "Omaha No Limit",
    "plo": "Omaha Pot Limit",
    "flo": "Omaha Limit",
    "nlo8": "Omaha Hi/Lo No Limit",
    "plo8": "Omaha Hi/Lo Pot Limit",
    "flo8": "Omaha Hi/Lo Limit",
}
POSTS: Final = {
    "small": "posts small blind",
    "big": "posts big blind",
    "button": "posts button blind",
    "post": "posts big blind",
    "straddle": "posts straddle",
    "dead": "posts small blind",
}
ENDED: Final = {
    "preflop": "before Flop",
    "flop": "on the Flop",
    "turn": "on the Turn",
    "river": "on the River",
}


def write(hand: ToldHand) -> str:
    """Write a hand; NOT_IN_FORMAT."""
    if hand["game"] not in GAMES:
        raise lacks_game(NAME, hand["game"])
    if has_double_blind(hand):
        raise lacks_double_blind(NAME)
    return "\n".join(_PokerStarsWriter(hand).lines()) + "\n"


class _PokerStarsWriter:
    """A writer that goes through the events once; what is shown is written at the showdown, since
    an all-in shows hands before the last cards."""

    def __init__(self, hand: ToldHand) -> None:
        self.hand = hand
        self.tally = ChipTally(hand)
        self.names = {player["seat"]: player["name"] for player in hand["players"]}
        self.sign = SIGNS.get(hand["currency"] or "", "")
        self.own: list[str] = []
        self.shows: list[str] = []
        self.posted: dict[str, dict[int, int]] = {"post": {}, "dead": {}}
        for event in hand["events"]:
            if event["e"] == "blind" and event["kind"] in self.posted:
                self.posted[event["kind"]][event["seat"]] = event["amount"]

    def lines(self) -> Iterator[str]:
        yield from self._head()
        won = False
        for event in self.hand["events"]:
            if event["e"] == "win" and not won:
                won = True
                yield from self._showdown()
            yield from self._line(event)
            self.tally.add(event)
        yield from self.shows
        yield from self._summary()

    def _chips(self, amount: int) -> str:
        return f"{self.sign}{money.units(amount):f}" if self.hand["currency"] else str(amount)

    def _head(self) -> Iterator[str]:
        hand, tally, of = self.hand, self.tally, owner(self.hand["event"])
        started = datetime.fromisoformat(hand["started_at"]).astimezone(EASTERN)
        big = tally.stakes.big_blind
        # In fixed limit the two bets stand where the blinds do.
        low, high = (big, 2 * big) if tally.game.limit.fixed else (tally.stakes.small_blind, big)
        stakes = f"{self._chips(low)}/{self._chips(high)}"
        if hand["currency"]:
            stakes += f" {hand['currency']}"
        game = f"{GAMES[hand['game']]} ({stakes})"
        if of.tournament is not None:
            game = f"Tournament #{of.tournament}, {GAMES[hand['game']]} - ({stakes})"
        title = "PokerStars Home Game Hand" if of.from_outside else "PokerStars Hand"
        yield f"{title} #{hand['id']}: {game} - {started:%Y/%m/%d %H:%M:%S} ET"
        play = " (Play Money)" if of.books is PLAY_BOOKS else ""
        yield (
            f"Table '{hand['table']}' {hand['max_seats']}-max{play} "
            f"Seat #{tally.button} is the button"
        )
        for player in hand["players"]:
            stack = self._chips(player["start_stack"])
            yield f"Seat {player['seat']}: {player['name']} ({stack} in chips)"

    def _line(self, event: Event) -> Iterator[str]:
        match event["e"]:
            case "hole":
                yield from self._dealt(event)
            case "street":
                before = f"{_cards(self.tally.board)} " if self.tally.board else ""
                yield f"*** {event['street'].upper()} *** {before}{_cards(event['cards'])}"
            case "ante" | "blind" | "act":
                if said := self._said(event):
                    all_in = " and is all-in" if event["all_in"] else ""
                    yield f"{self.names[event['seat']]}: {said}{all_in}"
            case "uncalled":
                amount, name = self._chips(event["amount"]), self.names[event["seat"]]
                yield f"Uncalled bet ({amount}) returned to {name}"
            case "show":
                opened = _cards([card for card in event["cards"] if card != HIDDEN])
                name = self.names[event["seat"]]
                self.shows.append(f"{name}: shows {opened}{_ranking(event['ranking'])}")
            case "muck":
                self.shows.append(f"{self.names[event['seat']]}: mucks hand")
            case "win" if event["amount"]:
                amount, pot = self._chips(event["amount"]), self._pot(event["pot"])
                yield f"{self.names[event['seat']]} collected {amount} from {pot}"

    def _dealt(self, event: Hole) -> Iterator[str]:
        yield "*** HOLE CARDS ***"
        if (you := self.hand["you"]) is not None and str(you) in event["cards"]:
            self.own = event["cards"][str(you)]
            yield f"Dealt to {self.names[you]} {_cards(self.own)}"

    def _said(self, event: Ante | Blind | ActEvent) -> str:
        """Return what a player posts or does; "" for a dead blind posted with a live one."""
        if event["e"] == "ante":
            return f"posts the ante {self._chips(event['amount'])}"
        if event["e"] == "act":
            return self._act(event)
        seat, amount = event["seat"], event["amount"]
        if event["kind"] == "dead" and seat in self.posted["post"]:
            return ""
        if event["kind"] == "post" and (dead := self.posted["dead"].get(seat)):
            return f"posts small & big blinds {self._chips(amount + dead)}"
        return f"{POSTS[event['kind']]} {self._chips(amount)}"

    def _act(self, event: ActEvent) -> str:
        to = event["to"]
        match event["kind"]:
            case "call":
                return f"calls {self._chips(event['added'])}"
            case "bet":
                return f"bets {self._chips(to)}"
            case "raise":
                return f"raises {self._chips(to - self.tally.level)} to {self._chips(to)}"
            case kind:
                return f"{kind}s"

    def _showdown(self) -> Iterator[str]:
        if len(self.tally.live) > 1:
            yield "*** SHOW DOWN ***"
            yield from self.shows
            self.shows = []

    def _pot(self, number: int) -> str:
        count = 1 + max(
            (event["pot"] for event in self.hand["events"] if event["e"] == "win"), default=0
        )
        if count == 1:
            return "pot"
        if number == 0:
            return "main pot"
        return "side pot" if count == 2 else f"side pot-{number}"

    def _summary(self) -> Iterator[str]:
        tally = self.tally
        pots = tally.pots()
        total = self._chips(sum(pot.amount for pot in pots))
        parts = "".join(
            f" {self._pot(pot.number).capitalize()} {self._chips(pot.amount)}."
            for pot in pots
            if len(pots) > 1
        )
        yield "*** SUMMARY ***"
        yield f"Total pot {total}{parts} | Rake {self._chips(tally.rake)}"
        if tally.board:
            yield f"Board {_cards(tally.board)}"
        for player in self.hand["players"]:
            if player["seat"] in tally.seats:
                yield f"Seat {player['seat']}: {player['name']} {self._end(player['seat'])}"

    def _end(self, seat: int) -> str:
        """Return a player's places and end of the hand."""
        tally = self.tally
        places = {
            "(button) ": tally.button,
            "(small blind) ": tally.small_blind,
            "(big blind) ": tally.big_blind,
        }
        marks = "".join(mark for mark, place in places.items() if place == seat)
        won = tally.won(seat)
        if seat in tally.folded:
            idle = " (didn't bet)" if not tally.paid[seat] else ""
            return f"{marks}folded {ENDED[tally.folded[seat]]}{idle}"
        ranking = next((win["ranking"] for win in tally.wins if win["seat"] == seat), None)
        cards = tally.shown.get(seat, [])
        if len(cards) == tally.game.hole:
            name = (ranking or tally.rankings.get(seat) or "a hand").replace("_", " ")
            end = f"won ({self._chips(won)})" if won else "lost"
            return f"{marks}showed {_cards(cards)} and {end} with {name}"
        if won:
            return f"{marks}collected ({self._chips(won)})"
        return f"{marks}mucked{f' {_cards(self.own)}' if seat == self.hand['you'] else ''}"


def _cards(cards: list[str]) -> str:
    return f"[{' '.join(cards)}]"


def _ranking(name: str | None) -> str:
    return f" ({name.replace('_', ' ')})" if name else ""


FORMAT: Final = HandFormat(
    name=NAME,
    media_type="text/plain; charset=utf-8",
    suffix="stars.txt",
    suffix_of_many="stars.txt",
    write=write,
    section="{0}\n\n".format,
    comment=no_comment,
    reading=pokerstars_reading.READING,
)
