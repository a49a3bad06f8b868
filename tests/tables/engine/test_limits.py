"""Pot limit, fixed limit, Omaha and hi/lo: other facts, the same engine."""

from typing import Any

import pytest

from tables import engine
from tables.engine import HouseRules, Stakes
from tests.tables.engine.scenes import check_down, deal, play


@pytest.mark.rule("PL-1")
def test_the_first_player_may_raise_by_the_pot_after_calling() -> None:
    hand = deal(5000, 5000, 5000, game="plhe").hand
    assert engine.legal_actions(hand).raise_ == (200, 350)


@pytest.mark.rule("PL-1")
@pytest.mark.parametrize(
    ("house", "pot", "most"),
    [
        (HouseRules(), 10, 40),
        (HouseRules(), 50, 200),
        (HouseRules(pot_raise="before_call"), 50, 150),
    ],
)
def test_a_pot_sized_bet_may_be_raised_by_the_pot(house: HouseRules, pot: int, most: int) -> None:
    stakes = Stakes(1, pot // 2)
    hand = deal(5000, 5000, game="plhe", stakes=stakes, house=house).hand
    hand = play(hand, "2 call", "1 check", f"1 bet {pot}").hand
    span = engine.legal_actions(hand).raise_
    assert span is not None
    assert span[1] == most


@pytest.mark.rule("PL-1")
def test_an_all_in_above_the_pot_is_no_pot_limit_raise() -> None:
    hand = deal(5000, 5000, 5000, game="plo").hand
    assert engine.legal_actions(hand).all_in is None
    hand = deal(5000, 5000, 340, game="plo").hand
    assert engine.legal_actions(hand).all_in == 340


@pytest.mark.rule("FL-1")
def test_fixed_bets_are_one_big_blind_and_two_on_the_last_streets() -> None:
    hand = deal(5000, 5000, 5000, game="flhe").hand
    sizes = []
    for first in (3, 1, 1, 1):
        legal = engine.legal_actions(hand)
        assert legal.seat == first
        sizes.append(legal.bet or legal.raise_)
        for _ in range(3):
            kind = "check" if engine.legal_actions(hand).check else "call"
            seat = engine.legal_actions(hand).seat
            hand = engine.apply(hand, seat, engine.Action(kind)).hand
    assert sizes == [(200, 200), (100, 100), (200, 200), (200, 200)]


@pytest.mark.rule("FL-1")
def test_a_round_has_a_bet_and_three_raises() -> None:
    hand = deal(5000, 5000, 5000, game="flhe").hand
    hand = play(hand, "3 raise 200", "1 raise 300", "2 raise 400").hand
    assert engine.legal_actions(hand).raise_ is None
    hand = play(hand, "3 call", "1 call").hand
    hand = play(hand, "1 bet 100", "2 raise 200", "3 raise 300", "1 raise 400").hand
    assert engine.legal_actions(hand).raise_ is None


@pytest.mark.rule("FL-1")
@pytest.mark.parametrize(("setting", "raises"), [("at_once", (500, 500)), ("round", None)])
def test_two_players_raise_without_end_at_once_or_from_the_next_round_on(
    setting: Any, raises: tuple[int, int] | None
) -> None:
    hand = deal(5000, 5000, 5000, game="flhe", house=HouseRules(cap_heads_up=setting)).hand
    hand = play(hand, "3 raise 200", "1 fold", "2 raise 300", "3 raise 400").hand
    assert engine.legal_actions(hand).raise_ == raises  # three began this round
    hand = play(hand, "2 call", "2 bet 100").hand
    for to in range(200, 1000, 100):
        seat = engine.legal_actions(hand).seat
        hand = play(hand, f"{seat} raise {to}").hand
    assert engine.legal_actions(hand).raise_ == (1000, 1000)


@pytest.mark.rule("FL-1")
def test_who_is_all_in_counts_as_left_in_the_hand() -> None:
    hand = deal(5000, 5000, 200, game="flhe").hand
    hand = play(hand, "3 all_in", "1 raise 300", "2 raise 400").hand
    assert engine.legal_actions(hand).raise_ is None


@pytest.mark.rule("FL-2")
@pytest.mark.parametrize(
    ("setting", "stack", "raises", "reopened"),
    [
        ("half", 130, (200, 200), False),  # short: may be completed
        ("half", 149, (200, 200), False),
        ("half", 150, (250, 250), True),  # half a bet counts as a raise
        ("half", 190, (290, 290), True),
        ("full", 190, (200, 200), False),
        ("full", 200, (300, 300), True),
    ],
)
def test_an_all_in_counts_as_a_whole_bet_from_where_the_house_says(
    setting: Any, stack: int, raises: tuple[int, int], reopened: bool
) -> None:
    house = HouseRules(limit_all_in=setting)
    hand = deal(5000, 5000, 5000, stack, game="flhe", house=house).hand
    hand = play(hand, "3 call", "4 all_in").hand
    assert engine.legal_actions(hand).raise_ == raises
    hand = play(hand, "1 call", "2 call").hand
    assert (engine.legal_actions(hand).raise_ is not None) == reopened


@pytest.mark.rule("FL-2", "ACT-3")
@pytest.mark.parametrize("house", [HouseRules(), HouseRules(limit_all_in="half"), engine.FIRST])
def test_who_owes_less_than_half_a_bet_never_raises(house: HouseRules) -> None:
    """Limit 10: 3 is all-in for 13, 4 and 1 call, 2 is all-in for 15; 4 owes 2."""
    hand = deal(100, 15, 13, 100, game="flhe", stakes=Stakes(5, 10), house=house).hand
    hand = play(hand, "3 all_in", "4 call", "1 call", "2 all_in").hand
    legal = engine.legal_actions(hand)
    assert (legal.seat, legal.call, legal.raise_, legal.all_in) == (4, 2, None, None)


@pytest.mark.rule("FL-2", "ACT-3")
@pytest.mark.parametrize(("setting", "raises"), [("full", None), ("half", (26, 26))])
def test_half_bets_reopen_the_betting_where_the_house_says_so(
    setting: Any, raises: tuple[int, int] | None
) -> None:
    """Limit 10: 3 and 4 called 10, then 1 is all-in for 13 and 2 for 16: 3 owes 6."""
    house = HouseRules(limit_all_in=setting)
    hand = deal(13, 16, 100, 100, game="flhe", stakes=Stakes(5, 10), house=house).hand
    hand = play(hand, "3 call", "4 call", "1 all_in", "2 all_in").hand
    legal = engine.legal_actions(hand)
    assert (legal.seat, legal.call, legal.raise_) == (3, 6, raises)


@pytest.mark.rule("FL-2")
def test_completing_a_short_all_in_reopens_the_betting() -> None:
    hand = deal(5000, 5000, 5000, 130, game="flhe").hand
    hand = play(hand, "3 call", "4 all_in", "1 raise 200", "2 fold").hand
    assert engine.legal_actions(hand).raise_ == (300, 300)


@pytest.mark.rule("MIX-1")
def test_mixed_holdem_alternates_orbits_of_fixed_limit_and_no_limit() -> None:
    games = [engine.game_of_orbit("mixed_holdem", orbit) for orbit in range(4)]
    assert games == ["flhe", "nlhe", "flhe", "nlhe"]
    assert engine.game_of_orbit("plo", 3) == "plo"


@pytest.mark.rule("OMA-1")
@pytest.mark.parametrize(
    ("game", "sizes"), [("nlo", (200, 1000)), ("plo", (200, 350)), ("flo", (200, 200))]
)
def test_omaha_deals_four_cards_seats_nine_and_has_every_limit(
    game: str, sizes: tuple[int, int]
) -> None:
    hand = deal(*[1000] * 9, game=game).hand
    assert {len(text) for text in hand.hole.values()} == {8}
    assert engine.legal_actions(hand).raise_ == sizes
    with pytest.raises(ValueError, match="seats"):
        deal(*[1000] * 10, game=game)


@pytest.mark.rule("OMA-2")
def test_the_pot_is_halved_between_best_high_and_best_low() -> None:
    hole = {1: "AhAdKcQc", 2: "As2s9dTd"}
    hand = deal(1000, 1000, game="plo8", hole=hole, board="Ac4h5s8dKd").hand
    hand = check_down(hand).hand
    assert [(win.seat, win.side, win.amount, win.ranking) for win in hand.wins] == [
        (1, 0, 100, "three_of_a_kind"),
        (2, 1, 100, "eight_low"),
    ]
    assert hand.wins[1].cards == ("8d", "5s", "4h", "2s", "As")


@pytest.mark.rule("OMA-2")
def test_without_a_low_the_high_takes_all() -> None:
    hole = {1: "AhAdKcQc", 2: "As2s9dTd"}
    hand = check_down(deal(1000, 1000, game="nlo8", hole=hole, board="Ac9hTs8dKd").hand).hand
    assert [(win.seat, win.side, win.amount) for win in hand.wins] == [(1, 0, 200)]


@pytest.mark.rule("OMA-2", "POT-2")
def test_the_odd_chip_goes_to_the_high_half_and_ties_split_their_half() -> None:
    # 153 chips: 77 to the high of seat 1, 76 to two equal lows.
    hole = {1: "As2sKhKd", 2: "3d3hJcTc", 3: "Ad2dQcJh"}
    hand = deal(
        1000, 1000, 1000, game="nlo8", hole=hole, board="4c5h8sKc9d", stakes=Stakes(25, 51)
    ).hand
    hand = play(hand, "3 call", "1 call", "2 check").hand
    hand = check_down(hand).hand
    assert [(win.seat, win.side, win.amount) for win in hand.wins] == [
        (1, 0, 77),
        (1, 1, 38),
        (3, 1, 38),
    ]


# The high of seat 3 and two equal lows of 1 and 2; or two hands that are the same on both sides.
TIED_LOW = {1: "As2sKhKd", 2: "Ad2dQcJh", 3: "JsJdTcTd"}, "4c5h8sJc9d"
SAME_HANDS = {1: "As2sKhKd", 2: "Ad2dKsKc", 3: "JsJdTcTd"}, "4c5h8s3d9c"


@pytest.mark.rule("OMA-2", "POT-2")
@pytest.mark.parametrize(
    ("cards", "pot", "house", "won"),
    [
        (TIED_LOW, 22, {}, {1: 5, 2: 5, 3: 12}),
        (TIED_LOW, 21, {}, {1: 5, 2: 5, 3: 11}),
        (TIED_LOW, 23, {}, {1: 5, 2: 5, 3: 13}),
        (TIED_LOW, 24, {}, {1: 6, 2: 6, 3: 12}),
        (TIED_LOW, 22, {"odd_chips": "one_each"}, {1: 6, 2: 5, 3: 11}),
        (TIED_LOW, 22, {"odd_chips": "next_bb"}, {1: 6, 2: 5, 3: 11}),
        (TIED_LOW, 22, {"hi_lo": "by_half"}, {1: 6, 2: 5, 3: 11}),
        (SAME_HANDS, 66, {}, {1: 33, 2: 33, 3: 0}),
        (SAME_HANDS, 67, {}, {1: 34, 2: 33, 3: 0}),
        (SAME_HANDS, 66, {"odd_chips": "one_each"}, {1: 33, 2: 33, 3: 0}),
        (SAME_HANDS, 67, {"odd_chips": "next_bb"}, {1: 34, 2: 33, 3: 0}),
        (SAME_HANDS, 66, {"hi_lo": "by_half"}, {1: 34, 2: 32, 3: 0}),
    ],
)
def test_what_does_not_divide_in_hi_lo(
    cards: tuple[dict[int, str], str], pot: int, house: dict[str, Any], won: dict[int, int]
) -> None:
    """Seat 3 is the button, 1 the small and 2 the big blind: of these two, 1 is first again."""
    hole, board = cards
    hand = deal(
        1000, 1000, 1000, game="nlo8", hole=hole, board=board, stakes=Stakes(3, 7),
        house=HouseRules(**house), posts=[engine.Post(1, dead=pot - 21)] if pot > 21 else (),
    ).hand  # fmt: skip
    hand = check_down(play(hand, "3 call", "1 call", "2 check").hand).hand
    assert hand.pot == pot
    assert {seat: hand.won(seat) for seat in hand.seats} == won
    # Halves are told side by side, and are the whole.
    assert sum(win.amount for win in hand.wins) == pot


@pytest.mark.rule("POT-2")
def test_a_tied_high_gets_the_odd_unit_of_the_low_first_left_of_the_button() -> None:
    # Seats 2 and 3 tie the high, 1 and 2 the low: 22 is 11 and 11, and a unit is left of each.
    hole = {1: "As2sQhJd", 2: "Ad2dKsKc", 3: "KhKdTcTd"}
    hand = deal(
        1000, 1000, 1000, game="nlo8", hole=hole, board="4c5h8sQc9d", stakes=Stakes(3, 7),
        posts=[engine.Post(1, dead=1)],
    ).hand  # fmt: skip
    hand = check_down(play(hand, "3 call", "1 call", "2 check").hand).hand
    assert {seat: hand.won(seat) for seat in hand.seats} == {1: 5, 2: 12, 3: 5}


@pytest.mark.rule("OMA-2", "SHOW-2")
def test_a_hand_is_shown_for_its_low_alone() -> None:
    hole = {1: "AhAdKcQc", 2: "As2s9dTd", 3: "7s7dJhJd"}
    hand = deal(1000, 1000, 1000, game="nlo8", hole=hole, board="Ac4h5s8dKd").hand
    assert check_down(hand).hand.shown == [1, 2]
