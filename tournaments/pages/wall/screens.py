"""Screens of an event beside its clock: all prizes, seats, chip leaders, the waiting list.

Each has its own address, so that a room can show several at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.live.shown_stacks import shown_stack
from tables.models import Seat, Table
from tournaments.floor import floors
from tournaments.models import Entry, Tournament
from tournaments.pages import sheet
from tournaments.pages.lobby.listed import listings

# Names on a page of seats, and seconds that it is shown.
NAMES, SECONDS = 60, 15
PLACES, LEADERS, WAITING = 60, 20, 30


class Screen(StrEnum):
    """The kinds of screens."""

    PRIZES = "prizes"
    SEATS = "seats"
    LEADERS = "leaders"
    WAITING = "waiting"


TITLES: Final[dict[Screen, str | Promise]] = {
    Screen.PRIZES: _("Prizes"),
    Screen.SEATS: _("Seats"),
    Screen.LEADERS: _("Chip leaders"),
    Screen.WAITING: _("Waiting for a seat"),
}


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """A line of a screen: a place, a name, and chips, cents or a seat."""

    name: str
    place: int | None = None
    last: int | None = None
    chips: int | None = None
    estimated: bool = False
    cents: int | None = None
    table: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ScreenView:
    """A screen at one moment: page ``page`` of ``pages``; ``at`` is the time of the last count."""

    screen: Screen
    lines: Sequence[ScreenRow]
    page: int = 1
    pages: int = 1
    at: datetime | None = None

    @property
    def title(self) -> str | Promise:
        return TITLES[self.screen]


def read(event: Tournament, screen: Screen, *, now: datetime) -> ScreenView:
    """Return the content of a screen, in a few queries for any number of players."""
    if screen == Screen.PRIZES:
        (listing,) = listings([event], user_id=None, now=now)
        paid = sheet.paid_places(listing).places[:PLACES]
        return ScreenView(
            screen, [ScreenRow("", one.first, one.last, cents=one.amount) for one in paid]
        )
    if screen == Screen.SEATS:
        return _seats(event, now=now)
    if screen == Screen.LEADERS:
        return _leaders(event, now=now)
    return ScreenView(
        screen,
        [
            ScreenRow(entry.user.get_username(), place)
            for place, entry in enumerate(_waiting(event)[:WAITING], start=1)
        ],
    )


def _seats(event: Tournament, *, now: datetime) -> ScreenView:
    occupied = sheet.seats(event, by_name=True, now=now)
    pages = max(1, -(-occupied.count() // NAMES))
    page = int(now.timestamp()) // SECONDS % pages
    on_screen = occupied[page * NAMES : (page + 1) * NAMES]
    lines = [ScreenRow(seat["name"], table=seat["label"], seat=seat["chair"]) for seat in on_screen]
    return ScreenView(Screen.SEATS, lines, page + 1, pages)


def _leaders(event: Tournament, *, now: datetime) -> ScreenView:
    """Return the chip leaders (LIVE-11); in a live event from the first count on, and marked as
    estimates where they were not counted since."""
    latest = floors.kind_of(event).last_count(event)
    if latest is None and not event.floor.exact_stacks:
        return ScreenView(Screen.LEADERS, [])
    tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    playing = Seat.objects.filter(table__in=tables).annotate(chips=shown_stack(tables, now=now))
    if not event.floor.exact_stacks:
        # A player without chips keeps the seat for a rebuy (TRN-2), and is no chip leader.
        playing = playing.filter(chips__gt=0)
    rows = playing.order_by("-chips", "pk").values_list("user", "user__username", "chips")
    lines = [
        ScreenRow(name, place, chips=chips, estimated=event.estimated(user))
        for place, (user, name, chips) in enumerate(rows[:LEADERS], start=1)
    ]
    return ScreenView(Screen.LEADERS, lines, at=latest)


def _waiting(event: Tournament) -> Sequence[Entry]:
    """The alternates of a live event in their order; online, the registered players by name."""
    if event.floor.seats_at_registration:
        return floors.alternates(event)
    registered: QuerySet[Entry] = sheet.waiting(event).order_by(Lower("user__username"))
    return list(registered[:WAITING])
