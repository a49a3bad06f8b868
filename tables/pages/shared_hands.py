"""Shared hands (SHARE-1): the links of a player, and the pages that they open."""

import hashlib
from collections.abc import Callable
from functools import wraps
from json import dumps
from typing import Any, Final

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from core import languages, room_clock
from core.pages.next_url import next_url
from core.pages.replies import refusal_as_message
from core.pages.requests import who
from players.pages import rate_limits
from players.requests import PlayerRequest
from players.room_settings import NAME
from tables.models import SharedHand
from tables.own_hands import sharing
from tables.pages import hand_picture, shared_view
from tables.pages.shared_view import SharedView

# Openings of links from one address: a page with its picture is two.
RATE: Final = "120/m/ip"
RETRY_SECONDS: Final = "60"
# Expiries that a form offers, by the name of the choice.
EXPIRIES: Final = {"1": 1, "7": 7, "30": 30, "never": None}
EMBED_SIZE: Final = (640, 560)

Shown = Callable[[HttpRequest, SharedView], HttpResponse]


@require_POST
@login_required
def share(request: PlayerRequest, pk: int) -> HttpResponse:
    """Make a link to a hand of the reader's own, or set the end of the one there is."""
    with refusal_as_message(request):
        sharing.share(
            user_id=who(request),
            hand_id=pk,
            names_shown="names" in request.POST,
            days=EXPIRIES.get(request.POST.get("days", ""), 7),
            now=room_clock.now(),
        )
        messages.success(request, _("The link is below."))
    return redirect(reverse("hand", args=[pk]) + "#share")


@require_POST
@login_required
def withdraw(request: PlayerRequest, pk: int) -> HttpResponse:
    """End a link of the reader's own."""
    with refusal_as_message(request):
        sharing.withdraw(user_id=who(request), link_id=pk, now=room_clock.now())
        messages.success(request, _("The link shows nothing any more."))
    return redirect(next_url(request, reverse("my_shared_hands")))


@require_safe
@login_required
def mine(request: PlayerRequest) -> HttpResponse:
    """List the reader's links."""
    links = sharing.links_of(who(request), now=room_clock.now())
    return render(request, "tables/my_shared_hands.html", {"links": [*map(addressed, links)]})


def addressed(link: SharedHand) -> dict[str, Any]:
    """Return a link with its public address, and the text that embeds it in another page."""
    src = settings.PUBLIC_URL + reverse("shared_hand_embed", args=[link.token])
    width, height = EMBED_SIZE
    title = _("A hand of poker")
    return {
        "row": link,
        "address": settings.PUBLIC_URL + reverse("shared_hand", args=[link.token]),
        "film": reverse("shared_hand_film", args=[link.token]),
        "snippet": f'<iframe src="{src}" title="{title}" width="{width}" height="{height}" '
        'style="border:0;max-width:100%" loading="lazy" allow="fullscreen"></iframe>',
    }


def _of_open_link(view: Shown) -> Callable[[HttpRequest, str], HttpResponse]:
    """Give a view the hand behind a token; 404 where the link shows nothing, 429 over the rate
    limit. The address is a key: it leaks to no other site, and no search engine lists it."""

    def opened(request: HttpRequest, token: str) -> HttpResponse:
        if not rate_limits.consume(request, "shared_hand", rate=RATE):
            return HttpResponse(status=429, headers={"Retry-After": RETRY_SECONDS})
        shared = shared_view.read(token, now=room_clock.now())
        if shared is None:
            raise Http404
        answer = view(request, shared)
        answer["Referrer-Policy"] = "no-referrer"
        answer["X-Robots-Tag"] = "noindex"
        # A link that has ended is shown from no cache.
        answer.setdefault("Cache-Control", "private, no-store")
        return answer

    return require_safe(wraps(view)(opened))


@_of_open_link
def shared_hand(request: HttpRequest, shared: SharedView) -> HttpResponse:
    """Play a shared hand again on the felt, to those who have its link."""
    return render(request, "tables/shared_hand.html", _context(shared))


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})  # type: ignore[arg-type]
@_of_open_link
def embedded(request: HttpRequest, shared: SharedView) -> HttpResponse:
    """Play a shared hand inside a page of another site, where no reader is signed in."""
    request.user = AnonymousUser()
    return render(request, "tables/shared_hand_embed.html", _context(shared))


@_of_open_link
def picture(request: HttpRequest, shared: SharedView) -> HttpResponse:
    """Send the end of a shared hand as a PNG, for previews of its link."""
    return _drawn(shared, hand_picture.still, "image/png")


@_of_open_link
def film(request: HttpRequest, shared: SharedView) -> HttpResponse:
    """Send a shared hand as a GIF that moves."""
    return _drawn(shared, hand_picture.film, "image/gif")


def _drawn(shared: SharedView, draw: Callable[..., bytes], media_type: str) -> HttpResponse:
    words = {"title": shared.title, "room": NAME.value()}
    # A picture is drawn once for the same frames in the same words.
    key = (media_type, languages.active(), *words.values(), dumps(shared.frames))
    made = hand_picture.PICTURES.get(
        hashlib.sha256(repr(key).encode()).digest(),
        lambda: draw(shared.frames, amount=shared.hand.amount, **words),
    )
    return HttpResponse(made, content_type=media_type)


def _context(shared: SharedView) -> dict[str, Any]:
    address = settings.PUBLIC_URL + reverse("shared_hand", args=[shared.link.token])
    return {
        "shared": shared,
        "hand": shared.hand,
        "frames": shared.frames,
        "decisions": shared.decisions,
        "address": address,
        "picture": settings.PUBLIC_URL + reverse("shared_hand_picture", args=[shared.link.token]),
    }
