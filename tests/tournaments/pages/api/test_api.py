"""The HTTP API: what bots and pages read, and how it says no."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from players.models import User
from tests.tournaments import events
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry.registration import register
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return events.players(1, cents=BUY_IN + FEE)[0]


@pytest.fixture
def browser(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    return client


def post(client: Client, path: str) -> tuple[int, Any]:
    answer = client.post(path)
    return answer.status_code, answer.json()


def test_anybody_may_read_the_list_and_filter_it(client: Client) -> None:
    lobby, evening = events.sit_and_go(), events.scheduled(name="Evening")
    answer = client.get("/api/tournaments/").json()
    assert {event["id"] for event in answer["results"]} == {lobby.pk, evening.pk}
    [found] = client.get("/api/tournaments/", {"kind": "sng", "status": "registering"}).json()[
        "results"
    ]
    assert found["id"] == lobby.pk
    assert (found["entry_count"], found["max_entries"], found["may_enter"]) == (0, 6, True)
    assert client.get("/api/tournaments/", {"status": "running"}).json()["results"] == []


def test_an_event_in_full(client: Client) -> None:
    event = events.scheduled(guarantee=10_000)
    answer = client.get(f"/api/tournaments/{event.pk}/").json()
    assert answer["schedule"][0] == {
        "seconds": 120,
        "small_blind": 25,
        "big_blind": 50,
        "ante": 0,
        "is_break": False,
        "big_blind_ante": False,
    }
    assert (answer["prize_pool"], answer["clock"], answer["entry"]) == (10_000, None, None)
    assert client.get(f"/api/tournaments/{10**9}/").status_code == 404


@pytest.mark.rule("INFO-2", "POOL-2", "PAY-WIN")
@pytest.mark.parametrize("guarantee", [0, 10_000])
@pytest.mark.parametrize("scheme", [None, events.standard_scheme, events.satellite_scheme])
def test_an_event_that_nobody_entered_still_has_a_page(
    client: Client, scheme: Any, guarantee: int
) -> None:
    event = events.scheduled(guarantee=guarantee, **({"scheme": scheme()} if scheme else {}))
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.status == Tournament.Status.CANCELLED
    told = client.get(f"/api/tournaments/{event.pk}/").json()
    # Fixed percentages are told for any number of entries (PAY-WIN).
    assert told["prize_scheme"]["shares"] == ([] if scheme else [6500, 3500])
    assert told["prizes"] == []
    for page in ("", "sheet/", "clock/", "screens/prizes/"):
        assert client.get(f"/tournaments/{event.pk}/{page}").status_code == 200


@pytest.mark.rule("INFO-2", "PAY-STD", "PAY-SAT")
def test_how_the_pool_is_divided_is_told_before_anybody_has_entered(client: Client) -> None:
    def told(**terms: Any) -> Any:
        event = events.scheduled(**terms)
        return client.get(f"/api/tournaments/{event.pk}/").json()["prize_scheme"]

    assert told(name="Winners") == {
        "kind": "winners",
        "name": "Winners",
        "shares": [6500, 3500],
        "by_chips": 0,
        "chips_places": [],
        "seat": 0,
        "secondary": 0,
        "table": [],
    }
    seats = told(name="Seats", scheme=events.satellite_scheme())
    assert (seats["shares"], seats["seat"], seats["secondary"]) == ([], BUY_IN + FEE, 0)
    standard = told(name="Standard", scheme=events.standard_scheme(), min_entries=13)
    assert standard["shares"] == [4000, 3000, 2000, 1000]
    assert len(standard["table"]) == 16
    assert standard["table"][1] == {
        "least": 13,
        "most": 18,
        "places": [
            {"first": place, "last": place, "share": share}
            for place, share in enumerate(standard["shares"], start=1)
        ],
    }


def test_registering_needs_a_login(client: Client) -> None:
    event = events.sit_and_go()
    assert post(client, f"/api/tournaments/{event.pk}/register/")[0] == 403
    assert client.get("/api/me/").status_code == 403


def test_in_and_out(browser: Client, anna: User) -> None:
    event = events.sit_and_go()
    status, entry = post(browser, f"/api/tournaments/{event.pk}/register/")
    assert (status, entry["status"], entry["place"]) == (200, "registered", None)
    assert browser.get(f"/api/tournaments/{event.pk}/").json()["entry"]["id"] == entry["id"]
    me = {"username": "player1", "currency": "EUR", "balance": 0, "play_balance": 0}
    me |= {"seats": [], "tickets": []}
    assert browser.get("/api/me/").json() == me
    status, entry = post(browser, f"/api/tournaments/{event.pk}/unregister/")
    assert (status, entry["status"]) == (200, "withdrawn")
    assert browser.get("/api/me/").json()["balance"] == BUY_IN + FEE


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/tournaments/{pk}/unregister/", "NOT_REGISTERED"),
        ("/api/tournaments/404/register/", "NO_SUCH_TOURNAMENT"),
    ],
)
def test_a_refusal_has_a_name_and_a_sentence(browser: Client, path: str, code: str) -> None:
    event = events.sit_and_go()
    status, body = post(browser, path.format(pk=event.pk))
    assert (status, body["code"]) == (409, code)
    assert body["message"].endswith(".")


def test_without_funds_the_answer_says_what_is_missing(browser: Client) -> None:
    event = events.sit_and_go(buy_in=2_000, fee=200)
    status, body = post(browser, f"/api/tournaments/{event.pk}/register/")
    assert (status, body["code"]) == (409, "INSUFFICIENT_FUNDS")


def test_once_it_runs_one_finds_clock_table_and_seat(browser: Client, anna: User) -> None:
    event = events.sit_and_go(max_entries=2)
    [bice] = events.players(1, prefix="bice")
    for user in (anna, bice):
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    with time_machine.travel(START + timedelta(seconds=130), tick=False):
        answer = browser.get(f"/api/tournaments/{event.pk}/").json()
    assert answer["status"] == Tournament.Status.RUNNING
    assert (answer["clock"]["number"], answer["clock"]["level"]["big_blind"]) == (2, 100)
    [table] = answer["tables"]
    assert browser.get("/api/me/").json()["seats"] == [{"table": table, "tournament": event.pk}]


@pytest.mark.middling
def test_the_schema_describes_it_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("spectacular", "--validate")
    schema, complaints = capsys.readouterr()
    assert "/api/tournaments/{id}/register/" in schema
    assert "tournaments/api.py" not in complaints
