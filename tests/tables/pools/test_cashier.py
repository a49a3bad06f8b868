"""Money into pools and out of them (CASH-1, CASH-5, FAST-3, FAST-4)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import DatabaseError, connection, transaction

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.rules.limits import LimitKind, LimitPeriod
from players.models import Notice, User
from players.refusals import PlayerCode
from players.signals import barred
from players.staff import restrictions
from tables import engine
from tables.live import record
from tables.models import FastPool, PoolEntry, Table
from tables.models.pools import games_for_pools
from tables.pools import cashier, play, purse
from tables.refusals import TableCode
from tests.tables.pools.setting import WALLET, State, pool_room
from tests.tables.pools.test_play import dealt, person_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


def refusal_of(act: Any, *args: Any, **kwargs: Any) -> Refusal:
    with pytest.raises(Refusal) as refused, transaction.atomic():
        act(*args, **kwargs)
    return refused.value


@pytest.mark.rule("CASH-1")
def test_a_buy_in_is_30_to_100_big_blinds_and_counted_once_however_often_it_is_sent() -> None:
    room = pool_room(0)
    assert refusal_of(room.join, 0, 299).code == TableCode.BUY_IN_TOO_SMALL
    assert refusal_of(room.join, 0, 1001).code == TableCode.BUY_IN_TOO_LARGE
    first = room.join(0, 1000, key="a-wish")
    assert room.join(0, 1000, key="a-wish") == first
    assert room.wallet(0) == WALLET - 1000
    room.check()


@pytest.mark.rule("CASH-1", "FAST-4")
def test_a_wish_that_is_sent_again_is_answered_with_its_own_entry() -> None:
    room = pool_room(0)
    first, second = (room.join(0, 1000, key=key) for key in ("one-wish", "another"))
    assert (room.join(0, 1000, key="one-wish"), first.no) == (first, 1)
    assert (room.join(0, 1000, key="another"), second.no) == (second, 2)
    room.sit_out(0)
    room.leave(0, no=2)
    room.join(0, 1000)
    assert room.join(0, 1000, key="another") == second
    # What has brought other chips brings no entry.
    room.join(1, 500)
    room.top_up(1, 400, key="more")
    assert refusal_of(room.join, 1, 400, key="more").code == MoneyCode.KEY_REUSED
    room.check()


@pytest.mark.rule("FAST-4")
@pytest.mark.parametrize("each", [1, 2])
def test_a_player_has_one_or_two_entries_as_the_pool_says(each: int) -> None:
    room = pool_room(0, entries_each=each)
    assert [room.join(0).no for _ in range(each)] == list(range(1, each + 1))
    assert refusal_of(room.join, 0).code == TableCode.NO_MORE_ENTRIES


@pytest.mark.rule("FAST-4")
def test_a_pool_is_full_when_it_has_as_many_entries_as_it_may() -> None:
    room = pool_room(2, most_entries=2)
    assert refusal_of(room.join, 2).code == TableCode.POOL_FULL


def test_nobody_comes_into_a_pool_that_is_not_offered_or_does_not_exist() -> None:
    room = pool_room(0)
    FastPool.objects.update(offered=False)
    assert refusal_of(room.join, 0).code == TableCode.POOL_CLOSED
    room.pool.pk += 1
    assert refusal_of(room.join, 0).code == TableCode.NO_SUCH_POOL


@pytest.mark.rule("FAST-3")
def test_whoever_leaves_between_hands_takes_everything_and_brings_it_back() -> None:
    room, table_id = dealt()
    who = room.who_acts(table_id)
    room.act(table_id, "fold")
    room.leave(who)
    entry = room.entry(who)
    assert (entry.state, entry.took, entry.held) == (State.GONE, 1000, 0)
    assert room.wallet(who) == WALLET
    assert refusal_of(room.join, who, 999).code == TableCode.NOT_WHAT_YOU_TOOK
    again = room.join(who, 1000)
    assert (again.back_from, again.brought_back) == (entry, 1000)
    # The counters go on where they were.
    assert (again.since_big_blind, again.owes) == (entry.since_big_blind, False)
    room.check()


@pytest.mark.rule("FAST-3")
@pytest.mark.parametrize(("seconds", "kept"), [(7199, True), (7200, False)])
def test_the_counters_are_those_of_one_session(seconds: float, *, kept: bool) -> None:
    room, table_id = dealt()
    who = room.who_acts(table_id)
    room.act(table_id, "fold")
    room.leave(who)
    before = room.entry(who)
    assert not before.owes
    room.later(seconds)
    again = room.join(who, 1000)
    assert again.owes is not kept
    hands = (again.since_big_blind, again.since_small_blind, again.since_button)
    were = (before.since_big_blind, before.since_small_blind, before.since_button)
    assert hands == (were if kept else (0, 0, 0))


@pytest.mark.middling
@pytest.mark.rule("FAST-3")
def test_leaving_pays_what_is_not_at_stake_and_the_rest_when_that_hand_ends() -> None:
    room, table_id = dealt(3)
    for kind in ("call", "call", "check"):
        room.act(table_id, kind)
    room.act(table_id, "bet", 20)
    gone = person_at(room, table_id, 1)
    room.fold(gone)
    room.leave(gone)
    entry = room.entry(gone)
    assert (entry.state, entry.took, entry.held, entry.at_stake) == (State.OUT, 990, 10, 10)
    assert room.wallet(gone) == WALLET - 10
    room.check()
    # Seat 3 folds too, and the bettor has the pot.
    room.act(table_id, "fold")
    room.go_on()
    entry.refresh_from_db()
    assert (entry.state, entry.took, entry.held) == (State.GONE, 990, 0)
    assert room.wallet(gone) == WALLET - 10


@pytest.mark.middling
@pytest.mark.rule("FAST-3")
def test_leaving_from_a_hand_folds_it_and_after_the_hand_plays_it() -> None:
    room, table_id = dealt()
    early, late = person_at(room, table_id, 6), person_at(room, table_id, 5)
    room.leave(early)
    room.leave(late, after_hand=True)
    room.go_on()
    assert (room.state(early), room.state(late)) == (State.GONE, State.PLAYING)
    room.check_down(table_id)
    room.go_on()
    assert room.state(late) == State.GONE
    room.check()


@pytest.mark.middling
def test_a_blind_that_leaves_pays_what_the_hand_leaves_it() -> None:
    room, table_id = dealt(3)
    big = person_at(room, table_id, 3)
    room.leave(big)
    assert (room.state(big), room.entry(big).leaving) == (State.PLAYING, True)
    room.act(table_id, "call")
    room.act(table_id, "call")
    room.act(table_id, "check")
    while record.read(table_id).live.playing is not None:
        turn = record.read(table_id).live.turn
        room.act(table_id, "fold" if turn == 3 else "check")
    room.go_on()
    assert (room.state(big), room.entry(big).took) == (State.GONE, 990)
    room.check()


@pytest.mark.middling
@pytest.mark.rule("CHIP-1")
def test_top_ups_come_at_once_or_after_the_hand_as_far_as_they_may_by_then() -> None:
    room, table_id = dealt()
    waiting = room.who_acts(table_id)
    room.act(table_id, "fold")
    assert refusal_of(room.top_up, waiting, 1).code == TableCode.BUY_IN_TOO_LARGE
    playing = room.who_acts(table_id)
    room.act(table_id, "raise", 300)
    assert refusal_of(room.top_up, playing, 301).code == TableCode.BUY_IN_TOO_LARGE
    room.top_up(playing, 300)
    room.top_up(playing, 300)
    assert (room.entry(playing).held, room.entry(playing).top_up) == (1000, 300)
    while record.read(table_id).live.playing is not None:
        room.act(table_id, "fold")
    room.go_on()
    # The blinds are won: with them nothing is missing any more.
    assert (room.entry(playing).held, room.entry(playing).top_up) == (1015, 0)
    assert room.wallet(playing) == WALLET - 1000


@pytest.mark.rule("CHIP-1")
def test_a_top_up_of_whoever_is_in_no_hand_comes_at_once() -> None:
    room = pool_room(0)
    room.join(0, 400)
    room.top_up(0, 600)
    assert (room.entry(0).held, room.entry(0).brought) == (1000, 1000)
    room.check()


@pytest.mark.rule("CHIP-1")
def test_who_has_no_chips_buys_in_again_for_the_first_buy_in_and_plays_on_at_once() -> None:
    room = pool_room(0)
    room.join(0, 400)
    room.top_up(0, 100, key="one")
    entry = room.entry(0)
    purse.cash_in(**lost(entry), key="lost", now=room.now)
    PoolEntry.objects.filter(pk=entry.pk).update(state=State.OUT, held=0)
    assert refusal_of(room.come_back, 0).code == TableCode.TOO_FEW_CHIPS
    room.top_up(0, entry.rebuy, key="again")
    entry = room.entry(0)
    assert (entry.state, entry.free, entry.rebuy) == (State.WAITING, 400, 400)


def lost(entry: PoolEntry) -> dict[str, Any]:
    """All that an entry holds, as if others had won it."""
    return {"pool_id": entry.pool_id, "user_id": UserId(entry.user_id), "amount": entry.held}


@pytest.mark.middling
@pytest.mark.rule("CHIP-1", "FAST-4")
def test_chips_left_in_an_older_hand_do_not_stand_in_the_way_of_new_ones() -> None:
    """As at a table: what counts is what lies in front of the player."""
    room, table_id = dealt(3)
    for kind in ("call", "call", "check"):
        room.act(table_id, kind)
    room.act(table_id, "bet", 20)
    gone = person_at(room, table_id, 1)
    room.fold(gone)
    assert (room.entry(gone).free, room.entry(gone).at_stake) == (990, 10)
    assert refusal_of(room.top_up, gone, 11).code == TableCode.BUY_IN_TOO_LARGE
    room.top_up(gone, 4, key="waiting")
    assert (room.entry(gone).free, room.entry(gone).brought) == (994, 1004)
    room.join(5)
    room.deal(3)
    assert room.table_of(gone).id != table_id
    room.top_up(gone, 6, key="playing")
    assert (room.entry(gone).top_up, room.entry(gone).held) == (6, 1004)
    cashier.break_off(pool_id=room.pool.pk, by=room.people[0].pk, why="smoke", now=room.now)
    # What lies in the older hand comes back beside the chips bought since.
    assert (room.wallet(gone), room.escrow) == (WALLET, 0)


@pytest.mark.middling
@pytest.mark.rule("PLAY-3")
def test_no_chips_come_that_could_lose_more_than_the_limit_that_a_player_has_set() -> None:
    room = pool_room(0)
    user_id = UserId(room.people[0].pk)

    def limit(cents: int) -> None:
        limits.set_limit(
            user_id=user_id, kind=LimitKind.LOSS, period=LimitPeriod.DAY, amount=cents, now=room.now
        )

    limit(800)
    assert refusal_of(room.join, 0, 801).code == MoneyCode.DAILY_LOSS_LIMIT
    room.join(0, 500)
    assert refusal_of(room.top_up, 0, 301).code == MoneyCode.DAILY_LOSS_LIMIT
    for who in range(1, 6):
        room.join(who)
    (hand,) = room.deal()
    room.top_up(0, 300)
    # The wish waits for the end of the hand, and the limit is lowered meanwhile.
    limit(600)
    room.check_down(hand.table_id)
    room.go_on()
    assert (room.entry(0).brought, room.entry(0).top_up) == (600, 0)
    # What comes back makes room again; what has been lost does not.
    room.leave(0)
    lost = WALLET - room.wallet(0)
    assert limits.lost(user_id=user_id, period=LimitPeriod.DAY, now=room.now) == lost
    room.check()


@pytest.mark.rule("INFO-4")
def test_nobody_plays_by_terms_that_the_form_would_refuse_whoever_wrote_them() -> None:
    room = pool_room(0)
    for who in range(6):
        room.join(who)
    FastPool.objects.update(small_blind=1)
    assert room.deal() == []
    assert refusal_of(room.join, 6).code == TableCode.SMALL_BLIND_UNEVEN
    FastPool.objects.update(small_blind=5, odd_chips="left_of_button", suits="split")
    assert room.deal() == []
    assert refusal_of(room.join, 6).code == TableCode.GAME_DOES_NOT_FIT
    # Those who are there have their money.
    room.leave(0)
    assert room.wallet(0) == WALLET
    FastPool.objects.update(suits="rank")
    assert len(room.deal(3)) == 1


@pytest.mark.rule("FAST-3")
def test_a_pool_has_no_game_without_blinds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "plo" in dict(games_for_pools())
    ante_only = replace(engine.GAMES["plo"], blinds=False)
    monkeypatch.setitem(engine.GAMES, "plo", ante_only)
    assert "plo" not in dict(games_for_pools())


@pytest.mark.rule("CASH-5")
@pytest.mark.rule("FAST-3")
def test_a_malfunction_gives_back_the_newer_hands_start_and_what_lies_in_the_older() -> None:
    room, table_id = dealt(3)
    for kind in ("call", "call", "check"):
        room.act(table_id, kind)
    room.act(table_id, "bet", 20)
    gone = person_at(room, table_id, 1)
    room.fold(gone)
    room.join(5)
    room.deal(3)
    newer = room.table_of(gone)
    assert newer.id != table_id
    if room.who_acts(newer.id) == gone:
        room.act(newer.id, "call")
    for _ in range(2):
        cashier.break_off(pool_id=room.pool.pk, by=room.people[0].pk, why="smoke", now=room.now)
    room.check()
    assert [room.wallet(who) for who in range(6)] == [WALLET] * 6
    assert room.escrow == 0
    assert set(Table.objects.values_list("status", flat=True)) == {Table.Status.CLOSED}
    assert LogEntry.objects.get().change_message == "smoke"
    assert refusal_of(room.join, 6).code == TableCode.POOL_CLOSED


def test_whoever_may_play_no_more_leaves_with_every_entry() -> None:
    room = pool_room(0)
    for who in range(6):
        room.join(who)
    room.join(0)
    PoolEntry.objects.update(owes=False)
    room.deal()
    room.deal(3)
    barred.send(sender=None, user_id=room.people[0].pk, now=room.now)
    room.go_on()
    states = {room.state(0, no) for no in (1, 2)}
    assert states <= {State.GONE, State.PLAYING}
    assert all(
        entry.leaving or entry.closed_at for entry in PoolEntry.objects.filter(user=room.people[0])
    )
    room.check()


@pytest.mark.rule("OUT-2")
def test_whoever_sits_out_or_watches_for_too_long_is_stood_up_and_paid() -> None:
    room, table_id = dealt(sit_out=5)
    room.fold(person_at(room, table_id, 6), view=True)
    out = person_at(room, table_id, 4)
    room.sit_out(out)
    room.act(table_id, "fold")
    room.sweep(299)
    assert room.state(out) == State.OUT
    room.sweep(1)
    assert room.state(out) == State.GONE
    assert room.state(person_at(room, table_id, 6)) == State.GONE
    assert room.wallet(out) == WALLET
    told = Notice.objects.get(user=room.people[out], data__has_key="given_up")
    assert told.url == f"/pools/{room.entry(out).pool_id}/"


def test_a_chip_without_a_cent_is_refused_by_the_database() -> None:
    room = pool_room(2)

    def cheat() -> None:
        PoolEntry.objects.filter(pk=room.entry(0).pk).update(held=1001)

    _is_refused(cheat, "2001 chips, 2000 cents")


def test_a_cent_without_a_chip_is_refused_by_the_database() -> None:
    room = pool_room(2)
    wallet = accounts.player(UserId(room.people[0].pk))
    leg = ledger.Leg(purse.account(room.pool.pk), wallet, 5, ledger.Reason.CASH_OUT)
    _is_refused(lambda: ledger.post([leg], key="theft", now=room.now), "2000 chips, 1995 cents")


def _is_refused(cheat: Callable[[], object], why: str) -> None:
    @transaction.atomic
    def cheat_and_commit() -> None:
        cheat()
        connection.check_constraints()

    with pytest.raises(DatabaseError, match=why):
        cheat_and_commit()


@pytest.mark.rule("CASH-1", "FAST-4")
@pytest.mark.parametrize("amount", [500, 400])
def test_a_wish_for_chips_whose_name_has_bought_others_meanwhile_brings_none(amount: int) -> None:
    room = pool_room(0, people_here=6, entries_each=2)
    for who in range(6):
        room.join(who, 300)
    (hand,) = room.deal()
    who = room.who_acts(hand.table_id)
    room.top_up(who, amount, key="one-name")
    second = room.join(who, 500, key="one-name")
    room.act(hand.table_id, "fold")
    room.go_on()
    entry = room.entry(who)
    assert (entry.held, entry.top_up, second.held) == (300, 0, 500)
    assert room.wallet(who) == WALLET - 800


@pytest.mark.middling
@pytest.mark.rule("STAFF-10")
def test_whom_staff_keep_from_cash_games_does_not_stay_after_all() -> None:
    room, table_id = dealt()
    who = person_at(room, table_id, 5)
    room.leave(who, after_hand=True)
    boss = User.objects.create_user("boss")
    restrictions.restrict(
        user_id=UserId(room.people[who].pk),
        game=restrictions.Game.CASH,
        lifted=False,
        by=UserId(boss.pk),
        why="Chips.",
        now=room.now,
    )
    assert refusal_of(play.stay, **room.of(who, 1)).code == PlayerCode.CASH_RESTRICTED
    room.check_down(table_id)
    room.go_on()
    assert room.state(who) == State.GONE
