"""The timeline of the day, a player's schedule, and calendars (LOBBY-2)."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any
from unicodedata import category

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from hypothesis import example, given
from hypothesis import strategies as st
from pytest_django import Settings

from core.refusal import Refusal
from core.types import UserId
from players.models import User
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments.entry import registration
from tournaments.models import Favourite, SavedSearch, Tournament
from tournaments.pages.lobby import ics, planner, timeline
from tournaments.saved import favourites, searches

pytestmark = pytest.mark.rule("LOBBY-2")

HOUR = timedelta(hours=1)
SPRING, AUTUMN = date(2026, 3, 29), date(2026, 10, 25)


@pytest.fixture
def anna(client: Client, db: None) -> User:
    """A player who can pay for one event, signed in."""
    (user,) = events.players(1, prefix="anna")
    client.force_login(user)
    return user


# --- the day -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "hours", "first"),
    [
        (date(2026, 11, 20), 24, datetime(2026, 11, 19, 23, tzinfo=UTC)),
        (SPRING, 23, datetime(2026, 3, 28, 23, tzinfo=UTC)),
        (AUTUMN, 25, datetime(2026, 10, 24, 22, tzinfo=UTC)),
    ],
)
def test_a_day_has_the_hours_of_the_wall_clock(day: date, hours: int, first: datetime) -> None:
    found = timeline.hours_of(day)
    assert (len(found), found[0]) == (hours, first)
    assert found == [first + no * HOUR for no in range(hours)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("begins", "shown"),
    [
        # At two in the morning the clock is put on to three: there is no hour of two.
        (datetime(2026, 3, 29, 1, 30, tzinfo=UTC), ["03:00", "03:30"]),
        # At three it is put back: half past two comes twice.
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), ["02:00 summer time", "02:30"]),
        (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), ["02:00 winter time", "02:30"]),
    ],
)
def test_an_event_stands_in_its_hour_on_the_days_on_which_the_clock_is_changed(
    client: Client, begins: datetime, shown: list[str]
) -> None:
    with time_machine.travel(begins - timedelta(days=1), tick=False):
        event = events.scheduled(starts_at=begins)
        page = client.get(reverse("timeline"), {"day": f"{begins:%Y-%m-%d}"}).content.decode()
    (hour,) = [part for part in page.split("<h2>") if f'id="event-{event.pk}"' in part]
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", hour)).strip()
    assert words.startswith(shown[0])
    assert shown[1] in words
    assert (">02:00<" in page) == (begins.month == 10)


@pytest.mark.middling
@pytest.mark.django_db
def test_a_full_hour_leads_to_its_list_and_one_may_filter_the_day(client: Client) -> None:
    for minute in range(10):
        events.scheduled(name=f"At {minute}", starts_at=START + timedelta(minutes=minute))
    events.scheduled(name="Dear", buy_in=9000, starts_at=START + timedelta(minutes=30))
    page = client.get(reverse("timeline"))
    assert "and 3 more" in page.content.decode()
    (full,) = [hour for hour in page.context["hours"] if hour.more]
    rows = client.get(full.url).context["rows"]
    assert len(rows) == 11
    page = client.get(reverse("timeline"), {"price": "high"})
    (hour,) = [hour for hour in page.context["hours"] if hour.items]
    assert [item.name for item in hour.items] == ["Dear"]


@pytest.mark.django_db
@pytest.mark.parametrize("day", ["", "x", "2026-13-01", "9999-12-31", "0001-01-01", "2020-01-01"])
def test_a_day_that_is_none_is_today(client: Client, day: str) -> None:
    assert client.get(reverse("timeline"), {"day": day}).context["day"] == date(2026, 11, 20)


# --- my schedule -------------------------------------------------------------------------


def test_my_schedule_is_what_i_have_entered_and_what_i_like(client: Client, anna: User) -> None:
    entered = events.scheduled(name="Entered", starts_at=START + 5 * HOUR)
    liked = events.scheduled(name="Liked", starts_at=START + 2 * HOUR)
    events.scheduled(name="Another")
    duel = events.sit_and_go(name="Duel")
    registration.register(tournament_id=entered.pk, user_id=anna.pk, now=START)
    events.fund(anna, cents=1000)
    registration.register(tournament_id=duel.pk, user_id=anna.pk, now=START)
    client.post(reverse("star_series", args=[liked.template_id]), {"wanted": "yes"})
    answer = client.get(reverse("schedule"))
    assert "All times are in Europe/Rome (UTC+" in answer.content.decode()
    days = answer.context["days"]
    told = [[row.context["listing"].event.name for row in day.rows] for day in days]
    # At five hours from nine it is another day.
    assert told == [["Liked"], ["Entered"], ["Duel"]]
    listed = [event["name"] for event in client.get("/api/schedule/").json()]
    assert listed == ["Liked", "Entered", "Duel"]


@pytest.mark.django_db
def test_whoever_is_not_signed_in_has_no_schedule_and_sets_no_star(client: Client) -> None:
    event = events.scheduled()
    assert "/accounts/login/" in client.get(reverse("schedule"))["Location"]
    star = client.post(reverse("star_series", args=[event.template_id]), {"wanted": "yes"})
    assert "/accounts/login/" in star["Location"]
    assert client.get("/api/schedule/").status_code == 403
    assert 'class="star"' not in client.get("/").content.decode()


def test_a_star_is_set_and_taken_away_without_a_script_and_leads_back(
    client: Client, anna: User
) -> None:
    event = events.scheduled()
    address = reverse("star_series", args=[event.template_id])
    for wanted, count in (("yes", 1), ("yes", 1), ("no", 0), ("no", 0)):
        answer = client.post(address, {"wanted": wanted, "next": "/lobby/soon/?q=x"})
        assert (answer["Location"], Favourite.objects.count()) == ("/lobby/soon/?q=x", count)
    assert client.post(address, {"next": "https://evil.example/"})["Location"] == "/"
    script = {"X-Requested-With": "fetch"}
    assert client.post(address, {"wanted": "no"}, headers=script).status_code == 204
    missing = client.post(reverse("star_series", args=[10**9]), follow=True)
    assert "This series of events does not exist." in missing.content.decode()
    api = f"/api/series/{event.template_id}/star/"
    assert client.put(api).status_code == 204
    assert Favourite.objects.count() == 1
    assert client.delete(api).status_code == 204
    assert not Favourite.objects.exists()


# --- saved searches ----------------------------------------------------------------------


def test_a_search_is_kept_by_its_name_with_what_the_filter_understands(
    client: Client, anna: User
) -> None:
    asked = {"name": " Cheap  ones ", "place": "soon", "query": "price=micro&x=1&sort=nonsense"}
    answer = client.post(reverse("save_search"), asked)
    assert answer["Location"] == "/lobby/soon/?price=micro"
    page = client.get("/lobby/soon/").content.decode()
    assert 'href="/lobby/soon/?price=micro">Cheap ones</a>' in page
    client.post(reverse("save_search"), {**asked, "query": "speed=turbo"})
    (kept,) = client.get("/api/searches/").json()
    assert (kept["name"], kept["query"]) == ("Cheap ones", "speed=turbo")
    client.post(reverse("forget_search", args=[kept["id"]]))
    assert not SavedSearch.objects.exists()


@pytest.mark.middling
def test_searches_are_ones_own_and_twenty_at_most(client: Client, anna: User) -> None:
    for number in range(searches.MOST):
        asked = {"name": f"No {number}", "place": "all", "query": "speed=turbo"}
        assert client.post("/api/searches/", asked, "application/json").status_code == 200
    answer = client.post("/api/searches/", {"name": "One more", "place": "all"}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "TOO_MANY_SEARCHES")
    asked = {"name": "No 3", "place": "sng", "query": ""}
    assert client.post("/api/searches/", asked, "application/json").status_code == 200
    for name in ("", " ", "x" * 41, "a\x07b"):
        with pytest.raises(Refusal, match="SEARCH_NAME"):
            searches.save(user_id=UserId(anna.pk), name=name, place="all", query="")
    (other,) = events.players(1, prefix="other")
    client.force_login(other)
    mine = SavedSearch.objects.earliest("pk").pk
    assert client.delete(f"/api/searches/{mine}/").status_code == 204
    assert client.get("/api/searches/").json() == []
    assert SavedSearch.objects.count() == searches.MOST


# --- calendars ---------------------------------------------------------------------------


def read(text: str) -> list[dict[str, str]]:
    """The calendar and its events, unescaped and unfolded, as Google reads them: a line that is cut
    within a character or an escape is lost there."""
    assert text.endswith("\r\n")
    found: list[dict[str, str]] = [{}]
    name = ""
    for line in text.encode().split(b"\r\n"):
        assert len(line) <= 75
        plain = re.sub(r"\\(.?)", unescaped, line.decode())
        if line == b"BEGIN:VEVENT":
            found.append({})
        elif plain.startswith(" "):
            found[-1][name] += plain[1:]
        elif not plain.startswith(("BEGIN:", "END:")) and plain:
            name, _, found[-1][name] = plain.partition(":")
    return found


def unescaped(escape: re.Match[str]) -> str:
    """RFC 5545, 3.3.11: these, and nothing else."""
    return {"n": "\n", "N": "\n", "\\": "\\", ";": ";", ",": ","}[escape[1]]


# Every place of a fold within an escape or a character, and whatever may be written.
WORDS = st.one_of(
    st.text(max_size=200),
    st.builds(
        lambda before, odd: "x" * before + odd,
        st.integers(50, 150),
        st.text("\\;,\n\re\N{EURO SIGN}\N{GRINNING FACE}\N{NO-BREAK SPACE}n ", max_size=40),
    ),
)


@given(name=WORDS, about=WORDS)
@example(name="x" * 66 + ", y", about="x" * 61 + "\\n")
def test_any_words_come_back_as_they_were_but_for_what_cannot_be_read(
    name: str, about: str
) -> None:
    plan = ics.Date("u", 0, START, START, START + HOUR, name, about, "http://x/", cancelled=False)
    whole, found = read(ics.calendar([plan], name=name))

    def told(words: str) -> str:
        lines = "\n".join(words.splitlines())
        return "".join(char for char in lines if char == "\n" or category(char) != "Cc")

    assert (found["SUMMARY"], found["DESCRIPTION"]) == (told(name), told(about))
    assert whole["X-WR-CALNAME"] == told(name)


def test_two_rooms_never_use_one_name_for_their_events(settings: Settings) -> None:
    plan = Tournament(pk=7, buy_in=900, fee=100, starting_stack=1, starts_at=START, schedule=[])
    names = set()
    for room in ("https://poker.example", "https://cards.example", "http://127.0.0.1:8104"):
        settings.PUBLIC_URL = room
        date_of = planner.date_of(plan, str)
        assert date_of is not None
        names.add(date_of.uid)
    assert len(names) == 3


@pytest.mark.rule("AMEND-2")
def test_every_move_of_a_start_raises_the_number_of_changes(settings: Settings) -> None:
    plan = Tournament(
        pk=7, buy_in=900, fee=100, starting_stack=1, max_entries=6, starts_at=START, schedule=[]
    )
    numbers = []

    def look() -> None:
        date_of = planner.date_of(plan, str)
        assert date_of is not None
        numbers.append(date_of.sequence)

    look()
    plan.held_until = START + 2 * HOUR
    look()
    for begins in (START - HOUR, START - 2 * HOUR, START):
        plan.note_terms(replace(plan.stands, begins_at=begins))
        look()
    plan.held_until = START + HOUR
    look()
    plan.status = Tournament.Status.CANCELLED
    look()
    assert numbers[0] == 0
    assert all(before < after for before, after in pairwise(numbers))


def test_an_event_goes_into_a_calendar_at_its_moment(client: Client, anna: User) -> None:
    # Two o'clock of a night on which the clock is put back: UTC says which of the two.
    begins = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)
    with time_machine.travel(begins - HOUR, tick=False):
        event = events.scheduled(name="Night; of, two", starts_at=begins, guarantee=10_000)
        address = reverse("event_ics", args=[event.pk])
        answer = client.get(address)
        (_, found) = read(answer.content.decode())
        assert found == {
            "UID": f"tournament-{event.pk}@127.0.0.1:8000",
            "SEQUENCE": "0",
            "DTSTAMP": "20261025T010000Z",
            "DTSTART": "20261025T010000Z",
            "DTEND": "20261025T010800Z",
            "SUMMARY": "Night; of, two",
            "DESCRIPTION": "No limit hold'em\nBuy-in €10.00\nGuaranteed €100.00",
            "URL": f"http://testserver/tournaments/{event.pk}/",
            "STATUS": "CONFIRMED",
        }
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        again = client.get(address, headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304
        Tournament.objects.filter(pk=event.pk).update(held_until=begins + timedelta(minutes=5))
        (_, held) = read(client.get(address).content.decode())
        Tournament.objects.filter(pk=event.pk).update(status="cancelled", finished_at=begins)
        (_, off) = read(client.get(address).content.decode())
    assert (held["DTSTART"], held["UID"]) == ("20261025T010500Z", found["UID"])
    assert 0 < int(held["SEQUENCE"]) < int(off["SEQUENCE"])
    assert off["STATUS"] == "CANCELLED"
    waiting = events.sit_and_go()
    assert client.get(reverse("event_ics", args=[waiting.pk])).status_code == 404


def subscribe(client: Client) -> str:
    """A new address, as the page shows it."""
    client.post(reverse("calendar_address"))
    found: Any = client.get(reverse("schedule")).context["address"]
    return str(found).removeprefix("http://testserver")


def test_a_subscription_holds_the_schedule_and_nothing_about_the_player(
    client: Client, anna: User
) -> None:
    entered = events.scheduled(name="Entered")
    liked = events.scheduled(name="Liked", starts_at=START + HOUR)
    events.scheduled(name="Another")
    registration.register(tournament_id=entered.pk, user_id=anna.pk, now=START)
    assert liked.template_id is not None
    favourites.star(user_id=UserId(anna.pk), template_id=liked.template_id, wanted=True)
    address = subscribe(client)
    stranger = Client()
    answer = stranger.get(address)
    text = answer.content.decode()
    assert {event["SUMMARY"] for event in read(text)[1:]} == {"Entered", "Liked"}
    assert anna.username not in text
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "Set-Cookie" not in answer
    italian = stranger.get(address.replace("lang=en", "lang=it")).content.decode()
    assert "X-WR-CALNAME:Montepremi: i miei eventi" in italian
    for event, other in ((entered, "CONFIRMED"), (liked, "CANCELLED")):
        Tournament.objects.filter(pk=event.pk).update(status="cancelled", finished_at=START)
        told = read(stranger.get(address).content.decode())[1:]
        states = {one["SUMMARY"]: one["STATUS"] for one in told}
        assert states == {"Entered": "CANCELLED", "Liked": other}


@pytest.mark.middling
def test_an_address_that_was_renewed_ended_or_forged_leads_nowhere(
    client: Client, anna: User
) -> None:
    first = subscribe(client)
    second = subscribe(client)
    assert first != second
    assert [client.get(address).status_code for address in (first, second)] == [404, 200]
    path = second.split("?")[0]
    for forged in (path.replace(".ics", "x.ics"), "/calendar/.ics", "/calendar/a.b.ics"):
        assert client.get(forged).status_code == 404
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert Client().get(second).status_code == 404
    User.objects.filter(pk=anna.pk).update(is_active=True)
    client.force_login(anna)
    client.post(reverse("calendar_address"), {"end": "yes"})
    assert client.get(second).status_code == 404
    assert client.get(reverse("schedule")).context["address"] is None


def test_whoever_asks_for_a_calendar_too_often_waits(
    client: Client, anna: User, settings: Any
) -> None:
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {"calendar": "2/10m/key"}
    address = subscribe(client)
    answers = [client.get(address) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2]["Retry-After"] == "600"
