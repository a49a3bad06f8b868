"""The first hour and the password that the desk asks for, in the browser."""

import time
from collections.abc import Callable

import pytest
from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from payouts.models import CounterOrder
from players.models import Mail, User
from poker_site.opening import state
from tests.harness.chromium import PHONE

PASSWORD = "quiet river of nine stones"


@pytest.fixture(autouse=True)
def _real_room(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEMO = False
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    monkeypatch.setattr(state, "_open", False)
    cache.clear()


def fill_in(page: Page, **fields: str) -> None:
    for name, value in {**fields, "password": PASSWORD, "again": PASSWORD}.items():
        page.locator(f"#id_{name}").fill(value)
    page.locator("main form.form button").click()


@pytest.mark.rule("HOUSE-2")
@pytest.mark.parametrize(("locale", "words"), [("en-GB", "second owner"), ("it-IT", "titolare")])
def test_two_owners_and_an_invited_cashier_come_in_the_first_hour(
    live_server: LiveServer,
    new_context: Callable[..., BrowserContext],
    shot: Callable[..., None],
    locale: str,
    words: str,
) -> None:
    first = new_context(locale=locale).new_page()
    code = state.new_code()
    first.goto(f"{live_server.url}/set-up/")
    fill_in(first, code=code, name="first", mail="first@example.org")
    expect(first.locator("#people")).to_be_visible()
    code = state.new_code()
    second = new_context(locale=locale, viewport=PHONE).new_page()
    second.goto(f"{live_server.url}/set-up/")
    expect(second.locator("main")).to_contain_text(words)
    shot(second, f"second-owner-{locale}")
    fill_in(second, code=code, name="second", mail="second@example.org")
    expect(second.locator("#people")).to_be_visible()

    first.locator("#people #id_mail").fill("anna@example.org")
    first.locator("#people input[value='group:cashier']").check()
    first.locator("#people form button").click()
    expect(first.locator("#people")).to_contain_text("anna@example.org")
    first.set_viewport_size(PHONE)
    assert first.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    first.locator("#people").scroll_into_view_if_needed()
    shot(first, f"people-{locale}")
    body = Mail.objects.get(to="anna@example.org").body
    path = next(part for part in body.split() if "/staff/join/" in part)
    anna = new_context(locale=locale, viewport=PHONE).new_page()
    anna.goto(live_server.url + path[path.index("/staff/") :])
    shot(anna, f"join-{locale}")
    fill_in(anna, name="anna")
    anna.wait_for_url("**/accounts/2fa/**")


@pytest.mark.rule("ACCOUNT-5")
def test_the_password_is_the_only_thing_between_a_press_and_its_deed(
    live_server: LiveServer, new_context: Callable[..., BrowserContext], shot: Callable[..., None]
) -> None:
    User.objects.create_user("anna")
    boss = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    TOTP.activate(boss, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    client = Client()
    client.force_login(boss)
    session = client.session
    factor = Authenticator.objects.get(user=boss)
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {"method": "mfa", "at": time.time() - 3_600, "id": factor.pk, "type": "totp"}
    ]
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(boss.pk)
    session.save()
    context = new_context()
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/admin/payouts/counterorder/")
    shot(page, "desk-lock")

    def pay_in(amount: str) -> None:
        page.get_by_text("Take cash in").click()
        page.get_by_label("user name").fill("anna")
        page.get_by_label("Amount, €").fill(amount)
        page.get_by_label("reason").fill("Cash.")
        page.locator("#dialog button[type=submit]").click()

    pay_in("50")
    # One press more, which gives the password: nothing is typed again.
    page.locator("#id_password").fill(PASSWORD)
    shot(page, "proof")
    page.locator("#id_password").press("Enter")
    expect(page.get_by_text("The wallet of anna holds €50.00.")).to_be_visible()
    assert [order.amount for order in CounterOrder.objects.all()] == [50_00]
    # In the shift no press more.
    page.goto(f"{live_server.url}/admin/payouts/counterorder/")
    pay_in("20")
    expect(page.get_by_text("The wallet of anna holds €70.00.")).to_be_visible()
    # One key locks the desk.
    page.keyboard.press("F2")
    expect(page.locator("#id_password")).to_be_visible()
    page.goto(f"{live_server.url}/admin/")
    expect(page.locator("#id_password")).to_be_visible()
