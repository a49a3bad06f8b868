"""The pages of VeloX and its API: what is known before the draw, and what after it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from payouts.models import PrizeDrawSecret
from payouts.rules.velox_proof import PublishedDraw, prove
from players.models import User
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _result_seconds(settings: Any) -> None:
    settings.RESULT_SECONDS = 4


@pytest.fixture
def event() -> Tournament:
    return events.velox(name="Fast Five")


@pytest.fixture
def anna(client: Client, event: Tournament) -> User:
    """In the event, signed in."""
    [user] = events.players(1, cents=500, prefix="anna")
    client.force_login(user)
    registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    return user


def draw(event: Tournament, *, after: float = 0) -> None:
    """Take the seats that are free, and let so many seconds pass."""
    for user in events.players(event.max_entries - event.entries.count(), cents=500):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    for seconds in (0, after):
        director.step(tournament_id=event.pk, now=START + timedelta(seconds=seconds))
    event.refresh_from_db()


def words(client: Client, address: str) -> str:
    """A page in words: markup gone, white space one blank."""
    response = client.get(address)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def addresses(event: Tournament) -> list[str]:
    return [
        reverse("tournament", args=[event.pk]),
        reverse("velox_draw", args=[event.pk]),
        f"/api/tournaments/{event.pk}/",
        f"/api/tournaments/{event.pk}/draw/",
        "/api/tournaments/?status=running",
        "/api/tournaments/",
        reverse("velox"),
        "/",
    ]


# --- the games ----------------------------------------------------------------------------


@pytest.mark.rule("LOBBY-1")
def test_every_card_shows_its_blinds_and_its_ante(client: Client) -> None:
    events.velox(rows=[(180, 10, 20, 3), (180, 15, 30, 4)])
    page = words(client, reverse("velox"))
    assert "Blinds 10/20 · Ante 3" in page


@pytest.mark.rule("VELOX-1", "VELOX-2", "VELOX-3", "INFO-2")
@pytest.mark.parametrize(
    ("language", "shown"),
    [
        (
            "en",
            ["€0.50", "first place up to €2,400", "×6,000", "€2,400 · 2 × €300", "1 in 500,000",
             "0.0002 %", "91 %", "3 seats", "6 seats", "€75 · €27 · 4 × €12"],
        ),
        (
            "it",
            ["0,50 €", "primo posto fino a 2.400 €", "×6.000", "1 su 500.000", "0,0002 %",
             "3 posti"],
        ),
    ],
)  # fmt: skip
def test_every_game_is_listed_with_its_odds(
    client: Client, language: str, shown: list[str]
) -> None:
    events.velox(seats=3, buy_in=50)
    events.velox(seats=6, buy_in=150)
    client.cookies["django_language"] = language
    page = words(client, reverse("velox")).replace("\N{NO-BREAK SPACE}", " ")
    assert [text for text in shown if text not in page] == []


def test_a_game_can_be_entered_with_one_click(client: Client, event: Tournament) -> None:
    [user] = events.players(1, cents=500)
    client.force_login(user)
    page = client.get(reverse("velox")).content.decode()
    assert f'action="{reverse("register", args=[event.pk])}"' in page
    client.post(reverse("register", args=[event.pk]))
    assert event.entries.filter(user=user).exists()


def test_only_the_games_are_sent_to_htmx(client: Client, event: Tournament) -> None:
    part = client.get(reverse("velox"), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="velox-games"')


@pytest.mark.slow
def test_games_that_fill_up_are_not_listed_twice(client: Client, event: Tournament) -> None:
    plain = events.sit_and_go(name="Plain")
    lobby = client.get("/").content.decode()
    assert plain.name in lobby
    assert event.name not in lobby
    assert reverse("velox") in lobby
    draw(event)
    assert event.name in client.get("/").content.decode()


@pytest.mark.rule("VELOX-1")
def test_in_a_list_a_prize_that_is_to_be_drawn_is_the_least_and_says_so(
    client: Client, event: Tournament
) -> None:
    every = reverse("place", args=["all"])
    assert "from €10.00" in words(client, every)
    draw(event)
    shown = words(client, every)
    assert event.name in shown
    assert "from €10.00" not in shown


def test_without_games_the_page_says_so(client: Client) -> None:
    assert "No VeloX is open right now" in words(client, reverse("velox"))


# --- before and after the draw ------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("VELOX-4")
def test_before_the_draw_the_promise_is_shown_and_no_seed(
    client: Client, event: Tournament, anna: User
) -> None:
    secret = bytes(PrizeDrawSecret.objects.get(draw=event.draw).server_seed).hex()
    [other] = events.players(1, cents=500, prefix="other")
    seed = registration.register(tournament_id=event.pk, user_id=other.pk, now=START).seed
    for address in addresses(event):
        answer = client.get(address).content.decode()
        assert secret not in answer, address
        assert seed not in answer, address
    assert event.draw is not None
    page = words(client, reverse("velox_draw", args=[event.pk]))
    assert event.draw.commitment in page
    assert "hidden until the draw" in page
    page = words(client, reverse("tournament", args=[event.pk]))
    assert "€10 – €30,000" in page
    assert "1 in 500,000" in page


@pytest.mark.slow
@pytest.mark.rule("VELOX-4")
def test_a_player_types_a_seed_on_the_events_page(
    client: Client, event: Tournament, anna: User
) -> None:
    address = reverse("tournament", args=[event.pk])
    entry = event.entries.get(user=anna)
    assert f'value="{entry.seed}"' in client.get(address).content.decode()
    answer = client.post(reverse("set_seed", args=[event.pk]), {"seed": " ciao "}, follow=True)
    assert "Your seed is set." in answer.content.decode()
    assert event.entries.get(user=anna).seed == "ciao"
    answer = client.post(reverse("set_seed", args=[event.pk]), {"seed": "a|b"}, follow=True)
    assert "A seed must have 1 to 40" in answer.content.decode()
    draw(event)
    assert 'id="seed-form"' not in client.get(address).content.decode()
    answer = client.post(reverse("set_seed", args=[event.pk]), {"seed": "late"}, follow=True)
    assert "can no longer change" in answer.content.decode()


def test_a_stranger_is_asked_to_sign_in(client: Client, event: Tournament) -> None:
    answer = client.post(reverse("set_seed", args=[event.pk]), {"seed": "ciao"})
    assert answer.status_code == 302
    assert "/accounts/login/" in answer["Location"]


@pytest.mark.slow
@pytest.mark.rule("VELOX-4")
def test_while_the_prize_is_shown_the_seed_stays_hidden(client: Client, event: Tournament) -> None:
    draw(event)
    secret = bytes(PrizeDrawSecret.objects.get(draw=event.draw).server_seed).hex()
    assert event.draw is not None
    for address in addresses(event):
        assert secret not in client.get(address).content.decode(), address
    # Among all that could have come of it, what has.
    row = rf'aria-current="true">\s*<th scope="row">×{event.draw.multiplier:,}<'
    assert re.search(row, client.get(reverse("tournament", args=[event.pk])).content.decode())


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize(
    ("language", "title"), [("en", "How it was drawn"), ("it", "Come è stato sorteggiato")]
)
def test_after_the_reveal_everything_can_be_recomputed(
    client: Client, event: Tournament, language: str, title: str
) -> None:
    draw(event, after=6)
    client.cookies["django_language"] = language
    page = words(client, reverse("velox_draw", args=[event.pk]))
    assert title in page
    record = PublishedDraw.from_json(client.get(f"/api/tournaments/{event.pk}/draw/").json())
    assert prove(record).faults == ()
    for shown in (record.server_seed, record.commitment, prove(record).text, prove(record).word):
        assert shown in page
    assert all(seed in page for seed in record.player_seeds.values())


def test_the_latest_draws_lead_to_their_proofs(client: Client, event: Tournament) -> None:
    draw(event, after=6)
    page = client.get(reverse("velox")).content.decode()
    assert reverse("velox_draw", args=[event.pk]) in page
    assert "Latest draws" in page


def test_an_event_without_a_draw_has_no_page_for_it(client: Client) -> None:
    plain = events.sit_and_go()
    assert client.get(reverse("velox_draw", args=[plain.pk])).status_code == 404
    assert client.get(f"/api/tournaments/{plain.pk}/draw/").status_code == 404
    assert client.get(f"/api/tournaments/{plain.pk}/").json()["draw"] is None


@pytest.mark.slow
def test_table_and_wallet_lead_to_the_proof(client: Client, event: Tournament, anna: User) -> None:
    draw(event)
    proof = reverse("velox_draw", args=[event.pk])
    table = client.get(f"/api/tournaments/{event.pk}/").json()["tables"][0]
    assert f'data-draw-url="{proof}"' in client.get(f"/tables/{table}/").content.decode()
    assert f'href="{proof}"' in client.get(reverse("wallet")).content.decode()


# --- the API ------------------------------------------------------------------------------


@pytest.mark.rule("VELOX-4")
def test_the_api_sets_a_seed(client: Client, event: Tournament, anna: User) -> None:
    address = f"/api/tournaments/{event.pk}/seed/"
    answer = client.post(address, {"seed": "from a program"}, content_type="application/json")
    assert answer.json()["seed"] == "from a program"
    refused = client.post(address, {"seed": "a|b"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "SEED_UNUSABLE")
    assert client.post(address, {}, content_type="application/json").status_code == 400


def test_the_api_shows_the_draw_as_it_stands(client: Client, event: Tournament) -> None:
    before = client.get(f"/api/tournaments/{event.pk}/").json()
    assert event.draw is not None
    assert before["draw"]["commitment"] == event.draw.commitment
    assert (before["draw"]["ticket"], before["draw"]["server_seed"]) == (None, "")
    assert before["prize_pool"] == 1_000
    draw(event, after=6)
    after = client.get(f"/api/tournaments/{event.pk}/").json()
    assert after["prize_pool"] == 500 * after["draw"]["multiplier"]
    assert sum(after["prizes"]) == after["prize_pool"]


# --- staff --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("VELOX-4")
def test_staff_see_a_draw_and_its_seed_only_once_it_is_revealed(
    admin_client: Client, event: Tournament
) -> None:
    assert event.draw is not None
    secret = bytes(PrizeDrawSecret.objects.get(draw=event.draw).server_seed).hex()
    page = reverse("admin:payouts_prizedraw_change", args=[event.draw.pk])
    listing = reverse("admin:payouts_prizedraw_changelist")
    draw(event)
    for address in (page, listing, reverse("admin:tournaments_tournament_change", args=[event.pk])):
        assert secret not in admin_client.get(address).content.decode()
    draw(event, after=6)
    assert secret in admin_client.get(page).content.decode()
    assert admin_client.post(page, {"ticket": 1}).status_code == 403
    assert admin_client.get(reverse("admin:payouts_prizedraw_add")).status_code == 403


def test_staff_are_told_where_the_odds_of_a_velox_scheme_are(
    admin_client: Client, event: Tournament
) -> None:
    assert event.template is not None
    page = reverse("admin:payouts_prizescheme_change", args=[event.template.scheme_id])
    assert "the odds are on the VeloX page" in admin_client.get(page).content.decode()
