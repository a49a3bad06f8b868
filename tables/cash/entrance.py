"""The players ready for the next hand of a cash table, and seats to come in soonest (CASH-2)."""

from collections.abc import Iterable

from core.types import SeatNo
from tables import engine
from tables.live.record import TableRecord
from tables.models import CashGame


def ready(table: TableRecord, game: CashGame) -> dict[int, engine.Ready]:
    """The players who do not sit out."""
    return {
        no: engine.Ready(
            stack=sitter.stack,
            owes=stay.owes,
            dead=stay.dead,
            posts=stay.posts,
            straddles=stay.straddles and game.straddle,
            in_pot=stay.in_pot,
        )
        for no, sitter in sorted(table.live.seats.items())
        if (stay := sitter.stay) and not sitter.away
    }


def slow_seats(
    table: TableRecord, game: CashGame, free: Iterable[int], *, button: engine.Button
) -> set[SeatNo]:
    """The free seats on which a player who posts is not dealt into the next hand; empty without
    blinds, where all have the same chance of being drawn."""
    if not game.has_blinds:
        return set()
    there = ready(table, game)
    return {
        SeatNo(no)
        for no in free
        if not engine.comes_in(table.positions, there, seat=no, stakes=game.stakes, button=button)
    }
