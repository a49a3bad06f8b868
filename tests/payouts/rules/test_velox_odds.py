"""The odds as players read them, and draws that keep to them."""

from collections import Counter
from fractions import Fraction

import pytest

from payouts.rules import velox
from payouts.rules.guarantees import check_terms
from payouts.rules.schemes import Velox
from payouts.rules.velox_odds import chances, fit, tally

SEED = bytes(range(32))


@pytest.mark.rule("VELOX-2")
def test_what_three_players_may_win() -> None:
    first, *_, last = chances(seats=3, buy_in=500)
    assert (first.multiplier, first.prize_pool, first.one_in) == (6000, 3_000_000, 500_000)
    assert first.prizes == [2_400_000, 300_000, 300_000]
    assert (last.prize_pool, last.prizes, round(last.percent, 2)) == (1_000, [1_000], 74.01)


@pytest.mark.rule("VELOX-3")
def test_what_six_players_may_win() -> None:
    first, *_, last = chances(seats=6, buy_in=250)
    assert first.prizes == [250_000, 90_000, 40_000, 40_000, 40_000, 40_000]
    assert last.prizes == [750, 250]


@pytest.mark.rule("VELOX-2", "VELOX-3")
@pytest.mark.parametrize(
    ("seats", "buy_in", "percent"),
    [(3, 50, 91), (3, 500, 91), (3, 1_000, 92), (3, 2_000, 93), (6, 50, 90), (6, 250, 90)],
)
def test_a_velox_gives_back_more_than_the_floor(seats: int, buy_in: int, percent: int) -> None:
    returned = Velox(seats, buy_in).returned
    assert returned == Fraction(percent, 100)
    check_terms(buy_in=buy_in, fee=0, returned=returned)


@pytest.mark.rule("VELOX-2", "VELOX-3", "PAY-ROUND")
@pytest.mark.parametrize(("seats", "buy_in"), [(3, 50), (3, 2_000), (6, 50), (6, 250)])
def test_every_prize_pool_is_divided_to_the_cent(seats: int, buy_in: int) -> None:
    for chance in chances(seats=seats, buy_in=buy_in):
        paid = Velox(seats, buy_in).prizes(entries=seats, pool=chance.prize_pool)
        assert paid == chance.prizes
        assert sum(paid) == chance.prize_pool
        assert paid == sorted(paid, reverse=True)


@pytest.mark.middling
@pytest.mark.rule("VELOX-2", "VELOX-3")
@pytest.mark.parametrize(("seats", "buy_in"), [(3, 500), (3, 1_000), (3, 2_000), (6, 250)])
def test_draws_keep_to_the_published_odds(seats: int, buy_in: int) -> None:
    drawn = tally(SEED, seats=seats, buy_in=buy_in, games=range(20_000))
    result = fit(drawn, seats=seats, buy_in=buy_in)
    assert result.p > 0.001
    assert all(count.p > 0.0005 for count in result.counts)


def test_batches_make_up_the_whole() -> None:
    whole = tally(SEED, seats=3, buy_in=500, games=range(300))
    parts = [tally(SEED, seats=3, buy_in=500, games=range(n, n + 100)) for n in (0, 100, 200)]
    assert sum(parts, Counter()) == whole


def test_a_generous_draw_is_caught() -> None:
    table = velox.table(seats=3, buy_in=500)
    fair = {multiplier: tickets // 10 for multiplier, tickets in table.items()}
    assert fit(fair, seats=3, buy_in=500).p > 0.9
    generous = {**fair, 4: fair[4] + 800, 2: fair[2] - 800}
    assert fit(generous, seats=3, buy_in=500).p < 0.001
    assert fit({**fair, 6000: 3}, seats=3, buy_in=500).counts[0].p < 0.01
