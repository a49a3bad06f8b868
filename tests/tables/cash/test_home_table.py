"""A cash table of a home game: chips from outside the room, pauses, and who may sit."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Sum
from django.test import Client
from django.utils import timezone

from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY
from payouts.models import Account, Transfer
from tables.cash import admission, books, cashier, croupier, favourites, lobby, quick_seat, waiting
from tables.live import dealer, escrow, record
from tables.models import CASH, HOME, CashGame, CashStay, Hand, Table
from tables.models.owners import owner
from tables.refusals import TableCode
from tables.wire.frame_types import PausedNotice
from tests.tables.cash.setting import CashRoom, offer
from tests.tables.rooms import people

pytestmark = pytest.mark.django_db

STACK = 200


class HomeRoom(CashRoom):
    """A cash table of a home game, whose chips are all from outside the room."""

    @property
    def outside(self) -> int:
        return ledger.balance(accounts.outside_of_table(self.table_id), books=PLAY)

    def pause(self) -> None:
        notice: PausedNotice = {"kind": "paused", "cause": "host", "reason": ""}
        dealer.freeze(table_id=self.table_id, notice=notice, now=self.now)

    def check(self) -> None:
        connection.check_constraints()
        live = self.table.live
        chips: int = sum(live.stack(no) for no in live.seats)
        chips += live.unwon if live.playing is None else live.playing.pot
        escrow_ = ledger.balance(accounts.escrow(self.table_id), books=PLAY)
        assert (escrow_, self.outside) == (chips, -chips)
        assert not Transfer.objects.exists()


@pytest.fixture(autouse=True)
def _all_may_sit(monkeypatch: pytest.MonkeyPatch) -> None:
    """No home game stands behind these tables: everybody has its link."""
    monkeypatch.setitem(admission._checks, HOME, lambda game_id, user_id: None)


def home_room(*seated: int, **terms: Any) -> HomeRoom:
    """A table at 1/2 where people 1, 2, ... have sat down with so many chips each."""
    bounds = {"least_chips": STACK, "most_chips": STACK, "small_blind": 1, "big_blind": 2}
    wanted = {"name": "home", "play_money": True, "straddle": False, **bounds, **terms}
    game = offer(home=True, **wanted)
    now = timezone.now() - timedelta(hours=1)
    table = croupier.open_table(game, 1, name="Home game 1", now=now)
    room = HomeRoom(game, table.pk, people(7, prefix="guest"), now)
    for who, amount in enumerate(seated, start=1):
        room.sit(who, amount)
    return room


def test_chips_come_from_outside_and_go_back_there() -> None:
    room = home_room(STACK, STACK)
    assert room.deal().stacks
    room.check_down()
    for who in (1, 2):
        room.leave(who)
        room.check()
    assert room.outside == 0
    took = CashStay.objects.filter(table=room.table_id).aggregate(Sum("took"))
    assert took == {"took__sum": 2 * STACK}
    assert not Account.objects.exclude(balance=0).exists()


def test_a_buy_in_is_bounded_in_chips_whatever_the_blinds() -> None:
    room = home_room(least_chips=80, most_chips=200)
    for amount, code in (
        (79, TableCode.BUY_IN_TOO_SMALL),
        (201, TableCode.BUY_IN_TOO_LARGE),
    ):
        with pytest.raises(Refusal, match=code):
            room.sit(1, amount)
    CashGame.objects.update(small_blind=10, big_blind=20)
    room.sit(1, 80)
    assert room.outside == -80


def test_a_player_who_lost_all_buys_again_and_once_for_one_key() -> None:
    room = home_room(STACK, STACK)
    room.deal()
    room.fold_out()
    room.make_poor(1, left=0)
    room.look()
    assert room.away(1)
    for _ in range(2):
        room.top_up(1, STACK, key="again")
    room.check()
    assert room.stack(1) == STACK
    assert not room.away(1)
    assert CashStay.objects.get(user=room.people[1]).brought == 2 * STACK


def test_an_automatic_rebuy_needs_no_purse() -> None:
    room = home_room(STACK, STACK)
    room.choose(1, rebuys=True)
    room.deal()
    room.fold_out()
    room.make_poor(1, left=0)
    room.look()
    assert room.stack(1) == STACK


def test_nothing_is_raked() -> None:
    room = home_room(STACK, STACK)
    assert not owner(room.game.event).raked
    room.deal()
    room.check_down()
    assert ledger.balance(accounts.RAKE, books=PLAY) == 0


def test_the_database_refuses_chips_from_nowhere_also_here() -> None:
    room = home_room(STACK, STACK)

    @transaction.atomic
    def steal(owner_: Any) -> None:
        user_id = UserId(room.people[1].pk)
        amount, key = Cents(1), "stolen"
        escrow.cash_in(
            owner=owner_,
            table_id=room.table_id,
            user_id=user_id,
            amount=amount,
            key=key,
            now=room.now,
        )
        connection.check_constraints()

    with pytest.raises(IntegrityError, match=f"{2 * STACK} chips, {2 * STACK - 1} cents"):
        steal(room.table.owner)
    room.deal()
    room.fold_out()
    hand_id = record.read(room.table_id).live.hand_id
    assert hand_id is not None
    with pytest.raises(IntegrityError, match="UPDATE refused"), transaction.atomic():
        Hand.objects.filter(pk=hand_id).update(voided_at=room.now)


def test_a_paused_table_ends_its_hand_and_deals_no_other() -> None:
    room = home_room(STACK, STACK)
    room.deal()
    room.pause()
    room.fold_out()
    assert room.look() is None
    assert room.look(3_600) is None
    dealer.thaw(table_id=room.table_id, grace=timedelta(seconds=10), now=room.later(60))
    assert room.look() is not None


@pytest.mark.rule("OUT-2")
def test_a_pause_costs_no_seat_and_its_time_does_not_count() -> None:
    room = home_room(STACK, STACK, STACK)
    room.sit_out(1)
    room.look()
    room.fold_out()
    room.later(300)
    room.pause()
    room.look(3_600)
    assert 1 in room.table.live.seats
    dealer.thaw(table_id=room.table_id, grace=timedelta(seconds=10), now=room.now)
    room.look(200)
    assert 1 in room.table.live.seats
    room.fold_out()
    room.look(200)
    assert 1 not in room.table.live.seats


def test_a_player_who_leaves_a_paused_table_takes_the_chips() -> None:
    room = home_room(STACK, STACK)
    room.deal()
    room.leave(1)
    room.pause()
    room.fold_out()
    room.look()
    assert list(room.table.live.seats) == [2]


def test_no_list_has_it() -> None:
    room = home_room(STACK)
    me = UserId(room.people[1].pk)
    assert lobby.open_tables(user_id=me, now=room.now) == []
    assert Client().get("/api/cash/").json() == []
    assert not quick_seat.takes_guests()
    with pytest.raises(Refusal, match=TableCode.NO_PLAY_SEAT):
        quick_seat.take_a_seat(user_id=me, key="quick", now=room.now)
    with pytest.raises(Refusal, match=TableCode.NO_SUCH_GAME):
        favourites.star(user_id=me, kind=CASH, number=room.game.pk, wanted=True)
    assert list(books.tables()) == []


def test_the_croupier_neither_opens_nor_closes_it() -> None:
    room = home_room(STACK)
    CashGame.objects.update(tables=0)
    croupier.keep_open(now=room.now)
    CashGame.objects.update(tables=5)
    croupier.keep_open(now=room.now)
    assert Table.objects.get().status == Table.Status.OPEN


def test_its_owner_says_who_may_sit_or_wait_or_bring_more(monkeypatch: pytest.MonkeyPatch) -> None:
    room = home_room(STACK, least_chips=80)
    stranger = UserId(room.people[2].pk)

    def refuse(game_id: int, user_id: UserId) -> None:
        if game_id == room.game.pk and user_id != room.people[1].pk:
            raise Refusal(TableCode.PRIVATE_TABLE)

    monkeypatch.setitem(admission._checks, HOME, refuse)
    seat: dict[str, Any] = {"table_id": room.table_id, "user_id": stranger, "now": room.now}
    with pytest.raises(Refusal, match=TableCode.PRIVATE_TABLE):
        room.sit(2, STACK)
    with pytest.raises(Refusal, match=TableCode.PRIVATE_TABLE):
        waiting.join(**seat, any_table=True)
    cashier.check_play(room.game, user_id=UserId(room.people[1].pk), stake=0, now=room.now)
