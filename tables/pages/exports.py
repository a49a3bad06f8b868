"""The page where players choose hands to take away, the zip of them, and how far it is (HAND-1)."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from core import room_clock
from core.pages.replies import refusal_as_message
from core.pages.requests import who
from core.refusal import Refusal
from players.pages import rate_limits
from players.requests import PlayerRequest
from tables.history import export_ranges, hand_export
from tables.history.formats.registry import BY_SUFFIX, FORMATS
from tables.refusals import TableCode

RATE = "30/h/user"


@require_safe
@login_required
def choose(request: PlayerRequest) -> HttpResponse:
    """Show the formats and ranges to choose from; ``range`` is chosen already."""
    chosen = request.GET.get("range", "")
    context = {
        "formats": FORMATS,
        "groups": export_ranges.offered(who(request), besides=chosen, now=room_clock.now()),
        "chosen": chosen,
    }
    return render(request, "tables/hand_export.html", context)


@require_safe
@login_required
def download(request: PlayerRequest) -> HttpResponseBase:
    """Send the zip; back to the page with a sentence where it is refused."""
    with refusal_as_message(request):
        return zip_of(request)
    return redirect("hand_export")


@require_safe
@login_required
def progress(request: PlayerRequest) -> HttpResponse:
    """Show how far the reader's export is."""
    context = {"progress": hand_export.progress(who(request))}
    return render(request, "tables/parts/export_progress.html", context)


def zip_of(request: HttpRequest) -> HttpResponseBase:
    """Return the zip of the ``range`` and ``type`` that a request names.

    NO_SUCH_HANDS, TOO_MANY_EXPORTS, EXPORT_RUNS; 404 for an unknown format.
    """
    form = BY_SUFFIX.get(request.GET.get("type", ""))
    if form is None:
        raise Http404
    user_id, text, now = who(request), request.GET.get("range", ""), room_clock.now()
    which = export_ranges.hands_in(text, user_id=user_id, now=now)
    if request.method == "HEAD":
        return HttpResponse(content_type="application/zip")
    if not rate_limits.consume(request, "hand_export", rate=RATE):
        raise Refusal(TableCode.TOO_MANY_EXPORTS)
    total = export_ranges.count(which, user_id=user_id, now=now)
    hand_export.begin(user_id, total=total)
    content = hand_export.stream(which=which, user_id=user_id, form=form, total=total, now=now)
    name = f"montepremi-{text.replace(':', '-')}-{form.suffix.partition('.')[0]}.zip"
    answer = StreamingHttpResponse(content, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
