"""Who pays whom at the end of a home game (HOME-2)."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.settling import EXACT, OwedPayment, settle_up

pytestmark = pytest.mark.rule("HOME-2")

AMOUNTS = st.integers(-5_000, 5_000)


def balanced(amounts: list[int]) -> dict[int, int]:
    """Balances of players 1, 2, ...; the last one makes them zero."""
    return dict(enumerate([*amounts, -sum(amounts)], start=1))


FIELDS = st.lists(AMOUNTS, max_size=20).map(balanced)


def test_the_two_who_lost_pay_the_one_who_won() -> None:
    owed = settle_up({1: 3_000, 2: -1_000, 3: -2_000})
    assert owed == [OwedPayment(3, 1, 2_000), OwedPayment(2, 1, 1_000)]


def test_two_pairs_are_two_payments_and_not_three() -> None:
    # The largest debt to the largest claim alone would need three.
    owed = settle_up({1: 500, 2: 400, 3: -400, 4: -500})
    assert owed == [OwedPayment(4, 1, 500), OwedPayment(3, 2, 400)]


def test_groups_of_three_are_found_where_the_largest_would_cross_them() -> None:
    # 900 = 500 + 400 and 800 = 300 + 500: four payments instead of five.
    owed = settle_up({1: 900, 2: 800, 3: -500, 4: -400, 5: -300, 6: -500})
    assert len(owed) == 4


def test_nobody_owes_anything_after_a_free_game() -> None:
    assert settle_up({1: 0, 2: 0}) == []
    assert settle_up({}) == []


def test_balances_that_do_not_add_up_are_an_error() -> None:
    with pytest.raises(ValueError, match="add up"):
        settle_up({1: 5, 2: -4})


@given(FIELDS)
def test_every_balance_is_cleared(balances: dict[int, int]) -> None:
    got: Counter[int] = Counter()
    for payment in settle_up(balances):
        assert payment.amount > 0
        got[payment.payee] += payment.amount
        got[payment.payer] -= payment.amount
    assert all(got[player] == balance for player, balance in balances.items())


@given(FIELDS)
def test_there_are_fewer_payments_than_players_and_the_largest_comes_first(
    balances: dict[int, int],
) -> None:
    owed = settle_up(balances)
    still_open = sum(balance != 0 for balance in balances.values())
    assert len(owed) <= max(0, still_open - 1)
    assert [each.amount for each in owed] == sorted((each.amount for each in owed), reverse=True)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=5).map(balanced))
def test_few_players_make_the_fewest_payments(balances: dict[int, int]) -> None:
    still_open = [player for player, balance in balances.items() if balance]
    assert len(settle_up(balances)) == len(still_open) - most_groups(
        frozenset(still_open), balances
    )


def most_groups(players: frozenset[int], balances: dict[int, int]) -> int:
    """The most groups that clear among themselves, by trying every one."""
    if not players:
        return 0
    one, others = min(players), sorted(players - {min(players)})
    groups = (
        frozenset({one, *some}) for size in range(len(others) + 1)
        for some in combinations(others, size)
    )  # fmt: skip
    return max(
        1 + most_groups(players - group, balances)
        for group in groups
        if sum(balances[player] for player in group) == 0
    )


def test_a_large_field_is_settled_too() -> None:
    balances = balanced([(-1) ** no * (no + 1) * 7 for no in range(EXACT + 40)])
    assert len(settle_up(balances)) < len(balances)
