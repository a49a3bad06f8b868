"""Seats, in the two places that hold them: ``Table.live.seats`` and the rows of ``Seat``.

An action and its frame read the first, queries the second. Only this module writes the rows, the
sitters, stacks and absences (``tests/conformance/test_seats.py``). The caller holds the table's
lock and writes its record afterwards. Between two results a row keeps its ``bank_ms``.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from django.db.models import QuerySet

from core.types import Cents, Chips, SeatNo
from tables.live.state import Live, Sitter
from tables.models import Seat, StayMoment

# Part of ``record.write``, where ``result`` has number, stack and time bank of each seat.
STORE_RESULT = """, seats AS (
        UPDATE tables_seat
        SET stack = result.stack, bank_ms = result.bank_ms, in_pot = result.in_pot
        FROM result WHERE table_id = %s AND tables_seat.no = result.no
    )"""


class WithSeats(Protocol):
    """The part of a table's record that seats need."""

    id: int
    live: Live


class SeatResult(NamedTuple):
    """A player's result of a hand: the stack; the chips that the hand ``left`` of the stack at its
    start; the time bank in ms; chips in a pot left to the next hand (DRAW-2); and the player's
    share of the rake (INFO-3)."""

    seat: SeatNo
    stack: Chips
    left: Chips
    bank_ms: int
    in_pot: Chips = Chips(0)
    rake: Cents = Cents(0)


def sit(table: WithSeats, no: SeatNo, sitter: Sitter) -> Seat:
    """Seat a player on a free seat."""
    (row,) = sit_all(table, {no: sitter})
    return row


def sit_all(table: WithSeats, sitters: Mapping[SeatNo, Sitter]) -> Sequence[Seat]:
    """Seat several players on free seats, in one statement."""
    table.live.seats.update(sitters)
    return Seat.objects.bulk_create(_row(table, no, sitter) for no, sitter in sitters.items())


def free(table: WithSeats, seats: Iterable[SeatNo]) -> dict[SeatNo, Sitter]:
    """Free ``seats``; return those who sat there. Seats that are free already are left out."""
    gone = {no: table.live.seats.pop(no) for no in list(seats) if no in table.live.seats}
    if gone:
        Seat.objects.filter(table_id=table.id, no__in=gone).delete()
    return gone


def show_stacks(live: Live, stacks: Mapping[int, int]) -> None:
    """Set the stacks of a table that is only shown, by seat number: no row changes."""
    for no, sitter in live.seats.items():
        sitter.stack = Chips(stacks[no])


def set_stack(table: WithSeats, no: SeatNo, stack: Chips) -> None:
    """Set the stack of a seat: the chips at the start of the hand, and those bought since."""
    table.live.seats[no].stack = stack
    _rows(table, no).update(stack=stack)


def set_away(table: WithSeats, no: SeatNo, *, away: bool, now: datetime) -> None:
    """Note whether a player sits out; at a cash table also for the receipt (INFO-3), unless the
    player is leaving."""
    sitter = table.live.seats[no]
    if sitter.away != away:
        sitter.away = away
        _rows(table, no).update(away=away)
        if sitter.stay is not None and not sitter.stay.leaving:
            kind = StayMoment.Kind.SAT_OUT if away else StayMoment.Kind.CAME_BACK
            StayMoment.objects.create(stay_id=sitter.stay.id, kind=kind, at=now)


def settle(table: WithSeats) -> list[SeatResult]:
    """Set each player's stack after the finished hand, with the chips bought meanwhile (CHIP-1);
    return the results for ``record.write``."""
    live, hand = table.live, table.live.hand
    assert hand is not None
    results, borne = [], hand.rake_borne()
    for no in live.dealt:
        sitter, left = live.seats[no], Chips(hand.stacks[no])
        sitter.stack = Chips(sitter.stack + left - hand.start_stacks[no])
        in_pot = _leave_in_pot(sitter, hand.paid[no] if hand.carry else None)
        rake = Cents(borne[no])
        results.append(SeatResult(no, sitter.stack, left, sitter.bank_ms, in_pot, rake))
    for no, sitter in live.seats.items():
        # A player with a part in the pot who was not dealt in when it was won.
        if not hand.carry and no not in live.dealt and sitter.in_pot:
            in_pot = _leave_in_pot(sitter, None)
            results.append(SeatResult(no, sitter.stack, sitter.stack, sitter.bank_ms, in_pot))
    return results


def set_in_pot(table: WithSeats, no: SeatNo, chips: Chips) -> None:
    """Set a seat's chips in the pot that waits for the next hand (DRAW-2)."""
    stay = table.live.seats[no].stay
    assert stay is not None
    stay.in_pot = chips
    _rows(table, no).update(in_pot=chips)


def _leave_in_pot(sitter: Sitter, paid: int | None) -> Chips:
    """Add ``paid`` chips to a cash player's part of a waiting pot, None: the pot is won, clear it;
    return the part."""
    if sitter.stay is not None:
        sitter.stay.in_pot = Chips(0 if paid is None else sitter.stay.in_pot + paid)
    return sitter.in_pot


def _rows(table: WithSeats, no: SeatNo) -> QuerySet[Seat]:
    return Seat.objects.filter(table_id=table.id, no=no)


def _row(table: WithSeats, no: SeatNo, sitter: Sitter) -> Seat:
    return Seat(
        table_id=table.id,
        no=no,
        user_id=sitter.user,
        stack=sitter.stack,
        bank_ms=sitter.bank_ms,
        away=sitter.away,
    )
