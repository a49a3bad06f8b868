"""Nothing is paid, and nobody leaves an event, by one careless press: the page asks once before."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from payouts.wallets import wallet
from players.models import User
from poker_site.bots.session import open_session
from tests.browser.felt import settle
from tests.browser.test_axe import violations
from tests.flows.conftest import EventMaker
from tests.harness.chromium import PHONE
from tests.harness.room import wait_for
from tournaments.models import Entry, Tournament

LEVELS = [(600, 25, 50, 0)]


def open_page(context: BrowserContext, url: str, user: User) -> Page:
    cookie = {"name": "sessionid", "value": open_session(user), "url": url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    return context.new_page()


def is_in(event: Tournament) -> bool:
    return Entry.objects.filter(tournament=event, status=Entry.Status.REGISTERED).exists()


def sums(page: Page) -> str:
    """What the dialog says about the money, once it is open."""
    expect(page.locator("#pay")).to_be_visible()
    settle(page)
    return " ".join(page.locator("#pay dl").inner_text().split())


@pytest.mark.rule("TRN-2")
def test_the_page_asks_once_before_money_and_never_for_a_free_event(
    live_server: LiveServer,
    new_context: Callable[..., BrowserContext],
    publish: EventMaker,
    shot: Callable[..., None],
) -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    event = publish(levels=LEVELS, name="Paid", starts_at=tomorrow, max_entries=9)
    free = publish(levels=LEVELS, name="Free", starts_at=tomorrow, max_entries=9, buy_in=0, fee=0)
    anna = User.objects.create_user("anna")
    wallet.deposit(user_id=anna.pk, amount=20_00, key="test", now=timezone.now())
    page = open_page(new_context(viewport=PHONE), live_server.url, anna)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    lobby, there = f"{live_server.url}/lobby/soon/", reverse("tournament", args=[event.pk])
    dialog, register = page.locator("#pay"), page.locator(f"#register-{event.pk}")

    # By the keyboard, in the lobby: Escape pays nothing, and the focus is where it was.
    page.goto(lobby)
    register.press("Enter")
    assert sums(page) == "You pay €5.50 Balance €20 Balance after this €14.50"
    expect(page.get_by_role("dialog", name="Register · Paid, €5.50")).to_be_visible()
    assert violations(page) == []
    shot(page, "pay-en")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(register).to_be_focused()
    assert not is_in(event)
    register.press("Enter")
    sums(page)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{there}")
    assert is_in(event)

    # What is free is not asked about.
    page.goto(lobby)
    page.locator(f"#register-{free.pk}").click()
    page.wait_for_url(f"**{reverse('tournament', args=[free.pk])}")
    assert is_in(free)

    # Back: what the wallet gets.
    page.goto(f"{live_server.url}{there}")
    page.locator("#leave").click()
    assert sums(page) == "You get back €5.50 Balance €14.50 Balance after this €20"
    dialog.get_by_role("button", name="Not now").click()
    assert is_in(event)
    page.locator("#leave").click()
    sums(page)
    dialog.get_by_role("button", name="Unregister").click()
    page.locator("#enter").click()
    assert not is_in(event)

    # For good in this browser, until the wallet's page says otherwise.
    sums(page)
    dialog.get_by_label("Do not ask again in this browser").check()
    dialog.get_by_role("button", name="Pay €5.50").click()
    expect(page.locator(".registered")).to_be_visible()
    page.locator("#leave").click()
    wait_for("the way out", lambda: page.locator("#enter").count() and not is_in(event))
    page.goto(f"{live_server.url}{reverse('wallet')}")
    page.get_by_label("Ask before I pay").check()
    page.goto(lobby)
    register.click()
    sums(page)
    assert faults == []
