"""What a player may do, and what happens when they do it."""

from typing import Any

import pytest

from tables import engine
from tables.engine import Action, EngineCode, EngineRefusal
from tests.tables.engine.scenes import deal, play

LEGAL_KINDS = ("fold", "check", "call", "bet", "raise", "all_in")


def refused(
    hand: engine.HandState, seat: int, action: Action
) -> tuple[EngineCode, dict[str, object]]:
    with pytest.raises(EngineRefusal) as caught:
        engine.apply(hand, seat, action)
    assert isinstance(caught.value.code, EngineCode)
    return caught.value.code, caught.value.context


@pytest.mark.rule("ACT-1")
def test_before_the_flop_the_first_player_may_fold_call_or_raise() -> None:
    legal = engine.legal_actions(deal(1000, 1000, 1000).hand)
    assert legal == engine.LegalActions(
        seat=3, fold=True, check=False, call=100, bet=None, raise_=(200, 1000), all_in=1000
    )
    assert legal.to_json() == {
        "seat": 3,
        "fold": True,
        "check": False,
        "call": 100,
        "bet": None,
        "raise": [200, 1000],
        "all_in": 1000,
    }


@pytest.mark.rule("ACT-1")
def test_the_big_blind_may_check_or_raise_when_nobody_raised() -> None:
    hand = play(deal(1000, 1000, 1000).hand, "3 call", "1 call").hand
    legal = engine.legal_actions(hand)
    assert (legal.seat, legal.check, legal.call) == (2, True, None)
    assert legal.raise_ == (200, 1000)


@pytest.mark.rule("ACT-2", "NL-1")
def test_after_the_flop_a_bet_is_from_the_big_blind_to_the_whole_stack() -> None:
    hand = play(deal(1000, 1000).hand, "2 call", "1 check").hand
    legal = engine.legal_actions(hand)
    assert (legal.bet, legal.raise_, legal.all_in) == ((100, 900), None, 900)


@pytest.mark.rule("ACT-2")
@pytest.mark.parametrize(
    ("bets", "least"),
    [
        (["1 bet 200", "2 raise 500"], 800),
        (["1 bet 50", "2 raise 120"], 190),
        (["1 bet 20", "2 raise 40", "3 raise 100"], 160),
    ],
)
def test_a_raise_is_at_least_as_large_as_the_last(bets: list[str], least: int) -> None:
    hand = deal(5000, 5000, 5000, stakes=engine.Stakes(10, 20)).hand
    hand = play(hand, "3 call", "1 call", "2 check", *bets).hand
    span = engine.legal_actions(hand).raise_
    assert span is not None
    assert span[0] == least
    code, context = refused(hand, engine.legal_actions(hand).seat, Action("raise", least - 1))
    assert (code, context) == (EngineCode.TOO_SMALL, {"minimum": least})


@pytest.mark.rule("ACT-3")
def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    # 1 bets 300, 2 is all-in for 400: 1 faces 100 more and may only call or fold.
    hand = deal(5000, 500, 5000).hand
    hand = play(hand, "3 call", "1 call", "2 check", "1 bet 300", "2 all_in", "3 call").hand
    legal = engine.legal_actions(hand)
    assert (legal.seat, legal.call, legal.raise_, legal.all_in) == (1, 100, None, None)
    assert refused(hand, 1, Action("raise", 700))[0] == EngineCode.CANNOT_RAISE
    assert refused(hand, 1, Action("all_in"))[0] == EngineCode.CANNOT_GO_ALL_IN


@pytest.mark.rule("ACT-3")
def test_who_has_not_acted_may_raise_over_a_short_all_in() -> None:
    hand = deal(5000, 500, 5000).hand
    hand = play(hand, "3 call", "1 call", "2 check", "1 bet 300", "2 all_in").hand
    assert engine.legal_actions(hand).raise_ == (700, 4900)


@pytest.mark.rule("ACT-3")
def test_a_later_whole_raise_reopens_for_all() -> None:
    hand = deal(5000, 500, 5000).hand
    hand = play(hand, "3 call", "1 call", "2 check", "1 bet 300", "2 all_in", "3 raise 700").hand
    assert engine.legal_actions(hand).raise_ == (1000, 4900)


@pytest.mark.rule("ACT-3")
@pytest.mark.parametrize(("setting", "raises"), [("each", None), ("together", (900, 4900))])
def test_short_all_ins_that_add_up_to_a_raise_reopen_it_where_the_house_says_so(
    setting: Any, raises: tuple[int, int] | None
) -> None:
    # 1 bets 300; 2 all-in 450, 3 all-in 600: together a raise of 300. Who called 450 faces 150.
    hand = deal(5000, 550, 5000, 700, 5000, house=engine.HouseRules(short_all_ins=setting)).hand
    hand = play(hand, "3 call", "4 call", "5 call", "1 call", "2 check").hand
    hand = play(hand, "1 bet 300", "2 all_in", "3 call", "4 all_in").hand
    assert engine.legal_actions(hand).raise_ == (900, 4900)  # 5 has not acted yet
    hand = play(hand, "5 fold").hand
    assert engine.legal_actions(hand).raise_ == raises
    hand = play(hand, "1 call").hand
    legal = engine.legal_actions(hand)
    assert (legal.seat, legal.call, legal.raise_) == (3, 150, None)


@pytest.mark.rule("ACT-3")
def test_a_short_all_in_bet_leaves_a_check_closed_and_the_minimum_raise_whole() -> None:
    hand = deal(5000, 130, 5000).hand
    hand = play(hand, "3 call", "1 call", "2 check", "1 check", "2 all_in").hand
    assert engine.legal_actions(hand).raise_ == (130, 4900)
    hand = play(hand, "3 call").hand
    assert engine.legal_actions(hand).raise_ is None


@pytest.mark.rule("ACT-3")
def test_a_stack_below_the_minimum_raise_may_only_go_all_in_over_it() -> None:
    legal = engine.legal_actions(deal(1000, 1000, 150).hand)
    assert (legal.call, legal.raise_, legal.all_in) == (100, None, 150)


def test_a_stack_below_the_call_calls_all_in() -> None:
    hand = deal(1000, 1000, 60).hand
    legal = engine.legal_actions(hand)
    assert (legal.call, legal.raise_, legal.all_in) == (60, None, 60)
    by_call, by_all_in = play(hand, "3 call"), play(hand, "3 all_in")
    assert by_call == by_all_in
    assert by_call.events[0] == {
        "e": "act",
        "seat": 3,
        "kind": "call",
        "to": 60,
        "added": 60,
        "all_in": True,
    }


def test_nobody_raises_players_who_are_all_in() -> None:
    hand = play(deal(500, 2000).hand, "2 call", "1 all_in").hand
    legal = engine.legal_actions(hand)
    assert (legal.call, legal.raise_, legal.all_in) == (400, None, None)


@pytest.mark.parametrize(
    ("moves", "action", "code", "context"),
    [
        ([], Action("check"), EngineCode.CANNOT_CHECK, {"call": 100}),
        ([], Action("bet", 300), EngineCode.CANNOT_BET, {}),
        ([], Action("raise", 199), EngineCode.TOO_SMALL, {"minimum": 200}),
        ([], Action("raise", 1001), EngineCode.TOO_LARGE, {"maximum": 1000}),
        (["3 call", "1 call"], Action("call"), EngineCode.NOTHING_TO_CALL, {}),
        (["3 call", "1 call", "2 check"], Action("bet", 99), EngineCode.TOO_SMALL, None),
        (["3 call", "1 call", "2 check"], Action("raise", 200), EngineCode.CANNOT_RAISE, {}),
        (["3 fold", "1 fold"], Action("check"), EngineCode.HAND_FINISHED, {}),
    ],
)
def test_what_is_not_allowed_is_refused_by_name(
    moves: list[str], action: Action, code: EngineCode, context: dict[str, object] | None
) -> None:
    hand = play(deal(1000, 1000, 1000).hand, *moves).hand
    before = hand.to_json()
    found = refused(hand, hand.turn or 1, action)
    assert found[0] == code
    assert context is None or found[1] == context
    assert hand.to_json() == before


def test_acting_out_of_turn_is_refused() -> None:
    hand = deal(1000, 1000, 1000).hand
    assert refused(hand, 1, Action("fold"))[0] == EngineCode.NOT_YOUR_TURN
    assert refused(hand, 7, Action("fold"))[0] == EngineCode.NOT_YOUR_TURN


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "fold",
        {},
        {"kind": "shove"},
        {"kind": ["fold"]},
        {"kind": 3},
        {"kind": "raise"},
        {"kind": "raise", "to": None},
        {"kind": "raise", "to": "400"},
        {"kind": "raise", "to": 400.0},
        {"kind": "raise", "to": True},
        {"kind": "raise", "to": 0},
        {"kind": "bet", "to": -100},
        {"kind": "fold", "to": 100},
        {"kind": "fold", "seat": 2},
        {"to": 100},
    ],
)
def test_an_odd_message_is_malformed(message: object) -> None:
    with pytest.raises(EngineRefusal) as caught:
        Action.from_json(message)
    assert caught.value.code == EngineCode.MALFORMED


@pytest.mark.parametrize("action", [Action("shove"), Action("raise"), Action("fold", 20)])
def test_an_odd_action_is_malformed_however_it_was_made(action: Action) -> None:
    hand = deal(1000, 1000, 1000).hand
    assert refused(hand, 3, action)[0] == EngineCode.MALFORMED


@pytest.mark.parametrize("action", [Action("fold"), Action("raise", 400), Action("all_in")])
def test_an_action_survives_json(action: Action) -> None:
    assert Action.from_json(action.to_json()) == action


@pytest.mark.rule("TIME-1")
def test_out_of_time_checks_if_possible_and_folds_otherwise() -> None:
    hand = deal(1000, 1000, 1000).hand
    assert engine.default_action(hand) == Action("fold")
    hand = play(hand, "3 call", "1 call").hand
    assert engine.default_action(hand) == Action("check")


def test_everything_may_be_asked_for_in_a_finished_hand_but_nothing_done() -> None:
    hand = play(deal(1000, 1000).hand, "2 fold").hand
    assert (hand.finished, hand.turn) == (True, None)
    with pytest.raises(EngineRefusal) as caught:
        engine.legal_actions(hand)
    assert caught.value.code == EngineCode.HAND_FINISHED


@pytest.mark.rule("TIME-2")
def test_what_a_seat_put_in_counts_antes_blinds_and_bets_until_the_end() -> None:
    hand = deal(1000, 1000, 1000, stakes=engine.Stakes(50, 100, ante=10)).hand
    assert [hand.contributed(seat) for seat in (1, 2, 3)] == [60, 110, 10]
    hand = play(hand, "3 raise 300", "1 fold", "2 fold").hand
    assert [hand.contributed(seat) for seat in (1, 2, 3)] == [60, 110, 110]
