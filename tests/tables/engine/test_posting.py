"""Antes, blinds and the deal."""

from collections import Counter
from typing import Any

import pytest

from tables import engine
from tables.engine import Post, Stakes
from tables.engine.cards import FRENCH
from tests.tables.engine.scenes import check_down, deal, of_type, play

ANTE = Stakes(50, 100, ante=10)
BIG_BLIND_ANTE = Stakes(50, 100, ante=100, big_blind_ante=True)


@pytest.mark.rule("DEAL-2")
def test_cards_go_one_at_a_time_from_the_left_of_the_button_and_one_is_burnt_a_street() -> None:
    hand = engine.start(
        stakes=Stakes(50, 100),
        positions=engine.Positions(button=5, small_blind=8, big_blind=2),
        stacks={2: 1000, 5: 1000, 8: 1000},
        deck=FRENCH,
    ).hand
    deck = list(FRENCH)
    assert {seat: hand.hole[seat] for seat in (8, 2, 5)} == {
        8: deck[0] + deck[3],
        2: deck[1] + deck[4],
        5: deck[2] + deck[5],
    }
    assert check_down(hand).hand.board == [*deck[7:10], deck[11], deck[13]]


@pytest.mark.rule("BTN-2")
def test_heads_up_the_button_acts_first_before_the_flop_and_last_after_it() -> None:
    hand = deal(1000, 1000).hand
    assert (hand.bets, hand.turn) == ({1: 100, 2: 50}, 2)
    hand = play(hand, "2 call", "1 check").hand
    assert hand.turn == 1


@pytest.mark.rule("BLIND-1")
def test_left_of_the_button_post_the_blinds_and_the_next_opens() -> None:
    hand = deal(1000, 1000, 1000, 1000).hand
    assert hand.bets == {1: 50, 2: 100, 3: 0, 4: 0}
    assert hand.turn == 3


@pytest.mark.rule("BLIND-1")
def test_antes_come_from_everyone_and_count_towards_no_bet() -> None:
    step = deal(1000, 1000, 1000, stakes=ANTE)
    assert step.hand.bets == {1: 50, 2: 100, 3: 0}
    assert engine.legal_actions(step.hand).call == 100
    assert step.hand.stacks == {1: 940, 2: 890, 3: 990}
    assert [event["seat"] for event in of_type(step.events, "ante")] == [1, 2, 3]
    assert engine.view(step.hand, None)["pots"] == [{"amount": 30, "seats": [1, 2, 3]}]


@pytest.mark.rule("BLIND-1")
@pytest.mark.parametrize(
    ("stack", "ante", "blind"),
    [(5, 5, None), (10, 10, None), (60, 10, 50), (110, 10, 100), (200, 10, 100)],
)
def test_a_player_short_of_ante_or_blind_is_all_in_for_what_they_have(
    stack: int, ante: int, blind: int | None
) -> None:
    step = deal(1000, stack, 1000, stakes=ANTE)
    posted = {
        event["e"]: event["amount"]
        for event in of_type(step.events, "ante", "blind")
        if event["seat"] == 2
    }
    assert posted == {"ante": ante} | ({} if blind is None else {"blind": blind})


@pytest.mark.rule("BLIND-2")
def test_one_player_posts_the_ante_for_all_after_the_blind() -> None:
    step = deal(1000, 1000, 1000, stakes=BIG_BLIND_ANTE)
    posts = [(event["e"], event["seat"]) for event in of_type(step.events, "ante", "blind")]
    assert posts == [("blind", 1), ("blind", 2), ("ante", 2)]
    assert step.hand.stacks == {1: 950, 2: 800, 3: 1000}
    assert engine.view(step.hand, None)["pots"] == [{"amount": 100, "seats": [1, 2, 3]}]


@pytest.mark.rule("BLIND-2")
@pytest.mark.parametrize("players", [2, 3, 9])
def test_the_ante_for_all_is_the_same_however_few_are_left(players: int) -> None:
    hand = deal(*[1000] * players, stakes=BIG_BLIND_ANTE).hand
    assert (hand.dead, hand.stacks[hand.positions.big_blind]) == (100, 800)


@pytest.mark.rule("BLIND-2")
def test_who_is_short_of_blind_and_ante_posts_the_blind_first() -> None:
    hand = deal(1000, 130, 1000, stakes=BIG_BLIND_ANTE).hand
    assert (hand.bets[2], hand.dead) == (100, 30)


@pytest.mark.rule("BLIND-2")
def test_the_ante_for_all_is_in_the_main_pot_and_never_comes_back() -> None:
    # Seat 3 is all-in for 40 and wins 40 from each of three, and the ante.
    hole = {1: "2c7d", 2: "3c8d", 3: "AsAd"}
    hand = deal(1000, 1000, 40, hole=hole, board="KhQs9d5c4h", stakes=BIG_BLIND_ANTE).hand
    hand = check_down(hand).hand
    assert hand.stacks[3] == 3 * 40 + 100


@pytest.mark.rule("BLIND-3")
def test_a_short_big_blind_still_makes_the_others_owe_the_whole_blind() -> None:
    hand = deal(1000, 20, 1000, stakes=Stakes(15, 30)).hand
    legal = engine.legal_actions(hand)
    assert (legal.call, legal.raise_) == (30, (60, 1000))
    after = play(hand, "3 call", "1 call").hand
    assert after.bets == {1: 0, 2: 0, 3: 0}
    assert after.pots() == [(60, [1, 2, 3]), (20, [1, 3])]


@pytest.mark.rule("BLIND-3", "POT-1")
def test_heads_up_what_a_short_big_blind_cannot_cover_comes_back() -> None:
    hand = deal(20, 1000, stakes=Stakes(15, 30)).hand
    step = play(hand, "2 call")
    assert of_type(step.events, "uncalled") == [{"e": "uncalled", "seat": 2, "amount": 10}]
    assert step.hand.finished


def test_nobody_is_asked_when_all_but_one_are_all_in_and_covered() -> None:
    step = deal(15, 1000, stakes=Stakes(15, 30))
    assert step.hand.finished
    assert sum(step.hand.stacks.values()) == 1015


def test_a_hand_whose_players_are_all_all_in_finishes_at_the_deal() -> None:
    step = deal(5, 10, 8, stakes=ANTE)
    assert step.hand.finished
    assert len(step.hand.board) == 5
    assert sum(step.hand.stacks.values()) == 23


def test_a_small_blind_who_left_posts_nothing() -> None:
    hand = engine.start(
        stakes=Stakes(50, 100),
        positions=engine.Positions(button=1, small_blind=2, big_blind=3),
        stacks={1: 1000, 3: 1000, 4: 1000},
        deck=FRENCH,
    ).hand
    assert (hand.bets, hand.turn) == ({3: 100, 4: 0, 1: 0}, 4)


def test_a_newcomer_posts_a_live_blind_and_may_still_raise() -> None:
    hand = deal(1000, 1000, 1000, 1000, posts=[Post(4, live=100)]).hand
    assert (hand.bets[4], hand.turn) == (100, 3)
    hand = play(hand, "3 call").hand
    assert engine.legal_actions(hand).check
    assert engine.legal_actions(hand).raise_ == (200, 1000)


def test_a_dead_small_blind_is_in_the_pot_and_no_part_of_the_bet() -> None:
    hand = deal(1000, 1000, 1000, 1000, posts=[Post(4, live=100, dead=50)]).hand
    assert (hand.bets[4], hand.dead, hand.stacks[4]) == (100, 50, 850)
    assert hand.contributed(4) == 150


def test_a_straddler_acts_last_before_the_flop() -> None:
    hand = deal(1000, 1000, 1000, 1000, posts=[Post(3, live=200)]).hand
    assert hand.turn == 4
    assert engine.legal_actions(hand).raise_ == (400, 1000)
    hand = play(hand, "4 call", "1 call", "2 call").hand
    assert hand.turn == 3
    assert engine.legal_actions(hand).check
    assert play(hand, "3 check").hand.board


@pytest.mark.parametrize(
    "stakes",
    [
        {"small_blind": 100, "big_blind": 50},
        {"small_blind": 0, "big_blind": 0},
        {"small_blind": -1, "big_blind": 2},
        {"small_blind": 1, "big_blind": 2, "ante": -1},
    ],
)
def test_impossible_stakes_are_refused(stakes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="impossible"):
        Stakes(**stakes)


@pytest.mark.rule("HOLD-1")
@pytest.mark.parametrize("game", ["nlhe", "plhe", "flhe"])
def test_holdem_deals_two_cards_to_ten_and_the_best_five_of_seven_win(game: str) -> None:
    hole = {seat: f"{rank}h" + f"{rank}d" for seat, rank in enumerate("2345678QKA", start=1)}
    hand = deal(*[1000] * 10, hole=hole, board="AsKsQsJs9c", game=game).hand
    hand = check_down(hand).hand
    assert hand.hole == hole
    # One of seat 10's own cards with three of the board's; both are no better than aces.
    assert [(win.seat, win.ranking) for win in hand.wins] == [(10, "three_of_a_kind")]
    assert hand.wins[0].cards == ("Ah", "Ad", "As", "Ks", "Qs")


@pytest.mark.parametrize("stacks", [{1: 100}, {1: 100, 2: 0}, dict.fromkeys(range(1, 12), 100)])
@pytest.mark.rule("HOLD-1")
def test_a_hand_needs_two_to_ten_seats_with_chips(stacks: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="two seats"):
        engine.start(
            stakes=Stakes(1, 2),
            positions=engine.Positions(button=1, small_blind=1, big_blind=2),
            stacks=stacks,
            deck=FRENCH,
        )


@pytest.mark.rule("CARD-1")
def test_there_are_thirteen_cards_of_each_of_four_suits() -> None:
    assert len(set(FRENCH)) == 52
    assert Counter(card[1] for card in FRENCH) == dict.fromkeys("cdhs", 13)


@pytest.mark.parametrize(
    "deck", ["AsAs", ["As", "Kx"], "AsK"], ids=["twice", "unknown", "half a card"]
)
@pytest.mark.rule("CARD-1")
def test_a_deck_has_every_card_once(deck: str | list[str]) -> None:
    with pytest.raises(ValueError, match="not a deck"):
        engine.start(
            stakes=Stakes(1, 2),
            positions=engine.Positions(button=1, small_blind=1, big_blind=2),
            stacks={1: 100, 2: 100},
            deck=deck,
        )


@pytest.mark.rule("HOLD-1")
def test_a_hand_begins_by_telling_how_many_cards_its_deck_has() -> None:
    assert deal(1000, 1000).events[0]["cards"] == 52
