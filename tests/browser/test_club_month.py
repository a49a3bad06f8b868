"""A club in the browser: its chat, and a season of four nights to the standings."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from core.types import UserId
from players.models import User
from tests.browser.desk_jobs import come_in
from tests.browser.felt import settle
from tests.browser.test_axe import violations
from tests.browser.test_home_night import open_player, press
from tests.harness.chromium import PHONE
from tests.harness.room import RunningRoom, wait_for
from tests.tournaments.clubs.setting import founded, home_of
from tournaments.clubs import planning
from tournaments.clubs.models import Club
from tournaments.home.events import event_of
from tournaments.home.kinds import HomeTerms
from tournaments.live_room.home_nights import floor_acts
from tournaments.models import Tournament

Shot = Callable[[Page, str], None]

NAMES: Final = ("norma", "oriana", "piera")
# The players of each night, the winner first.
NIGHTS: Final = (
    ("norma", "oriana", "piera"),
    ("oriana", "piera", "norma"),
    ("piera", "norma"),
    ("norma", "piera", "oriana"),
)
# The season's points by place and for taking part; the best nights of each player count.
TABLE, ATTENDANCE, BEST = (10, 7, 5), 1, 3


def by_hand() -> list[tuple[str, int]]:
    """The standings as a member would add them up."""
    brought: dict[str, list[int]] = {name: [] for name in NAMES}
    for night in NIGHTS:
        for name, points in zip(night, TABLE, strict=False):
            brought[name].append(points + ATTENDANCE)
    sums = {name: sum(sorted(each)[-BEST:]) for name, each in brought.items()}
    return sorted(sums.items(), key=lambda line: -line[1])


def talk(anna: Page, bea: Page) -> None:
    """Say something in the club; the other reads it without a reload, and answers by a sign."""
    anna.locator("#chat-text").fill("ciao")
    anna.keyboard.press("Enter")
    expect(bea.locator(".chat-line")).to_contain_text("ciao")
    settle(bea)
    bea.locator(".chat-signs button").first.click()
    expect(anna.locator(".chat-line .chat-sign")).to_be_visible()


def make_season(page: Page) -> None:
    """Fill in the form of a season, of days around today."""
    today = timezone.now().date()
    page.locator("#id_name").fill("November nights")
    page.locator("#id_span").select_option("dates")
    for name, days in (("begins_on", -1), ("ends_on", 1)):
        page.locator(f"#id_{name}").fill(f"{today + timedelta(days=days):%Y-%m-%d}")
    page.locator("#id_points_table").fill("; ".join(map(str, TABLE)))
    page.locator("#id_attendance").fill(str(ATTENDANCE))
    page.locator("#id_best").fill(str(BEST))
    settle(page)
    page.locator("#make-season").click()


def play_by_pressing(page: Page) -> None:
    """The first night: open it from the club, press who is there, and who goes out."""
    page.locator("#new-game").click()
    page.locator("#id_name").fill("First night")
    page.locator("[name=venue][value=live]").check()
    page.locator("[name=buy_in]").fill("10")
    page.locator(".home-more summary").first.click()
    page.locator("[name=late_levels]").fill("0")
    settle(page)
    page.locator("#plan").click()
    first, *others = NIGHTS[0]
    for count, name in enumerate(others, start=2):
        settle(page)
        page.locator(".night-members button", has_text=name).click()
        expect(page.locator(".night-players li")).to_have_count(count)
    press(page, "#start-game")
    expect(page.locator(".night-time")).to_be_visible()
    for name in reversed(others):
        press(page, f"#out-{open_player(page, name)}")
        expect(page.locator("a.night-who", has_text=name)).to_have_count(0)
    expect(page.locator("#settle-title")).to_be_visible()
    expect(page.locator("main")).to_contain_text(f"{others[0]} pays {first}")


def play(club: Club, users: dict[str, User], *ranked: str) -> None:
    """Another night, by the verbs behind the same buttons; the room takes its steps."""
    host, *others = (UserId(users[name].pk) for name in ranked)
    terms = HomeTerms(venue="live", speed="live", late_levels=0)
    act: dict[str, Any] = {"by": host, "now": timezone.now()}
    game = planning.plan(
        club_id=club.pk, name="A night", terms=terms, starts_at=None, key=uuid4().hex, **act
    )
    home = home_of(game)
    event = event_of(home)
    for user_id in others:
        floor_acts.add_member(game_id=home.pk, user_id=user_id, **act)
    floor_acts.start(game_id=home.pk, **act)
    wait_for("the night to begin", lambda: _stands(event, "running", len(ranked)))
    for user_id in reversed(others):
        left = event.live_count - 1
        floor_acts.put_out(game_id=home.pk, by=host, user_id=user_id, takers=[], now=timezone.now())
        wait_for("the place", partial(_stands, event, "running" if left > 1 else "finished", left))


def _stands(event: Tournament, status: str, left: int) -> bool:
    event.refresh_from_db()
    return (event.status, max(event.live_count, 1)) == (status, left)


@pytest.mark.rule("CHAT-1", "SERIES-2", "SERIES-8")
def test_a_club_talks_and_plays_four_nights_to_its_standings(
    room: RunningRoom, new_context: Callable[..., BrowserContext], shot: Shot
) -> None:
    users = {name: User.objects.create_user(name) for name in NAMES}
    club = founded(*users.values(), members_open=True)
    pages = {}
    for name in ("norma", "oriana"):
        context = new_context(viewport=PHONE)
        come_in(context, users[name], room.url)
        pages[name] = context.new_page()
        pages[name].goto(f"{room.url}/clubs/{club.slug}/")
    anna, bea = pages.values()
    talk(anna, bea)
    shot(bea, "club-chat")
    anna.goto(f"{room.url}/clubs/{club.slug}/seasons/")
    make_season(anna)
    expect(anna.get_by_role("heading", name="November nights")).to_be_visible()
    standings = anna.url
    anna.goto(f"{room.url}/clubs/{club.slug}/")
    play_by_pressing(anna)
    shot(anna, "club-night")
    for night in NIGHTS[1:]:
        play(club, users, *night)

    anna.goto(standings)
    lines = anna.locator("section[aria-labelledby=standings] tbody tr")

    def shown() -> list[tuple[str, int]]:
        anna.reload()
        return [
            (line.locator(".person").inner_text(), int(line.locator("strong").inner_text()))
            for line in lines.all()
        ]

    wait_for("all four nights to count", lambda: shown() == by_hand())
    # The page above may have been read while the last nights were being counted.
    anna.reload()
    expect(anna.locator("section[aria-labelledby=events] tbody tr")).to_have_count(len(NIGHTS))
    assert violations(anna) == []
    assert anna.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    shot(anna, "club-standings")
