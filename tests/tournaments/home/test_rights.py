"""A walk of rights: each kind of reader at each page, verb, frame and API of home games."""

from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import resolve, reverse

from core.sentences import say_again
from core.types import UserId
from players.contacts import friends
from players.models import User
from players.protection import exclusions
from players.sign_in import guests
from players.staff import suspensions
from tables.models import Table
from tables.wire import spectators
from tests.harness import worlds
from tests.harness.sampling import sampled
from tests.tables.rooms import people
from tests.tournaments import rights
from tests.tournaments.events import START
from tests.tournaments.home.setting import begun, joined, opened
from tests.tournaments.home.test_pages import FORM
from tests.tournaments.live_room.home_nights.setting import HomeNight
from tournaments.home import games, hosting
from tournaments.home.cash import cash_of, table_of
from tournaments.home.events import event_of
from tournaments.home.models import HomePayment
from tournaments.home.urls import urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOME-1")]

ROLES: Final = (
    *("host", "player", "friend", "removed", "excluded", "suspended"),
    *("stranger", "visitor", "anonymous", "staff"),
)
# The answer to each reader, in the order of ROLES; "friend" is a guest in the game, "visitor" one
# outside of it.
PAGES: Final = """
    home_new       200 200 200 200 200 200 200 200 200 200
    waiting        200 200 200 200 200 200 200 200 200 200
    playing        200 200 200 200 200 200 200 200 200 200
    over           200 200 200 200 200 200 200 200 200 200
    cash           200 200 200 200 200 200 200 200 200 200
    night          200 200 200 200 200 200 200 200 200 200
    of_event       302 302 302 302 302 404 404 404 404 302
    tournament     302 302 302 404 404 404 404 404 404 302
    clock          200 200 200 200 200 200 200 200 200 200
    no_clock       404 404 404 404 404 404 404 404 404 404
    table          200 200 200 200 200 302 404 404 302 200
    api_table      200 200 200 200 200 404 404 404 404 200
    cash_table     200 200 200 404 200 302 404 404 302 200
    api_cash_table 200 200 200 404 200 404 404 404 404 200
    chat           200 200 200 404 200 302 404 404 302 404
    api_chat       200 200 200 409 200 403 409 409 403 409
    api_home_games 200 200 200 200 200 403 200 200 403 200
"""
# What becomes of each act, in the game that it names (else in the one that waits): + it is done, or
# the code that refuses it.
HOST: Final = "NOT_THE_HOST"
OTHERS: Final = f"{HOST} {HOST} {HOST} {HOST} login {HOST} {HOST} login {HOST}"
ACTS: Final = f"""
    new                 TOO_MANY_HOME_GAMES + + + SELF_EXCLUDED + + + + +
    join                + + + REMOVED_BY_HOST SELF_EXCLUDED + + + + +
    leave               HOST_STAYS + + NOT_REGISTERED NOT_REGISTERED login NOT_REGISTERED NOT_REGISTERED login NOT_REGISTERED
    start               + {OTHERS}
    remove              + {OTHERS}
    hand_over           + {OTHERS}
    renew_link          + {OTHERS}
    close_entry         + {OTHERS}
    open_entry          + {OTHERS}
    open_chat           + {OTHERS}
    invite_friends      + {OTHERS}
    end                 + {OTHERS}
    say                 200 200 200 409 409 403 409 409 403 409
    playing:join        + + + REMOVED_BY_HOST + + + + + +
    playing:leave       HOST_STAYS ALREADY_STARTED ALREADY_STARTED ALREADY_STARTED ALREADY_STARTED login NOT_REGISTERED NOT_REGISTERED login NOT_REGISTERED
    playing:pause       + {OTHERS}
    playing:next_level  + {OTHERS}
    playing:level_again FIRST_LEVEL {OTHERS}
    playing:finish      SEVERAL_STILL_IN {OTHERS}
    playing:add_time    + {OTHERS}
    playing:late_entry  + {OTHERS}
    playing:remove      + {OTHERS}
    playing:end         + {OTHERS}
    cash:join           + + + REMOVED_BY_HOST + + + + + +
    cash:leave          HOST_STAYS HOME_GAME_BEGUN HOME_GAME_BEGUN HOME_GAME_BEGUN HOME_GAME_BEGUN login HOME_GAME_BEGUN HOME_GAME_BEGUN login HOME_GAME_BEGUN
    cash:pause          + {OTHERS}
    cash:set_blinds     + {OTHERS}
    cash:remove         + {OTHERS}
    cash:end            + {OTHERS}
    over:tick           NOT_YOUR_PAYMENT + + NOT_YOUR_PAYMENT NOT_YOUR_PAYMENT login NOT_YOUR_PAYMENT NOT_YOUR_PAYMENT login NOT_YOUR_PAYMENT
    over:remove         HOME_GAME_OVER {OTHERS}
    over:join           EVENT_OVER EVENT_OVER EVENT_OVER EVENT_OVER EVENT_OVER EVENT_OVER EVENT_OVER EVENT_OVER EVENT_OVER EVENT_OVER
    night:join          + + + REMOVED_BY_HOST SELF_EXCLUDED + + + + +
    night:add           + {OTHERS}
    night:draw          + {OTHERS}
    night:start         + {OTHERS}
    night:remove        + {OTHERS}
    night:take_over     + HOST_IS_HERE HOST_IS_HERE HOST_IS_HERE HOST_IS_HERE login HOST_IS_HERE HOST_IS_HERE login HOST_IS_HERE
    night:end           + {OTHERS}
    night:invite_friends + {OTHERS}
"""  # noqa: E501
SAID: Final = {"until": START + timedelta(days=7), "most": 3}
HOME_ACTS: Final = ("remove", "hand_over", "renew_link", "close_entry", "invite_friends")


class HomeScene:
    """A game of each kind with a reader of each kind: ``waiting``, ``playing``, ``over``, ``cash``
    and a ``night``."""

    def __init__(self) -> None:
        self.clients: dict[str, Client] = {}
        named = people(6)
        host, player, removed, excluded, suspended, stranger = named
        self.users: dict[str, User] = {
            "host": host,
            "player": player,
            "removed": removed,
            "excluded": excluded,
            "suspended": suspended,
            "stranger": stranger,
            "friend": guests.make(of_age=True, known_as=(), called="Zoe", now=START),
            "visitor": guests.make(of_age=True, known_as=(), called="Yan", now=START),
            "staff": User.objects.create_superuser("staff"),
        }
        [self.other] = people(1, prefix="other")
        inside = [player, self.users["friend"], removed, excluded, suspended, self.other]
        self.waiting = opened(host)
        joined(self.waiting, *inside)
        self.playing, _ = begun(host, *inside)
        self.over, evening = begun(host, *inside)
        hosting.end(game_id=self.over.pk, by=UserId(host.pk), now=evening.now)
        self.payment = HomePayment.objects.create(
            game=self.over, payer=player, payee=self.users["friend"], amount=100
        )
        self.cash = opened(self.other, kind="cash", seats=9, most=200, big_blind=2)
        joined(self.cash, *inside[:-1], host)
        hosting.start(game_id=self.cash.pk, by=UserId(self.other.pk), now=START)
        hosting.hand_over(
            game_id=self.cash.pk, by=UserId(self.other.pk), user_id=UserId(host.pk), now=START
        )
        self.night = HomeNight(players=1, host=self.other)
        for user in (*inside[:-1], host):
            games.join(token=self.night.game.token, user_id=UserId(user.pk), now=START)
        self.night.do(hosting.hand_over, user_id=UserId(host.pk))
        for game in (self.waiting, self.playing, self.cash, self.night.game):
            hosting.remove(
                game_id=game.pk, by=UserId(host.pk), user_id=UserId(removed.pk), now=START
            )
        for game in (self.waiting, self.night.game):
            floor = {"game_id": game.pk, "by": UserId(host.pk), "now": START}
            hosting.set_entry(is_open=True, **floor)  # type: ignore[arg-type]
        friends.follow(owner_id=UserId(host.pk), other_id=UserId(stranger.pk), now=START)
        exclusions.exclude(user_id=UserId(excluded.pk), days=7, now=START)
        suspensions.suspend(
            user_id=UserId(suspended.pk), by=UserId(self.users["staff"].pk), why="x", now=START
        )

    def client(self, role: str) -> Client:
        if role not in self.clients:
            self.clients[role] = Client()
            if role in self.users:
                self.clients[role].force_login(self.users[role])
                # The page by which a suspended player learns that they are signed out.
                first = self.clients[role].get(reverse("home_new")).status_code
                assert (first == 403) == (role == "suspended")
        return self.clients[role]

    def page(self, name: str) -> str:
        """The address of a page by its name in the table."""
        if name in ("home_new", "api_home_games"):
            return reverse(name)
        game: Any = self.night.game if name == "night" else getattr(self, name, self.waiting)
        table = Table.objects.get(event=event_of(self.playing).event)
        special: dict[str, tuple[str, list[Any]]] = {
            "of_event": ("home_of_event", [event_of(self.waiting).pk]),
            "clock": ("night_clock", [self.night.game.token]),
            "no_clock": ("night_clock", [self.waiting.token]),
            "table": ("table", [table.pk]),
            "api_table": ("api_table", [table.pk]),
            "cash_table": ("table", [table_of(self.cash).pk]),
            "api_cash_table": ("api_table", [table_of(self.cash).pk]),
            "chat": ("chat", ["home", self.waiting.pk]),
            "api_chat": ("api_chat", ["home", self.waiting.pk]),
            "tournament": ("tournament", [event_of(self.waiting).pk]),
        }
        if name in special:
            view, about = special[name]
            return reverse(view, args=about)
        return reverse("home_game", args=[game.token])

    def press(self, act: str, role: str) -> str:
        """Do an act as a reader."""
        browser = self.client(role)
        # The refusals of other acts.
        browser.cookies.pop("messages", None)
        about: dict[str, Any] = {"player": self.other.pk, "row": 0, "levels": 6}
        about |= {"key": uuid4().hex, "friend": self.users["stranger"].pk, "blind": 4}
        where, _, name = act.rpartition(":")
        game: Any = self.night.game if where == "night" else getattr(self, where or "waiting")
        if name == "new":
            form = {**FORM, "name": "Vera", "key": uuid4().hex}
            return rights.outcome(browser.post(reverse("home_new"), form))
        if name in ("join", "leave"):
            address = reverse(f"home_{name}", args=[game.token])
            return rights.outcome(browser.post(address, {"of_age": "yes", "name": "Vera"}))
        if name == "tick":
            address = reverse("home_tick", args=[game.token, self.payment.pk])
            return rights.outcome(browser.post(address, {"paid": "yes"}))
        if name == "say":
            address = reverse("api_chat", args=["home", game.pk])
            line = {"text": "ciao", "key": "0" * 32}
            answer = browser.post(address, line, content_type="application/json")
            return str(answer.status_code)
        view = "night_act" if where == "night" and name not in HOME_ACTS else "home_act"
        form = {"act": name, "name": "Vera", **about}
        return rights.outcome(browser.post(reverse(view, args=[game.token]), form))


@worlds.shared
def scene() -> HomeScene:
    """The games and their readers."""
    return HomeScene()


@pytest.mark.slow
@pytest.mark.long
def test_each_page_for_each_reader(scene: HomeScene) -> None:
    walk = sampled(rights.rows(PAGES, ROLES), one_in=2, of="pages of home games")
    for name, role, expected in walk:
        answer = scene.client(role).get(scene.page(name))
        assert str(answer.status_code) == expected, (name, role)


@pytest.mark.slow
@pytest.mark.long
def test_each_act_of_each_reader(scene: HomeScene) -> None:
    walk = sampled(rights.rows(ACTS, ROLES), one_in=3, of="acts in home games")
    for role in ROLES:
        scene.client(role)
    for act, role, expected in walk:
        with rights.undone():
            told = scene.press(act, role)
        said = say_again(expected, SAID) if expected.isupper() else expected
        assert told == said, (act, role)


def test_strangers_hear_no_frame_of_a_table(scene: HomeScene) -> None:
    for game in (event_of(scene.playing).event, cash_of(scene.cash).event):
        for role in ("stranger", "visitor", "anonymous"):
            assert not spectators.may_watch(game, scene.users.get(role, AnonymousUser()))
        assert spectators.may_watch(game, scene.users["player"])
        assert spectators.may_watch(game, scene.users["staff"])
    assert not spectators.may_watch(cash_of(scene.cash).event, scene.users["removed"])


def test_the_walk_visits_every_address(scene: HomeScene) -> None:
    views = {resolve(scene.page(name)).url_name for name, *_ in rights.rows(PAGES, ROLES)}
    posts = {"home_join", "home_leave", "home_act", "home_tick", "night_act"}
    assert {pattern.name for pattern in urlpatterns} <= views | posts
