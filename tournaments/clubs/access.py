"""The roles of players in clubs (CLUB-2)."""

from tournaments.clubs.models import ClubMember

Role = ClubMember.Role


def role_of(*, club_id: int, user_id: int | None) -> Role | None:
    """Return the role of a player in a club; None for a stranger, a former or banned member, and in
    a closed club. A suspended club keeps its roles."""
    if user_id is None:
        return None
    members = ClubMember.objects.filter(
        club=club_id, user=user_id, left_at=None, club__closed_at=None
    )
    role = members.values_list("role", flat=True).first()
    return None if role is None else Role(role)
