"""A player's own place in a live event, for their phone: the seat and the chips as last counted, or
how many wait before them (LIVE-1, LIVE-3)."""

from dataclasses import dataclass
from datetime import datetime

from core.types import UserId
from tables.models import Seat, Table
from tournaments.models import ChipCount, ChipRace, Entry, Tournament


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """``before`` counts the alternates who come first; None for who has a seat."""

    table: str | None
    no: int | None
    counted: int | None
    counted_at: datetime | None
    before: int | None
    races: list[ChipRace]


def sight(event: Tournament, *, user_id: UserId | None) -> LiveSeat | None:
    """None online, and for who is not in."""
    if not event.in_person or user_id is None:
        return None
    entry = event.entries.filter(user=user_id, status__in=Entry.LIVE).first()
    if entry is None:
        return None
    table, no = _place(event, entry)
    count = ChipCount.objects.filter(entry=entry, number__lte=event.counts).last()
    alternates = event.entries.filter(status=Entry.Status.REGISTERED, drawn_table=None)
    return LiveSeat(
        table=table,
        no=no,
        counted=None if count is None else count.chips,
        counted_at=None if count is None else count.at,
        before=alternates.filter(pk__lt=entry.pk).count() if table is None else None,
        races=list(event.races.order_by("pk")),
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
