"""Seats held for the first players on the waiting list (CASH-1).

A row of ``Waiting`` holds the player and the seat that is theirs for a while; ``Table.live``
repeats the seats of its table. Both change under the table's lock, except that a place on the list
may end anywhere: the table follows at its next look.
"""

from collections.abc import Set
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from core.types import SeatNo, UserId
from players.models import Notice
from players.notices import news
from players.notices.news import News
from tables import room_settings
from tables.live.record import TableRecord
from tables.live.state import SeatHold
from tables.models import Table, Waiting

Kind = Notice.Kind


def reserved_from(table: TableRecord, user_id: UserId, *, now: datetime) -> Set[SeatNo]:
    """The seats that are held for other players."""
    return {
        no
        for no, held in table.live.held.items()
        if held.user != user_id and now < datetime.fromisoformat(held.until)
    }


def seat_of(table: TableRecord, user_id: UserId) -> SeatNo | None:
    """The seat that is held for a player."""
    held = table.live.held.items()
    return next((no for no, hold in held if hold.user == user_id), None)


def seated(table: TableRecord, game_id: int, user_id: UserId, *, now: datetime) -> None:
    """Remove a player who has sat down from the game's list."""
    table.live.held = {no: held for no, held in table.live.held.items() if held.user != user_id}
    end(Waiting.End.SEATED, now=now, game=game_id, user=user_id)


def end(how: Waiting.End, *, now: datetime, **whose: object) -> int:
    """End these places on the list; return how many."""
    return Waiting.objects.filter(ended_at=None, **whose).update(ended=how, ended_at=now)


def offer(table: TableRecord, game_id: int, *, now: datetime) -> bool:
    """Hold the free seats of a locked table for the players who have waited longest.

    A player who has not come in time loses the place on the list. Return whether the held seats
    have changed.
    """
    before = table.live.held
    if not before and not Waiting.objects.filter(game=game_id, ended_at=None).exists():
        return False
    end(Waiting.End.EXPIRED, now=now, held_table=table.id, held_until__lte=now)
    waiting = Waiting.objects.filter(game=game_id, ended_at=None)
    table.live.held = {
        SeatNo(row.held_seat): SeatHold(UserId(row.user_id), row.held_until.isoformat())
        for row in waiting.filter(held_table=table.id)
        if row.held_seat is not None and row.held_until is not None
    }
    occupied = {*table.live.seats, *table.live.held}
    free = [no for no in map(SeatNo, range(1, table.max_seats + 1)) if no not in occupied]
    if free and table.status == Table.Status.OPEN:
        here = [sitter.user for sitter in table.live.seats.values()]
        first = waiting.filter(Q(table=None) | Q(table=table.id), held_table=None)
        until = now + room_settings.CASH_HOLD.value()
        # Rows that another table is about to seat are locked: they are left to it.
        queue = first.exclude(user__in=here).select_for_update(skip_locked=True)[: len(free)]
        notices = []
        for no, row in zip(free, queue, strict=False):
            row.held_table_id, row.held_seat, row.held_until = table.id, no, until
            row.save(update_fields=["held_table", "held_seat", "held_until"])
            table.live.held[no] = SeatHold(UserId(row.user_id), until.isoformat())
            notices.append(_news(table, row, until))
        news.tell(notices, now=now)
    return table.live.held != before


def _news(table: TableRecord, row: Waiting, until: datetime) -> News:
    """The news that a seat is held, for a player who has no page open."""
    data = {"name": table.name, "seat": row.held_seat, "until": until.isoformat()}
    url = reverse("table", args=[table.id])
    return News(UserId(row.user_id), Kind.SEAT, f"held:{row.pk}", data, url, until)
