"""A home game is opened, found by its link alone, and entered (HOME-1)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from payouts.models import Transfer
from players.models import User
from players.protection import exclusions
from players.refusals import PlayerCode
from players.sign_in import guests
from poker_site.room_settings import changes
from tables.models import Table
from tests.tables.rooms import people
from tests.tournaments.events import START
from tests.tournaments.home.setting import begun, joined, opened, played
from tournaments import director
from tournaments.entry import registration
from tournaments.home import games, hosting
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame
from tournaments.models import Entry, Tournament
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOME-1")]


def client(user: User) -> Client:
    signed_in = Client()
    signed_in.force_login(user)
    return signed_in


def test_a_game_is_opened_once_for_one_form() -> None:
    anna, bea = people(2)
    game = opened(anna, key="form")
    assert opened(anna, key="form").pk == game.pk
    # The role of the host has gone to another: the form is the same.
    HomeGame.objects.update(host=bea)
    assert opened(anna, key="form").pk == game.pk
    assert HomeGame.objects.count() == 1
    assert event_of(game).entries.get().user_id == anna.pk


def test_a_guest_enters_and_no_money_moves() -> None:
    [anna] = people(1)
    guest = guests.make(of_age=True, known_as=(), called="Bea", now=START)
    game, evening = begun(anna, guest)
    assert played(evening).status == Tournament.Status.FINISHED
    assert guest.username == "Guest Bea"
    assert not Transfer.objects.exists()
    assert set(event_of(game).entries.values_list("place", flat=True)) == {1, 2}


def test_two_guests_of_one_name_are_told_apart() -> None:
    first, second = (
        guests.make(of_age=True, known_as=(), called=name, now=START) for name in ("Anna", "anna")
    )
    assert first.username == "Guest Anna"
    assert second.username.startswith("Guest anna ")


@pytest.mark.parametrize("name", ["admin", "x", "Anna Bea", "ospite", "mario.bot"])
def test_a_guest_does_not_imitate(name: str) -> None:
    with pytest.raises(Refusal):
        guests.make(of_age=True, known_as=(), called=name, now=START)


def test_a_sit_and_go_starts_when_it_is_full_or_when_its_host_says_so() -> None:
    anna, bea, carla, dora = people(4)
    full = opened(anna, kind="sng", seats=2)
    joined(full, bea)
    early = opened(carla, kind="sng", seats=6)
    joined(early, dora)
    hosting.start(game_id=early.pk, by=UserId(carla.pk), now=START)
    for game in (full, early):
        director.step(tournament_id=event_of(game).pk, now=START)
        event_of(game).refresh_from_db()
        assert event_of(game).status == Tournament.Status.RUNNING
    eva = people(1, "eva")[0]
    with pytest.raises(Refusal, match=EventCode.EVENT_FULL):
        joined(full, eva)


def test_nobody_starts_alone() -> None:
    [anna] = people(1)
    game = opened(anna)
    with pytest.raises(Refusal, match=EventCode.TOO_FEW_TO_START):
        hosting.start(game_id=game.pk, by=UserId(anna.pk), now=START)


def test_a_host_has_three_games_at_most() -> None:
    [anna] = people(1)
    for _ in range(3):
        opened(anna)
    with pytest.raises(Refusal, match=EventCode.TOO_MANY_HOME_GAMES):
        opened(anna)


def test_more_seats_than_the_game_has_and_bounties_with_rebuys_are_refused() -> None:
    [anna] = people(1)
    with pytest.raises(Refusal, match=EventCode.GAME_SEATS):
        opened(anna, seats=11)
    with pytest.raises(Refusal, match=EventCode.BOUNTY_OR_REBUYS):
        opened(anna, bounty=500, rebuys=1)


@pytest.mark.parametrize("game", ["nlhe", "plo8", "italian", "flhe"])
def test_every_kind_of_game_is_dealt(game: str) -> None:
    anna, bea = people(2)
    _, evening = begun(anna, bea, game=game, seats=2, stack=500, speed="super_turbo")
    assert evening.playing()


def test_an_old_link_and_a_closed_door_let_nobody_in() -> None:
    anna, bea = people(2)
    game = opened(anna)
    old = game.token
    hosting.renew_link(game_id=game.pk, by=UserId(anna.pk), now=START)
    with pytest.raises(Refusal, match=EventCode.NO_SUCH_HOME_GAME):
        games.join(token=old, user_id=UserId(bea.pk), now=START)
    game.refresh_from_db()
    hosting.set_entry(game_id=game.pk, by=UserId(anna.pk), is_open=False, now=START)
    with pytest.raises(Refusal, match=EventCode.HOME_ENTRY_CLOSED):
        joined(game, bea)
    # Who is in finds the way.
    joined(game, anna)
    hosting.set_entry(game_id=game.pk, by=UserId(anna.pk), is_open=True, now=START)
    joined(game, bea)


def test_an_excluded_player_neither_opens_nor_enters() -> None:
    anna, bea = people(2)
    game = opened(anna)
    exclusions.exclude(user_id=UserId(bea.pk), days=30, now=START)
    for attempt in (lambda: opened(bea), lambda: joined(game, bea)):
        with pytest.raises(Refusal, match=PlayerCode.SELF_EXCLUDED):
            attempt()


def test_a_room_may_have_no_home_games() -> None:
    [anna] = people(1)
    owner = User.objects.create_superuser("owner")
    changes.change(key="home.games", new=False, by=owner.pk, why="a quiet room", now=START)
    with pytest.raises(Refusal, match=EventCode.HOME_GAMES_OFF):
        opened(anna)
    assert Client().get(reverse("home_new")).status_code == 404


def test_nobody_else_learns_of_a_home_game() -> None:
    anna, bea, mallory = people(3)
    game, _ = begun(anna, bea)
    event, stranger = event_of(game), client(mallory)
    pages = [
        reverse("tournament", args=[event.pk]),
        reverse("event_sheet", args=[event.pk]),
        reverse("results", args=[event.pk]),
        reverse("wall", args=[event.pk]),
        reverse("deal", args=[event.pk]),
        reverse("home_of_event", args=[event.pk]),
        f"/api/tournaments/{event.pk}/",
        f"/api/tournaments/{event.pk}/standing/",
        f"/api/tournaments/{event.pk}/offer/",
        reverse("table", args=[event_table(event)]),
        f"/home/{game.token[:-1]}x/",
    ]
    for page in pages:
        assert stranger.get(page).status_code == 404, page
    for place in ("front", "all", "soon", "running"):
        page = reverse("lobby") if place == "front" else reverse("place", args=[place])
        assert event.name not in stranger.get(page).content.decode()
    listed = stranger.get("/api/tournaments/?status=running").json()["results"]
    assert event.pk not in [row["id"] for row in listed]
    with pytest.raises(Refusal, match=EventCode.NO_SUCH_TOURNAMENT):
        registration.register(tournament_id=event.pk, user_id=UserId(mallory.pk), now=START)


def event_table(event: Tournament) -> int:
    return Table.objects.get(event=event.event).pk


def test_its_players_are_led_to_its_room() -> None:
    anna, bea = people(2)
    game, _ = begun(anna, bea)
    answer = client(bea).get(reverse("tournament", args=[game.tournament_id]), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("home_game", args=[game.token])
    [told] = client(bea).get(reverse("api_home_games")).json()
    assert (told["url"], told["host"]) == (reverse("home_game", args=[game.token]), "player1")


def test_a_player_leaves_before_the_start_and_the_host_does_not() -> None:
    anna, bea = people(2)
    game = opened(anna)
    joined(game, bea)
    games.leave(game_id=game.pk, user_id=UserId(bea.pk), now=START)
    assert not event_of(game).entries.filter(user=bea.pk, status__in=Entry.LIVE).exists()
    with pytest.raises(Refusal, match=EventCode.HOST_STAYS):
        games.leave(game_id=game.pk, user_id=UserId(anna.pk), now=START)
    joined(game, bea)


def test_a_game_that_nobody_starts_ends_after_a_day() -> None:
    [anna] = people(1)
    game = opened(anna)
    hosting.watch(now=START + timedelta(hours=23))
    event_of(game).refresh_from_db()
    assert event_of(game).registering
    hosting.watch(now=START + timedelta(hours=25))
    event_of(game).refresh_from_db()
    assert event_of(game).status == Tournament.Status.CANCELLED
