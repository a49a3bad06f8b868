"""Reading of the text of PokerStars: what its own clients write, and what other rooms write so."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from core.refusal import Refusal
from tables.engine.replay.known import Decision
from tables.history.formats.transcript import (
    FormatReading,
    HandTranscript,
    LineRefusal,
    Posted,
    ReadHand,
    UnreadHand,
    WrittenMove,
    cards_of,
    seat_of,
)
from tables.refusals import TableCode

EASTERN: Final = ZoneInfo("America/New_York")
CURRENCIES: Final = {"€": "EUR", "$": "USD", "£": "GBP"}

_GAMES: Final = {
    "Hold'em No Limit": "nlhe",
    "Hold'em Pot Limit": "plhe",
    "Hold'em Limit": "flhe",
    "Omaha No Limit": "nlo",
    "Omaha Pot Limit": "plo",
    "Omaha Limit": "flo",
    "Omaha Hi/Lo No Limit": "nlo8",
    "Omaha Hi/Lo Pot Limit": "plo8",
    "Omaha Hi/Lo Limit": "flo8",
}
_FIXED: Final = frozenset({"flhe", "flo", "flo8"})

_SUM = r"[$€£]?[0-9][0-9,]*(?:\.[0-9]+)?"
_HEAD = re.compile(r"PokerStars (?:[A-Z][A-Za-z]* ){0,3}(?:Hand|Game) #([0-9]{1,20}):\s*(.*)")
_GAME = re.compile(
    r"((?:[56] Card |6\+ )?(?:Hold'em|Omaha(?: Hi/Lo)?) (?:No Limit|Pot Limit|Limit))"
)
_OTHER_GAME = re.compile(r"([A-Z0-9][\w' +/-]{0,30}(?:Limit|NL|PL|FL))")
_STAKES = re.compile(rf"({_SUM})/({_SUM})(?: ([A-Z]{{3}})\b)?")
_MOMENT = re.compile(
    r"([0-9]{4})/([0-9]{2})/([0-9]{2}) ([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?: ([A-Z]{2,5}))?"
)
_TABLE = re.compile(r"Table '(.*)' ([0-9]{1,2})-max (?:\(.*\) )?Seat #([0-9]{1,2}) is the button")
_SEAT = re.compile(rf"Seat ([0-9]{{1,2}}): (.*) \(({_SUM}) in chips(?:, .*)?\)")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* .*\[([^\[\]]*)\]$")
_DEALT = re.compile(r"Dealt to (.*) \[([^\[\]]*)\]$")
_WON = re.compile(rf"(.*) collected ({_SUM}) from (?:pot|main pot|(side pot)(?:-([0-9]{{1,2}}))?)$")
_TOTAL = re.compile(rf"Total pot ({_SUM})")
_FEE = re.compile(rf"\| [A-Z][A-Za-z ]* ({_SUM})")
_SHOWS = re.compile(r"shows \[([^\[\]]*)\]")
_ALL_IN = " and is all-in"
_POSTS: Final = {
    "small blind": "small",
    "big blind": "big",
    "small & big blinds": "both",
    "straddle": "straddle",
    "the ante": "ante",
}
_POST = re.compile(rf"posts (small blind|big blind|small & big blinds|straddle|the ante) ({_SUM})$")
_BET = re.compile(rf"(calls|bets) ({_SUM})$")
_RAISE = re.compile(rf"raises {_SUM} to ({_SUM})$")
LONGEST_LINE: Final = 1_000
_VERBS: Final = ("folds", "checks", "calls", "bets", "raises", "posts")


def read(text: str) -> Iterator[ReadHand | UnreadHand]:
    """Yield each hand of a text: read, or refused at a line."""
    begun: list[str] = []
    first = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if _HEAD.match(line):
            if begun:
                yield _read(begun, first)
            begun, first = [], number
        if first:
            begun.append(line[:LONGEST_LINE].rstrip())
    if begun:
        yield _read(begun, first)


def _read(lines: list[str], first: int) -> ReadHand | UnreadHand:
    reading = _StarsReader(lines, first)
    try:
        return reading.hand()
    except LineRefusal as refused:
        return UnreadHand(refused.line or reading.at, reading.number, refused.refusal)


class _StarsReader:
    """A reader that goes through the lines of a hand once; ``at`` is the line that it reads."""

    def __init__(self, lines: list[str], first: int) -> None:
        self.lines, self.first, self.at = lines, first, first
        self.number = ""
        self.script = HandTranscript(first, "PokerStars")
        self.seats: dict[str, int] = {}
        self.names: list[str] = []

    def hand(self) -> ReadHand:
        self._head(self.lines[0])
        summary = False
        for number, line in enumerate(self.lines[1:], start=self.first + 1):
            self.at = number
            if line.startswith("*** SUMMARY ***"):
                summary = True
            elif summary:
                self._sum_up(line)
            else:
                self._line(line)
        if not summary:
            raise LineRefusal(Refusal(TableCode.HAND_INCOMPLETE))
        self.at = self.first
        return self.script.read()

    def _head(self, line: str) -> None:
        script = self.script
        head = _HEAD.match(line)
        assert head is not None
        self.number = script.number = head[1]
        game, stakes = _GAME.search(head[2]), _STAKES.search(head[2])
        if game is None or game[1] not in _GAMES:
            other = game or _OTHER_GAME.search(head[2])
            named = other[1].strip() if other else "?"
            raise LineRefusal(Refusal(TableCode.HAND_GAME_UNKNOWN, game=named))
        if stakes is None:
            raise self._unreadable()
        script.game = _GAMES[game[1]]
        if "Tournament #" not in head[2]:
            script.currency = stakes[3] or CURRENCIES.get(stakes[1][0])
        low, high = self._chips(stakes[1]), self._chips(stakes[2])
        script.small_blind, script.big_blind = (
            (low // 2, low) if script.game in _FIXED else (low, high)
        )
        script.started_at = _moment(head[2])

    def _unreadable(self) -> LineRefusal:
        return LineRefusal(Refusal(TableCode.HAND_LINE_UNREADABLE, format="PokerStars"))

    def _chips(self, text: str) -> int:
        return self.script.chips(text.lstrip("$€£").replace(",", ""))

    def _line(self, line: str) -> None:
        script = self.script
        if street := _STREET.match(line):
            script.board += cards_of(street[2])
        elif line.startswith(("*** FIRST ", "*** SECOND ")):
            raise LineRefusal(Refusal(TableCode.HAND_RUN_TWICE))
        elif line.startswith("Hand cancelled"):
            raise LineRefusal(Refusal(TableCode.HAND_INCOMPLETE))
        elif (dealt := _DEALT.match(line)) and dealt[1] in self.seats and script.you is None:
            script.you = self.seats[dealt[1]]
            script.cards[script.you] = cards_of(dealt[2])
        elif (won := _WON.match(line)) and won[1] in self.seats:
            script.wins(int(won[4] or bool(won[3])), self.seats[won[1]], self._chips(won[2]))
        elif name := next((name for name in self.names if line.startswith(f"{name}: ")), None):
            self._said(self.seats[name], line[len(name) + 2 :])
        else:
            self._seats(line)

    def _seats(self, line: str) -> None:
        script = self.script
        if (table := _TABLE.match(line)) and not script.table:
            script.table, script.max_seats = table[1], int(table[2])
            script.button = seat_of(int(table[3]))
        elif (seat := _SEAT.match(line)) and not script.moves:
            self._sit(seat_of(int(seat[1])), seat[2], self._chips(seat[3]))

    def _sit(self, seat: int, name: str, stack: int) -> None:
        if seat in self.script.names or name in self.seats:
            raise LineRefusal(Refusal(TableCode.HAND_SEATS_WRONG))
        self.seats[name] = seat
        # The longest first: one name may begin another.
        self.names = sorted(self.seats, key=len, reverse=True)
        self.script.names[seat], self.script.stacks[seat] = name, stack

    def _said(self, seat: int, said: str) -> None:
        script = self.script
        said = said.removesuffix(_ALL_IN)
        if post := _POST.match(said):
            kind, amount = _POSTS[post[1]], self._chips(post[2])
            if kind == "ante":
                script.antes[seat] = script.antes.get(seat, 0) + amount
            else:
                script.blinds.append(Posted(seat, kind, amount))
        elif said == "folds" or said.startswith("folds ["):
            self._decide(Decision(seat, "fold"))
        elif said == "checks":
            self._decide(Decision(seat, "check"))
        elif bet := _BET.match(said):
            kind = bet[1].removesuffix("s")
            self._decide(Decision(seat, kind, added=self._chips(bet[2])))
        elif raised := _RAISE.match(said):
            self._decide(Decision(seat, "raise", to=self._chips(raised[1])))
        elif shows := _SHOWS.match(said):
            script.shown[seat] = cards_of(shows[1])
        elif said.startswith(_VERBS):
            raise self._unreadable()

    def _decide(self, decision: Decision) -> None:
        self.script.moves.append(WrittenMove(self.at, decision))

    def _sum_up(self, line: str) -> None:
        if line.startswith("Hand was run twice"):
            raise LineRefusal(Refusal(TableCode.HAND_RUN_TWICE))
        if _TOTAL.match(line):
            fees = _FEE.findall(line)
            self.script.rake = sum(self._chips(fee) for fee in fees)


def _moment(text: str) -> datetime | None:
    """Return when a hand began: New York's time, which stands beside the player's own."""
    moments = _MOMENT.findall(text)
    if not moments:
        return None
    *figures, zone = next((found for found in moments if found[6] == "ET"), moments[-1])
    try:
        year, month, day, hour, minute, second = map(int, figures)
        written = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 (its zone follows)
        return written.replace(tzinfo=EASTERN if zone == "ET" else UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


READING: Final = FormatReading(re.compile(rf"^{_HEAD.pattern}", re.MULTILINE), read)
