"""Italian draw poker at the table: openers, betting, the draw, the last word, pots carried."""

from collections.abc import Mapping
from typing import Any, Literal

import pytest

from tables import engine
from tables.engine import Carried, EngineRefusal, HouseRules
from tables.engine.cards import split
from tables.engine.games import ITALIAN
from tests.tables.engine.scenes import Scene, of_type, play

JACKS = "JsJh7s8cQd"
NOTHING = {1: "7c8d9hTsQc", 2: "7d8h9sTcKd", 3: "7h8s9cJdAd"}


def deal(
    *stacks: int,
    hole: Mapping[int, str] | None = None,
    stub: str = "",
    ante: int = 10,
    carried: Carried | None = None,
    house: HouseRules | None = None,
    reshuffle: str = "",
) -> Scene:
    """Seats 1, 2, ... with these stacks, the last is the dealer; cards not named come from the
    rest of the deck. The least bet is 20."""
    seats = list(range(1, len(stacks) + 1))
    dealt = [seat for seat in seats if seat < len(stacks) or len(stacks) < 10]
    whole = ITALIAN.deck(len(stacks))
    named = {*split("".join((hole or {}).values())), *split(stub)}
    rest = [card for card in whole if card not in named]
    hands = {s: split((hole or {}).get(s, "")) or [rest.pop() for _ in range(5)] for s in dealt}
    deck = [hands[seat][place] for place in range(5) for seat in dealt] + split(stub) + rest
    step = engine.start(
        game="italian",
        stakes=engine.Stakes(10, 20, ante=ante),
        positions=engine.next_positions(None, seats, first_button=len(stacks)),
        stacks=dict(zip(seats, stacks, strict=True)),
        deck=deck,
        reshuffle=[*split(reshuffle), *(card for card in whole if card not in split(reshuffle))],
        carried=carried,
        house=house or HouseRules(),
    )
    return Scene(step.hand, [*step.events])


def refused(hand: engine.HandState, move: str) -> str:
    with pytest.raises(EngineRefusal) as refusal:
        play(hand, move)
    return str(refusal.value.code)


def drawn(hand: engine.HandState) -> engine.HandState:
    """Everybody stays pat."""
    while hand.round == "exchange":
        hand = play(hand, f"{hand.turn} discard").hand
    return hand


@pytest.mark.rule("DRAW-1")
@pytest.mark.parametrize(("players", "dealt", "cards"), [(2, 2, 32), (6, 6, 40), (10, 9, 52)])
def test_everybody_antes_and_gets_five_cards_except_the_tenth(
    players: int, dealt: int, cards: int
) -> None:
    hand, log = deal(*[1000] * players)
    assert len(hand.deck) == 2 * cards
    assert [event["seat"] for event in of_type(log, "ante")] == list(range(1, dealt + 1))
    assert hand.pot == 10 * dealt
    assert {len(split(hole)) for hole in hand.hole.values()} == {5}
    assert (players in hand.seats) == (players == dealt)
    assert hand.turn == 1


@pytest.mark.rule("DRAW-1")
def test_cards_are_dealt_one_at_a_time() -> None:
    hand, _ = deal(1000, 1000, 1000)
    cards = split(hand.deck)
    assert split(hand.hole[2]) == cards[1:15:3]


@pytest.mark.rule("DRAW-1")
def test_without_an_ante_in_the_level_the_ante_is_one_least_bet() -> None:
    assert deal(1000, 1000, ante=0).hand.pot == 40


@pytest.mark.parametrize("fault", ["2c", "twice", "short"])
def test_a_wrong_deck_is_refused_and_the_fault_named(fault: str) -> None:
    deck = list(ITALIAN.deck(3))
    wrong, said = {
        "2c": (["2c", *deck[1:]], "card 1 is '2c'"),
        "twice": ([*deck[:-1], deck[0]], "card 32 is the second 7c"),
        "short": (deck[:-1], "it has 31 cards"),
    }[fault]
    with pytest.raises(ValueError, match=said):
        engine.start(
            game="italian",
            stakes=engine.Stakes(10, 20, ante=10),
            positions=engine.Positions(3, 1, 2),
            stacks={1: 500, 2: 500, 3: 500},
            deck=wrong,
            reshuffle=deck,
        )


OPENING = [
    ("JsJd7c8d9h", "J", "JsJd"),
    ("TsTd7c8d9h", "J", ""),
    ("JsJd7c8d9h", "Q", ""),
    ("QsQd7c8d9h", "Q", "QsQd"),
    ("QsQd7c8d9h", "K", ""),
    ("AsAd7c8d9h", "K", "AsAd"),
    ("7s7d8c8d9h", "K", "7s7d8c8d"),
    ("7s7d7c8d9h", "K", "7s7d7c"),
    ("Ac7d8h9sTc", "K", "Ac7d8h9sTc"),
    ("7h8h9hThKc", "K", "7h8h9hTh"),  # an ace or a jack of hearts completes it
    ("TsJsQsKs7d", "K", "TsJsQsKs"),
    ("JsQsKsAs7d", "J", ""),  # only the ten completes it
    ("As7s8s9sJd", "J", ""),  # only the ten completes it
    ("7h8h9hJhAc", "J", ""),  # only the ten completes it
]


@pytest.mark.rule("DRAW-2")
@pytest.mark.parametrize(("hole", "openers", "proof"), OPENING)
def test_opening_needs_openers(hole: str, openers: str, proof: str) -> None:
    hand = deal(1000, 1000, hole={1: hole}, carried=Carried(0, openers)).hand
    legal = engine.legal_actions(hand)
    assert (legal.bet, legal.cip) == (((20, 20), 20) if proof else (None, None))
    if proof:
        exchange = play(hand, "1 cip").hand.exchange
        assert exchange is not None
        assert (exchange.opener, exchange.proof) == (1, proof)
    else:
        assert {refused(hand, f"1 {move}") for move in ("bet 20", "all_in")} == {"CANNOT_OPEN"}
        assert refused(hand, "1 cip") == "CANNOT_SAY_CIP"


@pytest.mark.rule("DRAW-2")
def test_any_four_of_a_suit_open_where_the_house_allows() -> None:
    house = HouseRules(allow_four_flush=True)
    assert engine.legal_actions(deal(500, 500, hole={1: "7h8h9hJhAc"}, house=house).hand).bet
    assert not engine.legal_actions(deal(500, 500, hole={1: "7h8h9hJcAc"}, house=house).hand).bet


@pytest.mark.rule("DRAW-2")
def test_others_do_not_learn_whether_a_player_could_open() -> None:
    with_openers = deal(1000, 1000, hole={1: JACKS, 2: NOTHING[2]}).hand
    without = deal(1000, 1000, hole={1: NOTHING[1], 2: NOTHING[2]}).hand
    for viewer in (None, 2):
        seen: list[Any] = [engine.view(hand, viewer)["turn"] for hand in (with_openers, without)]
        assert seen[0] == seen[1]
        assert seen[0]["legal"]["bet"] == [20, 20]
        assert not engine.view(with_openers, viewer)["draw"]["may_open"]
    assert engine.view(with_openers, 1)["draw"]["may_open"]
    turn = engine.view(without, 1)["turn"]
    assert turn is not None
    assert turn["legal"]["bet"] is None


@pytest.mark.rule("DRAW-2")
def test_who_passed_may_still_answer_the_opening() -> None:
    hand = deal(1000, 1000, 1000, hole={1: NOTHING[1], 2: JACKS}).hand
    hand = play(hand, "1 check", "2 bet 30", "3 fold").hand
    assert hand.turn == 1
    assert engine.legal_actions(hand).raise_ == (60, 120)


@pytest.mark.rule("DRAW-2")
def test_the_requirement_rises_to_kings_while_nobody_opens() -> None:
    carried: Carried | None = None
    for openers, pot in (("Q", 20), ("K", 40), ("K", 60)):
        hand = deal(1000, 1000, hole={1: NOTHING[1], 2: NOTHING[2]}, carried=carried).hand
        hand, log = play(hand, "1 check", "2 check")
        assert hand.finished
        assert hand.carry == Carried(pot, openers)
        assert log[-2] == {"e": "redeal", "pot": pot, "openers": openers}
        assert hand.stacks == {1: 990, 2: 990}
        carried = hand.carry
    hand = deal(1000, 1000, hole={1: "KsKd7c8d9h"}, carried=carried).hand
    assert hand.pot == 80
    won = play(hand, "1 cip", "2 fold").hand
    assert (won.stacks[1], won.carry) == (1070, None)


@pytest.mark.rule("DRAW-2")
def test_openers_that_are_split_are_kept_and_shown() -> None:
    hand = deal(1000, 1000, hole={1: JACKS, 2: "QsQh7d8d9c"}, stub="Kh").hand
    hand = play(hand, "1 cip", "2 call", "1 discard Jh", "2 discard").hand
    shown = of_type(play(hand, "1 bet 60", "2 call").events, "show")
    assert shown[0]["openers"] == ["Js", "Jh"]
    assert shown[0]["cards"] == split("Js7s8cQdKh")
    assert "openers" not in shown[1]


@pytest.mark.rule("DRAW-2")
def test_with_somebody_all_in_the_pot_is_decided_although_nobody_opened() -> None:
    hole = {1: NOTHING[1], 2: NOTHING[2], 3: NOTHING[3]}
    hand = play(deal(1000, 1000, 10, hole=hole).hand, "1 check", "2 check").hand
    hand = drawn(hand)
    assert not engine.legal_actions(hand).parola
    assert refused(hand, "1 parola") == "CANNOT_SAY_PAROLA"
    hand = play(hand, "1 cip", "2 cip").hand
    assert hand.stacks == {1: 990, 2: 990, 3: 30}


@pytest.mark.rule("DRAW-3")
def test_bets_are_pot_limit_and_cip_opens_for_the_minimum() -> None:
    hand = deal(1000, 1000, 1000, hole={1: JACKS}, carried=Carried(50, "J")).hand
    assert hand.pot == 80
    legal = engine.legal_actions(hand)
    assert (legal.bet, legal.cip) == ((20, 80), 20)
    assert refused(hand, "1 bet 81") == "TOO_LARGE"
    hand, log = play(hand, "1 cip")
    assert log[0] == {
        "e": "act", "seat": 1, "kind": "cip", "to": 20, "added": 20, "all_in": False,
    }  # fmt: skip
    assert engine.legal_actions(hand).raise_ == (40, 140)  # 20 to call, and the pot of 120


@pytest.mark.rule("DRAW-4")
def test_each_stays_pat_or_changes_up_to_four_from_the_left_of_the_dealer() -> None:
    hand = deal(1000, 1000, 1000, hole={2: JACKS}, stub="AcKcQc").hand
    hand = play(hand, "1 check", "2 bet 30", "3 call", "1 call").hand
    assert (hand.round, hand.turn) == ("exchange", 1)
    assert engine.legal_actions(hand).discard == 4
    assert engine.default_action(hand) == engine.Action("discard")
    assert refused(hand, "1 check") == refused(hand, "1 fold") == "CHANGE_CARDS_NOW"
    assert refused(hand, f"1 discard {hand.hole[1]}") == "TOO_MANY_CARDS"
    assert refused(hand, "1 discard Js") == "NOT_YOUR_CARDS"
    hand, log = play(hand, "1 discard", "2 discard 7s8cQd")
    assert hand.hole[2] == "JsJhAcKcQc"
    assert [event["count"] for event in log] == [0, 3]
    public: Any = engine.visible(log[1], 1)
    assert public["discarded"] == public["cards"] == ["??", "??", "??"]
    assert engine.visible(log[1], 2) == log[1]
    assert engine.view(hand, None)["draw"]["changed"] == {"1": 0, "2": 3}


@pytest.mark.rule("DRAW-4")
def test_earlier_discards_come_back_when_the_stub_runs_out_never_ones_own() -> None:
    hand = deal(*[1000] * 8, hole={1: "AsAd3c4d5h"}, reshuffle="5h3c4dAd").hand
    hand = play(hand, "1 cip", *[f"{seat} call" for seat in range(2, 9)]).hand
    assert len(hand.deck) // 2 - hand.dealt == 8
    hand = play(hand, "1 discard 3c4d5hAd").hand
    second = hand.hole[2][:8]
    hand, log = play(hand, f"2 discard {second}")
    assert log[0]["reshuffled"] == 0
    third = hand.hole[3][:6]
    hand, log = play(hand, f"3 discard {third}")
    # The discards of 1 in the order drawn up before the deal; those of 2 follow in theirs.
    order = [card for card in ITALIAN.deck(8) if card in split(second)]
    back = [*split("5h3c4dAd"), *order]
    assert log[0]["reshuffled"] == 8
    assert log[0]["cards"] == back[:3]
    hand, log = play(hand, f"4 discard {hand.hole[4][:8]}", f"5 discard {hand.hole[5][:4]}")
    assert [card for event in log for card in event["cards"]][:5] == back[3:]
    assert log[1]["reshuffled"] == 7  # what 3 and 4 threw away
    assert not set(log[1]["cards"]) & set(log[1]["discarded"])


@pytest.mark.rule("DRAW-4")
def test_the_all_in_change_cards_too_and_show_only_afterwards() -> None:
    hand = deal(100, 100, hole={1: JACKS, 2: "QsQh7d8d9c"}).hand
    hand, log = play(hand, "1 bet 20", "2 raise 80", "1 all_in", "2 all_in")
    assert not of_type(log, "show")
    assert hand.turn == 1
    hand, log = play(hand, "1 discard 7s8cQd", "2 discard")
    assert [event["seat"] for event in of_type(log, "show")] == [1, 2]
    assert hand.wins


def after_the_draw(*stacks: int) -> engine.HandState:
    """Seat 2 opened, all called, all stayed pat."""
    hand = deal(*stacks, hole={1: NOTHING[1], 2: JACKS, 3: NOTHING[3]}).hand
    return drawn(play(hand, "1 check", "2 cip", "3 call", "1 call").hand)


@pytest.mark.rule("DRAW-5")
def test_the_opener_starts_the_second_round() -> None:
    hand = after_the_draw(1000, 1000, 1000)
    assert hand.turn == 2
    legal = engine.legal_actions(hand)
    assert (legal.bet, legal.cip, legal.parola, legal.check) == ((20, 90), 0, True, False)
    assert refused(hand, "2 check") == "PAROLA_OR_CIP"
    assert play(hand, "2 cip").hand.turn == 3


@pytest.mark.rule("DRAW-5")
def test_without_the_opener_the_second_round_starts_to_their_left() -> None:
    hole = {1: NOTHING[1], 2: JACKS, 3: NOTHING[3]}
    hand = play(deal(1000, 1000, 1000, hole=hole).hand, "1 check", "2 cip", "3 raise 60").hand
    assert drawn(play(hand, "1 call", "2 fold").hand).turn == 3
    hand = play(deal(1000, 30, 1000, hole=hole).hand, "1 check", "2 cip", "3 call", "1 call").hand
    assert hand.stacks[2] == 0
    assert drawn(hand).turn == 3


@pytest.mark.rule("DRAW-5")
def test_when_all_say_parola_the_pot_stays_and_so_do_the_openers() -> None:
    hand, log = play(after_the_draw(1000, 1000, 1000), "2 parola", "3 parola", "1 parola")
    assert hand.carry == Carried(90, "J")
    assert not of_type(log, "show", "win")
    again = deal(970, 970, 970, carried=hand.carry).hand
    assert again.pot == 120


@pytest.mark.rule("DRAW-5")
@pytest.mark.parametrize("words", [["cip"] * 3, ["parola", "cip", "parola"]])
def test_a_cip_without_a_bet_makes_it_showdown(words: list[str]) -> None:
    moves = [f"{seat} {word}" for seat, word in zip((2, 3, 1), words, strict=True)]
    hand = play(after_the_draw(1000, 1000, 1000), *moves).hand
    assert (hand.carry, hand.won(2)) == (None, 90)


@pytest.mark.rule("DRAW-5")
def test_a_bet_after_parola_must_be_answered() -> None:
    hand = play(after_the_draw(1000, 1000, 1000), "2 parola", "3 bet 90").hand
    assert (hand.turn, engine.legal_actions(hand).parola) == (1, False)
    hand = play(hand, "1 fold", "2 fold").hand
    assert hand.won(3) == 90


@pytest.mark.rule("DRAW-5", "TIME-1")
def test_who_runs_out_of_time_in_the_second_round_says_cip() -> None:
    assert engine.default_action(after_the_draw(1000, 1000, 1000)) == engine.Action("cip")


@pytest.mark.rule("DRAW-6", "DRAW-7", "SHOW-2")
@pytest.mark.parametrize("setting", ["cyclic", "linear"])
def test_among_all_three_straight_flushes_the_maximum_wins_and_others_are_mucked(
    setting: str,
) -> None:
    hole = {1: "ThJhQhKhAh", 2: "As7s8s9sTs", 3: "9dTdJdQdKd"}
    house = HouseRules(straight_flushes=setting)  # type: ignore[arg-type]
    hand = play(deal(500, 500, 500, hole=hole, house=house).hand, "1 cip", "2 call", "3 call").hand
    hand = play(drawn(hand), "1 cip", "2 cip", "3 cip").hand
    assert (hand.won(1), hand.shown) == (90, [1])


@pytest.mark.rule("DRAW-7", "SHOW-2")
def test_who_wins_with_the_minimum_straight_flush_shows_it_after_the_maximum() -> None:
    hole = {1: "ThJhQhKhAh", 2: "As7s8s9sTs"}
    hand = play(deal(500, 500, hole=hole).hand, "1 cip", "2 call").hand
    hand = play(drawn(hand), "1 cip", "2 cip").hand
    assert (hand.won(2), hand.shown) == (60, [1, 2])


@pytest.mark.rule("POT-1")
def test_a_carried_pot_is_in_the_main_pot_and_side_pots_are_as_ever() -> None:
    hole = {1: "AsAdAc8d9h", 2: "KsKdKc8c9c", 3: "QsQdQc8h9s"}
    hand = deal(40, 500, 500, hole=hole, carried=Carried(60, "K")).hand
    hand = play(hand, "1 all_in", "2 raise 90", "3 call").hand
    hand = play(drawn(hand), "2 cip", "3 cip").hand
    assert {(win.pot, win.seat, win.amount) for win in hand.wins} == {(0, 1, 180), (1, 2, 120)}


@pytest.mark.rule("DRAW-2", "TIME-1")
def test_a_timed_out_player_with_openers_is_never_made_to_open() -> None:
    hand = deal(1000, 1000, hole={1: JACKS, 2: NOTHING[2]}).hand
    assert engine.legal_actions(hand).cip == 20
    assert engine.default_action(hand) == engine.Action("check")


@pytest.mark.rule("DRAW-5", "TIME-1")
def test_a_timed_out_player_says_cip_where_one_may_not_check() -> None:
    hand = deal(1000, 1000, hole={1: JACKS, 2: NOTHING[2]}).hand
    hand = drawn(play(hand, "1 cip", "2 call").hand)
    assert engine.default_action(hand) == engine.Action("cip")


@pytest.mark.rule("DRAW-7")
@pytest.mark.parametrize(("suits", "decides"), [("rank", "h"), ("split", None)])
def test_a_result_tells_the_suit_that_decided_between_equal_ranks(
    suits: Literal["rank", "split"], decides: str | None
) -> None:
    hole = {1: "AsAc9d8sTd", 2: "AhAd9s8dTc"}
    hand = deal(1000, 1000, hole=hole, house=HouseRules(suits=suits)).hand
    hand = drawn(play(hand, "1 cip", "2 call").hand)
    results = engine.view(play(hand, "1 bet 60", "2 call").hand, None)["results"]
    assert [win.get("kicker") for win in results if win["seat"] == 2] == [decides]
