"""The events of a day by the hour, on the room's wall clock (LOBBY-2)."""

from collections import Counter, defaultdict
from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from datetime import time as wall_time
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from core.pages import fragment_cache
from tournaments.models import Tournament
from tournaments.pages.lobby import places

# Events that an hour shows; the others are a link away.
MOST_AN_HOUR = 8
# The most days from today that the timeline shows.
FURTHEST = 366
HOUR = timedelta(hours=1)


class TimelineEvent(NamedTuple):
    """One event in its hour; ``price`` and ``guarantee`` in cents, or ``free`` in play money."""

    id: int
    name: str
    begins: datetime
    price: int
    guarantee: int
    free: bool
    running: bool
    mine: bool
    starred: bool

    @property
    def html(self) -> SafeString:
        """The rendered event, cached by its content."""
        template = "tournaments/parts/timeline_item.html"
        return fragment_cache.get_or_render(
            (template, self), lambda: render_to_string(template, {"item": self})
        )


class Hour(NamedTuple):
    """An hour of the wall clock. ``twice``: the clock shows it again on this day."""

    begins: datetime
    twice: bool
    summer: bool
    now: bool
    items: list[TimelineEvent]
    more: int
    url: str


def hours_of(day: date) -> list[datetime]:
    """Return the starts of a day's hours: 24 of them, 23 or 25 when the clock changes."""
    zone = timezone.get_current_timezone()
    start, end = (
        datetime.combine(midnight, wall_time(), zone).astimezone(UTC)
        for midnight in (day, day + timedelta(days=1))
    )
    return [start + HOUR * no for no in range((end - start) // HOUR)]


def asked_day(text: str, *, now: datetime) -> date:
    """Read the day of an address; today for invalid text, or a day too far away."""
    today = timezone.localdate(now)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return today
    return day if abs(day - today) <= timedelta(days=FURTHEST) else today


def timeline(
    events: QuerySet[Tournament],
    *,
    day: date,
    query: str,
    mine: Collection[int],
    starred: Collection[int],
    now: datetime,
) -> list[Hour]:
    """Return the day's hours with the first events of each, in one statement.

    ``query`` is the filter of the events; ``mine`` are events, ``starred`` series."""
    begun = hours_of(day)
    rows = (
        events.alias(price=places.PRICE)
        .annotate(begins=places.BEGINS, cost=places.PRICE, sure=places.GUARANTEED)
        .filter(begins__gte=begun[0], begins__lt=begun[-1] + HOUR)
        .order_by("begins", "cost", "name", "pk")
        .values_list("pk", "name", "begins", "cost", "sure", "play_money", "status", "template")
    )
    by_hour: defaultdict[int, list[TimelineEvent]] = defaultdict(list)
    count: Counter[int] = Counter()
    for pk, name, begins, cost, guarantee, free, status, template in rows:
        at = (begins - begun[0]) // HOUR
        count[at] += 1
        if count[at] <= MOST_AN_HOUR:
            running = status == Tournament.Status.RUNNING
            item = TimelineEvent(
                pk, name, begins, cost, guarantee, free, running, pk in mine, template in starred
            )
            by_hour[at].append(item)
    times_of_hour = Counter(timezone.localtime(moment).hour for moment in begun)
    return [
        Hour(
            begins=moment,
            twice=times_of_hour[timezone.localtime(moment).hour] > 1,
            summer=bool(timezone.localtime(moment).dst()),
            now=moment <= now < moment + HOUR,
            items=by_hour[at],
            more=count[at] - len(by_hour[at]),
            url=_address(moment, query),
        )
        for at, moment in enumerate(begun)
    ]


def _address(moment: datetime, query: str) -> str:
    """Return the address of the list of all events of an hour."""
    span = {
        "after": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "before": (moment + HOUR).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    return f"{reverse('place', args=['all'])}?{'&'.join(filter(None, [query, urlencode(span)]))}"
