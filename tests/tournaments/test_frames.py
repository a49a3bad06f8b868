"""What players are told at the table: that they move and why, that they are out, and where."""

from collections.abc import Iterator
from typing import Any

import pytest

from players.models import User
from tables.models import Table
from tests.tables.conftest import Tape
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tournaments.models import Entry, Move, Tournament
from tournaments.staff import desk

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tape(transactional_db: None) -> Iterator[Tape]:
    recorder = Tape()
    yield recorder
    recorder.close()


@pytest.mark.slow
def test_whoever_is_out_learns_place_and_prize_before_the_table_closes(tape: Tape) -> None:
    room = Evening(events.sit_and_go(max_entries=2), events.players(2), seed=3)
    room.register(2)
    while room.event.status != Tournament.Status.FINISHED:
        room.step()
        room.play_hands()
    table = Table.objects.get()
    told = [
        (channel, frame) for channel, frame in tape.read() if frame["type"] in ("out", "closed")
    ]
    first, second = room.event.entries.order_by("place")
    assert told[0] == (f"{table.pk}:{second.user_id}", _out(second))
    assert told[1] == (f"{table.pk}:{first.user_id}", _out(first))
    assert told[2][1]["type"] == "closed"


@pytest.mark.slow
@pytest.mark.rule("BOUNTY-1")
def test_the_table_is_told_who_won_a_bounty_for_whom(tape: Tape) -> None:
    event = events.sit_and_go(max_entries=2, bounty=500)
    room = Evening(event, events.players(2, cents=event.entry_right), seed=3)
    room.register(2)
    while room.event.status != Tournament.Status.FINISHED:
        room.step()
        room.play_hands()
    first, second = room.event.entries.select_related("user").order_by("place")
    told = [(channel, frame) for channel, frame in tape.read() if frame["type"] == "bounty"]
    names = {"name": second.user.get_username(), "by": first.user.get_username()}
    frame = {"type": "bounty", "paid": 500, "user": first.user_id, **names}
    assert told == [(str(Table.objects.get().pk), frame)]


@pytest.mark.slow
@pytest.mark.rule("TRN-3")
def test_whoever_moves_is_told_where_and_why(tape: Tape) -> None:
    room = Evening(events.scheduled(seats_per_table=3, max_entries=7), events.players(7), seed=4)
    room.register(7)
    while room.event.status != Tournament.Status.FINISHED:
        room.step()
        room.play_hands()
    told = [
        (int(channel.rpartition(":")[2]), frame)
        for channel, frame in tape.read()
        if frame["type"] == "moved"
    ]
    moves = Move.objects.select_related("entry").order_by("pk")
    names = dict(Table.objects.values_list("pk", "name"))
    assert [(user, names[frame["table"]], frame["reason"]) for user, frame in told] == [
        (move.entry.user_id, move.to_table, move.reason) for move in moves
    ]
    assert {Move.Reason.FINAL} <= {move.reason for move in moves}


def _out(entry: Entry) -> dict[str, Any]:
    return {"type": "out", "place": entry.place, "prize": entry.prize}


@pytest.mark.middling
def test_staff_speak_to_a_player_to_a_table_and_to_everybody(tape: Tape) -> None:
    by = User.objects.create_user("boss").pk
    event = stages.started(entries=4, seats_per_table=2)
    one, two = Table.objects.filter(event=event.event).order_by("pk")
    entry = event.entries.get(user=one.seats.all()[0].user_id)
    tape.read()
    desk.warn(entry_id=entry.pk, by=by, why="No phones.", now=events.START)
    desk.message(tournament_id=event.pk, table_id=two.pk, by=by, why="Move up.", now=events.START)
    desk.message(tournament_id=event.pk, by=by, why="Dinner.", now=events.START)
    told = [(where, frame) for where, frame in tape.read() if frame["type"] == "message"]
    assert told[:2] == [
        (f"{one.pk}:{entry.user_id}", _said("No phones.", warning=True)),
        (f"{two.pk}", _said("Move up.")),
    ]
    # To everybody, table by table in no order.
    everybody = {table: _said("Dinner.") for table in (f"{one.pk}", f"{two.pk}")}
    assert (dict(told[2:]), len(told)) == (everybody, 4)


def _said(text: str, *, warning: bool = False) -> dict[str, Any]:
    return {"type": "message", "text": text, "warning": warning}
