"""Seats for a bigger event."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.satellites import satellite


@pytest.mark.rule("PAY-SAT")
@pytest.mark.parametrize(
    ("entries", "pool", "seat", "secondary", "won"),
    [
        (25, 75_000, 30_000, 6_000, [30_000] * 2 + [6_000] * 2 + [3_000]),
        (26, 78_000, 30_000, 6_000, [30_000] * 2 + [6_000] * 3),
        (27, 81_000, 30_000, 6_000, [30_000] * 2 + [6_000] * 3 + [3_000]),
        (40, 116_000, 25_000, 0, [25_000] * 4 + [16_000]),
        (40, 116_000, 25_000, 5_000, [25_000] * 4 + [5_000] * 3 + [1_000]),
        (20, 20_000, 25_000, 0, [20_000]),
        (20, 0, 25_000, 0, []),
        (3, 50_000, 25_000, 0, [25_000, 25_000]),
        # More is guaranteed than the few who came can win in seats.
        (2, 75_001, 25_000, 0, [37_501, 37_500]),
        (4, 79_000, 30_000, 6_000, [30_000, 30_000, 9_500, 9_500]),
    ],
)
def test_as_many_seats_as_the_pool_covers(
    entries: int, pool: int, seat: int, secondary: int, won: list[int]
) -> None:
    assert satellite(seat=seat, secondary=secondary, entries=entries, pool=pool) == won


@pytest.mark.rule("PAY-SAT", "PAY-ROUND")
@given(
    entries=st.integers(1, 500),
    pool=st.integers(0, 10**7),
    seat=st.integers(2, 50_000),
    data=st.data(),
)
def test_seats_sum_to_the_pool_and_never_rise(
    entries: int, pool: int, seat: int, data: st.DataObject
) -> None:
    secondary = data.draw(st.integers(0, seat - 1))
    won = satellite(seat=seat, secondary=secondary, entries=entries, pool=pool)
    assert sum(won) == pool
    assert won == sorted(won, reverse=True)
    assert len(won) <= entries
