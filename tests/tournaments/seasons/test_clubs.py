"""Seasons of clubs: all games count, members alone read them, and managers write them."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal, RefusalCode
from core.types import UserId
from players.models import Notice, User
from tests.tables.rooms import people
from tests.tournaments.clubs.setting import begun, founded, promoted
from tests.tournaments.clubs.test_membership import me
from tests.tournaments.events import START
from tests.tournaments.home.setting import played
from tests.tournaments.seasons.setting import (
    counted,
    ended,
    league,
    made,
    night,
    season,
    table,
    written,
)
from tournaments.clubs import founding, membership, moderation
from tournaments.clubs.models import Club
from tournaments.clubs.refusals import ClubCode
from tournaments.refusals import EventCode
from tournaments.seasons import club_seasons, prizes, reading, standings
from tournaments.seasons.models import Season, SeasonPrize

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SERIES-8")]

# A season of November closes a day after its end.
OVER: Final = START + timedelta(days=13)
FORM: Final = {
    "name": "December",
    "span": "dates",
    "begins_on": "2026-12-01",
    "ends_on": "2026-12-20",
    "formula": "table",
    "points_table": "12; 8; 4",
    "factor": "",
    "attendance": "0.5",
    "best": "3",
}


def of(user: User) -> dict[str, Any]:
    return {"by": me(user), "now": START}


@pytest.fixture
def club() -> Club:
    """A club of an owner, a manager, two members, and one who was banned."""
    owner, manager, bea, carla, banned = people(5)
    row = founded(owner, manager, bea, carla, banned, members_open=True)
    promoted(row, manager)
    return row


@pytest.fixture
def group(club: Club) -> list[User]:
    return [row.user for row in club.members.select_related("user").order_by("joined_at")]


def test_a_month_of_four_games_by_hand(club: Club, group: list[User]) -> None:
    anna, bruno, bea, carla, _banned = group
    row = made(club, anna, best=3, attendance=1_00)
    night(club, anna, bruno, bea, at=START - timedelta(days=14))
    night(club, bea, carla, anna, bruno, at=START - timedelta(days=7))
    night(club, bruno, anna, at=START - timedelta(days=1))
    # Those of other months, of no club and of the room count for nothing here.
    night(club, carla, anna, at=START + timedelta(days=20))
    ended(league(), carla, anna, at=START)
    _home, evening = begun(club, anna, bea, carla)
    event = played(evening)
    last = {user: place or 0 for user, place in event.entries.values_list("user", "place")}
    # By a table of 10, 7, 5 and 3, and a point for taking part; the best three of four count. All
    # put everything in, so that two who lose the same hand share the second place.
    second = 7_00 if list(last.values()).count(2) == 2 else 8_00
    brought = {1: 11_00, 2: second, 3: 6_00}
    results = {
        anna: [11_00, 6_00, 8_00, brought[last[anna.pk]]],
        bruno: [8_00, 4_00, 11_00],
        bea: [6_00, 11_00, brought[last[bea.pk]]],
        carla: [8_00, brought[last[carla.pk]]],
    }
    sums = {user.username: sum(sorted(each)[-3:]) for user, each in results.items()}
    assert {name: points for _place, name, points in table(counted(row, now=evening.now))} == sums
    assert [points for *_who, points in table(row)] == sorted(sums.values(), reverse=True)
    assert row.events.count() == 4
    lines = [line.result.points for line in reading.results_of(row, me(anna))]
    assert lines == sorted(results[anna], reverse=True)


@pytest.mark.rule("SERIES-2")
def test_the_prize_share_of_a_game_without_money(club: Club, group: list[User]) -> None:
    anna, bruno, bea, carla, _banned = group
    row = made(club, anna, formula="share", factor=100_00)
    event = night(club, anna, bruno, bea, carla, at=START)
    shares = event.prize_scheme.prizes(entries=4, pool=1_000_000)
    expected = [share // 100 for share in shares] + [0] * (4 - len(shares))
    assert [points for *_who, points in table(counted(row, now=START))] == expected


ROLES: Final = ("owner", "manager", "member", "banned", "stranger", "anonymous", "staff")
#                owner manager member banned stranger anonymous staff
PAGES: Final = """
    season                200 200 200 404 404 404 200
    season_player         200 200 200 404 404 404 200
    season_results        200 200 200 404 404 404 200
    api_season_standings  200 200 200 404 404 404 200
    club_seasons          200 200 200 404 404 404 404
    club_season           200 200 404 404 404 404 404
"""


def walk() -> Iterator[tuple[str, str, int]]:
    for line in PAGES.strip().splitlines():
        name, *answers = line.split()
        for role, answer in zip(ROLES, answers, strict=True):
            yield name, role, int(answer)


def reader(user: User | None) -> Client:
    browser = Client()
    if user is not None:
        browser.force_login(user)
    return browser


def test_each_page_for_each_reader(club: Club, group: list[User]) -> None:
    owner, manager, bea, _carla, banned = group
    row = made(club, owner)
    event = night(club, bea, banned, at=START)
    counted(row, now=START)
    membership.ban(club_id=club.pk, user_id=me(banned), **of(owner))
    [stranger] = people(1, prefix="other")
    staff = User.objects.create_superuser("staff")
    browsers = dict(
        zip(ROLES, map(reader, (owner, manager, bea, banned, stranger, None, staff)), strict=True)
    )
    arguments: dict[str, tuple[object, ...]] = {
        "season_player": (row.pk, bea.pk),
        "season_results": (row.pk, "csv"),
        "club_seasons": (club.slug,),
        "club_season": (club.slug, row.pk),
    }
    answers = [
        (name, role, browsers[role].get(reverse(name, args=arguments.get(name, (row.pk,)))))
        for name, role, _answer in walk()
    ]
    assert [(name, role, answer.status_code) for name, role, answer in answers] == list(walk())
    for role, browser in browsers.items():
        inside = role not in ("banned", "stranger", "anonymous")
        # The lists of the room's own seasons have none of a club.
        assert row.name not in browser.get(reverse("seasons")).content.decode()
        assert browser.get(reverse("api_seasons")).json() == []
        told = browser.get(reverse("api_seasons"), {"club": club.slug}).json()
        assert [each["club"] for each in told] == [club.slug] * inside, role
        room = browser.get(reverse("home_game", args=[event.home_game.token])).content.decode()
        assert ("Counts for the season" in room) == inside, role
        page = browser.get(reverse("season", args=[row.pk])).content.decode()
        # The page of a game is for its players (CLUB-4).
        assert (reverse("home_of_event", args=[event.pk]) in page) == (role == "member"), role
    # Nobody reads the seasons of a closed club but staff.
    founding.close(club_id=club.pk, **of(owner))
    address = reverse("season", args=[row.pk])
    codes = [browsers[role].get(address).status_code for role in ROLES]
    assert codes == [404, 404, 404, 404, 404, 404, 200]


def test_managers_write_a_season_on_its_pages(club: Club, group: list[User]) -> None:
    owner, manager, bea, carla, _banned = group
    browser = reader(manager)
    seasons = reverse("club_seasons", args=[club.slug])
    assert reader(bea).post(seasons, FORM).status_code == 404
    wrong = browser.post(seasons, {**FORM, "ends_on": "2026-11-01", "points_table": "1; 2"})
    text = wrong.content.decode()
    assert "Choose a day that is not before the first one." in text
    assert "A worse place cannot bring more points." in text
    for year in ("0001", "9999"):
        far = {**FORM, "begins_on": f"{year}-12-01", "ends_on": f"{year}-12-31"}
        assert "Choose a day that is nearer." in browser.post(seasons, far).content.decode()
    answer = browser.post(seasons, FORM)
    row = Season.objects.get()
    assert answer["Location"] == reverse("season", args=[row.pk])
    said = (row.club, row.points_table, row.attendance, row.best, row.written_by)
    assert said == (club, [12_00, 8_00, 4_00], 50, 3, manager)
    assert "The club has a season of this name." in browser.post(seasons, FORM).content.decode()
    page = reverse("club_season", args=[club.slug, row.pk])
    browser.post(page, {**FORM, "best": ""})
    row.refresh_from_db()
    assert row.best is None
    night(club, bea, carla, at=START + timedelta(days=12))
    counted(row, now=START + timedelta(days=13))
    # From the first counted event on the name alone can change (SERIES-5).
    assert "only the name can change" in browser.get(page).content.decode()
    browser.post(page, {**FORM, "name": "Advent", "points_table": "99"})
    row.refresh_from_db()
    assert (row.name, row.points_table) == ("Advent", [12_00, 8_00, 4_00])
    kept = browser.post(page, {"delete": "yes"})
    assert [str(each) for each in get_messages(kept.wsgi_request)]
    assert Season.objects.count() == 1
    days: dict[str, Any] = {"begins_on": OVER.date(), "ends_on": OVER.date()}
    empty = made(club, owner, name="Empty", span="dates", **days)
    browser.post(reverse("club_season", args=[club.slug, empty.pk]), {"delete": "yes"})
    assert Season.objects.get() == row


def refused(code: RefusalCode, act: Any, /, **arguments: Any) -> None:
    with pytest.raises(Refusal) as told:
        act(**arguments)
    assert told.value.code == code


def test_who_may_write_and_how_many(club: Club, group: list[User]) -> None:
    owner, _manager, bea, carla, _banned = group
    of_club = {"club_id": club.pk, **of(owner)}
    row = made(club, owner)
    what = {"season_id": row.pk, "terms": written(best=1)}
    by_member = {**of_club, **of(bea)}
    refused(ClubCode.NOT_FOR_THIS_ROLE, club_seasons.make, terms=written(), **by_member)
    [stranger] = people(1, prefix="other")
    refused(ClubCode.NOT_A_MEMBER, club_seasons.change, **what, **{**of_club, **of(stranger)})
    refused(EventCode.SEASON_NAMED_TWICE, club_seasons.make, terms=written(), **of_club)
    rooms, elsewhere = season(league()), made(founded(carla, name="Other ones"), carla)
    for other in (rooms, elsewhere):
        refused(EventCode.NO_SUCH_SEASON, club_seasons.delete, season_id=other.pk, **of_club)
    for no in range(2, club_seasons.MOST_OPEN + 1):
        made(club, owner, name=f"No. {no}")
    refused(EventCode.TOO_MANY_SEASONS, club_seasons.make, terms=written(name="x"), **of_club)
    night(club, bea, carla, at=START)
    counted(row, now=START)
    refused(EventCode.SEASON_BEGUN, club_seasons.change, **what, **of_club)
    refused(EventCode.SEASON_BEGUN, club_seasons.delete, season_id=row.pk, **of_club)
    staff = UserId(User.objects.create_superuser("staff").pk)
    moderation.suspend(club_id=club.pk, by=staff, why="asked", now=START)
    refused(ClubCode.CLUB_SUSPENDED, club_seasons.change, **what, **of_club)
    # What is played is counted all the same, and read.
    assert reader(bea).get(reverse("season", args=[row.pk])).status_code == 200
    assert len(table(counted(row, now=START))) == 2


@pytest.mark.rule("SERIES-6")
def test_the_end_is_told_to_members_alone_and_brings_no_tickets(
    club: Club, group: list[User]
) -> None:
    owner, _manager, bea, carla, banned = group
    row = made(club, owner)
    night(club, banned, bea, carla, at=START)
    membership.ban(club_id=club.pk, user_id=me(banned), **of(owner))
    for now in (START + timedelta(hours=3), OVER):
        standings.tend(now=now)
    row.refresh_from_db()
    assert row.closed_at == OVER
    assert [name for _place, name, _points in table(row)] == [
        banned.username,
        bea.username,
        carla.username,
    ]
    told = Notice.objects.filter(kind=Notice.Kind.SEASON).values_list("user", flat=True)
    assert set(told) == {bea.pk, carla.pk}
    assert reading.trophies(me(bea)).get().season == row
    assert not reading.trophies(me(banned)).exists()
    SeasonPrize.objects.create(season=row, place=1, value=5_00)
    staff = User.objects.create_superuser("staff")
    by = UserId(staff.pk)
    refused(EventCode.PRIZES_BY_ROOM, prizes.give, season_id=row.pk, by=by, now=OVER)
    desk = reader(staff).get(reverse("admin:tournaments_season_change", args=[row.pk]))
    assert club.name in desk.content.decode()
    assert "Give the prizes" not in desk.content.decode()
    what = {"season_id": row.pk, "club_id": club.pk, **of(owner)}
    refused(EventCode.SEASON_CLOSED, club_seasons.change, terms=written(), **what)
