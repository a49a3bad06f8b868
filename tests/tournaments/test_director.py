"""One step at a time: starting, waiting, breaking for a rest, finishing."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from core.types import Chips
from payouts.bookkeeping import accounts, ledger
from tables import engine
from tables.live import seating
from tables.models import Hand, Table
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.floor import floors
from tournaments.models import Due, Elimination, Entry, Move, Tournament

pytestmark = pytest.mark.django_db

Status = Tournament.Status
# Nothing but a first level; then a break and a second one.
QUIET = [(600, 10, 20, 0), (300, 0, 0, 0), (600, 50, 100, 5)]


def evening(event: Tournament, count: int) -> Evening:
    """So many players, registered, and the event's first step done."""
    found = Evening(event, events.players(count), seed=1)
    found.register(count)
    found.step()
    return found


def stacks(table: Table, *amounts: int) -> None:
    """Deal the chips anew between hands: seats and live picture alike."""
    seats = list(table.seats.order_by("no"))
    for seat, amount in zip(seats, amounts, strict=True):
        seating.leave_seat(table_id=table.pk, user_id=seat.user_id, now=START)
        seating.take_seat(
            table_id=table.pk,
            user_id=seat.user_id,
            stack=Chips(amount),
            bank_ms=0,
            no=seat.no,
            now=START,
        )


@pytest.mark.rule("SNG-1")
def test_a_sit_and_go_waits_for_its_last_seat_and_then_deals() -> None:
    room = Evening(events.sit_and_go(), events.players(6), seed=1)
    room.register(5)
    room.step()
    assert (room.event.status, room.sizes()) == (Status.REGISTERING, [])
    room.register(1)
    room.step()
    assert (room.event.status, room.event.started_at) == (Status.RUNNING, START)
    assert len(room.playing()) == 1
    assert not room.event.entries.exclude(status=Entry.Status.PLAYING).exists()


def test_a_scheduled_event_starts_on_time_and_not_before() -> None:
    event = events.scheduled(starts_at=START + timedelta(minutes=5))
    room = evening(event, 3)
    assert room.event.status == Status.REGISTERING
    assert Due.objects.get().due_at == START + timedelta(minutes=1)
    room.later(4 * 60)
    room.step()
    assert Due.objects.get().due_at == event.starts_at
    room.later(60)
    room.step()
    assert room.event.status == Status.RUNNING


@pytest.mark.rule("CANCEL-0")
def test_with_too_few_players_the_event_is_called_off_and_everybody_has_everything_back() -> None:
    room = evening(events.scheduled(min_entries=4), 3)
    assert room.event.status == Status.CANCELLED
    assert set(room.event.entries.values_list("status", flat=True)) == {Entry.Status.REFUNDED}
    assert [events.wallet(entry.user) for entry in room.event.entries.all()] == [BUY_IN + FEE] * 3
    assert (events.pool(room.event), ledger.balance(accounts.FEES)) == (0, 0)
    assert not Due.objects.exists()


def test_an_event_for_which_nobody_came_is_called_off() -> None:
    room = evening(events.scheduled(), 0)
    assert room.event.status == Status.CANCELLED


@pytest.mark.slow
@pytest.mark.rule("TRN-3")
def test_the_draw_fills_as_few_tables_as_possible_evenly() -> None:
    room = evening(events.scheduled(seats_per_table=6), 20)
    assert room.sizes() == [5, 5, 5, 5]
    assert len(room.playing()) == 4
    assert {table.name for table in room.tables()} == {f"Turbo · #{n}" for n in range(1, 5)}


@pytest.mark.slow
@pytest.mark.rule("TRN-1")
def test_blinds_rise_with_the_next_hand_and_never_during_one() -> None:
    room = evening(events.sit_and_go(rows=[(60, 10, 20, 0), (60, 50, 100, 5)]), 6)
    first = Hand.objects.get()
    room.later(61)
    room.step()
    assert Hand.objects.get() == first
    room.play_hands()
    room.step()
    latest = Hand.objects.latest("pk")
    assert first.stakes["big_blind"] == 20
    assert (latest.stakes["big_blind"], latest.stakes["ante"]) == (100, 5)


@pytest.mark.slow
@pytest.mark.rule("TRN-5")
def test_a_break_begins_when_the_hand_is_over_and_ends_for_all_at_once() -> None:
    room = evening(events.scheduled(rows=QUIET, seats_per_table=6, max_entries=12), 12)
    first, second = room.playing()
    fold_out(room, first)
    room.now = START + timedelta(seconds=600)
    room.step()
    # One table has finished its hand and waits; the other one still plays.
    until = (START + timedelta(seconds=900)).isoformat()
    notices = dict(Table.objects.values_list("pk", "notice"))
    assert notices == {first: {"kind": "break", "until": until}, second: None}
    assert room.playing() == [second]
    # It plays longer than the break lasts: the first table waits for it.
    room.later(300)
    room.step()
    assert room.playing() == [second]
    assert Table.objects.get(pk=first).notice == {"kind": "waiting"}
    fold_out(room, second)
    room.step()
    assert room.playing() == [first, second]
    assert not Table.objects.exclude(notice=None).exists()
    assert {hand.stakes["big_blind"] for hand in Hand.objects.filter(finished_at=None)} == {100}


@pytest.mark.rule("TRN-1")
def test_players_find_their_seats_before_the_first_hand_and_the_clock_starts_with_it(
    settings: object,
) -> None:
    settings.START_SECONDS = 5  # type: ignore[attr-defined]
    room = evening(events.sit_and_go(), 6)
    begins = START + timedelta(seconds=5)
    assert (room.event.status, room.sizes(), room.playing()) == (Status.RUNNING, [6], [])
    assert Table.objects.get().notice == {"kind": "starting", "until": begins.isoformat()}
    assert Due.objects.get().due_at <= begins
    room.later(5)
    room.step()
    assert len(room.playing()) == 1
    reading = room.event.clock_at(begins)
    assert reading is not None
    assert (reading.since, reading.until) == (begins, begins + timedelta(seconds=120))


@pytest.mark.slow
def test_the_next_hand_comes_when_the_result_was_seen(settings: object) -> None:
    settings.RESULT_SECONDS = 4  # type: ignore[attr-defined]
    room = evening(events.sit_and_go(), 6)
    room.play_hands()
    finished = Hand.objects.get().finished_at
    assert finished is not None
    room.step()
    assert room.playing() == []
    room.now = finished + timedelta(seconds=4)
    room.step()
    assert len(room.playing()) == 1


@pytest.mark.slow
@pytest.mark.rule("RANK-1")
def test_out_in_the_same_hand_the_larger_stack_ranks_higher_and_equal_ones_tie() -> None:
    room = evening(events.sit_and_go(), 6)
    room.play_hands()
    table = Table.objects.get()
    stacks(table, 7000, 500, 500, 300, 400, 300)
    users = dict(table.seats.values_list("no", "user_id"))
    hand = room.lost_by_all_but_the_first(table)
    director.step(tournament_id=room.event.pk, now=room.now)
    room.event.refresh_from_db()
    places = dict(room.event.entries.values_list("user_id", "place"))
    assert [places[users[no]] for no in range(1, 7)] == [1, 2, 2, 5, 4, 5]
    prizes = dict(room.event.entries.values_list("user_id", "prize"))
    # The second and the third place, 1890 and 0, are shared; the earlier entry has the odd cent.
    assert [prizes[users[no]] for no in range(1, 7)] == [3510, 945, 945, 0, 0, 0]
    assert set(Elimination.objects.values_list("hand_id", flat=True)) == {hand.pk}
    assert events.pool(room.event) == 0


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_while_others_may_still_enter_nobody_has_a_place() -> None:
    event = events.scheduled(late_registration_levels=1, seats_per_table=6, max_entries=9)
    room = evening(event, 4)
    room.play_hands()
    table = Table.objects.get()
    stacks(table, 3000, 2000, 1000, 0)
    director.step(tournament_id=event.pk, now=room.now)
    out = event.entries.get(status=Entry.Status.OUT)
    assert (out.place, out.prize) == (None, None)
    room.people = events.players(1, prefix="late")
    room.register(1)
    room.play_hands()
    room.now = START + timedelta(seconds=121)
    director.step(tournament_id=event.pk, now=room.now)
    out.refresh_from_db()
    assert (out.place, out.prize) == (5, 0)


@pytest.mark.slow
@pytest.mark.rule("TRN-2", "POOL-2")
@pytest.mark.parametrize("comes", ["nobody", "the loser", "a stranger"])
def test_two_who_are_quick_do_not_take_the_guarantee_before_the_others_came(comes: str) -> None:
    event = events.scheduled(guarantee=50_000, late_registration_levels=2, re_entries=1)
    room = evening(event, 2)
    fold_out(room, Table.objects.get().pk)
    stacks(Table.objects.get(), 3000, 0)
    room.later(10)
    room.step()
    assert (event.status, event.live_count, events.pool(event)) == (Status.RUNNING, 1, 2 * BUY_IN)
    assert Table.objects.get().notice == {"kind": "waiting"}
    assert not event.entries.exclude(place=None).exists()
    loser = event.entries.get(status=Entry.Status.OUT).user
    events.fund(loser, cents=BUY_IN + FEE)
    if comes != "nobody":
        room.people = [loser] if comes == "the loser" else events.players(1, prefix="stranger")
        room.register(1)
        room.step()
        assert (len(room.playing()), event.live_count) == (1, 2)
        return
    closes = START + timedelta(seconds=240)
    assert Due.objects.get().due_at <= closes
    room.now = closes
    room.step()
    assert event.status == Status.FINISHED
    assert sorted(event.entries.values_list("place", "prize")) == [(1, 32_500), (2, 17_500)]


@pytest.mark.slow
@pytest.mark.rule("POOL-2")
@pytest.mark.rule("PAY-WIN")
def test_the_house_adds_what_the_guarantee_lacks() -> None:
    room = evening(events.sit_and_go(guarantee=10_000), 6)
    while room.event.status == Status.RUNNING:
        room.play_hands()
        room.step()
    prizes = room.event.entries.order_by("-prize").values_list("prize", flat=True)
    assert list(prizes)[:2] == [6500, 3500]
    assert ledger.balance(accounts.GUARANTEES) == 6 * BUY_IN - 10_000
    assert events.pool(room.event) == 0


@pytest.mark.slow
@pytest.mark.rule("TRN-3")
def test_the_final_table_waits_for_every_hand_and_is_drawn_anew() -> None:
    room = evening(events.scheduled(seats_per_table=4), 6)
    first, second = room.playing()
    fold_out(room, first)
    table = Table.objects.get(pk=first)
    stacks(table, 4500, 0, 0)
    room.later(1)
    director.step(tournament_id=room.event.pk, now=room.now)
    # Four are left, for one table of four; the second table still plays.
    assert room.playing() == [second]
    assert Table.objects.get(pk=first).notice == {"kind": "waiting"}
    fold_out(room, second)
    director.step(tournament_id=room.event.pk, now=room.now)
    [final] = room.tables()
    assert final.name == "Turbo · final"
    assert room.playing() == [final.pk]
    assert set(Move.objects.values_list("reason", flat=True)) == {Move.Reason.FINAL}
    assert Move.objects.count() == 4
    assert set(Table.objects.exclude(pk=final.pk).values_list("status", flat=True)) == {"closed"}


@pytest.mark.slow
@pytest.mark.rule("TRN-3")
def test_the_player_due_for_the_big_blind_moves_to_the_seat_due_for_it_and_posts_it() -> None:
    room = evening(events.scheduled(seats_per_table=6), 12)
    for table_id in room.playing():
        fold_out(room, table_id)
    full, short = Table.objects.order_by("pk")
    posted = [table.positions["big_blind"] for table in (full, short) if table.positions]
    due, next_seat, third_seat = posted[0] % 6 + 1, posted[1] % 6 + 1, (posted[1] + 2) % 6 + 1
    # Two go out there: left of the big blind, and two seats further.
    stacks(short, *(0 if no in (next_seat, third_seat) else 2250 for no in range(1, 7)))
    mover = full.seats.get(no=due).user
    room.later(1)
    room.step()
    assert room.sizes() == [5, 5]
    move = Move.objects.get()
    assert (move.reason, move.entry.user) == (Move.Reason.BALANCE, mover)
    assert (move.from_table, move.to_table, move.to_seat) == (full.name, short.name, next_seat)
    assert short.seats.get(user=mover).no == next_seat
    assert short.hands.latest("pk").positions["big_blind"] == next_seat
    assert full.hands.latest("pk").positions["big_blind"] == due % 6 + 1


@pytest.mark.slow
@pytest.mark.rule("TRN-3", "TRN-2")
def test_a_table_is_not_broken_for_the_last_seat_while_somebody_may_come() -> None:
    room = evening(events.scheduled(seats_per_table=4, late_registration_levels=1), 5)
    for table_id in room.playing():
        fold_out(room, table_id)
    stacks(room.tables()[-1], 2250, 2250, 0)
    room.later(1)
    room.step()
    assert room.sizes() == [2, 2]
    assert len(room.playing()) == 2
    for table_id in room.playing():
        fold_out(room, table_id)
    room.now = START + timedelta(seconds=121)
    room.step()
    assert room.sizes() == [4]


@pytest.mark.slow
@pytest.mark.rule("TRN-3")
def test_two_who_are_alone_at_their_tables_play_each_other_though_entry_is_open() -> None:
    room = evening(events.scheduled(seats_per_table=2, late_registration_levels=2), 4)
    for table_id in room.playing():
        fold_out(room, table_id)
        stacks(Table.objects.get(pk=table_id), 3000, 0)
    room.later(1)
    room.step()
    assert room.sizes() == [2]
    assert len(room.playing()) == 1
    assert Move.objects.get().reason == Move.Reason.BREAK


@pytest.mark.slow
def test_a_table_in_trouble_does_not_stop_the_others() -> None:
    room = evening(events.scheduled(seats_per_table=6), 12)
    room.play_hands()
    broken, sound = Table.objects.order_by("pk")
    Table.objects.filter(pk=broken.pk).update(game="chess")
    director.step(tournament_id=room.event.pk, now=room.now)
    assert room.playing() == [sound.pk]


@pytest.mark.slow
def test_a_step_costs_the_same_at_two_tables_and_at_twenty() -> None:
    def queries_of_an_idle_step(players: int, prefix: str) -> int:
        event = events.scheduled(name=prefix, seats_per_table=2, max_entries=players)
        room = Evening(event, events.players(players, prefix=prefix), seed=1)
        room.register(players)
        room.step()
        with CaptureQueriesContext(connection) as queries:
            director.step(tournament_id=event.pk, now=room.now)
        return len(queries)

    few, many = queries_of_an_idle_step(4, "anna"), queries_of_an_idle_step(40, "bice")
    assert few == many
    assert many <= 9


@pytest.mark.slow
def test_a_large_field_begins_in_portions(settings: Settings) -> None:
    settings.AUTO_DEAL_FROM_TABLES = 100
    room = Evening(events.scheduled(seats_per_table=2), events.players(80), seed=1)
    room.register(80)
    director.step(tournament_id=room.event.pk, now=START)
    assert len(room.playing()) == director.HANDS_A_STEP
    assert Due.objects.get().due_at <= START
    director.step(tournament_id=room.event.pk, now=START)
    assert len(room.playing()) == 40


@pytest.mark.slow
def test_the_picture_of_the_floor_is_two_statements() -> None:
    room = evening(events.scheduled(seats_per_table=2), 20)
    with CaptureQueriesContext(connection) as queries:
        plan = floors.read(room.event, now=room.now)
    assert len(queries) == 2
    assert sum(len(table.users) for table in plan.tables.values()) == 20


def fold_out(room: Evening, table_id: int) -> None:
    """Everybody folds: the quickest end of a hand, and nobody is out."""
    while table_id in room.playing():
        room.act(table_id, lambda hand: engine.Action("fold"))
