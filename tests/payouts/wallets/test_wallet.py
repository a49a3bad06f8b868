"""Play money in and out."""

from datetime import datetime

import pytest

from core.refusal import Refusal, RefusalCode
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.refusals import MoneyCode
from payouts.wallets.wallet import LARGEST_DEPOSIT, deposit, withdraw
from players.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> UserId:
    return User.objects.create_user("anna").pk


def test_a_deposit_comes_from_outside_and_a_withdrawal_returns_there(
    anna: UserId, now: datetime
) -> None:
    deposit(user_id=anna, amount=5_000, key="a", now=now)
    withdraw(user_id=anna, amount=2_000, key="a", now=now)
    assert ledger.balance(accounts.player(anna)) == 3_000
    assert ledger.balance(accounts.OUTSIDE) == -3_000


def test_a_double_click_deposits_once(anna: UserId, now: datetime) -> None:
    assert deposit(user_id=anna, amount=5_000, key="a", now=now).created
    assert not deposit(user_id=anna, amount=5_000, key="a", now=now).created
    assert ledger.balance(accounts.player(anna)) == 5_000


def test_two_players_may_use_the_same_key(anna: UserId, now: datetime) -> None:
    bruno = User.objects.create_user("bruno").pk
    deposit(user_id=anna, amount=5_000, key="a", now=now)
    deposit(user_id=bruno, amount=700, key="a", now=now)
    assert ledger.balance(accounts.player(bruno)) == 700


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (0, MoneyCode.AMOUNT_NOT_POSITIVE),
        (-1, MoneyCode.AMOUNT_NOT_POSITIVE),
        (LARGEST_DEPOSIT + 1, MoneyCode.DEPOSIT_TOO_LARGE),
        (10**30, MoneyCode.DEPOSIT_TOO_LARGE),
    ],
)
def test_an_impossible_deposit_is_refused(
    amount: int, code: RefusalCode, anna: UserId, now: datetime
) -> None:
    with pytest.raises(Refusal) as refused:
        deposit(user_id=anna, amount=amount, key="a", now=now)
    assert refused.value.code == code


def test_nobody_withdraws_more_than_they_hold(anna: UserId, now: datetime) -> None:
    deposit(user_id=anna, amount=5_000, key="a", now=now)
    with pytest.raises(Refusal) as refused:
        withdraw(user_id=anna, amount=10**30, key="a", now=now)
    assert refused.value.code == MoneyCode.INSUFFICIENT_FUNDS
    assert refused.value.context["missing"] == 10**30 - 5_000
