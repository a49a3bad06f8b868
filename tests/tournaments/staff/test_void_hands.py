"""A wrong elimination is undone: its hand is void, and everybody has their chips from before it."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from core.refusal import Refusal
from players.models import User
from tables.live import seating
from tables.models import Hand, Seat, Table
from tests.harness import worlds
from tests.harness.unguarded import unguarded
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tests.tournaments.sales import CHIPS, buy, evening
from tournaments import director
from tournaments.models import Elimination, Entry, Tournament
from tournaments.play import awards
from tournaments.staff import desk, two_person_orders, undoing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("owner")]

SOON = START + timedelta(seconds=settings.RESULT_SECONDS)


@pytest.fixture
def boss() -> int:
    return User.objects.create_user("boss").pk


@worlds.shared
def event() -> Tournament:
    return stages.started(entries=3, seats_per_table=3)


def bust(event: Tournament, loser: Entry, winner: Entry) -> Hand:
    """End the table's hand as one in which everything went from one player to another."""
    stages.fold_out(event)
    table_id = Seat.objects.get(table__event=event.event, user=loser.user_id).table_id
    hand = Hand.objects.filter(table=table_id).latest("number")
    lost, won = (hand.players.get(user=entry.user_id) for entry in (loser, winner))
    with unguarded("tables_handplayer"):
        for player in hand.players.exclude(pk__in=[lost.pk, won.pk]):
            player.finish_stack = player.start_stack
            player.save()
        won.finish_stack, lost.finish_stack = won.start_stack + lost.start_stack, 0
        for player in (won, lost):
            player.save()
    for player in hand.players.all():
        entry = event.entries.get(user=player.user_id)
        stages.give(event, entry, player.finish_stack or 0)
    return hand


@pytest.mark.middling
@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize("recorded", [False, True])
def test_a_wrong_bust_makes_the_hand_void_for_everybody(
    event: Tournament, boss: int, recorded: bool
) -> None:
    loser, winner, third = event.entries.order_by("pk")
    stages.fold_out(event)
    director.step(tournament_id=event.pk, now=SOON)
    stacks = events.seats(event)
    button = Table.objects.get(event=event.event).positions
    hand = bust(event, loser, winner)
    if recorded:
        plan_now = START + timedelta(minutes=1)
        Entry.objects.filter(pk=loser.pk).update(status=Entry.Status.OUT)
        Elimination.objects.create(
            entry=loser, hand_id=hand.pk, table_name="x", level=1, start_stack=1, at=plan_now
        )
        seating.leave_seat(table_id=hand.table_id, user_id=loser.user_id, now=plan_now)
        Tournament.objects.filter(pk=event.pk).update(live_count=2)
    desk.pause(tournament_id=event.pk, by=boss, why="Wait.", now=SOON)
    again = undoing.void_hand(table_id=hand.table_id, by=boss, why="A wrong card.", now=SOON)
    assert again == ([loser] if recorded else [])
    assert events.seats(event) == stacks
    event.refresh_from_db()
    assert (event.live_count, sum(events.seats(event).values())) == (3, 3 * event.starting_stack)
    assert Entry.objects.get(pk=loser.pk).status == Entry.Status.PLAYING
    with pytest.raises(Refusal, match="NOTHING_TO_UNDO"):
        undoing.void_hand(table_id=hand.table_id, by=boss, why="Again.", now=SOON)
    desk.resume(tournament_id=event.pk, by=boss, now=SOON)
    director.step(tournament_id=event.pk, now=SOON + timedelta(minutes=1))
    assert Table.objects.get(event=event.event).positions == button
    assert third.pk in event.entries.values_list("pk", flat=True)


@pytest.mark.middling
@pytest.mark.rule("RANK-1", "AMEND-5")
@pytest.mark.parametrize(("chips", "code"), [(500, ""), (-2000, "TOO_LATE_TO_UNDO")])
def test_a_void_hand_keeps_what_was_corrected_since(
    boss: int, chips: int, code: str, event: Tournament
) -> None:
    loser, winner, _ = event.entries.order_by("pk")
    stages.fold_out(event)
    director.step(tournament_id=event.pk, now=SOON)
    before = events.seats(event)
    hand = bust(event, loser, winner)
    desk.pause(tournament_id=event.pk, by=boss, why="Wait.", now=SOON)
    first, second = (User.objects.create_superuser(name).pk for name in ("first", "second"))
    said: dict[str, Any] = {"by": first, "why": "Found.", "key": "k", "now": SOON}
    row = two_person_orders.ask_stack(entry_id=winner.pk, chips=chips, **said)
    two_person_orders.confirm(order_id=row.pk, by=second, now=SOON)
    director.step(tournament_id=event.pk, now=SOON + timedelta(minutes=1))
    undo: dict[str, Any] = {"table_id": hand.table_id, "by": boss, "why": "x", "now": SOON}
    if code:
        with pytest.raises(Refusal, match=code):
            undoing.void_hand(**undo)
        return
    undoing.void_hand(**undo)
    assert events.seats(event) == {**before, winner.user_id: before[winner.user_id] + chips}


@pytest.mark.rule("RANK-1", "TRN-4")
def test_a_bust_is_not_undone_once_others_share_its_place(boss: int) -> None:
    event = stages.started(entries=6, seats_per_table=2, max_entries=6)
    here, there, _ = Table.objects.filter(event=event.event).order_by("pk")
    pairs = [event.entries.filter(user__in=table.seats.values("user")) for table in (here, there)]
    for loser, winner in map(list, pairs):
        hand = bust(event, loser, winner)
        stages.bust(event, loser)
        Elimination.objects.filter(entry=loser).update(hand_id=hand.pk, round=1, start_stack=1500)
    awards.settle(event, now=SOON)
    out = event.entries.filter(status=Entry.Status.OUT)
    assert list(out.values_list("place", "prize")) == [(5, 0)] * 2
    with pytest.raises(Refusal, match="TOO_LATE_TO_UNDO"):
        undoing.void_hand(table_id=here.pk, by=boss, why="A wrong card.", now=SOON)


@pytest.mark.rule("RANK-1", "DRAW-2")
def test_a_void_hand_gives_back_the_pot_that_it_had_taken_over(boss: int) -> None:
    event = stages.started(entries=3, max_entries=3, seats_per_table=3, game="italian")
    loser, winner, _ = event.entries.order_by("pk")
    stages.fold_out(event)
    table = stages.leave_a_pot(event)
    pot = sum(seating.carried(table.pk).values())
    stages.deal_everywhere(event)
    bust(event, loser, winner)
    undoing.void_hand(table_id=table.pk, by=boss, why="A wrong card.", now=SOON)
    assert sum(seating.carried(table.pk).values()) == pot > 0
    assert sum(events.seats(event).values()) + pot == 3 * event.starting_stack


@pytest.mark.rule("CHIP-1", "RANK-1")
def test_a_void_hand_leaves_what_was_bought_since_it_was_dealt(boss: int) -> None:
    room = evening(3)
    loser, winner, third = room.event.entries.order_by("pk")
    before = events.seats(room.event)
    room.later(1)
    hand = bust(room.event, loser, winner)
    bought = buy(room, third.user_id)
    assert bought.applied_at == room.now
    undoing.void_hand(table_id=hand.table_id, by=boss, why="A wrong card.", now=room.now)
    assert events.seats(room.event) == {**before, third.user_id: before[third.user_id] + CHIPS}
    room.check()


def test_a_hand_after_which_chips_have_moved_is_not_void(boss: int, event: Tournament) -> None:
    loser, winner, _ = event.entries.order_by("pk")
    hand = bust(event, loser, winner)
    stages.give(event, winner, 17)
    with pytest.raises(Refusal, match="TOO_LATE_TO_UNDO"):
        undoing.void_hand(table_id=hand.table_id, by=boss, why="A wrong card.", now=SOON)
