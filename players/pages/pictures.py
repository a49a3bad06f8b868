"""The page of a player's own picture, and the public URLs of pictures."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.replies import refusal_as_message
from players.profile import avatars, pictures
from players.requests import PlayerRequest

# The content of a URL never changes: its key is a hash of the bytes.
FOR_GOOD = "public, max-age=31536000, immutable"


@require_safe
@login_required
def page(request: PlayerRequest) -> HttpResponse:
    context = {"key": avatars.key_of(request.user.pk), "most": pictures.LARGEST // 1000}
    return render(request, "players/picture.html", context)


@require_POST
@login_required
def change(request: PlayerRequest) -> HttpResponse:
    """Replace the player's picture by the one that was sent."""
    sent = request.FILES.get("picture")
    with refusal_as_message(request):
        content = b"" if sent is None else sent.read(pictures.LARGEST + 1)
        avatars.change(user_id=request.user.pk, sent=content, now=room_clock.now())
        messages.success(request, _("This is your picture now."))
    return redirect("picture")


@require_POST
@login_required
def remove(request: PlayerRequest) -> HttpResponse:
    """Remove the player's picture; pages then show one made from the name."""
    if avatars.remove(user_id=request.user.pk):
        messages.success(request, _("Your picture is removed."))
    return redirect("picture")


@require_safe
def avatar(request: HttpRequest, key: str) -> HttpResponse:
    """Return a picture by its key, without a check: every player at a table sees it."""
    image = avatars.image(key)
    if image is None:
        raise Http404
    return HttpResponse(image, content_type="image/webp", headers={"Cache-Control": FOR_GOOD})
