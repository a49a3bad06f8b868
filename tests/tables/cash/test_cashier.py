"""Money into chips and back at cash tables."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils.translation import override

from core.refusal import Refusal
from core.refusals import CoreCode
from core.sentences import say
from core.types import Cents, Chips, SeatNo
from payouts.bookkeeping import accounts, ledger
from payouts.models import Transfer
from payouts.refusals import MoneyCode
from payouts.reports.reconciliation import Drift
from players.models import User
from players.protection import exclusions
from players.refusals import PlayerCode
from tables.cash import books, cashier, croupier
from tables.live import dealer, escrow, frames, record, seats
from tables.models import CashGame, CashStay, Hand, HandPlayer, Seat, Table
from tables.refusals import TableCode
from tables.room_settings import CASH_RETURN
from tests.harness import worlds
from tests.tables.cash.setting import WALLET, CashRoom, cash_room, offer
from tests.tables.rooms import open_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]

Reason = Transfer.Reason


def refused(verb: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(*args, **kwargs)
    return refusal.value.code


@pytest.mark.rule("CASH-1")
def test_chips_are_money_from_the_wallet_and_back() -> None:
    room = cash_room(1000, 500)
    assert (room.wallet(1), room.escrow) == (WALLET - 1000, 1500)
    room.leave(1)
    assert (room.wallet(1), room.escrow) == (WALLET, 500)
    session = CashStay.objects.get(user=room.people[1])
    assert (session.brought, session.took) == (1000, 1000)
    room.check()


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (299, TableCode.BUY_IN_TOO_SMALL),
        (0, TableCode.BUY_IN_TOO_SMALL),
        (-1000, TableCode.BUY_IN_TOO_SMALL),
        (1001, TableCode.BUY_IN_TOO_LARGE),
        (10**30, TableCode.BUY_IN_TOO_LARGE),
    ],
)
def test_a_buy_in_is_thirty_to_a_hundred_big_blinds(amount: int, code: str) -> None:
    room = cash_room()
    assert refused(room.sit, 1, amount) == code
    assert room.escrow == 0
    assert not CashStay.objects.exists()


@pytest.mark.rule("ACT-2")
@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Too little: the minimum is €0.20."),
        ("it", "Troppo poco: il minimo è 0,20\N{NO-BREAK SPACE}€."),
    ],
)
def test_a_raise_for_money_is_refused_in_money(language: str, says: str) -> None:
    room = cash_room(1000, 600)
    room.deal()
    with pytest.raises(Refusal) as caught:
        room.act("raise", 11)
    with override(language):
        assert say(caught.value) == says


@pytest.mark.rule("CASH-1")
def test_no_session_takes_more_than_a_thousand_euro() -> None:
    room = cash_room(1_000_00, 1_000_00, small_blind=1000, big_blind=2000)
    assert room.game.most == 1_000_00
    lose_everything(room, 1)
    assert refused(room.top_up, 1, 600_00) == TableCode.STAY_LIMIT


@pytest.mark.rule("CASH-1")
def test_top_ups_count_towards_what_a_session_may_be_brought() -> None:
    room = cash_room(600_00, 600_00, small_blind=500, big_blind=1000)
    lose_everything(room, 1)
    assert refused(room.top_up, 1, 500_00) == TableCode.STAY_LIMIT
    room.top_up(1, 400_00)
    assert room.stack(1) == 400_00
    with pytest.raises(IntegrityError), transaction.atomic():
        CashStay.objects.filter(user=room.people[1]).update(brought=1_000_01)


HOURS = 60 * 60


def come_back(room: CashRoom, who: int, amount: int, *, key: str = "again") -> CashStay:
    return cashier.sit_down(
        table_id=room.table_id,
        user_id=room.people[who].pk,
        amount=Cents(amount),
        key=key,
        no=SeatNo(who),
        now=room.now,
    )


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize(
    ("held", "least", "most"),
    [(905, 905, 1000), (1, 300, 1000), (299, 300, 1000), (1000, 1000, 1000), (1700, 1700, 1700)],
)
def test_a_player_who_comes_back_within_two_hours_brings_at_least_what_they_took(
    held: int, least: int, most: int
) -> None:
    room = cash_room(1000, 1000)
    room.make_poor(1, left=held) if held <= 1000 else room.make_poor(2, left=2000 - held)
    first = CashStay.objects.get(user=room.people[1])
    room.leave(1)
    room.later(2 * HOURS - 1)
    too_few = TableCode.NOT_WHAT_YOU_TOOK if least == held else TableCode.BUY_IN_TOO_SMALL
    assert refused(come_back, room, 1, least - 1) == too_few
    assert refused(come_back, room, 1, most + 1) == TableCode.BUY_IN_TOO_LARGE
    assert room.wallet(1) == WALLET - 1000 + held
    session = come_back(room, 1, least)
    assert (session.brought, session.brought_back, session.back_from) == (least, held, first)
    assert room.stack(1) == least
    room.check()


@pytest.mark.rule("CASH-1")
def test_one_session_is_never_brought_more_than_a_thousand_however_it_comes() -> None:
    room = cash_room(1_000_00, 1_000_00, small_blind=500, big_blind=1000)
    lose_everything(room, 2)
    room.leave(1)
    # 2,000 were taken away: no more than 1,000 come back, and nothing after them.
    assert refused(come_back, room, 1, 999_99) == TableCode.NOT_WHAT_YOU_TOOK
    assert refused(come_back, room, 1, 1_000_01) == TableCode.BUY_IN_TOO_LARGE
    session = come_back(room, 1, 1_000_00)
    assert (session.brought, session.brought_back) == (1_000_00, 1_000_00)
    lose_everything(room, 1)
    assert refused(room.top_up, 1, 1) == TableCode.STAY_LIMIT
    with pytest.raises(IntegrityError), transaction.atomic():
        CashStay.objects.filter(pk=session.pk).update(brought=1_000_01)


@pytest.mark.rule("CASH-1")
def test_after_two_hours_one_comes_as_anybody_does() -> None:
    room = cash_room(1000, 1000)
    room.make_poor(2, left=300)
    room.leave(1)
    room.later(2 * HOURS)
    assert refused(come_back, room, 1, 1700) == TableCode.BUY_IN_TOO_LARGE
    assert come_back(room, 1, 300).back_from is None


@pytest.mark.rule("CASH-1")
def test_the_hours_after_which_one_comes_as_anybody_are_a_setting() -> None:
    worlds.assume(CASH_RETURN, timedelta(minutes=10))
    room = cash_room(500)
    room.leave(1)
    room.later(599)
    assert refused(come_back, room, 1, 300) == TableCode.NOT_WHAT_YOU_TOOK
    room.later(1)
    come_back(room, 1, 300)


@pytest.mark.rule("CASH-1")
def test_the_same_game_is_the_same_at_each_of_its_tables() -> None:
    room = cash_room(500)
    CashGame.objects.update(tables=2)
    (other,) = croupier.keep_open(now=room.now)
    room.leave(1)
    elsewhere: dict[str, Any] = {
        "table_id": other.pk,
        "user_id": room.people[1].pk,
        "now": room.now,
    }
    assert (
        refused(cashier.sit_down, **elsewhere, amount=300, key="a") == TableCode.NOT_WHAT_YOU_TOOK
    )
    cashier.sit_down(**elsewhere, amount=Cents(500), key="b")
    # What was taken away is brought back once: at the first table one sits down anew.
    assert come_back(room, 1, 300).brought_back == 0
    assert reconciliation_of(room) == []


@pytest.mark.rule("CASH-1")
def test_another_game_asks_nothing_of_whoever_left_this_one() -> None:
    room = cash_room(500)
    room.leave(1)
    game = offer(name="NL20", small_blind=10, big_blind=20)
    (opened,) = croupier.keep_open(now=room.now)
    assert opened.event == game.event
    cashier.sit_down(
        table_id=opened.pk, user_id=room.people[1].pk, amount=Cents(600), key="x", now=room.now
    )


@pytest.mark.rule("CASH-1")
def test_new_money_of_all_stays_within_two_hours_has_one_limit() -> None:
    room = cash_room(600_00, 600_00, small_blind=500, big_blind=1000)
    lose_everything(room, 1)
    room.leave(1)
    # Whoever has nothing left brings nothing back, and new money as far as it may be.
    assert refused(come_back, room, 1, 401_00) == TableCode.STAY_LIMIT
    session = come_back(room, 1, 350_00)
    assert (session.brought, session.brought_back) == (350_00, 0)
    assert refused(room.top_up, 1, 50_01) == TableCode.STAY_LIMIT
    room.top_up(1, 50_00)
    assert refused(room.top_up, 1, 1, key="more still") == TableCode.STAY_LIMIT
    # The first stay ended more than two hours ago: only the money of this one counts.
    room.later(2 * HOURS)
    room.top_up(1, 600_00, key="later")
    assert room.stack(1) == 1_000_00


@pytest.mark.rule("CASH-1")
def test_what_is_brought_back_is_no_new_money() -> None:
    room = cash_room(600_00, 600_00, small_blind=500, big_blind=1000)
    room.make_poor(1, left=450_00)
    room.leave(1)
    come_back(room, 1, 700_00)
    lose_everything(room, 1)
    # New money: 600 at first and 250 beside the 450; the session itself has room for 300.
    assert refused(room.top_up, 1, 150_01) == TableCode.STAY_LIMIT
    room.top_up(1, 150_00)
    session = CashStay.objects.get(user=room.people[1], closed_at=None)
    assert (session.brought, session.brought_back) == (850_00, 450_00)
    assert refused(room.top_up, 1, 1, key="once more") == TableCode.STAY_LIMIT
    room.check()
    with pytest.raises(DatabaseError), transaction.atomic():
        CashStay.objects.filter(pk=session.pk).update(brought_back=0)


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize(("least", "most"), [(20, 200), (1, 1), (100, 250), (5, 30_000)])
def test_a_table_may_have_any_range_of_buy_ins(least: int, most: int) -> None:
    game = offer(name="wide", least_buy_in=least, most_buy_in=most)
    assert (game.least, game.most) == (least * 10, min(most * 10, 1_000_00))


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize("amount", [1, 100, 1000])
def test_a_top_up_may_be_any_amount_up_to_the_greatest_stack(amount: int) -> None:
    room = cash_room(1000, 1000)
    lose_everything(room, 1)
    room.top_up(1, amount)
    assert room.stack(1) == amount
    assert refused(room.top_up, 1, 1001 - amount, key="again") == TableCode.BUY_IN_TOO_LARGE


def lose_everything(room: CashRoom, who: int) -> None:
    """A player goes all-in and folds as good as all of it: the seat is left with nothing."""
    seat = Seat.objects.get(table=room.table_id, user=room.people[who])
    winner = next(no for no in room.table.live.seats if no != seat.no)
    table = room.table
    seats.set_stack(table, winner, Chips(table.live.seats[winner].stack + seat.stack))
    seats.set_stack(table, seat.no, Chips(0))
    record.write(table, [], now=room.now)
    room.check()


def test_a_double_click_buys_one_seat() -> None:
    room = cash_room(1000)
    again = room.sit(1, 1000)
    assert CashStay.objects.get() == again
    assert room.escrow == 1000
    assert refused(room.sit, 1, 900) == MoneyCode.KEY_REUSED
    room.leave(1)
    assert room.sit(1, 1000) == again
    assert room.escrow == 0
    assert room.sit(1, 1000, key="anew") != again
    assert room.sit(1, 1000) == again
    assert room.escrow == 1000


@pytest.mark.rule("SEAT-1")
def test_nobody_sits_twice_at_a_cash_table() -> None:
    room = cash_room(1000)
    code = refused(
        cashier.sit_down,
        table_id=room.table_id,
        user_id=room.people[1].pk,
        amount=500,
        key="another",
        no=3,
        now=room.now,
    )
    assert code == TableCode.ALREADY_SEATED
    assert room.escrow == 1000


@pytest.mark.parametrize(
    ("no", "code"),
    [(1, TableCode.SEAT_TAKEN), (7, TableCode.NO_SUCH_SEAT), (-1, TableCode.NO_SUCH_SEAT)],
)
def test_a_seat_that_cannot_be_had_costs_nothing(no: int, code: str) -> None:
    room = cash_room(1000)
    assert refused(room.sit, 2, 1000, no) == code
    assert room.wallet(2) == WALLET
    room.check()


def test_chips_cost_what_the_wallet_holds() -> None:
    room = cash_room()
    everything = ledger.Leg(
        accounts.player(room.people[1].pk), accounts.OUTSIDE, WALLET, Transfer.Reason.WITHDRAWAL
    )
    ledger.post([everything], key="out", now=room.now)
    assert refused(room.sit, 1, 1000) == MoneyCode.INSUFFICIENT_FUNDS
    assert not Seat.objects.exists()
    assert not CashStay.objects.exists()


def test_who_has_excluded_themselves_neither_sits_down_nor_brings_more() -> None:
    room = cash_room(500)
    exclusions.exclude(user_id=room.people[2].pk, days=1, now=room.now)
    assert refused(room.sit, 2) == PlayerCode.SELF_EXCLUDED
    assert room.wallet(2) == WALLET


def test_who_excludes_themselves_leaves_the_table_after_the_hand() -> None:
    room = cash_room(1000, 1000, 1000)
    room.deal()
    exclusions.exclude(user_id=room.people[1].pk, days=1, now=room.now)
    assert room.stay(1).leaving
    assert refused(room.top_up, 1, 100) == TableCode.LEAVING
    asked: dict[str, Any] = {"user_id": room.people[1].pk, "now": room.now}
    assert refused(cashier.stay, table_id=room.table_id, **asked) == PlayerCode.SELF_EXCLUDED
    assert room.stay(1).leaving
    room.fold_out()
    room.look()
    assert not Seat.objects.filter(user=room.people[1]).exists()
    assert room.wallet(1) >= WALLET - 10


@pytest.mark.rule("CHIP-1")
def test_a_top_up_comes_at_once_to_whoever_is_not_in_the_hand() -> None:
    room = cash_room(1000, 1000)
    room.deal()
    room.sit(3, 500)
    room.top_up(3, 300)
    assert room.stack(3) == 800
    assert room.wallet(3) == WALLET - 800
    room.check()


@pytest.mark.rule("CHIP-1")
def test_a_top_up_comes_at_once_to_whoever_has_folded() -> None:
    room = cash_room(500, 500, 500)
    folded = room.deal().turn
    assert folded is not None
    room.act("fold")
    room.top_up(folded, 300)
    room.check()
    assert room.wallet(folded) == WALLET - 800
    assert [seat["stack"] for seat in frames.table(room.table)["seats"]][folded - 1] == 800
    assert refused(room.top_up, folded, 201, key="too much") == TableCode.BUY_IN_TOO_LARGE
    room.fold_out()
    assert room.stack(folded) == 800
    # The hand won and lost what it did: what was bought beside it is no part of it.
    player = HandPlayer.objects.get(user=room.people[folded])
    assert (player.start_stack, player.finish_stack) == (500, 500)
    assert reconciliation_of(room) == []
    assert room.deal().start_stacks[folded] == 800


@pytest.mark.rule("CHIP-1")
def test_whoever_is_all_in_is_still_in_the_hand() -> None:
    room = cash_room(500, 500)
    mover = room.deal().turn
    assert mover is not None
    room.act("all_in")
    room.top_up(mover, 300)
    assert room.stay(mover).top_up is not None
    assert room.wallet(mover) == WALLET - 500


@pytest.mark.rule("CHIP-1", "CASH-5")
def test_a_void_hand_gives_back_the_stack_at_its_start_and_what_was_bought_since() -> None:
    room = cash_room(500, 500, 500)
    folded = room.deal().turn
    assert folded is not None
    room.act("fold")
    room.top_up(folded, 300)
    chief = User.objects.create_user("chief").pk
    cashier.break_off(table_id=room.table_id, by=chief, why="a power cut", now=room.now)
    session = CashStay.objects.get(user=room.people[folded])
    assert (session.brought, session.took) == (800, 800)
    assert room.escrow == 0
    assert reconciliation_of(room) == []


def reconciliation_of(room: CashRoom) -> list[Drift]:
    """Where the table's money is not what its sessions and hands say."""
    books_of_it = books.CashTable(room.table_id)
    return [*books_of_it.compared()[1], *books_of_it.wrong_records()]


@pytest.mark.rule("CHIP-1")
def test_a_top_up_waits_until_the_hand_of_its_owner_is_over() -> None:
    room = cash_room(500, 1000)
    room.deal()
    before = room.wallet(1)
    room.top_up(1, 300)
    assert room.wallet(1) == before
    assert room.stay(1).top_up is not None
    room.fold_out()
    assert room.wallet(1) == before
    stack = room.stack(1)
    room.look()
    assert room.wallet(1) == before - 300
    assert room.going.start_stacks[1] == stack + 300


@pytest.mark.rule("CHIP-1")
def test_no_more_comes_after_the_hand_than_the_table_allows_by_then() -> None:
    room = cash_room(905, 905)
    hand = room.deal()
    loser = hand.positions.small_blind
    winner = 3 - loser
    room.top_up(winner, 95)
    room.fold_out()
    assert room.stack(winner) == 910
    room.look()
    assert room.going.start_stacks[winner] == 1000
    assert CashStay.objects.get(user=room.people[winner]).brought == 905 + 90


@pytest.mark.rule("CASH-1", "CHIP-1")
def test_no_more_comes_after_the_hand_than_the_session_allows_by_then() -> None:
    room = cash_room(500_00, 500_00, small_blind=500, big_blind=1000)
    room.deal()
    room.top_up(1, 300_00)
    # The session was brought more meanwhile; the limit is asked again when the chips come.
    CashStay.objects.filter(user=room.people[1]).update(brought=900_00)
    room.fold_out()
    stack = room.stack(1)
    room.look()
    assert room.going.start_stacks[1] == stack + 100_00
    assert CashStay.objects.get(user=room.people[1]).brought == 1_000_00


def test_a_top_up_that_the_wallet_no_longer_covers_does_not_come() -> None:
    room = cash_room(500, 500)
    room.deal()
    room.top_up(1, 300)
    leg = ledger.Leg(
        accounts.player(room.people[1].pk), accounts.OUTSIDE, WALLET - 500, Reason.WITHDRAWAL
    )
    ledger.post([leg], key="out", now=room.now)
    room.fold_out()
    stack = room.stack(1)
    room.look()
    assert room.going.start_stacks[1] == stack


def test_a_top_up_counts_once_however_often_it_is_sent() -> None:
    room = cash_room(500)
    for _ in range(3):
        room.top_up(1, 200)
    assert room.stack(1) == 700
    room.sit(2)
    room.deal()
    for _ in range(3):
        room.top_up(1, 100, key="later")
    room.fold_out()
    room.look()
    room.fold_out()
    room.top_up(1, 100, key="later")
    room.look()
    assert CashStay.objects.get(user=room.people[1]).brought == 800


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (0, MoneyCode.AMOUNT_NOT_POSITIVE),
        (-500, MoneyCode.AMOUNT_NOT_POSITIVE),
        (501, TableCode.BUY_IN_TOO_LARGE),
        (10**30, TableCode.BUY_IN_TOO_LARGE),
    ],
)
@pytest.mark.parametrize("playing", [False, True])
def test_a_top_up_that_may_not_be(amount: int, code: str, playing: bool) -> None:
    room = cash_room(500, 1000)
    if playing:
        room.deal()
        # Blinds are out: a little more would fit.
        amount = amount + 10 if amount > 0 else amount
    assert refused(room.top_up, 1, amount) == code
    assert room.stay(1).top_up is None
    assert room.wallet(1) == WALLET - 500


def test_a_guest_who_has_left_does_not_top_up() -> None:
    room = cash_room(500)
    assert refused(room.top_up, 2, 100) == TableCode.NOT_SEATED
    room.leave(1)
    assert refused(room.top_up, 1, 100) == TableCode.NOT_SEATED
    assert refused(room.leave, 1) == TableCode.NOT_SEATED


@pytest.mark.rule("CASH-1")
def test_one_leaves_in_the_middle_of_a_hand_with_what_is_left_after_it() -> None:
    room = cash_room(1000, 1000, 1000)
    hand = room.deal()
    opener, small = hand.turn, hand.positions.small_blind
    assert opener is not None
    room.act("call")
    room.leave(opener)
    room.leave(opener)
    assert room.stay(opener).leaving
    room.act("raise", 50)
    room.act("fold")
    room.look(2)
    assert dealer.time_out(table_id=room.table_id, now=room.later(2))
    assert room.hand is None
    assert small in room.table.live.seats
    room.look()
    assert opener not in room.table.live.seats
    assert room.wallet(opener) == WALLET - 10
    assert CashStay.objects.get(user=room.people[opener]).took == 990


def test_whoever_is_leaving_does_not_come_back_into_play() -> None:
    room = cash_room(1000, 1000)
    room.deal()
    room.leave(1)
    assert refused(room.come_back, 1) == TableCode.LEAVING


@pytest.mark.rule("CASH-5")
def test_a_malfunction_gives_back_the_stacks_of_the_last_completed_hand() -> None:
    room = cash_room(1000, 1000)
    first = room.deal()
    room.fold_out()
    won = first.positions.big_blind
    room.look()
    room.act("raise", 500)
    chief = User.objects.create_user("chief").pk
    order: dict[str, Any] = {"table_id": room.table_id, "by": chief, "now": room.now}
    assert refused(cashier.break_off, **order, why=" ") == CoreCode.NO_REASON
    assert room.escrow == 2000
    for _ in range(2):
        cashier.break_off(**order, why="a power cut")
    log = LogEntry.objects.get()
    assert (log.user_id, log.object_id, log.change_message) == (
        *(chief, str(room.table_id)),
        "a power cut",
    )
    connection.check_constraints()
    assert room.escrow == room.rake == 0
    assert room.wallet(won) == WALLET + 5
    assert room.wallet(3 - won) == WALLET - 5
    assert Table.objects.get(pk=room.table_id).status == Table.Status.CLOSED
    assert not Seat.objects.exists()
    assert set(CashStay.objects.values_list("took", flat=True)) == {1005, 995}
    assert Hand.objects.filter(finished_at=None).count() == 1
    assert refused(room.sit, 3) == TableCode.TABLE_CLOSED


def test_the_database_refuses_money_that_leaves_chips_behind() -> None:
    room = cash_room(1000, 1000)

    @transaction.atomic
    def steal() -> None:
        user_id = room.people[1].pk
        escrow.cash_in(
            owner=room.table.owner,
            table_id=room.table_id,
            user_id=user_id,
            amount=Cents(1),
            key="stolen",
            now=room.now,
        )
        connection.check_constraints()

    with pytest.raises(IntegrityError, match="2000 chips, 1999 cents"):
        steal()


def test_the_database_refuses_a_hand_that_ends_with_other_chips() -> None:
    room = cash_room(1000, 1000)
    room.deal()
    room.sit(3, 500)

    @transaction.atomic
    def cheat() -> None:
        Seat.objects.filter(no=3).update(stack=5000)
        room.fold_out()

    with pytest.raises(IntegrityError, match="7000 chips, 2500 cents"):
        cheat()


@pytest.mark.parametrize(
    "terms",
    [
        {"small_blind": 20},
        {"small_blind": 10},
        {"small_blind": 1},
        {"least_buy_in": 0},
        {"least_buy_in": 10_001, "most_buy_in": 10_001},
        {"least_buy_in": 60, "most_buy_in": 50},
        {"big_blind": 3334, "small_blind": 1000},
        {"sit_out": 4},
        {"sit_out": 31},
        {"action_seconds": 9},
        {"action_seconds": 121},
        {"bank_seconds": 121},
        {"game": "nlo", "seats": 10},
        {"game": "flhe", "straddle": True},
        {"game": "italian"},
    ],
)
@pytest.mark.rule("CASH-1", "OUT-2", "TIME-1", "TIME-2", "INFO-4")
def test_a_game_that_breaks_the_rules_is_not_offered(terms: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        offer(**terms)


def test_a_tournament_has_no_cashier() -> None:
    opened = open_room(1000, 1000)
    who = {"table_id": opened.table_id, "user_id": opened.users[1].pk, "now": opened.now}
    for verb, more in (
        (cashier.leave, {}),
        (cashier.stay, {}),
        (cashier.top_up, {"amount": 100, "key": "x"}),
        (cashier.choose, {"posts": True}),
        (cashier.sit_down, {"amount": 1000, "key": "x"}),
    ):
        assert refused(verb, **who, **more) == TableCode.NOT_A_CASH_TABLE
    order = {"table_id": opened.table_id, "now": opened.now, "why": "x", "by": who["user_id"]}
    assert refused(cashier.break_off, **order) == TableCode.NOT_A_CASH_TABLE
    assert not LogEntry.objects.exists()
