"""Hands of a deck without its low cards, where a flush is rarer than a full house."""

from itertools import pairwise

import pytest

from tables.engine.ranking import high

# From the best down. The straight flush from ace to nine is straight since the six is lowest.
HANDS = [
    ("TsJsQsKsAs", "straight_flush"),
    ("As6s7s8s9s", "straight_flush"),
    ("6c6d6h6sAc", "four_of_a_kind"),
    ("AhKhQhJh9h", "flush"),
    ("6h7h8h9hJh", "flush"),
    ("AcAdAhKsKc", "full_house"),
    ("6c6d6h7s7c", "full_house"),
    ("TcJdQhKsAc", "straight"),
    ("Ac6d7h8s9c", "straight"),
    ("6c6d6h8s7c", "three_of_a_kind"),
]


@pytest.mark.parametrize("flush_over_full", [True, False])
def test_a_flush_beats_a_full_house_only_where_the_game_says_so(flush_over_full: bool) -> None:
    judge = high(lowest="6", flush_over_full=flush_over_full)
    order = HANDS if flush_over_full else [*HANDS[:3], *HANDS[5:7], *HANDS[3:5], *HANDS[7:]]
    strengths = [judge.strength(five, "") for five, _ in order]
    assert all(better > worse for better, worse in pairwise(strengths))
    names = [judge.name(strength).replace("royal", "straight") for strength in strengths]
    assert names == [name for _, name in order]
