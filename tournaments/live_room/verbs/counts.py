"""Chip counts of a live event, table by table, until they match the chips sold (LIVE-3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import CharField, Exists, F, OuterRef, QuerySet, Sum
from django.db.models.functions import Cast

from core.refusal import Refusal
from core.types import Chips, EntryId, SeatNo
from tables.live import seating
from tables.models import Seat, Table
from tournaments.entry import acts
from tournaments.floor import step_schedule
from tournaments.live_room.models import BustOut, ChipCount
from tournaments.live_room.verbs import busts, chips
from tournaments.models import Act, Entry, Purchase, Tournament
from tournaments.refusals import EventCode
from tournaments.rules import live_chips
from tournaments.rules.live_chips import Difference
from tournaments.staff import orders


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a count: tables still to count, and the difference to the chips sold."""

    missing: list[int]
    difference: Difference

    @property
    def agrees(self) -> bool:
        """Return whether all tables are counted and the sum is the chips sold."""
        return not self.missing and self.difference.chips == 0


def count(
    *,
    table_id: int,
    stacks: Mapping[EntryId, Chips],
    entered: acts.Entered | None = None,
    by: int,
    now: datetime,
) -> Progress:
    """Enter the stacks of all players at a table, which are valid at once; the last table closes
    the count if the sum is the chips sold. Counting again corrects. Chips bought after ``entered``
    come on top.

    Refuses NOT_RUNNING, NOT_THIS_EVENT, NOT_LIVE, COUNT_EVERYBODY, CHIPS_TOO_LARGE.
    """
    with transaction.atomic():
        tournament = busts.event_at(table_id)
        table = orders.check_open(tournament, table_id)
        seated = busts.at_table(tournament, table_id)
        holding = {pk for pk, seat in seated.items() if seat.stack}
        if not stacks or {*stacks} != holding or min(stacks.values()) < 1:
            raise Refusal(EventCode.COUNT_EVERYBODY)
        chips.check_amounts(tournament, stacks.values())
        names = dict(Entry.objects.filter(pk__in=stacks).values_list("pk", "user__username"))
        act = acts.record(
            Act.Verb.COUNT,
            by=by,
            now=now,
            about=table.name,
            tournament=tournament,
            table_id=table_id,
            before={names[pk]: seated[pk].stack for pk in stacks},
            after={names[pk]: counted for pk, counted in stacks.items()},
            entered=entered,
        )
        at = entered.at if entered else now
        number = tournament.counts + 1
        ChipCount.objects.bulk_create(
            [
                ChipCount(entry_id=pk, number=number, chips=n, at=at, act=act)
                for pk, n in stacks.items()
            ],
            update_conflicts=True,
            unique_fields=["entry", "number"],
            update_fields=["chips", "at", "act"],
        )
        done = progress(tournament)
        if done.agrees:
            _close(tournament, now=now)
        else:
            _hold_at(tournament, table_id, seated, now=now)
    return done


def begun(tournament: Tournament) -> bool:
    """Return whether a table was counted since the last complete count."""
    mine = ChipCount.objects.filter(entry__tournament=tournament, number=tournament.counts + 1)
    return mine.exists()


def progress(tournament: Tournament) -> Progress:
    """Return the progress of the current count."""
    rows = _rows(tournament)
    # A subquery that PostgreSQL hashes once, even without statistics of a count that has just
    # begun; a correlated one might scan all counted rows for each seat.
    seats = Seat.objects.filter(
        table__event=tournament.event, table__status=Table.Status.OPEN, stack__gt=0
    ).exclude(user__in=rows.values("entry__user"))
    missing = seats.order_by("table").values_list("table", flat=True).distinct()
    chips_counted = _sum(rows) + _sum(_since(tournament))
    waiting = tournament.arriving_count * tournament.starting_stack
    return Progress(list(missing), Difference(chips_counted + waiting, tournament.chips_in_play))


def _counted(tournament: Tournament) -> dict[int, int]:
    """Chips by entry in play, with those delivered since they were counted (CHIP-1)."""
    counted = dict(_rows(tournament).values_list("entry", "chips"))
    bought = _since(tournament).values_list("entry").annotate(sum=Sum("chips"))
    for entry, chips_bought in bought:
        counted[entry] += chips_bought
    return counted


def _rows(tournament: Tournament) -> QuerySet[ChipCount]:
    """The rows of the current count for entries in play, without those credited since with the
    chips of a busted player."""
    gained = BustOut.objects.filter(
        entry__tournament=tournament,
        undone_at=None,
        act__gt=OuterRef("act"),
        gains__has_key=Cast(OuterRef("entry"), CharField()),
    )
    return ChipCount.objects.filter(
        ~Exists(gained),
        entry__tournament=tournament,
        entry__status=Entry.Status.PLAYING,
        number=tournament.counts + 1,
    )


def _since(tournament: Tournament) -> QuerySet[Purchase]:
    """The purchases delivered to entries after their chips were counted."""
    return Purchase.objects.filter(
        entry__tournament=tournament,
        entry__status=Entry.Status.PLAYING,
        entry__chip_counts__number=tournament.counts + 1,
        applied_at__gt=F("entry__chip_counts__at"),
    )


def _sum(rows: QuerySet[ChipCount] | QuerySet[Purchase]) -> int:
    return rows.aggregate(sum=Sum("chips"))["sum"] or 0


def _hold_at(
    tournament: Tournament, table_id: int, seated: Mapping[EntryId, Seat], *, now: datetime
) -> None:
    """Set the counted stacks of a table. The difference is balanced by the estimates at the other
    tables, so that the sum stays the chips sold. Does nothing if these cannot absorb it."""
    counted = _counted(tournament)
    here = {seat.no: Chips(counted[pk]) for pk, seat in seated.items() if seat.stack}
    change = sum(here.values()) - sum(seat.stack for seat in seated.values())
    others = Seat.objects.filter(
        table__event=tournament.event, table__status=Table.Status.OPEN, stack__gt=0
    ).exclude(table=table_id)
    guessed = {
        seat.pk: seat
        for seat in others.exclude(user__in=tournament.counted_users).order_by("table", "no")
    }
    after = live_chips.scaled(
        {pk: seat.stack for pk, seat in guessed.items()},
        sum(seat.stack for seat in guessed.values()) - change,
        unit=chips.smallest(tournament),
    )
    if after is None:
        return
    by_table: dict[int, dict[SeatNo, Chips]] = {table_id: {SeatNo(no): n for no, n in here.items()}}
    for pk, stack in after.items():
        seat = guessed[pk]
        by_table.setdefault(seat.table_id, {})[SeatNo(seat.no)] = Chips(stack)
    for table, stacks in sorted(by_table.items()):
        seating.set_stacks(table_id=table, stacks=stacks, now=now)


def _close(tournament: Tournament, *, now: datetime) -> None:
    """Set all stacks as counted, and close the count."""
    counted = _counted(tournament)
    tables = Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)
    for table_id in tables.order_by("pk").values_list("pk", flat=True):
        seated = busts.at_table(tournament, table_id)
        seating.set_stacks(
            table_id=table_id,
            stacks={
                SeatNo(seat.no): Chips(counted[pk]) for pk, seat in seated.items() if seat.stack
            },
            now=now,
        )
    tournament.counts += 1
    tournament.counted_at = now
    tournament.save(update_fields=["counts", "counted_at"])
    step_schedule.look_at(tournament.pk, at=now)
