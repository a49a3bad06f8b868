"""A person's first evening: from sign-up to the prize, by clicking only."""

from collections.abc import Callable
from itertools import islice
from random import Random
from urllib.parse import urljoin

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from payouts.bookkeeping import accounts, ledger
from payouts.reports.audit import audit
from players.models import User
from tests.browser.company import opponents
from tests.browser.felt import pay, settle
from tests.flows.conftest import EventMaker
from tests.harness.chromium import PHONE
from tests.harness.long_forms import longer
from tests.harness.room import RunningRoom, wait_for
from tournaments.entry import registration, scheduling
from tournaments.models import Entry, Tournament

EVENING_SECONDS = 240
# After how many actions the pictures are taken.
LOOKED_AT = 3


@pytest.mark.long
@pytest.mark.rule("SNG-1", "PAY-WIN", "NL-1", "TIME-1", "HOLD-1")
def test_from_sign_up_to_the_prize(
    room: RunningRoom,
    page: Page,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
    publish: EventMaker,
    shot: Callable[..., None],
) -> None:
    event = publish(
        name="Friday Six-Max",
        levels=[(8, 10, 20, 0), (6, 25, 50, 0), (6, 75, 150, 15), (6, 200, 400, 40)]
        + [(6, 500 * 2**step, 1000 * 2**step, 100 * 2**step) for step in range(5)],
        # Every place is paid: wherever the evening ends, there is a prize to find.
        shares=[4000, 2500, 1500, 1000, 600, 400],
        seats_per_table=6,
        min_entries=6,
        max_entries=6,
        starting_stack=longer(1500, short=500),
        action_seconds=15,
    )
    users = people(19)
    fill_the_lobby(users[5:])
    sign_up(page, room)
    deposit(page, "50")
    with opponents(room, users[:5], lambda bot: bot.register(event.pk)):
        wait_for("the opponents", lambda: Entry.objects.filter(tournament=event).count() == 5)
        page.get_by_role("link", name="Lobby").first.click()
        shot(page, "lobby")
        page.get_by_role("link", name="Friday Six-Max").first.click()
        page.locator("#enter").click()
        pay(page)
        go_to_the_table(page)
        assert play_to_the_end(page, lambda: look_over_the_shoulder(page, new_context, shot)) > 0
        page.locator(".ended").get_by_role("link", name="Back to the tournament").click()
        expect(page.get_by_role("heading", name="Friday Six-Max")).to_be_visible()
        wait_for_finish(event)
    check_the_prize(page, room, event)
    read_the_reasons(page, room, event, shot)


def fill_the_lobby(users: list[User]) -> None:
    """Others who wait for their own games: a lobby as it is on a Friday evening."""
    scheduling.open_lobbies(now=timezone.now())
    waiting = iter(users)
    for event in Tournament.objects.filter(status="registering").order_by("pk"):
        for user in islice(waiting, min(event.max_entries - 1, 8)):
            if event.name != "Friday Six-Max":
                registration.register(tournament_id=event.pk, user_id=user.pk, now=timezone.now())


def go_to_the_table(page: Page) -> None:
    """Whoever waits on the event's page is taken there; who came too late for that, clicks."""
    try:
        page.wait_for_url("**/tables/**", timeout=15_000)
    except PlaywrightTimeout:
        page.get_by_role("link", name="Go to your table").first.click()


def look_over_the_shoulder(
    page: Page, new_context: Callable[..., BrowserContext], shot: Callable[..., None]
) -> None:
    """The same table on a phone in Italian, and the event's page, for the pictures."""
    shot(page, "table")
    phone = new_context(viewport=PHONE, locale="it-IT", device_scale_factor=2).new_page()
    phone.goto(page.url)
    shot(phone, "table-phone")
    phone.close()
    event = page.context.new_page()
    event.goto(urljoin(page.url, page.locator(".live-table").get_attribute("data-event-url")))
    shot(event, "tournament")
    event.close()
    page.bring_to_front()


def sign_up(page: Page, room: RunningRoom) -> None:
    page.goto(room.url)
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Username").fill("giulia")
    page.get_by_label("Password", exact=True).fill("un segreto lungo")
    page.get_by_label("Password (again)").fill("un segreto lungo")
    settle(page)
    page.get_by_label("I am 18 or older.").check()
    page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_text("giulia").first).to_be_attached()


def deposit(page: Page, euros: str) -> None:
    page.locator("a.balance").click()
    page.locator("#id_amount").fill(euros)
    page.get_by_role("button", name="Deposit").click()
    expect(page.locator(".wallet-amount")).to_have_text("€150.00")


def play_to_the_end(page: Page, look: Callable[[], None]) -> int:
    """Click through every hand, and ``look`` at one that is under way; the number of actions."""
    dice = Random(7)
    over = page.locator(".ended")
    mine = page.locator(".actions.yours .buttons button:enabled")
    actions = 0
    for _ in range(EVENING_SECONDS * 4):
        expect(mine.first.or_(over)).to_be_visible(timeout=90_000)
        if over.is_visible():
            return actions
        if actions == LOOKED_AT:
            look()
        if click(page, choose(page, dice)):
            actions += 1
    raise AssertionError("the evening never ended")


def choose(page: Page, dice: Random) -> Locator:
    """Mostly check or call, now and then a raise, sometimes a fold: a person who is curious."""
    wish = dice.choices([".stay", ".raise", ".fold"], weights=[70, 15, 15])[0]
    button = page.locator(f".actions.yours .buttons {wish}")
    return button if button.count() else page.locator(".actions.yours .buttons button").first


def click(page: Page, button: Locator) -> bool:
    """False when the turn went by while the hand was on the mouse."""
    try:
        button.click(timeout=1_000)
    except Exception:
        return False
    page.wait_for_timeout(50)
    return True


def wait_for_finish(event: Tournament) -> None:
    wait_for(
        "the others to finish",
        lambda: Tournament.objects.get(pk=event.pk).status == "finished",
        seconds=120,
    )


def check_the_prize(page: Page, room: RunningRoom, event: Tournament) -> None:
    entry = Entry.objects.get(tournament=event, user__username="giulia")
    assert entry.prize
    page.goto(f"{room.url}/wallet/")
    prize = f"€{entry.prize // 100}.{entry.prize % 100:02}"
    expect(page.locator(".transfers")).to_contain_text(f"+{prize}")
    page.goto(f"{room.url}/my/tournaments/")
    expect(page.locator("main")).to_contain_text(prize)
    assert ledger.balance(accounts.pool(event.event)) == 0
    assert audit().sound


def read_the_reasons(
    page: Page, room: RunningRoom, event: Tournament, shot: Callable[..., None]
) -> None:
    """INFO-1: why a prize is what it is, and the rule that says so."""
    entry = Entry.objects.get(tournament=event, user__username="giulia")
    page.goto(room.url + reverse("entry_why", args=[event.pk, entry.pk]))
    shot(page, "why")
    page.locator("main a[href^='/rules/']").first.click()
    expect(page.locator("main h1")).to_be_visible()
    page.goto(room.url + reverse("rules_page", args=["fast-fold"]))
    expect(page.locator("main")).to_contain_text("FAST-3")
    shot(page, "rules")
