"""Points of a season are exact, and fall with the place (SERIES-1 to SERIES-4)."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.schemes import Standard
from tournaments.rules.seasons import (
    POOL_PARTS,
    PointsFormula,
    Tally,
    days_of,
    tally,
)

TABLE = PointsFormula("table", table=(1000, 700, 500, 300, 100))
ROOT = PointsFormula("root", factor=1000)
SHARE = PointsFormula("share", factor=100_00)


@pytest.mark.rule("SERIES-2")
@pytest.mark.parametrize(
    ("formula", "place", "field", "points"),
    [
        (TABLE, 1, 9, 1000),
        (TABLE, 5, 9, 100),
        (TABLE, 6, 9, 0),
        # 10 × √(24 ÷ 1) = 48.989..., and 10 × √(24 ÷ 3) = 28.284...
        (ROOT, 1, 24, 4898),
        (ROOT, 3, 24, 2828),
        (ROOT, 24, 24, 1000),
        (SHARE, 1, 9, 50_00),
        (SHARE, 2, 9, 30_00),
        (SHARE, 3, 9, 20_00),
        (SHARE, 4, 9, 0),
    ],
)
def test_the_points_of_a_place(formula: PointsFormula, place: int, field: int, points: int) -> None:
    share = {1: 500_000, 2: 300_000, 3: 200_000}.get(place, 0)
    assert formula.points(place, tied=1, field=field, share=share) == points


@pytest.mark.rule("SERIES-3")
def test_who_ties_shares_the_points_of_the_places() -> None:
    # 7 and 5 make 6 each; 3, 1 and nothing make 1.33 each.
    assert TABLE.points(2, tied=2, field=9, share=0) == 600
    assert TABLE.points(4, tied=3, field=9, share=0) == 133
    # 34.64 and 28.28 make 31.46 each.
    assert ROOT.points(2, tied=2, field=24, share=0) == 3146


@pytest.mark.rule("SERIES-3")
def test_attendance_is_added_to_every_place() -> None:
    attended = TABLE._replace(attendance=50)
    assert [attended.points(place, tied=1, field=9, share=0) for place in (1, 6)] == [1050, 50]


@pytest.mark.rule("SERIES-4")
def test_only_the_best_results_count() -> None:
    assert tally([100, 700, 300, 500], best=2) == Tally(1200, (700, 500, 300, 100), 4)
    assert tally([100, 700, 300, 500], best=None).points == 1600
    assert tally([700], best=3) == Tally(700, (700,), 1)


@pytest.mark.rule("SERIES-4")
def test_equal_points_rank_by_the_best_result_then_by_events() -> None:
    assert tally([700, 300], best=None) > tally([500, 500], best=None)
    assert tally([500, 500, 100], best=2) > tally([500, 500], best=2)
    assert tally([500, 500, 0], best=2) > tally([500, 500], best=2)
    assert tally([500, 300], best=None) == tally([300, 500], best=None)


@pytest.mark.rule("SERIES-1")
def test_a_season_is_a_month_a_quarter_or_dates() -> None:
    day, last = date(2028, 2, 10), date(2028, 4, 1)
    assert days_of("month", day, last) == (date(2028, 2, 1), date(2028, 2, 29))
    assert days_of("quarter", day, last) == (date(2028, 1, 1), date(2028, 3, 31))
    assert days_of("quarter", date(2027, 12, 31), last) == (date(2027, 10, 1), date(2027, 12, 31))
    assert days_of("dates", day, last) == (day, last)


FORMULAS = st.one_of(
    st.lists(st.integers(0, 100_000), max_size=20).map(
        lambda rows: PointsFormula("table", table=tuple(sorted(rows, reverse=True)))
    ),
    st.integers(1, 1_000_000).map(lambda factor: PointsFormula("root", factor=factor)),
    st.integers(1, 1_000_000).map(lambda factor: PointsFormula("share", factor=factor)),
)


def worth(formula: PointsFormula, place: int, tied: int, field: int) -> int:
    shares = Standard().prizes(entries=field, pool=POOL_PARTS)
    share = sum(shares[place - 1 : place - 1 + tied])
    return formula.points(place, tied=tied, field=field, share=share)


@given(FORMULAS, st.integers(1, 60))
def test_a_better_place_never_has_fewer_points(formula: PointsFormula, field: int) -> None:
    points = [worth(formula, place, 1, field) for place in range(1, field + 1)]
    assert points == sorted(points, reverse=True)
    assert all(each >= 0 for each in points)


@given(st.integers(1, 1_000_000), st.integers(1, 100_000), st.integers(1, 100_000))
def test_a_root_is_the_largest_hundredth_below_the_exact_value(
    factor: int, field: int, place: int
) -> None:
    points = PointsFormula("root", factor=factor).points(place, tied=1, field=field, share=0)
    exact_square = Fraction(factor**2 * field, place)
    assert points**2 <= exact_square < (points + 1) ** 2


@given(FORMULAS, st.integers(2, 60), st.data())
def test_a_tie_gives_out_no_more_than_its_places_are_worth(
    formula: PointsFormula, field: int, data: st.DataObject
) -> None:
    place = data.draw(st.integers(1, field - 1))
    tied = data.draw(st.integers(1, field - place + 1))
    each = worth(formula, place, tied, field)
    alone = [worth(formula, no, 1, field) for no in range(place, place + tied)]
    # Shares are added before they are rounded.
    assert -tied < sum(alone) - tied * each < tied
    assert min(alone) <= each <= max(alone) + 1


@given(st.lists(st.integers(0, 5_000), max_size=30), st.integers(1, 30))
def test_another_result_never_lowers_a_tally(results: list[int], best: int) -> None:
    before = tally(results, best=best)
    for more in (0, 2_500):
        assert tally([*results, more], best=best) > before
