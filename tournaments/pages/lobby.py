"""What the lobby shows: the events that pass the filter, and what each means to the reader."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import NamedTuple

import django_filters
from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from payouts.events import Event
from tables import games
from tables.games import has_blinds
from tables.models import Seat, Table
from tournaments.models import Entry, Tournament
from tournaments.rules.level_clock import ClockReading, Level

Status = Tournament.Status

# What a seat costs, cents.
PRICE = F("buy_in") + F("bounty") + F("fee")
# From and to, cents.
PRICES = {"micro": (0, 200), "low": (201, 1000), "mid": (1001, 5000), "high": (5001, 1_000_000)}


class EventFilter(django_filters.FilterSet):  # type: ignore[misc]  # it has no types
    """The lobby's filter; without a status it leaves out what is over."""

    kind = django_filters.ChoiceFilter(
        label=_("Kind"),
        choices=[("sng", _("Sit&Go")), ("scheduled", _("Tournaments"))],
        empty_label=_("All"),
        widget=forms.RadioSelect,
    )
    q = django_filters.CharFilter(
        label=_("Search"),
        field_name="name",
        lookup_expr="icontains",
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Search by name")}),
    )
    status = django_filters.ChoiceFilter(
        label=_("Status"), choices=Status.choices, empty_label=_("Open and running")
    )
    price = django_filters.ChoiceFilter(
        label=_("Buy-in"),
        choices=[
            ("micro", _("up to €2")),
            ("low", _("€2 to €10")),
            ("mid", _("€10 to €50")),
            ("high", _("more than €50")),
        ],
        empty_label=_("Any buy-in"),
        method="filter_price",
    )
    game = django_filters.ChoiceFilter(
        label=_("Game"), choices=games.choices, empty_label=_("Any game")
    )

    class Meta:
        model = Tournament
        fields = ["kind", "q", "status", "price", "game"]

    @property
    def choices(self) -> list[forms.BoundField]:
        """The fields that the page shows as menus."""
        return [self.form[name] for name in ("status", "price", "game")]

    def filter_queryset(self, queryset: QuerySet[Tournament]) -> QuerySet[Tournament]:
        found: QuerySet[Tournament] = super().filter_queryset(queryset)
        return (
            found
            if self.form.cleaned_data.get("status")
            else found.exclude(status__in=Tournament.OVER)
        )

    def filter_price(
        self, queryset: QuerySet[Tournament], _name: str, value: str
    ) -> QuerySet[Tournament]:
        return queryset.alias(price=PRICE).filter(price__range=PRICES[value])


@dataclass(frozen=True, slots=True)
class Listing:
    """One event as one reader sees it; ``table_id`` is where the reader sits."""

    event: Tournament
    levels: Sequence[Level]
    reading: ClockReading | None
    open: bool
    entry: Entry | None
    table_id: int | None

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
            return self.event.max_entries
        if self.event.status == Status.REGISTERING:
            return max(self.event.entry_count, self.event.min_entries)
        return self.event.entry_count

    @property
    def collected(self) -> int:
        """Cents that ``field`` entries bring, with the rebuys and add-ons so far (POOL-3)."""
        return self.event.collected_from(self.field)

    @property
    def guaranteed(self) -> bool:
        """Whether the guarantee is more than the entries bring."""
        return 0 < self.event.guarantee >= self.collected

    @property
    def pool(self) -> int:
        """Cents to be won by ``field`` entries (POOL-2); the least, before a draw."""
        return self.event.pool_of(self.field)


class Place(NamedTuple):
    """One kind of event has one place in the lobby: what is listed there, and a page of it."""

    listings: list[Listing]
    page: "Page[Tournament]"


# Each open event stands in one place; the name is also that of its page in the address.
PLACES = {
    "filling": Q(status=Status.REGISTERING, kind=Tournament.Kind.SIT_AND_GO),
    "coming": Q(status=Status.REGISTERING) & ~Q(kind=Tournament.Kind.SIT_AND_GO),
    "running": Q(status=Status.RUNNING),
    "over": Q(status__in=Tournament.OVER),
}
CARDS_A_PAGE, ROWS_A_PAGE = 24, 50


def places(
    events: QuerySet[Tournament], *, pages: Mapping[str, str], user_id: int | None, now: datetime
) -> dict[str, Place]:
    """The events by their places, each cut into pages of its own: ``pages`` by the place's name."""
    found = {
        name: Paginator(
            in_order(events.filter(where)), CARDS_A_PAGE if name == "filling" else ROWS_A_PAGE
        ).get_page(pages.get(name))
        for name, where in PLACES.items()
    }
    rows = [event for page in found.values() for event in page.object_list]
    told = iter(listings(rows, user_id=user_id, now=now))
    return {name: Place(list(islice(told, len(page))), page) for name, page in found.items()}


def in_order(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Open events first, each keeping its place while others fill up; then the latest results."""
    rank = Case(
        *(When(status=status, then=Value(place)) for place, status in enumerate(Status.values)),
        output_field=IntegerField(),
    )
    return events.select_related("draw").order_by(
        rank,
        F("finished_at").desc(nulls_first=True),
        "starts_at",
        PRICE,
        "name",
        "pk",
    )


def listings(events: Iterable[Tournament], *, user_id: int | None, now: datetime) -> list[Listing]:
    """The events as one reader sees them: two queries more, however many events."""
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
    found = Tournament.objects.filter(pk__in=ids).values_list("pk", "name", "draw")
    return {
        pk: Event(
            name,
            reverse("tournament", args=[pk]),
            draw_url=reverse("velox_draw", args=[pk]) if draw else None,
            offer_url=reverse("api-tournament-offer", args=[pk]),
        )
        for pk, name, draw in found
    }


def _entries(events: Iterable[Tournament], user_id: int | None) -> Iterable[Entry]:
    if user_id is None:
        return ()
    entries = Entry.objects.filter(user_id=user_id, tournament__in=[event.pk for event in events])
    # The last of several is the one that may still play (TRN-2).
    return entries.exclude(status=Entry.Status.WITHDRAWN).order_by("pk")
