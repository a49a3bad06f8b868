"""The clock on the wall in a browser: it counts down by itself, asks for news, and says when none
can come."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.felt import listen
from tests.browser.worktree import ORIGIN, work_tree
from tests.tournaments import events
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Tournament
from tournaments.play import timekeeping


def running(since: datetime) -> Tournament:
    """An event of four players that began then."""
    event = events.scheduled(starts_at=since, rows=[(600, 25, 50, 0), (600, 50, 100, 10)])
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
