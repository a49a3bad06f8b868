"""A walk of rights: each kind of reader at each page, verb and API of a club (CLUB-2)."""

from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import resolve, reverse

from core.sentences import say_again
from players.models import User
from players.protection import exclusions
from players.sign_in import guests
from tests.tables.rooms import people
from tests.tournaments import rights
from tests.tournaments.clubs.setting import FORM, founded, home_of, invited, planned, promoted
from tests.tournaments.clubs.test_membership import me
from tests.tournaments.events import START
from tournaments.clubs import calendars, membership, moderation, planning
from tournaments.clubs.models import ClubMember
from tournaments.clubs.urls import urlpatterns
from tournaments.home import games
from tournaments.home.kinds import HomeTerms

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CLUB-2")]

ROLES: Final = (
    *("owner", "manager", "member", "excluded", "banned", "stranger"),
    *("guest", "anonymous", "staff"),
)
# The answer to each reader, in the order of ROLES.
#                 owner manager member excluded banned stranger guest anonymous staff
PAGES: Final = """
    clubs          200 200 200 200 200 200 200 200 200
    club_new       200 200 200 200 200 200 302 302 200
    club           200 200 200 200 200 200 200 200 200
    club_colours   200 200 200 200 200 200 200 200 200
    club_members   200 200 200 200 404 404 404 404 404
    club_settings  200 404 404 404 404 404 404 404 404
    club_new_game  200 200 404 404 404 404 404 404 404
    club_join      302 302 302 302 200 200 200 200 200
    club_calendar  200 200 200 200 200 200 200 200 200
    home_game      200 200 200 200 200 200 200 200 200
    chat           200 200 200 200 404 404 404 302 404
    api_chat       200 200 200 200 409 409 409 403 409
    api_clubs      200 200 200 200 200 200 200 403 200
    api_club       200 200 200 200 404 404 404 403 404
"""
# What becomes of each act: + it is done, or the code that refuses it.
UNTIL = START + timedelta(days=7)
MEMBERS, ROLE, EXCLUDED = "NOT_A_MEMBER", "NOT_FOR_THIS_ROLE", "SELF_EXCLUDED"
OTHERS = f"{MEMBERS} {MEMBERS} {MEMBERS} login {MEMBERS}"
ACTS: Final = f"""
    invite           + + {ROLE} {ROLE} {OTHERS}
    revoke           + + {ROLE} {ROLE} {OTHERS}
    remove           + + {ROLE} {ROLE} {OTHERS}
    ban              + + {ROLE} {ROLE} {OTHERS}
    lift_ban         + + {ROLE} {ROLE} {OTHERS}
    make_manager     + {ROLE} {ROLE} {ROLE} {OTHERS}
    make_member      + {ROLE} {ROLE} {ROLE} {OTHERS}
    hand_over        + {ROLE} {ROLE} {ROLE} {OTHERS}
    close            + {ROLE} {ROLE} {ROLE} {OTHERS}
    call_off         + + {ROLE} {EXCLUDED} {OTHERS}
    take_over        + + {ROLE} {ROLE} {OTHERS}
    delete_template  + + {ROLE} {ROLE} {OTHERS}
    report           + + + + {OTHERS}
    leave            OWNER_STAYS + + + + + + login +
    calendar         + + + + + + + login +
    picture          + 404 404 404 404 404 404 404 404
    settings         + 404 404 404 404 404 404 404 404
    new_game         + + 404 404 404 404 404 404 404
    home_join        + + + {EXCLUDED} MEMBERS_ONLY MEMBERS_ONLY MEMBERS_ONLY MEMBERS_ONLY MEMBERS_ONLY
    club_join        + + + + BANNED_FROM_CLUB + form form +
    api_club_join    200 200 200 200 409 200 409 403 200
    api_club_leave   409 204 204 204 404 404 404 403 404
"""  # noqa: E501

# In a club that the staff have suspended (CLUB-6), whose pages are the same.
SUSPENDED: Final = "CLUB_SUSPENDED"
SUSPENDED_ACTS: Final = f"""
    invite           {SUSPENDED} {SUSPENDED} {ROLE} {ROLE} {OTHERS}
    revoke           + + {ROLE} {ROLE} {OTHERS}
    remove           {SUSPENDED} {SUSPENDED} {ROLE} {ROLE} {OTHERS}
    ban              {SUSPENDED} {SUSPENDED} {ROLE} {ROLE} {OTHERS}
    lift_ban         {SUSPENDED} {SUSPENDED} {ROLE} {ROLE} {OTHERS}
    make_manager     {SUSPENDED} {ROLE} {ROLE} {ROLE} {OTHERS}
    make_member      {SUSPENDED} {ROLE} {ROLE} {ROLE} {OTHERS}
    hand_over        + {ROLE} {ROLE} {ROLE} {OTHERS}
    close            + {ROLE} {ROLE} {ROLE} {OTHERS}
    call_off         + + {ROLE} {EXCLUDED} {OTHERS}
    take_over        {SUSPENDED} {SUSPENDED} {ROLE} {ROLE} {OTHERS}
    delete_template  + + {ROLE} {ROLE} {OTHERS}
    report           + + + + {OTHERS}
    leave            OWNER_STAYS + + + + + + login +
    calendar         + + + + + + + login +
    picture          {SUSPENDED} 404 404 404 404 404 404 404 404
    settings         form 404 404 404 404 404 404 404 404
    new_game         {SUSPENDED} {SUSPENDED} 404 404 404 404 404 404 404
    home_join        {SUSPENDED} {SUSPENDED} {SUSPENDED} {SUSPENDED} MEMBERS_ONLY MEMBERS_ONLY MEMBERS_ONLY MEMBERS_ONLY MEMBERS_ONLY
    club_join        + + + + BANNED_FROM_CLUB {SUSPENDED} form form {SUSPENDED}
    api_club_join    200 200 200 200 409 409 409 403 409
    api_club_leave   409 204 204 204 404 404 404 403 404
"""  # noqa: E501


class Scene:
    """A club with a reader of each kind, an open game and a planned one."""

    def __init__(self) -> None:
        named = people(6)
        self.users: dict[str, User] = dict(zip(ROLES, named, strict=False))
        owner, manager, member, excluded, banned, _stranger = named
        [self.other] = people(1, prefix="other")
        self.club = founded(owner, manager, member, excluded, banned, self.other)
        promoted(self.club, manager)
        act: dict[str, Any] = {"club_id": self.club.pk, "by": me(owner), "now": START}
        membership.ban(user_id=me(banned), **act)
        self.game = planned(self.club, manager)
        self.home = home_of(self.game)
        # Both managers are in the game, so that each may become its host.
        games.join(token=self.home.token, user_id=me(owner), now=START)
        games.join(token=self.home.token, user_id=me(self.other), now=START)
        self.coming = planned(self.club, owner, at=START.replace(hour=23))
        self.link = membership.invite(days=1, most_uses=9, **act)
        self.template = planning.save_template(
            name="Weekly", terms=HomeTerms(), weekdays=(), at=None, **act
        )
        calendars.renew(club_id=self.club.pk, user_id=me(owner))
        self.secret = calendars.address(ClubMember.objects.get(club=self.club, user=owner))
        exclusions.exclude(user_id=me(excluded), days=7, now=START)
        self.users["guest"] = guests.make(of_age=True, known_as=(), called="Zoe", now=START)
        self.users["staff"] = User.objects.create_superuser("staff")

    def address(self, name: str) -> str:
        if name in ("clubs", "club_new", "api_clubs", "api_club_join"):
            return reverse(name)
        if name in ("chat", "api_chat"):
            return reverse(name, args=["club", self.club.pk])
        arguments = {
            "club_join": self.link.token,
            "club_calendar": self.secret,
            "home_game": self.home.token,
            "home_join": self.home.token,
        }
        return reverse(name, args=[arguments.get(name, self.club.slug)])

    def client(self, role: str) -> Client:
        browser = Client()
        if role in self.users:
            browser.force_login(self.users[role])
        return browser

    def wish(self, act: str) -> dict[str, Any]:
        """The form of an act; it concerns another member, or a thing of the club."""
        things = {"revoke": self.link, "call_off": self.coming, "take_over": self.game}
        thing = things.get(act, self.template)
        wish = {"act": act, "player": self.other.pk, "pk": thing.pk, "days": 1, "most_uses": 1}
        more: dict[str, Any] = {"why": "A fake prize", "key": uuid4().hex, "token": self.link.token}
        # Of the club's picture.
        more["remove"] = "yes"
        return {**FORM, **wish, **more}


def outcome(scene: Scene, act: str, role: str) -> str:
    """Do an act as a reader: + where it is done, else what refuses it."""
    names = {"picture": "club_picture", "settings": "club_settings", "new_game": "club_new_game"}
    own = act in ("home_join", "club_join", "api_club_join", "api_club_leave")
    address = scene.address(act if own else names.get(act, "club_act"))
    json: dict[str, Any] = {"content_type": "application/json"} if act.startswith("api_") else {}
    answer = scene.client(role).post(address, scene.wish(act), **json)
    return str(answer.status_code) if act.startswith("api_") else rights.outcome(answer)


def check_pages(scene: Scene, table: str) -> None:
    expected = {(name, role): answer for name, role, answer in rights.rows(table, ROLES)}
    answers = {
        (name, role): str(scene.client(role).get(scene.address(name)).status_code)
        for name, role in expected
    }
    assert answers == expected


def check_acts(scene: Scene, table: str) -> None:
    for act, role, expected in rights.rows(table, ROLES):
        with rights.undone():
            told = outcome(scene, act, role)
        if expected.isupper():
            assert told == say_again(expected, {"until": UNTIL}), (act, role)
        else:
            assert told == expected, (act, role, told)


def test_each_page_for_each_reader() -> None:
    check_pages(Scene(), PAGES)


def test_each_act_of_each_reader() -> None:
    check_acts(Scene(), ACTS)


@pytest.mark.rule("CLUB-6")
def test_each_page_and_act_in_a_suspended_club() -> None:
    scene = Scene()
    staff = me(scene.users["staff"])
    moderation.suspend(club_id=scene.club.pk, by=staff, why="Indecent", now=START)
    check_pages(scene, PAGES)
    check_acts(scene, SUSPENDED_ACTS)


def test_only_members_see_the_games_and_the_members() -> None:
    scene = Scene()
    names = (scene.game.name, scene.other.username)
    for role in ROLES:
        inside = role in ("owner", "manager", "member", "excluded")
        page = scene.client(role).get(scene.address("club")).content.decode()
        assert (names[0] in page) == inside, role
        room = scene.client(role).get(scene.address("home_game")).content.decode()
        assert ("Only members of the club" in room) == (not inside), role


def test_the_walk_visits_every_address() -> None:
    walked = {name for text in (PAGES, ACTS) for name, *_ in rights.rows(text, ROLES)}
    walked |= {"club_act", "club_picture", "club_image"}
    assert {pattern.name for pattern in urlpatterns} <= walked
    assert resolve("/clubs/new/").url_name == "club_new"


def test_a_former_member_has_no_calendar() -> None:
    scene = Scene()
    calendars.renew(club_id=scene.club.pk, user_id=me(scene.other))
    secret = calendars.address(ClubMember.objects.get(club=scene.club, user=scene.other))
    address = reverse("club_calendar", args=[secret])
    text = Client().get(address).content.decode()
    assert text.count("BEGIN:VEVENT") == 2
    membership.leave(club_id=scene.club.pk, user_id=me(scene.other), now=START)
    assert Client().get(address).status_code == 404
    assert Client().get(reverse("club_calendar", args=["forged"])).status_code == 404
    invited(scene.club, scene.other)
    assert Client().get(address).status_code == 404
