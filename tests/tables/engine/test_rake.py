"""The house's share of a cash pot."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import engine
from tables.engine.phh import reading
from tables.engine.phh.reading import WrittenHand
from tables.engine.rake import (
    NO_END,
    TARIFFS,
    Rate,
    Tariff,
    cap,
    named,
    over_pots,
    rake,
)
from tests.tables.engine.scenes import check_down, deal, play

blinds = st.integers(1, 5_000)
players = st.integers(2, 10)
pots = st.integers(0, 10**6)


@pytest.mark.rule("RAKE-1", "RAKE-2")
@pytest.mark.parametrize(
    ("pot", "big_blind", "dealt_in", "taken"),
    [
        (40_000, 200, 2, 125),
        (13, 2, 6, 0),
        (14, 2, 6, 1),
        (1_000, 5, 2, 71),
        (1_999, 10, 2, 124),
        (2_000, 10, 2, 125),
        (340, 20, 4, 20),
        (5_400, 50, 6, 300),
        (3_750, 200, 4, 200),
        (6_363, 400, 6, 345),
        (6_400, 400, 6, 350),
        (9_091, 1_000, 2, 495),
        (9_100, 1_000, 2, 500),
        # In the gaps: of two neighbours the one that takes less.
        (500, 8, 6, 31),
        (3_000, 120, 6, 165),
        # Below NL10 two and three players pay the same at most.
        (2_000, 5, 2, 100),
        (2_000, 5, 3, 100),
    ],
)
def test_the_rake_of_a_pot(pot: int, big_blind: int, dealt_in: int, taken: int) -> None:
    assert rake(pot=pot, big_blind=big_blind, dealt_in=dealt_in, flop_seen=True) == taken


@pytest.mark.rule("RAKE-1")
def test_without_a_flop_there_is_no_rake() -> None:
    """The button raises to 6, the blinds of 1 and 2 fold."""
    assert rake(pot=500, big_blind=200, dealt_in=3, flop_seen=False) == 0


@pytest.mark.rule("RAKE-2")
@pytest.mark.parametrize(
    ("big_blind", "unit"),
    [(1, 14), (5, 14), (10, 16), (20, 17), (25, 18), (100, 18)],
)
def test_a_cent_is_taken_for_each_full_unit_of_the_pot(big_blind: int, unit: int) -> None:
    for cents in (1, 2, 7):
        full = rake(pot=cents * unit, big_blind=big_blind, dealt_in=6, flop_seen=True)
        short = rake(pot=cents * unit - 1, big_blind=big_blind, dealt_in=6, flop_seen=True)
        assert (full, short) == (cents, cents - 1)


@pytest.mark.rule("RAKE-2", "RAKE-3")
@given(pot=pots, dealt_in=players)
@pytest.mark.parametrize(
    ("stakes", "neighbours"),
    [
        (range(6, 10), (5, 10)),
        (range(11, 20), (10, 20)),
        (range(21, 25), (20, 25)),
        (range(101, 200), (100, 200)),
    ],
)
def test_in_a_gap_the_neighbour_whose_rate_and_cap_take_less_applies(
    stakes: range, neighbours: tuple[int, int], pot: int, dealt_in: int
) -> None:
    least = min(
        rake(pot=pot, big_blind=big_blind, dealt_in=dealt_in, flop_seen=True)
        for big_blind in neighbours
    )
    for big_blind in (stakes[0], stakes[-1]):
        assert rake(pot=pot, big_blind=big_blind, dealt_in=dealt_in, flop_seen=True) == least


@pytest.mark.rule("RAKE-2", "RAKE-3")
@pytest.mark.parametrize(
    ("pot", "big_blind", "dealt_in", "then", "now"),
    [(500, 8, 6, 35, 31), (3_000, 120, 6, 166, 165), (2_000, 5, 2, 125, 100)],
)
def test_a_stored_hand_keeps_the_rake_of_its_day(
    pot: int, big_blind: int, dealt_in: int, then: int, now: int
) -> None:
    terms: dict[str, Any] = {"pot": pot, "big_blind": big_blind, "dealt_in": dealt_in}
    assert rake(**terms, flop_seen=True, tariff=engine.FIRST.tariff) == then
    assert rake(**terms, flop_seen=True, tariff=engine.USUAL.tariff) == now


@pytest.mark.rule("RAKE-2")
def test_a_hand_without_a_tariff_is_raked_and_told_again_by_the_first() -> None:
    """Two players at 4/8 cents see a flop for 2.50 each."""
    for house, taken in (
        (engine.HouseRules.from_json({"raked": True}), 500 // 14),
        (engine.HouseRules(raked=True), 500 // 16),
    ):
        dealt = deal(1000, 1000, stakes=engine.Stakes(4, 8), house=house)
        played = play(dealt.hand, "2 raise 250", "1 call", "1 check", "2 bet 8", "1 fold")
        assert played.hand.rake == taken
        assert engine.replay([*dealt.events, *played.events]) == played.hand


OWN = Tariff(
    (Rate(1, 9, 10, 25), Rate(20, NO_END, 55, 100, 5)),
    {2: ((1, 50),), 3: ((1, 75), (20, 150))},
    heads_up_free=True,
)


@pytest.mark.rule("RAKE-2", "RAKE-3")
def test_a_tariff_of_a_room_is_spelled_out_and_read_again() -> None:
    for tariff in (*TARIFFS.values(), OWN):
        assert named(tariff.text) == tariff._replace(caps=dict(tariff.caps))
        assert tariff.fault is None
    for text in ("third", "", "1-:10/14/1", "1-:10/14/1;3@1=5", "1-:10/14/1;2@1=5;free"):
        with pytest.raises(ValueError, match="there is no tariff"):
            named(text)


@pytest.mark.rule("RAKE-2", "RAKE-3")
def test_a_tariff_of_a_room_has_gaps_caps_and_a_free_duel() -> None:
    def of(pot: int, big_blind: int, dealt_in: int) -> int:
        asked: dict[str, Any] = {"pot": pot, "big_blind": big_blind, "dealt_in": dealt_in}
        return rake(**asked, flop_seen=True, tariff=OWN.text)

    assert of(1000, 5, 2) == 0
    assert of(1000, 5, 3) == 40
    assert of(900, 20, 6) == 45
    assert of(90_00, 20, 6) == 150
    # In the gap whichever takes less.
    assert of(99, 15, 3) == min(99 // 25, 0)
    assert rake(pot=1000, big_blind=5, dealt_in=3, flop_seen=False, tariff=OWN.text) == 0


@pytest.mark.rule("RAKE-1", "RAKE-2")
def test_a_hand_carries_the_tariff_of_its_room_wherever_it_is_told() -> None:
    house = engine.HouseRules(raked=True, tariff=OWN.text)
    dealt = deal(1000, 1000, 1000, stakes=engine.Stakes(2, 5), house=house)
    played = check_down(play(dealt.hand, "3 raise 100", "1 call", "2 fold").hand)
    raised = play(dealt.hand, "3 raise 100", "1 call", "2 fold").events
    events = [*dealt.events, *raised, *played.events]
    assert played.hand.rake == 205 // 25
    assert engine.replay(events) == played.hand
    assert engine.HandState.from_json(played.hand.to_json()) == played.hand
    data = tomllib.loads(engine.to_phh(events))
    assert data["_rake"] == 205 // 25
    again = reading.play(WrittenHand("ours", "1", data))
    assert again.hand.house.tariff == OWN.text
    assert again.finish() == data["finishing_stacks"]


@pytest.mark.rule("RAKE-3")
@pytest.mark.parametrize(
    ("dealt_in", "caps"),
    [
        (2, {9: 100, 10: 125, 999: 125, 1_000: 500}),
        (3, {19: 100, 20: 200, 199: 200, 200: 350, 999: 350, 1_000: 600}),
        (4, {19: 100, 20: 200, 199: 200, 200: 350, 999: 350, 1_000: 600}),
        (5, {19: 200, 20: 300, 99: 300, 100: 325, 199: 325, 200: 350, 999: 350, 1_000: 600}),
        (10, {19: 200, 20: 300, 99: 300, 100: 325, 199: 325, 200: 350, 999: 350, 1_000: 600}),
    ],
)
def test_the_cap_depends_on_blinds_and_players_dealt_in(
    dealt_in: int, caps: dict[int, int]
) -> None:
    for big_blind, most in caps.items():
        assert cap(big_blind=big_blind, dealt_in=dealt_in) == most
        assert rake(pot=10**7, big_blind=big_blind, dealt_in=dealt_in, flop_seen=True) == most


@pytest.mark.rule("RAKE-1", "RAKE-3", "POOL-1")
@given(pot=pots, more=pots, big_blind=blinds, dealt_in=players)
def test_players_keep_nine_tenths_and_a_bigger_pot_never_pays_less(
    pot: int, more: int, big_blind: int, dealt_in: int
) -> None:
    taken = rake(pot=pot, big_blind=big_blind, dealt_in=dealt_in, flop_seen=True)
    assert 10 * taken <= pot
    assert taken <= rake(pot=pot + more, big_blind=big_blind, dealt_in=dealt_in, flop_seen=True)


@pytest.mark.rule("RAKE-1", "PAY-ROUND")
@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=9), blinds, players)
def test_side_pots_bear_the_rake_in_proportion(
    pots: list[int], big_blind: int, dealt_in: int
) -> None:
    taken = rake(pot=sum(pots), big_blind=big_blind, dealt_in=dealt_in, flop_seen=True)
    parts = over_pots(taken, pots)
    assert sum(parts) == taken
    assert all(0 <= part <= pot for part, pot in zip(parts, pots, strict=True))


@pytest.mark.rule("RAKE-1")
def test_bets_that_are_not_collected_yet_are_not_raked() -> None:
    """They may come back uncalled: of 200 on the flop the house takes its part, of 90 not yet."""
    house = engine.HouseRules(raked=True)
    hand = deal(1000, 1000, stakes=engine.Stakes(5, 10), house=house).hand
    hand = play(hand, "2 raise 100", "1 call", "1 bet 90").hand
    assert hand.rake == 200 // 16
    seen = engine.view(hand, None)
    assert (seen["total"], seen["pots"]) == (290 - hand.rake, [{"amount": 188, "seats": [1, 2]}])
    assert play(hand, "2 fold").hand.rake == 200 // 16
    assert play(hand, "2 call").hand.rake == 380 // 16


@pytest.mark.rule("INFO-3")
def test_the_rake_of_a_hand_is_borne_by_what_each_put_in() -> None:
    """Of 2.10 the house takes 13 cents; the big blind folded for a tenth of what others paid."""
    house = engine.HouseRules(raked=True)
    hand = deal(1000, 1000, 1000, stakes=engine.Stakes(5, 10), house=house).hand
    hand = check_down(play(hand, "3 raise 100", "1 call", "2 fold").hand).hand
    assert hand.rake == 210 // 16
    assert hand.rake_borne() == {1: 6, 2: 1, 3: 6}
