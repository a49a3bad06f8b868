"""At once and anywhere: a guest's first hand, and passkeys."""

from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from players.models import Guest, User
from players.sign_in import guests
from tables.cash import quick_seat
from tables.models import HandPlayer
from tests.harness.chromium import PHONE
from tests.harness.room import RunningRoom
from tests.tournaments import events
from tournaments.entry import registration

PASSWORD = "correct horse battery"


def somebody_waits() -> None:
    """One guest at a play-money table: for a hand it takes two."""
    user = guests.make(of_age=True, known_as=(), now=timezone.now())
    quick_seat.take_a_seat(user_id=user.pk, key="waits-there", now=timezone.now())


@pytest.mark.rule("FREE-2")
def test_from_the_front_page_to_a_hand_in_one_click(
    room: RunningRoom, new_context: Callable[..., BrowserContext]
) -> None:
    somebody_waits()
    page = new_context(viewport=PHONE).new_page()
    page.goto(room.url)
    page.locator("#play-at-once").click()
    expect(page.locator(".mine .hole .card").first).to_be_visible()
    expect(page.locator(".title")).to_contain_text("Play money")
    guest = Guest.objects.latest("made_at").user
    assert HandPlayer.objects.filter(user=guest).exists()


@pytest.mark.rule("FREE-4")
def test_a_visitor_enters_a_free_event_from_the_lobby_and_is_seated(
    room: RunningRoom, new_context: Callable[..., BrowserContext]
) -> None:
    terms = {"max_entries": 2, "seats_per_table": 2, "play_money": True}
    event = events.sit_and_go(name="Free Duel", buy_in=1_000, fee=100, **terms)
    other = guests.make(of_age=True, known_as=(), now=timezone.now())
    registration.register(tournament_id=event.pk, user_id=other.pk, now=timezone.now())
    page = new_context(viewport=PHONE, locale="it-IT").new_page()
    page.goto(f"{room.url}/lobby/sng/?price=free")
    card = page.locator(".sit-and-go", has_text="Free Duel")
    expect(card).to_contain_text("Soldi finti")
    expect(card).not_to_contain_text("€")
    card.locator(f"#enter-{event.pk}").click()
    expect(page.locator(".seat-box")).to_contain_text("chip che non valgono nulla")
    page.locator("#register").click()
    expect(page.locator(".mine .hole .card").first).to_be_visible()
    expect(page.locator(".head")).not_to_contain_text("€")


@pytest.fixture
def key_of_device() -> Callable[[Page], None]:
    """Give a page's browser a lock of its device, which opens at once."""

    def add(page: Page) -> None:
        session = page.context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        session.send("WebAuthn.addVirtualAuthenticator", {"options": options})

    return add


@pytest.mark.rule("ACCOUNT-3")
def test_a_passkey_is_added_named_used_and_removed(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    key_of_device: Callable[[Page], None],
) -> None:
    # As the room hashes it, which knows nothing of the tests' quick way.
    hashed = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1)
    User.objects.create(username="carla", password=hashed)
    # A passkey belongs to a name: browsers take none for a number.
    url = room.url.replace("127.0.0.1", "localhost")
    page = new_context(viewport=PHONE).new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    key_of_device(page)
    page.goto(f"{url}/accounts/login/")
    expect(page.get_by_text("No passkey was used")).to_be_hidden()
    page.locator("#id_login").fill("carla")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#id_password").press("Enter")
    expect(page.locator(".account-menu")).to_be_visible()

    page.goto(f"{url}/accounts/2fa/webauthn/add/")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#id_password").press("Enter")
    page.locator("#id_name").fill("Pocket")
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/recovery-codes/**")
    sign_out(page, url)

    page.goto(f"{url}/accounts/login/")
    page.locator("#passkey_login").click()
    expect(page.locator(".account-menu")).to_be_visible()
    sign_out(page, url)

    # The password alone does not do; with the passkey behind it, it does.
    page.goto(f"{url}/accounts/login/")
    page.locator("#id_login").fill("carla")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#id_password").press("Enter")
    page.locator("#mfa_webauthn_authenticate").click()
    expect(page.locator(".account-menu")).to_be_visible()

    keys = "/accounts/2fa/webauthn/"
    page.goto(f"{url}{keys}reauthenticate/?next={keys}")
    page.locator("#mfa_webauthn_reauthenticate").click()
    page.get_by_role("link", name="Rename").click()
    page.locator("#id_name").fill("Old phone")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Old phone")).to_be_visible()
    page.get_by_role("link", name="Remove").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You have no passkey yet.")).to_be_visible()
    # Nothing was held back by the page's policy.
    assert [text for text in said if "Content Security Policy" in text] == []


def sign_out(page: Page, url: str) -> None:
    page.goto(f"{url}/accounts/logout/")
    page.locator("main form button").first.click()
    expect(page.locator(".account-menu")).to_have_count(0)
