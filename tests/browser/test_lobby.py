"""The lobby changes under the reader's eyes, and never under a finger or a key (LOBBY-2)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from payouts.wallets import wallet
from players.models import User
from poker_site.bots.session import open_session
from tests.flows.conftest import EventMaker
from tests.harness.chromium import PHONE
from tournaments.entry import registration
from tournaments.models import Favourite, Tournament

# What the page does every few seconds, now.
NEWS = "document.dispatchEvent(new Event('visibilitychange'))"


def enter(event: Tournament, name: str) -> None:
    user = User.objects.create_user(name)
    wallet.deposit(user_id=user.pk, amount=10_00, key=f"test:{name}", now=timezone.now())
    registration.register(tournament_id=event.pk, user_id=user.pk, now=timezone.now())


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.rule("LOBBY-2")
def test_rows_change_in_place_under_focus_and_finger_and_new_ones_wait(
    live_server: LiveServer, new_context: Callable[..., BrowserContext], publish: EventMaker
) -> None:
    tomorrow = timezone.now() + timedelta(days=1)

    def event(name: str, minutes: int) -> Tournament:
        starts_at = tomorrow + timedelta(minutes=minutes)
        levels = [(600, 25, 50, 0)]
        return publish(levels=levels, name=name, starts_at=starts_at, max_entries=50)

    first, second = event("First", 10), event("Second", 20)
    anna = User.objects.create_user("anna")
    context = new_context(viewport=PHONE)
    cookie = {"name": "sessionid", "value": open_session(anna), "url": live_server.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    page.goto(f"{live_server.url}/lobby/soon/")
    register, row = f"#register-{second.pk}", f"#row-{second.pk}"

    # A key: the focus stays, and so do the rows; what is new is announced.
    page.locator(register).focus()
    before = top(page, register)
    enter(first, "bea")
    enter(second, "carl")
    event("Before both", 0)
    page.evaluate(NEWS)
    for number in (first.pk, second.pk):
        expect(page.locator(f"#row-{number}")).to_contain_text("1 / 50")
    assert page.evaluate("document.activeElement.id") == register[1:]
    assert top(page, register) == before
    expect(page.locator("tbody tr")).to_have_count(2)

    # A finger: nothing changes between its down and its up, and the press counts.
    star = page.locator(f"#star-{second.pk}")
    star.hover()
    page.mouse.down()
    enter(second, "dora")
    with page.expect_response("**/lobby/soon/"):
        page.evaluate(NEWS)
    page.wait_for_timeout(200)
    expect(page.locator(row)).to_contain_text("1 / 50")
    page.mouse.up()
    expect(page.locator(row)).to_contain_text("2 / 50")
    expect(star).to_have_attribute("aria-pressed", "true")
    assert Favourite.objects.get().template_id == second.template_id

    # Asked for, the new one comes, and whoever uses the keyboard goes on there.
    page.get_by_role("button", name="1 new event: show").press("Enter")
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator("tbody tr").first).to_contain_text("Before both")
    expect(page.get_by_role("link", name="Before both")).to_be_focused()
    expect(page.locator("#show-fresh")).to_have_count(0)


OUTSIDE = """[...document.querySelectorAll("tbody tr")].flatMap((row) => {
  const edge = row.getBoundingClientRect().right;
  const parts = [...row.querySelectorAll("td, td *")];
  return parts.filter((part) => part.getBoundingClientRect().right > edge - 8)
    .map((part) => part.textContent.trim());
})"""


def test_on_a_phone_nothing_of_a_row_leaves_its_card(
    live_server: LiveServer, new_context: Callable[..., BrowserContext], publish: EventMaker
) -> None:
    publish(
        levels=[(600, 25, 50, 0)], name="Bounty Express", max_entries=200, buy_in=1250, fee=150,
        bounty=1250, starts_at=timezone.now() + timedelta(seconds=50),
    )  # fmt: skip
    page = new_context(viewport=PHONE, locale="it-IT").new_page()
    page.goto(f"{live_server.url}/lobby/soon/")
    row = page.locator("tbody tr")
    expect(row).to_contain_text("tra meno di un minuto")
    expect(row).to_contain_text("12,50 €")
    assert page.evaluate(OUTSIDE) == []
