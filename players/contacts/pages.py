"""The page of what a player keeps about others (CHAT-3, CHAT-4)."""

import json

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.replies import refusal_as_message
from core.pages.requests import who
from core.typed_numbers import number
from core.types import UserId
from players.contacts import friends, keeping, whereabouts
from players.contacts.models import LONGEST_NOTE, Contact
from players.requests import PlayerRequest

ROWS = 200


def marks(request: HttpRequest) -> str:
    """Return the reader's colours and notes as the page of a table takes them; "" for visitors."""
    if not request.user.is_authenticated:
        return ""
    return json.dumps(keeping.marks_of(UserId(request.user.pk)))


def chosen_friends(posted: QueryDict) -> list[UserId]:
    """Return the players that are ticked in the form of an invitation."""
    return [UserId(pk) for pk in map(number, posted.getlist("friend")) if pk]


@require_safe
@login_required
def contacts(request: PlayerRequest) -> HttpResponse:
    """List the reader's friends and where they play, the reader's followers, and the players about
    whom the reader keeps something, with a form for each."""
    followed = friends.of(who(request))
    places = whereabouts.of(who(request), [UserId(user.pk) for user in followed])
    context = {
        "friends": [(user, places.get(UserId(user.pk), ())) for user in followed],
        "followers": friends.followers(who(request)),
        "wishes": friends.wishes(who(request)),
        "contacts": keeping.of(who(request)).exclude(keeping.SAYS_NOTHING)[:ROWS],
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
            owner_id=owner_id, other_id=other_id, blocked="blocked" in posted, now=room_clock.now()
        )
    return redirect("contacts")


@require_POST
@login_required
def mute_all(request: PlayerRequest) -> HttpResponse:
    """Hide all lines of chat from the reader, or show them again."""
    keeping.mute_all(user_id=who(request), muted=request.POST.get("mutes_all") == "yes")
    return redirect("contacts")


@require_POST
@login_required
def befriend(request: PlayerRequest) -> HttpResponse:
    """Follow a player by name, stop following one, block a follower, or store the wishes about
    followers."""
    posted, me, now = request.POST, who(request), room_clock.now()
    other_id = UserId(number(posted.get("player", "")) or 0)
    with refusal_as_message(request):
        match posted.get("act"):
            case "follow":
                friends.follow(owner_id=me, other_id=friends.find(posted.get("name", "")), now=now)
            case "unfollow":
                friends.unfollow(owner_id=me, other_id=other_id)
            case "block":
                keeping.block(owner_id=me, other_id=other_id, blocked=True, now=now)
            case "choose":
                friends.choose(
                    user_id=me,
                    refuses_followers="refuses_followers" in posted,
                    hides_tables="hides_tables" in posted,
                )
    return redirect("contacts")
