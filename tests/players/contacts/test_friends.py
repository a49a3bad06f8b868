"""Friends: whom a player follows, where these play, and invitations to them."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from players.contacts import erasing, friends, keeping, whereabouts
from players.contacts.models import Contact
from players.models import Guest, Notice, User
from players.notices import news
from players.protection import exclusions
from players.staff import anonymising, player_file, suspensions
from tests.payouts.crowd import DONE, at_once
from tests.tables.rooms import people
from tests.tournaments.events import START

pytestmark = pytest.mark.django_db


def me(user: User) -> UserId:
    return UserId(user.pk)


def follow(owner: User, other: User) -> None:
    friends.follow(owner_id=me(owner), other_id=me(other), now=START)


def refused(verb: Any, **values: Any) -> str:
    with pytest.raises(Refusal) as caught:
        verb(**values)
    return str(caught.value)


def names(users: list[User]) -> list[str]:
    return [user.username for user in users]


def block(owner: User, other: User) -> None:
    keeping.block(owner_id=me(owner), other_id=me(other), blocked=True, now=START)


def invite(by: User, *to: User, ref: int = 1) -> None:
    friends.invite(
        by=me(by),
        to=[me(user) for user in to],
        place="home",
        ref=ref,
        name="Friday",
        url="/home/x/",
        now=START,
    )


@pytest.mark.rule("FRIEND-1")
def test_a_player_follows_another_who_is_told_once() -> None:
    anna, bea = people(2)
    for _ in range(2):
        follow(anna, bea)
    friends.unfollow(owner_id=me(anna), other_id=me(bea))
    assert friends.of(me(anna)) == []
    assert not Contact.objects.exists()
    follow(anna, bea)
    assert (names(friends.of(me(anna))), names(friends.followers(me(bea)))) == (
        ["player2"],
        ["player1"],
    )
    notice = Notice.objects.get()
    assert (notice.user, notice.kind, notice.data["player"]) == (bea, "friend", "player1")


@pytest.mark.rule("FRIEND-1")
def test_who_cannot_follow_and_who_cannot_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bea, guest, closed, shy, out, barred = people(7)
    Guest.objects.create(user=guest, made_at=START)
    staff = UserId(User.objects.create(username="boss", is_staff=True, is_superuser=True).pk)
    for user in (closed, barred):
        suspensions.suspend(user_id=me(user), by=staff, why="x", now=START)
    exclusions.exclude(user_id=me(out), days=30, now=START)
    friends.choose(user_id=me(shy), refuses_followers=True, hides_tables=False)
    for code, owner, other in (
        ("FRIENDS_NEED_ACCOUNT", guest, anna),
        ("NOT_FOLLOWABLE", anna, guest),
        ("NOT_FOLLOWABLE", anna, closed),
        ("NOT_FOLLOWABLE", anna, shy),
        ("SELF_EXCLUDED", out, anna),
        ("SUSPENDED", barred, anna),
        ("NOT_ONESELF", anna, anna),
    ):
        assert refused(follow, owner=owner, other=other) == code
    assert refused(friends.find, name="nobody") == "NO_SUCH_PLAYER"
    assert friends.find(" PLAYER2 ") == bea.pk
    monkeypatch.setattr(friends, "MOST", 0)
    assert refused(follow, owner=anna, other=bea) == "TOO_MANY_FRIENDS"


@pytest.mark.rule("FRIEND-1")
def test_a_block_ends_what_either_follows_and_a_mute_only_the_notice() -> None:
    anna, bea, carl = people(3)
    follow(anna, bea)
    follow(bea, anna)
    block(bea, anna)
    assert friends.of(me(anna)) == friends.of(me(bea)) == []
    for owner, other in ((anna, bea), (bea, anna)):
        assert refused(follow, owner=owner, other=other) == "NOT_FOLLOWABLE"
    keeping.mute(owner_id=me(carl), other_id=me(anna), muted=True)
    follow(anna, carl)
    assert names(friends.followers(me(carl))) == ["player1"]
    assert not Notice.objects.filter(user=carl).exists()


@pytest.mark.rule("FRIEND-1")
def test_a_player_who_refuses_followers_has_none_any_more() -> None:
    anna, bea = people(2)
    follow(anna, bea)
    keeping.write_note(owner_id=me(anna), other_id=me(bea), note="calls", colour="")
    friends.choose(user_id=me(bea), refuses_followers=True, hides_tables=False)
    assert friends.of(me(anna)) == []
    assert Contact.objects.get().note == "calls"


@pytest.mark.rule("FRIEND-1")
@pytest.mark.django_db(transaction=True)
def test_a_follow_and_a_block_at_once_leave_no_follow() -> None:
    anna, bea = people(2)
    assert set(at_once([partial(follow, anna, bea), partial(block, bea, anna)])) <= {
        DONE,
        "NOT_FOLLOWABLE",
    }
    assert friends.of(me(anna)) == []


@pytest.mark.rule("FRIEND-1")
def test_friends_go_with_either_account_and_pass_to_a_merged_one() -> None:
    anna, bea, carl, other = people(4)
    follow(anna, bea)
    follow(bea, carl)
    follow(other, carl)
    block(carl, anna)
    erasing.take_over(None, user_id=me(anna), other_id=me(other))
    assert names(friends.of(me(anna))) == ["player2"]
    staff = User.objects.create(username="boss", is_superuser=True)
    anonymising.forget(user_id=me(bea), by=UserId(staff.pk), why="asked", now=START)
    assert friends.counts(me(anna)) == friends.counts(me(carl)) == (0, 0)
    assert not Notice.objects.filter(user=carl, data__player="player2").exists()


@pytest.mark.rule("FRIEND-1")
def test_the_desk_counts_friends_and_the_export_names_them() -> None:
    anna, bea = people(2)
    follow(anna, bea)
    facts = player_file.facts(me(anna), lambda right: True, now=START)
    assert {fact.value for fact in facts if fact.title in ("Follows", "Followers")} == {"1", "0"}
    assert "player2" not in str(facts)
    parts = {part.key: rows for part, rows in player_file.whole(me(anna), now=START).parts}
    assert parts["contacts"][0].cells[0] == "player2"
    assert parts["contacts"][0].cells[-1]


@pytest.mark.rule("FRIEND-2")
def test_where_friends_play_costs_the_same_for_any_number_and_can_be_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, *others = people(4)
    users = [me(user) for user in others]
    with CaptureQueriesContext(
        connection,
    ) as one:
        whereabouts.of(me(anna), users[:1])
    with CaptureQueriesContext(connection) as three:
        whereabouts.of(me(anna), users)
    assert len(three) == len(one)
    place = whereabouts.Place("NL10", "/tables/1/")
    monkeypatch.setattr(
        whereabouts, "_sources", [lambda reader, shown: ((user, place) for user in shown)]
    )
    friends.choose(user_id=users[0], refuses_followers=False, hides_tables=True)
    assert set(whereabouts.of(me(anna), users)) == {*users[1:]}


@pytest.mark.rule("FRIEND-3")
def test_an_invitation_goes_to_friends_once_and_not_to_all_of_them() -> None:
    host, bea, muted, blocked, out, barred, stranger = people(7)
    for user in (bea, muted, blocked, out, barred):
        follow(host, user)
    Notice.objects.all().delete()
    keeping.mute(owner_id=me(muted), other_id=me(host), muted=True)
    block(blocked, host)
    exclusions.exclude(user_id=me(out), days=30, now=START)
    staff = UserId(User.objects.create(username="boss", is_staff=True, is_superuser=True).pk)
    suspensions.suspend(user_id=me(barred), by=staff, why="x", now=START)
    for _ in range(2):
        invite(host, bea, muted, blocked, out, barred, stranger)
    [notice] = Notice.objects.filter(kind="friend")
    assert (notice.user, notice.url) == (bea, "/home/x/")
    assert notice.data == {"change": "to_home", "player": "player1", "name": "Friday"}
    assert refused(invite, by=host) == "NO_FRIEND_CHOSEN"
    assert news.unseen(me(bea), now=START)


@pytest.mark.rule("FRIEND-3")
def test_a_player_invites_so_many_friends_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    host, bea, carl = people(3)
    for user in (bea, carl):
        follow(host, user)
    monkeypatch.setattr(friends, "MOST_INVITED", 1)
    invite(host, bea)
    invite(host, bea, ref=2)
    friends.unfollow(owner_id=me(host), other_id=me(bea))
    with pytest.raises(Refusal, match="TOO_MANY_INVITED"):
        invite(host, carl)
    Contact.objects.update(invited_at=START - timedelta(days=1))
    invite(host, carl)


@pytest.mark.rule("FRIEND-1", "FRIEND-2")
def test_the_page_and_the_api_follow_list_and_choose() -> None:
    anna, bea = people(2)
    client = Client()
    client.force_login(anna)
    page = reverse("contacts")
    client.post(reverse("befriend"), {"act": "follow", "name": "player2"})
    shown = client.get(page).content.decode()
    assert "at no public table" in shown
    assert client.get(reverse("api_friends")).json() == [
        {"user": bea.pk, "name": "player2", "places": []}
    ]
    client.post(reverse("befriend"), {"act": "unfollow", "player": bea.pk})
    assert client.get(reverse("api_friends")).json() == []
    address = reverse("api_contact", args=[bea.pk])
    answer = client.post(address, {"followed": True}, content_type="application/json")
    assert answer.status_code == 204
    assert client.get(reverse("api_contacts")).json()[0]["followed"]
    client.post(reverse("befriend"), {"act": "choose", "hides_tables": "on"})
    wishes = {"refuses_followers": False, "hides_tables": True}
    assert client.get(reverse("api_friend_settings")).json() == wishes
    follow(bea, anna)
    client.post(reverse("befriend"), {"act": "block", "player": bea.pk})
    assert friends.followers(me(anna)) == friends.of(me(anna)) == []
