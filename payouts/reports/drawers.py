"""Drawers of a period: float, cash in and out, difference; and cash without a drawer."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q, Sum
from django.urls import reverse
from django.utils import timezone

from payouts.models import CounterOrder, Drawer, DrawerMove
from payouts.reports import revenue
from payouts.reports.revenue import ONE_DAY

DONE = CounterOrder.Status.DONE


class DrawerLine(NamedTuple):
    """A drawer of the report, or without a ``url`` the cash of a day that names no drawer.

    ``cents`` are float, from the safe, cash in, cash out, to the safe, expected, counted, and over
    or short; None where it is not counted yet.
    """

    day: date
    name: str
    holder: str
    closed_at: datetime | None
    cents: tuple[int | None, ...]
    why: str = ""
    url: str = ""


class Booked(NamedTuple):
    """One movement of a drawer, with its sign."""

    at: datetime
    what: str
    cents: int
    url: str


def by_day(*, begin: date, end: date) -> list[DrawerLine]:
    """Return drawers by the day on which they were opened, each day followed by its other cash."""
    since, until = revenue.midnight(begin), revenue.midnight(end + ONE_DAY)
    rows = Drawer.objects.filter(opened_at__gte=since, opened_at__lt=until)
    day_lines = [_line(row) for row in rows.select_related("holder", "came_from").order_by("pk")]
    loose = CounterOrder.objects.filter(
        status=DONE, drawer=None, decided_at__gte=since, decided_at__lt=until
    )
    days: dict[date, list[int]] = {}
    for kind, at, amount in loose.values_list("kind", "decided_at", "amount"):
        sums = days.setdefault(timezone.localtime(at).date(), [0, 0])
        sums[kind == CounterOrder.Kind.PAY_OUT] += amount
    for day, (paid_in, paid_out) in days.items():
        cents = (None, None, paid_in, paid_out, None, None, None, None)
        day_lines.append(DrawerLine(day, "", "", None, cents))
    return sorted(day_lines, key=lambda line: (line.day, not line.url))


def lines(row: Drawer) -> Iterator[Booked]:
    """Yield the movements booked to a drawer, the latest first; its float last."""
    orders = CounterOrder.objects.filter(drawer=row, status=DONE).select_related("user")
    moves = row.moves.filter(status=DONE)
    booked = [
        *(_booked(one, f"{one.what}: {one.user}", "payouts_counterorder") for one in orders),
        *(_booked(one, one.get_kind_display(), "payouts_drawermove") for one in moves),
    ]
    yield from sorted(booked, key=lambda one: one.at, reverse=True)
    if row.came_from is not None:
        url = reverse("admin:payouts_drawer_change", args=[row.came_from.pk])
        yield Booked(row.opened_at, str(row.came_from), row.came_from.counted or 0, url)


def open_since(day: date) -> list[str]:
    """Return the names of drawers that were opened on that day or before, and are open still."""
    rows = Drawer.objects.filter(closed_at=None, opened_at__lt=revenue.midnight(day + ONE_DAY))
    return [f"{row.name} ({row.holder})" for row in rows.select_related("holder").order_by("pk")]


def _booked(one: CounterOrder | DrawerMove, what: str, page: str) -> Booked:
    assert one.decided_at is not None
    cents = one.amount if one.kind == "in" else -one.amount
    return Booked(one.decided_at, what, cents, reverse(f"admin:{page}_change", args=[one.pk]))


def _line(row: Drawer) -> DrawerLine:
    moved = row.moves.filter(status=DONE).aggregate(
        begin=Sum("amount", filter=Q(kind="in", key="float"), default=0),
        into=Sum("amount", filter=Q(kind="in") & ~Q(key="float"), default=0),
        out=Sum("amount", filter=Q(kind="out"), default=0),
    )
    paid = CounterOrder.objects.filter(drawer=row, status=DONE).aggregate(
        into=Sum("amount", filter=Q(kind="in"), default=0),
        out=Sum("amount", filter=Q(kind="out"), default=0),
    )
    begin = moved["begin"] + ((row.came_from.counted or 0) if row.came_from else 0)
    expected = begin + moved["into"] - moved["out"] + paid["into"] - paid["out"]
    return DrawerLine(
        timezone.localtime(row.opened_at).date(),
        row.name,
        row.holder.get_username(),
        row.closed_at,
        (
            *(begin, moved["into"], paid["into"], paid["out"], moved["out"]),
            *(expected, row.counted, row.difference),
        ),
        row.why,
        reverse("admin:payouts_drawer_change", args=[row.pk]),
    )
