"""The pages of clubs: those of the reader, a club's lobby, members, games and settings (CLUB-1)."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings as django_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import room_clock
from core.pages.replies import refusal_as_message, turn_away
from core.pages.requests import number, who
from core.refusal import Refusal
from core.sentences import say
from core.types import UserId
from players import room_settings as player_settings
from players.contacts import friends
from players.contacts.pages import chosen_friends
from players.pages import guests, rate_limits
from players.pages.pictures import FOR_GOOD
from players.profile import pictures
from players.requests import PlayerRequest
from tournaments import room_settings
from tournaments.clubs import (
    access,
    calendars,
    chat,
    founding,
    membership,
    moderation,
    planning,
    play,
)
from tournaments.clubs.access import MANAGERS, Role
from tournaments.clubs.forms import ClubForm, ClubGameForm, ClubInvitationForm, ReportForm, initial
from tournaments.clubs.models import GROUND, TEXT, Club, ClubGame, ClubMember, ClubPicture
from tournaments.home.models import HomePlayer
from tournaments.models import Entry
from tournaments.pages.lobby import ics, planner
from tournaments.pages.lobby.schedule_views import RETRY_SECONDS, ics_answer

LONGEST_KEY = 32
# Finished games on a club's page.
MOST_FINISHED = 20
YEAR = 365 * 24 * 3600
# The length of a game in a calendar.
LENGTH = timedelta(hours=2)


class SeenGame(NamedTuple):
    """A game as the lobby of a club shows it: ``url`` leads to it while it is open, to its results
    for those who may read them."""

    row: ClubGame
    state: str
    url: str = ""
    players: int = 0
    winner: str = ""
    may_call_off: bool = False
    may_take_over: bool = False
    may_sit: bool = False


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the reader's clubs; visitors and guests read why they need an account."""
    if not room_settings.CLUBS.value():
        raise Http404
    memberships = (
        access.memberships(request.user.pk)
        .select_related("club", "club__picture")
        .annotate(members=Count("club__members", filter=Q(club__members__left_at=None)))
    )
    context: dict[str, Any] = {
        "memberships": memberships.order_by("club__name"),
        "needs_account": not request.user.is_authenticated or guests.is_guest(request),
    }
    return render(request, "tournaments/clubs/mine.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: PlayerRequest) -> HttpResponse:
    """Found a club."""
    if not room_settings.CLUBS.value():
        raise Http404
    if guests.is_guest(request):
        return redirect("clubs")
    first = {"ground": GROUND, "text_colour": TEXT}
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm(initial=first)
    if request.method == "POST" and form.is_valid():
        key = request.POST.get("key", "")[:LONGEST_KEY] or uuid4().hex
        try:
            club = founding.found(
                by=who(request), choices=form.choices(), key=key, now=room_clock.now()
            )
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return redirect("club_members", club.slug)
    context = {"form": form, "key": request.POST.get("key") or uuid4().hex}
    return render(request, "tournaments/clubs/new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club that a link invites to, and join it; a guest signs up first, and comes back."""
    try:
        club = membership.invited_to(token, now=room_clock.now())
    except Refusal as refusal:
        refused = {"refused": say(refusal)}
        return render(request, "tournaments/clubs/join.html", refused, status=404)
    needs_account = not request.user.is_authenticated or guests.is_guest(request)
    if request.method == "POST" and not needs_account:
        with refusal_as_message(request):
            membership.join(token=token, user_id=who(request), now=room_clock.now())
            messages.success(request, _("Welcome to %(club)s.") % {"club": club.name})
            return redirect("club", club.slug)
    if access.role_of(club_id=club.pk, user_id=request.user.pk) is not None:
        return redirect("club", club.slug)
    context = {**head(club), "needs_account": needs_account}
    return render(request, "tournaments/clubs/join.html", context)


@require_safe
def lobby(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: to its members with its games, to all others what it is."""
    club = _club(slug)
    role = access.role_of(club_id=club.pk, user_id=request.user.pk)
    context = head(club, role)
    if role is None:
        return render(request, "tournaments/clubs/front.html", context)
    me = club.members.get(user=request.user.pk)
    secret = calendars.address(me)
    address = secret and request.build_absolute_uri(reverse("club_calendar", args=[secret]))
    context |= {
        "games": _games(club, me),
        "chat": f"{chat.KIND}/{club.pk}" if player_settings.CHAT.value() else "",
        "may_open": access.may_open_games(club, role),
        "manages": role in MANAGERS,
        "address": address,
        "report": ReportForm(auto_id="report_%s"),
        "leaves": "leave" in request.GET and role != Role.OWNER,
        "reported": club.reports.filter(by=request.user.pk, closed_at=None).exists(),
    }
    return render(request, "tournaments/clubs/lobby.html", context)


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """List the members of a club; its managers invite, remove and ban here."""
    club, role = as_member(request, slug)
    now = room_clock.now()
    manages = role in MANAGERS
    rows = membership.present(club).select_related("user")
    order = [Role.OWNER, Role.MANAGER, Role.MEMBER]
    context = {
        **head(club, role),
        "manages": manages,
        "owns": role == Role.OWNER,
        "members": sorted(rows, key=lambda row: order.index(Role(row.role))),
        "asked": _asked(request, club, role),
    }
    if manages:
        links = membership.valid_invitations(club, now=now).select_related("made_by")
        context |= {
            "invitations": [
                (row, request.build_absolute_uri(reverse("club_join", args=[row.token])))
                for row in links
            ],
            "invite": ClubInvitationForm(),
            "friends": friends.of(who(request)),
            "banned": club.members.exclude(banned_at=None).select_related("user"),
        }
    return render(request, "tournaments/clubs/members.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a club, as its owner."""
    club, role = as_member(request, slug)
    if role != Role.OWNER:
        raise Http404
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm.of(club)
    if request.method == "POST" and form.is_valid():
        try:
            club = founding.change(
                club_id=club.pk, by=who(request), choices=form.choices(), now=room_clock.now()
            )
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The club is changed."))
            return redirect("club", club.slug)
    context = {
        **head(club, role),
        "form": form,
        "most": pictures.LARGEST // 1000,
        "closes": "close" in request.GET,
    }
    return render(request, "tournaments/clubs/settings.html", context)


@require_POST
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace the picture of a club by the one that was sent, or remove it."""
    club, role = as_member(request, slug)
    if role != Role.OWNER:
        raise Http404
    sent = request.FILES.get("picture")
    with refusal_as_message(request):
        if not rate_limits.consume(request, "club_picture", key=str(club.pk), rate="20/d/key"):
            return HttpResponse(status=429)
        content = None if "remove" in request.POST else b""
        if sent is not None and content is not None:
            content = sent.read(pictures.LARGEST + 1)
        founding.set_picture(club_id=club.pk, by=who(request), sent=content, now=room_clock.now())
    return redirect("club_settings", club.slug)


@require_safe
def image(request: HttpRequest, key: str) -> HttpResponse:
    """Return the picture of a club by its key, without a check: its front page shows it."""
    shown = _shown_pictures().filter(key=key)
    content = shown.values_list("image", flat=True).first()
    if content is None:
        raise Http404
    return HttpResponse(
        bytes(content), content_type="image/webp", headers={"Cache-Control": FOR_GOOD}
    )


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def colours(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the colours of a club; a change has another address."""
    return HttpResponse(_style(_club(slug)), content_type="text/css")


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan a game of a club, or open it now; ``template`` fills the form in."""
    club, role = as_member(request, slug)
    if not access.may_open_games(club, role):
        raise Http404
    manages = role in MANAGERS
    first: dict[str, Any] = {"name": club.name}
    chosen = club.templates.filter(pk=number(request.GET.get("template", "")) or 0).first()
    if chosen is not None:
        first = {"name": chosen.name, **initial(chosen.terms)}
    posted = request.POST if request.method == "POST" else None
    form = ClubGameForm(posted, initial=first, manages=manages)
    if request.method == "POST" and form.is_valid():
        with refusal_as_message(request):
            return redirect(_plan(request, club, form, None if chosen is None else chosen.pk))
    context = {
        **head(club, role),
        "form": form,
        "key": request.POST.get("key") or uuid4().hex,
        "manages": manages,
        "templates": club.templates.order_by("name") if manages else [],
    }
    return render(request, "tournaments/clubs/new_game.html", context)


def _plan(request: HttpRequest, club: Club, form: ClubGameForm, template_id: int | None) -> str:
    """Do what the form says; return the page to go on to."""
    now, by = room_clock.now(), who(request)
    chosen, terms = form.cleaned_data, form.terms()
    page = reverse("club", args=[club.slug])
    weekdays = chosen.get("weekdays") or []
    if chosen.get("saves") or weekdays:
        template = planning.save_template(
            club_id=club.pk,
            by=by,
            name=chosen["name"],
            terms=terms,
            weekdays=weekdays,
            at=chosen.get("at"),
            now=now,
        )
        if weekdays:
            return page
        template_id = template.pk
    game = planning.plan(
        club_id=club.pk,
        by=by,
        name=chosen["name"],
        terms=terms,
        starts_at=chosen["starts_at"],
        key=request.POST.get("key", "")[:LONGEST_KEY] or uuid4().hex,
        template_id=template_id,
        now=now,
    )
    home = play.home_of(game)
    return page if home is None else reverse("home_game", args=[home.token])


Act = Callable[..., object]


def _acts(posted: QueryDict) -> dict[str, Act]:
    """The acts of members by their names in the forms."""
    user_id = UserId(number(posted.get("player", "")) or 0)
    pk = number(posted.get("pk", "")) or 0
    days, uses = (number(posted.get(name, "")) or 0 for name in ("days", "most_uses"))
    return {
        "invite": partial(membership.invite, days=days, most_uses=uses),
        "invite_friends": partial(membership.invite_friends, to=chosen_friends(posted)),
        "revoke": partial(membership.revoke, invitation_id=pk),
        "remove": partial(membership.remove, user_id=user_id),
        "ban": partial(membership.ban, user_id=user_id),
        "lift_ban": partial(membership.lift_ban, user_id=user_id),
        "make_manager": partial(membership.set_role, user_id=user_id, role=Role.MANAGER),
        "make_member": partial(membership.set_role, user_id=user_id, role=Role.MEMBER),
        "hand_over": partial(membership.hand_over, user_id=user_id),
        "close": founding.close,
        "call_off": partial(planning.call_off, game_id=pk),
        "take_over": partial(planning.take_over, game_id=pk),
        "delete_template": partial(planning.delete_template, template_id=pk),
        "report": partial(moderation.report, why=posted.get("why", "")),
    }


# The page to go on to after an act; the club's own after all others.
_AFTER = {
    **dict.fromkeys(
        (
            "invite",
            "invite_friends",
            "revoke",
            "remove",
            "ban",
            "lift_ban",
            "make_manager",
            "make_member",
        ),
        "club_members",
    ),
    "hand_over": "club_members",
    "delete_template": "club_new_game",
}


@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what a member has pressed."""
    club = _club(slug)
    if not request.user.is_authenticated:
        return turn_away(request)
    name = request.POST.get("act", "")
    by, now = who(request), room_clock.now()
    with refusal_as_message(request):
        if name == "leave":
            membership.leave(club_id=club.pk, user_id=by, now=now)
            return redirect("clubs")
        if name == "calendar":
            calendars.renew(club_id=club.pk, user_id=by, ends="end" in request.POST)
            return redirect(f"{reverse('club', args=[slug])}#calendar")
        verb = _acts(request.POST).get(name)
        if verb is None:
            raise Http404
        verb(club_id=club.pk, by=by, now=now)
        if name == "close":
            return redirect("clubs")
        if name == "report":
            messages.success(request, _("Thank you. The staff will look at it."))
    return redirect(_AFTER.get(name, "club"), slug)


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Send the games of a club by a member's secret address; 404 once that is renewed or the member
    has left, 429 over the rate limit."""
    member = calendars.member_of(token)
    if member is None:
        raise Http404
    if not rate_limits.consume(request, "calendar", key=f"club:{member.pk}"):
        return HttpResponse(status=429, headers={"Retry-After": RETRY_SECONDS})
    recent = member.club.games.filter(starts_at__gte=room_clock.now() - planner.REMEMBERED)
    url = request.build_absolute_uri(reverse("club", args=[member.club.slug]))
    games = recent.order_by("-starts_at", "-pk")[: planner.MOST]
    dates = [_date(game, member.club, url) for game in games]
    return ics_answer(request, ics.calendar(dates, name=member.club.name))


def _date(game: ClubGame, club: Club, url: str) -> ics.Date:
    """Return a game for a calendar; one that is called off stays, marked as such."""
    cancelled = game.called_off_at is not None
    return ics.Date(
        uid=f"club-game-{game.pk}@{urlsplit(django_settings.PUBLIC_URL).netloc}",
        sequence=int(cancelled),
        stamp=game.called_off_at or game.planned_at,
        begins=game.starts_at,
        ends=game.starts_at + LENGTH,
        summary=game.name,
        about=club.name,
        url=url,
        cancelled=cancelled,
    )


def _club(slug: str) -> Club:
    return get_object_or_404(Club.objects.select_related("picture"), slug=slug, closed_at=None)


def as_member(request: HttpRequest, slug: str) -> tuple[Club, Role]:
    """Return a club and the reader's role in it; 404 for all who have none."""
    club = _club(slug)
    role = access.role_of(club_id=club.pk, user_id=request.user.pk)
    if role is None:
        raise Http404
    return club, role


def head(club: Club, role: Role | None = None) -> dict[str, Any]:
    """Return what the head of every page of a club shows to a reader of this role."""
    version = hashlib.blake2s(_style(club).encode(), digest_size=6).hexdigest()
    return {
        "club": club,
        "role": role,
        "picture": _shown_pictures().filter(club=club).values_list("key", flat=True).first(),
        "member_count": membership.present(club).count(),
        "style": f"{reverse('club_colours', args=[club.slug])}?{version}",
    }


def _shown_pictures() -> "QuerySet[ClubPicture]":
    """Return the pictures of clubs that are neither closed nor suspended (CLUB-6)."""
    return ClubPicture.objects.filter(club__closed_at=None, club__suspended_at=None)


def _style(club: Club) -> str:
    return f".club-head {{\n  background: {club.ground};\n  color: {club.text_colour};\n}}\n"


def _asked(request: HttpRequest, club: Club, role: Role) -> dict[str, Any] | None:
    """Return the act that the reader is asked to confirm, and the member whom it concerns."""
    if role not in MANAGERS:
        return None
    for name in ("remove", "ban", "hand_over"):
        user_id = number(request.GET.get(name, "")) or 0
        member = membership.present(club).filter(user=user_id).select_related("user").first()
        if member is not None:
            return {"act": name, "member": member}
    return None


def _games(club: Club, me: ClubMember) -> dict[str, list[SeenGame]]:
    """Return the games of a club as a member sees them: open, coming and finished."""
    going = play.open_or_planned(club).select_related("planned_by", *play.HOMES)
    over = club.games.filter(ClubGame.OVER).select_related(*play.HOMES)
    games = [*going, *over.order_by("-starts_at", "-pk")[:MOST_FINISHED]]
    events = [game.tournament_id for game in games if game.tournament_id is not None]
    entries = Entry.objects.filter(tournament__in=events).exclude(status=Entry.Status.WITHDRAWN)
    mine = set(entries.filter(user=me.user_id).values_list("tournament", flat=True))
    winners = dict(entries.filter(place=1).values_list("tournament", "user__username"))
    cash = [game.cash_game_id for game in games if game.cash_game_id is not None]
    in_cash = HomePlayer.objects.filter(game__cash_game__in=cash, removed_at=None)
    my_cash = set(in_cash.filter(user=me.user_id).values_list("game__cash_game", flat=True))
    players = dict(in_cash.values_list("game__cash_game").annotate(Count("pk")).order_by())
    manages = me.role in MANAGERS
    seen: dict[str, list[SeenGame]] = {"open": [], "coming": [], "finished": []}
    for game in games:
        if not game.opened:
            may_call_off = manages or game.planned_by_id == me.user_id
            seen["coming"].append(SeenGame(game, "coming", may_call_off=may_call_off))
            continue
        event, home = game.tournament, play.home_of(game)
        if event is None:
            played, is_over = game.cash_game_id in my_cash, home is None or home.over
            count, url, winner = players.get(game.cash_game_id, 0), "", ""
        else:
            played, is_over, count = event.pk in mine, event.over, event.entry_count
            url = reverse("results", args=[event.pk]) if played else ""
            winner = winners.get(event.pk, "")
        if home is not None and (played or not is_over):
            url = reverse("home_game", args=[home.token])
        may_take_over = manages and played and home is not None and not home.is_host(me.user_id)
        one = SeenGame(
            game,
            "finished" if is_over else "open",
            url,
            count,
            winner,
            may_take_over=may_take_over and not is_over,
            may_sit=home is not None and home.waiting and not played,
        )
        seen[one.state].append(one)
    return seen
