"""Execution of staff's ``orders`` by the director, once their tables are between hands.

An order that is refused then ends as an act that could not be done.
"""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from core import due_checks
from core.due_checks import ExistsQuery
from core.refusal import Refusal
from core.types import Chips, SeatNo
from tables.models import Seat, Table
from tables.refusals import TableCode
from tables.wire import push
from tournaments.entry import acts
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floors import StoredFloor, TableState
from tournaments.models import Act, Entry, Move, Order, Tournament
from tournaments.play import arrangement, eliminations
from tournaments.refusals import EventCode
from tournaments.staff import orders, stacks

# True for an event with an order that waits.
_ANY = """
    EXISTS (SELECT FROM tournaments_order WHERE tournament_id = %(event)s AND closed_at IS NULL)"""

Kind = Order.Kind
Outcome = Act.Outcome


class LeftBehind(NamedTuple):
    """The state of a disqualified player, as the act keeps it: seat, chips, milliseconds of the
    time bank, and the table's last hand number."""

    seat: SeatNo
    stack: Chips
    bank_ms: int
    hand_no: int


def carry_out(plan: StoredFloor) -> None:
    """Carry out the orders whose tables are between hands; the caller holds the event's lock."""
    # Every step asks, and there is rarely an order.
    if not due_checks.exists(ExistsQuery(_ANY, {"event": plan.tournament.pk}), now=plan.now):
        return
    for order in _waiting(plan.tournament):
        order.tournament = plan.tournament
        newcomer = _newcomer(plan, order)
        place = _place_of(plan, order)
        if order.kind == Kind.HOLD_TABLE and place is not None:
            # The order stays open until staff let the table continue.
            plan.hold(place.table)
            continue
        if place is not None and newcomer is None and not place.table.ready(plan.now):
            plan.hold(place.table)
            continue
        if order.kind == Kind.BREAK_TABLE and place is not None and _somebody_is_broke(place.table):
            # TRN-2: they may decide to buy chips, and otherwise are out before the others move.
            plan.hold_for_staff(place.table)
            continue
        try:
            with transaction.atomic():
                if newcomer is None:
                    before, after = _obey(plan, order, place)
                else:
                    before, after = _turn_away(plan, order, newcomer)
        except Refusal as refusal:
            outcome, before, after = Outcome.NOTHING, {}, acts.refused(refusal)
        else:
            outcome = Outcome.DONE
        orders.close(order, now=plan.now)
        acts.record_order(
            order,
            outcome=outcome,
            now=plan.now,
            about=orders.about(order),
            table_id=place.table.id if place else None,
            before=before,
            after=after,
        )


def give_up(tournament: Tournament, *, now: datetime) -> None:
    """Close the orders that still wait when their event ends; the caller holds the event's lock."""
    for order in _waiting(tournament):
        orders.close(order, now=now)
        acts.record_order(
            order,
            outcome=Outcome.NOTHING,
            now=now,
            about=orders.about(order),
            table_id=order.table_id,
            after=acts.refused(Refusal(EventCode.EVENT_OVER)),
        )


def _waiting(tournament: Tournament) -> QuerySet[Order]:
    return tournament.orders.filter(closed_at=None).order_by("pk")


def _somebody_is_broke(table: TableState) -> bool:
    return table.able < len(table.stacks)


class SeatOfOrder(NamedTuple):
    """The table that an order waits for, and the player's seat there."""

    table: TableState
    seat: SeatNo


def _place_of(plan: StoredFloor, order: Order) -> SeatOfOrder | None:
    """The place at which an order is carried out; None if the player or the table is gone."""
    if order.entry is None:
        seated_at = plan.tables.get(order.table_id or 0)
        return None if seated_at is None else SeatOfOrder(seated_at, SeatNo(0))
    for table in plan.tables.values():
        for no, user_id in table.users.items():
            if user_id == order.entry.user_id and order.entry.status == Entry.Status.PLAYING:
                return SeatOfOrder(table, no)
    return None


def _newcomer(plan: StoredFloor, order: Order) -> Latecomer | None:
    """The latecomer of an order, while they wait for a seat; else None."""
    return next((one for one in plan.latecomers if one.entry == order.entry_id), None)


def _obey(
    plan: StoredFloor, order: Order, place: SeatOfOrder | None
) -> tuple[acts.Picture, acts.Picture]:
    """Carry out an order; return the state before and after."""
    if place is None or (order.entry and not place.table.stacks[place.seat]):
        raise Refusal(EventCode.NOT_IN_PLAY if order.entry else EventCode.NOT_THIS_EVENT)
    obey: Callable[..., tuple[acts.Picture, acts.Picture]] = {
        Kind.MOVE: _move,
        Kind.BREAK_TABLE: _break,
        Kind.DISQUALIFY: _disqualify,
        Kind.CORRECT_STACK: _correct,
    }[Kind(order.kind)]
    return obey(plan, order, place)


def _move(plan: StoredFloor, order: Order, place: SeatOfOrder) -> tuple[acts.Picture, acts.Picture]:
    target = plan.tables.get(order.table_id or 0)
    if target is None:
        raise Refusal(EventCode.NOT_THIS_EVENT)
    no = order.seat_no or _free_seat(plan, target)
    orders.check_seat(target.max_seats, target.users, no)
    plan.move(place.table.id, place.seat, target.id, no, Move.Reason.STAFF)
    return {"table": place.table.name, "seat": place.seat}, {"table": target.name, "seat": no}


def _free_seat(plan: StoredFloor, table: TableState) -> SeatNo:
    """Draw a free seat by lot (DEAL-1). Refuses TABLE_FULL."""
    free = [no for no in range(1, table.max_seats + 1) if no not in table.users]
    if not free:
        raise Refusal(TableCode.TABLE_FULL)
    return SeatNo(plan.shuffled(free)[0])


def _break(
    plan: StoredFloor, order: Order, place: SeatOfOrder
) -> tuple[acts.Picture, acts.Picture]:
    table = place.table
    orders.check_room(plan.tournament, table.id)
    before = {"seats": dict(table.users)}
    arrangement.break_table(plan, table.id, why=Move.Reason.STAFF)
    return before, {"status": Table.Status.CLOSED}


def _disqualify(
    plan: StoredFloor, order: Order, place: SeatOfOrder
) -> tuple[acts.Picture, acts.Picture]:
    entry, (table, no) = order.entry, place
    assert entry is not None
    if sum(other.able for other in plan.tables.values()) < 2:
        # Without a winner the event would never end.
        raise Refusal(EventCode.LAST_PLAYER)
    if plan.tournament.estimated(entry.user_id):
        # LIVE-3: chips that leave play must be counted, or no later count could match.
        raise Refusal(EventCode.NOT_COUNTED)
    stack = table.stacks[no]
    bank_ms = Seat.objects.values_list("bank_ms", flat=True).get(table=table.id, no=no)
    eliminations.disqualify(plan, entry, table, no)
    push.tell_player(table.id, entry.user_id, {"type": "out", "place": None, "prize": None})
    hand_no = Table.objects.values_list("hand_no", flat=True).get(pk=table.id)
    before = LeftBehind(no, stack, bank_ms, hand_no)._asdict()
    return before, {"status": Entry.Status.OUT, "chips_removed": stack}


def _correct(
    plan: StoredFloor, order: Order, place: SeatOfOrder
) -> tuple[acts.Picture, acts.Picture]:
    return stacks.correct(plan, order, place.table, place.seat)


def _turn_away(
    plan: StoredFloor, order: Order, newcomer: Latecomer
) -> tuple[acts.Picture, acts.Picture]:
    assert order.entry is not None
    eliminations.turn_away(plan, order.entry, newcomer)
    return {"stack": newcomer.stack}, {
        "status": Entry.Status.OUT,
        "chips_removed": newcomer.stack,
    }
