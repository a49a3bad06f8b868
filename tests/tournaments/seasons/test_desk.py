"""Staff write a season before its first event, and give its prizes in one act."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from payouts.refusals import MoneyCode
from payouts.room_settings import FOUR_EYES
from players.models import User
from players.protection import exclusions
from tests.tables.rooms import people
from tests.tournaments.seasons.setting import APRIL, LATER, MARCH, counted, ended, league, season
from tournaments.models import Act, Template, Ticket
from tournaments.refusals import EventCode
from tournaments.seasons import prizes, standings
from tournaments.seasons.models import Season, SeasonPrize

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SERIES-5")]

ADD = "admin:tournaments_season_add"
CHANGE = "admin:tournaments_season_change"


def written(plan: Template, **typed: Any) -> dict[str, Any]:
    """The form of a season as staff fill it in."""
    return {
        "name": "March League",
        "span": "month",
        "begins_on": "2027-03-10",
        "ends_on": "",
        "plans": [plan.pk],
        "formula": "table",
        "points_table": "10; 7.5; 5",
        "factor": "0",
        "attendance": "0.5",
        "best": "",
        "prizes-TOTAL_FORMS": "1",
        "prizes-INITIAL_FORMS": "0",
        "prizes-0-place": "1",
        "prizes-0-value": "10.00",
        "prizes-0-template": "",
        **typed,
    }


@pytest.fixture
def floor(client: Client) -> Client:
    member = User.objects.create_user("chief", is_staff=True)
    member.groups.add(Group.objects.get(name="floor"))
    client.force_login(member)
    return client


def staff(name: str) -> UserId:
    return UserId(User.objects.create_superuser(name).pk)


def test_the_floor_writes_a_season_and_what_is_over_counts_at_once(floor: Client) -> None:
    plan = league()
    ended(plan, *people(2), at=MARCH)
    answer = floor.post(reverse(ADD), written(plan))
    assert answer.status_code == 302, answer.content.decode()
    row = Season.objects.get()
    assert (str(row.begins_on), str(row.ends_on)) == ("2027-03-01", "2027-03-31")
    assert (row.points_table, row.attendance) == ([1000, 750, 500], 50)
    assert list(row.standings.values_list("points", flat=True)) == [1050, 800]
    assert row.prizes.get().value == 10_00
    assert Act.objects.get(verb=Act.Verb.WRITE_PLAN).after["name"] == "March League"


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"points_table": "5; 7"}, "A worse place cannot bring more points."),
        ({"points_table": "ten"}, "Write points like"),
        ({"points_table": "1.005"}, "at most two decimals"),
        ({"points_table": "NaN"}, "at most two decimals"),
        ({"points_table": ""}, "at least one place"),
        ({"formula": "root"}, "Enter a factor above zero."),
        ({"span": "dates", "ends_on": "2027-03-01"}, "not before the first one"),
        ({"plans": []}, "required"),
        ({"prizes-0-value": "0"}, "above zero"),
    ],
)
def test_a_wrong_form_says_what_is_wrong(floor: Client, typed: dict[str, Any], fault: str) -> None:
    answer = floor.post(reverse(ADD), written(league(), **typed))
    assert answer.status_code == 200
    assert fault in answer.content.decode()
    assert not Season.objects.exists()


def test_a_private_plan_is_not_offered(floor: Client) -> None:
    secret = league(access=Template.Access.INVITED)
    assert floor.post(reverse(ADD), written(secret)).status_code == 200
    assert not Season.objects.exists()


def test_once_an_event_has_counted_only_the_name_changes(floor: Client) -> None:
    plan = league()
    row = season(plan)
    typed = written(plan, points_table="3; 2; 1", name="Spring")
    typed |= {"prizes-TOTAL_FORMS": "0"}
    floor.post(reverse(CHANGE, args=[row.pk]), typed)
    row.refresh_from_db()
    assert (row.name, row.points_table) == ("Spring", [300, 200, 100])
    ended(plan, *people(2))
    counted(row)
    assert "points_table" not in floor.get(reverse(CHANGE, args=[row.pk])).content.decode()
    floor.post(reverse(CHANGE, args=[row.pk]), {**typed, "name": "X", "points_table": "9; 8"})
    row.refresh_from_db()
    assert (row.name, row.points_table) == ("X", [300, 200, 100])
    boss = Client()
    boss.force_login(User.objects.get(pk=staff("boss")))
    assert boss.post(
        reverse("admin:tournaments_season_delete", args=[row.pk]), {"post": "yes"}
    ).status_code in (302, 403)
    assert Season.objects.filter(pk=row.pk).exists()


def closed(*, value: int = 10_00) -> tuple[Season, list[User]]:
    """A closed season with tickets for the first two, written by ``author``."""
    plan = league()
    row = season(plan)
    group = people(3)
    for place in (1, 2):
        SeasonPrize.objects.create(season=row, place=place, value=value)
    ended(plan, *group)
    counted(row)
    standings.tend(now=LATER)
    row.refresh_from_db()
    return row, group


@pytest.mark.rule("SERIES-6")
def test_the_desk_gives_all_prizes_in_one_act_and_each_once() -> None:
    row, [anna, bea, _carla] = closed()
    boss = staff("boss")
    for expected in (2, 0):
        given = prizes.give(season_id=row.pk, by=boss, now=LATER)
        assert (len(given.tickets), given.refused) == (expected, {})
    assert set(Ticket.objects.values_list("owner", "value")) == {(anna.pk, 1000), (bea.pk, 1000)}
    why = Ticket.objects.get(owner=anna).why
    assert why == "March League, place 1"
    assert Act.objects.filter(verb=Act.Verb.GIVE_TICKET).count() == 2


@pytest.mark.rule("SERIES-6")
def test_before_the_season_is_closed_nothing_is_given() -> None:
    plan = league()
    row = season(plan)
    SeasonPrize.objects.create(season=row, place=1, value=10_00)
    with pytest.raises(Refusal, match=EventCode.SEASON_GOES_ON):
        prizes.give(season_id=row.pk, by=staff("boss"), now=APRIL)
    with pytest.raises(Refusal, match=EventCode.NO_SUCH_SEASON):
        prizes.give(season_id=0, by=staff("chief"), now=APRIL)


@pytest.mark.rule("SERIES-6")
def test_above_the_limit_another_person_than_the_author_gives_them() -> None:
    limit = FOUR_EYES.value()
    row, _group = closed(value=limit)
    with pytest.raises(Refusal, match=MoneyCode.TAKES_TWO):
        prizes.give(season_id=row.pk, by=UserId(row.written_by_id), now=LATER)
    assert len(prizes.give(season_id=row.pk, by=staff("boss"), now=LATER).tickets) == 2


@pytest.mark.rule("SERIES-6")
def test_a_winner_who_may_not_play_waits_and_the_others_get_theirs() -> None:
    row, [anna, bea, _carla] = closed()
    exclusions.exclude(user_id=UserId(anna.pk), days=90, now=LATER)
    given = prizes.give(season_id=row.pk, by=staff("boss"), now=LATER)
    assert [ticket.owner_id for ticket in given.tickets] == [bea.pk]
    assert list(given.refused) == [anna.pk]
    assert [winner.user_id for winner in prizes.to_give(row)] == [anna.pk]


@pytest.mark.rule("SERIES-6")
def test_players_who_share_a_place_have_its_prize_each() -> None:
    plan = league()
    row = season(plan)
    anna, bea, carla = people(3)
    SeasonPrize.objects.create(season=row, place=1, value=10_00)
    SeasonPrize.objects.create(season=row, place=2, value=5_00)
    ended(plan, [anna, bea], carla)
    counted(row)
    standings.tend(now=LATER)
    prizes.give(season_id=row.pk, by=staff("boss"), now=LATER)
    assert set(Ticket.objects.values_list("owner", "value")) == {(anna.pk, 1000), (bea.pk, 1000)}


def test_the_button_says_what_was_given() -> None:
    row, _group = closed()
    boss = Client()
    boss.force_login(User.objects.get(pk=staff("boss")))
    page = reverse(CHANGE, args=[row.pk])
    assert "give_prizes" in boss.get(page).content.decode()
    press = reverse("admin:tournaments_season_give_prizes", args=[row.pk])
    answer = boss.post(press, {"_form_submitted": "on"}, follow=True)
    assert Ticket.objects.count() == 2, answer.content.decode()[:500]
    assert "give_prizes" not in boss.get(page).content.decode()
