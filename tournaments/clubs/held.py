"""Clubs of an owner, against the closing of the account (ACCOUNT-6)."""

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from core.types import UserId
from players.closing.obstacles import Obstacle
from tournaments.clubs.access import Role
from tournaments.clubs.models import ClubMember


def find(user_id: UserId, now: datetime) -> Iterator[Obstacle]:
    """Yield the clubs that a player owns."""
    owned = ClubMember.objects.filter(
        user=user_id, role=Role.OWNER, left_at=None, club__closed_at=None
    )
    for name, slug in owned.order_by("club").values_list("club__name", "club__slug"):
        text = _("You own the club %(name)s: hand it over, or close it.") % {"name": name}
        yield Obstacle(text, reverse("club_members", args=[slug]))
