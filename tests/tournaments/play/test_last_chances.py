"""Players who have lost their last chip while chips are sold: they keep their seat for a while."""

from datetime import timedelta

import pytest
from django.conf import settings

from core.refusal import Refusal
from tables.models import HandPlayer, Table
from tests.tournaments import events, stages
from tests.tournaments.events import BUY_IN, START
from tests.tournaments.sales import CHIPS, LATE, PRICE, buy, evening, share_out, user_at
from tournaments import director
from tournaments.models import Elimination, Entry, Tournament
from tournaments.play import books, timekeeping
from tournaments.refusals import EventCode
from tournaments.room_settings import REBUY_TIME

pytestmark = pytest.mark.django_db

Status = Tournament.Status


def still_in(event: Tournament) -> int:
    return event.entries.filter(status=Entry.Status.PLAYING).count()


def after(table: Table, button: int, small_blind: int, big_blind: int) -> Table:
    """The table, its latest hand played from these seats."""
    table.positions = {"button": button, "small_blind": small_blind, "big_blind": big_blind}
    table.save(update_fields=["positions"])
    return table


def dealt_in() -> list[int]:
    hands = HandPlayer.objects.filter(hand__finished_at=None)
    return sorted(hands.values_list("seat_no", flat=True))


@pytest.mark.slow
@pytest.mark.rule("TRN-2", "BTN-3")
@pytest.mark.parametrize("buys", [True, False])
def test_a_table_waits_for_who_decides_about_a_rebuy_and_is_due_for_a_blind(buys: bool) -> None:
    room = evening(3)
    # Seat 3 has the big blind in the hand that takes its chips, and the small blind is next.
    table = after(share_out(room, 1_000, 3_000, 500), 3, 1, 2)
    room.lost_by_all_but_the_first(table)
    room.step()
    assert room.playing() == []
    table.refresh_from_db()
    assert table.notice is not None
    assert (table.notice["kind"], table.notice["seats"]) == ("rebuy", [3])
    if buys:
        buy(room, user_at(room, 3))
    else:
        room.later(REBUY_TIME.value().total_seconds() + settings.RESULT_SECONDS + 1)
    room.step()
    assert dealt_in() == ([1, 2, 3] if buys else [1, 2])
    table.refresh_from_db()
    assert table.positions is not None
    if buys:
        assert (table.positions["small_blind"], table.positions["big_blind"]) == (3, 1)


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_who_is_broke_keeps_the_seat_for_a_while_and_the_table_plays_on() -> None:
    room = evening(4)
    # Nobody without chips is due for a blind.
    table = after(share_out(room, 1_000, 1_000, 1_000, 3_000), 1, 2, 3)
    room.lost_by_all_but_the_first(table)
    # Seat 4 covered everybody, and seats 2 and 3 have nothing.
    room.step()
    assert still_in(room.event) == 4
    assert dealt_in() == [1, 4]
    user = user_at(room, 2)
    # Not in the hand that runs: at once, and dealt in next time (CHIP-1).
    assert buy(room, user).applied_at is not None
    room.play_hands()
    # Seat 3, which may be due for a blind by then, buys nothing.
    room.later(REBUY_TIME.value().total_seconds() + 1)
    room.step()
    assert HandPlayer.objects.filter(hand__finished_at=None, user=user).exists()


@pytest.mark.slow
@pytest.mark.rule("TRN-2", "RANK-1")
def test_who_takes_no_rebuy_in_time_is_out_by_the_hand_that_did_it() -> None:
    room = evening(4)
    table = share_out(room, 1_000, 1_000, 1_000, 3_000)
    gone = user_at(room, 2)
    hand = room.lost_by_all_but_the_first(table)
    room.step()
    # The next hands at the table do not count for who is out of it.
    room.later(REBUY_TIME.value().total_seconds() + 1)
    with pytest.raises(Refusal, match=EventCode.REBUYS_CLOSED):
        buy(room, gone)
    room.step()
    assert still_in(room.event) == 2
    out = Elimination.objects.get(entry__user=gone)
    hand.refresh_from_db()
    assert (out.hand_id, out.at, out.level) == (hand.pk, hand.finished_at, 1)
    with pytest.raises(Refusal, match=EventCode.NOT_PLAYING):
        buy(room, gone)


@pytest.mark.slow
@pytest.mark.rule("TRN-2", "TRN-6")
def test_a_pause_takes_nothing_of_the_time_for_a_rebuy() -> None:
    room = evening(4)
    table = share_out(room, 1_000, 1_000, 1_000, 3_000)
    loser = user_at(room, 2)
    room.lost_by_all_but_the_first(table)
    room.step()
    timekeeping.pause(tournament_id=room.event.pk, reason="", now=room.now)
    room.later(3600)
    room.step()
    timekeeping.resume(tournament_id=room.event.pk, now=room.now)
    room.later(REBUY_TIME.value().total_seconds() - 1)
    room.step()
    assert still_in(room.event) == 4
    buy(room, loser)


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_a_rebuy_is_still_sold_to_who_went_broke_in_the_last_moment() -> None:
    room = evening(2, add_on_after_level=0)
    table = share_out(room, CHIPS, CHIPS)
    room.now = START + timedelta(seconds=299)
    room.lost_by_all_but_the_first(table)
    room.now = LATE
    room.step()
    assert room.event.status == Status.RUNNING
    loser = user_at(room, 2)
    buy(room, loser)
    room.step()
    assert len(room.playing()) == 1


@pytest.mark.slow
@pytest.mark.rule("RANK-1", "POOL-3")
def test_the_hand_that_leaves_one_with_chips_ends_the_event_once_nobody_rebuys() -> None:
    room = evening(3)
    buy(room, user_at(room, 1))
    room.play_hands()
    room.step()
    table = share_out(room, 2 * CHIPS, CHIPS, CHIPS)
    room.lost_by_all_but_the_first(table)
    room.step()
    assert (room.event.status, still_in(room.event)) == (Status.RUNNING, 3)
    assert room.playing() == []
    room.later(REBUY_TIME.value().total_seconds() + 1)
    room.step()
    assert room.event.status == Status.FINISHED
    pool = 3 * BUY_IN + PRICE
    won = room.event.entries.values_list("prize", flat=True)
    assert sum(prize or 0 for prize in won) == pool
    assert room.event.prize_pool == pool
    assert events.pool(room.event) == 0
    assert books.reconcile().drifts == []


@pytest.mark.slow
@pytest.mark.rule("TRN-2", "POOL-3")
def test_no_prize_is_paid_before_the_last_rebuy_and_add_on() -> None:
    room = evening(4, rebuys=0)
    table = share_out(room, 1_000, 1_000, 1_000, 3_000)
    room.lost_by_all_but_the_first(table)
    room.step()
    out = room.event.entries.filter(status=Entry.Status.OUT)
    assert [entry.place for entry in out] == [None, None]
    room.now = LATE
    room.play_hands()
    director.step(tournament_id=room.event.pk, now=room.now)
    assert [entry.place for entry in out.all()] == [3, 3]


@pytest.mark.slow
@pytest.mark.rule("TRN-3")
def test_nobody_is_moved_while_one_decides() -> None:
    room = evening(6, seats_per_table=3, add_on_after_level=0)
    room.play_hands()
    first, second = Table.objects.filter(event=room.event.event).order_by("pk")
    for seat in first.seats.all():
        entry = room.event.entries.get(user=seat.user_id)
        stages.give(room.event, entry, 4_000 if seat.no == 3 else 1_500)
    for seat in second.seats.all():
        entry = room.event.entries.get(user=seat.user_id)
        stages.give(room.event, entry, 500 if seat.no == 3 else 750)
    room.lost_by_all_but_the_first(first)
    director.step(tournament_id=room.event.pk, now=room.now)
    assert first.seats.count() == 3
    assert second.seats.count() == 3
    room.later(REBUY_TIME.value().total_seconds() + 1)
    room.play_hands()
    room.step()
    room.play_hands()
    room.step()
    assert sum(room.sizes()) == still_in(room.event)
