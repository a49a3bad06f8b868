"""A player's own place in a live event, for their phone: the seat and the chips as the desk shows
them, or their place in the queue (LIVE-1, LIVE-3); and their call to the floor (LIVE-9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.types import UserId
from payouts import receipts
from tables.models import Seat, Table
from tournaments.entry import receipts as entry_receipts
from tournaments.live_room.models import ChipRace, FloorCall, Penalty
from tournaments.live_room.verbs import calls, penalties
from tournaments.models import Entry, Tournament
from tournaments.play import last_chances


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """The place of one player. ``before`` counts the alternates ahead, None with a seat.
    ``counted_at`` is the time of the last count of ``stack``, None where it is an estimate."""

    table: str | None
    no: int | None
    stack: int | None
    counted_at: datetime | None
    # Until then a player without chips may buy some.
    buy_until: datetime | None
    before: int | None
    penalties: Sequence[Penalty]
    races: list[ChipRace]
    entry: Entry
    code: str
    call: FloorCall | None


def sight(event: Tournament, *, user_id: UserId | None, now: datetime) -> LiveSeat | None:
    """Return the reader's place in a live event; None online, and for players who are not in it."""
    if event.floor.deals or user_id is None:
        return None
    entry = event.entries.filter(user=user_id, status__in=Entry.LIVE).first()
    return None if entry is None else of_entry(event, entry, now=now)


def entry_of(*, entry_id: int, code: str) -> Entry | None:
    """Return the entry of a live event by the code of its seat card; None for a wrong code."""
    live = Entry.objects.filter(pk=entry_id, tournament__venue=Tournament.Venue.LIVE)
    entry = live.select_related("tournament", "user").first()
    if entry is None or not receipts.is_genuine(_number(entry), code):
        return None
    return entry


def code_of(entry: Entry) -> str:
    """The code on the seat card, which is that of the receipt."""
    return receipts.code(_number(entry))


def _number(entry: Entry) -> str:
    return receipts.number(entry_receipts.LETTER, entry.pk)


def of_entry(event: Tournament, entry: Entry, *, now: datetime) -> LiveSeat:
    """Return the place of an entry that is not out."""
    table, no = _place(event, entry)
    seat = Seat.objects.filter(user=entry.user_id, table__event=event.event).first()
    running = event.status == event.Status.RUNNING
    broke = running and seat is not None and not seat.stack
    chances = last_chances.deciding(event, now=now) if broke else []
    alternates = event.entries.filter(status=Entry.Status.REGISTERED, drawn_table=None)
    return LiveSeat(
        table=table,
        no=no,
        stack=seat.stack if seat is not None and running else None,
        counted_at=event.counted_users.get(entry.user_id),
        buy_until=next((one.until for one in chances if one.entry.pk == entry.pk), None),
        before=alternates.filter(pk__lt=entry.pk).count() if table is None else None,
        penalties=penalties.of_entry(entry),
        races=list(event.races.order_by("pk")),
        entry=entry,
        code=code_of(entry),
        call=None if seat is None else calls.of_table(event, seat.table_id),
    )


def _place(event: Tournament, entry: Entry) -> tuple[str | None, int | None]:
    seat = Seat.objects.filter(
        user=entry.user_id, table__event=event.event, table__status=Table.Status.OPEN
    )
    for table, no in seat.values_list("table__name", "no"):
        return table, no
    if entry.drawn_table is not None:
        return entry.drawn_table.name, entry.drawn_seat
    return None, None
