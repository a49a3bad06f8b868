"""Clubs founded, joined by a link, and left; their roles (CLUB-1, CLUB-2, CLUB-3)."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from core.refusal import Refusal
from core.types import UserId
from players.models import User
from players.refusals import PlayerCode
from players.sign_in import guests
from tests.payouts.crowd import DONE, at_once
from tests.tables.rooms import people
from tests.tournaments.clubs.setting import founded, home_of, invited, planned, promoted, role
from tests.tournaments.events import START
from tournaments import room_settings
from tournaments.clubs import founding, membership, play
from tournaments.clubs.access import Role
from tournaments.clubs.founding import ClubChoices
from tournaments.clubs.models import Club, ClubInvitation, ClubMember
from tournaments.clubs.refusals import ClubCode
from tournaments.home import games
from tournaments.home.models import HomePlayer

pytestmark = pytest.mark.django_db


def me(user: User) -> UserId:
    return UserId(user.pk)


def refused(verb: Callable[..., object], **said: object) -> str:
    with pytest.raises(Refusal) as caught:
        verb(now=START, **said)
    return str(caught.value)


def link(club: Club, by: User, *, days: int = 7, most_uses: int = 1) -> ClubInvitation:
    return membership.invite(club_id=club.pk, by=me(by), days=days, most_uses=most_uses, now=START)


@pytest.mark.rule("CLUB-1")
def test_a_club_is_founded_once_by_its_key() -> None:
    [anna] = people(1)
    found = partial(founding.found, by=me(anna), key="one", now=START)
    first = found(choices=ClubChoices("Aces High"))
    assert found(choices=ClubChoices("Another")).pk == first.pk
    assert (first.slug, role(first, anna)) == ("aces-high", Role.OWNER)


@pytest.mark.rule("CLUB-1")
@pytest.mark.parametrize(
    ("choices", "code"),
    [
        (ClubChoices("Admin Club"), ClubCode.CLUB_NAME_OFFICIAL),
        (ClubChoices("Aces H1gh"), ClubCode.CLUB_NAME_TAKEN),
        (ClubChoices("Kings", ground="green"), ClubCode.CLUB_COLOUR),
        (ClubChoices("Kings", ground="#777777", text_colour="#888888"), ClubCode.CLUB_CONTRAST),
        (ClubChoices("Kings", description="x" * 501), ClubCode.DESCRIPTION_LONG),
    ],
)
def test_choices_that_no_club_has(choices: ClubChoices, code: str) -> None:
    anna, bea = people(2)
    founded(anna)
    assert refused(founding.found, by=me(bea), choices=choices, key="two") == code
    assert Club.objects.count() == 1


@pytest.mark.rule("CLUB-1")
def test_a_room_without_clubs_and_a_player_with_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    [anna] = people(1)
    founded(anna)
    monkeypatch.setattr(room_settings.CLUBS_A_PLAYER, "value", lambda: 1)
    more: dict[str, Any] = {"by": me(anna), "choices": ClubChoices("Kings"), "key": "more"}
    assert refused(founding.found, **more) == ClubCode.TOO_MANY_CLUBS
    monkeypatch.setattr(room_settings.CLUBS, "value", lambda: False)
    assert refused(founding.found, **more) == ClubCode.CLUBS_OFF


@pytest.mark.rule("CLUB-1")
def test_a_player_founds_so_many_clubs_in_a_month(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bea = people(2)
    monkeypatch.setattr(room_settings.CLUBS_FOUNDED, "value", lambda: 1)
    founding.close(club_id=founded(anna).pk, by=me(anna), now=START)
    more: dict[str, Any] = {"by": me(anna), "choices": ClubChoices("Kings"), "key": "more"}
    assert refused(founding.found, **more) == ClubCode.TOO_MANY_FOUNDED
    assert founded(bea, name="Queens").pk
    assert founding.found(**more, now=START + timedelta(days=31)).pk


@pytest.mark.rule("CLUB-1", "FREE-2")
def test_a_guest_signs_up_first_and_the_invitation_waits() -> None:
    [anna] = people(1)
    guest = guests.make(of_age=True, known_as=(), called="Bea", now=START)
    club = founded(anna)
    invitation = link(club, anna)
    join: dict[str, Any] = {"token": invitation.token, "user_id": me(guest)}
    assert refused(membership.join, **join) == ClubCode.CLUB_NEEDS_ACCOUNT
    found: dict[str, Any] = {"by": me(guest), "choices": ClubChoices("Kings"), "key": "k"}
    assert refused(founding.found, **found) == ClubCode.CLUB_NEEDS_ACCOUNT
    invitation.refresh_from_db()
    assert invitation.uses == 0
    guests.become(guest, called=guest.username, now=START)
    membership.join(**join, now=START)
    assert role(club, guest) == Role.MEMBER


@pytest.mark.rule("CLUB-1")
def test_the_address_follows_the_name() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    change = partial(founding.change, club_id=club.pk, choices=ClubChoices("Two Kings"))
    assert refused(change, by=me(bea)) == ClubCode.NOT_FOR_THIS_ROLE
    assert change(by=me(anna), now=START).slug == "two-kings"


@pytest.mark.rule("CLUB-3")
def test_an_invitation_ends_by_time_use_and_revocation() -> None:
    anna, bea, carl, dora = people(4)
    club = founded(anna)
    used, revoked, old = (link(club, anna) for _ in range(3))
    membership.join(token=used.token, user_id=me(bea), now=START)
    # A member stays one, and uses nothing up.
    membership.join(token=old.token, user_id=me(bea), now=START)
    assert refused(membership.join, token=used.token, user_id=me(carl)) == (
        ClubCode.CLUB_INVITATION_OVER
    )
    revoke: dict[str, Any] = {
        "club_id": club.pk,
        "by": me(anna),
        "invitation_id": revoked.pk,
        "now": START,
    }
    membership.revoke(**revoke)
    membership.revoke(**revoke)
    for token in (revoked.token, "no such"):
        assert refused(membership.join, token=token, user_id=me(dora)) == (
            ClubCode.CLUB_INVITATION_OVER
        )
    with pytest.raises(Refusal):
        membership.join(token=old.token, user_id=me(dora), now=START + timedelta(days=7))
    assert membership.join(token=old.token, user_id=me(dora), now=START).pk == club.pk


@pytest.mark.rule("CLUB-3")
@pytest.mark.parametrize(("days", "most_uses"), [(0, 1), (31, 1), (1, 0), (1, 201)])
def test_the_limits_of_an_invitation(days: int, most_uses: int) -> None:
    [anna] = people(1)
    club = founded(anna)
    limits: dict[str, Any] = {
        "club_id": club.pk,
        "by": me(anna),
        "days": days,
        "most_uses": most_uses,
    }
    assert refused(membership.invite, **limits) == ClubCode.INVITATION_LIMITS


@pytest.mark.rule("CLUB-3")
def test_a_club_has_so_many_invitations_and_members(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea)
    last = link(club, anna)
    monkeypatch.setattr(room_settings.CLUB_MEMBERS, "value", lambda: 2)
    assert refused(membership.join, token=last.token, user_id=me(carl)) == ClubCode.CLUB_FULL
    monkeypatch.setattr(membership, "MOST_INVITATIONS", 1)
    more: dict[str, Any] = {"club_id": club.pk, "by": me(anna), "days": 1, "most_uses": 1}
    assert refused(membership.invite, **more) == ClubCode.TOO_MANY_INVITATIONS


@pytest.mark.rule("CLUB-2")
def test_a_manager_acts_on_members_and_the_owner_on_all() -> None:
    anna, bea, carl, dora = people(4)
    club = founded(anna, bea, carl, dora)
    promoted(club, bea)
    promoted(club, carl)
    act: dict[str, Any] = {"club_id": club.pk, "by": me(bea)}
    for verb in (membership.remove, membership.ban):
        for other in (anna, carl):
            assert refused(verb, user_id=me(other), **act) == ClubCode.NOT_FOR_THIS_ROLE
    member: dict[str, Any] = {"club_id": club.pk, "by": me(dora), "user_id": me(bea)}
    assert refused(membership.remove, **member) == ClubCode.NOT_FOR_THIS_ROLE
    membership.remove(user_id=me(dora), now=START, **act)
    membership.remove(user_id=me(dora), now=START, **act)
    assert role(club, dora) is None
    owner: dict[str, Any] = {"club_id": club.pk, "by": me(anna), "now": START}
    membership.set_role(user_id=me(carl), role=Role.MEMBER, **owner)
    membership.remove(user_id=me(bea), **owner)
    assert [role(club, user) for user in (bea, carl)] == [None, Role.MEMBER]


@pytest.mark.rule("CLUB-3")
def test_a_removed_member_comes_back_and_a_banned_one_does_not() -> None:
    anna, bea, stranger = people(3)
    club = founded(anna, bea)
    owner: dict[str, Any] = {"club_id": club.pk, "by": me(anna), "now": START}
    membership.remove(user_id=me(bea), **owner)
    invited(club, bea)
    membership.ban(user_id=me(bea), **owner)
    token = link(club, anna).token
    assert refused(membership.join, token=token, user_id=me(bea)) == ClubCode.BANNED_FROM_CLUB
    membership.lift_ban(user_id=me(bea), **owner)
    membership.join(token=token, user_id=me(bea), now=START)
    assert role(club, bea) == Role.MEMBER
    assert (
        refused(membership.ban, club_id=club.pk, by=me(anna), user_id=me(stranger))
        == ClubCode.NO_SUCH_MEMBER
    )


@pytest.mark.rule("CLUB-2")
def test_the_owner_hands_the_club_over_or_closes_it() -> None:
    anna, bea, stranger = people(3)
    club = founded(anna, bea)
    assert refused(membership.leave, club_id=club.pk, user_id=me(anna)) == ClubCode.OWNER_STAYS
    over: dict[str, Any] = {"club_id": club.pk, "by": me(anna)}
    assert refused(membership.hand_over, user_id=me(stranger), **over) == ClubCode.NO_SUCH_MEMBER
    assert (
        refused(membership.set_role, user_id=me(anna), role=Role.MEMBER, **over)
        == ClubCode.OWNER_STAYS
    )
    membership.hand_over(user_id=me(bea), now=START, **over)
    assert [role(club, user) for user in (anna, bea)] == [Role.MANAGER, Role.OWNER]
    assert refused(founding.close, **over) == ClubCode.NOT_FOR_THIS_ROLE
    membership.leave(club_id=club.pk, user_id=me(anna), now=START)
    membership.leave(club_id=club.pk, user_id=me(anna), now=START)
    founding.close(club_id=club.pk, by=me(bea), now=START)
    assert refused(founding.close, club_id=club.pk, by=me(bea)) == ClubCode.NO_SUCH_CLUB
    # Its name stays taken.
    again: dict[str, Any] = {"by": me(anna), "choices": ClubChoices("Aces High"), "key": "again"}
    assert refused(founding.found, **again) == ClubCode.CLUB_NAME_TAKEN


@pytest.mark.rule("CLUB-2", "PLAY-2")
def test_a_barred_manager_does_not_act() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea, carl)
    promoted(club, bea)
    User.objects.filter(pk=bea.pk).update(is_active=False)
    act: dict[str, Any] = {"club_id": club.pk, "by": me(bea), "user_id": me(carl)}
    assert refused(membership.remove, **act) == PlayerCode.SUSPENDED
    over: dict[str, Any] = {"club_id": club.pk, "by": me(anna), "user_id": me(bea)}
    assert refused(membership.hand_over, **over) == PlayerCode.SUSPENDED


@pytest.mark.rule("CLUB-3")
@pytest.mark.django_db(transaction=True)
def test_a_link_lets_in_no_more_than_its_limit_however_many_press() -> None:
    anna, *others = people(7)
    club = founded(anna)
    token = link(club, anna, most_uses=2).token
    presses = [
        partial(membership.join, token=token, user_id=me(user), now=START) for user in others
    ]
    results = Counter(at_once([*presses, *presses]))
    assert ClubInvitation.objects.get(token=token).uses == 2
    assert ClubMember.objects.filter(club=club).count() == 3
    # The two who are in may press again.
    assert {*results} == {DONE, ClubCode.CLUB_INVITATION_OVER}
    assert 2 <= results[DONE] <= 4


@pytest.mark.rule("CLUB-2")
@pytest.mark.django_db(transaction=True)
def test_two_owners_at_once_leave_one() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea, carl)
    over = [
        partial(membership.hand_over, club_id=club.pk, by=me(anna), user_id=me(user), now=START)
        for user in (bea, carl)
    ]
    assert Counter(at_once(over)) == {DONE: 1, ClubCode.NOT_FOR_THIS_ROLE: 1}
    assert ClubMember.objects.filter(club=club, role=Role.OWNER).count() == 1


@pytest.mark.rule("CLUB-3")
@pytest.mark.django_db(transaction=True)
def test_a_member_who_leaves_and_sits_down_at_once_is_in_no_game_of_the_club() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    home = home_of(planned(club, anna))
    leave = partial(membership.leave, club_id=club.pk, user_id=me(bea), now=START)
    sit = partial(games.join, token=home.token, user_id=me(bea), now=START)
    at_once([leave, sit])
    play.sweep(now=START)
    assert role(club, bea) is None
    assert not HomePlayer.objects.filter(game=home, user=bea, removed_at=None).exists()


@pytest.mark.rule("CLUB-3")
def test_a_former_member_who_is_still_in_a_game_is_taken_out_before_it_begins() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    home = home_of(planned(club, anna))
    games.join(token=home.token, user_id=me(bea), now=START)
    # As a process leaves it that ends between the two transactions.
    club.members.filter(user=bea).update(left_at=START)
    assert play.sweep(now=START) == 1
    assert not HomePlayer.objects.filter(game=home, user=bea, removed_at=None).exists()
    assert play.sweep(now=START) == 0
