"""Which hands of an event its player remembers."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.key_hands import MOST, EventHand, key_hands


def hand(number: int, change: int, *out: str) -> EventHand:
    return EventHand(number * 10, number, change, out)


def chosen(*played: EventHand) -> list[tuple[int, str]]:
    return [(key.hand.number, key.why) for key in key_hands(played)]


def test_the_hand_that_decided_a_knockout_and_the_largest_pot_are_named_in_order() -> None:
    played = [hand(1, -900), hand(2, 40), hand(3, 300, "bice"), hand(4, 0), hand(5, -20)]
    assert chosen(*played) == [(1, "lost"), (3, "knockout"), (5, "deciding")]


def test_a_player_who_loses_while_others_go_out_has_knocked_out_nobody() -> None:
    assert chosen(hand(1, -10, "bice"), hand(2, 80), hand(3, -90, "me")) == [
        (1, "lost"),
        (2, "won"),
        (3, "deciding"),
    ]


def test_of_few_hands_all_are_named_and_of_none_none() -> None:
    assert chosen() == []
    assert chosen(hand(1, -1500)) == [(1, "deciding")]
    assert chosen(hand(1, 0), hand(2, 0)) == [(2, "deciding")], (
        "a hand that changed nothing is none"
    )


@given(st.lists(st.integers(-1000, 1000), max_size=30))
def test_at_most_three_hands_are_named_once_each_with_the_last_and_in_order(
    changes: list[int],
) -> None:
    played = [hand(number, change) for number, change in enumerate(changes, start=1)]
    found = chosen(*played)
    numbers = [number for number, _ in found]
    assert len(found) <= MOST
    assert numbers == sorted({*numbers})
    assert [why for _, why in found].count("deciding") == bool(changes)
