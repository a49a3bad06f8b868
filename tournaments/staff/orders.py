"""What staff want done between two hands: given at any time, carried out by the director there.

An order waits for its table to be idle; what then stands against it ends it as an act that could
not be done. Both are written down by the order's own who and why.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from core import reasons
from core.refusal import Refusal
from core.types import Chips, EntryId, SeatNo
from tables.models import Seat, Table
from tables.refusals import Code as TableCode
from tables.wire import push
from tournaments.entry import acts
from tournaments.floor import due
from tournaments.floor.floorplan import Floorplan, Latecomer, TableState
from tournaments.floor.locking import lock
from tournaments.models import Act, Entry, Move, Order, Tournament
from tournaments.play import arrangement, eliminations
from tournaments.refusals import Code

Kind = Order.Kind
Outcome = Act.Outcome


class Held(NamedTuple):
    """What a disqualified player had, as the act keeps it: chips, milliseconds of the time bank,
    and after which hand of the table that was."""

    seat: SeatNo
    stack: Chips
    bank_ms: int
    hand_no: int


def move(
    *, entry_id: EntryId, table_id: int, seat_no: SeatNo | None, by: int, why: str, now: datetime
) -> Order:
    """Take a player to a table, to a seat drawn when ``seat_no`` is None, after their hand.

    Again is nothing. Refuses NOT_RUNNING, NOT_IN_PLAY, NO_REASON, NOT_THIS_EVENT,
    TABLES_PLAY_APART, NO_SUCH_SEAT, SEAT_TAKEN, ORDER_WAITS.
    """
    with transaction.atomic():
        entry = playing(entry_id)
        table = _check_table(entry.tournament, table_id)
        if seat_no is not None:
            check_seat(table.max_seats, table.seats.values_list("no", flat=True), seat_no)
        wish: dict[str, Any] = {"entry": entry, "table_id": table_id, "seat_no": seat_no}
        return _give(Kind.MOVE, entry.tournament, wish, by=by, why=why, now=now)


def disqualify(*, entry_id: EntryId, by: int, why: str, now: datetime) -> Order:
    """Take a player out of the event after their hand, their chips with them (RANK-1); a latecomer
    who waits for a seat, at once (LATE-1).

    Again is nothing. Refuses NOT_RUNNING, NOT_IN_PLAY, NO_REASON, ORDER_WAITS.
    """
    with transaction.atomic():
        entry = playing(entry_id, or_waiting=True)
        return _give(Kind.DISQUALIFY, entry.tournament, {"entry": entry}, by=by, why=why, now=now)


def break_table(*, table_id: int, by: int, why: str, now: datetime) -> Order:
    """Close a table after its hand; its players draw seats at the others (TRN-3).

    Again is nothing. Refuses NOT_RUNNING, NOT_THIS_EVENT, NO_REASON,
    TABLES_PLAY_APART, ORDER_WAITS, NO_ROOM_ELSEWHERE.
    """
    with transaction.atomic():
        tournament = event_of(table_id)
        _check_table(tournament, table_id)
        _check_room(tournament, table_id)
        wish = {"table_id": table_id}
        return _give(Kind.BREAK_TABLE, tournament, wish, by=by, why=why, now=now)


def withdraw(*, order_id: int, by: int, why: str, now: datetime) -> None:
    """Take an order back while it waits. Refuses NO_SUCH_ORDER."""
    with transaction.atomic():
        tournament_id = Order.objects.filter(pk=order_id).values_list("tournament", flat=True)
        if not tournament_id:
            raise Refusal(Code.NO_SUCH_ORDER)
        tournament = lock(tournament_id[0])
        order = tournament.orders.filter(pk=order_id, closed_at=None).first()
        if order is None:
            raise Refusal(Code.NO_SUCH_ORDER)
        _close(order, now=now)
        acts.record(
            Act.Verb.WITHDRAW,
            by=by,
            now=now,
            about=_about(order),
            tournament=tournament,
            table_id=order.table_id,
            entry=order.entry,
            why=why,
            before={"order": order.kind},
        )


def carry_out(plan: Floorplan) -> None:
    """Do what waits for tables that are between hands now; the caller holds the event's lock."""
    for order in _waiting(plan.tournament):
        order.tournament = plan.tournament
        newcomer = _newcomer(plan, order)
        place = _place_of(plan, order)
        if place is not None and newcomer is None and not place.table.ready(plan.now):
            plan.hold(place.table)
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
        _close(order, now=plan.now)
        acts.record_order(
            order,
            outcome=outcome,
            now=plan.now,
            about=_about(order),
            table_id=place.table.id if place else None,
            before=before,
            after=after,
        )


def give_up(tournament: Tournament, *, now: datetime) -> None:
    """What still waits when its event ends could not be done; the caller holds the event's lock."""
    for order in _waiting(tournament):
        _close(order, now=now)
        acts.record_order(
            order,
            outcome=Outcome.NOTHING,
            now=now,
            about=_about(order),
            table_id=order.table_id,
            after=acts.refused(Refusal(Code.EVENT_OVER)),
        )


def _waiting(tournament: Tournament) -> QuerySet[Order]:
    found = tournament.orders.filter(closed_at=None)
    return found.select_related("entry__user", "table").order_by("pk")


class Place(NamedTuple):
    """The table that an order waits for, and the player's seat there."""

    table: TableState
    seat: SeatNo


def _place_of(plan: Floorplan, order: Order) -> Place | None:
    """Where an order is carried out; None when the player or the table is gone."""
    if order.entry is None:
        found = plan.tables.get(order.table_id or 0)
        return None if found is None else Place(found, SeatNo(0))
    for table in plan.tables.values():
        for no, user_id in table.users.items():
            if user_id == order.entry.user_id and order.entry.status == Entry.Status.PLAYING:
                return Place(table, no)
    return None


def _newcomer(plan: Floorplan, order: Order) -> Latecomer | None:
    """The latecomer whom an order is about, while they wait for a seat."""
    return next((one for one in plan.latecomers if one.entry == order.entry_id), None)


def _obey(plan: Floorplan, order: Order, place: Place | None) -> tuple[acts.Picture, acts.Picture]:
    """Do it; returns what was before and what is after."""
    if place is None or (order.entry and not place.table.stacks[place.seat]):
        raise Refusal(Code.NOT_IN_PLAY if order.entry else Code.NOT_THIS_EVENT)
    obey: Callable[..., tuple[acts.Picture, acts.Picture]] = {
        Kind.MOVE: _move,
        Kind.BREAK_TABLE: _break,
        Kind.DISQUALIFY: _disqualify,
    }[Kind(order.kind)]
    return obey(plan, order, place)


def _move(plan: Floorplan, order: Order, place: Place) -> tuple[acts.Picture, acts.Picture]:
    target = plan.tables.get(order.table_id or 0)
    if target is None:
        raise Refusal(Code.NOT_THIS_EVENT)
    no = order.seat_no or _free_seat(plan, target)
    check_seat(target.max_seats, target.users, no)
    plan.move(place.table.id, place.seat, target.id, no, Move.Reason.STAFF)
    return {"table": place.table.name, "seat": place.seat}, {"table": target.name, "seat": no}


def _free_seat(plan: Floorplan, table: TableState) -> SeatNo:
    """A free seat by lot (DEAL-1). TABLE_FULL."""
    free = [no for no in range(1, table.max_seats + 1) if no not in table.users]
    if not free:
        raise Refusal(TableCode.TABLE_FULL)
    return SeatNo(plan.shuffled(free)[0])


def check_seat(seats: int, taken: Collection[int], no: SeatNo) -> None:
    """NO_SUCH_SEAT, SEAT_TAKEN."""
    if not 1 <= no <= seats:
        raise Refusal(TableCode.NO_SUCH_SEAT)
    if no in taken:
        raise Refusal(TableCode.SEAT_TAKEN)


def _break(plan: Floorplan, order: Order, place: Place) -> tuple[acts.Picture, acts.Picture]:
    table = place.table
    _check_room(plan.tournament, table.id)
    before = {"seats": dict(table.users)}
    arrangement.break_table(plan, table.id, why=Move.Reason.STAFF)
    return before, {"status": Table.Status.CLOSED}


def _disqualify(plan: Floorplan, order: Order, place: Place) -> tuple[acts.Picture, acts.Picture]:
    entry, (table, no) = order.entry, place
    assert entry is not None
    if sum(other.able for other in plan.tables.values()) < 2:
        # Without a winner the event would never end.
        raise Refusal(Code.LAST_PLAYER)
    if plan.tournament.in_person and plan.tournament.counted_at is None:
        # LIVE-3: what leaves play is known to the chip, or nothing would come out any more.
        raise Refusal(Code.NOT_COUNTED)
    stack = table.stacks[no]
    bank_ms = Seat.objects.values_list("bank_ms", flat=True).get(table=table.id, no=no)
    eliminations.disqualify(plan, entry, table, no)
    push.tell_player(table.id, entry.user_id, {"type": "out", "place": None, "prize": None})
    hand_no = Table.objects.values_list("hand_no", flat=True).get(pk=table.id)
    before = Held(no, stack, bank_ms, hand_no)._asdict()
    return before, {"status": Entry.Status.OUT, "chips_removed": stack}


def _turn_away(
    plan: Floorplan, order: Order, newcomer: Latecomer
) -> tuple[acts.Picture, acts.Picture]:
    assert order.entry is not None
    eliminations.turn_away(plan, order.entry, newcomer)
    return {"stack": newcomer.stack}, {
        "status": Entry.Status.OUT,
        "chips_removed": newcomer.stack,
    }


def playing(entry_id: EntryId, *, or_waiting: bool = False) -> Entry:
    """An entry that is in play, or may be a latecomer's who waits for a seat, its event locked.
    NOT_IN_PLAY, NOT_RUNNING."""
    found = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if found is None:
        raise Refusal(Code.NOT_IN_PLAY)
    tournament = running(found)
    entry = tournament.entries.select_related("user").get(pk=entry_id)
    waits = entry.status == Entry.Status.REGISTERED and entry.drawn_table_id is not None
    if entry.status != Entry.Status.PLAYING and not (or_waiting and waits):
        raise Refusal(Code.NOT_IN_PLAY)
    entry.tournament = tournament
    return entry


def running(tournament_id: int) -> Tournament:
    """An event that is being played, locked. NO_SUCH_TOURNAMENT, NOT_RUNNING."""
    tournament = lock(tournament_id)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING)
    return tournament


def event_of(table_id: int) -> Tournament:
    """The running event that a table belongs to, locked. NOT_THIS_EVENT, NOT_RUNNING."""
    event = Table.objects.filter(pk=table_id).values_list("event", flat=True).first() or ""
    number = Tournament.number_of(event)
    if number is None:
        raise Refusal(Code.NOT_THIS_EVENT)
    return running(number)


def check_open(tournament: Tournament, table_id: int) -> Table:
    """One of the event's open tables. NOT_THIS_EVENT."""
    table = Table.objects.filter(
        pk=table_id, event=tournament.event, status=Table.Status.OPEN
    ).first()
    if table is None:
        raise Refusal(Code.NOT_THIS_EVENT)
    return table


def _check_table(tournament: Tournament, table_id: int) -> Table:
    table = check_open(tournament, table_id)
    if tournament.format == Tournament.Format.SHOOTOUT:
        raise Refusal(Code.TABLES_PLAY_APART)
    return table


def _check_room(tournament: Tournament, table_id: int) -> None:
    """A broken table's players need a seat each elsewhere. NO_ROOM_ELSEWHERE."""
    seats = Seat.objects.filter(table__event=tournament.event)
    tables = Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)
    others = tables.exclude(pk=table_id).count() * tournament.seats_per_table
    players = seats.filter(table=table_id).count()
    free = others - seats.exclude(table=table_id).count()
    if free < players or not others:
        raise Refusal(Code.NO_ROOM_ELSEWHERE, free=free, players=players)


def _give(
    kind: Order.Kind,
    tournament: Tournament,
    wish: dict[str, Any],
    *,
    by: int,
    why: str,
    now: datetime,
) -> Order:
    """Note an order and have the director look; the same once more is the first one."""
    reasons.check(why)
    about = {name: wish[name] for name in ("entry",) if name in wish} or wish
    known = tournament.orders.filter(kind=kind, closed_at=None, **about).first()
    if known is not None:
        if any(getattr(known, name) != value for name, value in wish.items()):
            raise Refusal(Code.ORDER_WAITS)
        return known
    order = Order(kind=kind, tournament=tournament, by_id=by, why=why, given_at=now, **wish)
    order.save()
    acts.record_order(
        order,
        outcome=Outcome.ORDERED,
        now=now,
        about=_about(order),
        table_id=order.table_id,
        after={"seat": order.seat_no} if kind == Kind.MOVE else None,
    )
    due.look_at(tournament.pk, at=now)
    return order


def _close(order: Order, *, now: datetime) -> None:
    order.closed_at = now
    order.save(update_fields=["closed_at"])


def _about(order: Order) -> str:
    """Whom or what an order is about, for people."""
    names = [order.entry.user.get_username()] if order.entry else []
    return " → ".join([*names, *([order.table.name] if order.table else [])])
