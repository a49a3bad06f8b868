"""A player's schedule: the events that they play or have entered, and those of their series."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from core.money import as_chips, money_text
from core.own_texts import own_text
from core.types import UserId
from tournaments.models import Entry, Tournament
from tournaments.pages.lobby import board, places
from tournaments.pages.lobby.board import BoardRow
from tournaments.pages.lobby.ics import Date
from tournaments.pages.lobby.listed import listings
from tournaments.saved import favourites

Status = Tournament.Status
# The time for which a calendar keeps past events, and the most events that it holds.
REMEMBERED = timedelta(days=30)
MOST = 300
# Seconds of a delay by outages that the number of an event's changes counts: a week.
LONGEST_DELAY = 7 * 86_400
# Events of starred series that the page shows.
MOST_STARRED = 40
AHEAD = (Entry.Status.REGISTERED, Entry.Status.PLAYING)


class PlannedDay(NamedTuple):
    """The events of one day; ``at`` is None for those that start when their seats are taken."""

    at: datetime | None
    running: bool
    rows: list[BoardRow]


def days(request: HttpRequest, *, user_id: UserId, now: datetime) -> list[PlannedDay]:
    """Return the schedule by days: first the running events, last those without a date."""
    starred = favourites.series_of(user_id)
    mine = Entry.objects.filter(user=user_id, status__in=AHEAD)
    entered = Tournament.objects.filter(pk__in=mine.values("tournament"))
    entered = entered.exclude(status__in=Tournament.OVER)
    liked = Tournament.objects.filter(status=Status.REGISTERING, template__in=starred)
    events = {
        event.pk: event
        for part in (places.in_order(entered), places.in_order(liked)[:MOST_STARRED])
        for event in part
    }
    listed = listings(events.values(), user_id=user_id, now=now, starred=starred)
    far = now + timedelta(days=10_000)
    listed.sort(key=lambda one: (one.event.registering, one.event.begins_at or far, one.event.pk))
    planned = []
    for (running, day), group in groupby(listed, key=lambda one: _when(one.event)):
        rows = list(group)
        at = None if day is None else rows[0].event.begins_at
        planned.append(PlannedDay(at, running, [board.row_of(request, one) for one in rows]))
    return planned


def _when(event: Tournament) -> tuple[bool, object]:
    if not event.registering:
        return True, None
    return False, event.begins_at and timezone.localdate(event.begins_at)


def dates(*, user_id: UserId, now: datetime, absolute: Callable[[str], str]) -> list[Date]:
    """Return the schedule for a calendar, with the events of the last REMEMBERED."""
    mine = Entry.objects.filter(user=user_id).exclude(status=Entry.Status.WITHDRAWN)
    entered = Q(pk__in=mine.values("tournament"))
    # Cancelled events stay, marked as such: a calendar may keep showing an event that disappears.
    open_or_off = (Status.REGISTERING, Status.CANCELLED)
    liked = Q(status__in=open_or_off, template__in=favourites.series_of(user_id))
    events = Tournament.objects.alias(begins=places.BEGINS).filter(entered | liked)
    recent = Q(begins__gte=now - REMEMBERED) | Q(
        begins__isnull=True, started_at__gte=now - REMEMBERED
    )
    tournaments = events.filter(recent).order_by("-begins", "-pk")[:MOST]
    return [date for event in tournaments if (date := date_of(event, absolute)) is not None]


def _changes(event: Tournament) -> int:
    """Return a number that rises with each amendment, which may move the start either way, and with
    each delay by an outage since."""
    delay = 0
    if event.begins_at is not None and event.announced_for is not None:
        delay = int((event.begins_at - event.announced_for).total_seconds())
    amendments: int = event.amended.get("count", 0)
    return amendments * LONGEST_DELAY + min(delay, LONGEST_DELAY - 1)


def date_of(event: Tournament, absolute: Callable[[str], str]) -> Date | None:
    """Return an event for a calendar, without personal data; None while it has no date."""
    begins = event.begins_at or event.started_at
    if begins is None:
        return None
    length = timedelta(seconds=sum(level.seconds for level in event.levels))
    cancelled = event.status == Status.CANCELLED
    with as_chips(event.free):
        words = [
            event.get_game_display(),
            *([_("Play money")] if event.free else []),
            _("Buy-in %(price)s") % {"price": money_text(event.entry_right)},
        ]
        if event.guaranteed:
            words.append(_("Guaranteed %(pool)s") % {"pool": money_text(event.guaranteed)})
    return Date(
        uid=f"tournament-{event.pk}@{urlsplit(settings.PUBLIC_URL).netloc}",
        sequence=_changes(event) + cancelled,
        stamp=event.finished_at or event.created_at,
        begins=begins,
        ends=begins + length,
        summary=own_text(event.name),
        about="\n".join(words),
        url=absolute(reverse("tournament", args=[event.pk])),
        cancelled=cancelled,
    )


def of_player(user_id: UserId | None) -> frozenset[int]:
    """The ids of the events that a player has entered and not left; empty for anonymous clients."""
    if user_id is None:
        return frozenset()
    mine: Iterable[int] = Entry.objects.filter(user=user_id, status__in=AHEAD).values_list(
        "tournament", flat=True
    )
    return frozenset(mine)
