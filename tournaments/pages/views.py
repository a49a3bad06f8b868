"""An event's page, VeloX, and a player's own events."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.money import as_chips
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.replies import lead_to, refusal_as_message
from core.pages.requests import number
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.wallets import play_money
from players import room_settings as player_settings
from players.pages import guests
from players.requests import PlayerRequest
from tables.cash import stays
from tournaments import chat
from tournaments.entry import acts, admission, check_in, offers, purchases, registration
from tournaments.models import Entry, Tournament
from tournaments.money import tickets
from tournaments.pages import (
    amendments_shown,
    cancellation_page,
    sheet,
    shootout_page,
    terms_sheet,
    velox_page,
)
from tournaments.pages.lobby.listed import Listing, listings
from tournaments.pages.lobby.places import in_order
from tournaments.play import deals
from tournaments.play import velox as velox_verbs

RESULTS_A_PAGE = 25
LONGEST_KEY = 64
# In the session: the event that its owner has just entered.
ENTERED = "entered"
# The reader's place in an event as its page shows it, by venue; registered from outside.
OWN_SEATS: dict[str, Callable[..., object]] = {}
AHEAD = (Entry.Status.REGISTERED, Entry.Status.PLAYING)


def _own_seat(event: Tournament, *, user_id: int | None, now: datetime) -> object:
    reader = OWN_SEATS.get(event.venue)
    return reader and reader(event, user_id=user_id, now=now)


@require_safe
def tournament(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show one event in full; htmx asks for the part that changes."""
    event = get_object_or_404(admission.seen_by(request.user), pk=pk)
    if event.home:
        # Its players have a page of their own (HOME-1).
        page = reverse("home_of_event", args=[pk])
        return lead_to(page) if request.htmx else redirect(page)
    now = room_clock.now()
    (listing,) = listings([event], user_id=request.user.pk, now=now)
    # Asked first: a reader who comes back later is not led to the table.
    if _comes_for_the_seat(request, event) and listing.table_id and event.floor.deals:
        seat = reverse("table", args=[listing.table_id])
        return lead_to(seat) if request.htmx else redirect(seat)
    with as_chips(event.free):
        return _page(request, listing, now=now)


def _page(request: HtmxRequest, listing: Listing, *, now: datetime) -> HttpResponse:
    event = listing.event
    # The terms of a private event are public, its players are not.
    watched = admission.may_watch(event, request.user)
    confirming = request.GET.get("confirm")
    context = {
        "listing": listing,
        "event": event,
        "structure": list(sheet.structure(listing)),
        "prizes": sheet.paid_places(listing, entries=number(request.GET.get("entries", ""))),
        "watched": watched,
        "players": sheet.players_page(event, request.GET.get("page"), now=now) if watched else (),
        "tables": (
            sheet.tables_page(event, request.GET.get("tables"), own=listing.table_id, now=now)
            if watched
            else ()
        ),
        "staff_messages": acts.staff_messages(event, user_id=request.user.pk, now=now)
        if watched
        else (),
        "amendments": amendments_shown.listing(event),
        "asked": confirming,
        "may_deal": bool(listing.table_id) and deals.refusal(event, now=now) is None,
        "live_seat": _own_seat(event, user_id=request.user.pk, now=now),
        "rounds": shootout_page.rounds(event) if watched else (),
        "rounds_in_all": shootout_page.in_all(event, entries=listing.field),
        **_entrance(listing, confirming, user_id=request.user.pk, now=now),
        "cancelled": cancellation_page.sight(event, user_id=request.user.pk),
        "sight": velox_page.sight(event, user_id=request.user.pk, now=now) if event.draw else None,
        "chat": f"{chat.KIND}/{event.pk}"
        if listing.entry is not None and chat.is_on(event)
        else "",
    }
    return whole_or_part(request, "tournaments/tournament.html", "parts/event.html", context)


@require_safe
def terms(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the event's sheet to print: every term with its rule, prizes and structure (INFO-2)."""
    event = get_object_or_404(admission.seen_by(request.user), pk=pk)
    (listing,) = listings([event], user_id=request.user.pk, now=room_clock.now())
    with as_chips(event.free):
        context = {
            "event": event,
            "listing": listing,
            "terms": terms_sheet.terms(event),
            "amendments": amendments_shown.listing(event),
            "structure": list(sheet.structure(listing)),
            "prizes": None if event.draw else sheet.paid_places(listing),
            "odds": velox_page.odds(event) if event.draw else None,
            "rounds_in_all": shootout_page.in_all(event, entries=listing.field),
        }
        return render(request, "tournaments/sheet.html", context)


@require_safe
def velox(request: HtmxRequest) -> HttpResponse:
    """Show every VeloX with its odds, to enter with one click; htmx asks for the games alone."""
    context = {
        "groups": velox_page.groups(user_id=request.user.pk, now=room_clock.now()),
        "latest": velox_page.latest(),
    }
    return whole_or_part(request, "tournaments/velox.html", "parts/velox_games.html", context)


@require_safe
def velox_draw(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show the draw of one prize and, once its seed is revealed, the proof."""
    drawn = Tournament.objects.filter(draw__isnull=False).select_related("draw")
    event = get_object_or_404(drawn, pk=pk)
    now = room_clock.now()
    (listing,) = listings([event], user_id=request.user.pk, now=now)
    context = {
        "event": event,
        "listing": listing,
        "watched": admission.may_watch(event, request.user),
        "sight": velox_page.sight(event, user_id=request.user.pk, now=now),
    }
    with as_chips(event.free):
        return whole_or_part(request, "tournaments/velox_draw.html", "parts/draw.html", context)


@require_POST
def set_seed(request: HttpRequest, pk: int) -> HttpResponse:
    page = reverse("tournament", args=[pk])
    if not request.user.is_authenticated:
        return redirect_to_login(page)
    with refusal_as_message(request):
        velox_verbs.set_seed(
            tournament_id=pk,
            user_id=request.user.pk,
            seed=request.POST.get("seed", "").strip(),
            now=room_clock.now(),
        )
        messages.success(request, _("Your seed is set. It takes part in the draw."))
    return redirect(page)


def _comes_for_the_seat(request: HtmxRequest, event: Tournament) -> bool:
    """Return whether the reader has just entered this event, and forget it; players who wait for
    the start are called by ``floor.notifications``."""
    entered = ENTERED in request.session and request.session.pop(ENTERED) == event.pk
    # The page of a draw shows its prize first.
    return entered and event.draw_id is None


def _entrance(
    listing: Listing, confirming: str | None, *, user_id: UserId | None, now: datetime
) -> dict[str, Any]:
    """The context for entering, leaving and buying chips (TRN-2)."""
    event = listing.event
    leaver = listing.entry if event.registering else None
    by_ticket = leaver is not None and tickets.pays(leaver)
    offer = offers.offer(event, user_id=user_id, now=now)
    price = offer.re_entry.price if offer.re_entry else event.entry_right
    back = leaver.price.right if leaver is not None and not by_ticket else 0
    return {
        "offer": offer,
        "free_entrance": _free_entrance(event, price, user_id=user_id, now=now),
        # The price of one more entry of this reader.
        "price": price,
        "ticket": tickets.fitting(event, user_id=user_id, price=price).first(),
        "by_ticket": by_ticket,
        # The cents that go back to the reader's wallet.
        "back": back,
        "balance_after": _balance_after(
            user_id, {"register": -price, "unregister": back}, confirming
        ),
        "final": event.entries_are_final(now),
        # The key of one purchase: pressed twice, it buys once.
        "wish": uuid4().hex,
        "again": offer.re_entry,
        "asks_password": admission.asks_password(event, user_id=user_id),
        "not_invited": not admission.is_invited(event, user_id=user_id),
        "check_in_open": event.check_in_open(now),
        "missed_check_in": check_in.missed(event, user_id=user_id),
    }


def _free_entrance(
    event: Tournament, price: int, *, user_id: UserId | None, now: datetime
) -> str | None:
    """Return how the reader enters an event for play money: as a "guest", by a press ("open"), or
    not, as their purse is "short"; None where an account and money are needed."""
    if not event.free:
        return None
    if user_id is None:
        return "guest" if player_settings.GUESTS.value() else None
    at_tables = stays.at_tables(user_id)
    purse = play_money.within_reach(user_id=user_id, at_tables=at_tables, now=now)
    return "open" if price <= purse else "short"


def _balance_after(user_id: UserId | None, changes: dict[str, int], confirming: str | None) -> int:
    """Return the wallet's balance after the change that its owner is asked to confirm; else 0."""
    if user_id is None or confirming not in changes:
        return 0
    return ledger.balance(accounts.player(user_id)) + changes[confirming]


@require_POST
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """Register the reader; a visitor enters an event for play money as a guest (FREE-2)."""
    done = _("You are registered. Good luck!")
    verb = partial(
        registration.register,
        ticket_id=_posted(request, "ticket"),
        password=request.POST.get("password", ""),
    )
    came = False
    if not request.user.is_authenticated and "of_age" in request.POST:
        with refusal_as_message(request):
            came = _come_in(request, pk, now=room_clock.now())
    answer = _change_entry(request, pk, verb, done)
    request.session[ENTERED] = pk
    if came:
        guests.remember(request, answer)
    return answer


def _come_in(request: HttpRequest, pk: int, *, now: datetime) -> bool:
    """Make a guest of a visitor who may enter an event for play money; return whether it is one.
    Refuses what ``guests.come_in`` refuses, and what bars everybody from registration."""
    event = get_object_or_404(admission.seen_by(request.user), pk=pk)
    if not event.free:
        return False
    if refusal := event.registration_refusal(now):
        raise Refusal(refusal, opens=event.registration_opens_at)
    guests.come_in(request, of_age=True)
    return True


@require_POST
def unregister(request: HttpRequest, pk: int) -> HttpResponse:
    done = _("You are no longer registered. Your payment has come back.")
    return _change_entry(request, pk, registration.unregister, done)


@require_POST
def confirm_presence(request: HttpRequest, pk: int) -> HttpResponse:
    return _change_entry(request, pk, check_in.check_in, _("You have checked in. Good luck!"))


@require_POST
def rebuy(request: HttpRequest, pk: int) -> HttpResponse:
    count = _posted(request, "count")
    verb = partial(purchases.rebuy, count=1 if count is None else count, key=_wish(request))
    done = _("Rebuy paid. The chips come at once, or after the hand you are in.")
    return _change_entry(request, pk, verb, done)


@require_POST
def add_on(request: HttpRequest, pk: int) -> HttpResponse:
    verb = partial(purchases.add_on, key=_wish(request))
    done = _("Add-on paid. The chips come at once, or after the hand you are in.")
    return _change_entry(request, pk, verb, done)


@require_safe
@login_required
def my_tournaments(request: PlayerRequest) -> HttpResponse:
    """Show the reader's events: being played, to come, and over with place and prize."""
    mine = Entry.objects.filter(user=request.user.pk).exclude(status=Entry.Status.WITHDRAWN)
    ahead = Tournament.objects.filter(entries__in=mine.filter(status__in=AHEAD))
    events = listings(in_order(ahead), user_id=request.user.pk, now=room_clock.now())
    over = mine.exclude(status__in=AHEAD).select_related("tournament").order_by("-pk")
    results = Paginator(over.prefetch_related("bounties"), RESULTS_A_PAGE)
    context = {
        "playing": [event for event in events if event.table_id],
        "tickets": tickets.unused(user_id=request.user.pk),
        "coming": [event for event in events if not event.table_id],
        "over": results.get_page(request.GET.get("page")),
    }
    return render(request, "tournaments/mine.html", context)


def _wish(request: HttpRequest) -> str:
    """Return the key of a purchase; raise BadRequest if it is not printable."""
    key = request.POST.get("key", "")[:LONGEST_KEY]
    if not key.isprintable():
        raise BadRequest
    return key


def _posted(request: HttpRequest, name: str) -> int | None:
    """Return a number of a form; None without one, 0, which verbs refuse, for other text."""
    text = request.POST.get(name)
    return None if text is None else number(text) or 0


def _change_entry(
    request: HttpRequest, pk: int, verb: Callable[..., object], done: str
) -> HttpResponse:
    page = reverse("tournament", args=[pk])
    if not request.user.is_authenticated:
        free = admission.seen_by(request.user).filter(play_money=True, pk=pk)
        # The page of an event for play money has the door for guests.
        return redirect(page) if free.exists() else redirect_to_login(page)
    with refusal_as_message(request):
        verb(tournament_id=pk, user_id=request.user.pk, now=room_clock.now())
        messages.success(request, done)
    return redirect(page)
