"""A person plays fast-fold by clicking only, and the page is one from hand to hand (FAST-1)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from players.models import User
from poker_site.bots.session import open_session
from tables.models import FastPool, PoolEntry
from tables.pools import books
from tests.browser.company import opponents
from tests.browser.felt import listen, press, settle, while_there
from tests.harness.chromium import DESKTOP, PHONE
from tests.harness.long_forms import longer
from tests.harness.room import RunningRoom, wait_for

State = PoolEntry.State
HANDS = longer(30, short=6)
# What there is to press, the first of them that can be: on to the next hand, out of this one.
PRESSED = ("New hand", "I'm back", "Fold now", "Fold anyway", "Fold", "Check")


@pytest.mark.rule("FAST-1", "FAST-2", "FAST-3")
@pytest.mark.slow
@pytest.mark.long
def test_a_person_plays_a_pool_without_a_reload_and_has_the_money_back(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
    shot: Callable[..., None],
) -> None:
    users = people(9)
    pool = FastPool.objects.get(name="Strobe NL10")
    me = UserId(users[0].pk)
    context = new_context(viewport=PHONE, device_scale_factor=2)
    cookie = {"name": "sessionid", "value": open_session(users[0]), "url": room.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    faults = listen(page)
    with opponents(room, users[1:], lambda bot: bot.join(pool.pk, pool.most)):
        page.goto(f"{room.url}/cash/")
        settle(page)
        page.get_by_role("link", name="Strobe").first.click()
        settle(page)
        page.get_by_role("link", name=pool.name).first.click()
        page.get_by_role("button", name="Join the pool").click()
        page.wait_for_url("**/pools/*/1/")
        page.evaluate("window.kept = true")
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            play(page, me, hands=HANDS // 2)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        shot(page, "pool")
        page.set_viewport_size(PHONE)
        watch_a_folded_hand(page, me, shot)
        leave(page)
        wait_for("the money", lambda: mine(me).closed_at is not None)
        page.wait_for_url(f"**/{pool.pk}/")
    entry = mine(me)
    assert entry.hands >= HANDS
    assert ledger.balance(accounts.player(me)) == 1_000_00 - entry.brought + entry.took
    assert faults == []
    told = books.Pool(pool)
    assert [*told.compared()[1], *told.wrong_records()] == []


def mine(user_id: UserId) -> PoolEntry:
    return PoolEntry.objects.get(user=user_id)


def play(page: Page, user_id: UserId, *, hands: int) -> None:
    """Fold from hand to hand, early where that may be; the page stays the same document."""
    wanted = mine(user_id).hands + hands

    def there() -> bool:
        press(page, *PRESSED)
        return mine(user_id).hands >= wanted

    wait_for(f"{hands} hands", there)
    assert page.evaluate("window.kept")


def watch_a_folded_hand(page: Page, user_id: UserId, shot: Callable[..., None]) -> None:
    """FAST-2: fold with the eye open, look on, and ask for the next hand."""

    def watches() -> bool:
        eye = page.locator(".eye[aria-pressed=false]")
        if eye.count():
            while_there(eye.first)
        if page.locator(".eye[aria-pressed=true]").count():
            press(page, "Fold now", "Fold anyway", "Fold")
        else:
            press(page, "Check")
        return mine(user_id).state == State.WATCHING

    wait_for("a hand to watch", watches)
    expect(page.get_by_role("button", name="New hand")).to_be_visible()
    # What one has folded is still to be seen, and seen to be folded.
    expect(page.locator(".seat.mine.idle .hole-gone")).to_be_visible()
    shot(page, "pool-phone")
    before = mine(user_id).hands

    # A button that has just taken the place of another one ignores a press.
    def goes_on() -> bool:
        press(page, "New hand")
        return mine(user_id).hands > before

    wait_for("the next hand", goes_on)
    assert page.evaluate("window.kept")


def leave(page: Page) -> None:
    page.get_by_label("Your chips").click()
    page.get_by_role("button", name="Leave the table").click()
    now = page.get_by_role("button", name="Fold and leave")
    gone = page.locator(".notice", has_text="in your wallet")
    expect(now.or_(gone).first).to_be_visible()
    if now.count():
        while_there(now)
    expect(gone).to_be_visible()
