"""The clock on the wall in a browser: it counts down by itself, asks for news, and says when none
can come."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.felt import listen, settle
from tests.browser.worktree import ORIGIN, work_tree
from tests.tournaments import events
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Tournament
from tournaments.play import timekeeping

# Counts the tones that a page lets be heard.
EAR = """
    window.tones = 0;
    window.AudioContext = class {
        currentTime = 0;
        createOscillator() {
            const start = () => { window.tones += 1; };
            return { frequency: {}, connect: (to) => to, start, stop() {} };
        }
        createGain() {
            const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
            return { gain, connect: (to) => to };
        }
        close() { return Promise.resolve(); }
    };
"""


def running(since: datetime, *rows: tuple[int, int, int, int]) -> Tournament:
    """An event of four players that began then."""
    levels = rows or ((600, 25, 50, 0), (600, 50, 100, 10))
    event = events.scheduled(starts_at=since, rows=list(levels))
    for user in events.players(4):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=since)
    director.step(tournament_id=event.pk, now=since)
    return event


def seconds(text: str) -> int:
    minutes, _, rest = text.partition(":")
    return int(minutes) * 60 + int(rest)


def test_the_wall_counts_down_hears_of_a_pause_and_survives_a_lost_connection(
    transactional_db: None, request: pytest.FixtureRequest
) -> None:
    event = running(timezone.now() - timedelta(seconds=100))
    path = reverse("wall", args=[event.pk])
    # The pages are made before the browser is there: then this thread's queries are its own.
    whole = Client().get(path).content.decode()
    timekeeping.pause(tournament_id=event.pk, reason="Fire drill", now=timezone.now())
    paused = Client().get(path, headers={"HX-Request": "true"}).content.decode()

    page: Page = request.getfixturevalue("page")
    faults = listen(page)
    work_tree().documents = {path: (whole, "text/html")}
    page.goto(f"{ORIGIN}{path}")
    time = page.locator(".wall-time time")
    before = seconds(time.inner_text())
    assert 450 < before <= 500
    expect(time).not_to_have_text(f"{before // 60}:{before % 60:02}")
    assert before - 5 < seconds(time.inner_text()) < before
    expect(page.locator("#wall")).to_contain_text("Level 1")

    work_tree().news = {path: (paused, "text/html")}
    expect(page.locator("#wall")).to_contain_text("Fire drill")
    expect(page.locator(".wall-state")).to_have_text("Paused")
    assert page.locator("time[data-left]").count() == 0
    assert not faults

    page.context.set_offline(True)
    expect(page.get_by_role("status")).to_be_visible()
    expect(page.locator("#wall")).to_contain_text("Fire drill")


@pytest.mark.rule("LIVE-11")
def test_a_wall_rings_when_a_level_or_a_break_begins_where_somebody_has_switched_it_on(
    transactional_db: None, request: pytest.FixtureRequest
) -> None:
    began = timezone.now() - timedelta(seconds=100)
    event = running(began, (600, 25, 50, 0), (600, 50, 100, 10), (600, 0, 0, 0), (600, 75, 150, 20))
    path = reverse("wall", args=[event.pk])
    whole = Client().get(path).content.decode()

    def wall(row: int) -> str:
        Tournament.objects.update(started_at=began - timedelta(seconds=row * 600))
        return Client().get(path, headers={"HX-Request": "true"}).content.decode()

    rows = [wall(row) for row in range(4)]
    page: Page = request.getfixturevalue("page")
    page.add_init_script(EAR)
    faults = listen(page)
    work_tree().documents = {path: (whole, "text/html")}
    page.goto(f"{ORIGIN}{path}")

    def tones_at(row: int) -> int:
        """How many were heard so far, once the page shows this row of the schedule."""
        work_tree().news = {path: (rows[row], "text/html")}
        with page.expect_response(f"{ORIGIN}{path}"):
            page.evaluate("htmx.trigger('#wall', 'refresh')")
        expect(page.locator(f'#wall[data-level="{row}"]')).to_be_visible()
        # A wall that says more or less than before moves the buttons below it.
        settle(page)
        heard: int = page.evaluate("window.tones")
        return heard

    assert tones_at(1) == 0
    switch = page.locator("#sound")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    # So that whoever switches it on hears how loud it is.
    assert [tones_at(row) for row in (1, 2, 2, 3)] == [2, 4, 4, 6]
    switch.click()
    assert tones_at(0) == 6
    assert not faults
