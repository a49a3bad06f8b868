"""BOUNTY-1: who takes the price on the head of a player who lost everything in a hand."""

import pytest

from core.types import Chips
from tables import engine
from tests.tables.engine.scenes import deal, play
from tournaments.rules.knockouts import taken
from tournaments.rules.prices import Price

ENTRIES = {1: 71, 2: 72, 3: 73}


def all_in(hole: dict[int, str], board: str) -> engine.HandState:
    """500, 1,000 and 2,000 chips, all in before the flop."""
    hand = deal(500, 1_000, 2_000, hole=hole, board=board).hand
    return play(hand, "3 raise 1000", "1 call", "2 call").hand


@pytest.mark.rule("BOUNTY-1")
def test_a_head_goes_to_who_won_the_last_pot_of_its_player_and_only_of_who_is_out() -> None:
    hand = all_in({1: "AsAd", 2: "QsQd", 3: "KsKd"}, "2c7d9hJc3s")
    # The first wins the main pot; the second was in the side pot, which the third wins.
    assert taken(hand, 2, ENTRIES, head=900) == {73: 900}
    assert hand.stacks[3] > 0
    assert taken(hand, 3, ENTRIES, head=900) == {}


@pytest.mark.rule("BOUNTY-1", "PAY-ROUND")
def test_of_two_who_tie_the_larger_stack_before_the_hand_has_the_odd_cent() -> None:
    hand = all_in({1: "QsQd", 2: "AsKd", 3: "AdKs"}, "2c7d9hAcKc")
    assert taken(hand, 1, ENTRIES, head=901) == {73: 451, 72: 450}


@pytest.mark.rule("POOL-1")
def test_an_entry_right_is_everything_that_the_player_pays() -> None:
    assert Price(buy_in=900, bounty=500, fee=100, chips=Chips(1_500)).right == 1_500
