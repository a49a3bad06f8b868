"""Which hands of an event its player remembers (KEY-1, KEY-2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.key_hands import MOST, EventHand, key_hands, marks


def hand(number: int, start: int, finish: int, *out: str, all_in: bool = False) -> EventHand:
    return EventHand(number * 10, number, start, finish - start, all_in=all_in, out=out)


def chosen(*played: EventHand) -> list[tuple[int, str]]:
    return [(key.hand.number, key.why) for key in key_hands(played)]


# The example of the rulebook.
EVENING = (
    hand(1, 1500, 1450),
    hand(2, 1450, 2900, all_in=True),
    hand(3, 2900, 4350, "bice"),
    hand(4, 4350, 1450),
    hand(5, 1450, 1450),
    hand(6, 1450, 0, "me", all_in=True),
)


@pytest.mark.rule("KEY-1")
def test_the_key_hands_of_the_example_carry_their_marks() -> None:
    assert marks(EVENING) == {
        20: ["doubled", "all_in", "won"],
        30: ["knockout"],
        40: ["lost"],
        60: ["out"],
    }


@pytest.mark.rule("KEY-1")
def test_of_equal_wins_the_first_is_the_largest_and_a_win_of_another_is_no_knockout() -> None:
    played = [hand(1, 100, 150), hand(2, 150, 225), hand(3, 225, 200, "bice")]
    assert marks(played) == {10: ["won"], 30: ["lost"]}
    assert marks([hand(1, 100, 100)]) == marks([]) == {}


@pytest.mark.rule("KEY-2")
def test_the_last_hand_and_the_largest_factors_decided_the_example() -> None:
    assert chosen(*EVENING) == [(2, "won"), (4, "lost"), (6, "deciding")]


@pytest.mark.rule("KEY-2")
def test_halving_weighs_as_doubling_and_of_equal_factors_the_later_counts() -> None:
    played = [hand(1, 100, 200), hand(2, 200, 100), hand(3, 100, 200, "bice"), hand(4, 200, 210)]
    assert chosen(*played) == [(2, "lost"), (3, "knockout"), (4, "deciding")]


@pytest.mark.rule("KEY-2")
def test_to_lose_the_last_chip_before_a_rebuy_weighs_most() -> None:
    played = [hand(1, 900, 9000), hand(2, 10, 0), hand(3, 900, 990), hand(4, 990, 0)]
    assert chosen(*played) == [(1, "won"), (2, "lost"), (4, "deciding")]


def test_of_few_hands_all_are_named_and_of_none_none() -> None:
    assert chosen() == []
    assert chosen(hand(1, 1500, 0)) == [(1, "deciding")]
    assert chosen(hand(1, 10, 10), hand(2, 10, 10)) == [(2, "deciding")], (
        "a hand that changed nothing is none"
    )


@given(st.lists(st.tuples(st.integers(1, 1000), st.integers(0, 1000)), max_size=30))
def test_at_most_three_hands_are_named_once_each_with_the_last_and_in_order(
    stacks: list[tuple[int, int]],
) -> None:
    played = [hand(number, *each) for number, each in enumerate(stacks, start=1)]
    found = chosen(*played)
    numbers = [number for number, _ in found]
    assert len(found) <= MOST
    assert numbers == sorted({*numbers})
    assert [why for _, why in found].count("deciding") == bool(stacks)
    assert {*marks(played)} <= {each.id for each in played}
