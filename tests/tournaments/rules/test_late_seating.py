"""LATE-1: which seat a latecomer draws, and when the draw is made again."""

import pytest

from core.types import SeatNo
from tables.engine import Button, Positions
from tournaments.rules import late_seating
from tournaments.rules.late_seating import TableSeat
from tournaments.rules.table_occupancy import TablePlan

pytestmark = pytest.mark.rule("LATE-1")

# Button 1, small blind 2, big blind 3: seat 4 posts the next big blind, seat 3 the small one.
FIVE = TablePlan(id=7, max_seats=6, seats=frozenset({1, 2, 3, 4, 5}), positions=Positions(1, 2, 3))


def test_every_seat_of_every_table_goes_by_one_number() -> None:
    drawn = [late_seating.place(number, [7, 9], max_seats=6) for number in range(12)]
    assert drawn == [TableSeat(table, SeatNo(seat)) for table in (7, 9) for seat in range(1, 7)]


@pytest.mark.parametrize(
    ("seat", "hands", "moves"),
    [
        (5, None, True),
        (1, None, True),
        (5, 10, True),
        (5, 9, False),
        (5, 0, False),
        (4, None, False),
        (4, 50, False),
    ],
)
def test_who_was_moved_within_ten_hands_or_posts_the_big_blind_next_stays(
    seat: int, hands: int | None, moves: bool
) -> None:
    assert late_seating.may_move(FIVE, seat, hands=hands) == moves


def test_before_the_first_hand_nobody_is_due_for_the_big_blind() -> None:
    fresh = TablePlan(id=1, max_seats=6, seats=frozenset({1, 2}))
    assert late_seating.may_move(fresh, 1, hands=None)
    assert late_seating.suits(fresh, 1)


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(("seat", "suits"), [(3, False), (4, True), (5, True), (6, True)])
def test_a_latecomer_never_begins_as_the_small_blind(seat: int, suits: bool) -> None:
    assert late_seating.suits(FIVE, seat) == suits


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(
    ("there", "button", "seat", "suits"),
    [
        # Seat 2 is empty: the button stands there, or stays with 1; without blinds 3 deals next.
        ({1, 3, 4, 5}, "dead", 3, False),
        ({1, 3, 4, 5}, "forward", 3, False),
        ({1, 3, 4, 5}, None, 3, True),
        ({1, 2, 3}, "dead", 3, False),
        # Beside a single player, who cannot play alone, any seat will do.
        ({1, 3}, "dead", 3, True),
    ],
)
def test_who_begins_as_the_small_blind_depends_on_who_is_there(
    there: set[int], button: Button | None, seat: int, suits: bool
) -> None:
    plan = FIVE._replace(seats=frozenset(there), button=button)
    assert late_seating.suits(plan, seat) == suits


def test_at_an_empty_table_every_seat_suits() -> None:
    assert all(late_seating.suits(TablePlan(id=1, max_seats=6), seat) for seat in range(1, 7))
