"""Main pot, side pots and what comes back, beside a slow and obvious second opinion."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import pots
from tests.tables.engine.scenes import deal, of_type, play


@pytest.mark.rule("POT-1")
@pytest.mark.parametrize(
    ("paid", "live", "dead", "expected"),
    [
        ({1: 100, 2: 100}, [1, 2], 0, [(200, [1, 2])]),
        ({1: 20, 2: 100, 3: 100}, [1, 2, 3], 0, [(60, [1, 2, 3]), (160, [2, 3])]),
        (
            {1: 20, 2: 50, 3: 100, 4: 100},
            [1, 2, 3, 4],
            0,
            [(80, [1, 2, 3, 4]), (90, [2, 3, 4]), (100, [3, 4])],
        ),
        ({1: 30, 2: 100, 3: 100}, [2, 3], 0, [(230, [2, 3])]),
        ({1: 30, 2: 20, 3: 100, 4: 100}, [2, 3, 4], 0, [(80, [2, 3, 4]), (170, [3, 4])]),
        ({1: 20, 2: 100, 3: 100}, [1, 2, 3], 15, [(75, [1, 2, 3]), (160, [2, 3])]),
        ({1: 0, 2: 0}, [1, 2], 15, [(15, [1, 2])]),
        ({1: 0, 2: 0}, [1, 2], 0, []),
        ({1: 30, 2: 30, 3: 20}, [3], 0, [(80, [3])]),
    ],
)
def test_pots_by_what_each_seat_paid(
    paid: dict[int, int], live: list[int], dead: int, expected: list[tuple[int, list[int]]]
) -> None:
    assert pots.build(paid, live, dead) == expected


@pytest.mark.rule("POT-1")
@pytest.mark.parametrize(
    ("paid", "live", "expected"),
    [
        ({1: 1003, 2: 993}, [1, 2], (1, 10)),
        ({1: 100, 2: 100, 3: 50}, [1, 2, 3], None),
        ({1: 50, 2: 100}, [2], (2, 50)),
        ({1: 50, 2: 20, 3: 10}, [2, 3], None),
    ],
)
def test_what_nobody_can_cover_comes_back(
    paid: dict[int, int], live: list[int], expected: tuple[int, int] | None
) -> None:
    assert pots.uncalled(paid, live) == expected


@pytest.mark.rule("POT-1")
def test_the_excess_returns_before_the_pots_are_built() -> None:
    hand = deal(1003, 993, hole={1: "AsAd", 2: "KsKd"}, board="2c7d9hJs4c").hand
    step = play(hand, "2 raise 300", "1 all_in", "2 all_in")
    assert of_type(step.events, "uncalled") == [{"e": "uncalled", "seat": 1, "amount": 10}]
    assert step.hand.stacks == {1: 1996, 2: 0}


def one_chip_at_a_time(
    paid: Mapping[int, int], live: Sequence[int]
) -> list[tuple[int, frozenset[int]]]:
    """The second opinion: walk up chip by chip, and ask who paid that chip and is still in."""
    found: list[tuple[int, frozenset[int]]] = []
    for height in range(1, max(paid.values(), default=0) + 1):
        chips = sum(1 for amount in paid.values() if amount >= height)
        entitled = frozenset(seat for seat in live if paid[seat] >= height)
        if found and entitled in (found[-1][1], frozenset()):
            found[-1] = (found[-1][0] + chips, found[-1][1])
        else:
            found.append((chips, entitled or frozenset(live)))
    return found


seats_paid = st.dictionaries(st.integers(1, 10), st.integers(0, 40), min_size=2, max_size=10)


@pytest.mark.rule("POT-1")
@given(paid=seats_paid, data=st.data())
def test_pots_agree_with_counting_chip_by_chip(paid: dict[int, int], data: st.DataObject) -> None:
    live = data.draw(st.lists(st.sampled_from(sorted(paid)), min_size=1, unique=True))
    built = pots.build(paid, live)
    assert sum(pot.amount for pot in built) == sum(paid.values())
    assert [(amount, frozenset(seats)) for amount, seats in built] == one_chip_at_a_time(paid, live)
