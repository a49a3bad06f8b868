"""The waiting list of a cash game: joining it, leaving it, and its end.

Lock order: the player, then a table; a place on the list comes last, and is never waited for.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from core.jobs import attempt
from core.refusal import Refusal
from core.types import SeatNo, UserId
from players import player_lock
from tables.cash import cashier, held_seats, lobby
from tables.live import announce, record
from tables.models import CashGame, Seat, Table, Waiting
from tables.refusals import TableCode


class HeldSeat(NamedTuple):
    """A seat held for a player ``until`` a moment."""

    table_id: int
    name: str
    no: int
    until: datetime


def join(*, table_id: int, user_id: UserId, any_table: bool, now: datetime) -> Waiting:
    """Wait for a seat at this full table, or at any of its game; again changes the choice.

    Refuse NO_SUCH_TABLE, NOT_A_CASH_TABLE, TABLE_CLOSED, ALREADY_SEATED, SEATS_FREE, and what
    ``cashier.check_play`` refuses.
    """
    with transaction.atomic():
        player_lock.hold(user_id)
        table = record.read(table_id)
        game = cashier.game_of(table)
        cashier.check_play(game, user_id=user_id, stake=0, now=now)
        if table.status != Table.Status.OPEN or not game.tables:
            raise Refusal(TableCode.TABLE_CLOSED)
        if Seat.objects.filter(user=user_id, table__event=game.event).exists():
            raise Refusal(TableCode.ALREADY_SEATED)
        only = None if any_table else table_id
        mine = Waiting.objects.filter(game=game, user=user_id, ended_at=None).first()
        if mine is not None:
            if mine.held_table_id is None and mine.table_id != only:
                mine.table_id = only
                mine.save(update_fields=["table"])
            return mine
        open_tables = Table.objects.filter(event=game.event, status=Table.Status.OPEN)
        tables = open_tables if any_table else open_tables.filter(pk=table_id)
        if any(
            _has_room(open_table, user_id, now=now) for open_table in record.read_all(_ids(tables))
        ):
            raise Refusal(TableCode.SEATS_FREE)
        return Waiting.objects.create(game=game, table_id=only, user_id=user_id, joined_at=now)


def leave(*, table_id: int, user_id: UserId, now: datetime) -> None:
    """Leave the waiting list of this table's game; idempotent. A held seat goes to the next player.
    NO_SUCH_TABLE, NOT_A_CASH_TABLE."""
    game = cashier.game_of(record.read(table_id))
    held_seats.end(Waiting.End.LEFT, now=now, game=game, user=user_id)


def place(*, table_id: int, user_id: UserId) -> int | None:
    """Return a player's place among those who wait for this table's game; None: not on the list.

    NO_SUCH_TABLE, NOT_A_CASH_TABLE.
    """
    return lobby.place_of(cashier.game_of(record.read(table_id)), user_id)


def forget(*, user_id: UserId, now: datetime) -> None:
    """Remove a barred player from all waiting lists."""
    held_seats.end(Waiting.End.BARRED, now=now, user=user_id)


def tend(*, now: datetime) -> int:
    """Hold seats for waiting players, and release those that were not taken; return the number of
    tables that changed. Idempotent, and safe to run concurrently."""
    without_table = Q(game__tables=0) | Q(table__status=Table.Status.CLOSED)
    over = Waiting.objects.filter(without_table, ended_at=None).values_list("pk", flat=True)
    held_seats.end(Waiting.End.CLOSED, now=now, pk__in=list(over))
    lost = Waiting.objects.filter(ended_at=None, held_table__status=Table.Status.CLOSED)
    lost.update(held_table=None, held_seat=None, held_until=None)
    # Also where no player waits any more for a seat that a table still keeps.
    waited_for = Waiting.objects.filter(Q(ended_at=None) | Q(held_until__gt=now))
    games = CashGame.objects.filter(pk__in=list(waited_for.values_list("game", flat=True)))
    changed = 0
    for game in games:
        for table_id in _ids(Table.objects.filter(event=game.event, status=Table.Status.OPEN)):
            work = partial(_tend, table_id, game, now=now)
            changed += attempt("hold seats", work, table=table_id) or False
    return changed


def held_for(user_id: UserId, *, now: datetime) -> list[HeldSeat]:
    """The seats that a player may take now, the most urgent first."""
    mine = Waiting.objects.filter(
        user=user_id, ended_at=None, held_until__gt=now, held_table__status=Table.Status.OPEN
    )
    return [
        HeldSeat(row.held_table.pk, row.held_table.name, row.held_seat, row.held_until)
        for row in mine.select_related("held_table").order_by("held_until")
        if row.held_table and row.held_seat and row.held_until
    ]


def _tend(table_id: int, game: CashGame, *, now: datetime) -> bool:
    with transaction.atomic():
        table = record.lock(table_id)
        changed = held_seats.offer(table, game.pk, now=now)
        if changed:
            record.write(table, [], now=now)
            announce.update(table, [], now=now)
    return changed


def _has_room(table: record.TableRecord, user_id: UserId, *, now: datetime) -> bool:
    occupied = {*table.live.seats, *held_seats.reserved_from(table, user_id, now=now)}
    return any(SeatNo(no) not in occupied for no in range(1, table.max_seats + 1))


def _ids(tables: Iterable[Table]) -> list[int]:
    return sorted(table.pk for table in tables)
