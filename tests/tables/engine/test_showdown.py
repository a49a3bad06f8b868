"""Who shows, who wins, and how a pot is split."""

import json
from typing import Any

import pytest

from tables import engine
from tables.engine import EngineCode, EngineRefusal, HouseRules, Stakes, winners_of_last_pot
from tables.engine.cards import split
from tests.tables.engine.scenes import check_down, deal, of_type, play

DRY = "2c7d9hJs4c"


def said(log: list[Any], *types: str) -> list[tuple[str, int]]:
    return [(event["e"], event["seat"]) for event in log if event["e"] in types]


@pytest.mark.rule("SHOW-1")
def test_when_everyone_else_folds_the_hand_ends_and_nothing_is_shown() -> None:
    step = play(deal(1000, 1000, 1000).hand, "3 raise 300", "1 fold", "2 fold")
    assert of_type(step.events, "show", "muck", "street") == []
    assert of_type(step.events, "uncalled", "win", "end") == [
        {"e": "uncalled", "seat": 3, "amount": 200},
        {
            "e": "win",
            "pot": 0,
            "seat": 3,
            "amount": 250,
            "ranking": None,
            "cards": [],
            "side": 0,
        },
        {"e": "end", "stacks": {"1": 950, "2": 900, "3": 1150}},
    ]
    assert step.hand.finished


@pytest.mark.rule("SHOW-2")
def test_the_last_aggressor_of_the_final_round_shows_first() -> None:
    hole = {1: "AsKd", 2: "9s9d", 3: "2s2d"}
    hand = deal(1000, 1000, 1000, hole=hole, board=DRY).hand
    hand = play(hand, "3 call", "1 call", "2 check").hand
    hand = play(hand, "1 check", "2 check", "3 check", "1 check", "2 check", "3 check").hand
    step = play(hand, "1 check", "2 check", "3 bet 100", "1 call", "2 call")
    # 3 shows deuces, 1's ace high is mucked, 2's nines win.
    assert said(step.events, "show", "muck", "win") == [
        ("show", 3),
        ("show", 2),
        ("muck", 1),
        ("win", 2),
    ]


@pytest.mark.rule("SHOW-2")
def test_without_a_bet_in_the_final_round_the_first_left_of_the_button_shows_first() -> None:
    hole = {1: "AsKd", 2: "9s9d", 3: "2s2d"}
    hand = deal(1000, 1000, 1000, hole=hole, board=DRY).hand
    step = check_down(play(hand, "3 raise 300", "1 call", "2 call").hand)
    assert said(step.events, "show", "muck") == [("show", 1), ("show", 2), ("muck", 3)]


@pytest.mark.rule("SHOW-2")
def test_a_hand_that_ties_the_best_so_far_is_shown() -> None:
    hole = {1: "AsKd", 2: "AdKs"}
    step = check_down(deal(1000, 1000, hole=hole, board=DRY).hand)
    assert said(step.events, "show", "muck", "win") == [
        ("show", 1),
        ("show", 2),
        ("win", 1),
        ("win", 2),
    ]


@pytest.mark.rule("SHOW-2")
def test_all_hands_are_shown_before_the_board_when_nobody_can_bet_any_more() -> None:
    hole = {1: "AsAd", 2: "KsKd", 3: "QsQd"}
    hand = deal(1000, 1000, 300, hole=hole, board=DRY).hand
    step = play(hand, "3 all_in", "1 all_in", "2 call")
    kinds = [event["e"] for event in step.events if event["e"] != "act"]
    assert kinds == ["show"] * 3 + ["street"] * 3 + ["win"] * 2 + ["end"]
    assert [event["ranking"] for event in of_type(step.events, "show")] == [None] * 3
    assert [(win.pot, win.seat, win.amount) for win in step.hand.wins] == [
        (1, 1, 1400),
        (0, 1, 900),
    ]


@pytest.mark.rule("SHOW-2")
def test_an_all_in_on_the_last_street_shows_all_hands_too() -> None:
    hole = {1: "AsAd", 2: "KsKd"}
    hand = check_down_to_river(deal(1000, 1000, hole=hole, board=DRY).hand)
    step = play(hand, "1 all_in", "2 call")
    assert said(step.events, "show", "muck") == [("show", 1), ("show", 2)]
    assert [event["ranking"] for event in of_type(step.events, "show")] == ["pair", "pair"]


def check_down_to_river(hand: engine.HandState) -> engine.HandState:
    hand = play(hand, "2 call", "1 check").hand
    return play(hand, "1 check", "2 check", "1 check", "2 check").hand


@pytest.mark.rule("SHOW-2", "POT-1")
def test_pots_are_awarded_from_the_last_side_pot_to_the_main_pot() -> None:
    # The short stack has the best hand, the middle one the second best.
    hole = {1: "KsKd", 2: "QsQd", 3: "AsAd"}
    hand = deal(600, 2000, 200, hole=hole, board=DRY).hand
    step = play(hand, "3 all_in", "1 all_in", "2 call")
    wins = [(win.pot, win.seat, win.amount, win.ranking) for win in step.hand.wins]
    assert wins == [(1, 1, 800, "pair"), (0, 3, 600, "pair")]
    assert step.hand.stacks == {1: 800, 2: 1400, 3: 600}
    assert step.hand.wins[1].cards == ("As", "Ad", "Js", "9h", "7d")


@pytest.mark.rule("SHOW-2")
def test_a_loser_may_show_what_was_mucked() -> None:
    hole = {1: "AsKd", 2: "9s9d", 3: "2s2d"}
    hand = deal(1000, 1000, 1000, hole=hole, board=DRY).hand
    hand = check_down(hand).hand
    assert engine.view(hand, None)["seats"][2]["cards"] == []
    step = engine.show(hand, 3)
    assert step.events == [
        {"e": "show", "seat": 3, "cards": ["2s", "2d"], "ranking": "three_of_a_kind"}
    ]
    assert engine.view(step.hand, None)["seats"][2]["cards"] == ["2s", "2d"]
    assert hand.shown == [1, 2]


@pytest.mark.rule("SHOW-1", "SHOW-2")
@pytest.mark.parametrize("seat", [2, 3], ids=["all others folded", "lost at the showdown"])
def test_whoever_need_not_show_may_show_one_card_and_later_the_other(seat: int) -> None:
    hole = {1: "AsKd", 2: "9s9d", 3: "2s2d"}
    hand = deal(1000, 1000, 1000, hole=hole, board=DRY).hand
    hand = (play(hand, "3 fold", "1 fold") if seat == 2 else check_down(hand)).hand
    first, second = split(hole[seat])

    def seen(hand: engine.HandState) -> list[str]:
        seats = engine.view(hand, None)["seats"]
        return next(each["cards"] for each in seats if each["seat"] == seat)

    one = engine.show(hand, seat, [second])
    told = {"e": "show", "seat": seat, "cards": ["??", second], "ranking": None}
    assert one.events == [told]
    assert seen(one.hand) == ["??", second]
    assert engine.view(one.hand, seat)["seats"][seat - 1]["cards"] == [first, second]
    assert engine.HandState.from_json(json.loads(json.dumps(one.hand.to_json()))) == one.hand
    both = engine.show(one.hand, seat, [first])
    assert both.events[0]["cards"] == [first, second]  # type: ignore[typeddict-item]
    assert seen(both.hand) == [first, second]
    for chosen in ([], [first], [second, first], ["Qh"]):
        with pytest.raises(EngineRefusal) as caught:
            engine.show(both.hand, seat, chosen)
        assert caught.value.code == EngineCode.NOTHING_TO_SHOW
    with pytest.raises(EngineRefusal):
        engine.show(one.hand, seat, [second])
    with pytest.raises(EngineRefusal):
        engine.show(one.hand, seat, [first, "Qh"])


@pytest.mark.rule("SHOW-2")
@pytest.mark.parametrize(
    ("moves", "seat", "code"),
    [
        (["3 call"], 3, EngineCode.HAND_NOT_FINISHED),
        (["3 fold", "1 fold"], 3, EngineCode.NOTHING_TO_SHOW),
        (["3 fold", "1 fold"], 9, EngineCode.NOTHING_TO_SHOW),
        (["3 all_in", "1 all_in", "2 all_in"], 1, EngineCode.NOTHING_TO_SHOW),
    ],
)
def test_nothing_else_can_be_shown(moves: list[str], seat: int, code: EngineCode) -> None:
    hand = play(deal(1000, 1000, 1000).hand, *moves).hand
    with pytest.raises(EngineRefusal) as caught:
        engine.show(hand, seat)
    assert caught.value.code == code


TIED_BOARD = "Qc7d9hJs4c"


@pytest.mark.rule("POT-2")
@pytest.mark.parametrize(
    ("house", "expected"),
    [
        # 353 between 1, 3 and 4: 1 is first left of the button, 3 left of the big blind.
        (HouseRules(), {1: 119, 3: 117, 4: 117}),
        (HouseRules(odd_chips="one_each"), {1: 118, 3: 118, 4: 117}),
        (HouseRules(odd_chips="next_bb"), {3: 119, 4: 117, 1: 117}),
    ],
)
def test_what_does_not_divide_goes_where_the_house_says(
    house: HouseRules, expected: dict[int, int]
) -> None:
    hole = {1: "AsKd", 2: "2h3d", 3: "AdKs", 4: "AhKc"}
    stakes = Stakes(25, 50)
    hand = deal(999, 999, 999, 999, hole=hole, board=TIED_BOARD, stakes=stakes, house=house).hand
    hand = check_down(play(hand, "3 raise 101", "4 call", "1 call", "2 fold").hand).hand
    assert {win.seat: win.amount for win in hand.wins} == expected


@pytest.mark.rule("POT-2")
def test_the_odd_chip_between_small_blind_and_button_is_the_small_blinds() -> None:
    # 100.01 in cents: 50.01 to the small blind.
    hole = {1: "AsKd", 2: "2h3d", 3: "AdKs"}
    hand = deal(10_000, 10_000, 10_000, hole=hole, board=TIED_BOARD, stakes=Stakes(50, 101)).hand
    hand = play(hand, "3 raise 4950", "1 call", "2 fold").hand
    hand = check_down(hand).hand
    assert {win.seat: win.amount for win in hand.wins} == {1: 5001, 3: 5000}


@pytest.mark.rule("POT-2")
def test_each_side_pot_is_split_on_its_own() -> None:
    # Seats 1 and 3 tie for both pots: 2 is all-in for 75, then 101 each on the side.
    hole = {1: "AsKd", 2: "2h3d", 3: "AdKs"}
    hand = deal(1000, 75, 1000, hole=hole, board=TIED_BOARD, stakes=Stakes(25, 51)).hand
    hand = play(hand, "3 raise 176", "1 call", "2 call").hand
    hand = check_down(hand).hand
    assert [(win.pot, win.seat, win.amount) for win in hand.wins] == [
        (1, 1, 101),
        (1, 3, 101),
        (0, 1, 113),
        (0, 3, 112),
    ]


@pytest.mark.rule("BOUNTY-1")
@pytest.mark.parametrize(
    ("hole", "takers"),
    [
        ({1: "AsAd", 2: "KsKd", 3: "QsQd"}, {2: [[1]], 3: [[1]]}),
        # The two with more chips have a side pot, in which the last chips of seat 2 lie.
        ({1: "KsKd", 2: "QsQd", 3: "AsAd"}, {2: [[1]]}),
        ({1: "QsQd", 2: "AsAd", 3: "KsKd"}, {3: [[2]]}),
        ({1: "AsKs", 2: "AdKd", 3: "QsQd"}, {3: [[1, 2]]}),
    ],
    ids=["one takes both", "the short stack wins the main pot", "the middle one", "a tie"],
)
def test_whoever_wins_the_last_pot_of_a_player_knocks_them_out(
    hole: dict[int, str], takers: dict[int, list[list[int]]]
) -> None:
    """Seat 1 has 3000, seat 2 1000 and seat 3 500; all are all-in."""
    board = "Ah7d9hJs4c" if "AsKs" in hole.values() else DRY
    hand = deal(3000, 1000, 500, hole=hole, board=board).hand
    hand = play(hand, "3 all_in", "1 all_in", "2 all_in").hand
    broke = [seat for seat in hand.seats if not hand.stacks[seat]]
    assert {seat: winners_of_last_pot(hand, seat) for seat in broke} == takers


@pytest.mark.rule("BOUNTY-1")
def test_high_and_low_are_told_apart() -> None:
    hole = {1: "AdThTs3c", 2: "KsKhQsJd", 3: "QdQcJh8d"}
    hand = deal(3000, 3000, 500, hole=hole, board="Kc2d5s7h9c", game="nlo8").hand
    hand = play(hand, "3 all_in", "1 all_in", "2 all_in").hand
    assert winners_of_last_pot(hand, 3) == [[2], [1]]


@pytest.mark.rule("SHOW-2")
def test_hands_that_tie_must_both_be_shown() -> None:
    """The board has the straight; whoever beats nobody else still has a share to show."""
    hole = {1: "2c2d", 2: "3c3d", 3: "4c4d"}
    step = check_down(deal(1000, 1000, 1000, hole=hole, board="6h7sTc8d9s").hand)
    assert said(step.events, "show", "muck") == [("show", 1), ("show", 2), ("show", 3)]
    assert {win.seat for win in step.hand.wins} == {1, 2, 3}


@pytest.mark.rule("SHOW-2")
def test_a_hand_that_ties_the_best_so_far_is_shown_even_if_a_later_one_beats_both() -> None:
    hole = {1: "AcKd", 2: "AdKc", 3: "TsTd"}
    step = check_down(deal(1000, 1000, 1000, hole=hole, board="3h7sTcJd2s").hand)
    assert said(step.events, "show", "muck") == [("show", 1), ("show", 2), ("show", 3)]


@pytest.mark.rule("SHOW-2", "OMA-2")
def test_a_low_that_ties_must_be_shown() -> None:
    hole = {1: "As2sKhKd", 2: "Ad2dQcJh"}
    step = check_down(deal(1000, 1000, game="nlo8", hole=hole, board="4c5h8sTc9d").hand)
    assert said(step.events, "show", "muck") == [("show", 1), ("show", 2)]


def kickers(hand: engine.HandState) -> list[tuple[int, str | None]]:
    """Who won, pot by pot, and the card that decided."""
    return [(win["seat"], win.get("kicker")) for win in engine.view(hand, None)["results"]]


@pytest.mark.rule("CARD-3")
@pytest.mark.parametrize(
    ("weaker", "winner", "kicker"),
    [
        ("Jd8d", "JcQd", "Q"),  # a pair of jacks
        ("AdQs", "AsKd", "K"),  # ace high
        ("KsQd", "AsKd", None),  # ace high and king high
        ("Jd8h", "Jh9c", None),  # two pair and a pair
        ("JdQc", "JcQd", None),  # split
    ],
)
def test_a_result_has_the_kicker_that_decided_against_a_hand_that_was_shown(
    weaker: str, winner: str, kicker: str | None
) -> None:
    # Seat 1 shows first.
    hole = {1: weaker, 2: winner}
    hand = check_down(deal(1000, 1000, hole=hole, board=DRY).hand).hand
    assert {told for _, told in kickers(hand)} == {kicker}


@pytest.mark.rule("SHOW-2", "CARD-3")
def test_a_kicker_tells_nothing_of_a_hand_that_is_mucked() -> None:
    hole = {1: "JcQd", 2: "Jd8d"}
    step = check_down(deal(1000, 1000, hole=hole, board=DRY).hand)
    assert said(step.events, "show", "muck") == [("show", 1), ("muck", 2)]
    assert kickers(step.hand) == [(1, None)]
    assert kickers(engine.show(step.hand, 2).hand) == [(1, "Q")]


@pytest.mark.rule("POT-2", "CARD-3")
def test_each_pot_has_the_kicker_that_decided_among_its_own_players() -> None:
    # Seat 1 takes the main pot by the kicker, seat 2 the side pot from a pair of tens.
    hole = {1: "JcQd", 2: "Jd8d", 3: "TsTd"}
    hand = deal(300, 1000, 1000, hole=hole, board=DRY).hand
    hand = play(hand, "3 all_in", "1 all_in", "2 call").hand
    assert kickers(hand) == [(2, None), (1, "Q")]


@pytest.mark.rule("OMA-2")
def test_the_low_of_a_split_pot_has_no_kicker() -> None:
    hole = {1: "Ah2hKsKd", 2: "Ad3dQsQd"}
    board = "4c6d8hKhTc"
    hand = check_down(deal(1000, 1000, hole=hole, board=board, game="nlo8").hand).hand
    results = engine.view(hand, None)["results"]
    assert [(win["side"], win["seat"], win.get("kicker")) for win in results] == [
        (0, 1, None),
        (1, 1, None),
    ]
