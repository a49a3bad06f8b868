"""Antes, limit games and mixed hold'em at cash tables."""

import json
from itertools import pairwise
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tables.live import frames, record
from tests.tables.cash.setting import cash_room, offer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


@pytest.mark.rule("BLIND-1", "RAKE-1")
def test_everybody_dealt_in_pays_the_ante_which_counts_towards_no_bet() -> None:
    room = cash_room(1000, 1000, 1000, ante=2)
    hand = room.deal()
    assert (hand.pot, hand.level) == (3 * 2 + 15, 10)
    assert sorted(hand.stacks.values()) == [988, 993, 998]
    room.act("call")
    room.act("call")
    room.act("check")
    assert room.going.pot == 36
    room.act("bet", 10)
    room.act("fold")
    room.act("fold")
    assert room.rake == 36 // 16


@pytest.mark.rule("CASH-4", "BLIND-1")
@pytest.mark.parametrize(("left", "plays"), [(11, False), (12, True)])
def test_who_cannot_post_big_blind_and_ante_is_sat_out(left: int, plays: bool) -> None:
    room = cash_room(1000, 1000, 1000, ante=2)
    room.deal()
    next_big = room.going.positions.big_blind % 3 + 1
    room.fold_out()
    room.make_poor(next_big, left=left)
    hand = room.deal()
    assert (next_big in hand.seats) == plays
    assert room.away(next_big) != plays


@pytest.mark.rule("CASH-4", "BLIND-1")
def test_who_cannot_pay_the_ante_is_sat_out_too() -> None:
    room = cash_room(1000, 1000, 1000, ante=2)
    room.deal()
    next_button = room.going.positions.button % 3 + 1
    room.fold_out()
    room.make_poor(next_button, left=1)
    assert next_button not in room.deal().seats


@pytest.mark.middling
@pytest.mark.rule("MIX-1")
def test_mixed_holdem_changes_with_the_orbit_and_the_table_says_what_is_on() -> None:
    room = cash_room(1000, 1000, 1000, game="mixed_holdem", straddle=False)
    played = []
    for _ in range(12):
        hand = room.deal()
        assert frames.table(room.table)["betting"] == (
            "limit" if hand.game.limit.fixed else "blinds"
        )
        # Everything of it is in the table's row: a restart changes nothing.
        assert record.read(room.table_id).live.orbit == room.table.live.orbit
        played.append(hand.game.code)
        room.fold_out()
    # Three hands an orbit, the first may be cut short by where the button was drawn.
    changes = [at for at in range(1, 12) if played[at] != played[at - 1]]
    assert len(changes) >= 3
    assert {after - before for before, after in pairwise(changes)} == {3}
    assert set(played) == {"flhe", "nlhe"}


@pytest.mark.rule("CASH-3")
@pytest.mark.parametrize("game", ["flhe", "flo8"])
def test_there_is_no_straddle_where_bets_have_one_size(game: str) -> None:
    with pytest.raises(ValidationError, match="straddle"):
        offer(game=game, straddle=True)


@pytest.mark.rule("LOBBY-1", "FL-1")
@pytest.mark.parametrize(
    ("terms", "told", "letter"),
    [
        ({}, "€0.05/€0.10", False),
        ({"ante": 1}, "€0.05/€0.10 · ante €0.01", True),
        ({"game": "flhe", "small_blind": 500, "big_blind": 1000},
         "€5.00/€10.00 · limit €10.00–€20.00", False),
        ({"game": "flo8"}, "€0.05/€0.10 · limit €0.10–€0.20", False),
        ({"game": "mixed_holdem", "ante": 1}, "€0.05/€0.10 · limit €0.10–€0.20 · ante €0.01", True),
        ({"game": "italian", "small_blind": 0, "ante": 10}, "ante €0.10 · minimum bet €0.10", True),
    ],
)  # fmt: skip
def test_lobby_and_api_say_blinds_limits_and_ante(
    client: Client, terms: dict[str, Any], told: str, letter: bool
) -> None:
    room = cash_room(**{"straddle": False, **terms})
    page = client.get(reverse("cash")).content.decode()
    assert told in page
    assert ("ante-letter" in page) == letter
    (listed,) = json.loads(client.get(reverse("api_cash")).content)
    assert listed["ante"] == room.game.ante
    assert listed["limits"] == (
        [room.game.big_blind, 2 * room.game.big_blind] if room.game.has_fixed_limit else None
    )


@pytest.mark.rule("INFO-4")
def test_a_small_blind_that_is_not_half_in_the_chips_of_the_table_is_refused() -> None:
    offer(name="to the nearest cent", small_blind=12, big_blind=25, ante=5)
    for small, big, ante in ((10, 25, 5), (2_00, 3_00, 0), (50, 1_50, 50)):
        with pytest.raises(ValidationError, match="half"):
            offer(small_blind=small, big_blind=big, ante=ante)
