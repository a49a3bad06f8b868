"""Calls for the floor, from a player's phone or a dealer's screen (LIVE-9)."""

from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from tables.models import Seat, Table
from tournaments.entry import acts
from tournaments.live_room.models import FloorCall
from tournaments.live_room.verbs import busts
from tournaments.models import Act, Entry, Tournament
from tournaments.refusals import EventCode
from tournaments.staff import orders


def call_from_seat(*, entry_id: int, now: datetime) -> FloorCall:
    """Call the floor for a player; returns the open call if their table has one.

    Refuses NOT_RUNNING, NOT_LIVE, NOT_AT_THIS_TABLE for a player without a seat.
    """
    with transaction.atomic():
        entry = Entry.objects.get(pk=entry_id)
        event = busts.running(entry.tournament_id)
        seat = Seat.objects.filter(
            user=entry.user_id, table__event=event.event, table__status=Table.Status.OPEN
        ).first()
        if seat is None or entry.status != Entry.Status.PLAYING:
            raise Refusal(EventCode.NOT_AT_THIS_TABLE)
        return _call(event, seat.table_id, entry=entry, now=now)


def call_from_table(*, table_id: int, by: int, now: datetime) -> FloorCall:
    """Call the floor for a dealer. Refuses NOT_RUNNING, NOT_THIS_EVENT, NOT_LIVE."""
    with transaction.atomic():
        event = busts.event_at(table_id)
        table = orders.check_open(event, table_id)
        call = _call(event, table_id, entry=None, now=now)
        if call.at == now:
            acts.record(
                Act.Verb.CALL_FLOOR,
                by=by,
                now=now,
                about=table.name,
                tournament=event,
                table_id=table_id,
            )
        return call


def answer(*, call_id: int, by: int, now: datetime) -> FloorCall:
    """Answer a call; again returns the first answer. Refuses NO_CALL."""
    with transaction.atomic():
        call = FloorCall.objects.select_for_update(of=("self",)).filter(pk=call_id)
        floor_call = call.select_related("table", "tournament").first()
        if floor_call is None:
            raise Refusal(EventCode.NO_CALL)
        if floor_call.answered_at is None:
            floor_call.answered_by_id, floor_call.answered_at = by, now
            floor_call.save(update_fields=["answered_by", "answered_at"])
            acts.record(
                Act.Verb.ANSWER_CALL,
                by=by,
                now=now,
                about=floor_call.table.name,
                tournament=floor_call.tournament,
                table_id=floor_call.table_id,
                before={"called": floor_call.at},
            )
        return floor_call


def open_calls(event: Tournament) -> list[FloorCall]:
    """The calls that wait for the floor, oldest first."""
    calls = FloorCall.objects.filter(tournament=event, answered_at=None)
    waiting = calls.select_related("table", "entry__user")
    return list(waiting.order_by("at", "pk"))


def of_table(event: Tournament, table_id: int) -> FloorCall | None:
    """The last call of a table, answered or not."""
    calls = FloorCall.objects.filter(tournament=event, table=table_id).select_related("answered_by")
    return calls.order_by("at", "pk").last()


def _call(event: Tournament, table_id: int, *, entry: Entry | None, now: datetime) -> FloorCall:
    waiting = FloorCall.objects.filter(table=table_id, answered_at=None).first()
    return waiting or FloorCall.objects.create(
        tournament=event, table_id=table_id, entry=entry, at=now
    )
