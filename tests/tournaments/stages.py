"""Events brought to a given stage: so many still in, with given stacks."""

from collections.abc import Sequence
from datetime import datetime
from itertools import count
from typing import Any

from core.types import Chips
from tables import engine
from tables.engine.cards import split
from tables.engine.games import ITALIAN
from tables.live import dealer, record, seating
from tables.models import Hand, HandPlayer, Seat, Table
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry.registration import register
from tournaments.models import Elimination, Entry, Tournament
from tournaments.play import auto_deal, awards

_rooms = count(1)


def started(*, entries: int, **terms: Any) -> Tournament:
    """An event with its first hands dealt and none finished."""
    room = next(_rooms)
    defaults = {"max_entries": entries + 1, "seats_per_table": 10, "name": f"Event {room}"}
    event = events.scheduled(**{**defaults, **terms})
    people = events.players(
        entries, cents=event.entry_right, prefix=f"room{room}_", books=event.books
    )
    for user in people:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    deal_on(event, now=START)
    event.refresh_from_db()
    return event


def deal_on(event: Tournament, *, now: datetime) -> list[int]:
    """The tables that deal on by themselves do, or hand themselves over; those that dealt."""
    return [
        table_id
        for (table_id,) in events.rows(_WAITING, event=event.event, now=now)
        if auto_deal.look(table_id=table_id, now=now) is not None
    ]


_WAITING = """
    SELECT t.id FROM tables_table t JOIN tables_deadline d ON d.table_id = t.id
    WHERE t.event = %(event)s AND t.status = 'open' AND d.due_at <= %(now)s ORDER BY t.id"""


def fold_out(event: Tournament) -> None:
    """Finish every hand that runs."""
    for hand in Hand.objects.filter(event=event.event, finished_at=None):
        fold_out_at(hand.table_id)


def fold_out_at(table_id: int) -> None:
    """Finish the hand that runs at a table."""
    _let_all(engine.Action("fold"), table_id)


def _let_all(action: engine.Action, table_id: int) -> None:
    while (turn := (table := record.read(table_id)).live.turn) is not None:
        dealer.act(
            table_id=table_id,
            user_id=table.live.dealt[turn],
            action=action,
            seen_version=table.version,
            now=START,
        )


def leave_a_pot(event: Tournament) -> Table:
    """Three players of Italian draw check a hand that nobody can open; their table."""
    table = Table.objects.get(event=event.event)
    hands = ["7c8d9hTsQc", "7d8h9sTcKd", "7h8s9cJdAd"]
    deck = [split(hand)[place] for place in range(5) for hand in hands]
    deck += [card for card in ITALIAN.deck(3) if card not in deck]
    dealer.deal(table_id=table.pk, deck=deck, now=START)
    _let_all(engine.Action("check"), table.pk)
    return table


def in_play(chips: Sequence[int], *, entries: int, **terms: Any) -> Tournament:
    """An event with hands behind it: the first entries hold ``chips``, the others are out.

    Those who went out in one hand tie; who is out is paid unless others may still enter.
    """
    event = started(entries=entries, **terms)
    fold_out(event)
    everybody = list(event.entries.order_by("pk"))
    for entry, stack in zip(everybody, chips, strict=False):
        give(event, entry, stack)
    for entry in everybody[len(chips) :]:
        bust(event, entry)
    if not event.pool_may_grow(START):
        winner: dict[int, int] | None = {everybody[0].pk: chips[0]} if len(chips) == 1 else None
        awards.settle(event, stacks=winner, now=START)
    return event


def give(event: Tournament, entry: Entry, stack: int) -> None:
    """Put so many chips before a player between hands."""
    seat = Seat.objects.get(table__event=event.event, user=entry.user_id)
    where: dict[str, Any] = {"table_id": seat.table_id, "user_id": seat.user_id, "now": START}
    seating.leave_seat(**where)
    seating.take_seat(**where, stack=Chips(stack), bank_ms=0, no=seat.no)


def deal_everywhere(event: Tournament) -> None:
    """Begin a hand at every table that can."""
    for table in Table.objects.filter(event=event.event, status=Table.Status.OPEN):
        dealer.deal(table_id=table.pk, now=START)


def bust(event: Tournament, entry: Entry) -> None:
    """Take an entry out between hands as if its last one had gone to somebody else."""
    player = HandPlayer.objects.filter(hand__event=event.event, user=entry.user_id).latest("pk")
    seat = Seat.objects.get(table__event=event.event, user=entry.user_id)
    Elimination.objects.create(
        entry=entry,
        hand_id=player.hand_id,
        table_name=seat.table.name,
        level=1,
        start_stack=player.start_stack,
        at=START,
    )
    Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.OUT)
    event.live_count -= 1
    event.save(update_fields=["live_count"])
    seating.leave_seat(table_id=seat.table_id, user_id=entry.user_id, now=START)
