"""The pages of a night with real cards: the phone of its host, and the big clock (HOME-4)."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.replies import refusal_as_message, turn_away
from core.pages.requests import number, who
from core.types import UserId
from players import room_settings as player_settings
from players.contacts import friends
from players.models import User
from tournaments.entry import registration
from tournaments.home import chat, gates, hosting
from tournaments.home import pages as home_pages
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame, HomePlayer
from tournaments.live_room.home_nights import floor_acts
from tournaments.live_room.home_nights.pages import night_view
from tournaments.models import Entry, Tournament
from tournaments.pages.wall.codes import qr

# What one press adds to a level or takes off it, seconds.
TIMES: Final = (60, -60)
# Names that a host has typed in earlier nights are offered, the latest first.
NAMES_OFFERED: Final = 40


def show(request: HtmxRequest, game: HomeGame) -> HttpResponse:
    """Show a night to those who have its link; htmx asks for the part that changes."""
    event, now = event_of(game), room_clock.now()
    you = game.players.filter(user=request.user.pk).first() if request.user.pk else None
    running = event.status == Tournament.Status.RUNNING
    is_host, night = game.is_host(request.user.pk), night_view.read(game, now=now)
    chosen = number(request.GET.get("player", "")) if is_host else None
    asks = is_host and "end" in request.GET and not event.over
    link = request.build_absolute_uri(reverse("home_game", args=[game.token]))
    whole = not request.htmx
    members = _members(game) if is_host and whole else None
    context = {
        "game": game,
        "event": event,
        "night": night,
        "wall": night.wall,
        "listing": night.wall.listing,
        "you": you,
        "is_host": is_host,
        "is_in": you is not None
        and event.entries.filter(user=request.user.pk, status__in=Entry.LIVE).exists(),
        "again": registration.may_enter_again(event, user_id=request.user.pk, now=now),
        "barred": home_pages.barred_from(request, game),
        "chosen": chosen,
        "asks": asks,
        # The part is fetched in the state that its reader has opened.
        "state": f"player={chosen}" if chosen else "end=yes" if asks else "",
        "may_take_over": _may_take_over(game, you, now=now),
        "rebuys_open": event.rebuys_open(now),
        "add_on_open": event.add_on_open(now),
        "may_add": event.registering or event.may_still_enter(now),
        # Late entry goes on for two levels more.
        "late_level": event.late_levels + 2 if running and night.wall.listing.open else 0,
        "wish": uuid4().hex,
        "link": link,
        "qr": qr(link),
        "members": members,
        "names": _names(game) if is_host and whole and members is None else [],
        "friends": friends.of(who(request)) if is_host and whole else [],
        "chat": f"{chat.KIND}/{game.pk}" if player_settings.CHAT.value() else "",
        **(home_pages.result(request, game, you) if event.over else {}),
    }
    page = "tournaments/live_room/night.html"
    return whole_or_part(request, page, "parts/night.html", context)


@require_safe
def clock(request: HtmxRequest, token: str) -> HttpResponse:
    """Show the clock of a night on a big screen to those who have its link, without an account."""
    game = home_pages.game_of(token)
    if game.tournament is None or game.tournament.floor.deals:
        raise Http404
    night = night_view.read(game, now=room_clock.now())
    link = request.build_absolute_uri(reverse("home_game", args=[game.token]))
    context = {
        "event": event_of(game),
        "game": game,
        "night": night,
        "wall": night.wall,
        "qr": qr(link) if game.entry_open else "",
    }
    return whole_or_part(request, "tournaments/wall.html", "parts/wall.html", context)


@require_POST
def act(request: HttpRequest, token: str) -> HttpResponse:
    """Do what the host has pressed, or a player who takes the role over."""
    game = home_pages.game_of(token)
    if not request.user.is_authenticated:
        return turn_away(request)
    verb = _acts(request.POST).get(request.POST.get("act", ""))
    if verb is None:
        raise Http404
    with refusal_as_message(request):
        verb(game_id=game.pk, by=who(request), now=room_clock.now())
    return redirect("home_game", token)


Verb = Callable[..., object]


def _acts(posted: QueryDict) -> dict[str, Verb]:
    """The acts of the host by their names in the forms."""
    user_id = UserId(number(posted.get("player", "")) or 0)
    row, seconds = number(posted.get("row", "")) or 0, posted.get("seconds", "")
    key = posted.get("key", "")[: home_pages.LONGEST_KEY] or uuid4().hex
    takers = [UserId(number(one) or 0) for one in posted.getlist("taker")]
    bought, act_id = number(posted.get("bought", "")) or 0, number(posted.get("undo", "")) or 0
    counted = {
        UserId(number(name.removeprefix("chips_")) or 0): number(posted.get(name, "")) or 0
        for name in posted
        if name.startswith("chips_")
    }
    acts: dict[str, Verb] = {
        "add": partial(floor_acts.add_named, name=posted.get("name", ""), key=key),
        "add_member": partial(floor_acts.add_member, user_id=user_id),
        "draw": floor_acts.draw_seats,
        "start": floor_acts.start,
        "level_again": partial(floor_acts.level_again, row=row, key=key),
        "out": partial(floor_acts.put_out, user_id=user_id, takers=takers),
        "rebuy": partial(floor_acts.rebuy, user_id=user_id, key=key),
        "add_on": partial(floor_acts.add_on, user_id=user_id, key=key),
        "take_back": partial(floor_acts.take_back, user_id=user_id, bought=bought),
        "move": partial(floor_acts.rearrange, key=posted.get("move", "")),
        "undo": partial(floor_acts.undo, act_id=act_id),
        "finish": floor_acts.finish,
        "end": partial(floor_acts.end, counted=counted),
        "take_over": floor_acts.take_over,
    }
    if seconds in {str(time) for time in TIMES}:
        acts["time"] = partial(hosting.add_time, row=row, seconds=int(seconds), key=key)
    return acts


def _may_take_over(game: HomeGame, you: HomePlayer | None, *, now: datetime) -> bool:
    if you is None or you.removed_at is not None or game.is_host(you.user_id):
        return False
    running = event_of(game).status == Tournament.Status.RUNNING
    return running and hosting.is_away(game, now=now)


def _members(game: HomeGame) -> list[User] | None:
    """Return the players whom the owner of the game lists and who are not in it; None without a
    list."""
    members = gates.members(game)
    if members is None:
        return None
    there = {*game.players.values_list("user", flat=True)}
    return [user for user in members if user.pk not in there]


def _names(game: HomeGame) -> list[str]:
    """Return names that the host has typed in earlier nights and that are not in this one."""
    typed = HomePlayer.objects.filter(game__host=game.host_id).exclude(called="").order_by("-pk")
    here = {*game.players.values_list("called", flat=True)}
    names = dict.fromkeys(typed.values_list("called", flat=True)[: 4 * NAMES_OFFERED])
    return [name for name in names if name not in here][:NAMES_OFFERED]
