"""Events in a list as one reader sees them, with the versions of their rows."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zlib import crc32

from django.urls import reverse

from core.money import amount_text
from payouts.events import Event
from tables import games
from tables.games import has_blinds
from tables.models import Seat, Table
from tournaments.models import Entry, Tournament
from tournaments.rules.level_clock import BlindLevel, ClockReading
from tournaments.rules.speed import Speed, speed

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Listing:
    """One event as one reader sees it at ``now``; ``table_id`` is where the reader sits."""

    event: Tournament
    levels: Sequence[BlindLevel]
    reading: ClockReading | None
    open: bool
    entry: Entry | None
    table_id: int | None
    starred: bool
    now: datetime

    @property
    def key(self) -> str:
        """The id of its row; a Sit&Go has that of its series, so that the next one replaces it."""
        event = self.event
        series = event.kind == Tournament.Kind.SIT_AND_GO and event.registering
        return f"series-{event.template_id}" if series and event.template_id else f"row-{event.pk}"

    @property
    def version(self) -> str:
        """A checksum of ``shown``, which changes with the content of the row."""
        return f"{crc32(repr(self.shown).encode()):x}"

    @property
    def shown(self) -> tuple[object, ...]:
        """The content of the row, apart from the language and from the reader's being signed in."""
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
        """The minutes to the start, from an hour on in whole hours, as the row shows them."""
        begins = self.event.begins_at if self.event.registering else None
        if begins is None:
            return None
        minutes = (begins - self.now) // timedelta(minutes=1)
        return minutes if minutes < 60 else 60 * (minutes // 60)

    @property
    def speed(self) -> Speed:
        """Its speed, by the length of the first level (LOBBY-2)."""
        return speed(self.levels[0].seconds)

    @property
    def filling(self) -> bool:
        """Return whether it is a Sit&Go that waits for its seats to be taken (SNG-1)."""
        return self.open and self.event.kind == Tournament.Kind.SIT_AND_GO

    @property
    def opens_at(self) -> datetime | None:
        """The opening of registration; None once it is open, and for full events."""
        waits = self.event.registering and not self.open and not self.event.full
        return self.event.registration_opens_at if waits else None

    @property
    def blinds(self) -> BlindLevel:
        """The level in force, the coming one during a break, the first before the start."""
        rest = self.levels[self.reading.index :] if self.reading else self.levels
        return next(level for level in rest if not level.is_break)

    @property
    def has_ante(self) -> bool:
        """Return whether the event is marked with the letter A (LOBBY-1)."""
        return not has_blinds(self.event.game) or any(level.ante for level in self.levels)

    @property
    def field(self) -> int:
        """The number of entries for which prizes are calculated: a Sit&Go starts full."""
        if self.filling:
            return self.event.most_entries
        if self.event.status == Status.REGISTERING:
            return max(self.event.entry_count, self.event.min_entries)
        return self.event.entry_count

    @property
    def collected(self) -> int:
        """The cents for prizes (LIVE-14) from ``field`` entries, with the rebuys and add-ons so far
        (POOL-3)."""
        return self.event.for_prizes_from(self.field)

    @property
    def guaranteed(self) -> bool:
        """Return whether the guarantee is at least what the entries bring."""
        return 0 < self.event.guaranteed >= self.collected

    @property
    def pool_rises(self) -> bool:
        """Return whether ``pool`` assumes the fewest entries of an unguaranteed scheduled event."""
        event = self.event
        few = event.registering and event.entry_count < event.min_entries
        return few and event.kind == event.Kind.SCHEDULED and not self.guaranteed

    @property
    def pool(self) -> int:
        """The prize pool of ``field`` entries (POOL-2), cents; the least possible before a draw."""
        return self.event.pool_of(self.field)


def listings(
    events: Iterable[Tournament],
    *,
    user_id: int | None,
    now: datetime,
    starred: Collection[int] = (),
) -> list[Listing]:
    """Return the events as one reader sees them, with two more queries for any number of events.
    ``starred`` are the reader's series."""
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
    """Return the reader's tables by the name of their event."""
    if user_id is None:
        return {}
    seats = Seat.objects.filter(user_id=user_id, table__status=Table.Status.OPEN)
    return dict(seats.values_list("table__event", "table_id"))


def find_events(ids: Collection[int]) -> dict[int, Event]:
    """Return the names and pages of these events, for statements and hands."""
    rows = Tournament.objects.filter(pk__in=ids).values_list(
        *("pk", "name", "draw", "game", "status", "play_money", "home"),
        *("buy_in", "bounty", "fee", "venue"),
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
            stake=amount_text(buy_in + bounty + fee, chips=play_money or home),
            free=play_money or home,
            over=status == Tournament.Status.FINISHED,
            real_cards=venue != Tournament.Venue.ONLINE,
        )
        for pk, name, draw, game, status, play_money, home, buy_in, bounty, fee, venue in rows
    }


def _entries(events: Iterable[Tournament], user_id: int | None) -> Iterable[Entry]:
    if user_id is None:
        return ()
    entries = Entry.objects.filter(user_id=user_id, tournament__in=[event.pk for event in events])
    # The last of several is the one that may still play (TRN-2).
    return entries.exclude(status=Entry.Status.WITHDRAWN).order_by("pk")
