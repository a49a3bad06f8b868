"""Readers see the standings, can recompute them, and find their trophies."""

import csv
import io
import json
import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.tables.rooms import people
from tests.tournaments.seasons.setting import LATER, counted, ended, league, season, table
from tournaments.models import Template
from tournaments.rules.seasons import tally
from tournaments.seasons import standings
from tournaments.seasons.models import Season

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SERIES-2")]


def read(browser: Client, name: str, *args: object) -> str:
    answer = browser.get(reverse(name, args=args))
    assert answer.status_code == 200
    body = b"".join(answer)  # A file is sent in portions.
    return body.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.fixture
def played() -> tuple[Season, list[User]]:
    """A season of two evenings of four players, two of whom tie once."""
    plan = league()
    row = season(plan, best=1, attendance=100)
    anna, bea, carla, dora = group = people(4)
    ended(plan, anna, [bea, carla], dora)
    ended(plan, bea, anna)
    return counted(row), group


def test_the_standings_are_the_same_from_the_file_of_results(
    played: tuple[Season, list[User]], client: Client
) -> None:
    row, _group = played
    text = read(client, "season_results", row.pk, "csv")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert json.loads(read(client, "season_results", row.pk, "json"))[0]["player"]
    worth: dict[str, list[int]] = {line["player"]: [] for line in lines}
    for line in lines:
        places = range(int(line["place"]), int(line["place"]) + int(line["tied"]))
        cells = [row.points_table[place - 1] for place in places]
        assert Decimal(line["points"]) * 100 == sum(cells) // len(cells) + row.attendance
        worth[line["player"]].append(int(Decimal(line["points"]) * 100))
    tallies = {player: tally(of, best=row.best) for player, of in worth.items()}
    assert {
        (1 + sum(other > mine for other in tallies.values()), player, mine.points)
        for player, mine in tallies.items()
    } == set(table(row))


def test_a_player_sees_their_line_and_how_it_comes_about(
    played: tuple[Season, list[User]], client: Client
) -> None:
    row, [_anna, bea, *_others] = played
    client.force_login(bea)
    page = words(read(client, "season", row.pk))
    assert "the best result counts" in page
    assert "1 for taking part" in page
    own = words(read(client, "season_player", row.pk, bea.pk))
    # 7 and 5 for two who tie, and one point for taking part: the win counts alone.
    assert "(7 + 5) ÷ 2 + 1" in own
    assert "7, does not count" in own
    assert "10 + 1" in own
    assert client.get(reverse("season_player", args=[row.pk, 0])).status_code == 404


def test_an_event_leads_to_its_season_and_the_season_to_the_event(
    played: tuple[Season, list[User]], client: Client
) -> None:
    row, _group = played
    event = row.events.earliest("pk").tournament
    assert reverse("season", args=[row.pk]) in read(client, "tournament", event.pk)
    assert reverse("results", args=[event.pk]) in read(client, "season", row.pk)
    secret = ended(league(name="Secret", access=Template.Access.INVITED), *people(2, "s"))
    assert "Counts for" not in Client().get(f"/tournaments/{secret.pk}/").content.decode()


@pytest.mark.rule("SERIES-6")
def test_the_first_three_of_a_closed_season_have_a_trophy(
    played: tuple[Season, list[User]], client: Client
) -> None:
    row, [anna, bea, _carla, dora] = played
    client.force_login(bea)
    mine = reverse("my_tournaments")
    assert "Your trophies" not in client.get(mine).content.decode()
    standings.tend(now=LATER)
    assert "Your trophies March League 2nd" in words(client.get(mine).content.decode())
    assert "Trophy" in read(client, "season", row.pk)
    listed = words(read(client, "seasons"))
    assert f"1st {anna.username} , 2nd {bea.username}" in listed.replace(",", " ,").replace(
        "  ", " "
    )
    client.force_login(dora)
    assert "Your trophies" not in client.get(mine).content.decode()


def test_a_page_takes_as_many_queries_for_many_players_as_for_few(
    client: Client, django_assert_max_num_queries: object
) -> None:
    plan = league()
    row = season(plan)
    ended(plan, *people(30))
    counted(row)
    read(client, "season", row.pk)
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        read(client, "season", row.pk)


def test_the_api_says_the_same(played: tuple[Season, list[User]], client: Client) -> None:
    row, [_anna, bea, *_others] = played
    [told] = client.get(reverse("api_seasons")).json()
    assert (told["name"], told["points_table"]) == ("March League", row.points_table)
    answer = client.get(reverse("api_season_standings", args=[row.pk])).json()
    assert [line["points"] for line in answer["results"]] == [each for *_who, each in table(row)]
    assert bea.username in {line["player"] for line in answer["results"]}
    assert client.get(reverse("api_season_standings", args=[0])).status_code == 404


def test_without_seasons_the_list_says_so(client: Client) -> None:
    assert "There is no season yet" in read(client, "seasons")
