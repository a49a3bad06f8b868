"""Seats of a live event: drawn, waited for, given up; and tables balanced, broken, drawn anew."""

from random import Random

import pytest

from core.refusal import Refusal
from core.types import EntryId, SeatNo
from tables.engine import Positions
from tables.engine.positions import left_of
from tests.harness.long_forms import longer
from tests.tournaments.live_events import Floor, live
from tournaments.entry import registration
from tournaments.floor import floors
from tournaments.live_room.verbs import moves
from tournaments.live_room.verbs.moves import DueMove, MoveKind
from tournaments.models import Entry, Move
from tournaments.refusals import EventCode

pytestmark = pytest.mark.django_db


@pytest.mark.middling
@pytest.mark.rule("LIVE-1")
def test_who_finds_no_seat_gets_the_next_one_that_is_free() -> None:
    floor = Floor(live(late_registration_levels=1), players=13)
    floor.step()
    event = floor.event
    assert (event.live_count, event.arriving_count) == (13, 1)
    waiting = event.entries.get(status=Entry.Status.REGISTERED)
    assert waiting.user == floor.users[-1]
    [late] = floor.enter(1)
    assert floor.event.arriving_count == 2
    out = next(iter(floor.stacks()))
    seat = floor.seated(floor.table_of(out))[out]
    floor.bust([out])
    floor.step()
    waiting.refresh_from_db()
    assert waiting.status == Entry.Status.PLAYING
    assert (waiting.drawn_table_id, waiting.drawn_seat) == (seat.table_id, seat.no)
    assert floor.entry_of(late).status == Entry.Status.REGISTERED
    assert not Move.objects.exists()


@pytest.mark.middling
@pytest.mark.rule("LIVE-1", "LIVE-4")
def test_tables_open_as_they_fill_so_that_none_is_broken_before_play() -> None:
    floor = Floor(live(live_tables=3, opening_tables=1), players=6)
    opened = [len(floor.tables())]
    for more in (1, 5, 1):
        floor.enter(more)
        opened.append(len(floor.tables()))
    assert opened == [1, 2, 2, 3]
    # The last one has second thoughts, and the third table was for nothing.
    registration.unregister(tournament_id=floor.pk, user_id=floor.users[-1].pk, now=floor.now)
    floor.step()
    assert [len(floor.seated(table)) for table in floor.tables()] == [6, 6]
    assert moves.due_now(floor.event, now=floor.now) is None


@pytest.mark.middling
@pytest.mark.rule("LIVE-4")
def test_before_anybody_is_out_a_balance_is_drawn_and_asks_for_no_button() -> None:
    floor = Floor(live(live_tables=3, opening_tables=1, seats_per_table=8), players=14)
    floor.step()
    assert [len(floor.seated(table)) for table in floor.tables()] == [8, 6]
    due = moves.due_now(floor.event, now=floor.now)
    assert due is not None
    steps = moves.draw(tournament_id=floor.pk, key=due.key, now=floor.now)
    assert moves.draw(tournament_id=floor.pk, key=due.key, now=floor.now) == steps
    moves.rearrange(
        tournament_id=floor.pk, key=due.key, shown=moves.seen(steps), by=floor.by, now=floor.now
    )
    [step] = steps
    moved = floor.published.entries.get(user=step.user)
    assert floor.table_of(EntryId(moved.pk)).pk == step.to_table
    assert moves.due_now(floor.event, now=floor.now) is None


@pytest.mark.middling
@pytest.mark.rule("LIVE-1", "TRN-3")
def test_tables_that_are_open_at_first_fill_evenly() -> None:
    floor = Floor(live(live_tables=3, opening_tables=2, seats_per_table=8), players=14)
    floor.step()
    assert [len(floor.seated(table)) for table in floor.tables()] == [7, 7]
    assert moves.due_now(floor.event, now=floor.now) is None


@pytest.mark.middling
@pytest.mark.rule("LIVE-4", "TRN-3")
def test_a_balance_moves_the_next_big_blind_to_the_seat_that_is_due_soonest() -> None:
    floor = Floor(live(), players=10)
    floor.step()
    first, second = floor.tables()
    for _ in range(2):
        floor.bust([next(iter(floor.seated(first)))])
        floor.step()
    due = moves.due_now(floor.event, now=floor.now)
    assert due == DueMove(MoveKind.BALANCE, (second.pk, first.pk))
    seats = {seat.no: pk for pk, seat in floor.seated(second).items()}
    with pytest.raises(Refusal) as refused:
        moves.rearrange(tournament_id=floor.pk, key=due.key, by=floor.by, now=floor.now)
    assert refused.value.code == EventCode.NO_BUTTON
    # The last big blind was where a player went out, or nobody came.
    [gone] = set(range(1, 7)) - set(seats)
    button, small = left_of(gone, seats)[-2:]
    last_hands = floor.last_hands(first.pk) | {second.pk: Positions(button, small, gone)}
    impossible = last_hands | {second.pk: Positions(2, 1, 3)}
    with pytest.raises(Refusal) as refused:
        moves.rearrange(
            tournament_id=floor.pk,
            key=due.key,
            last_hands=impossible,
            by=floor.by,
            now=floor.now,
        )
    assert refused.value.code == EventCode.NO_BUTTON
    moves.rearrange(
        tournament_id=floor.pk, key=due.key, last_hands=last_hands, by=floor.by, now=floor.now
    )
    mover = seats[SeatNo(left_of(gone, seats)[0])]
    move = Move.objects.get()
    assert (move.entry_id, move.reason) == (mover, Move.Reason.BALANCE)
    assert floor.table_of(mover) == first
    with pytest.raises(Refusal) as refused:
        moves.rearrange(tournament_id=floor.pk, key=due.key, by=floor.by, now=floor.now)
    assert refused.value.code == EventCode.EVENT_CHANGED


@pytest.mark.middling
@pytest.mark.rule("LIVE-4", "TRN-3")
def test_a_table_is_broken_when_the_floor_says_so_and_the_final_table_is_drawn() -> None:
    floor = Floor(live(live_tables=3), players=14)
    floor.step()
    while (due := moves.due_now(floor.event, now=floor.now)) is None:
        table = max(floor.tables(), key=lambda table: len(floor.seated(table)))
        floor.bust([next(iter(floor.seated(table)))])
        floor.step()
    assert (due.what, floor.event.live_count, len(floor.tables())) == (MoveKind.BREAK, 12, 3)
    moves.rearrange(tournament_id=floor.pk, key=due.key, by=floor.by, now=floor.now)
    assert [len(floor.seated(table)) for table in floor.tables()] == [6, 6]
    while floor.event.live_count > 6:
        table = max(floor.tables(), key=lambda table: len(floor.seated(table)))
        floor.bust([next(iter(floor.seated(table)))])
        floor.step()
    due = moves.due_now(floor.event, now=floor.now)
    assert due == DueMove(MoveKind.FINAL)
    moves.rearrange(tournament_id=floor.pk, key=due.key, by=floor.by, now=floor.now)
    [final] = floor.tables()
    assert len(floor.seated(final)) == 6
    assert set(Move.objects.values_list("reason", flat=True)) == {
        Move.Reason.BREAK,
        Move.Reason.FINAL,
    }


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("LIVE-4")
@pytest.mark.parametrize("chance", range(longer(4, short=2)))
def test_what_is_due_at_a_glance_is_what_is_due_seat_by_seat(chance: int) -> None:
    floor, dice = Floor(live(live_tables=3, max_entries=40), players=17), Random(chance)
    floor.step()
    seen = set()
    while len(floor.stacks()) > 2:
        due = moves.due_now(floor.event, now=floor.now)
        whole = moves.due_move(floors.read(floor.event, now=floor.now))
        assert due == whole
        if due is not None:
            seen.add(due.what)
        if due is not None and dice.random() < 0.6:
            moves.rearrange(
                tournament_id=floor.pk,
                key=due.key,
                last_hands=floor.last_hands(*due.tables, button=dice.randint(1, 6)),
                by=floor.by,
                now=floor.now,
            )
        else:
            floor.bust([dice.choice(list(floor.stacks()))])
            # A seat without chips waits for the director, and nothing is due meanwhile.
            assert moves.due_now(floor.event, now=floor.now) is None
        floor.step()
    assert MoveKind.BREAK in seen
