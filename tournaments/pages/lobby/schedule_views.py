"""The timeline of the day, a player's schedule, and calendars of events (LOBBY-2)."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.htmx import HtmxRequest
from core.pages.requests import who
from players.pages import rate_limits
from players.requests import PlayerRequest
from players.room_settings import NAME
from tournaments.entry import admission
from tournaments.pages.lobby import ics, place_tabs, places, planner
from tournaments.pages.lobby import timeline as days
from tournaments.pages.lobby.event_filter import EventFilter
from tournaments.saved import calendars, favourites

# The window of the rate limit of calendars.
RETRY_SECONDS = "600"


@require_safe
def timeline(request: HtmxRequest) -> HttpResponse:
    """Show the events of a day by the hour; ``day`` and the lobby's filter are in the address."""
    chosen = EventFilter(request.GET, queryset=places.listed(), request=request)
    now, user_id = chosen.now, request.user.pk
    day = days.asked_day(request.GET.get("day", ""), now=now)
    today = timezone.localdate(now)
    hours = days.timeline(
        chosen.qs,
        day=day,
        query=chosen.query,
        mine=planner.of_player(user_id),
        starred=favourites.series_of(user_id),
        now=now,
    )
    context = {
        "filter": chosen,
        "hours": hours,
        "day": day,
        "noon": hours[len(hours) // 2].begins,
        "before": day - timedelta(days=1),
        "next": day + timedelta(days=1),
        "today": None if day == today else today,
        "count": sum(len(hour.items) + hour.more for hour in hours),
        "tabs": place_tabs.tabs(now=now),
        "here": "day",
    }
    return render(request, "tournaments/timeline.html", context)


@require_safe
@login_required
def schedule(request: PlayerRequest) -> HttpResponse:
    """Show the reader's schedule by days."""
    user_id = who(request)
    secret = calendars.address(user_id)
    context = {
        "days": planner.days(request, user_id=user_id, now=room_clock.now()),
        "address": secret and request.build_absolute_uri(_address(secret)),
    }
    return render(request, "tournaments/schedule.html", context)


@require_POST
@login_required
def address(request: PlayerRequest) -> HttpResponse:
    """Renew the address of the reader's calendar, or with ``end`` delete it."""
    if "end" in request.POST:
        calendars.end(user_id=who(request))
    else:
        calendars.renew(user_id=who(request))
    return redirect(f"{reverse('schedule')}#calendar")


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Send a player's schedule by its secret address; 404 once that is renewed or deleted, 429 over
    the rate limit."""
    user_id = calendars.owner(token)
    if user_id is None:
        raise Http404
    if not rate_limits.consume(request, "calendar", key=str(user_id)):
        return HttpResponse(status=429, headers={"Retry-After": RETRY_SECONDS})
    with translation.override(_language(request)):
        dates = planner.dates(
            user_id=user_id, now=room_clock.now(), absolute=request.build_absolute_uri
        )
        name = _("%(name)s: my events") % {"name": NAME.value()}
        return ics_answer(request, ics.calendar(dates, name=name))


@require_safe
def event_ics(request: HttpRequest, pk: int) -> HttpResponse:
    """Send one event for a calendar; 404 while it has no date."""
    event = get_object_or_404(admission.seen_by(request.user), pk=pk)
    date = planner.date_of(event, request.build_absolute_uri)
    if date is None:
        raise Http404
    answer = ics_answer(request, ics.calendar([date], name=event.name))
    answer["Content-Disposition"] = f'attachment; filename="event-{event.pk}.ics"'
    return answer


def ics_answer(request: HttpRequest, text: str) -> HttpResponse:
    """Return a calendar whose address is secret, with its ETag."""
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["Cache-Control"] = "private, no-cache"
    # The address is secret: it must not leak as a referrer.
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex"
    set_response_etag(answer)
    conditional = get_conditional_response(
        request, etag=quote_etag(answer["ETag"]), response=answer
    )
    assert isinstance(conditional, HttpResponse)
    return conditional


def _address(secret: str) -> str:
    """Return the calendar's address with the page's language: calendar programs send none."""
    return f"{reverse('calendar', args=[secret])}?lang={get_language()}"


def _language(request: HttpRequest) -> str:
    code = request.GET.get("lang", "")
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
