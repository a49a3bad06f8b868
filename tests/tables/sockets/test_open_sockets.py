"""Sockets of somebody who may be here no longer: each is told why, closed, and obeyed no more."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as room_settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext

from core.refusal import RefusalCode
from players.models import User
from players.protection import exclusions
from players.refusals import PlayerCode
from players.sign_in import sessions
from players.staff import suspensions
from tables.models import Seat
from tables.wire import push
from tests.tables.conversations import Socket, Watch
from tests.tables.rooms import Room, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("ACCOUNT-1")]

PASSWORD = "correct horse battery"


def browser(socket: Socket) -> Client:
    """The browser whose page the socket belongs to."""
    client = Client()
    client.cookies[room_settings.SESSION_COOKIE_NAME] = str(socket.session.session_key)
    return client


def sign_out(socket: Socket, user: User) -> None:
    assert browser(socket).post("/accounts/logout/").status_code == 302


def change_password(socket: Socket, user: User) -> None:
    new = {"oldpassword": PASSWORD, "password1": "another one 12", "password2": "another one 12"}
    assert browser(socket).post("/accounts/password/change/", new).status_code == 302


def change_password_elsewhere(socket: Socket, user: User) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    new = {"oldpassword": PASSWORD, "password1": "another one 12", "password2": "another one 12"}
    assert client.post("/accounts/password/change/", new).status_code == 302


def be_given_a_password(socket: Socket, user: User) -> None:
    owner = User.objects.get(pk=user.pk)
    owner.set_password("given by the desk")
    owner.save()


def be_suspended(socket: Socket, user: User) -> None:
    [staff] = people(1, "staff")
    suspensions.suspend(user_id=user.pk, by=staff.pk, why="Collusion", now=timezone.now())


def exclude_oneself(socket: Socket, user: User) -> None:
    exclusions.exclude(user_id=user.pk, days=7, now=timezone.now())


WAYS: dict[Callable[[Socket, User], None], tuple[RefusalCode, int]] = {
    sign_out: (PlayerCode.SIGNED_OUT, 4401),
    change_password: (PlayerCode.SIGNED_OUT, 4401),
    change_password_elsewhere: (PlayerCode.SIGNED_OUT, 4401),
    be_given_a_password: (PlayerCode.SIGNED_OUT, 4401),
    be_suspended: (PlayerCode.SUSPENDED, 4403),
    exclude_oneself: (PlayerCode.SELF_EXCLUDED, 4403),
}


@pytest.fixture
def player(room: Callable[..., Room], settings: Any) -> tuple[Room, User]:
    """A table between hands, and the user on its first seat, who has a password."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    opened = room(1000, 1000)
    user = opened.users[1]
    user.set_password(PASSWORD)
    user.save()
    return opened, user


@pytest.mark.slow
@pytest.mark.parametrize("heard", [True, False], ids=["told", "redis away"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_socket_is_told_why_closed_and_obeyed_no_more(
    player: tuple[Room, User],
    watch: Watch,
    monkeypatch: pytest.MonkeyPatch,
    way: Callable[[Socket, User], None],
    heard: bool,
) -> None:
    opened, user = player
    code, close_code = WAYS[way]
    if not heard:
        monkeypatch.setattr(push, "tell_access", lambda user_id: None)
    socket = watch(opened.table_id, user)
    way(socket, user)
    said = socket.until("refused")
    assert (said["code"], bool(said["message"])) == (code, True)
    assert socket.message() == {"type": "websocket.close", "code": close_code}
    Seat.objects.filter(table=opened.table_id).update(away=False)
    version = opened.table.version
    socket.say(type="come_back")
    socket.say(type="sit_out")
    socket.close()
    assert opened.table.version == version


def test_both_sockets_of_an_excluded_player_close_and_the_neighbour_s_stays(
    player: tuple[Room, User], watch: Watch
) -> None:
    opened, user = player
    mine = [watch(opened.table_id, user) for _ in range(2)]
    neighbour = watch(opened.table_id, opened.users[2])
    exclude_oneself(mine[0], user)
    assert [socket.until("refused")["code"] for socket in mine] == [PlayerCode.SELF_EXCLUDED] * 2
    neighbour.say(type="snapshot")
    assert neighbour.until("snapshot")["you"]["seat"] == 2


def test_whoever_signs_out_in_one_place_stays_at_the_table_in_another(
    player: tuple[Room, User], watch: Watch
) -> None:
    opened, user = player
    here, there = watch(opened.table_id, user), watch(opened.table_id, user)
    sign_out(there, user)
    assert there.until("refused")["code"] == PlayerCode.SIGNED_OUT
    here.say(type="sit_out")
    here.until("update")
    assert here.table["seats"][0]["away"] is True


@pytest.mark.middling
def test_a_session_that_has_run_out_plays_no_more(player: tuple[Room, User], watch: Watch) -> None:
    opened, user = player
    socket = watch(opened.table_id, user)
    Session.objects.filter(pk=socket.session.session_key).update(expire_date=timezone.now())
    assert socket.until("refused")["code"] == PlayerCode.SIGNED_OUT


@pytest.mark.slow
@pytest.mark.parametrize("way", [be_suspended, exclude_oneself], ids=lambda way: way.__name__)
def test_a_socket_that_comes_later_is_told_the_same(
    player: tuple[Room, User], watch: Watch, way: Callable[[Socket, User], None]
) -> None:
    opened, user = player
    first = watch(opened.table_id, user)
    way(first, user)
    code, close_code = WAYS[way]
    again = watch(opened.table_id, user)
    assert (again.first["type"], again.first["code"]) == ("refused", code)
    assert again.message() == {"type": "websocket.close", "code": close_code}


def test_why_is_said_in_the_reader_s_language(player: tuple[Room, User], watch: Watch) -> None:
    opened, user = player
    socket = watch(opened.table_id, user, language="it")
    sign_out(socket, user)
    said = socket.until("refused")["message"]
    with translation.override("it"):
        assert said == gettext(PlayerCode.SIGNED_OUT.sentence)
    with translation.override("en"):
        assert said != gettext(PlayerCode.SIGNED_OUT.sentence)


def test_an_action_asks_nothing_more_of_the_database_than_it_did(
    player: tuple[Room, User], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, user = player
    asked: list[Any] = []
    socket = watch(opened.table_id, user)
    monkeypatch.setattr("tables.sockets.visits.access.turned_away", asked.append)
    socket.say(type="sit_out")
    assert socket.until("update")
    assert asked == []


@pytest.mark.slow
def test_ending_the_other_sessions_closes_their_sockets(
    player: tuple[Room, User], watch: Watch
) -> None:
    opened, user = player
    thief = Client(HTTP_USER_AGENT="Thief")
    owner = Client()
    for client in (thief, owner):
        login = {"login": user.get_username(), "password": PASSWORD}
        assert client.post("/accounts/login/", login).status_code == 302
    stolen = watch(opened.table_id, user, session=thief.session.session_key)
    sessions.end_all(user_id=user.pk, but=owner.session.session_key)
    assert stolen.until("refused")["code"] == PlayerCode.SIGNED_OUT
    assert owner.get("/wallet/").status_code == 200
    assert thief.get("/wallet/").status_code == 302
