"""Admission to the games of clubs: members alone (CLUB-4)."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower

from core import own_texts
from core.jobs import attempt
from core.refusal import Refusal
from core.types import UserId
from players.models import User
from tournaments.clubs import access
from tournaments.clubs.access import Role
from tournaments.clubs.models import Club, ClubGame, ClubMember
from tournaments.clubs.refusals import ClubCode
from tournaments.home import hosting
from tournaments.home.models import HomeGame, HomePlayer


def club_of(game: HomeGame) -> Club | None:
    """Return the club of a home game, or None."""
    if game.tournament_id is None:
        return Club.objects.filter(games__cash_game=game.cash_game_id).first()
    return Club.objects.filter(games__tournament=game.tournament_id).first()


# What ``home_of`` reads.
HOMES = ("tournament__home_game", "cash_game__home_game")


def home_of(game: ClubGame) -> HomeGame | None:
    """Return the home game of a game of a club; None before it is open, and without its notes."""
    played = game.tournament or game.cash_game
    return getattr(played, "home_game", None)


def gate(game: HomeGame, user_id: int | None) -> None:
    """Refuse MEMBERS_ONLY and CLUB_SUSPENDED in a game of a club (``home.gates``)."""
    club = club_of(game)
    if club is None:
        return
    if access.role_of(club_id=club.pk, user_id=user_id) is None:
        raise Refusal(ClubCode.MEMBERS_ONLY)
    if club.suspended_at is not None:
        raise Refusal(ClubCode.CLUB_SUSPENDED)


def members(game: HomeGame) -> Sequence[User] | None:
    """Return the members of the club of a home game by name; None without one (``home.gates``)."""
    club = club_of(game)
    if club is None:
        return None
    there = club.members.filter(left_at=None)
    return list(User.objects.filter(pk__in=there.values("user")).order_by(Lower("username")))


def put_out(club_id: int, user_id: UserId, *, by: UserId, in_play: bool, now: datetime) -> None:
    """Take a former member out of the games of a club that have not begun, and if ``in_play`` out
    of those that have, after the hand."""
    games = _going(club_id).filter(players__user=user_id, players__removed_at=None)
    if not in_play:
        games = games.filter(HomeGame.WAITING)
    for game_id in games.order_by("pk").values_list("pk", flat=True):
        why = own_texts.REMOVED_BY_CLUB
        hosting.put_out(game_id=game_id, by=by, user_id=user_id, why=why, now=now)


def end_what_has_not_begun(club_id: int, *, now: datetime) -> None:
    """End the open games of a closed club that have not begun."""
    waiting = _going(club_id).filter(HomeGame.WAITING)
    for game_id in waiting.order_by("pk").values_list("pk", flat=True):
        hosting.call_off(game_id=game_id, now=now)


def sweep(*, now: datetime) -> int:
    """Take former members out of games that have not begun, banned ones out of all, and end
    unstarted games of closed clubs, where a verb could not. Return how many were looked at.

    A member may sit down at the same moment as they leave.
    """
    club = Coalesce("game__tournament__club_game__club", "game__cash_game__club_game__club")
    going = HomeGame.objects.exclude(HomeGame.OVER)
    still_in = HomePlayer.objects.filter(removed_at=None, game__in=going).annotate(club_id=club)
    members = ClubMember.objects.filter(club=OuterRef("club_id"), user=OuterRef("user"))
    owners = ClubMember.objects.filter(club=OuterRef("club_id"), role=Role.OWNER)
    waits = Q(game__in=HomeGame.objects.filter(HomeGame.WAITING))
    players = still_in.annotate(
        left_at=Subquery(members.values("left_at")),
        banned_at=Subquery(members.values("banned_at")),
        owner=Subquery(owners.values("user")[:1]),
    ).filter(Q(banned_at__isnull=False) | Q(left_at__isnull=False) & waits)
    found = list(players.values_list("club_id", "user", "owner", "banned_at"))
    for club_id, user_id, owner, banned_at in found:
        act: dict[str, Any] = {"by": UserId(owner), "in_play": banned_at is not None, "now": now}
        put = partial(put_out, club_id, UserId(user_id), **act)
        attempt("take a former member out of games", put, club=club_id)
    unstarted = HomeGame.objects.filter(HomeGame.WAITING)
    closed = Club.objects.filter(closed_at__isnull=False).filter(
        Q(games__tournament__in=unstarted.values("tournament"))
        | Q(games__cash_game__in=unstarted.values("cash_game"))
    )
    ended = list(closed.distinct().values_list("pk", flat=True))
    for club_id in ended:
        end = partial(end_what_has_not_begun, club_id, now=now)
        attempt("end the games of a closed club", end, club=club_id)
    return len(found) + len(ended)


def open_or_planned(club: Club) -> "QuerySet[ClubGame]":
    """Return the games of a club that are planned, open or in play."""
    there = club.games.filter(called_off_at=None)
    return there.exclude(ClubGame.OVER).order_by("starts_at", "pk")


def _going(club_id: int) -> "QuerySet[HomeGame]":
    of_club = Q(tournament__club_game__club=club_id) | Q(cash_game__club_game__club=club_id)
    return HomeGame.objects.filter(of_club).exclude(HomeGame.OVER)
