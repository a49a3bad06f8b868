"""LATE-1: whoever comes late draws a seat among all, and waits for it while a hand is played."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from players.models import User
from players.protection import exclusions
from tables.live import dealer
from tables.models import Seat, Table
from tests.harness.long_forms import longer
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tests.tournaments.test_director import evening, fold_out
from tournaments import director
from tournaments.floor.floors import StoredFloor
from tournaments.models import Act, Entry, Move, Tournament
from tournaments.play import timekeeping
from tournaments.staff import cancellation, cancellation_draft, desk, orders, undoing

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LATE-1")]

SEATS = 4
Lot = Callable[..., None]


@pytest.fixture
def lot(monkeypatch: pytest.MonkeyPatch) -> Lot:
    """Say which seats are drawn, one after the other; nothing more may be drawn."""

    def give(*places: tuple[Table, int]) -> None:
        left = list(places)

        def below(plan: StoredFloor, count: int) -> int:
            table, seat = left.pop(0)
            assert count == SEATS * len(plan.tables)
            return list(plan.tables).index(table.pk) * SEATS + seat - 1

        monkeypatch.setattr(StoredFloor, "below", below)

    return give


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Two tables in their first hand, with players on three of their four seats; a newcomer on
    the fourth is never the small blind, whoever has the button."""
    monkeypatch.setattr(StoredFloor, "shuffled", lambda _plan, things: list(things))
    event = events.scheduled(late_registration_levels=2, seats_per_table=SEATS)
    return evening(event, 6)


def tables(room: Evening) -> list[Table]:
    """In the order in which they were opened."""
    return sorted(room.tables(), key=lambda table: table.pk)


def position(table: Table, name: str) -> int:
    table.refresh_from_db()
    assert table.positions is not None
    return int(table.positions[name])


def free_seat(table: Table) -> int:
    [free] = {1, 2, 3, 4} - set(table.seats.values_list("no", flat=True))
    return free


def come(room: Evening) -> User:
    """Somebody new registers."""
    room.people = events.players(1, prefix=f"late{room.event.entry_count}")
    [user] = room.people
    room.register(1)
    room.check()
    return user


def entry_of(room: Evening, user: User) -> Entry:
    return room.event.entries.get(user=user)


def next_hand(room: Evening, table: Table) -> None:
    """Everybody folds to the big blind; then the director looks."""
    fold_out(room, table.pk)
    room.later(10)
    room.step()


@pytest.mark.slow
def test_a_free_seat_is_the_latecomers_at_once(room: Evening, lot: Lot) -> None:
    _, second = tables(room)
    lot((second, seat := free_seat(second)))
    user = come(room)
    assert entry_of(room, user).status == Entry.Status.PLAYING
    assert second.seats.get(user=user).no == seat


@pytest.mark.slow
def test_who_sits_on_a_drawn_seat_moves_once_the_hand_is_over(room: Evening, lot: Lot) -> None:
    first, second = tables(room)
    # Of three the button posts the big blind next, and a newcomer in the big blind the small one.
    seat = position(first, "small_blind")
    occupant = first.seats.get(no=seat).user
    lot((first, seat))
    user = come(room)
    entry = entry_of(room, user)
    assert (entry.status, entry.drawn_table, entry.drawn_seat) == ("registered", first, seat)
    assert (room.event.arriving_count, room.event.live_count) == (1, 7)
    next_hand(room, second)
    assert first.seats.get(no=seat).user == occupant

    lot()
    next_hand(room, first)
    move = Move.objects.get()
    assert (move.entry.user, move.to_table, move.rule) == (occupant, second.name, "LATE-1")
    assert first.seats.get(no=seat).user == user
    assert entry_of(room, user).status == Entry.Status.PLAYING
    assert (room.event.arriving_count, room.event.live_count) == (0, 7)


def test_the_draw_is_made_again_for_who_posts_the_big_blind_next(room: Evening, lot: Lot) -> None:
    first, second = tables(room)
    lot((first, position(first, "button")), (second, seat := free_seat(second)))
    assert second.seats.get(user=come(room)).no == seat


def test_after_a_hundred_draws_in_vain_a_latecomer_sits_at_the_shortest_table(
    room: Evening, lot: Lot
) -> None:
    first, second = tables(room)
    # Who posts the big blind next stays, whatever is drawn.
    lot(*[(second, position(second, "button"))] * 100)
    user = come(room)
    seat = first.seats.get(user=user)
    assert (seat.no, entry_of(room, user).status) == (4, Entry.Status.PLAYING)
    assert not Move.objects.exists()


def test_two_latecomers_never_wait_for_one_seat(room: Evening, lot: Lot) -> None:
    first, second = tables(room)
    seat = position(first, "small_blind")
    lot((first, seat), (first, seat), (second, free_seat(second)))
    come(room)
    assert entry_of(room, come(room)).status == Entry.Status.PLAYING
    assert room.event.arriving_count == 1


@pytest.mark.slow
def test_who_was_moved_for_a_latecomer_is_left_in_peace_for_ten_hands(
    room: Evening, lot: Lot
) -> None:
    first, second = tables(room)
    seat = position(first, "small_blind")
    occupant = first.seats.get(no=seat).user
    lot((first, seat))
    come(room)
    lot()
    next_hand(room, first)
    moved_to = second.seats.get(user=occupant).no
    lot((second, moved_to), (first, free_seat(first)))
    assert first.seats.filter(user=come(room)).exists()


def test_with_no_seat_free_a_table_opens_first(room: Evening, lot: Lot) -> None:
    for table in tables(room):
        lot((table, free_seat(table)))
        come(room)
    # Nothing is drawn before the third table is there: its seats are among those drawn from.
    opened: list[int] = []

    def below(plan: StoredFloor, count: int) -> int:
        opened.append(count)
        return count - 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StoredFloor, "below", below)
        user = come(room)
    assert opened == [3 * SEATS]
    assert tables(room)[2].seats.get(user=user).no == SEATS


def test_a_seat_that_is_gone_with_its_table_is_drawn_again(room: Evening, lot: Lot) -> None:
    first, second = tables(room)
    lot((first, position(first, "small_blind")))
    user = come(room)
    Entry.objects.filter(user=user).update(drawn_table=_closed(room))
    lot((second, seat := free_seat(second)))
    room.step()
    assert second.seats.get(user=user).no == seat


def _closed(room: Evening) -> Table:
    table = tables(room)[0]
    table.pk, table.status = None, Table.Status.CLOSED
    table.save()
    return table


@pytest.mark.rule("TRN-3")
def test_the_setting_fills_the_shortest_table_instead(lot: Lot) -> None:
    room = evening(
        events.scheduled(
            late_registration_levels=2, seats_per_table=SEATS, late_seating="shortest"
        ),
        7,
    )
    lot()
    short, _ = room.tables()
    assert short.seats.filter(user=come(room)).exists()


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_who_waits_is_still_in_though_registration_closes_meanwhile(
    room: Evening, lot: Lot
) -> None:
    first, _ = tables(room)
    lot((first, position(first, "small_blind")))
    come(room)
    lot()
    room.now = START.replace(hour=21)
    for table in tables(room):
        fold_out(room, table.pk)
    room.step()
    assert room.event.arriving_count == 0
    assert room.event.live_count == len(events.seats(room.event)) == 7


@pytest.mark.rule("CANCEL-2", "TRN-6")
def test_who_waits_when_an_event_is_cancelled_counts_with_the_chips_they_paid_for(
    room: Evening, lot: Lot
) -> None:
    first, _ = tables(room)
    lot((first, position(first, "small_blind")))
    user = come(room)
    for table in tables(room):
        fold_out(room, table.pk)
    draft, _ = cancellation_draft.work_out(room.event, now=room.now)
    amounts = {line["entry"]: line["amount"] for line in draft.lines}
    waiting = amounts.pop(entry_of(room, user).pk)
    assert min(amounts.values()) <= waiting <= max(amounts.values())
    assert len(amounts) == 6
    assert sum(line["amount"] for line in draft.lines) == draft.pool + draft.added


def test_an_event_that_is_cancelled_leaves_nobody_waiting(room: Evening, lot: Lot) -> None:
    first, _ = tables(room)
    lot((first, position(first, "small_blind")))
    come(room)
    for table in tables(room):
        fold_out(room, table.pk)
    boss = User.objects.create_user("boss").pk
    plan = desk.plan_cancellation(tournament_id=room.event.pk, by=boss, now=room.now)
    cancellation.execute(
        tournament_id=room.event.pk, digest=plan.digest, by=boss, reason="Fire.", now=room.now
    )
    room.event.refresh_from_db()
    assert (room.event.status, room.event.arriving_count) == (Tournament.Status.CANCELLED, 0)


@pytest.mark.slow
@pytest.mark.rule("RANK-1")
@pytest.mark.rule("OUT-1")
def test_a_latecomer_who_waits_for_a_seat_can_be_sat_out_and_comes_back(
    room: Evening, lot: Lot, client: Client
) -> None:
    first, _ = tables(room)
    lot((first, position(first, "small_blind")))
    user = come(room)
    entry, boss = entry_of(room, user), User.objects.create_superuser("boss").pk
    client.force_login(User.objects.get(pk=boss))
    page = reverse("admin:tournaments_tournament_watch", args=[room.event.pk])
    act = reverse("admin:tournaments_tournament_act", args=[room.event.pk, "sit_out"])
    assert f"{act}?entry={entry.pk}" in client.get(page).content.decode()
    for _ in range(2):
        desk.sit_out(entry_id=entry.pk, by=boss, why="Asleep.", now=room.now)
    assert Act.objects.get(verb=Act.Verb.SIT_OUT).why == "Asleep."
    assert "sits out on arrival" in client.get(page).content.decode()
    lot()
    next_hand(room, first)
    seat = Seat.objects.get(user=user)
    assert seat.away
    dealer.come_back(table_id=seat.table_id, user_id=user.pk, now=room.now)
    seat.refresh_from_db()
    assert not seat.away
    # Whoever has come back stays: what staff wished held for the arrival.
    room.step()
    seat.refresh_from_db()
    assert not seat.away


@pytest.mark.middling
def test_a_latecomer_who_waits_for_a_seat_can_be_disqualified(
    room: Evening, lot: Lot, client: Client
) -> None:
    first, _ = tables(room)
    lot((first, seat := position(first, "small_blind")))
    user = come(room)
    entry, boss = entry_of(room, user), User.objects.create_superuser("boss").pk
    client.force_login(User.objects.get(pk=boss))
    page = reverse("admin:tournaments_tournament_watch", args=[room.event.pk])
    act = reverse("admin:tournaments_tournament_act", args=[room.event.pk, "disqualify"])
    assert f"{act}?entry={entry.pk}" in client.get(page).content.decode()
    orders.disqualify(entry_id=entry.pk, by=boss, why="A known cheat.", now=room.now)
    room.step()
    entry.refresh_from_db()
    assert (entry.status, entry.elimination.chips_removed) == ("out", room.event.starting_stack)
    assert (room.event.arriving_count, room.event.live_count) == (0, 6)
    done = Act.objects.get(verb=Act.Verb.DISQUALIFY, outcome=Act.Outcome.DONE)
    assert (done.entry, done.why) == (entry, "A known cheat.")
    lot()
    next_hand(room, first)
    assert user not in [there.user for there in first.seats.select_related("user")]
    assert first.seats.filter(no=seat).exists()
    with pytest.raises(Refusal, match="NOTHING_TO_UNDO"):
        undoing.reinstate(entry_id=entry.pk, by=boss, why="No.", now=room.now)
    with pytest.raises(Refusal, match="NOT_IN_PLAY"):
        orders.disqualify(entry_id=entry.pk, by=boss, why="Again.", now=room.now)
    room.check()


@pytest.mark.slow
@pytest.mark.rule("OUT-1", "PLAY-2")
def test_who_is_barred_while_they_wait_sits_out_once_they_have_their_seat(
    room: Evening, lot: Lot
) -> None:
    first, _ = tables(room)
    lot((first, seat := position(first, "small_blind")))
    user = come(room)
    exclusions.exclude(user_id=user.pk, days=30, now=room.now)
    assert entry_of(room, user).status == Entry.Status.REGISTERED
    lot()
    next_hand(room, first)
    there = first.seats.get(no=seat)
    assert (there.user, there.away) == (user, True)


def test_the_page_says_which_seat_one_waits_for(room: Evening, lot: Lot, client: Client) -> None:
    first, _ = tables(room)
    lot((first, seat := position(first, "small_blind")))
    client.force_login(come(room))
    page = client.get(reverse("tournament", args=[room.event.pk])).content.decode()
    assert f"You have drawn #1, seat {seat}" in page


@pytest.mark.slow
@pytest.mark.long
def test_a_whole_event_of_latecomers_ends_with_every_chip_and_cent() -> None:
    event = events.scheduled(
        late_registration_levels=2,
        seats_per_table=3,
        re_entries=1,
        starting_stack=longer(1500, short=800),
    )
    room = Evening(event, events.players(longer(12, short=8)), seed=5)
    room.register(4)
    room.step()
    while room.event.status == Tournament.Status.RUNNING:
        if room.people and room.event.may_still_enter(room.now):
            room.register(1)
        for table_id in room.playing():
            room.act(table_id)
        room.later(longer(1, short=10))
        director.step(tournament_id=event.pk, now=room.now)
        room.check()
    assert room.event.entry_count > longer(8, short=6)
    assert Move.objects.filter(reason=Move.Reason.LATE).exists()
    room.check_finishes()


@pytest.mark.rule("TRN-6")
def test_nobody_is_moved_for_a_latecomer_in_a_pause(room: Evening, lot: Lot) -> None:
    first, second = tables(room)
    seat = position(first, "small_blind")
    occupant = first.seats.get(no=seat).user
    for table in (first, second):
        fold_out(room, table.pk)
    room.later(10)
    timekeeping.pause(tournament_id=room.event.pk, reason="A quarrel.", now=room.now)
    lot((first, seat))
    user = come(room)
    room.step()
    assert (first.seats.get(no=seat).user, room.event.arriving_count) == (occupant, 1)

    lot()
    timekeeping.resume(tournament_id=room.event.pk, now=room.now)
    room.step()
    assert first.seats.get(no=seat).user == user
    assert Move.objects.get().entry.user == occupant
