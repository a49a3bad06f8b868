"""What a starting stack is made of, and which kinds of chips are needed (LIVE-7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal
from tournaments.refusals import EventCode
from tournaments.rules import chip_stock

pytestmark = pytest.mark.rule("LIVE-7")

KINDS = [25, 100, 500, 1000, 5000]


@pytest.mark.parametrize(
    ("chips", "kinds", "stack"),
    [
        (1500, KINDS, {25: 8, 100: 8, 500: 1}),
        (20_000, KINDS, {25: 8, 100: 8, 500: 2, 1000: 8, 5000: 2}),
        (10_000, KINDS, {25: 8, 100: 8, 500: 2, 1000: 8}),
        (20_000, [100, 500, 1000, 5000], {100: 10, 500: 2, 1000: 8, 5000: 2}),
        (200, KINDS, {25: 8}),
        (75, KINDS, {25: 3}),
        (3000, [1000], {1000: 3}),
    ],
)
def test_a_stack_has_change_in_its_small_chips(
    chips: int, kinds: list[int], stack: dict[int, int]
) -> None:
    assert chip_stock.stack_of(chips, kinds) == stack


@given(
    ratios=st.lists(st.integers(2, 10), max_size=5),
    base=st.integers(1, 25),
    many=st.integers(1, 5000),
)
def test_every_stack_comes_to_its_chips_and_can_be_changed(
    ratios: list[int], base: int, many: int
) -> None:
    kinds = [base]
    for ratio in ratios:
        kinds.append(kinds[-1] * ratio)
    stack = chip_stock.stack_of(many * base, kinds)
    assert sum(kind * number for kind, number in stack.items()) == many * base
    assert all(stack.values())
    assert {type(number) for number in stack.values()} == {int}
    if len(stack) > 1:
        # The smallest pays for two of the next, every other for one.
        used = [kind for kind in kinds if kind in stack]
        assert used[0] == base
        assert stack[base] * base >= 2 * kinds[1]


@pytest.mark.parametrize(
    ("amounts", "needed"),
    [([25, 50, 1500], 25), ([100, 200, 25], 25), ([100, 200, 1000], 100), ([1000, 2000], 1000)],
)
def test_the_smallest_kind_is_the_one_that_blinds_and_stacks_need(
    amounts: list[int], needed: int
) -> None:
    assert chip_stock.smallest(KINDS, amounts=amounts) == needed


def test_chips_that_cannot_be_changed_or_that_are_too_large_or_too_few_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        chip_stock.check_kinds([20, 50])
    assert (refused.value.code, refused.value.context) == (
        EventCode.CHIPS_DO_NOT_DIVIDE,
        {"small": 20, "large": 50},
    )
    with pytest.raises(Refusal) as refused:
        chip_stock.smallest([100, 500], amounts=[100, 50])
    assert (refused.value.code, refused.value.context) == (
        EventCode.CHIPS_TOO_LARGE,
        {"amount": 50},
    )
    stack = {25: 8, 100: 8}
    chip_stock.check_enough({25: 80, 100: 80}, stack, stacks=10)
    with pytest.raises(Refusal) as refused:
        chip_stock.check_enough({25: 80, 100: 79}, stack, stacks=10)
    assert refused.value.code == EventCode.NOT_ENOUGH_CHIPS
    assert refused.value.context == {"kind": 100, "needed": 80, "there": 79}
    assert chip_stock.stacks_left({25: 80, 100: 79}, stack, made=3) == 6
    assert chip_stock.stacks_left({25: 80, 100: 79}, stack, made=30) == 0
