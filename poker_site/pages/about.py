"""The page about the room and its software."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show the room's address, its time zone and languages, and the release of the software."""
    return render(request, "about.html")
