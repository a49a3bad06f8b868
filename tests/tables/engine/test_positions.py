"""Where the button and the blinds go."""

import pytest

from tables import engine
from tables.engine import Positions


@pytest.mark.rule("BTN-1")
def test_the_button_moves_one_player_left_after_each_hand() -> None:
    positions = engine.next_positions(None, [2, 5, 7, 9], first_button=7)
    seen = [positions]
    for _ in range(4):
        positions = engine.next_positions(positions, [2, 5, 7, 9])
        seen.append(positions)
    assert seen == [
        Positions(button=7, small_blind=9, big_blind=2),
        Positions(button=9, small_blind=2, big_blind=5),
        Positions(button=2, small_blind=5, big_blind=7),
        Positions(button=5, small_blind=7, big_blind=9),
        Positions(button=7, small_blind=9, big_blind=2),
    ]


@pytest.mark.rule("BTN-2")
def test_heads_up_the_button_is_the_small_blind_and_the_blinds_alternate() -> None:
    first = engine.next_positions(None, [3, 8], first_button=3)
    second = engine.next_positions(first, [3, 8])
    assert first == Positions(button=3, small_blind=3, big_blind=8)
    assert second == Positions(button=8, small_blind=8, big_blind=3)


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ([1, 2], Positions(button=2, small_blind=2, big_blind=1)),
        ([1, 3], Positions(button=3, small_blind=3, big_blind=1)),
        ([2, 3], Positions(button=3, small_blind=3, big_blind=2)),
    ],
)
def test_from_three_to_two_nobody_posts_the_big_blind_twice_running(
    left: list[int], expected: Positions
) -> None:
    before = Positions(button=1, small_blind=2, big_blind=3)
    assert engine.next_positions(before, left) == expected


@pytest.mark.rule("BTN-3")
def test_heads_up_against_a_newcomer_nobody_posts_the_big_blind_twice_running() -> None:
    before = Positions(button=2, small_blind=2, big_blind=1)
    assert engine.next_positions(before, [1, 3]).big_blind == 3


@pytest.mark.rule("BTN-3")
def test_the_button_skips_players_who_left() -> None:
    before = Positions(button=1, small_blind=2, big_blind=3)
    expected = Positions(button=4, small_blind=5, big_blind=1)
    assert engine.next_positions(before, [1, 4, 5]) == expected


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ([1, 2, 3, 4], Positions(button=2, small_blind=3, big_blind=4)),
        ([1, 3, 4], Positions(button=2, small_blind=3, big_blind=4)),  # nobody has the button
        ([1, 2, 4], Positions(button=2, small_blind=3, big_blind=4)),  # nobody posts it
        ([2, 3], Positions(button=3, small_blind=3, big_blind=2)),
    ],
)
def test_a_dead_button_follows_the_blinds_into_empty_seats(
    left: list[int], expected: Positions
) -> None:
    before = Positions(button=1, small_blind=2, big_blind=3)
    assert engine.next_positions(before, left, dead_button=True) == expected


@pytest.mark.rule("BTN-3")
def test_from_heads_up_to_three_a_dead_button_begins_anew() -> None:
    before = Positions(button=1, small_blind=1, big_blind=3)
    expected = Positions(button=2, small_blind=3, big_blind=1)
    assert engine.next_positions(before, [1, 2, 3], dead_button=True) == expected


@pytest.mark.parametrize("drawn", [None, 4])
def test_the_first_button_is_drawn_among_the_seats(drawn: int | None) -> None:
    with pytest.raises(ValueError, match="button"):
        engine.next_positions(None, [1, 2, 3], first_button=drawn)


def test_a_single_seat_has_no_positions() -> None:
    with pytest.raises(ValueError, match="two seats"):
        engine.next_positions(None, [1], first_button=1)


def test_positions_survive_json() -> None:
    positions = Positions(button=1, small_blind=2, big_blind=3)
    assert Positions.from_json(positions.to_json()) == positions
