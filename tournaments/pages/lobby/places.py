"""The places of the lobby as queries: each open event is in exactly one (LOBBY-2)."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    ExpressionWrapper,
    F,
    IntegerField,
    OrderBy,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

Status, Kind = Tournament.Status, Tournament.Kind
Order = Sequence[str | F | OrderBy | Case]

# The price of a seat, cents, and the start of an event.
PRICE = F("buy_in") + F("bounty") + F("fee")
BEGINS = Coalesce("held_until", "starts_at")
# The guarantee, cents, and the most entries, with their amendments.
GUARANTEED = F("guarantee") + F("raised_by")
MOST_ENTRIES = F("max_entries") + F("more_seats")
# Names for the order of lists.
# An event for play money costs nothing, and guarantees nothing.
FOR_MONEY = Case(When(play_money=True, then=0), default=1, output_field=IntegerField())
NAMED = {
    "begins": BEGINS,
    "price": PRICE * FOR_MONEY,
    "guaranteed": GUARANTEED * FOR_MONEY,
}


class LobbyPlace(NamedTuple):
    """One place: its title, the condition of its events at a moment, and their order."""

    title: str | Promise
    about: str | Promise
    holds: Callable[[datetime], Q]
    order: Order


def _late(now: datetime) -> Q:
    return Q(status=Status.RUNNING, late_until__gt=now, entry_count__lt=MOST_ENTRIES)


_SOON: Final[Order] = ("begins", "price", "name", "pk")
PLACES: Final[Mapping[str, LobbyPlace]] = {
    "late": LobbyPlace(
        _("Late registration"),
        _("In progress, entries still open."),
        _late,
        ("-started_at", "price", "name", "pk"),
    ),
    "soon": LobbyPlace(
        _("Soon"),
        _("Upcoming tournaments, in room time."),
        lambda now: Q(status=Status.REGISTERING, kind=Kind.SCHEDULED),
        _SOON,
    ),
    "sng": LobbyPlace(
        _("Sit&Go"),
        _("Each starts as soon as it is full."),
        lambda now: Q(status=Status.REGISTERING, kind=Kind.SIT_AND_GO, draw__isnull=True),
        ("price", "name", "pk"),
    ),
    "velox": LobbyPlace(
        "VeloX",
        "",
        lambda now: Q(status=Status.REGISTERING, kind=Kind.SIT_AND_GO, draw__isnull=False),
        ("max_entries", "price", "name", "pk"),
    ),
    "running": LobbyPlace(
        _("In progress"),
        _("In progress, entries closed. Open a table to watch."),
        lambda now: Q(status=Status.RUNNING) & ~_late(now),
        ("-entry_count", "-started_at", "pk"),
    ),
    "over": LobbyPlace(
        _("Finished"),
        _("Results, latest first."),
        lambda now: Q(status__in=Tournament.OVER),
        (F("finished_at").desc(nulls_last=True), "-pk"),
    ),
}
# An event that is not over is in exactly one of these.
OPEN: Final = tuple(name for name in PLACES if name != "over")
SORTS: Final[Mapping[str, tuple[str | Promise, str]]] = {
    "time": (_("Start: soonest first"), "begins"),
    "-time": (_("Start: latest first"), "-begins"),
    "price": (_("Buy-in: lowest first"), "price"),
    "-price": (_("Buy-in: highest first"), "-price"),
    "-entries": (_("Entries: most first"), "-entry_count"),
    "entries": (_("Entries: fewest first"), "entry_count"),
    "-guarantee": (_("Guarantee: highest first"), "-guaranteed"),
    "guarantee": (_("Guarantee: lowest first"), "guaranteed"),
    "name": (_("Name: A to Z"), "name"),
    "-name": (_("Name: Z to A"), "-name"),
}


def listed() -> QuerySet[Tournament]:
    """Return the events of the public lists: home games are on none (HOME-1)."""
    return Tournament.objects.filter(home=False)


def standing_in(place: str, *, now: datetime) -> Q:
    """Return the condition of a place; for ``all`` the events that are not over."""
    if place == "all":
        return ~Q(status__in=Tournament.OVER)
    return PLACES[place].holds(now)


def counts(*, now: datetime) -> dict[str, int]:
    """Count the events of each place in OPEN, in one statement."""
    still = listed().filter(status__in=(Status.REGISTERING, Status.RUNNING))
    numbers: dict[str, int] = still.aggregate(
        **{name: Count("pk", filter=PLACES[name].holds(now)) for name in OPEN}
    )
    return numbers


def that_may_be_entered(events: QuerySet[Tournament], *, now: datetime) -> QuerySet[Tournament]:
    """Filter in SQL the events for which ``Tournament.may_still_enter`` is true (TRN-2)."""
    opens_at = ExpressionWrapper(
        F("starts_at") - F("registration_minutes") * Value(timedelta(minutes=1)),
        output_field=DateTimeField(),
    )
    opened = Q(registration_minutes=0) | Q(starts_at__isnull=True) | Q(opens_at__lte=now)
    ahead = Q(status=Status.REGISTERING, entry_count__lt=MOST_ENTRIES)
    return events.alias(opens_at=opens_at).filter(ahead & opened | _late(now))


def in_order(
    events: QuerySet[Tournament], *, place: str = "all", sort: str = ""
) -> QuerySet[Tournament]:
    """Order events as their place does, or by one of SORTS; ``all`` has the open ones first, in an
    order that does not change as they fill up, then the latest results."""
    order: Order
    if sort in SORTS:
        column = SORTS[sort][1]
        order = (
            F(column.removeprefix("-")).desc(nulls_last=True)
            if column.startswith("-")
            else F(column).asc(nulls_last=True),
            *_SOON,
        )
    elif place in PLACES:
        order = PLACES[place].order
    else:
        rank = Case(
            *(When(status=status, then=Value(at)) for at, status in enumerate(Status.values)),
            output_field=IntegerField(),
        )
        order = (rank, F("finished_at").desc(nulls_first=True), *_SOON)
    return events.select_related("draw").alias(**NAMED).order_by(*order)
