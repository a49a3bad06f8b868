"""The lobby: places, filters, sorting, and its refresh by difference (LOBBY-2)."""

import itertools
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from core.types import UserId
from players.models import User
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration, scheduling
from tournaments.models import Template, Tournament
from tournaments.pages.lobby import places
from tournaments.pages.lobby.event_filter import PRICES, EventFilter
from tournaments.play import timekeeping
from tournaments.saved import favourites

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LOBBY-2")]

Queries = Callable[[int], AbstractContextManager[Any]]
SOON = "/lobby/soon/"
HOUR = timedelta(hours=1)


@pytest.fixture
def anna(client: Client) -> User:
    """A player who can pay for one event, signed in."""
    (user,) = events.players(1, prefix="anna")
    client.force_login(user)
    return user


def names(client: Client, path: str, **query: str) -> list[str]:
    """The events of a list, as they stand there."""
    page = client.get(path, query)
    return [row.context["listing"].event.name for row in page.context["rows"]]


def begin(event: Tournament) -> None:
    """Two players enter, and it starts."""
    for user in events.players(2, prefix=f"of{event.pk}_"):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)


def where(event: Tournament, *, after: timedelta = timedelta()) -> list[str]:
    """The places in which an event stands after a while."""
    now = START + after
    found = Tournament.objects.filter(pk=event.pk)
    return [name for name in places.PLACES if found.filter(places.standing_in(name, now=now))]


# --- places ------------------------------------------------------------------------------


def test_an_event_goes_from_place_to_place() -> None:
    event = events.scheduled(late_registration_levels=1)
    assert where(event) == ["soon"]
    begin(event)
    assert where(event) == ["late"]
    assert where(event, after=timedelta(seconds=119)) == ["late"]
    assert where(event, after=timedelta(seconds=120)) == ["running"]
    timekeeping.pause(tournament_id=event.pk, reason="Lamp", now=START + timedelta(seconds=65))
    assert where(event, after=HOUR) == ["late"]
    timekeeping.resume(tournament_id=event.pk, now=START + HOUR)
    assert where(event, after=HOUR + timedelta(seconds=54)) == ["late"]
    assert where(event, after=HOUR + timedelta(seconds=55)) == ["running"]
    Tournament.objects.filter(pk=event.pk).update(status="finished")
    assert where(event) == ["over"]


def test_a_level_that_staff_end_early_ends_late_registration() -> None:
    event = events.scheduled(late_registration_levels=1)
    begin(event)
    timekeeping.end_level(tournament_id=event.pk, now=START + timedelta(seconds=30))
    assert where(event, after=timedelta(seconds=30)) == ["running"]


def test_sit_and_gos_and_velox_have_their_places() -> None:
    assert where(events.sit_and_go()) == ["sng"]
    assert where(events.velox()) == ["velox"]
    full = events.scheduled(late_registration_levels=1, max_entries=2)
    begin(full)
    assert where(full) == ["running"]


@pytest.mark.middling
@settings(max_examples=25)
@given(
    late=st.integers(0, 2),
    opens=st.sampled_from([0, 30]),
    most=st.sampled_from([2, 5]),
    starts=st.sampled_from([timedelta(), timedelta(minutes=20), HOUR]),
    begun=st.booleans(),
    paused=st.sampled_from([None, 10, 300]),
    after=st.integers(0, 4000),
)
def test_the_database_and_the_event_agree_on_where_it_stands_and_who_may_enter(
    late: int,
    opens: int,
    most: int,
    starts: timedelta,
    begun: bool,
    paused: int | None,
    after: int,
) -> None:
    event = Tournament(
        template=events.template(name="Any", kind=Template.Kind.SCHEDULED),
        schedule=[{"seconds": 120, "small_blind": 5, "big_blind": 10}] * 4,
        scheme={"kind": "winners", "shares": [10_000]},
        # What has begun did not begin before its time.
        starts_at=START if begun else START + starts,
        created_at=START,
        kind=Tournament.Kind.SCHEDULED,
        late_registration_levels=late,
        registration_minutes=opens,
        max_entries=most,
        entry_count=2,
        buy_in=1,
        fee=0,
        starting_stack=100,
    )
    if begun:
        event.status, event.started_at = Tournament.Status.RUNNING, START
        if paused is not None:
            end = (START + timedelta(seconds=paused + 60)).isoformat()
            start = (START + timedelta(seconds=paused)).isoformat()
            event.pauses = [{"start": start, "end": end, "cause": "staff", "reason": "x"}]
    event.late_until = event.late_registration_ends()
    event.save()
    now = START + timedelta(seconds=after)
    stands = where(event, after=timedelta(seconds=after))
    assert len(stands) == 1
    if begun:
        assert (stands == ["late"]) == event.may_still_enter(now)
    found = places.that_may_be_entered(Tournament.objects.filter(pk=event.pk), now=now)
    assert found.exists() == event.may_still_enter(now)


@pytest.mark.middling
def test_every_place_is_a_page_for_everybody_with_its_count_in_both_languages(
    client: Client,
) -> None:
    events.sit_and_go(name="Duel")
    events.scheduled(name="Sunday")
    events.velox()
    for language, word in (("en", "Soon"), ("it", "In arrivo")):
        client.cookies["django_language"] = language
        for path in ("/", *(f"/lobby/{name}/" for name in places.PLACES if name != "velox")):
            page = client.get(path).content.decode()
            assert re.search(rf'id="place-soon"[^>]*>{word} <span class="count">1<', page)
        for name in ("velox", "cash", "pools", "timeline"):
            assert 'id="place-sng"' in client.get(reverse(name)).content.decode()
    assert client.get("/lobby/velox/").status_code == client.get("/lobby/x/").status_code == 404
    told = {place["name"]: place["count"] for place in client.get("/api/lobby/").json()}
    assert (told["soon"], told["sng"], told["velox"], told["running"]) == (1, 1, 1, 0)


def test_the_first_page_shows_the_best_of_each_place(client: Client) -> None:
    for minute in range(9):
        events.scheduled(name=f"At {minute}", starts_at=START + timedelta(minutes=minute))
    events.sit_and_go(name="Duel")
    sections = {name: rows for name, _place, rows in client.get("/").context["sections"]}
    assert [row.context["listing"].event.name for row in sections["soon"]] == [
        f"At {minute}" for minute in range(5)
    ]
    assert len(sections["sng"]) == 1
    assert set(sections) == {"soon", "sng"}


# --- filters and sorting -----------------------------------------------------------------

SLOW, TURBO, HYPER = ([(seconds, 5, 10, 0)] * 3 for seconds in (600, 300, 120))


@pytest.fixture
def programme() -> None:
    """Five events that differ in all that one may ask for."""
    at = START + timedelta(minutes=5)
    events.scheduled(name="Breakfast", starts_at=at, rows=SLOW, buy_in=90, fee=10, guarantee=500)
    at = START + timedelta(minutes=30)
    events.scheduled(name="Bounties", starts_at=at, rows=TURBO, bounty=500, buy_in=400)
    events.scheduled(name="Again", starts_at=START + 2 * HOUR, rows=HYPER, re_entries=1,
                     late_registration_levels=1, buy_in=2000, game="plo")  # fmt: skip
    events.scheduled(name="Tomorrow", starts_at=START + 10 * HOUR, rows=SLOW, buy_in=9000)
    events.scheduled(name="Closed", starts_at=START + 5 * HOUR, rows=SLOW, access="invited")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Breakfast", "Bounties", "Again", "Closed", "Tomorrow"]),
        ({"q": "bo"}, ["Bounties"]),
        ({"price": "micro"}, ["Breakfast"]),
        ({"price": "low"}, ["Bounties", "Closed"]),
        ({"price": "high"}, ["Tomorrow"]),
        ({"game": "plo"}, ["Again"]),
        ({"style": "freezeout"}, ["Breakfast", "Closed", "Tomorrow"]),
        ({"style": "bounty"}, ["Bounties"]),
        ({"style": "re_entry"}, ["Again"]),
        ({"style": "satellite"}, []),
        ({"speed": "regular"}, ["Breakfast", "Closed", "Tomorrow"]),
        ({"speed": "turbo"}, ["Bounties"]),
        ({"speed": "hyper"}, ["Again"]),
        ({"when": "hour"}, ["Breakfast", "Bounties"]),
        ({"when": "three"}, ["Breakfast", "Bounties", "Again"]),
        # It is nine in the evening in Rome: what begins at two in the morning is tomorrow's.
        ({"when": "today"}, ["Breakfast", "Bounties", "Again"]),
        ({"when": "tomorrow"}, ["Closed", "Tomorrow"]),
        ({"after": "2026-11-20T21:30:00Z", "before": "2026-11-21T06:00:00Z"}, ["Again", "Closed"]),
        ({"may_enter": "on"}, ["Breakfast", "Bounties", "Again", "Tomorrow"]),
        ({"sort": "price"}, ["Breakfast", "Bounties", "Closed", "Again", "Tomorrow"]),
        ({"sort": "-price"}, ["Tomorrow", "Again", "Bounties", "Closed", "Breakfast"]),
        ({"sort": "-guarantee"}, ["Breakfast", "Bounties", "Again", "Closed", "Tomorrow"]),
        ({"sort": "name"}, ["Again", "Bounties", "Breakfast", "Closed", "Tomorrow"]),
        ({"sort": "-time"}, ["Tomorrow", "Closed", "Again", "Bounties", "Breakfast"]),
        ({"speed": "regular", "when": "hour"}, ["Breakfast"]),
        ({"speed": "light", "sort": "nonsense", "after": "soon", "q": "\0"},
         ["Breakfast", "Bounties", "Again", "Closed", "Tomorrow"]),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("programme")
def test_page_and_api_find_the_same(
    client: Client, query: dict[str, str], found: list[str]
) -> None:
    assert names(client, SOON, **query) == found
    if "nonsense" not in query.values():
        answer = client.get("/api/tournaments/", {**query, "place": "soon"}).json()
        told = [event["name"] for event in answer["results"]]
        assert told == found if "sort" in query else sorted(told) == sorted(found)


@pytest.mark.middling
@pytest.mark.usefixtures("programme")
def test_one_may_ask_for_what_one_can_enter_and_for_ones_favourites(
    client: Client, anna: User
) -> None:
    entered, liked = (Tournament.objects.get(name=name) for name in ("Breakfast", "Again"))
    assert names(client, SOON, may_enter="on") == ["Breakfast", "Bounties"]
    registration.register(tournament_id=entered.pk, user_id=anna.pk, now=START)
    events.fund(anna, cents=9_100)
    assert names(client, SOON, may_enter="on") == ["Bounties", "Again", "Tomorrow"]
    closed = Tournament.objects.get(name="Closed")
    closed.invited.add(anna)
    assert names(client, SOON, may_enter="on") == ["Bounties", "Again", "Closed", "Tomorrow"]
    assert names(client, SOON, starred="on") == []
    assert liked.template_id is not None
    favourites.star(user_id=UserId(anna.pk), template_id=liked.template_id, wanted=True)
    assert names(client, SOON, starred="on") == ["Again"]


def test_the_glossary_says_where_one_speed_ends_and_the_next_begins(client: Client) -> None:
    page = client.get("/rules/glossary/").content.decode()
    assert "first level is shorter than 3 minutes." in page
    assert "first level is shorter than 8 minutes, but which is not a hyper-turbo." in page


@given(
    query=st.dictionaries(
        st.sampled_from(sorted(EventFilter.base_filters)),
        st.sampled_from(["on", "sng", "turbo", "today", "name", "nlhe", "micro", "a & b=c", ""]),
    )
)
@settings(max_examples=20)
def test_a_query_kept_asks_what_the_query_asked(query: dict[str, str]) -> None:
    from django.http import QueryDict

    from tournaments.pages.lobby.event_filter import plain_query

    once = plain_query(urlencode(query), None)  # type: ignore[arg-type]
    assert plain_query(once, None) == once  # type: ignore[arg-type]
    assert set(QueryDict(once)) <= set(query)


def test_an_empty_place_says_so_and_shows_a_way_out(client: Client) -> None:
    page = client.get(SOON, {"q": "x"}).content.decode()
    assert "No event matches" in page
    assert f'id="all-events" href="{SOON}"' in page


def test_prices_leave_no_gap() -> None:
    ends = sorted(PRICES.values())
    assert all(before[1] + 1 == after[0] for before, after in itertools.pairwise(ends))


# --- refresh by difference ---------------------------------------------------------------


class Reader:
    """A page of the lobby that is looked at, as its script keeps it."""

    def __init__(self, client: Client, path: str) -> None:
        self.client, self.path, self.etag = client, path, ""
        self.rows = self._rows(client.get(path).content.decode())

    def ask(self) -> tuple[int, list[str], int, list[str]]:
        """Status, the rows that changed, how many are new, and which are gone."""
        known = " ".join(f"{name}.{version}" for name, version in self.rows.items())
        headers = {"HX-Request": "true", "X-Known": known, "If-None-Match": self.etag}
        answer = self.client.get(self.path, headers=headers)
        self.etag = answer["ETag"]
        if answer.status_code == 304:
            assert not answer.content
            return 304, [], 0, []
        page = answer.content.decode()
        changed = self._rows(page)
        self.rows |= changed
        found = re.search(r'data-fresh="(\d+)" data-gone="([^"]*)"', page)
        assert found is not None
        return answer.status_code, sorted(changed), int(found[1]), found[2].split()

    @staticmethod
    def _rows(page: str) -> dict[str, str]:
        found = re.findall(r'id="([^"]+)"(?: href="[^"]*")? data-row="([^"]*)"', page)
        return dict(found)


@pytest.mark.middling
def test_a_refresh_brings_what_changed_and_announces_what_is_new(client: Client) -> None:
    first, second = (events.scheduled(name=name) for name in ("First", "Second"))
    with time_machine.travel(START, tick=False):
        reader = Reader(client, SOON)
        assert reader.ask() == (200, [], 0, [])
        assert reader.ask()[0] == 304
        (bea,) = events.players(1, prefix="bea")
        registration.register(tournament_id=second.pk, user_id=bea.pk, now=START)
        assert reader.ask() == (200, [f"row-{second.pk}"], 0, [])
        assert reader.ask()[0] == 304
        # It begins, and stays where it is, with its new state; another one waits to be shown.
        begin(first)
        events.scheduled(name="Third", starts_at=START + HOUR)
        changed = ["place-running", f"row-{first.pk}"]
        assert reader.ask() == (200, changed, 1, [])
        assert reader.ask()[0] == 304


def test_a_sit_and_go_that_begins_gives_its_place_to_the_next(client: Client) -> None:
    event = events.sit_and_go(max_entries=2, seats_per_table=2)
    other = events.sit_and_go(name="Other", max_entries=2, seats_per_table=2)
    card, dropped = f"series-{event.template_id}", f"series-{other.template_id}"
    with time_machine.travel(START, tick=False):
        reader = Reader(client, "/lobby/sng/")
        reader.ask()
        begin(event)
        begin(other)
        scheduling.publish(template_id=event.template_id or 0, now=START)
        status, changed, fresh, gone = reader.ask()
        assert (status, card in changed, fresh, gone) == (200, True, 0, [dropped])


def test_every_change_that_a_row_shows_changes_its_version(client: Client, anna: User) -> None:
    event = events.scheduled(late_registration_levels=1, starts_at=START + timedelta(minutes=30))
    path, rows = f"row-{event.pk}", set()

    def state() -> None:
        part = client.get(SOON, headers={"HX-Request": "true"}).content.decode()
        found = re.search(rf'<tr id="{path}" data-row="(\w+)">(.*?)</tr>', part, re.DOTALL)
        assert found is not None
        rows.add((found[1], found[2]))

    with time_machine.travel(START, tick=False) as clock:
        state()
        clock.shift(timedelta(minutes=1))
        state()
        registration.register(tournament_id=event.pk, user_id=anna.pk, now=START)
        state()
        assert event.template_id is not None
        favourites.star(user_id=UserId(anna.pk), template_id=event.template_id, wanted=True)
        state()
        Tournament.objects.filter(pk=event.pk).update(held_until=START + HOUR)
        state()
    assert len({version for version, _ in rows}) == len({text for _, text in rows}) == 5


def test_nobody_is_told_rows_of_others_and_nonsense_is_borne(client: Client) -> None:
    event = events.scheduled()
    for known in ("row-x.1", "row-.2", "....", f"row-{10**30}.1", " ".join(["row-1.1"] * 999)):
        answer = client.get(SOON, headers={"HX-Request": "true", "X-Known": known})
        assert answer.status_code == 200
    assert f"row-{event.pk}" not in answer.content.decode()


@pytest.mark.parametrize("name", ["cash", "pools", "velox"])
def test_a_list_of_tables_that_has_not_changed_is_not_sent_again(
    client: Client, anna: User, name: str
) -> None:
    headers = {"HX-Request": "true", "X-Known": ""}
    with time_machine.travel(START, tick=False):
        events.velox()
        first = client.get(reverse(name), headers=headers)
        again = client.get(reverse(name), headers={**headers, "If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


@pytest.mark.parametrize("path", ["/", SOON])
def test_htmx_gets_only_the_list_and_a_browser_going_back_the_page(
    client: Client, path: str
) -> None:
    part = client.get(path, headers={"HX-Request": "true"})
    assert part.content.strip().startswith(b'<div id="events"')
    assert "HX-Request" in part["Vary"]
    again = client.get(path, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert b"<html" in again.content


# --- what it costs -----------------------------------------------------------------------


@pytest.mark.slow
def test_thirty_events_take_no_more_statements_than_one(
    client: Client, anna: User, django_assert_max_num_queries: Queries
) -> None:
    plan = events.template(kind=Template.Kind.SCHEDULED, max_entries=100, buy_in=10, fee=1)
    counts = {"/": 24, SOON: 17, "/lobby/all/": 17, "/timeline/": 14, "/my/schedule/": 14}
    made = 0
    for many in (1, 30):
        for minute in range(made, many):
            at = START + timedelta(minutes=minute)
            event = scheduling.publish(template_id=plan.pk, starts_at=at, now=START)
            registration.register(tournament_id=event.pk, user_id=anna.pk, now=START)
        made = many
        for path, most in counts.items():
            with django_assert_max_num_queries(most):
                assert client.get(path).status_code == 200
    reader = Reader(client, SOON)
    reader.ask()
    with django_assert_max_num_queries(11):
        reader.ask()
    assert len(names(client, SOON)) == 30
