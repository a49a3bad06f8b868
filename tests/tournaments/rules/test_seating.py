"""TRN-3: who sits where, who moves, and which table breaks."""

from collections import Counter
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import Button, Positions, dealt_in, next_positions
from tests.harness.long_forms import longer
from tests.tables.engine.test_positions import placings
from tests.tables.engine.test_positions import tables as everybody
from tournaments.rules.seating import (
    due_for_a_blind,
    due_for_big_blind,
    givers_to_come,
    next_balancing,
    place,
    place_for_newcomer,
    seat_for_newcomer,
    table_to_break,
    tables_needed,
    too_short,
)
from tournaments.rules.table_occupancy import Field, TablePlan

pytestmark = pytest.mark.rule("TRN-3")


def never(_table: int, _seat: int) -> int:
    """Nobody has been moved before."""
    return 0


def table(
    seats: str, *, pk: int = 1, button: tuple[int, int, int] | None = None, ready: bool = True
) -> TablePlan:
    """A table drawn as a row of seats: ``x`` taken, ``.`` free; ``button``: BTN, SB, BB."""
    taken = frozenset(no for no, seat in enumerate(seats, start=1) if seat == "x")
    return TablePlan(pk, len(seats), taken, button and Positions(*button), ready)


@pytest.mark.parametrize(
    ("players", "max_seats", "tables"), [(2, 9, 1), (9, 9, 1), (10, 9, 2), (40, 6, 7), (18, 9, 2)]
)
def test_as_few_tables_as_seat_everybody(players: int, max_seats: int, tables: int) -> None:
    assert tables_needed(players, max_seats=max_seats) == tables


@given(players=st.integers(2, 60), max_seats=st.integers(2, 10), data=st.data())
def test_the_draw_gives_everybody_one_seat_at_tables_within_one(
    players: int, max_seats: int, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(100, 100 + players)))
    seat_order = data.draw(st.permutations(range(1, max_seats + 1)))
    needed = tables_needed(players, max_seats=max_seats)
    tables = [TablePlan(pk, max_seats) for pk in range(1, needed + 1)]
    placings = place(order, tables, seat_order=seat_order)
    assert [placing.player for placing in placings] == list(order)
    assert len({(placing.table, placing.seat) for placing in placings}) == players
    sizes = Counter(placing.table for placing in placings).values()
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(
    ("tables", "expected", "why"),
    [
        ([("xxxx..", (1, 2, 3)), ("xxx...", (1, 2, 3))], (2, 4), "the emptiest, next big blind"),
        ([("xx.xxx", (1, 2, 3)), ("xxxxx.", (1, 2, 3))], (2, 6), "never into the small blind"),
        ([("xx.xxx", (1, 2, 3)), ("xxxxxx", (1, 2, 3))], None, "nowhere but the small blind"),
        ([("xxxxxx", (1, 2, 3)), ("......", None)], (2, 1), "a table opened for them"),
    ],
)
def test_a_latecomer_waits_least_for_the_big_blind(
    tables: list[tuple[str, tuple[int, int, int] | None]],
    expected: tuple[int, int] | None,
    why: str,
) -> None:
    plans = [table(seats, pk=pk, button=button) for pk, (seats, button) in enumerate(tables, 1)]
    assert place_for_newcomer(Field(plans)) == expected, why


def test_the_drawn_sit_at_the_emptiest_table_in_the_first_free_seat_of_the_draw() -> None:
    tables = [table("xxxx..", pk=1), table("xxx...", pk=2), table("xxxx..", pk=3)]
    [placing] = place([7], tables, seat_order=[2, 6, 1, 3, 4, 5])
    assert placing == (7, 2, 6)


def test_nobody_is_placed_where_no_seat_is_free() -> None:
    assert place([7], [table("xx")], seat_order=[1, 2]) == []


@pytest.mark.parametrize(
    ("tables", "spare", "broken"),
    [
        ([table("xxx...", pk=1)], 0, None),
        ([table("xxxx..", pk=1), table("xxx...", pk=2)], 0, None),
        ([table("xxxx..", pk=1), table("xx....", pk=2)], 0, 2),
        ([table("xx....", pk=1), table("xxxx..", pk=2)], 0, 1),
        ([table("xxx...", pk=1), table("xxx...", pk=2)], 0, 2),
        ([table("xxx...", pk=1), table("xxx...", pk=2, ready=False)], 0, 1),
        ([table("xxx...", pk=1), table("xxx...", pk=2)], 1, None),
        ([table("x.", pk=1), table("x.", pk=2)], 1, 2),
        ([table("x..", pk=1), table("xx.", pk=2), table("xxx", pk=3)], 1, 1),
        ([table("x.", pk=1), table("xx", pk=2)], 1, None),
        ([table("xxxxxx", pk=1), table("xxx...", pk=2), table("xxxx..", pk=3)], 0, None),
        ([table("xxxxxx", pk=1), table("xx....", pk=2), table("xxxx..", pk=3)], 0, 2),
    ],
)
def test_the_table_with_the_fewest_players_breaks_when_the_others_can_take_them(
    tables: list[TablePlan], spare: int, broken: int | None
) -> None:
    assert table_to_break(Field(tables), spare=spare) == broken


@pytest.mark.parametrize(
    ("seats", "button", "due"),
    [
        ("xxxxxx", (1, 2, 3), 4),
        ("xxxxxx", (4, 5, 6), 1),
        ("xxx..x", (1, 2, 3), 6),
        ("x.x..x", (1, 2, 3), 6),
        ("x..x..", (1, 1, 4), 1),
        ("x..x..", (4, 4, 1), 4),
    ],
)
def test_the_player_due_for_the_big_blind_moves(
    seats: str, button: tuple[int, int, int], due: int
) -> None:
    assert due_for_big_blind(table(seats, button=button)) == due


def test_without_blinds_the_second_left_of_the_next_dealer_moves() -> None:
    """Seat 2 is empty: 3 deals next, where a big blind would only come to 4."""
    plan = table("x.xxx.", button=(1, 2, 3))
    assert due_for_big_blind(plan) == 4
    assert due_for_big_blind(plan._replace(button=None)) == 5


@pytest.mark.parametrize(
    ("seats", "button", "seat", "why"),
    [
        ("xxx...", (1, 2, 3), 4, "next left of the big blind: posts it in the next hand"),
        ("xxxx..", (1, 2, 3), 5, "seat 4 posts before the newcomer does"),
        ("xx.xxx", (1, 2, 3), None, "would post the small blind next"),
        ("xxx.xx", (2, 3, 5), 4, "not dealt in next, but no other seat is free"),
        ("xxx..x", (1, 3, 6), 4, "2 is taken; 4 and 5 are between: the first of them"),
        ("x.....", (1, 1, 4), 5, "beside a single player any seat will do"),
        (".xxxxx", (2, 3, 4), 1, "on the big blind's left, after 5 and 6"),
        ("x.xxx.", (1, 3, 4), 6, "between button and small blind is last of all"),
        ("......", None, 1, "an empty table"),
        ("xx....", None, 3, "no hand has been dealt here yet"),
        ("xxxxxx", (1, 2, 3), None, "full"),
    ],
)
def test_the_seat_due_for_the_big_blind_soonest_is_taken(
    seats: str, button: tuple[int, int, int] | None, seat: int | None, why: str
) -> None:
    assert seat_for_newcomer(table(seats, button=button)) == seat, why


@pytest.mark.parametrize(
    ("sizes", "waiting", "givers"),
    [
        ({}, (), []),
        ({1: 5, 2: 4}, (), []),
        ({1: 6, 2: 4}, (), [1]),
        ({1: 4, 2: 6, 3: 6}, (), [2]),
        ({1: 4, 2: 6, 3: 6}, (3,), [3]),
        ({1: 4, 2: 7, 3: 6}, (3,), [2]),
        ({1: 9, 2: 6, 3: 6}, (), [1, 1]),
        ({1: 9, 2: 9, 3: 1}, (), [1, 2, 1, 2, 1]),
    ],
)
def test_the_fullest_give_one_by_one_until_all_are_within_one(
    sizes: dict[int, int], waiting: tuple[int, ...], givers: list[int]
) -> None:
    assert givers_to_come(sizes, waiting=waiting) == givers


def test_between_full_and_short_one_player_moves() -> None:
    tables = [
        table("xxxxxx", pk=1, button=(1, 2, 3)),
        table("xxxx..", pk=2, button=(2, 3, 4)),
    ]
    assert next_balancing(Field(tables), moved=never) == (1, 4, 2, 5)


def test_tables_within_one_of_each_other_are_left_alone() -> None:
    tables = [table("xxxxx.", pk=1, button=(1, 2, 3)), table("xxxx..", pk=2, button=(1, 2, 3))]
    assert next_balancing(Field(tables), moved=never) is None


def test_nobody_leaves_a_table_in_the_middle_of_a_hand() -> None:
    tables = [
        table("xxxxxx", pk=1, button=(1, 2, 3), ready=False),
        table("xxxx..", pk=2, button=(1, 2, 3)),
    ]
    assert next_balancing(Field(tables), moved=never) is None


def test_a_newcomer_waits_at_a_table_that_plays() -> None:
    tables = [
        table("xxxxxx", pk=1, button=(1, 2, 3)),
        table("xxxx..", pk=2, button=(1, 2, 3), ready=False),
    ]
    assert next_balancing(Field(tables), moved=never) == (1, 4, 2, 5)


def test_a_table_above_its_share_gives_while_the_fullest_plays() -> None:
    tables = [
        table("xxxxxxxxx", pk=1, button=(1, 2, 3), ready=False),
        table("xxxxxxxx.", pk=2, button=(1, 2, 3)),
        table("x........", pk=3),
    ]
    assert next_balancing(Field(tables), moved=never) == (2, 4, 3, 2)


def test_a_table_at_its_share_waits_for_the_fullest() -> None:
    tables = [
        table("xxxxxxxxxx", pk=1, button=(1, 2, 3), ready=False),
        table("xxxxxxxx..", pk=2, button=(1, 2, 3)),
        table("xxxxxx....", pk=3, button=(1, 2, 3)),
    ]
    assert next_balancing(Field(tables), moved=never) is None


@pytest.mark.parametrize(
    ("moves", "giver"),
    [({}, 1), ({(1, 4): 1}, 2), ({(1, 4): 2, (2, 5): 3}, 1), ({(1, 1): 5, (2, 5): 1}, 1)],
)
def test_of_equal_tables_the_one_gives_whose_player_was_moved_least(
    moves: dict[tuple[int, int], int], giver: int
) -> None:
    tables = [
        table("xxxxx.", pk=1, button=(1, 2, 3)),
        table("xxxxx.", pk=2, button=(2, 3, 4)),
        table("xxx...", pk=3, button=(1, 2, 3)),
    ]
    step = next_balancing(Field(tables), moved=lambda at, seat: moves.get((at, seat), 0))
    assert step is not None
    assert step.from_table == giver


@pytest.mark.parametrize(
    ("tables", "stopped"),
    [
        (["xxxxxxxxx", "xx......."], {2}),
        (["xxxxxxxxx", "xxxxxx..."], {2}),
        (["xxxxxxxxx", "xxxxxxx.."], set()),
        (["xxxxxxxxx", "xxxxxx...", "xxxxx....", "xxxxxxx.."], {2, 3}),
        (["xxx......"], set()),
    ],
)
def test_a_table_three_short_of_the_fullest_stops_until_it_is_balanced(
    tables: list[str], stopped: set[int]
) -> None:
    busy = [
        table(row, pk=pk, button=(1, 2, 3) if pk == 1 else None, ready=pk > 1)
        for pk, row in enumerate(tables, start=1)
    ]
    assert too_short(Field(busy)) == stopped


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(
    ("seats", "button", "due"),
    [
        ("xxxx", (1, 2, 3), {3, 4}),
        ("xxxx", (2, 3, 4), {4, 1}),
        ("x.xx", (1, 3, 4), {4, 1}),
        ("xx", (1, 1, 2), {1, 2}),
        ("x...", (1, 2, 3), set()),
        ("xxxx", None, set()),
    ],
)
def test_everybody_at_a_table_counts_for_who_is_due_for_a_blind(
    seats: str, button: tuple[int, int, int] | None, due: set[int]
) -> None:
    assert due_for_a_blind(table(seats, button=button)) == due


@st.composite
def rooms(draw: st.DrawFn) -> list[TablePlan]:
    max_seats = draw(st.integers(2, 10))
    tables = []
    for pk in range(1, draw(st.integers(2, 6)) + 1):
        seats = draw(st.frozensets(st.integers(1, max_seats)))
        positions = None
        if len(seats) > 1 and draw(st.booleans()):
            button = draw(st.sampled_from(sorted(seats)))
            positions = next_positions(None, sorted(seats), first_button=button)
        tables.append(TablePlan(pk, max_seats, seats, positions))
    return tables


@given(tables=rooms())
def test_balancing_ends_within_one_and_never_in_the_small_blind(tables: list[TablePlan]) -> None:
    room = {table.id: table for table in tables}
    players = sum(len(table.seats) for table in tables)
    for _ in range(players + 1):
        step = next_balancing(Field(room.values()), moved=never)
        if step is None:
            break
        giver, taker = room[step.from_table], room[step.to_table]
        assert step.from_seat in giver.seats
        assert step.to_seat in taker.free
        room[giver.id] = TablePlan(
            giver.id, giver.max_seats, giver.seats - {step.from_seat}, giver.positions
        )
        room[taker.id] = taker.with_seat(step.to_seat)
        if taker.positions and len(taker.seats) > 1:
            coming = next_positions(taker.positions, sorted(room[taker.id].seats))
            assert coming.small_blind != step.to_seat
    else:
        raise AssertionError("balancing does not end")
    sizes = {pk: len(table.seats) for pk, table in room.items()}
    assert sum(sizes.values()) == players
    fewest = [table for table in room.values() if len(table.seats) == min(sizes.values())]
    # Only a table whose free seats all post the small blind next is left short.
    if any(seat_for_newcomer(table) is not None for table in fewest):
        assert max(sizes.values()) - min(sizes.values()) <= 1


@pytest.mark.long
@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize("button", get_args(Button))
@pytest.mark.parametrize("seats", range(2, longer(8, short=6) + 1))
def test_a_newcomer_gets_the_small_blind_never_and_waits_only_where_no_other_seat_is_free(
    seats: int, button: Button
) -> None:
    """After every hand, at every table with a free seat."""
    cases = [(before, here) for before in placings(seats) for here in everybody(seats)[:-1]]
    for before, here in cases:
        plan = TablePlan(1, seats, frozenset(here), before, button=button)
        dealt, small = {}, {}
        for free in plan.free:
            there = sorted([*here, free])
            after = next_positions(before, there, button=button)
            dealt[free] = free in dealt_in(after, there)
            small[free] = after.small_blind == free and len(there) > 2
        seat = seat_for_newcomer(plan)
        if seat is None:
            assert all(small.values())
        else:
            assert not small[seat]
            assert dealt[seat] or not any(dealt[free] and not small[free] for free in plan.free)
