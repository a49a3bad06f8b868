"""Where a player's own limits of losses and of time meet events (PLAY-3)."""

from datetime import timedelta

import pytest

from core.refusal import Refusal
from core.types import UserId
from payouts.protection import limits, played_time
from payouts.refusals import MoneyCode
from payouts.rules.limits import LimitKind, LimitPeriod
from players.models import User
from players.refusals import PlayerCode
from players.staff import restrictions
from players.staff.restrictions import Game
from tests.tournaments import events
from tests.tournaments.events import START
from tests.tournaments.sales import buy, evening, user_at
from tournaments.entry.registration import register, unregister
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PLAY-3")]

PRICE = events.BUY_IN + events.FEE


def limit(user_id: UserId, kind: LimitKind, amount: int) -> None:
    limits.set_limit(user_id=user_id, kind=kind, period=LimitPeriod.DAY, amount=amount, now=START)


def newcomer(prefix: str = "anna") -> UserId:
    (user,) = events.players(1, cents=5_000, prefix=prefix)
    return UserId(user.pk)


def test_nobody_enters_for_more_than_they_may_lose_and_what_comes_back_makes_room() -> None:
    anna, first, second = newcomer(), events.sit_and_go(), events.sit_and_go(name="Other")
    limit(anna, LimitKind.LOSS, PRICE)
    register(tournament_id=first.pk, user_id=anna, now=START)
    with pytest.raises(Refusal) as refused:
        register(tournament_id=second.pk, user_id=anna, now=START)
    assert refused.value.code == MoneyCode.DAILY_LOSS_LIMIT
    assert not second.entries.exists()
    unregister(tournament_id=first.pk, user_id=anna, now=START)
    register(tournament_id=second.pk, user_id=anna, now=START)


def test_a_rebuy_is_a_loss_like_an_entry() -> None:
    room = evening(3)
    user_id = user_at(room, 1)
    limits.set_limit(
        user_id=user_id,
        kind=LimitKind.LOSS,
        period=LimitPeriod.DAY,
        amount=PRICE + 499,
        now=room.now,
    )
    with pytest.raises(Refusal) as refused:
        buy(room, user_id)
    assert refused.value.code == MoneyCode.DAILY_LOSS_LIMIT


@pytest.mark.rule("STAFF-10")
def test_whom_staff_keep_from_events_buys_no_more_chips_in_one_and_finishes_it() -> None:
    room = evening(3)
    user_id, boss = user_at(room, 1), User.objects.create_user("boss")
    restrictions.restrict(
        user_id=user_id, game=Game.EVENTS, lifted=False, by=boss.pk, why="Chips.", now=room.now
    )
    with pytest.raises(Refusal) as refused:
        buy(room, user_id)
    assert refused.value.code == PlayerCode.EVENTS_RESTRICTED
    assert room.event.entries.get(user=user_id).status == Entry.Status.PLAYING


def test_whose_time_is_over_enters_nothing_not_even_for_free() -> None:
    anna = newcomer()
    free = events.sit_and_go(buy_in=0, fee=0)
    limit(anna, LimitKind.TIME, 1)
    played_time.count([anna], now=START)
    with pytest.raises(Refusal) as refused:
        register(tournament_id=free.pk, user_id=anna, now=START)
    assert refused.value.code == MoneyCode.DAILY_TIME_LIMIT
    register(tournament_id=free.pk, user_id=newcomer("bea"), now=START + timedelta(seconds=1))
