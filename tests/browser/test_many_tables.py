"""Several tables on one page: how they share it, and hands played in time at all of them."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from core.types import Cents
from players.models import User
from poker_site.bots.client import Bot, BotPace
from poker_site.bots.session import open_session
from tables.cash import cashier, croupier
from tables.engine.events import Event
from tables.models import Hand, Seat, Table
from tables.storage import packed_events
from tests.browser.felt import listen, settle, while_there
from tests.harness.long_forms import longer
from tests.harness.room import RunningRoom, wait_for
from tests.tables.cash.setting import offer

QUICK = BotPace(think=(0.05, 0.2), look=0.5)
BROUGHT = 1000
DESK: ViewportSize = {"width": 1440, "height": 900}
# A table at which less could be read.
NARROWEST = 330


@contextmanager
def opponent(room: RunningRoom, user: User, tables: list[int]) -> Iterator[None]:
    """A bot at these tables, in a thread of its own."""
    session = open_session(user)
    stop = threading.Event()

    async def play() -> None:
        bot = Bot(name="rival", session=session, url=room.url, pace=QUICK, dice=Random(7))
        for table in tables:
            assert await bot.sit_down(table, BROUGHT)
        while not stop.is_set():
            await asyncio.sleep(0.1)
        for chair in bot.chairs.values():
            chair.cancel()

    thread = threading.Thread(target=lambda: asyncio.run(play()))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(20)


def sit(user: User, table: int) -> None:
    cashier.sit_down(
        table_id=table,
        user_id=user.pk,
        amount=Cents(BROUGHT),
        key=f"sit{table}",
        no=None,
        posts=True,
        now=timezone.now(),
    )


def decisions(user: User, table: int) -> int:
    """How often somebody has acted at a table."""
    seat = Seat.objects.get(table=table, user=user)
    return sum(event["e"] == "act" and event["seat"] == seat.no for event in _told(table))


def _told(table: int) -> list[Event]:
    """All events of a table's hands."""
    hands = Hand.objects.filter(table=table).values_list("pk", flat=True)
    return [event for events in packed_events.of_hands(hands).values() for event in events]


def _all_acts() -> int:
    """How often anybody has acted anywhere."""
    hands = Hand.objects.values_list("pk", flat=True)
    told = (event for events in packed_events.of_hands(hands).values() for event in events)
    return sum(event["e"] == "act" for event in told)


def missed(user: User) -> bool:
    """Whether somebody with chips was sat out: they did not act in time."""
    return Seat.objects.filter(user=user, away=True, stack__gt=0).exists()


def act_by_key(page: Page) -> None:
    """Check or call, where the table in focus waits for it."""
    if page.locator(".tile.focused .actions.yours .passive:enabled").count():
        page.keyboard.press("c")


def boxes(page: Page) -> list[Any]:
    """Where all tables are at one moment."""
    rects: list[Any] = page.locator(".tile").evaluate_all(
        "tiles => tiles.map(tile => tile.getBoundingClientRect().toJSON())"
    )
    return rects


def lie_apart(page: Page) -> bool:
    """Whether all tables are to be seen, none over another, each as wide as one can read."""
    shown = boxes(page)
    width, height = page.evaluate("[innerWidth, innerHeight]")
    return all(
        box["width"] >= NARROWEST
        and box["x"] >= 0
        and box["right"] <= width + 1
        and box["bottom"] <= height + 1
        and all(
            other["x"] >= box["right"] - 1 or other["y"] >= box["bottom"] - 1
            for other in shown[number + 1 :]
        )
        for number, box in enumerate(shown)
    )


def assert_side_by_side(page: Page, count: int) -> None:
    """So many tables, which share the page."""
    expect(page.locator(".tile")).to_have_count(count)
    expect(page.locator(".live-table .cloth")).to_have_count(count)
    # A tile that has just come has its place in the next frame.
    wait_for("tables that lie apart", lambda: lie_apart(page))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def wait_for_turn(page: Page) -> Locator:
    mine = page.locator(".tile.focused .actions.yours")
    expect(mine).to_be_visible()
    return mine


@pytest.mark.long
def test_hands_at_several_tables_are_played_by_keys_on_one_page(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
) -> None:
    me, rival = people(2)
    game = offer(name="Duel", tables=12)
    croupier.keep_open(now=timezone.now())
    # Nobody runs out of time because a machine is busy.
    Table.objects.update(action_seconds=600)
    tables = list(
        Table.objects.filter(event=game.event).order_by("pk").values_list("pk", flat=True)
    )
    page = new_context(viewport=DESK).new_page()
    cookie = {"name": "sessionid", "value": open_session(me), "url": room.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    faults = listen(page)
    page.goto(f"{room.url}/tables/")
    expect(page.get_by_role("heading", name="You are not seated at any table")).to_be_visible()
    # Seats that are taken meanwhile appear by themselves.
    for table in tables[:2]:
        sit(me, table)
    expect(page.locator(".tile")).to_have_count(2)
    with opponent(room, rival, tables[:4]):

        def acted_at_both() -> bool:
            act_by_key(page)
            return all(decisions(me, table) for table in tables[:2])

        wait_for("a decision at both tables", acted_at_both)
        _one_at_a_time_on_a_phone(page, 2)
        _act_by_touch(page, me, tables[:2])
        page.set_viewport_size(DESK)
        assert not missed(me)
        for table in tables[2:4]:
            sit(me, table)
        assert_side_by_side(page, 4)
        _go_offline_and_come_back(page, me)
        _share_one_bar_and_lie_on_each_other(page)
        _one_at_a_time_on_a_phone(page, 4)
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.goto(f"{room.url}/tables/?" + "&".join(f"at=table/{each}" for each in tables))
        assert_side_by_side(page, 12)
        cashier.leave(table_id=tables[0], user_id=me.pk, after_hand=False, now=timezone.now())
        expect(page.locator(".goodbyes")).to_contain_text("Duel · 1")
        expect(page.locator(".tile")).to_have_count(11)
    # The browser's own word on each call while it was offline.
    assert [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []


def _go_offline_and_come_back(page: Page, me: User) -> None:
    """For a while on one's turn: it is said, and one acts on without loading the page."""
    mine = wait_for_turn(page)
    before = _all_acts()
    page.evaluate("window.before = 1")
    page.context.set_offline(True)
    expect(page.locator(".tile.focused .wire .lost")).to_be_visible()
    expect(mine.locator(".passive")).to_be_disabled()
    page.wait_for_timeout(longer(20_000, short=4_000))
    page.context.set_offline(False)
    expect(page.locator(".tile.focused .wire .lost")).to_have_count(0)
    expect(mine.locator(".passive")).to_be_enabled()

    def acted() -> bool:
        act_by_key(page)
        return _all_acts() > before

    wait_for("an action", acted)
    assert page.evaluate("window.before") == 1
    assert not missed(me)


def _share_one_bar_and_lie_on_each_other(page: Page) -> None:
    """The other ways to lay out four tables, and the key that goes to the next one."""
    tiles = page.locator(".tile")
    page.locator(".tools summary").click()
    page.get_by_label("One action bar for the active table").check()
    expect(page.locator(".shared-bar .actions")).to_have_count(1)
    expect(tiles.locator(".actions")).to_have_count(0)
    page.get_by_label("One action bar for the active table").uncheck()
    expect(page.locator(".shared-bar .actions")).to_have_count(0)
    page.get_by_label("Cascade").check()
    wait_for("a cascade", lambda: len({box["y"] for box in boxes(page)}) == tiles.count())
    page.get_by_label("Tabs").check()
    expect(page.locator(".tile:visible")).to_have_count(1)
    page.get_by_label("Tiles").check()
    page.get_by_label("Go to the table that waits for me").uncheck()
    page.locator(".tools summary").click()
    before = page.locator(".tile.focused").get_attribute("data-at")
    page.keyboard.press("n")
    expect(page.locator(".tile.focused")).not_to_have_attribute("data-at", before or "")
    page.locator(".tools summary").click()
    page.get_by_label("Go to the table that waits for me").check()
    page.locator(".tools summary").click()


def _act_by_touch(page: Page, me: User, tables: list[int]) -> None:
    """On a phone one goes from table to table by the strip, and acts at both."""
    before = {table: decisions(me, table) for table in tables}

    def acted_at_both() -> bool:
        # To each in turn: one whose opponent is quick may wait at every look.
        for thumb in page.locator(".thumb").all():
            if "yours" in (thumb.get_attribute("class") or ""):
                thumb.locator("button").first.click()
                settle(page)
                button = page.locator(".tile.focused .actions.yours .passive:enabled")
                if button.count():
                    while_there(button.first)
        return all(decisions(me, table) > before[table] for table in tables)

    wait_for("a decision at both tables", acted_at_both)


def _one_at_a_time_on_a_phone(page: Page, count: int) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    thumbs = page.locator(".thumb")
    expect(thumbs).to_have_count(count)
    expect(page.locator(".tile:visible")).to_have_count(1)
    last = thumbs.last.locator("button").first

    def chosen() -> bool:
        # A table that waits for its reader takes the focus back a moment after a press.
        settle(page)
        last.click()
        return last.get_attribute("aria-current") == "true"

    wait_for("the table that was pressed", chosen)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
