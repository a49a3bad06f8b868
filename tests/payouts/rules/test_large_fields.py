"""Standard prizes beyond the grid."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.large_fields import large_field
from payouts.rules.schemes import Standard
from payouts.rules.standard_table import SERVED_BY_GRID

fields = st.integers(SERVED_BY_GRID + 1, 300_000)


def is_round(cents: int) -> bool:
    return not str(cents)[2:].strip("0")


@pytest.mark.rule("PAY-STD")
def test_ten_thousand_entries_of_ten_euro() -> None:
    won = large_field(entries=10_000, pool=10_000_000)
    top = [1_550_600, 700_000, 440_000, 310_000, 240_000, 200_000, 170_000, 140_000, 130_000]
    assert won[:9] == top
    assert (len(won), won[9], won[99], won[-1]) == (1_500, 98_000, 7_900, 2_000)
    assert sum(won) == 10_000_000


@pytest.mark.rule("PAY-STD", "PAY-ROUND")
@given(entries=fields, pool=st.integers(0, 10**12))
def test_prizes_sum_to_the_pool_and_never_rise(entries: int, pool: int) -> None:
    won = large_field(entries=entries, pool=pool)
    assert sum(won) == pool
    assert won == sorted(won, reverse=True)
    assert len(won) == entries * 15 // 100


@pytest.mark.rule("PAY-STD", "POOL-1")
@given(entries=fields, buy_in=st.integers(20, 20_000))
def test_nobody_paid_gets_less_than_the_dearest_entry_right_allowed(
    entries: int, buy_in: int
) -> None:
    won = large_field(entries=entries, pool=entries * buy_in)
    assert 80 * won[-1] >= 100 * buy_in


@pytest.mark.rule("PAY-STD")
@given(entries=fields, buy_in=st.integers(100, 20_000))
def test_all_prizes_but_the_first_are_round_and_few(entries: int, buy_in: int) -> None:
    won = large_field(entries=entries, pool=entries * buy_in)
    amounts = [amount for amount, _ in groupby(won)]
    assert all(is_round(amount) for amount in amounts[1:])
    assert len(amounts) <= 60


@pytest.mark.rule("PAY-STD")
@pytest.mark.parametrize(
    ("entries", "bands"),
    [(1_293, [18, 27, 27, 40]), (1_294, [18, 27, 27, 27, 14])],
    ids=["193 places", "194 places"],
)
def test_a_last_band_of_at_most_half_its_width_joins_the_one_before(
    entries: int, bands: list[int]
) -> None:
    """Places 154 to 180 are a band: up to 13 places more belong to it, 14 are their own."""
    won = large_field(entries=entries, pool=10**12)
    assert [len(list(equal)) for _, equal in groupby(won)][-len(bands) :] == bands


@pytest.mark.rule("PAY-STD")
def test_the_first_prize_hardly_changes_where_the_grid_ends() -> None:
    before, after = (
        Standard().prizes(entries=entries, pool=1_100_000)
        for entries in (SERVED_BY_GRID, SERVED_BY_GRID + 1)
    )
    assert after[0] == pytest.approx(before[0], rel=0.1)
    assert len(before) <= len(after)
