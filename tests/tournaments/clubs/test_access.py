"""The roles of players in clubs."""

import pytest

from core.types import UserId
from players.models import User
from tests.tables.rooms import people
from tests.tournaments.events import START
from tournaments.clubs import access
from tournaments.clubs.models import Club, ClubMember

pytestmark = pytest.mark.django_db
Role = ClubMember.Role


def club(**more: object) -> Club:
    names = {"name": "Aces", "skeleton": "aces", "slug": "aces", "key": "aces"}
    return Club.objects.create(created_at=START, **{**names, **more})


def role(of: Club, user: User) -> Role | None:
    return access.role_of(club_id=of.pk, user_id=UserId(user.pk))


def test_a_role_is_that_of_a_present_member() -> None:
    anna, bea, carl, stranger = people(4)
    aces = club()
    for user, row in ((anna, {"role": Role.OWNER}), (bea, {}), (carl, {"left_at": START})):
        ClubMember.objects.create(club=aces, user=user, joined_at=START, **row)
    assert role(aces, anna) == Role.OWNER
    assert role(aces, bea) == Role.MEMBER
    assert role(aces, carl) is None
    assert role(aces, stranger) is None
    assert access.role_of(club_id=aces.pk, user_id=None) is None


def test_a_suspended_club_keeps_its_roles_and_a_closed_one_does_not() -> None:
    [anna] = people(1)
    for name, moment, expected in (
        ("one", {"suspended_at": START}, Role.MEMBER),
        ("two", {"closed_at": START}, None),
    ):
        one = club(name=name, skeleton=name, slug=name, key=name, **moment)
        ClubMember.objects.create(club=one, user=anna, joined_at=START)
        assert role(one, anna) == expected
