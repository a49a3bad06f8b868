"""The games of a club at which its members are, for other members alone (FRIEND-2)."""

from collections.abc import Collection, Iterator

from django.db.models import F
from django.urls import reverse

from core.own_texts import own_text
from core.types import UserId
from players.contacts.whereabouts import Place
from tournaments.clubs import access
from tournaments.clubs.models import ClubMember
from tournaments.home.models import HomePlayer
from tournaments.models import Tournament


def places(reader_id: UserId, users: Collection[UserId]) -> Iterator[tuple[UserId, Place]]:
    """Yield the open games of the reader's clubs in which these other members are; one query."""
    clubs = access.memberships(reader_id).filter(club__suspended_at=None).values("club")
    members = ClubMember.objects.filter(left_at=None)
    players = HomePlayer.objects.filter(
        user__in=users,
        removed_at=None,
        game__tournament__club_game__club__in=clubs,
        game__tournament__club_game__club__members__in=members.filter(user__in=users),
        game__tournament__club_game__club__members__user=F("user"),
    )
    players = players.exclude(game__tournament__status__in=Tournament.OVER)
    rows = players.order_by("game").values_list("user", "game__tournament__name", "game__token")
    for user_id, name, token in rows.distinct():
        yield UserId(user_id), Place(own_text(name), reverse("home_game", args=[token]))
