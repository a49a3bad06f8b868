"""The money in a pot of draw poker without a winner so far (DRAW-2, DRAW-5).

Each seat keeps its player's part, so that the table's money has an owner at every moment. The pot
is won by a player dealt in; a part is only paid out where no player contests the pot any more.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from core.types import Chips, SeatNo
from tables import engine
from tables.live import seats
from tables.live.record import TableRecord
from tables.models import StayMoment


def pass_on(table: TableRecord, leaving: Collection[SeatNo], *, now: datetime) -> None:
    """Pass the parts of players who leave to the others in equal parts; they take them along where
    no other player is in the pot."""
    live = table.live
    staying = [no for no, sitter in live.seats.items() if sitter.in_pot and no not in leaving]
    if not staying:
        give_back(table, leaving, now=now)
        return
    given_up: int = sum(live.seats[no].in_pot for no in leaving)
    if not given_up or table.positions is None:
        return
    parts = engine.equal_parts(given_up, staying, button=table.positions.button)
    for no in staying:
        seats.set_in_pot(table, no, Chips(live.seats[no].in_pot + parts[no]))
    for no in leaving:
        if live.seats[no].in_pot:
            seats.set_in_pot(table, no, Chips(0))


def give_back(table: TableRecord, to: Iterable[SeatNo], *, now: datetime) -> None:
    """Each part to its player when the pot is not played on; the next pot begins with jacks."""
    live = table.live
    owners = [no for no in to if live.seats[no].in_pot]
    for no in owners:
        sitter, part = live.seats[no], live.seats[no].in_pot
        assert sitter.stay is not None
        seats.set_stack(table, no, Chips(sitter.stack + part))
        seats.set_in_pot(table, no, Chips(0))
        StayMoment.objects.create(
            stay_id=sitter.stay.id,
            kind=StayMoment.Kind.GIVEN_BACK,
            cents=part,
            at=now,
        )
    if owners and live.playing is None:
        live.forget_hand()
