"""Payments of an account that has become another one: what comes later is that one's (STAFF-12)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from core.types import UserId
from payouts.bookkeeping import accounts
from payouts.payments import review
from payouts.room_settings import PAYMENT_HOLD
from payouts.rules.payments import PaymentTerms
from payouts.wallets.wallet import deposit, withdraw
from players.staff import merging
from tests.harness import worlds
from tests.payouts.conftest import NOW
from tests.payouts.payments.conftest import (
    Told,
    again,
    approved,
    ask,
    holds,
    pay_in,
    refused,
    say,
    settled,
    sound,
)

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-12")]


@pytest.fixture
def twin(wallet: Callable[..., str]) -> UserId:
    """Another account of Anna's, with nothing in it."""
    found = accounts.owner(wallet("twin"))
    assert found is not None
    return found


def merge(anna: UserId, twin: UserId, carla: UserId, dario: UserId) -> None:
    row, _ = merging.order(user_id=anna, other_id=twin, by=carla, why="One passport", now=NOW)
    merging.confirm(merge_id=row.pk, by=dario, now=NOW)


@pytest.mark.rule("MONEY-4")
def test_a_charge_back_is_owed_by_the_account_that_has_the_money(
    anna: UserId, twin: UserId, carla: UserId, dario: UserId, gateway: Told
) -> None:
    paid = settled(twin, 50_00)
    merge(anna, twin, carla, dario)
    waits = ask(anna, 5_000_00)
    withdraw(user_id=anna, amount=20_00, key="cash", now=NOW)
    say(paid, "charged_back")
    assert again(waits).state == "refused"
    assert holds(anna) == (4_980_00, 0, 0)
    assert holds(twin) == (0, 0, 0)
    assert sound()


@pytest.mark.rule("MONEY-4")
def test_a_charge_back_of_what_is_gone_is_a_debt_of_who_had_it(
    anna: UserId, twin: UserId, carla: UserId, dario: UserId, gateway: Told
) -> None:
    paid = settled(twin, 50_00)
    merge(anna, twin, carla, dario)
    withdraw(user_id=anna, amount=5_050_00, key="cash", now=NOW)
    say(paid, "charged_back")
    assert (holds(anna), holds(twin)) == ((0, 0, 50_00), (0, 0, 0))
    assert sound()


@pytest.mark.rule("MONEY-2")
def test_a_withdrawal_that_comes_back_is_in_the_wallet_that_can_be_opened(
    anna: UserId, twin: UserId, carla: UserId, dario: UserId
) -> None:
    deposit(user_id=twin, amount=50_00, key="cash", now=NOW)
    payment = approved(twin, 50_00, carla)
    order: dict[str, Any] = {"payment_id": payment.pk, "why": "x", "now": NOW}
    review.mark_sent(by=carla, reference="B", **order)
    merge(anna, twin, carla, dario)
    review.came_back(by=dario, **order)
    assert (holds(anna), holds(twin)) == ((5_050_00, 0, 0), (0, 0, 0))
    assert sound()


@pytest.mark.rule("MONEY-2")
def test_a_fresh_deposit_stays_fresh(
    anna: UserId,
    twin: UserId,
    carla: UserId,
    dario: UserId,
    gateway: Told,
) -> None:
    worlds.assume(PAYMENT_HOLD, timedelta(hours=24))
    settled(twin, 50_00)
    merge(anna, twin, carla, dario)
    assert refused(ask, anna, 5_050_01) == "INSUFFICIENT_FUNDS"
    payment = ask(anna, 5_000_01)
    assert (payment.state, payment.free_at) == ("held", NOW + timedelta(hours=24))


@pytest.mark.rule("MONEY-1")
def test_what_was_paid_in_with_either_counts_towards_the_room_s_limits(
    anna: UserId,
    twin: UserId,
    carla: UserId,
    dario: UserId,
    gateway: Told,
) -> None:
    worlds.assume_payment_terms({"deposit": PaymentTerms(1_00, 60_00, 60_00, 60_00, 0, 0)})
    settled(twin, 50_00)
    merge(anna, twin, carla, dario)
    assert refused(pay_in, anna, 10_01) == "PAYMENTS_TODAY"
    assert pay_in(anna, 10_00).state == "pending"
