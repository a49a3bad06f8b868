"""Clubs for tests."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from core.types import UserId
from players.models import User
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments.clubs import founding, membership, planning
from tournaments.clubs.access import Role
from tournaments.clubs.founding import ClubChoices
from tournaments.clubs.models import Club, ClubGame, ClubMember
from tournaments.home import games, hosting
from tournaments.home.events import event_of
from tournaments.home.kinds import HomeTerms
from tournaments.home.models import HomeGame

# The forms of a club and of a game, filled in.
FORM = {
    "name": "Friday",
    "ground": "#000000",
    "text_colour": "#ffffff",
    "kind": "scheduled",
    "game": "nlhe",
    "speed": "turbo",
    "stack": "5000",
    "seats": "9",
    "late_levels": "4",
    "re_entries": "0",
    "rebuys": "0",
    "payout": "standard",
}


def founded(owner: User, *others: User, name: str = "Aces High", **choices: Any) -> Club:
    """A club of this owner and these members."""
    club = founding.found(
        by=UserId(owner.pk), choices=ClubChoices(name, **choices), key=uuid4().hex, now=START
    )
    for no, user in enumerate(others, start=1):
        invited(club, user, now=START + timedelta(minutes=no))
    return club


def invited(club: Club, *users: User, now: datetime = START) -> None:
    """Let users in by an invitation of the owner."""
    owner = club.members.get(role=Role.OWNER)
    link = membership.invite(
        club_id=club.pk, by=owner.user_id, days=7, most_uses=max(len(users), 1), now=now
    )
    for user in users:
        membership.join(token=link.token, user_id=UserId(user.pk), now=now)


def promoted(club: Club, user: User) -> None:
    """Make a member a manager."""
    owner = club.members.get(role=Role.OWNER)
    act: dict[str, Any] = {
        "club_id": club.pk,
        "by": owner.user_id,
        "user_id": UserId(user.pk),
        "now": START,
    }
    membership.set_role(role=Role.MANAGER, **act)


def role(club: Club, user: User) -> str | None:
    """The role of a user as the table has it; None for one who is not in."""
    rows = ClubMember.objects.filter(club=club, user=user, left_at=None)
    found: str | None = rows.values_list("role", flat=True).first()
    return found


def planned(
    club: Club, by: User, *, at: datetime | None = None, key: str = "", **terms: Any
) -> ClubGame:
    """A game of a club: planned for ``at``, or opened now."""
    wanted = HomeTerms(**{"unit": "€", "buy_in": 1_000, **terms})
    return planning.plan(
        club_id=club.pk,
        by=UserId(by.pk),
        name="Friday night",
        terms=wanted,
        starts_at=at,
        key=key or uuid4().hex,
        now=START,
    )


def home_of(game: ClubGame) -> HomeGame:
    game.refresh_from_db()
    return HomeGame.objects.get(tournament=game.tournament_id, cash_game=game.cash_game_id)


def begun(club: Club, host: User, *others: User) -> tuple[HomeGame, Evening]:
    """A game of a club with these players whose first hand is dealt."""
    home = home_of(planned(club, host))
    for user in others:
        games.join(token=home.token, user_id=UserId(user.pk), now=START)
    hosting.start(game_id=home.pk, by=UserId(host.pk), now=START)
    evening = Evening(event_of(home), [], seed=7)
    evening.step()
    evening.later(6)
    evening.step()
    return home, evening
