"""The room's own colours and logo, as every browser asks for them."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from core.settings import room_time
from players.profile import languages
from poker_site.models import Logo
from poker_site.room_settings import colours_and_logo

YEAR = 365 * 86_400
DESK = "/admin/"


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def style(request: HttpRequest) -> HttpResponse:
    """Serve the colours; a change has another address."""
    return HttpResponse(colours_and_logo.stylesheet(), content_type="text/css")


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def logo(request: HttpRequest, key: str) -> HttpResponse:
    """Serve a logo by its key, which is derived from the picture's bytes."""
    row = Logo.objects.filter(key=key).first()
    if row is None:
        raise Http404
    return HttpResponse(bytes(row.image), content_type="image/webp")


class OfferedLanguages:
    """Middleware: players read the room in a language that it offers; the desk has all of them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(DESK):
            language = languages.chosen(translation.get_language())
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return self.get_response(request)


class RoomTime:
    """Middleware: pages show all times by the room's clock."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(room_time.zone()):
            return self.get_response(request)
