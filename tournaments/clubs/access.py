"""The roles of players in clubs, and what each role may do (CLUB-2).

Lock order: the player, the club, then the home game and what it locks. A verb that takes players
out of games does so after its own transaction.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from core.refusal import Refusal
from core.types import UserId
from players import access as player_access
from players.access import Activity
from players.models import Guest
from tournaments.clubs.models import Club, ClubMember
from tournaments.clubs.refusals import ClubCode

Role = ClubMember.Role
MANAGERS: Final = (Role.OWNER, Role.MANAGER)
EVERYBODY: Final = tuple(Role)


def role_of(*, club_id: int, user_id: int | None) -> Role | None:
    """Return the role of a player in a club; None for a stranger, a former or banned member, and in
    a closed club. A suspended club keeps its roles."""
    role = memberships(user_id).filter(club=club_id).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def memberships(user_id: int | None) -> QuerySet[ClubMember]:
    """Return where a player has a role now: not in clubs that they have left or that are closed."""
    return ClubMember.objects.filter(user=user_id or 0, left_at=None, club__closed_at=None)


def may_open_games(club: Club, role: Role | None) -> bool:
    """Return whether a role may open games: members by the owner's choice."""
    return role in MANAGERS or (role is not None and club.members_open)


def lock(club_id: int) -> Club:
    """Lock a club that is not closed until this transaction ends. Refuses NO_SUCH_CLUB."""
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id, closed_at=None).first()
    if club is None:
        raise Refusal(ClubCode.NO_SUCH_CLUB)
    return club


@contextmanager
def acting(
    club_id: int,
    by: UserId,
    *,
    roles: Collection[Role] = EVERYBODY,
    suspended: bool = False,
    now: datetime,
) -> Iterator[tuple[Club, Role]]:
    """Lock a club for an act of a member who has one of ``roles``; with ``suspended`` in a
    suspended club too. Refuses NO_SUCH_CLUB, NOT_A_MEMBER, NOT_FOR_THIS_ROLE, CLUB_SUSPENDED,
    SUSPENDED, SELF_EXCLUDED."""
    with transaction.atomic():
        club = lock(club_id)
        role = role_of(club_id=club_id, user_id=by)
        if role is None:
            raise Refusal(ClubCode.NOT_A_MEMBER)
        if role not in roles:
            raise Refusal(ClubCode.NOT_FOR_THIS_ROLE)
        if club.suspended_at is not None and not suspended:
            raise Refusal(ClubCode.CLUB_SUSPENDED)
        player_access.check(user_id=by, what=Activity.PLAY_MONEY, now=now)
        yield club, role


def check_account(user_id: UserId, *, now: datetime) -> None:
    """Refuse CLUB_NEEDS_ACCOUNT for a guest, and what bars a player from play money."""
    if Guest.objects.filter(user=user_id).exists():
        raise Refusal(ClubCode.CLUB_NEEDS_ACCOUNT)
    player_access.check(user_id=user_id, what=Activity.PLAY_MONEY, now=now)
