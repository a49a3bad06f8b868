"""Pages of an event for a whole room: the clock on the wall."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments import wall as walls
from tournaments.models import Tournament
from tournaments.views import HtmxRequest


@require_safe
def wall(request: HtmxRequest, pk: int) -> HttpResponse:
    """The clock on the wall; htmx asks for the part that changes."""
    event = get_object_or_404(Tournament.objects.select_related("draw"), pk=pk)
    if not walls.may_watch(event, request.user):
        return _not_for(request)
    context = {"event": event, "wall": walls.read(event, now=timezone.now())}
    page = "parts/wall.html" if request.htmx else "wall.html"
    response = render(request, f"tournaments/{page}", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _not_for(request: HttpRequest) -> HttpResponse:
    """Who might be somebody else signs in; nobody else learns that there is such an event."""
    if request.user.is_authenticated:
        raise Http404
    return redirect_to_login(request.path)
