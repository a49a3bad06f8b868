"""The page of what a player keeps about others (CHAT-3, CHAT-4)."""

import json

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from core.pages.replies import refusal_as_message
from core.pages.requests import who
from core.types import UserId
from players.contacts import keeping
from players.contacts.models import LONGEST_NOTE, Contact
from players.requests import PlayerRequest

ROWS = 200


def marks(request: HttpRequest) -> str:
    """Return the reader's colours and notes as the page of a table takes them; "" for visitors."""
    if not request.user.is_authenticated:
        return ""
    return json.dumps(keeping.marks_of(UserId(request.user.pk)))


@require_safe
@login_required
def contacts(request: PlayerRequest) -> HttpResponse:
    """List the players about whom the reader keeps something, with a form for each."""
    context = {
        "contacts": keeping.of(who(request))[:ROWS],
        "colours": Contact.Colour.choices,
        "longest": LONGEST_NOTE,
        "mutes_all": keeping.mutes_all(who(request)),
    }
    return render(request, "players/contacts/contacts.html", context)


@require_POST
@login_required
def keep(request: PlayerRequest, pk: int) -> HttpResponse:
    """Store the note, the colour, and whether a player is muted and blocked."""
    posted, owner_id, other_id = request.POST, who(request), UserId(pk)
    with refusal_as_message(request):
        keeping.write_note(
            owner_id=owner_id,
            other_id=other_id,
            note=posted.get("note", ""),
            colour=posted.get("colour", ""),
        )
        keeping.mute(owner_id=owner_id, other_id=other_id, muted="muted" in posted)
        keeping.block(
            owner_id=owner_id, other_id=other_id, blocked="blocked" in posted, now=timezone.now()
        )
    return redirect("contacts")


@require_POST
@login_required
def mute_all(request: PlayerRequest) -> HttpResponse:
    """Hide all lines of chat from the reader, or show them again."""
    keeping.mute_all(user_id=who(request), muted=request.POST.get("mutes_all") == "yes")
    return redirect("contacts")
