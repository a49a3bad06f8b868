"""The secret addresses of a club's calendar, one for each member (CLUB-4).

The stored secret alone opens nothing: the address also carries a signature by the room's key.
"""

import secrets

from django.core.signing import BadSignature, Signer

from core.types import UserId
from tournaments.clubs.models import ClubMember

_signer = Signer(sep=".", salt="tournaments.clubs.calendar")


def address(member: ClubMember) -> str | None:
    """Return the secret part of a member's address, signed; None if they have none."""
    return member.calendar and _signer.sign(member.calendar)


def renew(*, club_id: int, user_id: UserId, ends: bool = False) -> None:
    """Give a member a new address, or none; an earlier one stops working."""
    secret = None if ends else secrets.token_urlsafe(18)
    members = ClubMember.objects.filter(club=club_id, user=user_id, left_at=None)
    members.update(calendar=secret)


def member_of(token: str) -> ClubMember | None:
    """Return the member of this address; None if it is old or forged, the club is closed, or the
    player is suspended."""
    try:
        secret = _signer.unsign(token)
    except BadSignature:
        return None
    members = ClubMember.objects.filter(
        calendar=secret, left_at=None, club__closed_at=None, user__is_active=True
    )
    return members.select_related("club").first()
