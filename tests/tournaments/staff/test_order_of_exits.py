"""Staff's orders where somebody at a table has just lost everything (RANK-1, TRN-2)."""

import pytest
from pytest_django import Settings

from payouts.models import PrizeScheme
from players.models import User
from tables.models import Table
from tests.tournaments import events, sales, stages
from tests.tournaments.evening import Evening
from tournaments.floor.floors import StoredFloor
from tournaments.models import Entry
from tournaments.staff import desk, orders

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def first_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players sit in the first seats of their tables."""
    monkeypatch.setattr(StoredFloor, "shuffled", lambda _plan, things: list(things))


@pytest.fixture
def boss() -> int:
    return User.objects.create_user("boss", is_staff=True).pk


def share_out(room: Evening, table: Table, *stacks: int) -> None:
    """Give the players of a table these chips, by their seats."""
    for seat, chips in zip(table.seats.order_by("no"), stacks, strict=True):
        stages.give(room.event, room.event.entries.get(user=seat.user_id), chips)


@pytest.mark.middling
@pytest.mark.rule("RANK-1")
def test_who_is_disqualified_ranks_above_who_had_lost_everything_before(
    boss: int, settings: Settings
) -> None:
    settings.RESULT_SECONDS = 4.0
    shares = [4000, 2500, 1500, 1000, 1000]
    scheme = PrizeScheme.objects.create(name="Five", kind="winners", shares=shares)
    event = events.scheduled(seats_per_table=3, max_entries=6, scheme=scheme, hand_for_hand="off")
    room = Evening(event, events.players(6), seed=1)
    room.register(6)
    room.step()
    room.play_hands()
    here, there = Table.objects.filter(event=event.event).order_by("pk")
    room.later(10)
    share_out(room, here, 2000, 1500, 1000)
    hand = room.lost_by_all_but_the_first(here)
    hand.refresh_from_db()
    assert hand.finished_at is not None
    room.now = hand.finished_at
    lost = list(here.seats.filter(stack=0).values_list("user", flat=True))
    room.later(0.5)
    cheat = event.entries.get(user=there.seats.order_by("no")[0].user_id)
    orders.disqualify(entry_id=cheat.pk, by=boss, why="A plot.", now=room.now)
    room.step()
    room.later(10)
    room.step()
    cheat.refresh_from_db()
    places = set(event.entries.filter(user__in=lost).values_list("place", flat=True))
    assert (cheat.place, places) == (4, {5, 6})


@pytest.mark.middling
@pytest.mark.rule("TRN-2")
def test_a_table_is_not_broken_while_somebody_there_decides(boss: int) -> None:
    room = sales.evening(5, seats_per_table=4, max_entries=8, late_registration_levels=2)
    room.play_hands()
    there, here = room.tables()
    # So that the other table can take them, and the director would keep both.
    gone = room.event.entries.get(user=here.seats.order_by("no")[0].user_id)
    orders.disqualify(entry_id=gone.pk, by=boss, why="A plot.", now=room.now)
    desk.pause(tournament_id=room.event.pk, by=boss, why="A plot.", now=room.now)
    room.step()
    desk.resume(tournament_id=room.event.pk, by=boss, now=room.now)
    share_out(room, there, 2000, 1000)
    room.lost_by_all_but_the_first(there)
    loser = there.seats.filter(stack=0)[0]
    room.later(5)
    orders.break_table(table_id=there.pk, by=boss, why="A leak.", now=room.now)
    room.step()
    there.refresh_from_db()
    assert there.status == "open"
    assert there.seats.filter(user=loser.user_id).exists()
    room.later(30)
    room.step()
    there.refresh_from_db()
    assert there.status == "closed"
    assert Entry.objects.get(user=loser.user_id).status == "out"
