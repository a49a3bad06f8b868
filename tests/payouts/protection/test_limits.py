"""Own limits where the money moves: real deposits, real clocks, real PostgreSQL."""

from collections import Counter
from datetime import datetime, timedelta
from functools import partial
from itertools import count

import pytest
from django.db import ProgrammingError, transaction

from core.refusal import Refusal, RefusalCode
from core.sentences import say
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import LimitChange
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.rules.limits import LimitPeriod
from payouts.wallets.wallet import deposit, withdraw
from players.models import SelfExclusion, User
from players.protection import exclusions
from players.refusals import PlayerCode
from tests.payouts.crowd import DONE, at_once

pytestmark = pytest.mark.django_db

keys = map(str, count())


@pytest.fixture
def anna() -> UserId:
    return User.objects.create_user("anna").pk


def try_deposit(user_id: UserId, amount: int, now: datetime) -> str:
    try:
        deposit(user_id=user_id, amount=amount, key=next(keys), now=now)
    except Refusal as refusal:
        return str(refusal)
    return DONE


@pytest.mark.rule("PLAY-1")
@pytest.mark.parametrize(
    ("period", "code", "later"),
    [
        (LimitPeriod.DAY, MoneyCode.DAILY_LIMIT, timedelta(days=1)),
        (LimitPeriod.WEEK, MoneyCode.WEEKLY_LIMIT, timedelta(days=3)),
        (LimitPeriod.MONTH, MoneyCode.MONTHLY_LIMIT, timedelta(days=11)),
    ],
)
def test_a_limit_holds_to_the_cent_until_its_period_is_over(
    period: LimitPeriod, code: RefusalCode, later: timedelta, anna: UserId, now: datetime
) -> None:
    limits.set_limit(user_id=anna, period=period, amount=5_000, now=now)
    assert try_deposit(anna, 4_999, now) == DONE
    assert try_deposit(anna, 2, now) == code
    assert try_deposit(anna, 1, now) == DONE
    assert try_deposit(anna, 1, now) == code
    assert try_deposit(anna, 5_000, now + later) == DONE


def test_what_is_withdrawn_makes_no_room(anna: UserId, now: datetime) -> None:
    limits.set_limit(user_id=anna, period=LimitPeriod.DAY, amount=5_000, now=now)
    assert try_deposit(anna, 5_000, now) == DONE
    withdraw(user_id=anna, amount=5_000, key="out", now=now)
    assert try_deposit(anna, 1, now) == MoneyCode.DAILY_LIMIT


def test_the_refusal_says_what_is_left(anna: UserId, now: datetime) -> None:
    limits.set_limit(user_id=anna, period=LimitPeriod.WEEK, amount=5_000, now=now)
    try_deposit(anna, 3_000, now)
    with pytest.raises(Refusal) as refused:
        deposit(user_id=anna, amount=3_000, key="more", now=now)
    assert say(refused.value) == (
        "Your own limit is €50.00 a week. This week you can still deposit €20.00."
    )


def test_a_deposit_that_was_made_is_answered_whatever_the_limit_has_become(
    anna: UserId, now: datetime
) -> None:
    again = {"user_id": anna, "amount": 5_000, "key": "a", "now": now}
    deposit(**again)  # type: ignore[arg-type]
    limits.set_limit(user_id=anna, period=LimitPeriod.DAY, amount=0, now=now)
    exclusions.exclude(user_id=anna, days=1, now=now)
    assert not deposit(**again).created  # type: ignore[arg-type]


@pytest.mark.rule("PLAY-1")
def test_a_raise_waits_seven_days(anna: UserId, now: datetime) -> None:
    for amount in (1_000, 9_000):
        limits.set_limit(user_id=anna, period=LimitPeriod.DAY, amount=amount, now=now)
    assert try_deposit(anna, 1_001, now + timedelta(days=6, hours=23)) == MoneyCode.DAILY_LIMIT
    assert try_deposit(anna, 9_000, now + timedelta(days=7)) == DONE


@pytest.mark.rule("PLAY-2")
@pytest.mark.parametrize("days", [0, -1])
def test_an_exclusion_of_no_days_is_refused(anna: UserId, days: int, now: datetime) -> None:
    with pytest.raises(Refusal) as refused:
        exclusions.exclude(user_id=anna, days=days, now=now)
    assert refused.value.code == PlayerCode.NO_DAYS
    assert not SelfExclusion.objects.exists()


def test_a_limit_below_zero_is_refused(anna: UserId, now: datetime) -> None:
    with pytest.raises(Refusal) as refused:
        limits.set_limit(user_id=anna, period=LimitPeriod.DAY, amount=-1, now=now)
    assert refused.value.code == MoneyCode.AMOUNT_NOT_POSITIVE


@pytest.mark.rule("PLAY-2")
def test_who_is_excluded_deposits_nothing_and_withdraws_everything(
    anna: UserId, now: datetime
) -> None:
    try_deposit(anna, 5_000, now)
    until = exclusions.exclude(user_id=anna, days=7, now=now)
    assert until == now + timedelta(days=7)
    assert try_deposit(anna, 1, until - timedelta(seconds=1)) == PlayerCode.SELF_EXCLUDED
    withdraw(user_id=anna, amount=5_000, key="all", now=now)
    assert ledger.balance(accounts.player(anna)) == 0
    assert try_deposit(anna, 1, until) == DONE


@pytest.mark.rule("PLAY-2")
def test_a_shorter_exclusion_does_not_shorten_one(anna: UserId, now: datetime) -> None:
    exclusions.exclude(user_id=anna, days=30, now=now)
    assert exclusions.exclude(user_id=anna, days=1, now=now) == now + timedelta(days=30)
    assert exclusions.exclude(user_id=anna, days=31, now=now) == now + timedelta(days=31)


@pytest.mark.parametrize("change", ["UPDATE", "DELETE"])
@pytest.mark.parametrize("model", [LimitChange, SelfExclusion])
def test_the_history_is_kept_by_the_database(
    model: type[LimitChange | SelfExclusion], change: str, anna: UserId, now: datetime
) -> None:
    limits.set_limit(user_id=anna, period=LimitPeriod.DAY, amount=1, now=now)
    exclusions.exclude(user_id=anna, days=1, now=now)
    rows = model._default_manager.all()
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        rows.update(user=anna) if change == "UPDATE" else rows.delete()


@pytest.mark.django_db(transaction=True)
def test_deposits_at_once_stay_within_the_limit(anna: UserId, now: datetime) -> None:
    limits.set_limit(user_id=anna, period=LimitPeriod.DAY, amount=3_000, now=now)
    once = partial(deposit, user_id=anna, amount=1_000, now=now)
    results = at_once([partial(once, key=str(number)) for number in range(12)])
    assert Counter(results) == {DONE: 3, MoneyCode.DAILY_LIMIT: 9}
    assert ledger.balance(accounts.player(anna)) == 3_000
