"""Receivers of signals about players: a club outlives the account of its owner (CLUB-2)."""

from datetime import datetime
from typing import Any

from core.refusal import Refusal
from core.types import UserId
from players import access as player_access
from players.access import Activity
from players.models import Merge
from tournaments.clubs import access, membership
from tournaments.clubs.access import Role
from tournaments.clubs.models import ClubMember


def pass_clubs_on(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Give the clubs of a barred owner to another member; of an account that is merged away, the
    one that takes over has them."""
    if sender is not Merge:
        _pass_on(user_id, now=now)


def leave_clubs(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Take a player who is anonymised out of all clubs (STAFF-9)."""
    _pass_on(user_id, now=now)
    there = ClubMember.objects.filter(user=user_id, left_at=None)
    there.update(left_at=now, role=Role.MEMBER, calendar=None)


def merge_memberships(
    sender: Any, *, user_id: UserId, other_id: UserId, now: datetime, **_: Any
) -> None:
    """Give the memberships of a closed account to the one that it was merged into (STAFF-12): the
    higher role of the two counts, and a ban of either, except for an owner; one who is barred
    passes the clubs on."""
    for other in ClubMember.objects.filter(user=other_id).select_related("club").order_by("club"):
        if other.club.closed_at is None:
            access.lock(other.club_id)
        own = ClubMember.objects.filter(club=other.club_id, user=user_id).first()
        if own is None:
            ClubMember.objects.filter(pk=other.pk).update(user=user_id, calendar=None)
            continue
        strongest = min((own, other), key=_rank)
        left = strongest.left_at
        banned = own.banned_at or other.banned_at
        role = strongest.role
        if role == Role.OWNER and left is None:
            banned = None
        elif banned is not None:
            left, role = left or now, Role.MEMBER
        other.delete()
        ClubMember.objects.filter(pk=own.pk).update(role=role, left_at=left, banned_at=banned)
    try:
        player_access.check(user_id=user_id, what=Activity.PLAY_MONEY, now=now)
    except Refusal:
        # The bar is older than the ownership, and has been told already.
        _pass_on(user_id, now=now)


def _pass_on(user_id: UserId, *, now: datetime) -> None:
    owned = ClubMember.objects.filter(
        user=user_id, role=Role.OWNER, left_at=None, club__closed_at=None
    )
    for club_id in owned.order_by("club").values_list("club", flat=True):
        membership.pass_on(access.lock(club_id), now=now)


def _rank(member: ClubMember) -> tuple[bool, int]:
    """The order of memberships: present before former, then by role."""
    return member.left_at is not None, [Role.OWNER, Role.MANAGER, Role.MEMBER].index(
        Role(member.role)
    )
