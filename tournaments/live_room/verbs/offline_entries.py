"""Entries of the floor on a device, with network or without, as they arrive (LIVE-12).

Each entry has a key, under which it is applied once. An entry that conflicts with a later one of
others is refused with the players' names instead of overwriting it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q

from core.refusal import Refusal
from core.types import Chips, EntryId
from tables.models import Seat, Table
from tournaments.entry.acts import Entered
from tournaments.live_room.models import ChipCount
from tournaments.live_room.verbs import busts, counts, penalties
from tournaments.models import Act, Entry, Purchase, Tournament
from tournaments.refusals import EventCode

# Older entries are refused.
LONGEST: Final = timedelta(minutes=30)


def moment(*, age: timedelta, now: datetime) -> datetime:
    """The time of an entry ``age`` ago by the device's own clock, which may be wrong; never in the
    future. Refuses ENTERED_TOO_LONG_AGO."""
    if age > LONGEST:
        raise Refusal(EventCode.ENTERED_TOO_LONG_AGO, minutes=LONGEST // timedelta(minutes=1))
    return now - max(age, timedelta(0))


def bust(
    *,
    table_id: int,
    groups: Sequence[Sequence[EntryId]],
    takers: Sequence[EntryId],
    entered: Entered,
    by: int,
    now: datetime,
) -> Act:
    """Apply a bust-out, once per key. Refuses what ``busts.bust`` does, CHANGED_SINCE if these
    players' chips were counted or bought since, PAID_SINCE if a later bust-out has been paid."""
    with transaction.atomic():
        event = busts.event_at(table_id)
        if known := Act.objects.filter(key=entered.key).first():
            return known
        out = [entry for group in groups for entry in group]
        _check_chips(out, since=entered.at, purchases=True)
        paid = event.entries.filter(prize__gt=0, elimination__at__gt=entered.at)
        if names := list(paid.values_list("user__username", flat=True)):
            raise Refusal(EventCode.PAID_SINCE, names=", ".join(names))
        return busts.bust(
            table_id=table_id, groups=groups, takers=takers, entered=entered, by=by, now=now
        )


def count(
    *,
    table_id: int,
    stacks: Mapping[EntryId, Chips],
    entered: Entered,
    by: int,
    now: datetime,
) -> counts.Progress:
    """Apply a table's count, once per key. Refuses what ``counts.count`` does, CHANGED_SINCE if the
    chips were counted since, RACE_SINCE."""
    with transaction.atomic():
        event = busts.event_at(table_id)
        if Act.objects.filter(key=entered.key).exists():
            return counts.progress(event)
        _check_chips(stacks, since=entered.at, purchases=False)
        raced = Q(promised_at__gt=entered.at) | Q(drawn_at__gt=entered.at)
        if event.races.filter(raced).exists():
            raise Refusal(EventCode.RACE_SINCE)
        return counts.count(table_id=table_id, stacks=stacks, entered=entered, by=by, now=now)


def penalize(
    *,
    table_id: int,
    entry_id: EntryId,
    given: str,
    why: str,
    entered: Entered,
    by: int,
    now: datetime,
) -> Act:
    """Apply a penalty of ``penalties.GIVEN``, once per key. Refuses what ``penalties.penalize``
    does."""
    kind, count = penalties.meant(given)
    with transaction.atomic():
        busts.event_at(table_id)
        if known := Act.objects.filter(key=entered.key).first():
            return known
        return penalties.penalize(
            entry_id=entry_id,
            kind=kind,
            count=count,
            entered=entered,
            by=by,
            why=why,
            key=entered.key.hex,
            now=now,
        ).act


def tables(event: Tournament) -> list[dict[str, Any]]:
    """The open tables with their players and stacks, for a device to work offline."""
    rows = Seat.objects.filter(
        table__event=event.event, table__status=Table.Status.OPEN, stack__gt=0
    ).order_by("no")
    at: dict[int, list[Seat]] = {}
    for seat in rows.select_related("user"):
        at.setdefault(seat.table_id, []).append(seat)
    playing = event.entries.filter(status=Entry.Status.PLAYING)
    entries = dict(playing.values_list("user", "pk"))
    opened = Table.objects.filter(event=event.event, status=Table.Status.OPEN).order_by("pk")
    return [
        {
            "id": pk,
            "name": name,
            "seats": [
                {
                    "no": seat.no,
                    "entry": entries[seat.user_id],
                    "name": seat.user.get_username(),
                    "stack": seat.stack,
                }
                for seat in at.get(pk, [])
                if seat.user is not None and seat.user_id in entries
            ],
        }
        for pk, name in opened.values_list("pk", "name")
    ]


def _check_chips(entries: Collection[EntryId], *, since: datetime, purchases: bool) -> None:
    """Refuse CHANGED_SINCE if their chips were counted, or with ``purchases`` bought, later."""
    changed = {*ChipCount.objects.filter(entry__in=entries, at__gt=since).values_list("entry")}
    if purchases:
        bought = Purchase.objects.filter(entry__in=entries, bought_at__gt=since)
        changed |= {*bought.values_list("entry")}
    if changed:
        names = Entry.objects.filter(pk__in=[pk for (pk,) in changed]).order_by("pk")
        listed = ", ".join(names.values_list("user__username", flat=True))
        raise Refusal(EventCode.CHANGED_SINCE, names=listed)
