"""Clubs in meetings: bans in the middle of a hand, suspensions, and owners whose account ends."""

from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils.translation import override

from core import own_texts
from core.refusal import Refusal
from core.types import UserId
from players.models import User
from players.protection import exclusions
from players.staff import anonymising, merging, suspensions
from tests.payouts.crowd import DONE, at_once
from tests.tables.rooms import people
from tests.tournaments.clubs.setting import (
    begun,
    founded,
    home_of,
    planned,
    promoted,
    role,
)
from tests.tournaments.clubs.test_membership import me, refused
from tests.tournaments.events import START
from tests.tournaments.home.setting import played
from tournaments import room_settings
from tournaments.clubs import founding, membership, moderation, planning, play
from tournaments.clubs.access import Role
from tournaments.clubs.models import ClubMember
from tournaments.clubs.refusals import ClubCode
from tournaments.home import games, hosting
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame
from tournaments.models import Act, Entry, Order, Tournament
from tournaments.staff import merges

pytestmark = pytest.mark.django_db
WHY = "it was asked for"


def staff() -> User:
    return User.objects.create_user("staff", is_staff=True, is_superuser=True)


@pytest.mark.rule("CLUB-3", "HOME-3")
def test_a_member_banned_in_the_middle_of_a_hand_is_out_after_it() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea, carl)
    home, evening = begun(club, anna, bea, carl)
    with override("it"):
        membership.ban(club_id=club.pk, by=me(anna), user_id=me(carl), now=evening.now)
    assert event_of(home).entries.get(user=carl).status == Entry.Status.PLAYING
    order = event_of(home).orders.get(closed_at=None)
    # The reason is kept as all read it, not as the manager does.
    assert (order.kind, order.why) == (Order.Kind.DISQUALIFY, own_texts.REMOVED_BY_CLUB)
    played(evening)
    assert event_of(home).entries.get(user=carl).place is not None
    assert home.players.get(user=carl).removed_at is not None
    with pytest.raises(Refusal):
        games.join(token=home.token, user_id=me(carl), now=evening.now)


@pytest.mark.rule("CLUB-3")
def test_a_banned_host_is_replaced_and_the_last_two_play_to_the_end() -> None:
    anna, bea = people(2)
    club = founded(anna, bea, members_open=True)
    home, evening = begun(club, bea, anna)
    membership.ban(club_id=club.pk, by=me(anna), user_id=me(bea), now=evening.now)
    home.refresh_from_db()
    assert home.is_host(anna.pk)
    # Tried again, with the same result while two are in.
    assert play.sweep(now=evening.now) == 1
    assert played(evening).status == Tournament.Status.FINISHED
    assert play.sweep(now=evening.now) == 0


@pytest.mark.rule("CLUB-3")
def test_a_game_whose_only_player_is_banned_ends() -> None:
    anna, bea = people(2)
    club = founded(anna, bea, members_open=True)
    home = home_of(planned(club, bea))
    membership.ban(club_id=club.pk, by=me(anna), user_id=me(bea), now=START)
    event_of(home).refresh_from_db()
    assert event_of(home).status == Tournament.Status.CANCELLED


@pytest.mark.rule("CLUB-3")
def test_the_sweep_finishes_a_ban_that_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea, carl)
    home = home_of(planned(club, anna))
    games.join(token=home.token, user_id=me(bea), now=START)
    with monkeypatch.context() as dead:
        dead.setattr(play, "put_out", lambda *_args, **_more: None)
        membership.ban(club_id=club.pk, by=me(anna), user_id=me(bea), now=START)
    assert event_of(home).entries.filter(user=bea, status="registered").exists()
    assert play.sweep(now=START) == 1
    assert not event_of(home).entries.filter(user=bea, status="registered").exists()
    assert play.sweep(now=START) == 0


@pytest.mark.rule("CLUB-6")
def test_a_suspended_club_plays_on_and_begins_nothing() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea)
    home, evening = begun(club, anna, bea)
    waiting = home_of(planned(club, anna))
    games.join(token=waiting.token, user_id=me(bea), now=START)
    coming = planned(club, anna, at=START + timedelta(hours=1))
    token = membership.invite(club_id=club.pk, by=me(anna), days=1, most_uses=1, now=START).token
    officer = staff()
    act: dict[str, Any] = {"club_id": club.pk, "by": me(officer), "why": WHY, "now": START}
    moderation.suspend(**act)
    assert refused(hosting.start, game_id=waiting.pk, by=me(anna)) == ClubCode.CLUB_SUSPENDED
    join: dict[str, Any] = {"token": token, "user_id": me(carl)}
    assert refused(membership.join, **join) == ClubCode.CLUB_SUSPENDED
    planning.look_after(now=START + timedelta(hours=1))
    coming.refresh_from_db()
    assert coming.tournament is None
    more: dict[str, Any] = {"club_id": club.pk, "by": me(anna)}
    assert refused(membership.remove, user_id=me(bea), **more) == ClubCode.CLUB_SUSPENDED
    assert played(evening).status == Tournament.Status.FINISHED
    assert HomeGame.objects.filter(pk=home.pk).exists()
    moderation.reopen(**act)
    hosting.start(game_id=waiting.pk, by=me(anna), now=START)
    assert list(Act.objects.order_by("pk").values_list("verb", flat=True)) == [
        "suspend_club",
        "reopen_club",
    ]


@pytest.mark.rule("CLUB-6")
def test_reports_are_few_and_closed_by_an_act() -> None:
    anna, bea, stranger = people(3)
    club = founded(anna, bea)
    send = partial(moderation.report, club_id=club.pk, why="A fake prize")
    assert refused(send, by=me(stranger)) == ClubCode.NOT_A_MEMBER
    for _ in range(moderation.MOST_REPORTS):
        send(by=me(bea), now=START)
    assert refused(send, by=me(bea)) == ClubCode.TOO_MANY_REPORTS
    send(by=me(bea), now=START + timedelta(days=1))
    officer = me(staff())
    act: dict[str, Any] = {"club_id": club.pk, "by": officer, "why": WHY, "now": START}
    moderation.dismiss(**act)
    moderation.dismiss(**act)
    assert not club.reports.filter(closed_at=None).exists()
    assert Act.objects.filter(verb="dismiss_reports").count() == 1
    moderation.suspend(**act)
    suspended: dict[str, Any] = {"club_id": club.pk, "by": officer, "why": WHY}
    assert refused(moderation.suspend, **suspended) == ClubCode.CLUB_SUSPENDED
    moderation.reopen(**act)
    assert refused(moderation.reopen, **suspended) == ClubCode.CLUB_NOT_SUSPENDED
    assert refused(moderation.suspend, **{**suspended, "why": " "}) == "NO_REASON"


@pytest.mark.rule("CLUB-2")
def test_the_eldest_manager_follows_an_excluded_owner() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea, carl)
    promoted(club, carl)
    exclusions.exclude(user_id=me(anna), days=7, now=START)
    assert [role(club, user) for user in (anna, bea, carl)] == [
        Role.MEMBER,
        Role.MEMBER,
        Role.OWNER,
    ]


@pytest.mark.rule("CLUB-2")
def test_a_barred_manager_is_passed_over_for_the_eldest_member() -> None:
    anna, bea, carl, dora = people(4)
    club = founded(anna, bea, carl, dora)
    promoted(club, dora)
    officer = staff()
    for user in (dora, anna):
        suspensions.suspend(user_id=me(user), by=officer.pk, why=WHY, now=START)
    assert role(club, bea) == Role.OWNER


@pytest.mark.rule("CLUB-2")
def test_a_club_without_anybody_else_closes() -> None:
    [anna] = people(1)
    club = founded(anna)
    home = home_of(planned(club, anna))
    exclusions.exclude(user_id=me(anna), days=7, now=START)
    club.refresh_from_db()
    assert club.closed_at == START
    play.sweep(now=START)
    event_of(home).refresh_from_db()
    assert event_of(home).status == Tournament.Status.CANCELLED


@pytest.mark.rule("CLUB-2", "STAFF-9")
def test_an_anonymised_owner_leaves_all_clubs() -> None:
    anna, bea = people(2)
    club, other = founded(anna, bea), founded(bea, anna, name="Kings")
    anonymising.forget(user_id=me(anna), by=me(staff()), why=WHY, now=START)
    assert [role(club, user) for user in (anna, bea)] == [None, Role.OWNER]
    assert role(other, anna) is None


def merge(kept: User, closed: User) -> None:
    first, second = (
        User.objects.create_user(name, is_staff=True, is_superuser=True) for name in ("s1", "s2")
    )
    order: dict[str, Any] = {"user_id": me(kept), "other_id": me(closed), "why": WHY, "now": START}
    row = merges.order(by=me(first), **order)
    merges.confirm(merge_id=row.pk, by=me(second), now=START)


@pytest.mark.rule("CLUB-2", "STAFF-12")
def test_the_account_that_stays_has_the_higher_role() -> None:
    anna, twin, bea = people(3)
    owned = founded(anna, twin, bea)
    promoted(owned, bea)
    elsewhere = founded(bea, anna, name="Kings")
    merge(twin, anna)
    assert [role(owned, user) for user in (anna, twin, bea)] == [None, Role.OWNER, Role.MANAGER]
    assert role(elsewhere, twin) == Role.MEMBER
    assert merging.waiting().count() == 0


@pytest.mark.rule("CLUB-2", "STAFF-12")
def test_an_excluded_account_that_stays_owns_no_club() -> None:
    kept, closed, bea = people(3)
    club = founded(closed, bea)
    exclusions.exclude(user_id=me(kept), days=7, now=START)
    merge(kept, closed)
    assert [role(club, user) for user in (kept, bea)] == [Role.MEMBER, Role.OWNER]


@pytest.mark.rule("CLUB-2", "CLUB-3", "STAFF-12")
@pytest.mark.parametrize("banned", ["kept", "closed"])
def test_a_ban_of_either_account_holds_for_the_one_that_stays(banned: str) -> None:
    anna, kept, closed = people(3)
    club = founded(anna, kept, closed)
    target = kept if banned == "kept" else closed
    membership.ban(club_id=club.pk, by=me(anna), user_id=me(target), now=START)
    merge(kept, closed)
    row = ClubMember.objects.get(club=club, user=kept)
    assert (row.left_at, row.banned_at) == (START, START)
    assert not ClubMember.objects.filter(user=closed).exists()


@pytest.mark.rule("CLUB-2")
@pytest.mark.django_db(transaction=True)
def test_two_managers_at_once_and_an_owner_who_goes() -> None:
    anna, bea, carl, dora = people(4)
    club = founded(anna, bea, carl, dora)
    promoted(club, bea)
    promoted(club, carl)
    ban = [
        partial(membership.ban, club_id=club.pk, by=me(by), user_id=me(dora), now=START)
        for by in (bea, carl)
    ]
    assert Counter(at_once(ban)) == {DONE: 2}
    exclude = partial(exclusions.exclude, user_id=me(anna), days=7, now=START)
    close = partial(founding.close, club_id=club.pk, by=me(anna), now=START)
    at_once([exclude, close])
    club.refresh_from_db()
    assert club.closed_at is not None or role(club, bea) == Role.OWNER


@pytest.mark.rule("CLUB-4")
@pytest.mark.django_db(transaction=True)
def test_two_workers_and_a_manager_who_calls_off_open_one_game_or_none() -> None:
    [anna] = people(1)
    club = founded(anna)
    game = planned(club, anna, at=START + timedelta(minutes=20))
    look = partial(planning.look_after, now=START)
    off = partial(planning.call_off, club_id=club.pk, by=me(anna), game_id=game.pk, now=START)
    at_once([look, look, off])
    game.refresh_from_db()
    assert (game.tournament is None) == (game.called_off_at is not None)
    assert HomeGame.objects.count() == (game.tournament is not None)


@pytest.mark.rule("CLUB-4")
@pytest.mark.django_db(transaction=True)
def test_two_managers_at_once_open_no_more_than_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    promoted(club, bea)
    monkeypatch.setattr(room_settings.CLUB_GAMES, "value", lambda: 1)
    opens = [partial(planned, club, user) for user in (anna, bea)]
    assert Counter(at_once(opens)) == {DONE: 1, ClubCode.TOO_MANY_CLUB_GAMES: 1}
    assert UserId(HomeGame.objects.get().host_id) in (anna.pk, bea.pk)
