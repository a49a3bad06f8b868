"""The notice after an event: what decided it, and the next one like it (NEXT-3)."""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db.models import Min
from django.urls import reverse

from core.jobs import attempt
from core.types import UserId
from players.models import Guest, Notice
from players.notices import news
from players.notices.news import News
from tournaments.models import Entry, Tournament
from tournaments.own_events import offers

# The notice comes so long after the end, when all players have left the table, and not later.
AFTER: Final = timedelta(minutes=15)
UNTIL: Final = timedelta(minutes=30)
# A player gets one in this time, however many events they play.
ONE_IN: Final = timedelta(hours=20)


def tell(*, now: datetime) -> int:
    """Notify the players of events that ended a while ago; return how many were notified.
    Idempotent: once for each player and event."""
    ended = Tournament.objects.filter(
        status=Tournament.Status.FINISHED,
        home=False,
        finished_at__gt=now - UNTIL,
        finished_at__lte=now - AFTER,
    )
    events = list(ended.order_by("finished_at", "pk"))
    return sum(
        attempt("tell what comes next", partial(_tell, event, now=now), tournament=event.pk) or 0
        for event in events
    )


def _tell(event: Tournament, *, now: datetime) -> int:
    following = offers.like(event, now=now) or offers.satellite(event, now=now)
    if following is None:
        return 0
    entries = event.entries.exclude(place=None).order_by()
    places = {
        UserId(user): place
        for user, place in entries.values_list("user").annotate(best=Min("place"))
    }
    told = _wanting(places.keys(), now=now)
    return news.tell(
        [
            News(
                user,
                Notice.Kind.NEXT,
                f"next:{event.pk}",
                {"name": event.name, "place": place, "next": following.name},
                reverse("own_event", args=[event.pk]),
                following.starts_at,
            )
            for user, place in places.items()
            if user in told
        ],
        now=now,
    )


def _wanting(users: Collection[UserId], *, now: datetime) -> set[UserId]:
    """Return those of these players to whom it may go: no guests, none who are in an event or had
    one lately, and none who get no offers (NEXT-2)."""
    recent = Notice.objects.filter(user__in=users, kind=Notice.Kind.NEXT, at__gt=now - ONE_IN)
    playing = Entry.objects.filter(user__in=users, status__in=Entry.LIVE)
    guests = Guest.objects.filter(user__in=users)
    left = {*users}.difference(
        *(rows.values_list("user", flat=True) for rows in (recent, playing, guests))
    )
    return left - offers.without_offers(left, now=now)
