"""Deals, by the vectors of the rulebook."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal
from payouts.refusals import MoneyCode
from payouts.rules.deals import by_chips, by_icm, check_agreed
from payouts.rules.schemes import Standard

stacks_by_rank = st.lists(st.integers(1, 10**7), min_size=2, max_size=9).map(
    lambda stacks: sorted(stacks, reverse=True)
)


@pytest.mark.rule("DEAL-MAKE")
@pytest.mark.parametrize(
    ("stacks", "prizes", "figures"),
    [
        ([5_000, 3_000, 2_000], [5_000, 3_000, 2_000], [3_839, 3_275, 2_886]),
        (
            [100_000, 70_000, 50_000, 20_000],
            [20_000, 12_000, 8_000, 5_000],
            [14_084, 12_380, 10_896, 7_640],
        ),
        (
            [500_000, 450_000, 50_000],
            [70_000_000, 30_000_000],
            [48_062_201, 45_710_526, 6_227_273],
        ),
        ([1_000, 1_000, 1_000], [5_000, 3_000, 2_000], [3_334, 3_333, 3_333]),
        ([9, 1], [700, 700], [700, 700]),
        # Who is alone has the prize.
        ([10_000], [5_000], [5_000]),
    ],
)
def test_the_independent_chip_model(
    stacks: list[int], prizes: list[int], figures: list[int]
) -> None:
    assert by_icm(stacks, prizes) == figures


@pytest.mark.rule("DEAL-MAKE")
@pytest.mark.parametrize(
    ("kept", "figures"), [(0, [4_000, 3_200, 2_800]), (1_000, [3_500, 2_900, 2_600])]
)
def test_a_chip_chop_gives_the_lowest_prize_and_the_rest_by_chips(
    kept: int, figures: list[int]
) -> None:
    assert by_chips([5_000, 3_000, 2_000], [5_000, 3_000, 2_000], kept=kept) == figures


@pytest.mark.rule("DEAL-MAKE")
@pytest.mark.parametrize("divide", [by_icm, by_chips])
@pytest.mark.parametrize("kept", [-1, 2_001])
def test_what_stays_in_play_comes_from_the_winners_lead(
    divide: Callable[..., list[int]], kept: int
) -> None:
    with pytest.raises(Refusal) as refused:
        divide([5_000, 3_000, 2_000], [5_000, 3_000, 2_000], kept=kept)
    assert refused.value.code == MoneyCode.TOO_MUCH_LEFT_IN_PLAY
    assert refused.value.context == {"most": 2_000}


@pytest.mark.rule("DEAL-MAKE")
def test_unless_something_is_kept_everything_is_shared() -> None:
    for divide in (by_icm, by_chips):
        assert sum(divide([5_000, 3_000], [5_000, 3_000])) == 8_000


@pytest.mark.rule("DEAL-MAKE")
def test_who_names_figures_that_do_not_add_up_hears_both_sums() -> None:
    with pytest.raises(Refusal) as refused:
        check_agreed([4_000, 4_001], [5_000, 3_000], kept=500)
    assert refused.value.context == {"are": 7_500, "named": 8_001}


@pytest.mark.rule("DEAL-MAKE")
def test_agreed_figures_share_everything() -> None:
    check_agreed([8_000, 0], [5_000, 3_000])
    check_agreed([4_000, 4_000, 2_000], [5_000, 3_000, 2_000])
    check_agreed([4_000, 3_500, 2_000], [5_000, 3_000, 2_000], kept=500)


@pytest.mark.rule("DEAL-MAKE")
@pytest.mark.parametrize(
    ("figures", "kept"),
    [([5_000, 3_000, 2_001], 0), ([5_000, 3_000], 0), ([10_001, -1, 0], 0), ([5_001, 5_000], -1)],
)
def test_figures_that_do_not_add_up_are_refused(figures: list[int], kept: int) -> None:
    with pytest.raises(Refusal) as refused:
        check_agreed(figures, [5_000, 3_000, 2_000], kept=kept)
    assert refused.value.code == MoneyCode.FIGURES_DO_NOT_ADD_UP


@pytest.mark.rule("DEAL-MAKE", "PAY-ROUND")
@given(stacks_by_rank, st.integers(0, 10**9), st.data())
def test_a_deal_pays_all_and_nobody_less_than_they_have_locked(
    stacks: list[int], pool: int, data: st.DataObject
) -> None:
    prizes = Standard().prizes(entries=len(stacks), pool=pool)
    places = [*prizes, *[0] * (len(stacks) - len(prizes))]
    kept = data.draw(st.integers(0, places[0] - places[1]))
    for divide in (by_icm, by_chips):
        figures = divide(stacks, prizes, kept=kept)
        assert sum(figures) == pool - kept
        assert figures == sorted(figures, reverse=True)
        assert min(figures) >= min(places[0] - kept, *places[1:])
