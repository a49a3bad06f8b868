"""What an event owes its players."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal, RefusalCode
from core.sentences import say
from payouts.refusals import MoneyCode
from payouts.rules.guarantees import break_even, check_terms, overlay


@pytest.mark.rule("POOL-1")
@pytest.mark.parametrize(
    ("buy_in", "fee"), [(450, 50), (80, 20), (0, 0), (22_500, 2_500), (20_000, 5_000)]
)
def test_an_event_within_the_limits_may_be_published(buy_in: int, fee: int) -> None:
    check_terms(buy_in=buy_in, fee=fee)


@pytest.mark.rule("POOL-1")
@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"buy_in": 79, "fee": 21}, MoneyCode.PRIZES_BELOW_FLOOR),
        ({"buy_in": 0, "fee": 1}, MoneyCode.PRIZES_BELOW_FLOOR),
        ({"buy_in": 22_501, "fee": 2_500}, MoneyCode.ENTRY_RIGHT_TOO_HIGH),
        (
            {"buy_in": 9_000, "fee": 1_000, "more": [(13_501, 1_500)]},
            MoneyCode.ENTRY_RIGHT_TOO_HIGH,
        ),
        ({"buy_in": 900, "fee": 100, "more": [(0, 0), (79, 21)]}, MoneyCode.PRIZES_BELOW_FLOOR),
        ({"buy_in": 900, "fee": 100, "limit": 999}, MoneyCode.ENTRY_RIGHT_TOO_HIGH),
        ({"buy_in": 500, "fee": 0, "returned": Fraction(79, 100)}, MoneyCode.PRIZES_BELOW_FLOOR),
        ({"buy_in": 500, "fee": 75, "returned": Fraction(91, 100)}, MoneyCode.PRIZES_BELOW_FLOOR),
    ],
)
def test_an_event_beyond_them_is_refused(terms: dict[str, Any], code: RefusalCode) -> None:
    with pytest.raises(Refusal) as refused:
        check_terms(**terms)
    assert refused.value.code == code


@pytest.mark.rule("POOL-1", "BOUNTY-1")
def test_a_bounty_counts_among_what_goes_to_players_and_towards_the_limit() -> None:
    check_terms(buy_in=400, bounty=400, fee=200)
    with pytest.raises(Refusal) as refused:
        check_terms(buy_in=400, bounty=399, fee=201)
    assert refused.value.context == {"percent": 79, "floor": 80}
    with pytest.raises(Refusal) as refused:
        check_terms(buy_in=10_000, bounty=10_000, fee=5_000, more=[(1, 0)])
    assert refused.value.context == {"amount": 25_001, "limit": 25_000}


@pytest.mark.rule("POOL-1", "BOUNTY-1", "LIVE-14")
def test_of_the_bounty_of_a_re_entry_nothing_is_withheld() -> None:
    """Of 50 to the pool dealers leave 45; with a bounty of 35 that is 80 of 100."""
    terms: dict[str, Any] = {"buy_in": 50, "fee": 15, "bounty": 35, "returned": Fraction(9, 10)}
    check_terms(**terms, re_entry=(50, 15))
    with pytest.raises(Refusal) as refused:
        check_terms(**terms, re_entry=(50, 16))
    assert refused.value.code == MoneyCode.PRIZES_BELOW_FLOOR
    with pytest.raises(Refusal) as refused:
        check_terms(**terms, re_entry=(50, 15), limit=199)
    assert refused.value.context == {"amount": 200, "limit": 199}


@pytest.mark.rule("POOL-1")
def test_staff_read_what_the_event_gives_and_what_it_must() -> None:
    with pytest.raises(Refusal) as refused:
        check_terms(buy_in=79, fee=21)
    assert say(refused.value) == "At least 80 % of the entry must go to prizes; here it is 79 %."


@pytest.mark.rule("POOL-2")
@pytest.mark.parametrize(
    ("collected", "guarantee", "added"),
    [(27_000, 50_000, 23_000), (50_000, 50_000, 0), (51_000, 50_000, 0), (0, 0, 0)],
)
def test_the_house_adds_what_the_entries_do_not_cover(
    collected: int, guarantee: int, added: int
) -> None:
    assert overlay(collected=collected, guarantee=guarantee) == added


@pytest.mark.rule("POOL-2")
@given(guarantee=st.integers(0, 10**9), buy_in=st.integers(1, 25_000))
def test_from_the_break_even_on_the_house_adds_nothing(guarantee: int, buy_in: int) -> None:
    entries = break_even(guarantee=guarantee, buy_in=buy_in)
    assert overlay(collected=entries * buy_in, guarantee=guarantee) == 0
    assert entries == 0 or overlay(collected=(entries - 1) * buy_in, guarantee=guarantee) > 0
