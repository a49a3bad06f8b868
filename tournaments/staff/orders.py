"""Orders of staff between two hands: given at any time, carried out by the director.

An order waits for its table to be idle; if it is refused then, it ends as an act that could not be
done. Both acts carry the author and reason of the order.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import EntryId, SeatNo
from tables.models import Seat, Table
from tables.refusals import TableCode
from tournaments.entry import acts
from tournaments.floor import step_schedule
from tournaments.floor.locking import lock
from tournaments.models import Act, Entry, Order, Tournament
from tournaments.refusals import EventCode

Kind = Order.Kind
Outcome = Act.Outcome


def move(
    *, entry_id: EntryId, table_id: int, seat_no: SeatNo | None, by: int, why: str, now: datetime
) -> Order:
    """Move a player to a table after their hand, to a drawn seat if ``seat_no`` is None.
    Idempotent. Refuses NOT_RUNNING, NOT_IN_PLAY, NO_REASON, NOT_THIS_EVENT, TABLES_PLAY_APART,
    NO_SUCH_SEAT, SEAT_TAKEN, ORDER_WAITS.
    """
    with transaction.atomic():
        entry = playing(entry_id)
        table = _check_table(entry.tournament, table_id)
        if seat_no is not None:
            check_seat(table.max_seats, table.seats.values_list("no", flat=True), seat_no)
        wish: dict[str, Any] = {"entry": entry, "table_id": table_id, "seat_no": seat_no}
        return _give(Kind.MOVE, entry.tournament, wish, by=by, why=why, now=now)


def disqualify(*, entry_id: EntryId, by: int, why: str, now: datetime) -> Order:
    """Disqualify a player after their hand, with their chips (RANK-1); a latecomer who waits for a
    seat, at once (LATE-1). Idempotent. Refuses NOT_RUNNING, NOT_IN_PLAY, NO_REASON, ORDER_WAITS,
    and NOT_COUNTED while their chips in a live event are an estimate.
    """
    with transaction.atomic():
        entry = playing(entry_id, or_waiting=True)
        seated = entry.status == Entry.Status.PLAYING
        if seated and entry.tournament.estimated(entry.user_id):
            raise Refusal(EventCode.NOT_COUNTED)
        return _give(Kind.DISQUALIFY, entry.tournament, {"entry": entry}, by=by, why=why, now=now)


def break_table(*, table_id: int, by: int, why: str, now: datetime) -> Order:
    """Break a table after its hand; its players draw seats at the others (TRN-3). Idempotent.
    Refuses NOT_RUNNING, NOT_THIS_EVENT, NO_REASON, TABLES_PLAY_APART, ORDER_WAITS,
    NO_ROOM_ELSEWHERE.
    """
    with transaction.atomic():
        tournament = event_of(table_id)
        _check_table(tournament, table_id)
        check_room(tournament, table_id)
        wish = {"table_id": table_id}
        return _give(Kind.BREAK_TABLE, tournament, wish, by=by, why=why, now=now)


def correct(*, entry_id: EntryId, chips: int, by: int, why: str, now: datetime) -> Order:
    """Correct a stack by ``chips`` after its hand; two people have agreed on it (AMEND-5).

    Refuses NOT_RUNNING, NOT_IN_PLAY, NO_REASON, ORDER_WAITS.
    """
    with transaction.atomic():
        entry = playing(entry_id)
        wish = {"entry": entry, "chips": chips}
        return _give(Kind.CORRECT_STACK, entry.tournament, wish, by=by, why=why, now=now)


def hold_table(*, table_id: int, by: int, why: str, now: datetime) -> Order:
    """Hold a table after its hand, with all players seated, until ``deal`` (AMEND-6). Idempotent.
    Refuses NOT_RUNNING, NOT_THIS_EVENT, DEALT_BY_PEOPLE, NO_REASON.
    """
    with transaction.atomic():
        tournament = event_of(table_id)
        check_open(tournament, table_id)
        if not tournament.floor.deals:
            raise Refusal(EventCode.DEALT_BY_PEOPLE)
        wish = {"table_id": table_id}
        return _give(Kind.HOLD_TABLE, tournament, wish, by=by, why=why, now=now)


def deal(*, table_id: int, by: int, why: str = "", now: datetime) -> None:
    """Release a table that is held; it deals as soon as nothing else holds it (AMEND-6). Refuses
    NOT_RUNNING, NOT_THIS_EVENT, NOT_HELD."""
    with transaction.atomic():
        tournament = event_of(table_id)
        order = tournament.orders.filter(
            kind=Kind.HOLD_TABLE, table=table_id, closed_at=None
        ).first()
        if order is None:
            raise Refusal(EventCode.NOT_HELD)
        close(order, now=now)
        acts.record(
            Act.Verb.DEAL,
            by=by,
            now=now,
            about=about(order),
            tournament=tournament,
            table_id=table_id,
            why=why,
            before={"held_since": order.given_at},
        )
        step_schedule.look_at(tournament.pk, at=now)


def withdraw(*, order_id: int, by: int, why: str, now: datetime) -> None:
    """Withdraw an order that waits. Refuses NO_SUCH_ORDER."""
    with transaction.atomic():
        tournament_id = Order.objects.filter(pk=order_id).values_list("tournament", flat=True)
        if not tournament_id:
            raise Refusal(EventCode.NO_SUCH_ORDER)
        tournament = lock(tournament_id[0])
        order = tournament.orders.filter(pk=order_id, closed_at=None).first()
        if order is None:
            raise Refusal(EventCode.NO_SUCH_ORDER)
        close(order, now=now)
        step_schedule.look_at(tournament.pk, at=now)
        acts.record(
            Act.Verb.WITHDRAW,
            by=by,
            now=now,
            about=about(order),
            tournament=tournament,
            table_id=order.table_id,
            entry=order.entry,
            why=why,
            before={"order": order.kind},
        )


def check_seat(seats: int, taken: Collection[int], no: SeatNo) -> None:
    """Refuse NO_SUCH_SEAT, SEAT_TAKEN."""
    if not 1 <= no <= seats:
        raise Refusal(TableCode.NO_SUCH_SEAT)
    if no in taken:
        raise Refusal(TableCode.SEAT_TAKEN)


def playing(entry_id: EntryId, *, or_waiting: bool = False) -> Entry:
    """The entry, in play or, with ``or_waiting``, a latecomer's who waits for a seat; locks its
    event. Refuses NOT_IN_PLAY, NOT_RUNNING."""
    tournament_id = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if tournament_id is None:
        raise Refusal(EventCode.NOT_IN_PLAY)
    tournament = running(tournament_id)
    entry = tournament.entries.select_related("user").get(pk=entry_id)
    waits = entry.status == Entry.Status.REGISTERED and entry.drawn_table_id is not None
    if entry.status != Entry.Status.PLAYING and not (or_waiting and waits):
        raise Refusal(EventCode.NOT_IN_PLAY)
    entry.tournament = tournament
    return entry


def running(tournament_id: int) -> Tournament:
    """Lock an event that is running. Refuses NO_SUCH_TOURNAMENT, NOT_RUNNING."""
    tournament = lock(tournament_id)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refusal(EventCode.NOT_RUNNING)
    return tournament


def event_of(table_id: int) -> Tournament:
    """Lock the running event of a table. Refuses NOT_THIS_EVENT, NOT_RUNNING."""
    event = Table.objects.filter(pk=table_id).values_list("event", flat=True).first() or ""
    number = Tournament.number_of(event)
    if number is None:
        raise Refusal(EventCode.NOT_THIS_EVENT)
    return running(number)


def check_open(tournament: Tournament, table_id: int) -> Table:
    """One of the event's open tables. Refuses NOT_THIS_EVENT."""
    table = Table.objects.filter(
        pk=table_id, event=tournament.event, status=Table.Status.OPEN
    ).first()
    if table is None:
        raise Refusal(EventCode.NOT_THIS_EVENT)
    return table


def _check_table(tournament: Tournament, table_id: int) -> Table:
    table = check_open(tournament, table_id)
    if tournament.plays_apart:
        raise Refusal(EventCode.TABLES_PLAY_APART)
    return table


def check_room(tournament: Tournament, table_id: int) -> None:
    """Check that a table's players have free seats elsewhere. Refuses NO_ROOM_ELSEWHERE."""
    seats = Seat.objects.filter(table__event=tournament.event)
    tables = Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)
    others = tables.exclude(pk=table_id).count() * tournament.seats_per_table
    players = seats.filter(table=table_id).count()
    free = others - seats.exclude(table=table_id).count()
    if free < players or not others:
        raise Refusal(EventCode.NO_ROOM_ELSEWHERE, free=free, players=players)


def _give(
    kind: Order.Kind,
    tournament: Tournament,
    wish: dict[str, Any],
    *,
    by: int,
    why: str,
    now: datetime,
) -> Order:
    """Store an order and schedule the director; the same again returns the first one."""
    reasons.check(why)
    same = {name: wish[name] for name in ("entry",) if name in wish} or wish
    known = tournament.orders.filter(kind=kind, closed_at=None, **same).first()
    if known is not None:
        if any(getattr(known, name) != value for name, value in wish.items()):
            raise Refusal(EventCode.ORDER_WAITS)
        return known
    order = Order(kind=kind, tournament=tournament, by_id=by, why=why, given_at=now, **wish)
    order.save()
    acts.record_order(
        order,
        outcome=Outcome.ORDERED,
        now=now,
        about=about(order),
        table_id=order.table_id,
        after=_wanted(order),
    )
    step_schedule.look_at(tournament.pk, at=now)
    return order


def _wanted(order: Order) -> acts.Picture | None:
    """The parameters of an order besides its player or table."""
    if order.kind == Kind.MOVE:
        return {"seat": order.seat_no}
    return {"chips": order.chips} if order.kind == Kind.CORRECT_STACK else None


def close(order: Order, *, now: datetime) -> None:
    order.closed_at = now
    order.save(update_fields=["closed_at"])


def about(order: Order) -> str:
    """The player and table of an order, as text."""
    names = [order.entry.user.get_username()] if order.entry else []
    return " → ".join([*names, *([order.table.name] if order.table else [])])
