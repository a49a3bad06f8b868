"""TRN-3: tables found by how full they are, and tables looked at one by one, give one answer."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import next_positions
from tests.harness.long_forms import longer
from tests.tournaments import plain_seating
from tournaments.rules import seating
from tournaments.rules.table_occupancy import Field, TablePlan

pytestmark = pytest.mark.rule("TRN-3")


@st.composite
def tables(draw: st.DrawFn, pk: int, max_seats: int) -> TablePlan:
    seats = draw(st.frozensets(st.integers(1, max_seats)))
    positions = None
    if len(seats) > 1 and draw(st.booleans()):
        positions = next_positions(
            None, sorted(seats), first_button=draw(st.sampled_from(sorted(seats)))
        )
    return TablePlan(pk, max_seats, seats, positions, ready=draw(st.booleans()))


def hard_to_guess(table_id: int, seat: int) -> int:
    """How often who sits there was moved."""
    return (7 * table_id + seat) % 3


@pytest.mark.middling
@pytest.mark.long
@given(data=st.data(), max_seats=st.integers(2, 10))
def test_a_field_kept_by_changes_answers_as_one_that_is_looked_through(
    data: st.DataObject, max_seats: int
) -> None:
    field, plain = Field(), dict[int, TablePlan]()
    for _ in range(data.draw(st.integers(1, longer(40, short=12)))):
        pk = data.draw(st.integers(1, 8))
        if data.draw(st.integers(0, 3)):
            field.put(data.draw(tables(pk, max_seats)))
            plain[pk] = field[pk]
        else:
            field.drop(pk)
            plain.pop(pk, None)
        ordered = [plain[pk] for pk in sorted(plain)]
        assert list(field) == ordered
        assert len(field) == len(ordered)
        assert field.ids == sorted(plain)
        assert field.players == sum(len(table.seats) for table in ordered)
        assert field.room == sum(table.room for table in ordered)
        but, spare = data.draw(st.integers(0, 8)), data.draw(st.integers(0, 3))
        assert seating.place_for_newcomer(field, but=but) == plain_seating.place_for_newcomer(
            ordered, but=but
        )
        assert seating.table_to_break(field, spare=spare) == plain_seating.table_to_break(
            ordered, spare=spare
        )
        assert seating.too_short(field) == plain_seating.too_short(ordered)
        assert seating.next_balancing(field, moved=hard_to_guess) == plain_seating.next_balancing(
            ordered, moved=hard_to_guess
        )
        count = data.draw(st.integers(0, 6))
        order = Random(count).sample(range(1, max_seats + 1), max_seats)
        assert seating.place(
            range(count), field.emptiest(count, but=[but]), seat_order=order
        ) == seating.place(
            range(count), [table for table in ordered if table.id != but], seat_order=order
        )
