"""The independent chip model against a slow obvious one, and its two ways against each other."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.icm import by_quadrature, exact, worth

CENT = 0.01


def every_order(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """The model as it is told: draw the next place, then play on without its owner."""
    won = [Fraction(0)] * len(stacks)
    if prizes:
        for i, stack in enumerate(stacks):
            chance = Fraction(stack, sum(stacks))
            won[i] += chance * prizes[0]
            others = [j for j in range(len(stacks)) if j != i]
            for j, later in zip(
                others, every_order([stacks[j] for j in others], prizes[1:]), strict=True
            ):
                won[j] += chance * later
    return won


fields = st.lists(st.integers(1, 10**6), min_size=2, max_size=5)


@pytest.mark.rule("DEAL-MAKE")
@given(fields, st.data())
def test_both_ways_agree_with_every_order_of_finish(stacks: list[int], data: st.DataObject) -> None:
    prizes = data.draw(st.lists(st.integers(0, 10**6), max_size=len(stacks)))
    told = [float(cents) for cents in every_order(stacks, prizes)]
    assert exact(stacks, prizes) == pytest.approx(told, abs=CENT / 100)
    assert by_quadrature(stacks, prizes) == pytest.approx(told, abs=CENT / 100)


@pytest.mark.rule("DEAL-MAKE")
@pytest.mark.parametrize("players", [9, 13])
def test_both_ways_agree_on_a_final_table(players: int) -> None:
    stacks = [number**3 * 1_000 for number in range(1, players + 1)]
    prizes = [10_000_000 // number for number in range(1, players + 1)]
    assert by_quadrature(stacks, prizes) == pytest.approx(exact(stacks, prizes), abs=CENT)


@pytest.mark.rule("DEAL-MAKE")
@pytest.mark.parametrize(("players", "paid"), [(16, 16), (50, 9), (100, 30)])
def test_a_large_field_is_worth_its_prizes_and_more_chips_more(players: int, paid: int) -> None:
    stacks = [number**2 for number in range(1, players + 1)]
    prizes = [100_000_000 // number for number in range(1, paid + 1)]
    values = worth(stacks, prizes)
    assert sum(values) == pytest.approx(sum(prizes), abs=CENT)
    assert values == sorted(values)
