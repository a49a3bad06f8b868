"""Tables that staff hold while the field around them changes (AMEND-6)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings

from players.models import User
from tables.models import Table
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration
from tournaments.floor.floors import StoredFloor
from tournaments.models import Move, Tournament
from tournaments.staff import orders

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMEND-6")]

Lot = Callable[..., None]
SOON = START + timedelta(seconds=settings.RESULT_SECONDS)


@pytest.fixture
def boss() -> int:
    return User.objects.create_user("boss", is_staff=True).pk


def step(event: Tournament, minutes: int = 0) -> None:
    director.step(tournament_id=event.pk, now=SOON + timedelta(minutes=minutes))
    event.refresh_from_db()


def hold(table: Table, by: int) -> None:
    orders.hold_table(table_id=table.pk, by=by, why="We look at a hand.", now=START)


def sizes(event: Tournament) -> list[int]:
    opened = Table.objects.filter(event=event.event, status=Table.Status.OPEN).order_by("pk")
    return [table.seats.count() for table in opened]


@pytest.fixture
def lot(monkeypatch: pytest.MonkeyPatch) -> Lot:
    """Say which seats latecomers draw, one after the other."""

    def give(*drawn: tuple[Table, int]) -> None:
        left = list(drawn)

        def below(plan: StoredFloor, count: int) -> int:
            table, seat = left.pop(0)
            return list(plan.tables).index(table.pk) * table.max_seats + seat - 1

        monkeypatch.setattr(StoredFloor, "below", below)

    return give


def seat_of_the_small_blind(table: Table) -> int:
    """Whose player does not post the big blind next, as one of three."""
    table.refresh_from_db()
    assert table.positions is not None
    return int(table.positions["small_blind"])


def free_seat(table: Table) -> int:
    return min({1, 2, 3, 4} - set(table.seats.values_list("no", flat=True)))


def bust(event: Tournament, table: Table, count: int) -> None:
    """Take so many players of a table out."""
    users = table.seats.order_by("no").values_list("user", flat=True)[:count]
    for entry in event.entries.filter(user__in=list(users)):
        stages.bust(event, entry)


@pytest.mark.middling
@pytest.mark.rule("TRN-3")
def test_the_final_table_is_not_drawn_while_a_table_is_held(boss: int) -> None:
    event = stages.started(entries=6, seats_per_table=3, max_entries=6)
    here, there = Table.objects.filter(event=event.event).order_by("pk")
    stages.fold_out(event)
    hold(here, boss)
    bust(event, here, 1)
    bust(event, there, 2)
    step(event)
    step(event, minutes=1)
    assert not Move.objects.exists()
    orders.deal(table_id=here.pk, by=boss, now=SOON)
    step(event, minutes=2)
    assert Table.objects.get(event=event.event, status="open").name.endswith(Table.FINAL)


@pytest.mark.middling
@pytest.mark.rule("TRN-3")
def test_a_broken_tables_players_sit_at_tables_that_are_not_held(boss: int) -> None:
    event = stages.started(entries=13, seats_per_table=4, max_entries=13)
    here, *_, last = Table.objects.filter(event=event.event).order_by("pk")
    stages.fold_out(event)
    hold(here, boss)
    bust(event, here, 3)
    bust(event, last, 2)
    step(event)
    assert sorted(sizes(event)) == [1, 3, 4]
    assert set(Move.objects.values_list("from_table", flat=True)) == {last.name}


@pytest.mark.rule("LATE-1", "RANK-2")
def test_a_latecomer_of_a_held_table_is_there_when_the_session_ends(boss: int, lot: Lot) -> None:
    event = stages.started(
        entries=5,
        late_registration_levels=1,
        session_levels=1,
        seats_per_table=4,
        max_entries=7,
    )
    here, there = Table.objects.filter(event=event.event).order_by("pk")
    lot((here, seat := seat_of_the_small_blind(here)))
    [late] = events.players(1, prefix="late")
    entry = registration.register(tournament_id=event.pk, user_id=late.pk, now=SOON)
    assert (entry.status, entry.drawn_table, entry.drawn_seat) == ("registered", here, seat)
    hold(here, boss)
    stages.fold_out(event)
    lot((there, free_seat(there)))
    step(event, minutes=3)
    entry.refresh_from_db()
    assert (event.status, entry.status) == ("finished", "finished")
    assert event.entries.filter(place=1).exists()
    assert events.pool(event) == 0


@pytest.mark.rule("LATE-1")
def test_nobody_makes_room_for_a_latecomer_at_a_table_that_is_held(boss: int, lot: Lot) -> None:
    event = stages.started(entries=6, late_registration_levels=1, seats_per_table=4, max_entries=8)
    here, there = Table.objects.filter(event=event.event).order_by("pk")
    stages.fold_out(event)
    hold(here, boss)
    lot((here, seat_of_the_small_blind(here)), (there, free_seat(there)))
    [late] = events.players(1, prefix="late")
    registration.register(tournament_id=event.pk, user_id=late.pk, now=SOON)
    assert sizes(event) == [3, 4]
    assert not Move.objects.exists()


@pytest.mark.rule("LATE-1")
def test_who_makes_room_for_a_latecomer_does_not_go_to_a_table_that_is_held(
    boss: int, lot: Lot
) -> None:
    event = stages.started(entries=6, late_registration_levels=1, seats_per_table=4, max_entries=8)
    here, there = Table.objects.filter(event=event.event).order_by("pk")
    stages.fold_out(event)
    hold(here, boss)
    lot((there, seat_of_the_small_blind(there)), (there, free_seat(there)))
    [late] = events.players(1, prefix="late")
    registration.register(tournament_id=event.pk, user_id=late.pk, now=SOON)
    assert sizes(event) == [3, 4]
    assert not Move.objects.exists()


@pytest.mark.rule("SHOOT-1")
def test_the_next_round_of_a_shootout_waits_for_a_held_table(boss: int) -> None:
    event = stages.started(entries=4, seats_per_table=2, max_entries=4, format="shootout")
    here, there = Table.objects.filter(event=event.event).order_by("pk")
    stages.fold_out(event)
    hold(here, boss)
    bust(event, here, 1)
    bust(event, there, 1)
    step(event)
    assert not Move.objects.exists()
