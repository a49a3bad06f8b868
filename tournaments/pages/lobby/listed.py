"""What an event in a list means to the reader, and which version of it they see."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zlib import crc32

from django.urls import reverse

from core.euro import euro
from payouts.events import Event
from tables import games
from tables.games import has_blinds
from tables.models import Seat, Table
from tournaments.models import Entry, Tournament
from tournaments.rules.level_clock import ClockReading, Level
from tournaments.rules.speed import Speed, speed

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Listing:
    """One event as one reader sees it at ``now``; ``table_id`` is where the reader sits."""

    event: Tournament
    levels: Sequence[Level]
    reading: ClockReading | None
    open: bool
    entry: Entry | None
    table_id: int | None
    starred: bool
    now: datetime

    @property
    def key(self) -> str:
        """The name of its row. A Sit&Go's is its series': the next one comes in the same place."""
        event = self.event
        series = event.kind == Tournament.Kind.SIT_AND_GO and event.registering
        return f"series-{event.template_id}" if series and event.template_id else f"row-{event.pk}"

    @property
    def version(self) -> str:
        """Changes with whatever a row shows that may change while somebody looks at it."""
        return f"{crc32(repr(self.shown).encode()):x}"

    @property
    def shown(self) -> tuple[object, ...]:
        """All that makes two rows of a list differ, but for the language and who may do nothing."""
        event, reading = self.event, self.reading
        return (
            *(
                event.name,
                event.pk,
                event.status,
                event.entry_count,
                event.re_entry_count,
                event.live_count,
            ),
            *(event.guaranteed, event.most_entries, event.purchased),
            *(event.begins_at, event.finished_at, self._time_left),
            *(self.open, self.opens_at, self.table_id, self.starred),
            reading and (reading.index, reading.paused),
            self.entry and self.entry.status,
        )

    @property
    def _time_left(self) -> int | None:
        """Whole minutes, or from an hour on whole hours: as finely as the row says it."""
        begins = self.event.begins_at if self.event.registering else None
        if begins is None:
            return None
        minutes = (begins - self.now) // timedelta(minutes=1)
        return minutes if minutes < 60 else 60 * (minutes // 60)

    @property
    def speed(self) -> Speed:
        """How fast it is (LOBBY-2)."""
        return speed(self.levels[0].seconds)

    @property
    def filling(self) -> bool:
        """Whether it is a Sit&Go that waits for its seats to be taken (SNG-1)."""
        return self.open and self.event.kind == Tournament.Kind.SIT_AND_GO

    @property
    def opens_at(self) -> datetime | None:
        """When registration opens, where it has not yet."""
        waits = self.event.registering and not self.open and not self.event.full
        return self.event.registration_opens_at if waits else None

    @property
    def blinds(self) -> Level:
        """The level in force, the coming one during a break, the first before the start."""
        rest = self.levels[self.reading.index :] if self.reading else self.levels
        return next(level for level in rest if not level.is_break)

    @property
    def has_ante(self) -> bool:
        """Whether the event carries the letter A (LOBBY-1)."""
        return not has_blinds(self.event.game) or any(level.ante for level in self.levels)

    @property
    def field(self) -> int:
        """The number of entries to reckon prizes with: a Sit&Go starts full, others grow."""
        if self.filling:
            return self.event.most_entries
        if self.event.status == Status.REGISTERING:
            return max(self.event.entry_count, self.event.min_entries)
        return self.event.entry_count

    @property
    def collected(self) -> int:
        """Cents that ``field`` entries bring, with the rebuys and add-ons so far (POOL-3), for
        prizes (LIVE-14)."""
        return self.event.for_prizes_from(self.field)

    @property
    def guaranteed(self) -> bool:
        """Whether the guarantee is more than the entries bring."""
        return 0 < self.event.guaranteed >= self.collected

    @property
    def pool_rises(self) -> bool:
        """Whether ``pool`` is that of the fewest entries, and every further entry adds to it."""
        event = self.event
        few = event.registering and event.entry_count < event.min_entries
        return few and event.kind == event.Kind.SCHEDULED and not self.guaranteed

    @property
    def pool(self) -> int:
        """Cents to be won by ``field`` entries (POOL-2); the least, before a draw."""
        return self.event.pool_of(self.field)


def listings(
    events: Iterable[Tournament],
    *,
    user_id: int | None,
    now: datetime,
    starred: Collection[int] = (),
) -> list[Listing]:
    """The events as one reader sees them: two queries more, however many events. ``starred`` are
    the reader's series."""
    events = list(events)
    entries = {entry.tournament_id: entry for entry in _entries(events, user_id)}
    tables = seats_of(user_id)
    return [
        Listing(
            event=event,
            levels=event.levels,
            reading=event.clock_at(now),
            open=event.may_still_enter(now),
            entry=entries.get(event.pk),
            table_id=tables.get(event.event),
            starred=event.template_id in starred,
            now=now,
        )
        for event in events
    ]


def seats_of(user_id: int | None) -> dict[str, int]:
    """The reader's table by the event that it belongs to."""
    if user_id is None:
        return {}
    seats = Seat.objects.filter(user_id=user_id, table__status=Table.Status.OPEN)
    return dict(seats.values_list("table__event", "table_id"))


def find_events(ids: Collection[int]) -> dict[int, Event]:
    """What statements and hands call these events, and their pages."""
    found = Tournament.objects.filter(pk__in=ids).values_list(
        "pk", "name", "draw", "game", "buy_in", "bounty", "fee", "status"
    )
    return {
        pk: Event(
            name,
            reverse("tournament", args=[pk]),
            draw_url=reverse("velox_draw", args=[pk]) if draw else None,
            deal_url=reverse("deal", args=[pk]),
            offer_url=reverse("api-tournament-offer", args=[pk]),
            standing_url=reverse("api-tournament-standing", args=[pk]),
            game=games.name_of(game),
            stake=euro(buy_in + bounty + fee),
            over=status == Tournament.Status.FINISHED,
        )
        for pk, name, draw, game, buy_in, bounty, fee, status in found
    }


def _entries(events: Iterable[Tournament], user_id: int | None) -> Iterable[Entry]:
    if user_id is None:
        return ()
    entries = Entry.objects.filter(user_id=user_id, tournament__in=[event.pk for event in events])
    # The last of several is the one that may still play (TRN-2).
    return entries.exclude(status=Entry.Status.WITHDRAWN).order_by("pk")
