"""The page of a player's notices and of their wishes about them."""

from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import room_clock
from core.pages.replies import refusal_as_message
from players.models import Notice
from players.notices import devices, news, notice_texts, preferences, unsubscribing
from players.notices.preferences import ALWAYS, NEVER, Channel, NoticePreferences
from players.requests import PlayerRequest

SHOWN = 30

CHANNELS: dict[Channel, str | Promise] = {
    Channel.PAGE: gettext_lazy("On the page"),
    Channel.SOUND: gettext_lazy("Sound"),
    Channel.PUSH: gettext_lazy("Device"),
    Channel.MAIL: gettext_lazy("Email"),
}


class Box(NamedTuple):
    """One checkbox of the grid."""

    channel: Channel
    head: str | Promise
    checked: bool
    fixed: bool


class NoticeKindRow(NamedTuple):
    """One kind of notice in the grid."""

    kind: str
    label: str | Promise
    boxes: list[Box]


class NoticeLine(NamedTuple):
    """A notice in the list."""

    notice: Notice
    text: notice_texts.NoticeText
    unread: bool


@require_safe
@login_required
def page(request: PlayerRequest) -> HttpResponse:
    """Show a player's recent notices, then their wishes, and their devices."""
    user_id, now = request.user.pk, room_clock.now()
    lines = [
        NoticeLine(row, notice_texts.say(row.kind, row.data), news.is_unread(row, now=now))
        for row in news.of(user_id)[:SHOWN]
    ]
    wish = preferences.of(user_id)
    context = {
        "rows": [_row(kind, wish) for kind in Notice.Kind],
        "channels": CHANNELS.items(),
        "wish": wish,
        "hours": preferences.HOURS,
        "devices": [
            (device, device.session_key == request.session.session_key)
            for device in devices.of(user_id)
        ],
        "lines": lines,
        "unread": any(line.unread for line in lines),
        "mail": EmailAddress.objects.filter(user=user_id, verified=True, primary=True).first(),
    }
    return render(request, "players/notices.html", context)


@require_POST
@login_required
def choose(request: PlayerRequest) -> HttpResponse:
    """Store the wishes that the grid shows."""
    with refusal_as_message(request):
        preferences.choose(
            user_id=request.user.pk,
            chosen={kind: request.POST.getlist(kind) for kind in Notice.Kind},
            opens_tables="opens_tables" in request.POST,
            quiet=_quiet(request.POST),
            language=get_language() or "",
        )
        messages.success(request, _("From now on you are notified this way."))
    return redirect("notices")


@csrf_exempt  # The signed address identifies the reader; mail programs post by themselves.
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to send no more mails of a kind; a POST does so (RFC 8058)."""
    read = unsubscribing.read(token)
    if read is None:
        raise Http404
    user_id, kind = read
    if request.method == "POST":
        unsubscribing.stop(user_id=user_id, kind=kind)
    context = {"label": kind.label, "done": request.method == "POST"}
    return render(request, "players/unsubscribe.html", context)


@require_POST
@login_required
def see_all(request: PlayerRequest) -> HttpResponse:
    """Mark all of the player's notices as seen."""
    news.see(user_id=request.user.pk, ids=None, now=room_clock.now())
    return redirect("notices")


@require_POST
@login_required
def end_device(request: PlayerRequest, pk: int) -> HttpResponse:
    """Stop notices to one of the player's own browsers."""
    with refusal_as_message(request):
        devices.end(user_id=request.user.pk, device_id=pk, now=room_clock.now())
        messages.success(request, _("Notices are no longer sent there."))
    return redirect("notices")


def _row(kind: Notice.Kind, wish: NoticePreferences) -> NoticeKindRow:
    boxes = [
        Box(channel, head, channel in wish.chosen[kind], (kind, channel) in ALWAYS)
        for channel, head in CHANNELS.items()
        if (kind, channel) not in NEVER
    ]
    return NoticeKindRow(kind.value, kind.label, boxes)


def _quiet(sent: QueryDict) -> tuple[int, int] | None:
    """Return the quiet hours that were sent; None if none were. The verb refuses invalid ones."""
    if "quiet" not in sent:
        return None
    typed = [sent.get(name, "") for name in ("quiet_from", "quiet_to")]
    first, last = (int(text) if text.isascii() and text.isdigit() else -1 for text in typed)
    return first, last
