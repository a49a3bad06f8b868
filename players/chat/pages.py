"""The chat of a channel as a part of other pages, and as a page of its own (CHAT-1, CHAT-5)."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from core import room_clock
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from core.types import UserId
from players.chat import reading, speaking
from players.chat.models import LONGEST_LINE, ChatLine
from players.chat.sayings import PHRASES, REACTIONS
from players.chat.speaking import Saying
from players.contacts import keeping
from players.contacts.models import LONGEST_NOTE, Contact
from players.refusals import PlayerCode

LONGEST_KEY = 40
# Readers who may not speak at all; others are told why not now.
SILENT = (PlayerCode.CHAT_NOT_HERE, PlayerCode.CHAT_OFF)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def chat(request: HtmxRequest, kind: str, ref: int) -> HttpResponse:
    """Show a channel of chat; a form says something there."""
    channel = f"{kind}/{ref}"
    if request.method != "POST":
        return _shown(request, channel)
    posted = request.POST
    saying = Saying(posted.get("text", ""), posted.get("phrase", ""), posted.get("reaction", ""))
    key = posted.get("key", "")[:LONGEST_KEY] or uuid4().hex
    verb = partial(speaking.say, channel=channel, user_id=who(request), saying=saying, key=key)
    return _done(request, channel, lambda: verb(now=room_clock.now()))


@require_POST
@login_required
def about(request: HtmxRequest, pk: int) -> HttpResponse:
    """Report a line, or mute, block or write a note on its author."""
    line = ChatLine.objects.filter(pk=pk).first()
    if line is None:
        raise Http404
    me, author, now = who(request), UserId(line.user_id), room_clock.now()
    note = request.POST.get("note", "")
    colour = request.POST.get("colour", "")
    acts: dict[str, Callable[[], object]] = {
        "note": partial(keeping.write_note, owner_id=me, other_id=author, note=note, colour=colour),
        "report": partial(speaking.report, line_id=pk, by=me, now=now),
        "mute": partial(keeping.mute, owner_id=me, other_id=author, muted=True),
        "block": partial(keeping.block, owner_id=me, other_id=author, blocked=True, now=now),
    }
    act = acts.get(request.POST.get("act", ""))
    if act is None:
        raise Http404
    return _done(request, line.channel, act)


@require_POST
@login_required
def mute_all(request: HtmxRequest, kind: str, ref: int) -> HttpResponse:
    """Show the reader no lines of anybody, or all again."""
    muted = request.POST.get("mutes_all") == "yes"
    verb = partial(keeping.mute_all, user_id=who(request), muted=muted)
    return _done(request, f"{kind}/{ref}", verb)


def _done(request: HtmxRequest, channel: str, act: Callable[[], object]) -> HttpResponse:
    try:
        act()
    except Refusal as refusal:
        return _shown(request, channel, refusal)
    return _shown(request, channel)


def _shown(request: HtmxRequest, channel: str, refused: Refusal | None = None) -> HttpResponse:
    try:
        view = reading.read(channel=channel, user_id=who(request), now=room_clock.now())
    except Refusal:
        raise Http404 from None
    why = refused or view.refusal
    kept = keeping.about(who(request), {UserId(line.user_id) for line in view.lines})
    context = {
        "channel": channel,
        "lines": [(line, kept.get(UserId(line.user_id))) for line in view.lines],
        "mutes_all": view.mutes_all,
        "me": request.user.pk,
        "why": why and say(why),
        "is_refused": refused is not None,
        "may_speak": view.refusal is None or view.refusal.code not in SILENT,
        "phrases": PHRASES.items(),
        "reactions": [(code, sign, name) for code, (sign, name) in REACTIONS.items()],
        "longest": LONGEST_LINE,
        "longest_note": LONGEST_NOTE,
        "colours": Contact.Colour.choices,
        "key": uuid4().hex,
    }
    return whole_or_part(request, "players/chat/room.html", "panel.html", context)
