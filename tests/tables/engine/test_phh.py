"""A finished hand written down in PHH."""

import random
import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import engine
from tables.engine import Carried
from tables.engine.events import Event
from tables.engine.games import FLOP_GAMES, ITALIAN
from tables.engine.phh.reading import WrittenHand, play, reshuffle_of
from tests.tables.engine import scenes
from tests.tables.engine.test_draw_poker import JACKS, NOTHING
from tests.tables.engine.test_draw_poker import deal as italian_deal
from tests.tables.engine.wandering import wander


def test_a_hand_reads_like_a_hand_history() -> None:
    hole = {1: "7h2c", 2: "QdQs", 3: "AcKd"}
    deal = scenes.deal(1000, 900, 800, hole=hole, board="Kh8s3cQh5d")
    rest = scenes.play(deal.hand, "3 raise 300", "1 fold", "2 call", "2 all_in", "3 call")
    assert engine.to_phh([*deal.events, *rest.events]).splitlines() == [
        "variant = 'NT'",
        "ante_trimming_status = true",
        "antes = [0, 0, 0]",
        "blinds_or_straddles = [50, 100, 0]",
        "min_bet = 100",
        "starting_stacks = [1000, 900, 800]",
        "actions = ['d dh p1 7h2c', 'd dh p2 QdQs', 'd dh p3 AcKd', 'p3 cbr 300', 'p1 f', "
        "'p2 cc', 'd db Kh8s3c', 'p2 cbr 600', 'p3 cc', 'p2 sm QdQs', 'p3 sm AcKd', "
        "'d db Qh', 'd db 5d']",
        "finishing_stacks = [950, 1750, 0]",
        "_house = ['flush_over_full=always', 'short_all_ins=each', 'cap_heads_up=at_once', "
        "'limit_all_in=full', 'hi_lo=whole']",
    ]


@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(FLOP_GAMES)))
def test_a_hand_written_and_read_again_finishes_the_same(seed: int, game: str) -> None:
    told: list[Event] = []
    for _hand, events in wander(random.Random(seed), game=game, house=False):
        told += events
    data = tomllib.loads(engine.to_phh(told))
    assert play(WrittenHand("ours", "1", data)).finish() == data["finishing_stacks"]


BIG_BLIND_ANTE = engine.Stakes(50, 100, ante=100, big_blind_ante=True)
NEWCOMER = [engine.Post(4, live=100, dead=50)]


@pytest.mark.middling
@pytest.mark.parametrize(
    "deal",
    [
        scenes.deal(1000, 900, 800),
        scenes.deal(1000, 1000, stakes=BIG_BLIND_ANTE),
        scenes.deal(1000, 1000, 1000, stakes=BIG_BLIND_ANTE),
        scenes.deal(1000, 1000, 1000, stakes=engine.Stakes(50, 100, ante=10)),
        scenes.deal(1000, 1000, 1000, 1000, posts=NEWCOMER),
        scenes.deal(1000, 1000, 1000, 1000, posts=NEWCOMER, stakes=engine.Stakes(50, 100, ante=10)),
        scenes.deal(1000, 1000, 1000, 1000, posts=[engine.Post(3, live=200)]),
        scenes.deal(1000, 1000, 1000, game="flhe"),
        scenes.deal(1000, 1000, 1000, game="plo"),
    ],
    ids=[
        "plain",
        "two, ante",
        "ante of one",
        "antes",
        "newcomer",
        "newcomer and antes",
        "straddle",
        "limit",
        "omaha",
    ],
)
def test_pokerkit_reads_what_is_written(deal: engine.HandStep) -> None:
    from pokerkit import HandHistory

    rest = scenes.check_down(deal.hand)
    text = engine.to_phh([*deal.events, *rest.events])
    assert play(WrittenHand("ours", "1", tomllib.loads(text))).hand.finished
    *_, end = HandHistory.loads(text)
    assert end.stacks == [rest.hand.stacks[seat] for seat in rest.hand.seats]


@pytest.mark.rule("BLIND-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ante_of_the_big_blind_alone_is_read_as_one_for_the_table(players: int) -> None:
    deal = scenes.deal(*[1000] * players, stakes=BIG_BLIND_ANTE)
    text = engine.to_phh([*deal.events, *scenes.check_down(deal.hand).events])
    hand = play(WrittenHand("ours", "1", tomllib.loads(text))).hand
    assert hand.stakes == BIG_BLIND_ANTE


def test_a_burnt_card_is_none_of_those_that_are_left_to_draw() -> None:
    """Of 32 cards ten are dealt to two players, and one is burnt."""
    opening, draw, closing = ITALIAN.streets
    burning = replace(ITALIAN, streets=(opening, draw._replace(burn=1), closing))
    drawn = burning.deck(2)[:22]
    assert reshuffle_of(burning, 2, drawn)[0] == drawn[21]


@pytest.mark.rule("DRAW-2", "DRAW-5")
def test_italian_draw_is_written_with_what_it_took_over_and_left() -> None:
    deal = italian_deal(
        1000,
        1000,
        1000,
        hole={1: NOTHING[1], 2: JACKS, 3: NOTHING[3]},
        stub="AcKcQs",
        carried=Carried(50, "J"),
    )
    moves = ["1 check", "2 cip", "3 call", "1 fold", "2 discard 7s8cQd", "3 discard"]
    rest = scenes.play(deal.hand, *moves, "2 parola", "3 parola")
    assert tomllib.loads(engine.to_phh([*deal.events, *rest.events])) == {
        "variant": "PI1D",
        "ante_trimming_status": True,
        "antes": [10, 10, 10],
        "blinds_or_straddles": [0, 0, 0],
        "min_bet": 20,
        "starting_stacks": [1000, 1000, 1000],
        "actions": [
            *[f"d dh p{seat} {cards}" for seat, cards in deal.hand.hole.items()],
            *["p1 cc", "p2 cbr 20 # cip", "p3 cc", "p1 f"],
            *["p2 sd 7s8cQd", "d dh p2 AcKcQs", "p3 sd"],
            *["p2 cc # parola", "p3 cc # parola"],
        ],
        "finishing_stacks": [990, 970, 970],
        "_house": [
            *["flush_over_full=always", "short_all_ins=each"],
            *["cap_heads_up=at_once", "limit_all_in=full", "hi_lo=whole"],
        ],
        "_pot": 50,
        "_openers": "J",
        "_left_pot": 120,
        "_left_openers": "J",
    }


@pytest.mark.rule("DRAW-1", "DRAW-4")
@given(seed=st.integers(0, 2**32))
def test_every_hand_of_italian_draw_written_and_read_again_finishes_the_same(seed: int) -> None:
    """Under any house rules, whatever was carried, and with discards that come back."""
    *_, last = steps = list(wander(random.Random(seed), game="italian"))
    data = tomllib.loads(engine.to_phh([event for step in steps for event in step.events]))
    again = play(WrittenHand("ours", "1", data))
    assert data["variant"] == "PI1D"
    assert again.finish() == data["finishing_stacks"]
    assert again.hand.carry == last.hand.carry
    assert [*again.hand.hole.values()] == [*last.hand.hole.values()]


def test_a_game_without_a_name_in_phh_is_not_written() -> None:
    deal = scenes.deal(1000, 1000, game=replace(FLOP_GAMES["plo"], code="unheard_of"))
    with pytest.raises(ValueError, match="no name for unheard_of"):
        engine.to_phh([*deal.events, *scenes.check_down(deal.hand).events])


@pytest.mark.rule("RAKE-1")
def test_the_rake_is_written_beside_the_hand() -> None:
    deal = scenes.deal(1000, 1000, stakes=engine.Stakes(1, 2), house=engine.HouseRules(raked=True))
    rest = scenes.check_down(scenes.play(deal.hand, "2 raise 100").hand)
    raised = scenes.play(deal.hand, "2 raise 100").events
    data = tomllib.loads(engine.to_phh([*deal.events, *raised, *rest.events]))
    assert data["_rake"] == 200 // 14
    assert "tariff=second" in data["_house"]
    assert play(WrittenHand("ours", "1", data)).finish() == data["finishing_stacks"]
    assert sum(data["finishing_stacks"]) == 2000 - data["_rake"]


def test_a_hand_in_progress_is_no_history() -> None:
    with pytest.raises(ValueError, match="not finished"):
        engine.to_phh(scenes.deal(1000, 1000).events)


def test_what_phh_has_no_words_for_is_not_written() -> None:
    step = scenes.deal(1000, 1000, 1000, posts=[engine.Post(1, live=100)])
    with pytest.raises(ValueError, match="blind beside a blind"):
        engine.to_phh([*step.events, *scenes.check_down(step.hand).events])
