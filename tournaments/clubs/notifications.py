"""Notices to the members of a club about its games (CLUB-4)."""

from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse

from core.types import UserId
from players.models import Notice
from players.notices import news
from players.notices.news import News
from tournaments.clubs.models import ClubGame
from tournaments.home.models import HomeGame

# The life of a notice after the start.
LASTS: Final = timedelta(hours=2)


def planned(game: ClubGame, *, now: datetime) -> None:
    """Notify the members of a new game."""
    url = reverse("club", args=[game.club.slug])
    _tell(game, "club_planned", url, key=f"club_planned:{game.pk}", now=now)


def opened(game: ClubGame, home: HomeGame, *, now: datetime) -> None:
    """Notify the members that the page of a game is open."""
    url = reverse("home_game", args=[home.token])
    _tell(game, "club_opened", url, key=f"club_opened:{game.pk}", now=now)


def _tell(game: ClubGame, change: str, url: str, *, key: str, now: datetime) -> None:
    """Notify the members, except the one who has just planned the game."""
    members = game.club.members.filter(left_at=None).exclude(user=game.planned_by_id)
    data = {
        "name": game.name,
        "club": game.club.name,
        "change": change,
        "at": game.starts_at.isoformat(),
    }
    until = game.starts_at + LASTS
    users = map(UserId, members.values_list("user", flat=True))
    news.tell([News(user, Notice.Kind.CLUB, key, data, url, until) for user in users], now=now)
