"""The lobby, an event's page, one's own events."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from core.formats import ordinal
from payouts.models import PrizeScheme
from players.models import User
from players.notices import news
from players.sign_in import guests
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NoMoreQueries = Callable[[int], AbstractContextManager[Any]]


@pytest.fixture
def anna(client: Client) -> User:
    """A player who can pay for one event, signed in."""
    (user,) = events.players(1, prefix="anna")
    client.force_login(user)
    return user


def page(client: Client, event: Tournament, **query: str) -> str:
    """The event's page in words: markup gone, white space one blank."""
    answer = client.get(reverse("tournament", args=[event.pk]), query).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.replace("<wbr>", "")))


def enter(event: Tournament, *users: User, now: datetime = events.START) -> None:
    for user in users:
        registration.register(tournament_id=event.pk, user_id=user.pk, now=now)


# --- lists ---------------------------------------------------------------------------------


@pytest.mark.middling
def test_what_a_keyboard_can_reach_in_the_lobby_has_a_name_that_outlives_a_refresh(
    client: Client, anna: User
) -> None:
    events.sit_and_go(name="Turbo")
    events.scheduled(name="Sunday")
    soon = reverse("place", args=["soon"])
    for path in ("/", soon, reverse("velox"), reverse("cash")):
        part = client.get(path, headers={"HX-Request": "true"}).content.decode()
        reachable = re.findall(r"<(?:a|button|summary)\b[^>]*>", part)
        assert [tag for tag in reachable if "id=" not in tag] == []


@pytest.mark.slow
def test_what_a_keyboard_can_reach_of_an_event_has_a_name_that_outlives_a_refresh(
    client: Client, anna: User
) -> None:
    events.fund(anna, cents=100_00)
    event = events.scheduled(starts_at=timezone.now() + timedelta(hours=1))
    draw, running = events.velox(), stages.started(entries=3)
    address = reverse("tournament", args=[event.pk])
    reach(client, address, "all-terms", "enter", "show-prizes")
    reach(client, f"{address}?confirm=register", "register", "not-now")
    enter(event, anna)
    enter(draw, anna)
    reach(client, address, "leave", "to-calendar", "to-receipt")
    reach(client, f"{address}?confirm=unregister", "unregister", "not-now")
    reach(client, reverse("tournament", args=[draw.pk]), "seed", "set-seed", "to-draw")
    reach(client, reverse("velox_draw", args=[draw.pk]), "seed", "set-seed")
    client.force_login(running.entries.earliest("pk").user)
    reach(client, reverse("tournament", args=[running.pk]), "to-wall", "to-seats", "to-results")


def reach(client: Client, address: str, *names: str) -> None:
    """Whatever is refreshed there and takes the focus has an id of its own, ``names`` too."""
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    tags = re.findall(r"<(?:a|button|summary|input|select)\b[^>]*>", part)
    assert [tag for tag in tags if " id=" not in tag and 'type="hidden"' not in tag] == []
    ids = re.findall(r' id="([^"]*)"', part)
    assert len(ids) == len({*ids})
    assert {*names} <= {*ids}


@pytest.mark.slow
def test_whoever_waits_for_a_seat_is_called_to_it_wherever_they_are(
    client: Client, anna: User
) -> None:
    event = events.sit_and_go()
    enter(event, anna)
    enter(event, *events.players(5))
    director.step(tournament_id=event.pk, now=events.START)
    director.step(tournament_id=event.pk, now=events.START)
    table = client.get(reverse("tournament", args=[event.pk])).context["listing"].table_id
    [told] = news.of(anna.pk)
    assert (told.kind, told.url) == ("start", reverse("table", args=[table]))
    assert told.data["opens"]


@pytest.mark.slow
def test_whoever_enters_as_the_event_begins_is_taken_to_the_table_and_may_come_back_to_read(
    client: Client, anna: User
) -> None:
    event = events.sit_and_go()
    enter(event, *events.players(5))
    address = reverse("tournament", args=[event.pk])
    client.post(reverse("register", args=[event.pk]))
    director.step(tournament_id=event.pk, now=events.START)
    led = client.get(address)
    page = client.get(address)
    assert led.headers["Location"] == reverse("table", args=[page.context["listing"].table_id])


@pytest.mark.rule("LOBBY-1")
def test_an_event_with_an_ante_carries_the_letter_a(client: Client) -> None:
    without = events.sit_and_go(name="No ante", rows=[(60, 10, 20, 0)])
    assert "ante-letter" not in client.get("/").content.decode()
    later = events.sit_and_go(name="Ante from level 2", rows=[(60, 10, 20, 0), (60, 15, 30, 5)])
    lobby = client.get("/").content.decode()
    assert lobby.count("ante-letter") == 1
    assert "10/20" in lobby
    assert "ante-letter" in client.get(f"/tournaments/{later.pk}/").content.decode()
    assert "ante-letter" not in client.get(f"/tournaments/{without.pk}/").content.decode()


def test_start_times_are_rome_time(client: Client) -> None:
    events.scheduled(starts_at=events.START)
    assert "Fri 21:00" in client.get("/").content.decode()


# --- in and out --------------------------------------------------------------------------


@pytest.mark.middling
def test_a_player_registers_and_unregisters(client: Client, anna: User) -> None:
    event = events.sit_and_go()
    answer = client.post(reverse("register", args=[event.pk]), follow=True)
    assert answer.redirect_chain == [(reverse("tournament", args=[event.pk]), 302)]
    assert "You are registered. Good luck!" in answer.content.decode()
    assert (events.wallet(anna), events.pool(event)) == (0, 900)
    asked = page(client, event, confirm="unregister")
    assert "Leave this event? €10.00 goes back to your wallet, which then holds €10.00." in asked
    answer = client.post(reverse("unregister", args=[event.pk]), follow=True)
    assert "You are no longer registered" in answer.content.decode()
    assert (events.wallet(anna), events.pool(event)) == (1000, 0)


def test_a_double_click_registers_once_and_says_why(client: Client, anna: User) -> None:
    event = events.sit_and_go()
    client.post(reverse("register", args=[event.pk]))
    again = client.post(reverse("register", args=[event.pk]), follow=True)
    assert "You are already registered for this tournament." in again.content.decode()
    assert event.entries.count() == 1
    assert events.wallet(anna) == 0


def test_a_refusal_is_read_in_italian_by_an_italian(client: Client, anna: User) -> None:
    client.cookies["django_language"] = "it"
    answer = client.post(reverse("unregister", args=[events.sit_and_go().pk]), follow=True)
    assert "Non sei iscritto a questo torneo." in answer.content.decode()


def test_whoever_lacks_the_money_reads_how_much(client: Client, anna: User) -> None:
    event = events.sit_and_go(buy_in=2000, fee=200)
    answer = client.post(reverse("register", args=[event.pk]), follow=True)
    assert "€12.00 is missing" in answer.content.decode()
    assert not event.entries.exists()


def test_an_event_that_is_not_there_is_refused_or_not_found(client: Client, anna: User) -> None:
    for number in (999, 10**30):
        assert client.get(f"/tournaments/{number}/").status_code == 404
        answer = client.post(f"/tournaments/{number}/register/", follow=True)
        assert answer.status_code == 404


def test_a_stranger_signs_in_first_and_comes_back_to_the_event(client: Client) -> None:
    event = events.sit_and_go()
    there = reverse("tournament", args=[event.pk])
    answer = client.post(reverse("register", args=[event.pk]))
    assert answer["Location"] == f"{reverse('account_login')}?next={there}"
    assert not event.entries.exists()


def test_looking_never_registers(client: Client, anna: User) -> None:
    event = events.sit_and_go()
    assert client.get(reverse("register", args=[event.pk])).status_code == 405
    asked = page(client, event, confirm="register")
    assert "Take a seat? €10.00 leaves your wallet, which then holds €0.00." in asked
    assert not event.entries.exists()


@pytest.mark.middling
def test_every_end_of_an_event_leads_on_to_another_one(client: Client, anna: User) -> None:
    cancelled, over = events.scheduled(), stages.in_play([3000], entries=2)
    enter(cancelled, anna)
    director.step(tournament_id=cancelled.pk, now=events.START)
    loser = over.entries.latest("pk").user
    late = stages.in_play([1500, 1500], entries=3, late_registration_levels=3)
    bust = late.entries.get(status="out").user
    running = stages.started(entries=2)
    invited = events.sit_and_go(access="invited")
    ends = [
        (anna, cancelled),
        (loser, over),
        (anna, over),
        (bust, late),
        (anna, running),
        (anna, invited),
    ]
    for user, event in ends:
        client.force_login(user)
        there = client.get(reverse("tournament", args=[event.pk])).content.decode()
        assert there.count('id="to-lobby" href="/"') == 1, (user, event)


# --- the event's page --------------------------------------------------------------------


def test_the_page_shows_structure_breaks_and_prizes_before_the_start(client: Client) -> None:
    event = events.sit_and_go()
    words = page(client, event)
    assert "1 25/50 – 2:00" in words
    assert "Break 1:00" in words
    assert "3 150/300 30 2:00" in words
    assert "1st 65% €35.10 2nd 35% €18.90" in words
    assert "No entries yet." in words


@pytest.mark.slow
def test_a_guarantee_is_the_pool_until_the_entries_bring_more(client: Client) -> None:
    event = events.scheduled(guarantee=10000, scheme=events.standard_scheme())
    assert "Guaranteed prizes €100.00" in page(client, event)
    enter(event, *events.players(12))
    assert "Prizes €108.00" in page(client, event)


def test_a_pool_that_nobody_has_paid_into_says_that_it_rises(client: Client) -> None:
    event = events.scheduled(scheme=events.standard_scheme())
    assert "rising with entries" in page(client, event)
    assert "Entries 0 / " in page(client, event)
    enter(event, *events.players(event.min_entries))
    assert "rising with entries" not in page(client, event)


@pytest.mark.slow
def test_the_level_in_force_is_marked_and_the_seat_is_one_click_away(
    client: Client, anna: User
) -> None:
    event = events.sit_and_go()
    now = timezone.now() - timedelta(seconds=150)
    enter(event, anna, *events.players(5), now=now)
    director.step(tournament_id=event.pk, now=now)
    response = client.get(reverse("tournament", args=[event.pk]))
    structure = response.context["structure"]
    assert [row.number for row in structure if row.current] == [2]
    table = response.context["listing"].table_id
    assert response.content.decode().count(f'href="{reverse("table", args=[table])}"') == 3
    words = page(client, event)
    assert "Blinds 50/100 · Ante 10" in words
    assert "6 of 6 still in" in words


@pytest.mark.slow
def test_the_page_tells_the_finish_and_the_prize(client: Client) -> None:
    event = events.sit_and_go(seats_per_table=2, max_entries=2)
    evening = Evening(event, events.players(2), seed=1)
    evening.register(2)
    while not event.over:
        director.step(tournament_id=event.pk, now=evening.later(5))
        evening.play_hands()
        event.refresh_from_db()
    first, second = event.entries.order_by("place")
    client.force_login(first.user)
    assert "You finished 1st €11.70 are in your wallet." in page(client, event)
    (result,) = client.get(reverse("my_tournaments")).context["over"]
    assert (result.place, result.prize) == (1, 1170)
    client.force_login(second.user)
    assert "You finished 2nd €6.30 are in your wallet." in page(client, event)


@pytest.mark.slow
def test_the_page_of_a_full_event_takes_few_queries(
    client: Client, anna: User, django_assert_max_num_queries: NoMoreQueries
) -> None:
    event = events.scheduled()
    enter(event, *events.players(40))
    director.step(tournament_id=event.pk, now=events.START)
    # One of them asks whether a seat is held for the reader at a cash table, four are for its chat
    # and its seasons.
    with django_assert_max_num_queries(21):
        client.get(reverse("tournament", args=[event.pk]))


@pytest.mark.parametrize("language", ["en", "it"])
def test_my_events_are_playing_coming_and_over(client: Client, anna: User, language: str) -> None:
    client.cookies["django_language"] = language
    empty = client.get(reverse("my_tournaments"))
    assert empty.status_code == 200
    enter(events.sit_and_go(), anna)
    assert len(client.get(reverse("my_tournaments")).context["coming"]) == 1


@pytest.mark.parametrize(
    ("place", "english", "italian"),
    [
        (1, "1st", "1º"),
        (2, "2nd", "2º"),
        (3, "3rd", "3º"),
        (4, "4th", "4º"),
        (11, "11th", "11º"),
        (21, "21st", "21º"),
        (112, "112th", "112º"),
    ],
)
def test_places_are_said_as_people_say_them(place: int, english: str, italian: str) -> None:
    with override("en"):
        assert ordinal(place) == english
    with override("it"):
        assert ordinal(place) == italian


def test_whoever_cannot_pay_is_shown_the_way_to_the_wallet_instead_of_a_button(
    client: Client,
) -> None:
    (poor,) = events.players(1, cents=150, prefix="poor")
    client.force_login(poor)
    event = events.sit_and_go()
    words = page(client, event, confirm="register")
    assert "A seat costs €10.00. Your wallet holds €1.50." in words
    assert "Go to your wallet" in words
    assert "Pay €10.00" not in words


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_whoever_may_not_enter_reads_why_and_is_promised_no_tables_that_they_cannot_see(
    client: Client,
) -> None:
    full = events.scheduled(max_entries=2, starts_at=timezone.now() + timedelta(hours=1))
    enter(full, *events.players(2))
    assert "Every seat is taken." in page(client, full)
    running = stages.started(entries=3)
    watch = "You can watch the tables."
    assert f"Registration is closed. {watch}" in page(client, running)
    private = events.scheduled(access="invited", max_entries=2)
    invited = events.players(2, prefix="invited")
    private.invited.set(invited)
    enter(private, *invited)
    director.step(tournament_id=private.pk, now=events.START)
    words = page(client, private)
    assert "Registration is closed." in words
    assert watch not in words


@pytest.mark.rule("INFO-2", "PAY-WIN")
def test_the_sheet_names_the_scheme_and_the_share_of_each_place_before_anybody_enters(
    client: Client,
) -> None:
    words = page(client, events.sit_and_go())
    assert "Winners Place Share of the pool Prize 1st 65% €35.10 2nd 35% €18.90" in words


@pytest.mark.rule("INFO-2", "PAY-STD")
def test_the_sheet_of_a_standard_event_has_the_whole_table(client: Client) -> None:
    event = events.scheduled(scheme=events.standard_scheme())
    words = page(client, event)
    # Two entries share what three would win.
    assert "Standard Place Share of the pool Prize 1st 62.5% €11.25 2nd 37.5% €6.75" in words
    assert "1 – 12 1st 50% · 2nd 30% · 3rd 20%" in words
    assert "51 – 66 1st 26% · 2nd 16.5%" in words
    assert "10th – 12th 3%" in words
    assert "901 – 1,100 1st 19.11%" in words
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    assert re.search(r"51 – 66 1\S* 26% · 2\S* 16,5%", page(client, event))


@pytest.mark.rule("INFO-2", "PAY-SAT")
@pytest.mark.parametrize(
    ("secondary", "said"),
    [
        (0, "The rest after the seats goes to the next place."),
        (
            4_00,
            "The rest after the seats is divided into prizes of "
            "€4.00; the next place gets the remainder.",
        ),
    ],
)
def test_the_sheet_of_a_satellite_says_what_its_prizes_are_worth_before_anybody_enters(
    client: Client, secondary: int, said: str
) -> None:
    scheme = PrizeScheme.objects.create(
        name="seats", kind="satellite", seat=10_00, secondary=secondary
    )
    words = page(client, events.scheduled(scheme=scheme, buy_in=100, fee=10))
    assert f"Satellite: seats for another event One seat: €10.00. {said}" in words


@pytest.mark.rule("INFO-2", "RANK-2")
def test_the_sheet_of_two_rankings_says_which_part_goes_by_chips(client: Client) -> None:
    scheme = PrizeScheme.objects.create(
        name="two", kind="two", shares=[6000, 4000], by_elimination=7000
    )
    words = page(client, events.scheduled(scheme=scheme, session_levels=1))
    assert "1st 42% €7.56 2nd 28% €5.04" in words
    assert "among players still in after level 1 30% €5.40" in words


@pytest.mark.rule("FREE-2")
def test_a_guest_is_led_from_an_event_to_an_account_and_not_to_a_wallet(client: Client) -> None:
    event = events.scheduled(starts_at=timezone.now() + timedelta(hours=1))
    client.force_login(guests.make(of_age=True, known_as=(), now=timezone.now()))
    page = client.get(reverse("tournament", args=[event.pk])).content.decode()
    assert "Guests can play for play money only." in page
    assert 'id="to-sign-up"' in page
    assert "Your wallet holds" not in page
    breaks = client.get(reverse("limits")).content.decode()
    assert breaks.count("A break from play</h") == 1
