"""Pages of an event for a whole room: the clock on the wall, and the seats to print."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from core import room_clock
from core.money import as_chips
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.replies import turn_away
from tournaments.entry import admission
from tournaments.models import Tournament
from tournaments.pages import sheet
from tournaments.pages.wall import clock, screens
from tournaments.pages.wall.codes import qr
from tournaments.pages.wall.screens import Screen

View = Callable[..., HttpResponseBase]


def of_event(view: View) -> View:
    """Pass its event to a view, if the reader may see its players."""

    @require_safe
    @wraps(view)
    def checked(request: HttpRequest, pk: int, **rest: object) -> HttpResponseBase:
        event = get_object_or_404(admission.seen_by(request.user), pk=pk)
        if not admission.may_watch(event, request.user):
            return turn_away(request)
        with as_chips(event.free):
            return view(request, event, **rest)

    return checked


@of_event
def wall(request: HtmxRequest, event: Tournament) -> HttpResponse:
    """Show the clock on the wall; htmx asks for the part that changes."""
    context = {
        "event": event,
        "wall": clock.read(event, now=room_clock.now()),
        "screens": screens.TITLES.items(),
    }
    return whole_or_part(request, "tournaments/wall.html", "parts/wall.html", context)


@of_event
def screen(request: HtmxRequest, event: Tournament, name: str) -> HttpResponse:
    """Show one more screen for the wall, with a QR code of the event's page."""
    if name not in screens.TITLES:
        raise Http404
    now = room_clock.now()
    page = request.build_absolute_uri(reverse("tournament", args=[event.pk]))
    context = {
        "event": event,
        "wall": clock.read(event, now=now),
        "sight": screens.read(event, Screen(name), now=now),
        "screens": screens.TITLES.items(),
        "qr": qr(page),
    }
    return whole_or_part(request, "tournaments/screen.html", "parts/screen.html", context)


@of_event
def seats(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Show the seats by table or by name, to print; without tables, the registered players."""
    by_name = request.GET.get("by") == "name"
    seats = sheet.seats(event, by_name=by_name, now=room_clock.now())
    context = {"event": event, "by_name": by_name, "seats": seats}
    if not context["seats"]:
        context["waiting"] = sheet.waiting(event)
    return render(request, "tournaments/seats.html", context)
