"""States of payments, what a gateway's word does to them, and when money is free."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules import payments
from payouts.rules.payments import FreshDeposit, PaymentKind, PaymentState, PaymentTerms

S = PaymentState
NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.rule("MONEY-3")
@pytest.mark.parametrize("kind", PaymentKind)
def test_a_word_leads_only_where_the_table_of_transitions_does(kind: PaymentKind) -> None:
    for state in PaymentState:
        for said in payments.SAYABLE[kind]:
            path = payments.heard(kind, state, said)
            for before, after in pairwise((state, *(path or ()))):
                assert payments.may(kind, before, after)
            after_all = payments.followed(kind, state, said)
            assert after_all is None or (path != () and payments.may(kind, state, after_all))


@pytest.mark.rule("MONEY-3")
@pytest.mark.parametrize("kind", PaymentKind)
def test_no_state_is_passed_twice(kind: PaymentKind) -> None:
    def walk(state: PaymentState, passed: tuple[PaymentState, ...]) -> None:
        assert state not in passed
        for after in payments.TRANSITIONS[kind].get(state, ()):
            walk(after, (*passed, state))

    walk(S.BEGUN if kind is PaymentKind.DEPOSIT else S.ASKED, ())


@pytest.mark.rule("MONEY-3")
@pytest.mark.parametrize(
    ("kind", "state", "said", "path"),
    [
        (PaymentKind.DEPOSIT, S.BEGUN, S.SETTLED, (S.SETTLED,)),
        (PaymentKind.DEPOSIT, S.SETTLED, S.SETTLED, ()),
        (PaymentKind.DEPOSIT, S.SETTLED, S.PENDING, ()),
        (PaymentKind.DEPOSIT, S.PENDING, S.CHARGED_BACK, (S.SETTLED, S.CHARGED_BACK)),
        (PaymentKind.DEPOSIT, S.CHARGED_BACK, S.SETTLED, ()),
        (PaymentKind.DEPOSIT, S.EXPIRED, S.SETTLED, None),
        (PaymentKind.DEPOSIT, S.SETTLED, S.FAILED, None),
        (PaymentKind.WITHDRAWAL, S.SENT, S.RETURNED, (S.SETTLED, S.RETURNED)),
        (PaymentKind.WITHDRAWAL, S.RETURNED, S.SETTLED, ()),
        (PaymentKind.WITHDRAWAL, S.REFUSED, S.SETTLED, None),
        (PaymentKind.WITHDRAWAL, S.IN_REVIEW, S.FAILED, None),
    ],
)
def test_a_word_is_new_known_or_a_contradiction(
    kind: PaymentKind,
    state: PaymentState,
    said: PaymentState,
    path: tuple[PaymentState, ...] | None,
) -> None:
    assert payments.heard(kind, state, said) == path


@given(
    said=st.lists(st.sampled_from([S.PENDING, S.SETTLED, S.CHARGED_BACK]), max_size=8),
    kind=st.just(PaymentKind.DEPOSIT),
)
@pytest.mark.rule("MONEY-3")
def test_in_whatever_order_and_however_often_true_words_end_alike(
    said: list[PaymentState], kind: PaymentKind
) -> None:
    state = S.BEGUN
    for word in said:
        path = payments.heard(kind, state, word)
        assert path is not None
        state = path[-1] if path else state
    last = [S.CHARGED_BACK, S.SETTLED, S.PENDING]
    assert state is next((each for each in last if each in said), S.BEGUN)


@pytest.mark.rule("MONEY-2")
@pytest.mark.parametrize(
    ("amount", "balance", "hours"),
    [
        (40, 100, 0),  # 60 are fresh, 40 are not
        (41, 100, 20),  # the older fresh deposit is free in 20 hours
        (80, 100, 20),
        (81, 100, 23),
        (100, 100, 23),
        (60, 60, 23),  # the older money was lost
    ],
)
def test_older_money_goes_first_and_a_fresh_deposit_waits(
    amount: int, balance: int, hours: int
) -> None:
    fresh = [
        FreshDeposit(NOW - HOUR, 20),
        FreshDeposit(NOW - 4 * HOUR, 40),
        FreshDeposit(NOW - 24 * HOUR, 500),
    ]
    found = payments.free_at(amount=amount, balance=balance, fresh=fresh, hold=24 * HOUR, now=NOW)
    assert found == NOW + hours * HOUR


@pytest.mark.rule("MONEY-1")
@pytest.mark.parametrize(
    ("fixed", "part", "amount", "fee"),
    [(0, 0, 100_00, 0), (30, 0, 100_00, 30), (30, 150, 99_99, 179), (500, 0, 300, 300)],
)
def test_a_fee_is_rounded_down_and_never_more_than_the_amount(
    fixed: int, part: int, amount: int, fee: int
) -> None:
    assert payments.fee(PaymentTerms(0, 0, 0, 0, fixed, part), amount) == fee


@pytest.mark.rule("MONEY-2")
@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("IT60 X054 2811 1010 0000 0123 456", "IT60X0542811101000000123456"),
        ("gb82west12345698765432", "GB82WEST12345698765432"),
        ("IT60X0542811101000000123457", None),
        ("IT60", None),
        # The check digits are right; Italian ones have 27 signs, and ZZ is no country.
        ("IT24X05428111010000001234567", None),
        ("IT90X054281110100000012345", None),
        ("ZZ48542811101000000123456", None),
        ("FR1420041010050500013M02606", "FR1420041010050500013M02606"),
        ("IT60-X054-2811-1010-0000-0123-456", None),
        ("1260X0542811101000000123456", None),
        ("ITéX0542811101000000123456", None),
        ("", None),
    ],
)
def test_an_iban_has_the_form_of_its_country_and_check_digits(typed: str, read: str | None) -> None:
    assert payments.iban(typed) == read


@pytest.mark.rule("MONEY-3")
@pytest.mark.parametrize(
    ("kind", "state", "said"),
    [
        (PaymentKind.WITHDRAWAL, S.SENT, S.CHARGED_BACK),
        (PaymentKind.DEPOSIT, S.PENDING, S.RETURNED),
    ],
)
def test_a_word_of_the_other_kind_of_payment_contradicts(
    kind: PaymentKind, state: PaymentState, said: PaymentState
) -> None:
    assert payments.heard(kind, state, said) is None
