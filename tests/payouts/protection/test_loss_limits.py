"""Own limits of losses and of time, told from the ledger and from the minutes counted."""

from datetime import datetime, timedelta

import pytest

from core.refusal import Refusal, RefusalCode
from core.sentences import say
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.protection import limits, played_time
from payouts.refusals import MoneyCode
from payouts.rules.limits import LimitKind, LimitPeriod
from players.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PLAY-3")]

POOL = accounts.pool("tournament:1")


@pytest.fixture
def anna(now: datetime) -> UserId:
    """A player who has deposited 100 euro."""
    user_id: UserId = User.objects.create_user("anna").pk
    move(accounts.OUTSIDE, accounts.player(user_id), 10_000, Reason.DEPOSIT, now)
    return user_id


def move(debit: str, credit: str, cents: int, reason: Reason, at: datetime) -> None:
    ledger.post([Leg(debit, credit, cents, reason)], key=f"{debit}:{credit}:{at}:{cents}", now=at)


def stake(user_id: UserId, cents: int, at: datetime) -> None:
    limits.check_play(user_id=user_id, stake=cents, now=at)
    move(accounts.player(user_id), POOL, cents, Reason.BUY_IN, at)


def win(user_id: UserId, cents: int, at: datetime) -> None:
    move(POOL, accounts.player(user_id), cents, Reason.PRIZE, at)


def refusal_of(user_id: UserId, cents: int, at: datetime) -> Refusal:
    with pytest.raises(Refusal) as refused:
        stake(user_id, cents, at)
    return refused.value


@pytest.mark.parametrize(
    ("period", "code", "later"),
    [
        (LimitPeriod.DAY, MoneyCode.DAILY_LOSS_LIMIT, timedelta(days=1)),
        (LimitPeriod.WEEK, MoneyCode.WEEKLY_LOSS_LIMIT, timedelta(days=3)),
        (LimitPeriod.MONTH, MoneyCode.MONTHLY_LOSS_LIMIT, timedelta(days=11)),
    ],
)
def test_nobody_can_lose_a_cent_more_than_their_limit(
    period: LimitPeriod, code: RefusalCode, later: timedelta, anna: UserId, now: datetime
) -> None:
    limits.set_limit(user_id=anna, kind=LimitKind.LOSS, period=period, amount=2_000, now=now)
    stake(anna, 1_500, now)
    refusal = refusal_of(anna, 501, now)
    assert refusal.code == code
    assert "€5.00" in say(refusal)
    win(anna, 700, now)
    stake(anna, 1_200, now)
    assert refusal_of(anna, 1, now).code == code
    assert limits.most_to_stake(user_id=anna, now=now) == 0
    # What costs nothing can lose nothing.
    limits.check_play(user_id=anna, stake=0, now=now)
    stake(anna, 2_000, now + later)


def test_deposits_and_withdrawals_are_neither_won_nor_lost(anna: UserId, now: datetime) -> None:
    limits.set_limit(
        user_id=anna, kind=LimitKind.LOSS, period=LimitPeriod.DAY, amount=1_000, now=now
    )
    move(accounts.player(anna), accounts.OUTSIDE, 5_000, Reason.WITHDRAWAL, now)
    assert limits.lost(user_id=anna, period=LimitPeriod.DAY, now=now) == 0
    assert limits.most_to_stake(user_id=anna, now=now) == 1_000
    stake(anna, 1_000, now)


def test_a_limit_of_losses_is_raised_after_a_week_and_leaves_the_others_alone(
    anna: UserId, now: datetime
) -> None:
    for amount in (1_000, 2_000):
        limits.set_limit(
            user_id=anna, kind=LimitKind.LOSS, period=LimitPeriod.DAY, amount=amount, now=now
        )
    refusal_of(anna, 1_001, now + timedelta(days=6))
    stake(anna, 2_000, now + timedelta(days=7))
    for kind in (LimitKind.DEPOSIT, LimitKind.TIME):
        assert limits.limit(user_id=anna, kind=kind, period=LimitPeriod.DAY, now=now).amount is None


def test_a_minute_is_counted_once_and_for_its_day(anna: UserId, now: datetime) -> None:
    limits.set_limit(user_id=anna, kind=LimitKind.TIME, period=LimitPeriod.DAY, amount=3, now=now)
    assert played_time.counted() == [anna]
    for seconds in (0, 10, 60, 60, 119, 120):
        at = now.replace(second=0) + timedelta(seconds=seconds)
        played_time.count([anna], now=at)
    assert limits.sat(user_id=anna, period=LimitPeriod.WEEK, now=now) == 3
    refusal = refusal_of(anna, 100, now)
    assert refusal.code == MoneyCode.DAILY_TIME_LIMIT
    assert "3 minutes a day" in say(refusal)
    tomorrow = now + timedelta(days=1)
    assert limits.time_left(user_id=anna, now=tomorrow) == 3
    stake(anna, 100, tomorrow)


def test_who_has_no_limit_is_not_counted_and_not_held(anna: UserId, now: datetime) -> None:
    assert played_time.counted() == []
    assert limits.time_left(user_id=anna, now=now) is None
    assert limits.most_to_stake(user_id=anna, now=now) is None
    stake(anna, 10_000, now)
