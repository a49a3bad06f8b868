"""A pot that nobody wins is parted where the session or the event ends (DRAW-2)."""

import pytest

from tables.engine.positions import equal_parts


@pytest.mark.rule("DRAW-2")
@pytest.mark.parametrize(
    ("pot", "seats", "button", "parts"),
    [
        (900, [1, 2, 5], 2, {5: 300, 1: 300, 2: 300}),
        (901, [1, 2, 5], 2, {5: 301, 1: 300, 2: 300}),
        (902, [1, 2, 5], 5, {1: 301, 2: 301, 5: 300}),
        (7, [3], 3, {3: 7}),
    ],
)
def test_odd_chips_go_one_by_one_from_the_left_of_the_button(
    pot: int, seats: list[int], button: int, parts: dict[int, int]
) -> None:
    assert equal_parts(pot, seats, button=button) == parts
