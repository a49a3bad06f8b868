"""An event goes on without anybody's help, out of states that seldom come about."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from payouts.models import PrizeScheme
from players.models import User
from tables import engine
from tables.live import dealer, record
from tables.models import Hand, Seat, Table
from tests.tournaments import events, invariants, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Act, Entry, Move, Tournament
from tournaments.play import books, timekeeping
from tournaments.staff import orders, undoing

pytestmark = pytest.mark.django_db

# By then everybody has acted, and seen the result.
SOON = START + timedelta(minutes=1)


@pytest.fixture
def boss() -> int:
    return User.objects.create_user("boss").pk


def step(event: Tournament, now: datetime) -> None:
    director.step(tournament_id=event.pk, now=now)
    event.refresh_from_db()


def check_its_end(event: Tournament) -> None:
    assert event.status == Tournament.Status.FINISHED
    invariants.every_entry_has_one_finish(event)
    invariants.the_pool_pays_out(event)
    assert books.reconcile().drifts == []


@pytest.mark.slow
@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize("seats", [2, 4])
def test_everybody_is_disqualified_and_the_last_one_wins(boss: int, seats: int) -> None:
    event = stages.started(entries=4, seats_per_table=seats)
    for entry in event.entries.order_by("pk"):
        orders.disqualify(entry_id=entry.pk, by=boss, why="A plot.", now=START)
    stages.fold_out(event)
    step(event, SOON)
    outcomes = event.acts.filter(verb=Act.Verb.DISQUALIFY).exclude(outcome=Act.Outcome.ORDERED)
    assert sorted(outcomes.values_list("outcome", flat=True)) == ["done"] * 3 + ["nothing"]
    check_its_end(event)


@pytest.mark.slow
@pytest.mark.rule("SHOOT-2")
def test_a_bye_that_is_disqualified_leaves_an_empty_table_and_the_bracket_goes_on(
    boss: int,
) -> None:
    evening = Evening(
        events.scheduled(format="shootout", seats_per_table=2), events.players(5), seed=1
    )
    evening.register(5)
    evening.step()
    lone = [table for table in evening.tables() if table.seats.count() == 1]
    byes = evening.event.entries.filter(user__in=[table.seats.get().user_id for table in lone])
    for entry in byes:
        orders.disqualify(entry_id=entry.pk, by=boss, why="Late.", now=evening.now)
    while not evening.event.over:
        evening.later(5)
        evening.step()
        evening.play_hands()
    check_its_end(evening.event)


def all_in(room: Evening) -> Table:
    """The one table of an event, after a hand that took everybody's chips but one's."""
    stages.fold_out(room.event)
    table = Table.objects.get(event=room.event.event, status=Table.Status.OPEN)
    room.lost_by_all_but_the_first(table)
    return table


@pytest.mark.slow
@pytest.mark.rule("RANK-1", "TRN-6")
def test_the_last_hand_is_declared_void_and_play_goes_on_to_another_end(boss: int) -> None:
    room = Evening(events.scheduled(seats_per_table=3), events.players(3), seed=1)
    room.register(3)
    room.step()
    table = all_in(room)
    timekeeping.pause(tournament_id=room.event.pk, reason="", now=room.now)
    room.step()
    undoing.void_hand(table_id=table.pk, by=boss, why="A marked card.", now=room.now)
    room.step()
    timekeeping.resume(tournament_id=room.event.pk, now=room.now)
    room.step()
    assert (room.event.live_count, room.playing()) == (3, [table.pk])
    while not room.event.over:
        room.play_hands()
        room.step()
    check_its_end(room.event)


@pytest.mark.slow
@pytest.mark.rule("TRN-2", "RANK-1")
@pytest.mark.parametrize("back", [True, False])
def test_all_go_out_in_one_hand_while_they_may_enter_again(back: bool) -> None:
    terms: dict[str, Any] = {"late_registration_levels": 1, "re_entries": 1}
    room = Evening(events.scheduled(seats_per_table=3, **terms), events.players(3), seed=1)
    room.register(3)
    room.step()
    table = all_in(room)
    room.step()
    assert (room.event.over, room.event.live_count) == (False, 1)
    if back:
        out = room.event.entries.filter(status=Entry.Status.OUT).earliest("pk").user
        events.fund(out, cents=room.event.entry_right)
        registration.register(tournament_id=room.event.pk, user_id=out.pk, now=room.now)
        room.step()
        assert room.playing() == [table.pk]
    while not room.event.over:
        room.play_hands()
        room.later(30)
        room.step()
    check_its_end(room.event)


@pytest.mark.slow
@pytest.mark.rule("TRN-3", "TRN-4")
def test_what_staff_order_in_a_round_is_done_when_its_last_hand_is_over(boss: int) -> None:
    scheme = PrizeScheme.objects.create(name="three", kind="winners", shares=[5000, 3000, 2000])
    event = stages.started(entries=4, seats_per_table=3, scheme=scheme)
    assert event.in_round
    first, second = Hand.objects.order_by("table")
    user = Seat.objects.filter(table=first.table_id).earliest("no").user_id
    mover = event.entries.get(user=user)
    wish: dict[str, Any] = {"by": boss, "why": "A quarrel.", "now": START}
    orders.move(entry_id=mover.pk, table_id=second.table_id, seat_no=None, **wish)
    timekeeping.pause(tournament_id=event.pk, reason="", now=START)
    fold(first)
    step(event, SOON)
    assert not Move.objects.exists()
    fold(second)
    step(event, SOON)
    assert [move.reason for move in Move.objects.all()] == [Move.Reason.STAFF]
    timekeeping.resume(tournament_id=event.pk, now=SOON)
    step(event, SOON)
    # Tables are kept even, and the next round is dealt to both.
    assert [move.reason for move in Move.objects.order_by("pk")][1:] == [Move.Reason.BALANCE]
    assert (event.rounds, Hand.objects.filter(finished_at=None).count()) == (2, 2)


def fold(hand: Hand) -> None:
    room = Evening(Tournament.objects.get(), [], seed=1)
    while hand.table_id in room.playing():
        room.act(hand.table_id, lambda hand: engine.Action("fold"))


@pytest.mark.slow
@pytest.mark.rule("PAY-SPLIT", "TRN-6")
def test_a_session_that_ends_in_a_pause_is_paid_when_play_goes_on() -> None:
    split = PrizeScheme.objects.create(name="Split", kind="split")
    event = stages.started(entries=3, scheme=split, session_levels=1)
    timekeeping.pause(tournament_id=event.pk, reason="", now=START)
    timekeeping.end_level(tournament_id=event.pk, now=START)
    stages.fold_out(event)
    step(event, SOON)
    assert (event.status, event.settled) == (Tournament.Status.RUNNING, False)
    timekeeping.resume(tournament_id=event.pk, now=SOON)
    step(event, SOON)
    check_its_end(event)


@pytest.mark.slow
@pytest.mark.rule("OUT-1", "SHOOT-2")
def test_a_player_who_never_comes_does_not_hold_up_the_other_tables_of_a_bracket() -> None:
    # Few chips: whoever is absent loses them by the blinds.
    event = stages.started(
        entries=4, seats_per_table=2, format="shootout", bank_seconds=0, starting_stack=400
    )
    absent = event.entries.earliest("pk").user_id
    room = Evening(event, [], seed=1)
    while not event.over:
        for table_id in room.playing():
            while room.playing().count(table_id):
                move_or_run_out(room, table_id, absent)
        room.later(5)
        room.step()
    check_its_end(event)
    assert event.entries.get(user=absent).place == 3


def move_or_run_out(room: Evening, table_id: int, absent: int) -> None:
    """Who is there acts; the other's time runs out."""
    table = record.read(table_id)
    assert table.live.turn is not None
    if table.live.dealt[table.live.turn] != absent:
        room.act(table_id)
        return
    assert table.due_at is not None
    room.now = max(room.now, table.due_at)
    assert dealer.time_out(table_id=table_id, now=room.now)
