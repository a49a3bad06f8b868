"""The clock on the wall: the state of an event for all players in the room."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from tournaments.models import Elimination, Entry, Move, Tournament
from tournaments.pages import sheet
from tournaments.pages.lobby.listed import Listing, listings
from tournaments.room_settings import WALL_PARTS
from tournaments.rules.level_clock import BlindLevel, time_to_break

PLACES_SHOWN = 9
NEWS_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Wall:
    """An event at one moment; ``left`` of the level stands still in a pause. ``to_prizes`` players
    go out before the first prize, 0 in the money; ``parts`` are shown (LIVE-11)."""

    listing: Listing
    left: timedelta | None
    next_level: BlindLevel | None
    to_break: timedelta | None
    prizes: sheet.Prizes
    podium: list[Entry]
    to_prizes: int
    parts: tuple[str, ...]
    news: list[Elimination | Move]

    @property
    def event(self) -> Tournament:
        return self.listing.event

    @property
    def running(self) -> bool:
        """Return whether its time runs down."""
        reading = self.listing.reading
        return self.event.registering or (reading is not None and not reading.paused)

    @property
    def big_blinds(self) -> int:
        """The average stack in big blinds of the level that is played."""
        return (self.event.average_stack or 0) // self.listing.blinds.big_blind


def read(event: Tournament, *, now: datetime) -> Wall:
    """Return the wall of an event, with a constant number of queries."""
    (listing,) = listings([event], user_id=None, now=now)
    reading = None if event.over else listing.reading
    prizes = _prizes(listing)
    return Wall(
        listing=listing,
        left=reading.left if reading else _to_start(event, now=now),
        next_level=_next_level(listing) if reading else None,
        to_break=time_to_break(listing.levels, reading) if reading else None,
        prizes=prizes._replace(places=prizes.places[:PLACES_SHOWN]),
        to_prizes=_to_prizes(listing, prizes),
        parts=WALL_PARTS.value(),
        podium=list(sheet.players(event)[:PLACES_SHOWN]) if event.over else [],
        news=list(islice(_news(event), NEWS_SHOWN)),
    )


def _to_start(event: Tournament, *, now: datetime) -> timedelta | None:
    if not event.registering or event.begins_at is None:
        return None
    return max(timedelta(), event.begins_at - now)


def _next_level(listing: Listing) -> BlindLevel | None:
    """The level after the one that is played, or, in a break, after the one to come."""
    assert listing.reading is not None
    coming = [level for level in listing.levels[listing.reading.index :] if not level.is_break]
    return coming[1] if len(coming) > 1 else None


def _to_prizes(listing: Listing, prizes: sheet.Prizes) -> int:
    """Return the number of eliminations before the first prize; 0 while entries may change it."""
    event = listing.event
    if event.status != Tournament.Status.RUNNING or listing.open:
        return 0
    return max(0, event.live_count - prizes.places[-1].last) if prizes.places else 0


def _prizes(listing: Listing) -> sheet.Prizes:
    """Return the prizes for the current entries; none while they are still to be drawn."""
    event = listing.event
    if event.draw is not None and event.draw.multiplier is None:
        return sheet.Prizes(listing.field, 0, 0, event.prize_scheme, [], 0, [])
    return sheet.paid_places(listing)


def _news(event: Tournament) -> Iterator[Elimination | Move]:
    """Yield the latest eliminations and moves, latest first."""
    out = Elimination.objects.filter(entry__tournament=event)
    moved = Move.objects.filter(entry__tournament=event)
    latest = [
        piece
        for news in (out, moved)
        for piece in news.select_related("entry__user").order_by("-at", "-pk")[:NEWS_SHOWN]
    ]
    yield from sorted(latest, key=lambda piece: piece.at, reverse=True)
