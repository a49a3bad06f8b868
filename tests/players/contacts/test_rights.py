"""A walk of rights: each kind of reader at each page, verb and API of friends and notes."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from core.sentences import say_again
from core.types import UserId
from players.contacts import friends, keeping
from players.contacts.urls import urlpatterns
from players.models import User
from players.protection import exclusions
from players.sign_in import guests
from players.staff import suspensions
from tests.tables.rooms import people
from tests.tournaments import rights
from tests.tournaments.events import START

pytestmark = [pytest.mark.django_db, pytest.mark.rule("FRIEND-1")]

ROLES: Final = ("player", "guest", "excluded", "suspended", "anonymous", "staff")
# The answer to each reader, in the order of ROLES.
#                        player guest excluded suspended anonymous staff
PAGES: Final = """
    contacts             200 302 200 302 302 200
    api_contacts         200 200 200 403 403 200
    api_friends          200 200 200 403 403 200
    api_friend_settings  200 200 200 403 403 200
"""
# What becomes of each act on another player: + it is done, or the code that refuses it.
ACTS: Final = """
    follow               + login SELF_EXCLUDED login login +
    follow_guest         NOT_FOLLOWABLE login SELF_EXCLUDED login login NOT_FOLLOWABLE
    follow_shy           NOT_FOLLOWABLE login SELF_EXCLUDED login login NOT_FOLLOWABLE
    follow_blocker       NOT_FOLLOWABLE login SELF_EXCLUDED login login NOT_FOLLOWABLE
    follow_nobody        NO_SUCH_PLAYER login NO_SUCH_PLAYER login login NO_SUCH_PLAYER
    unfollow             + login + login login +
    block                + login + login login +
    choose               + login + login login +
    keep                 + login + login login +
    mute_all             + login + login login +
    api_friend_settings  200 200 200 403 403 200
    api_mute_all         204 204 204 403 403 204
    api_contact          204 409 409 403 403 204
"""
UNTIL: Final = {"until": START + timedelta(days=7)}


@pytest.fixture(autouse=True)
def _the_hour_of_the_scene() -> Iterator[None]:
    with time_machine.travel(START):
        yield


class FriendScene:
    """A reader of each kind, and others of whom one is ``shy``, a ``guest`` or a ``blocker``."""

    def __init__(self) -> None:
        player, excluded, suspended, self.other, self.shy, self.blocker = people(6)
        staff = User.objects.create_superuser("staff")
        guest = guests.make(of_age=True, known_as=(), called="Zoe", now=START)
        self.guest = guests.make(of_age=True, known_as=(), called="Yan", now=START)
        self.users = {"player": player, "guest": guest, "excluded": excluded}
        self.users |= {"suspended": suspended, "staff": staff}
        wish: dict[str, bool] = {"refuses_followers": True, "hides_tables": False}
        friends.choose(user_id=UserId(self.shy.pk), **wish)
        for user in self.users.values():
            row = {"owner_id": UserId(self.blocker.pk), "other_id": UserId(user.pk)}
            keeping.block(**row, blocked=True, now=START)
        exclusions.exclude(user_id=UserId(excluded.pk), days=7, now=START)
        suspensions.suspend(
            user_id=UserId(suspended.pk), by=UserId(staff.pk), why="asked", now=START
        )
        self.clients = {role: self._client(role) for role in ROLES}

    def _client(self, role: str) -> Client:
        browser = Client()
        if role in self.users:
            browser.force_login(self.users[role])
            # The page by which a suspended player learns that they are signed out.
            browser.get(reverse("contacts"))
        return browser

    def do(self, act: str, role: str) -> str:
        """Do an act as a reader; what becomes of it."""
        browser, name, _, whom = self.clients[role], *act.partition("_")
        # The refusals of other acts.
        browser.cookies.pop("messages", None)
        if name == "api":
            form: dict[str, Any] = {"followed": True, "mutes_all": True}
            form |= {"refuses_followers": True, "hides_tables": True}
            address = reverse(act, args=[self.other.pk] if act == "api_contact" else [])
            return str(browser.post(address, form, content_type="application/json").status_code)
        if act in ("keep", "mute_all"):
            view = {"keep": "keep_contact", "mute_all": "contacts_mute_all"}[act]
            address = reverse(view, args=[self.other.pk] if act == "keep" else [])
            return rights.outcome(browser.post(address, {"note": "calls", "mutes_all": "yes"}))
        named = getattr(self, whom or "other", None)
        form = {"act": name, "player": self.other.pk, "name": named.username if named else "no"}
        return rights.outcome(browser.post(reverse("befriend"), form))


def test_each_page_for_each_reader() -> None:
    scene = FriendScene()
    for name, role, expected in rights.rows(PAGES, ROLES):
        answer = scene.clients[role].get(reverse(name))
        assert str(answer.status_code) == expected, (name, role)


def test_each_act_of_each_reader() -> None:
    scene = FriendScene()
    for act, role, expected in rights.rows(ACTS, ROLES):
        with rights.undone():
            told = scene.do(act, role)
        assert told == (say_again(expected, UNTIL) if expected.isupper() else expected), (act, role)


def test_the_walk_visits_every_address() -> None:
    walked = {name for text in (PAGES, ACTS) for name, *_ in rights.rows(text, ROLES)}
    walked |= {"befriend", "keep_contact", "contacts_mute_all"}
    assert {pattern.name for pattern in urlpatterns} <= walked
