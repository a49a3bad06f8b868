"""The page of a player's own data: the archive to take away (DATA-1)."""

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.replies import refusal_as_message
from core.pages.requests import who
from players.models import DataArchive
from players.own_data import archives
from players.requests import PlayerRequest
from players.sign_in import proof


@require_safe
@login_required
def page(request: PlayerRequest) -> HttpResponse:
    """Say what a player may take away, and how far their archive is."""
    return render(request, "players/own_data.html", _context(request))


@require_safe
@login_required
def progress(request: PlayerRequest) -> HttpResponse:
    """Show how far the archive is; the page asks until it is ready."""
    return render(request, "players/parts/own_data.html", _context(request))


@require_POST
@login_required
def ask(request: PlayerRequest) -> HttpResponse:
    """Ask for an archive, in the reader's language."""
    proof.require(request)
    with refusal_as_message(request):
        language = get_language() or "en"
        archives.ask(user_id=who(request), language=language, now=room_clock.now())
    return redirect("own_data")


@require_safe
@login_required
def download(request: PlayerRequest, pk: int) -> HttpResponseBase:
    """Send a player's own archive."""
    proof.require(request)
    with refusal_as_message(request):
        archive = archives.take(user_id=who(request), archive_id=pk, now=room_clock.now())
        answer = StreamingHttpResponse(_content(archive), content_type="application/zip")
        name = f"montepremi-{timezone.localdate(archive.asked_at):%Y-%m-%d}.zip"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        answer["Content-Length"] = str(archive.size)
        answer["Cache-Control"] = "private, no-store"
        return answer
    return redirect("own_data")


async def _content(archive: DataArchive) -> AsyncIterator[bytes]:
    no = 0
    while (content := await sync_to_async(_portion)(archive, no)) is not None:
        yield content
        no += 1


def _portion(archive: DataArchive, no: int) -> bytes | None:
    """Read a portion; a slow reader keeps no connection meanwhile."""
    content = archives.portion(archive, no)
    if not connection.in_atomic_block:
        connection.close()
    return content


def _context(request: PlayerRequest) -> dict[str, object]:
    return {"archive": archives.of(who(request), now=room_clock.now())}
