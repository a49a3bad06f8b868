"""Where friends play: events and games of clubs, and invitations to a club and a home game."""

from typing import Any

import pytest

from core.refusal import Refusal
from core.types import UserId
from players.contacts import friends, whereabouts
from players.models import Notice, User
from tests.tables.rooms import people
from tests.tournaments import events
from tests.tournaments.clubs.setting import founded, home_of, invited, planned
from tests.tournaments.events import START
from tournaments.clubs import membership
from tournaments.entry.registration import register
from tournaments.home import games, hosting
from tournaments.home.kinds import HomeTerms
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def me(user: User) -> UserId:
    return UserId(user.pk)


def follow(owner: User, *others: User) -> None:
    for other in others:
        friends.follow(owner_id=me(owner), other_id=me(other), now=START)


def where(reader: User, friend: User) -> list[str]:
    return [place.url for place in whereabouts.of(me(reader), [me(friend)]).get(me(friend), [])]


@pytest.mark.rule("FRIEND-2")
def test_an_open_event_is_shown_and_neither_a_private_one_nor_a_home_game() -> None:
    anna, bea = people(2)
    event = events.sit_and_go(buy_in=0, fee=0)
    register(tournament_id=event.pk, user_id=me(bea), now=START)
    games.create(host_id=me(bea), terms=HomeTerms(), key="a home game", now=START)
    assert where(anna, bea) == [f"/tournaments/{event.pk}/"]
    Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.FINISHED)
    assert where(anna, bea) == []


@pytest.mark.rule("FRIEND-2")
def test_a_game_of_a_club_is_shown_to_its_members_alone() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea)
    home = home_of(planned(club, anna))
    games.join(token=home.token, user_id=me(bea), now=START)
    assert where(anna, bea) == [f"/home/{home.token}/"]
    assert where(carl, bea) == []
    membership.leave(club_id=club.pk, user_id=me(bea), now=START)
    assert where(anna, bea) == []


@pytest.mark.rule("FRIEND-3")
def test_a_manager_invites_friends_who_are_neither_in_the_club_nor_banned() -> None:
    anna, bea, carl, dora = people(4)
    club = founded(anna, bea)
    follow(anna, bea, carl, dora)
    invited(club, dora)
    membership.ban(club_id=club.pk, by=me(anna), user_id=me(dora), now=START)
    to = [me(user) for user in (bea, carl, dora)]
    ask: dict[str, Any] = {"club_id": club.pk, "to": to, "now": START}
    membership.invite_friends(by=me(anna), **ask)
    notice = Notice.objects.get(data__change="to_club")
    assert (notice.user, notice.data["name"]) == (carl, club.name)
    membership.join(token=notice.url.rstrip("/").rsplit("/", 1)[-1], user_id=me(carl), now=START)
    with pytest.raises(Refusal, match="NO_FRIEND_CHOSEN"):
        membership.invite_friends(by=me(anna), **ask)
    stranger = User.objects.create(username="stranger")
    follow(carl, stranger)
    with pytest.raises(Refusal, match="NOT_FOR_THIS_ROLE"):
        membership.invite_friends(by=me(carl), **{**ask, "to": [me(stranger)]})


@pytest.mark.rule("FRIEND-3")
def test_a_host_invites_friends_who_may_enter_and_are_not_in_the_game() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea)
    follow(anna, bea, carl)
    home = home_of(planned(club, anna))
    ask: dict[str, Any] = {"game_id": home.pk, "now": START}
    hosting.invite(by=me(anna), to=[me(bea), me(carl)], **ask)
    notice = Notice.objects.get(data__change="to_home")
    assert (notice.user, notice.url) == (bea, f"/home/{home.token}/")
    games.join(token=home.token, user_id=me(bea), now=START)
    with pytest.raises(Refusal, match="NO_FRIEND_CHOSEN"):
        hosting.invite(by=me(anna), to=[me(bea)], **ask)
    with pytest.raises(Refusal, match="NOT_THE_HOST"):
        hosting.invite(by=me(bea), to=[me(anna)], **ask)
