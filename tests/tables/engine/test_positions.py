"""Where the button and the blinds go."""

from itertools import combinations, permutations
from typing import get_args

import pytest

from tables import engine
from tables.engine import Positions
from tables.engine.positions import between
from tests.harness.long_forms import longer

BUTTONS = get_args(engine.Button)


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
@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize(
    ("before", "seats", "after"),
    [
        # After an arrival the settled posted it twice running.
        ((1, 3, 4), [1, 2, 3, 4], (3, 4, 1)),
        ((1, 2, 4), [1, 2, 3, 4], (2, 4, 1)),
        ((2, 2, 1), [1, 3], (1, 1, 3)),
        # After heads-up the button is right of the small blind.
        ((1, 1, 3), [1, 2, 3], (2, 3, 1)),
        ((1, 1, 2), [1, 2, 3], (1, 2, 3)),
    ],
)
def test_the_big_blind_goes_to_the_first_player_left_of_the_last(
    before: tuple[int, int, int],
    seats: list[int],
    after: tuple[int, int, int],
    button: engine.Button,
) -> None:
    expected = Positions(*after)
    if button == "forward" and before == (1, 2, 4):
        expected = Positions(3, 4, 1)
    assert engine.next_positions(Positions(*before), seats, button=button) == expected


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(
    ("left", "dead", "forward"),
    [
        ([1, 2, 3, 4], (2, 3, 4), (2, 3, 4)),
        ([1, 3, 4], (2, 3, 4), (1, 3, 4)),  # nobody has the dead button; the other stays
        ([1, 2, 4], (2, 3, 4), (1, 2, 4)),  # nobody posts the small blind; the button stays
        ([1, 4, 5], (2, 3, 4), (5, 1, 4)),  # the button steps back
        ([2, 3], (3, 3, 2), (3, 3, 2)),
    ],
)
def test_a_dead_button_follows_the_blinds_and_the_other_goes_to_players(
    left: list[int], dead: tuple[int, int, int], forward: tuple[int, int, int]
) -> None:
    before = Positions(button=1, small_blind=2, big_blind=3)
    assert engine.next_positions(before, left) == Positions(*dead)
    assert engine.next_positions(before, left, button="forward") == Positions(*forward)


@pytest.mark.rule("BTN-3")
def test_a_dead_button_never_stands_on_the_big_blind() -> None:
    """The small blind is the next big blind: between the two somebody has sat down."""
    positions = engine.next_positions(Positions(1, 2, 4), [2, 3, 4])
    assert positions == Positions(button=3, small_blind=4, big_blind=2)
    # Nor between the blinds: with 3 gone the big blind passes it.
    positions = engine.next_positions(Positions(2, 3, 1), [4, 5, 6])
    assert positions == Positions(button=6, small_blind=1, big_blind=4)


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(
    ("before", "seats", "after", "dealt"),
    [
        ((1, 2, 5), [1, 2, 3, 5, 6], (2, 5, 6), [1, 2, 5, 6]),
        # Only two others play: as two, and the third has the next big blind.
        ((1, 2, 4), [1, 3, 4], (4, 4, 1), [1, 4]),
        ((1, 2, 5), [3, 5, 6], (5, 5, 6), [5, 6]),
        # Everybody else has just sat down there: nobody waits.
        ((1, 2, 5), [3, 4, 6], (4, 5, 6), [3, 4, 6]),
    ],
)
def test_who_sits_between_button_and_small_blind_waits_a_hand(
    before: tuple[int, int, int],
    seats: list[int],
    after: tuple[int, int, int],
    dealt: list[int],
) -> None:
    positions = engine.next_positions(Positions(*before), seats)
    assert positions == Positions(*after)
    assert engine.dealt_in(positions, seats) == dealt
    forward = engine.next_positions(Positions(*before), seats, button="forward")
    assert engine.dealt_in(forward, seats) == seats


def test_without_blinds_the_button_goes_to_the_next_player() -> None:
    before = Positions(button=1, small_blind=2, big_blind=3)
    after = engine.next_positions(before, [2, 3, 5], button=None)
    assert after == Positions(button=2, small_blind=3, big_blind=5)
    assert engine.next_positions(after, [1, 2, 5], button=None).button == 5


@pytest.mark.rule("MIX-1")
def test_an_orbit_ends_when_the_big_blind_passes_the_last_seat() -> None:
    """The button may stay or step back; the big blind never does."""
    assert not engine.begins_orbit(None, Positions(1, 2, 3))
    assert not engine.begins_orbit(Positions(1, 2, 3), Positions(1, 3, 4))
    assert engine.begins_orbit(Positions(1, 3, 4), Positions(3, 4, 1))


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


def placings(seats: int) -> list[Positions]:
    """Wherever button and blinds of a hand may have been."""
    numbers = range(1, seats + 1)
    two = [Positions(small, small, big) for small, big in permutations(numbers, 2)]
    return two + [
        Positions(*places)
        for three in combinations(numbers, 3)
        for places in (three, (*three[1:], three[0]), (three[2], *three[:2]))
    ]


def tables(seats: int) -> list[list[int]]:
    """Everybody who may sit there at the next hand, two at least."""
    numbers = range(1, seats + 1)
    return [[*who] for count in numbers[1:] for who in combinations(numbers, count)]


# Of each number of seats every table after every hand: all departures and arrivals at once.
LARGEST = longer(10, short=7)


@pytest.mark.long
@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("seats", range(2, LARGEST + 1))
def test_nobody_ever_has_the_big_blind_twice_running_or_is_passed_over(
    seats: int, button: engine.Button
) -> None:
    twice = passed = waits = 0
    cases = [(before, here) for before in placings(seats) for here in tables(seats)]
    for before, here in cases:
        after = engine.next_positions(before, here, button=button)
        dealt = engine.dealt_in(after, here)
        after.check(dealt)
        assert len(dealt) > 1
        twice += after.big_blind == before.big_blind
        passed += bool(between(before.big_blind, after.big_blind, here))
        # Who waits does so once: next the button is beyond them, whoever comes or goes.
        left_out = set(here) - set(dealt)
        waits += len(left_out)
        assert button == "dead" or not left_out
        if after.button != after.small_blind:
            assert not left_out & set(between(after.small_blind, after.big_blind, here))
        again = engine.next_positions(after, here, button=button)
        assert left_out <= set(engine.dealt_in(again, here))
    print(f"{seats} seats, {button} button: {len(cases)} cases, {waits} wait a hand")
    assert (twice, passed) == (0, 0)
