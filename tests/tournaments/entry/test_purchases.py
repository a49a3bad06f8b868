"""Rebuys and add-ons: their windows and conditions, the money, and when the chips come."""

from contextlib import suppress
from datetime import timedelta

import pytest

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.refusals import MoneyCode
from tables.engine import Action
from tables.live import record
from tables.models import Hand, HandPlayer, Seat
from tests.harness import worlds
from tests.harness.long_forms import longer
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import BUY_IN, FEE
from tests.tournaments.sales import (
    BREAK,
    CHIPS,
    CUT,
    LATE,
    PRICE,
    add_on,
    buy,
    evening,
    share_out,
    user_at,
)
from tournaments.models import Purchase, Tournament
from tournaments.play import books
from tournaments.refusals import EventCode
from tournaments.room_settings import ENTRY_RIGHT_LIMIT
from tournaments.staff import cancellation

pytestmark = pytest.mark.django_db

Status = Tournament.Status


def stack(room: Evening, user: UserId) -> int:
    return events.seats(room.event)[user]


def wallet(user: UserId) -> int:
    return ledger.balance(accounts.player(user))


@pytest.mark.slow
@pytest.mark.rule("POOL-3", "TRN-2")
def test_a_rebuy_is_split_between_pool_and_house_like_an_entry() -> None:
    room = evening(3)
    user = user_at(room, 1)
    before = wallet(user)
    bought = buy(room, user)
    assert (bought.pool, bought.fee, bought.chips) == (PRICE, CUT, CHIPS)
    assert wallet(user) == before - PRICE - CUT
    assert events.pool(room.event) == 3 * BUY_IN + PRICE
    assert ledger.balance(accounts.FEES) == 3 * FEE + CUT
    room.event.refresh_from_db()
    assert room.event.prize_pool == 3 * BUY_IN + PRICE
    assert room.event.chips_in_play == 4 * CHIPS


@pytest.mark.slow
@pytest.mark.rule("CHIP-1")
def test_chips_bought_during_a_hand_come_after_it_and_before_the_next() -> None:
    room = evening(3)
    user = user_at(room, 1)
    bought = buy(room, user)
    assert (bought.applied_at, stack(room, user)) == (None, CHIPS)
    assert events.pool(room.event) == 3 * BUY_IN + PRICE
    room.play_hands()
    before = stack(room, user)
    room.step()
    assert stack(room, user) == before + CHIPS
    bought.refresh_from_db()
    assert bought.applied_at == room.now
    next_hand = HandPlayer.objects.get(hand__finished_at=None, user=user)
    assert next_hand.start_stack == before + CHIPS


def fold_first(room: Evening) -> UserId:
    """The first player to act folds; their user id."""
    (table_id,) = room.playing()
    live = record.read(table_id).live
    assert live.turn is not None
    room.act(table_id, lambda _: Action("fold"))
    return live.dealt[live.turn]


@pytest.mark.slow
@pytest.mark.rule("CHIP-1")
def test_whoever_has_folded_gets_the_chips_at_once() -> None:
    room = evening(3)
    user = fold_first(room)
    bought = buy(room, user)
    assert (bought.applied_at, stack(room, user)) == (room.now, 2 * CHIPS)
    room.play_hands()
    assert stack(room, user) == 2 * CHIPS
    room.step()
    room.check()
    next_hand = HandPlayer.objects.get(hand__finished_at=None, user=user)
    assert next_hand.start_stack == 2 * CHIPS


@pytest.mark.slow
@pytest.mark.rule("CHIP-1", "RANK-2")
def test_chips_that_came_to_a_folded_player_count_at_the_end_of_a_session() -> None:
    room = evening(3, session_levels=2, add_on_after_level=0)
    user = fold_first(room)
    buy(room, user)
    room.play_hands()
    room.now = LATE
    room.step()
    room.event.refresh_from_db()
    assert room.event.status == Status.FINISHED
    assert books.reconcile().drifts == []
    room.check_finishes()


@pytest.mark.slow
@pytest.mark.rule("CHIP-1", "CANCEL-4")
def test_a_void_hand_gives_back_the_stack_at_its_start_and_what_was_bought_since() -> None:
    room = evening(3, rebuy_most_stack=3 * CHIPS)
    room.play_hands()
    room.step()
    before = events.seats(room.event)
    user = fold_first(room)
    buy(room, user)
    plan = cancellation.preview(tournament_id=room.event.pk, by=None, now=room.now)
    line = next(line for line in plan.lines if line["user"] == user)
    assert f"{before[user] + CHIPS}" in line["parts"][-1]["arithmetic"], line
    _carry_out(plan.digest, room)
    assert books.reconcile().drifts == []


@pytest.mark.rule("TRN-2")
@pytest.mark.parametrize(("limit", "bought"), [(CHIPS - 1, 0), (CHIPS, 1), (2 * CHIPS, 2)])
def test_an_event_may_say_with_how_many_chips_one_rebuys(limit: int, bought: int) -> None:
    room = evening(3, rebuys=3, rebuy_most_stack=limit)
    user = user_at(room, 1)
    for no in range(bought):
        buy(room, user, key=str(no))
    with pytest.raises(Refusal, match=EventCode.STACK_TOO_LARGE) as refused:
        buy(room, user, key="one more")
    assert refused.value.context["most"] == limit


@pytest.mark.rule("CHIP-1")
def test_between_hands_the_chips_come_at_once() -> None:
    room = evening(3)
    stages.fold_out(room.event)
    short = Seat.objects.filter(table__event=room.event.event).order_by("stack")[0]
    assert buy(room, short.user_id).applied_at == room.now
    assert stack(room, short.user_id) == short.stack + CHIPS


@pytest.mark.rule("TRN-2")
def test_only_a_stack_up_to_the_starting_stack_allows_a_rebuy() -> None:
    room = evening(3)
    user = user_at(room, 1)
    buy(room, user)
    # The first rebuy counts, although its chips are still to come.
    with pytest.raises(Refusal, match=EventCode.STACK_TOO_LARGE) as refused:
        buy(room, user, key="two")
    assert refused.value.context["stack"] == 2 * CHIPS


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_several_rebuys_at_once_are_one_purchase() -> None:
    room = evening(3)
    user = user_at(room, 1)
    assert buy(room, user, count=2).chips == 2 * CHIPS
    assert events.pool(room.event) == 3 * BUY_IN + 2 * PRICE
    room.play_hands()
    room.step()
    share_out(room, 10, 10, 10)
    with pytest.raises(Refusal, match=EventCode.REBUYS_USED):
        buy(room, user, key="two")


def test_the_same_key_buys_once_even_when_the_window_has_closed() -> None:
    room = evening(3)
    user = user_at(room, 1)
    first = buy(room, user)
    room.now = LATE
    assert buy(room, user) == first
    assert Purchase.objects.count() == 1
    with pytest.raises(Refusal, match=MoneyCode.KEY_REUSED):
        buy(room, user, count=2)
    with pytest.raises(Refusal, match=EventCode.REBUYS_CLOSED):
        buy(room, user, key="two")


def test_who_cannot_pay_gets_no_chips() -> None:
    room = evening(3, cents=BUY_IN + FEE + PRICE)
    stages.fold_out(room.event)
    short = Seat.objects.filter(table__event=room.event.event).order_by("stack")[0]
    with pytest.raises(Refusal, match=MoneyCode.INSUFFICIENT_FUNDS):
        buy(room, short.user_id)
    assert stack(room, short.user_id) == short.stack
    assert not Purchase.objects.exists()


def test_who_does_not_play_buys_nothing() -> None:
    room = evening(3)
    (stranger,) = events.players(1, prefix="stranger")
    with pytest.raises(Refusal, match=EventCode.NOT_PLAYING):
        buy(room, stranger.pk)


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_the_add_on_is_for_everybody_once_in_its_break() -> None:
    room = evening(3)
    room.play_hands()
    user = user_at(room, 1)
    stages.give(room.event, room.event.entries.get(user=user), 3 * CHIPS)
    with pytest.raises(Refusal, match=EventCode.ADD_ON_NOT_YET):
        add_on(room, user)
    room.now = BREAK
    assert add_on(room, user).chips == 4_000
    assert stack(room, user) == 3 * CHIPS + 4_000
    with pytest.raises(Refusal, match=EventCode.ADD_ON_TAKEN):
        add_on(room, user, key="again")
    room.now = LATE
    with pytest.raises(Refusal, match=EventCode.ADD_ON_CLOSED):
        add_on(room, user_at(room, 2))


@pytest.mark.rule("POOL-1")
@pytest.mark.parametrize(("limit", "refused"), [(20_00, False), (19_99, True)])
def test_a_player_pays_no_more_than_the_limit_in_one_event(limit: int, refused: bool) -> None:
    worlds.assume(ENTRY_RIGHT_LIMIT, limit)
    room = evening(3, add_on_after_level=0)
    user = user_at(room, 1)
    if refused:
        with pytest.raises(Refusal, match=EventCode.SPENDING_LIMIT):
            buy(room, user, count=2)
    else:
        buy(room, user, count=2)


@pytest.mark.middling
@pytest.mark.rule("CANCEL-0")
def test_cancelled_before_a_hand_is_finished_the_rebuy_comes_back_too() -> None:
    room = evening(3)
    user = user_at(room, 1)
    before = wallet(user)
    buy(room, user, count=2)
    plan = cancellation.preview(tournament_id=room.event.pk, by=None, now=room.now)
    line = next(line for line in plan.lines if line["user"] == user)
    assert [(part["why"], part["amount"]) for part in line["parts"]] == [
        ("payment", BUY_IN + FEE),
        ("purchases", 2 * (PRICE + CUT)),
    ]
    _carry_out(plan.digest, room)
    assert wallet(user) == before + BUY_IN + FEE
    assert ledger.balance(accounts.FEES) == 0
    assert books.reconcile().drifts == []


@pytest.mark.slow
@pytest.mark.rule("CANCEL-1", "CANCEL-4")
def test_cancelled_in_play_the_live_entry_has_its_rebuys_back_and_its_chips_count() -> None:
    room = evening(3)
    room.play_hands()
    room.step()
    user = user_at(room, 1)
    stacks = events.seats(room.event)
    if stacks[user] > CHIPS:
        user = next(user for user, chips in stacks.items() if chips <= CHIPS)
    # Bought during the hand that is void: paid, and so it counts.
    buy(room, user)
    plan = cancellation.preview(tournament_id=room.event.pk, by=None, now=room.now)
    line = next(line for line in plan.lines if line["user"] == user)
    assert [part["amount"] for part in line["parts"][:2]] == [BUY_IN + FEE, PRICE + CUT]
    assert line["parts"][1]["arithmetic"] == "{500}"
    _carry_out(plan.digest, room)
    assert events.pool(room.event) == 0
    assert books.reconcile().drifts == []


def _carry_out(digest: str, room: Evening) -> None:
    cancellation.execute(
        tournament_id=room.event.pk, digest=digest, by=None, reason="Power.", now=room.now
    )


@pytest.mark.slow
@pytest.mark.long
def test_an_evening_with_rebuys_and_add_ons_adds_up() -> None:
    room = evening(7, seats_per_table=4, cents=100_00)
    turn = 0
    # Everybody tries at every turn, for a while after all sales are over.
    until = LATE + longer(timedelta(days=1), short=timedelta(minutes=2))
    while room.event.status == Status.RUNNING:
        for user in list(events.seats(room.event)) if room.now < until else ():
            turn += 1
            for verb in (buy, add_on):
                with suppress(Refusal):
                    verb(room, user, key=f"{turn}{verb.__name__}")
        room.play_hands()
        # With slower players the blinds end it in fewer hands.
        room.later(longer(5, short=50))
        room.step()
    assert Purchase.objects.filter(kind="rebuy").exists()
    assert not Purchase.objects.filter(applied_at=None).exists()
    assert Hand.objects.filter(finished_at=None).count() == 0
    paid = sum(purchase.pool for purchase in Purchase.objects.all())
    won = room.event.entries.values_list("prize", flat=True)
    assert sum(prize or 0 for prize in won) == 7 * BUY_IN + paid
    assert books.reconcile().drifts == []
