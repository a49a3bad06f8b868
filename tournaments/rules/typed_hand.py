"""A hand of real cards as a dealer types it: ``4 AsKd 7 QhQc / Ts9h2d 3c 4h`` (LIVE-13).

Seats with their hole cards, then the board. Case and spaces do not matter, and 10 is a ten.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from itertools import accumulate, chain
from typing import NamedTuple

from core.refusal import Refusal
from core.types import SeatNo
from tables.engine.games import Game
from tournaments.refusals import EventCode

CARD = r"(?:10|[2-9TJQKA])[cdhs]"
# A seat is a number that is not the rank of a card.
SEAT = re.compile(rf"\s*(10|[1-9])(?![cdhs])\s*((?:\s*{CARD})+)", re.IGNORECASE)
ONE = re.compile(CARD, re.IGNORECASE)
# The most letters of an unreadable part that a refusal quotes.
LONGEST = 20


class TypedHand(NamedTuple):
    """Hole cards by seat, and the board in the order in which it was dealt."""

    hole: Mapping[SeatNo, tuple[str, ...]]
    board: tuple[str, ...]


def read(text: str, *, game: Game, seated: Collection[int]) -> TypedHand:
    """Parse a typed hand. Refuse NOT_A_HAND (``part``), SEAT_IS_EMPTY (``seat``), CARD_TWICE
    (``card``), CARDS_OF_A_HAND (``seat``, ``cards``) and CARDS_OF_A_BOARD (``cards``)."""
    holes, _slash, rest = text.partition("/")
    hole, board = _holes(holes), _cards(rest)
    left = ONE.sub("", rest).strip()
    if left or not hole:
        raise Refusal(EventCode.NOT_A_HAND, part=(left or text)[:LONGEST])
    for seat, cards in hole.items():
        if seat not in seated:
            raise Refusal(EventCode.SEAT_IS_EMPTY, seat=seat)
        if len(cards) != game.hole:
            raise Refusal(EventCode.CARDS_OF_A_HAND, seat=seat, cards=game.hole)
    if len(board) not in accumulate((street.board for street in game.streets), initial=0):
        raise Refusal(EventCode.CARDS_OF_A_BOARD, cards=len(board))
    dealt = Counter([*chain(*hole.values()), *board])
    if twice := [card for card, times in dealt.items() if times > 1]:
        raise Refusal(EventCode.CARD_TWICE, card=twice[0])
    return TypedHand(hole, board)


def _holes(text: str) -> dict[SeatNo, tuple[str, ...]]:
    """Parse hole cards by seat, each seat once. Refuse NOT_A_HAND."""
    hole: dict[SeatNo, tuple[str, ...]] = {}
    while text.strip():
        match = SEAT.match(text)
        if match is None or int(match[1]) in hole:
            raise Refusal(EventCode.NOT_A_HAND, part=text.strip()[:LONGEST])
        hole[SeatNo(int(match[1]))] = _cards(match[2])
        text = text[match.end() :]
    return hole


def _cards(text: str) -> tuple[str, ...]:
    """Return the cards in the engine's notation: rank in upper case, suit in lower case."""
    cards = [card.replace("10", "T") for card in ONE.findall(text)]
    return tuple(card[0].upper() + card[1].lower() for card in cards)
