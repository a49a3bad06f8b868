"""The room as an installable app: its manifest, its service worker, and the offline page."""

import json

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from core import languages
from players import room_settings
from players.profile import pictures

DARK = "#070d0b"
SIZES = (192, 512)


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest for installing the room, in the reader's language."""
    ways = {
        "lobby": _("Lobby"),
        "wallet": _("Wallet"),
        "notices": _("Notices"),
    }
    content = {
        "id": "/",
        "name": room_settings.NAME.value(),
        "short_name": room_settings.NAME.value(),
        "description": _("%(name)s, the tournament poker room.")
        % {"name": room_settings.NAME.value()},
        "lang": get_language(),
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": DARK,
        "theme_color": DARK,
        "categories": ["games"],
        "icons": _icons(),
        "shortcuts": [{"name": name, "url": reverse(way)} for way, name in ways.items()],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icons() -> list[dict[str, str]]:
    """Return the room's icons in their sizes; systems may crop the maskable ones to a circle."""
    if key := room_settings.LOGO.value():
        side = pictures.LOGO_SIDE
        address = reverse("logo", args=[key])
        return [{"src": address, "sizes": f"{side}x{side}", "type": "image/webp"}]
    drawn = [
        *(
            {"src": static(f"img/app-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in SIZES
        ),
        {"src": static("img/app.svg"), "sizes": "any", "type": "image/svg+xml"},
    ]
    return [*drawn, *({**icon, "purpose": "maskable"} for icon in drawn)]


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker at the root, for the scope of all pages; browsers revalidate it."""
    script = (settings.BASE_DIR / "static/js/service_worker.js").read_text()
    # The hashed path of its files: with any of them the script changes, and its cache is renewed.
    named = script.replace('STATIC = "/static/"', f'STATIC = "{static("")}"')
    codes = sorted(languages.codes(), key=lambda code: code != settings.LANGUAGE_CODE)
    named = named.replace('LANGUAGES = ["en"]', f"LANGUAGES = {json.dumps(codes)}")
    return HttpResponse(named, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    """Return the page for a room out of reach: cacheable, without personal data."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        response = render(request, "offline.html", {"language": language})
    response["Content-Language"] = language
    return response
