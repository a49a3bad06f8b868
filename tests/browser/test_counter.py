"""The cashier's way in the browser: cash out over the limit, and a colleague who confirms it."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from payouts.bookkeeping import accounts, ledger
from payouts.wallets import wallet
from players.models import User
from poker_site.bots.session import open_session
from tests.harness.chromium import PHONE
from tests.payouts.conftest import NOW


def cashier(name: str, context: BrowserContext, address: str) -> Page:
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name="cashier"))
    cookie = {"name": "sessionid", "value": open_session(user), "url": address}
    context.add_cookies([cookie])  # type: ignore[list-item]
    return context.new_page()


@pytest.mark.rule("STAFF-1", "STAFF-2")
def test_cash_over_the_limit_is_paid_out_by_two(
    live_server: LiveServer, new_context: Callable[..., BrowserContext], shot: Callable[..., None]
) -> None:
    anna = User.objects.create_user("anna")
    wallet.deposit(user_id=anna.pk, amount=3_000_00, key="test", now=NOW)
    carla = cashier("carla", new_context(), live_server.url)
    carla.goto(f"{live_server.url}/admin/payouts/counterorder/")
    carla.get_by_text("Pay cash out").click()
    carla.get_by_label("user name").fill("anna")
    carla.get_by_label("Amount, €").fill("2000")
    carla.get_by_label("reason").fill("Second prize of Sunday.")
    shot(carla, "counter")
    carla.locator("#dialog button[type=submit]").click()
    expect(carla.get_by_text("a second person must confirm this")).to_have_count(1)

    dario = cashier("dario", new_context(viewport=PHONE), live_server.url)
    dario.goto(f"{live_server.url}/admin/")
    assert dario.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(dario.get_by_text("€2,000.00")).to_be_in_viewport(ratio=1)
    dario.set_viewport_size({"width": 1280, "height": 800})
    shot(dario, "second-person")
    dario.get_by_role("link", name="Withdrawal", exact=True).click()
    dario.get_by_text("Confirm", exact=True).click()
    dario.locator("#dialog button[type=submit]").click()
    expect(dario.get_by_text("The wallet of anna holds €1,000.00.")).to_be_visible()
    assert ledger.balance(accounts.player(anna.pk)) == 1_000_00

    # The names of transfers are long, and the amounts are in the last column.
    bruno = User.objects.create_user("bruno")
    wallet.deposit(user_id=bruno.pk, amount=7_00, key="7e16335b888e4f1d" * 4, now=NOW)
    dario.goto(f"{live_server.url}/admin/payouts/transfer/")
    expect(dario.get_by_text("€7.00")).to_be_in_viewport(ratio=1)
    moment = dario.locator(".field-created_at").first
    assert moment.evaluate("cell => getComputedStyle(cell).whiteSpace") == "nowrap"


def test_at_the_desk_names_and_lists_stand_beside_each_other(
    live_server: LiveServer, new_context: Callable[..., BrowserContext]
) -> None:
    anna = User.objects.create_user("anna", password="correct horse battery")
    boss = cashier("boss", new_context(), live_server.url)
    User.objects.filter(username="boss").update(is_superuser=True)
    boss.set_viewport_size({"width": 1280, "height": 800})
    boss.goto(f"{live_server.url}/admin/players/user/{anna.pk}/change/")
    assert boss.evaluate("document.documentElement.scrollWidth") <= 1280
    name = boss.locator("#content label", has_text="Username").first.bounding_box()
    assert name is not None
    assert name["width"] > name["height"]
