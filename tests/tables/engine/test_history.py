"""A finished hand written down in PHH."""

import random
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import engine
from tables.engine.events import Event
from tables.engine.history import VARIANTS
from tables.engine.replay.phh import Record, play
from tests.tables.engine import scenes
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
    ]


@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(VARIANTS)))
def test_a_hand_written_and_read_again_finishes_the_same(seed: int, game: str) -> None:
    told: list[Event] = []
    for _hand, events in wander(random.Random(seed), game=game, house=False):
        told += events
    data = tomllib.loads(engine.to_phh(told))
    assert play(Record("ours", "1", data)).finish() == data["finishing_stacks"]


def test_a_hand_in_progress_is_no_history() -> None:
    with pytest.raises(ValueError, match="not finished"):
        engine.to_phh(scenes.deal(1000, 1000).events)


def test_what_phh_has_no_words_for_is_not_written() -> None:
    with pytest.raises(ValueError, match="no code for plhe"):
        engine.to_phh(scenes.deal(1000, 1000, game="plhe").events)
    step = scenes.deal(1000, 1000, 1000, 1000, posts=[engine.Post(4, live=100, dead=50)])
    with pytest.raises(ValueError, match="dead blind"):
        engine.to_phh([*step.events, *scenes.check_down(step.hand).events])
