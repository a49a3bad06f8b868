"""Hands as a dealer types them (LIVE-13)."""

import pytest

from core.refusal import Refusal
from tables.engine.games import GAMES
from tournaments.rules import typed_hand

pytestmark = pytest.mark.rule("LIVE-13")
SEATED = (1, 4, 7, 10)


@pytest.mark.parametrize(
    ("text", "hole", "board"),
    [
        ("4 AsKd", {4: "AsKd"}, ""),
        ("4asKD 7 qh qc/ts9h2d", {4: "AsKd", 7: "QhQc"}, "Ts9h2d"),
        ("10 10s10h 1 9c9d / 2c3c4c 5c 10d", {10: "TsTh", 1: "9c9d"}, "2c3c4c5cTd"),
        ("77h7d/", {7: "7h7d"}, ""),
    ],
)
def test_seats_cards_and_board_are_read(text: str, hole: dict[int, str], board: str) -> None:
    read = typed_hand.read(text, game=GAMES["nlhe"], seated=SEATED)
    assert {seat: "".join(cards) for seat, cards in read.hole.items()} == hole
    assert "".join(read.board) == board


@pytest.mark.parametrize(
    ("text", "game", "refused"),
    [
        ("", "nlhe", "NOT_A_HAND"),
        ("/ AsKdQh", "nlhe", "NOT_A_HAND"),
        ("4 AsKx", "nlhe", "NOT_A_HAND"),
        ("4 AsKd 4 QhQc", "nlhe", "NOT_A_HAND"),
        ("4 AsKd / Ts9h2d!", "nlhe", "NOT_A_HAND"),
        ("3 AsKd", "nlhe", "SEAT_IS_EMPTY"),
        ("4 AsKdQh", "nlhe", "CARDS_OF_A_HAND"),
        ("4 AsKd", "plo", "CARDS_OF_A_HAND"),
        ("4 AsKd / Ts9h", "nlhe", "CARDS_OF_A_BOARD"),
        ("4 AsKd / Ts9h2d3c4h5h", "nlhe", "CARDS_OF_A_BOARD"),
        ("4 AsKd 7 QhAs", "nlhe", "CARD_TWICE"),
        ("4 AsKd / TsKd2d", "nlhe", "CARD_TWICE"),
    ],
)
def test_what_is_no_hand_is_refused_by_name(text: str, game: str, refused: str) -> None:
    with pytest.raises(Refusal) as error:
        typed_hand.read(text, game=GAMES[game], seated=SEATED)
    assert str(error.value) == refused
