"""The pages of home games: opening one, its room, and settling up (HOME-1, HOME-2)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import uuid4

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import room_clock
from core.own_texts import own_text
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.replies import lead_to, refusal_as_message, turn_away
from core.pages.requests import number, who
from core.refusal import Refusal
from core.sentences import say
from core.types import Chips, UserId
from players import room_settings as player_settings
from players.contacts import friends
from players.contacts.pages import chosen_friends
from players.models import User
from players.pages import guests, rate_limits
from tables.live import record
from tables.models import Table
from tournaments import room_settings
from tournaments.entry import registration
from tournaments.home import chat, games, gates, hosting, settling, venues
from tournaments.home.cash import FEWEST, FEWEST_BLINDS, cash_of, table_of
from tournaments.home.forms import HomeForm
from tournaments.home.kinds import SeatWish
from tournaments.home.models import HomeGame, HomePayment, HomePlayer
from tournaments.models import Entry, Tournament
from tournaments.pages.lobby.listed import listings
from tournaments.pages.wall.codes import qr
from tournaments.refusals import EventCode
from tournaments.templatetags.written import written

# Seconds that one press adds to a level.
MORE_TIME = 300
LONGEST_KEY = 32


@dataclass(frozen=True, slots=True)
class Seen:
    """A player as the room of a game shows them; ``stands`` without a seat of a cash game."""

    user_id: int
    name: str
    is_host: bool
    is_you: bool
    out: bool = False
    stands: bool = False


@dataclass(frozen=True, slots=True)
class HomeDebt:
    """A payment as the settle-up page shows it to one reader."""

    payment: HomePayment
    payer: str
    payee: str
    may_tick: bool


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a home game: a form in which all has a default. A visitor becomes a guest."""
    if not room_settings.HOME_GAMES.value():
        raise Http404
    form = HomeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusal_as_message(request):
            game = _create(request, form)
            answer = redirect("home_game", game.token)
            if guests.is_guest(request):
                guests.remember(request, answer)
            return answer
    context = {
        "form": form,
        "key": uuid4().hex,
        "called": request.POST.get("name", ""),
    }
    return render(request, "tournaments/home/new.html", context)


def _create(request: HttpRequest, form: HomeForm) -> HomeGame:
    """Open the game that was asked for. Refuses HOME_GAMES_FROM_HERE, and what ``games.create``
    and ``guests.come_in`` refuse."""
    rate = f"{room_settings.HOME_GAMES_AN_ADDRESS.value()}/d/ip"
    counted = rate_limits.consume(request, "home_game", rate=rate)
    if not counted:
        raise Refusal(EventCode.HOME_GAMES_FROM_HERE)
    try:
        return games.create(
            host_id=_player(request),
            terms=form.terms(),
            key=request.POST.get("key", "")[:LONGEST_KEY] or uuid4().hex,
            now=room_clock.now(),
        )
    except Refusal:
        counted.rollback()
        raise


def _player(request: HttpRequest) -> UserId:
    """The reader, who becomes a guest of the name they have typed. Refuses what
    ``guests.come_in`` refuses."""
    if isinstance(request.user, User):
        return UserId(request.user.pk)
    called = request.POST.get("name", "").strip()
    return UserId(guests.come_in(request, of_age="of_age" in request.POST, called=called).pk)


@require_safe
def room(request: HtmxRequest, token: str) -> HttpResponse:
    """Show a home game to those who have its link; htmx asks for the part that changes."""
    game, now = game_of(token), room_clock.now()
    if game.tournament is not None and (venue := venues.find(game.tournament.venue)):
        shown: HttpResponse = venue.page(request, game)
        return shown
    you = game.players.filter(user=request.user.pk).first() if request.user.pk else None
    if game.tournament is None:
        played = _cash_game(game, you)
    else:
        played = _event(game, game.tournament, request, now=now)
    if request.htmx and "waiting" in request.GET and played["leads_to"]:
        return lead_to(reverse("table", args=[played["leads_to"]]))
    barred = barred_from(request, game)
    link = request.build_absolute_uri(reverse("home_game", args=[game.token]))
    is_host = game.is_host(request.user.pk)
    context = {
        "game": game,
        "barred": barred,
        "you": you,
        "is_host": is_host,
        "friends": friends.of(who(request)) if is_host else [],
        "link": link,
        "qr": qr(link),
        "asked": _asked(request, game) if is_host else None,
        "chat": f"{chat.KIND}/{game.pk}" if player_settings.CHAT.value() else "",
        "wish": uuid4().hex,
        **played,
        **(result(request, game, you) if game.over else {}),
    }
    return whole_or_part(request, "tournaments/home/room.html", "parts/now.html", context)


def _event(
    game: HomeGame, event: Tournament, request: HttpRequest, *, now: datetime
) -> dict[str, Any]:
    """The part of the room about an event: the reader's place in it, its clock and its players."""
    (listing,) = listings([event], user_id=request.user.pk, now=now)
    is_in = listing.entry is not None and listing.entry.status in Entry.LIVE
    again = registration.may_enter_again(event, user_id=request.user.pk, now=now)
    players = [] if event.over else _entered(game, event, request)
    alone = event.status == Tournament.Status.RUNNING and event.live_count == 1
    return {
        "event": event,
        "play": event,
        "is_in": is_in,
        "sits": is_in,
        "again": again,
        "open": listing.open or again,
        "table_id": listing.table_id,
        "leads_to": listing.table_id,
        "enough": event.entry_count >= event.min_entries,
        "paused": event.pause is not None,
        "folded_may_chat": event.folded_may_chat,
        "reading": event.clock_at(now),
        # Late entry goes on for two levels more.
        "late_level": event.late_levels + 2 if listing.open else 0,
        "players": players,
        # The last player, while others could still enter.
        "last": next((one for one in players if alone and not one.out), None),
    }


def _cash_game(game: HomeGame, you: HomePlayer | None) -> dict[str, Any]:
    """The part of the room about a cash game: its stakes, the reader's seat, and its players."""
    cash, table = cash_of(game), record.read(table_of(game).pk)
    seated = {sitter.user for sitter in table.live.seats.values()}
    sits = you is not None and you.user_id in seated
    is_in = you is not None and you.removed_at is None
    # In its last hand a game that has ended is still played.
    table_id = table.id if is_in and table.status == Table.Status.OPEN else None
    players = game.players.filter(removed_at=None).select_related("user").order_by("pk")
    return {
        "cash": cash,
        "play": cash,
        "most_blind": cash.least // FEWEST_BLINDS,
        "is_in": is_in,
        "sits": sits,
        "again": False,
        "open": True,
        "table_id": table_id,
        "leads_to": table_id if sits and not game.waiting else None,
        "enough": len(seated) >= FEWEST,
        "paused": not game.waiting and table.live.frozen_at is not None,
        "folded_may_chat": game.folded_may_chat,
        "players": [
            Seen(
                row.user_id,
                row.user.get_username(),
                game.is_host(row.user_id),
                you is not None and row.pk == you.pk,
                stands=row.user_id not in seated,
            )
            for row in players
        ],
    }


def barred_from(request: HttpRequest, game: HomeGame) -> str:
    """Return the sentence by which the gate of a game's owner refuses the reader; "" if it lets
    them in."""
    try:
        gates.check(game, request.user.pk)
    except Refusal as refusal:
        return say(refusal)
    return ""


def game_of(token: str) -> HomeGame:
    """Return the home game of a link; 404 without one."""
    games_ = HomeGame.objects.select_related("tournament", "tournament__draw", "cash_game", "host")
    return get_object_or_404(games_, token=token)


def _entered(game: HomeGame, event: Tournament, request: HttpRequest) -> list[Seen]:
    """The players who are in, in the order in which they came; those who are out last."""
    entries = event.entries.exclude(status=Entry.Status.WITHDRAWN).order_by("pk")
    live = {entry.user_id: entry.status in Entry.LIVE for entry in entries}
    rows = game.players.filter(user__in=live).select_related("user").order_by("pk")
    seen = [
        Seen(
            row.user_id,
            row.user.get_username(),
            game.is_host(row.user_id),
            row.user_id == request.user.pk,
            out=not live[row.user_id],
        )
        for row in rows
    ]
    return sorted(seen, key=lambda one: one.out)


def _asked(request: HttpRequest, game: HomeGame) -> dict[str, Any] | None:
    """The act that the host is asked to confirm: the end of the game, or a player's removal."""
    if "end" in request.GET:
        return {"act": "end"}
    user_id = number(request.GET.get("remove", ""))
    player = game.players.filter(user=user_id or 0, removed_at=None).select_related("user").first()
    return None if player is None else {"act": "remove", "player": player.user}


def result(request: HttpRequest, game: HomeGame, you: HomePlayer | None) -> dict[str, Any]:
    """Return the results and the payments of a finished game, for its players alone."""
    if you is None:
        return {"results": None}
    if game.settled_at is None:
        # The event has just ended: its settlement follows.
        return {"counting": True}
    # In a cash game nobody has a place: those who won most come first.
    won = F("chips_taken") - F("chips_bought")
    players = list(game.players.select_related("user").order_by("place", won.desc(), "pk"))
    names: dict[int, str] = {player.user_id: player.name for player in players}
    rows = game.payments.select_related("ticked_by").order_by("-amount", "pk")
    payments = [
        HomeDebt(
            payment,
            names[payment.payer_id],
            names[payment.payee_id],
            settling.may_tick(game, payment, request.user.pk),
        )
        for payment in rows
    ]
    lines = [
        _("%(payer)s pays %(payee)s %(amount)s")
        % {
            "payer": owed.payer,
            "payee": owed.payee,
            "amount": written(owed.payment.amount, game.unit),
        }
        + (" ✓" if owed.payment.ticked_at else "")
        for owed in payments
    ]
    note = _("A note among the players: no money is moved here.")
    return {
        "results": [player for player in players if player.buy_ins],
        "payments": payments,
        "text": "\n".join([own_text(game.title), *lines, note]),
    }


@require_POST
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down: with an account, or as a guest who has typed a name."""
    game = game_of(token)
    answer = redirect("home_game", token)
    with refusal_as_message(request):
        # Before a visitor becomes a guest.
        gates.check(game, request.user.pk)
        amount = number(request.POST.get("amount", ""))
        key = request.POST.get("key", "")[:LONGEST_KEY]
        wish = SeatWish(None if amount is None else Chips(amount), key)
        games.join(token=token, user_id=_player(request), wish=wish, now=room_clock.now())
    if guests.is_guest(request):
        guests.remember(request, answer)
    return answer


@require_POST
def leave(request: HttpRequest, token: str) -> HttpResponse:
    """Leave before the start."""
    game = game_of(token)
    if not request.user.is_authenticated:
        return turn_away(request)
    with refusal_as_message(request):
        games.leave(game_id=game.pk, user_id=who(request), now=room_clock.now())
    return redirect("home_game", token)


Act = Callable[..., object]


def _acts(posted: QueryDict) -> dict[str, Act]:
    """The acts of a host by their names in the forms."""
    user_id, row = number(posted.get("player", "")) or 0, number(posted.get("row", "")) or 0
    key = posted.get("key", "")[:LONGEST_KEY] or uuid4().hex
    return {
        "start": hosting.start,
        "pause": hosting.pause,
        "resume": hosting.resume,
        "set_blinds": partial(hosting.set_blinds, big_blind=number(posted.get("blind", "")) or 0),
        "level_again": partial(hosting.level_again, row=row, key=key),
        "next_level": partial(hosting.next_level, row=row),
        "finish": hosting.finish,
        "add_time": partial(hosting.add_time, row=row, seconds=MORE_TIME, key=key),
        "late_entry": partial(
            hosting.allow_late_entry, levels=number(posted.get("levels", "")) or 0, key=key
        ),
        "close_entry": partial(hosting.set_entry, is_open=False),
        "open_entry": partial(hosting.set_entry, is_open=True),
        "open_chat": partial(hosting.set_chat, folded_may_talk=True),
        "close_chat": partial(hosting.set_chat, folded_may_talk=False),
        "renew_link": hosting.renew_link,
        "remove": partial(hosting.remove, user_id=UserId(user_id)),
        "hand_over": partial(hosting.hand_over, user_id=UserId(user_id)),
        "end": hosting.end,
        "invite_friends": partial(hosting.invite, to=chosen_friends(posted)),
    }


@require_POST
def act(request: HttpRequest, token: str) -> HttpResponse:
    """Do what the host has pressed."""
    game = game_of(token)
    if not request.user.is_authenticated:
        return turn_away(request)
    verb = _acts(request.POST).get(request.POST.get("act", ""))
    if verb is None:
        raise Http404
    with refusal_as_message(request):
        verb(game_id=game.pk, by=who(request), now=room_clock.now())
        if verb is hosting.start and game.cash_game_id is not None:
            # Its table is there already; that of an event is opened by the event's next step.
            return redirect("table", table_of(game).pk)
    game.refresh_from_db(fields=["token"])
    return redirect("home_game", game.token if game.is_host(who(request)) else token)


@require_POST
def tick(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    """Tick a payment as paid, or not."""
    game = game_of(token)
    if not request.user.is_authenticated:
        return turn_away(request)
    with refusal_as_message(request):
        settling.tick(
            game_id=game.pk,
            payment_id=pk,
            by=who(request),
            paid=request.POST.get("paid") == "yes",
            now=room_clock.now(),
        )
    return redirect("home_game", token)


@require_safe
def of_event(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead the players of a home game, and staff, to its room, or to the results of one whose
    notes are deleted; 404 for all others."""
    game = HomeGame.objects.select_related("tournament").filter(tournament=pk).first()
    if game is None:
        return redirect("results", pk)
    is_player = game.players.filter(user=request.user.pk or 0).exists()
    if not is_player and not request.user.is_staff:
        raise Http404
    return redirect("home_game", game.token)
