"""Time at tables that players have limited themselves (PLAY-3)."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.rules.limits import LimitKind, LimitPeriod
from tables.cash import cashier
from tables.seated import played_time
from tests.tables.cash.setting import CashRoom, cash_room
from tests.tables.pools.setting import WALLET, pool_room

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PLAY-3")]


def limit(room: CashRoom, who: int, kind: LimitKind, amount: int) -> UserId:
    user_id = UserId(room.people[who].pk)
    limits.set_limit(
        user_id=user_id, kind=kind, period=LimitPeriod.DAY, amount=amount, now=room.now
    )
    return user_id


def test_whose_time_is_over_leaves_after_the_hand_with_all_chips() -> None:
    room = cash_room(1000, 1000, 1000)
    limit(room, 1, LimitKind.TIME, 2)
    room.deal()
    assert played_time.count(now=room.now) == 1
    assert not room.stay(1).leaving
    played_time.count(now=room.later(60))
    played_time.count(now=room.now)
    # The hand continues with them.
    assert room.stay(1).leaving
    assert not room.away(1)
    room.fold_out()
    held = room.stack(1)
    room.look()
    assert room.wallet(1) == 2_000_00 - 1000 + held
    with pytest.raises(Refusal) as refused:
        cashier.sit_down(
            table_id=room.table_id,
            user_id=UserId(room.people[1].pk),
            amount=Cents(held),
            key="again",
            now=room.now,
        )
    assert refused.value.code == MoneyCode.DAILY_TIME_LIMIT
    # The minute goes by for those who sit there alone.
    assert played_time.count(now=room.later(60)) == 0


def test_who_sits_out_is_not_at_the_table() -> None:
    room = cash_room(1000, 1000)
    limit(room, 1, LimitKind.TIME, 60)
    room.sit_out(1)
    assert played_time.count(now=room.now) == 0


def test_no_chips_come_that_could_lose_more_than_the_limit() -> None:
    room = cash_room(500, 500)
    user_id = limit(room, 1, LimitKind.LOSS, 800)
    with pytest.raises(Refusal) as refused:
        room.top_up(1, 301)
    assert refused.value.code == MoneyCode.DAILY_LOSS_LIMIT
    room.deal()
    room.top_up(1, 300)
    # The wish waits for the end of the hand, and the limit is lowered meanwhile.
    limits.set_limit(
        user_id=user_id, kind=LimitKind.LOSS, period=LimitPeriod.DAY, amount=600, now=room.now
    )
    room.fold_out()
    before = room.stack(1)
    room.look()
    assert room.stack(1) - before in (100, 100 - 5, 100 - 10)
    assert room.wallet(1) == 2_000_00 - 600


def test_a_room_where_nobody_limits_time_asks_one_thing_a_minute() -> None:
    room = cash_room(1000, 1000)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert played_time.count(now=room.now + timedelta(minutes=1)) == 0
    assert len(asked) == 1


@pytest.mark.middling
def test_in_a_pool_time_is_counted_by_the_entry_and_ends_after_the_hand() -> None:
    room = pool_room()
    user_id = UserId(room.people[0].pk)
    limits.set_limit(
        user_id=user_id, kind=LimitKind.TIME, period=LimitPeriod.DAY, amount=2, now=room.now
    )
    (hand,) = room.deal()
    assert played_time.count(now=room.now) == 1
    room.sit_out(0)
    room.check_down(hand.table_id)
    room.go_on()
    # The seat of a hand that is over is nobody's time.
    assert played_time.count(now=room.later(60)) == 0
    room.come_back(0)
    played_time.count(now=room.later(60))
    room.go_on()
    assert room.wallet(0) == WALLET - 1000 + room.entry(0).took
    assert room.entry(0).closed_at is not None
    with pytest.raises(Refusal) as refused:
        room.join(0, 1000)
    assert refused.value.code == MoneyCode.DAILY_TIME_LIMIT
    room.check()
