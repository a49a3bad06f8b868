"""On a phone the sheet of an event and its results say whole what they say (INFO-2)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from players.models import User
from players.profile import names
from tests.browser.cut_off import cut_off
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.chromium import PHONE
from tests.tournaments import events
from tests.tournaments.events import START
from tests.tournaments.live_events import Floor, live
from tournaments.entry import registration


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("INFO-2")
@pytest.mark.parametrize("language", ["en", "it"])
def test_no_table_of_the_sheet_is_cut_off_on_a_phone(page: Page, language: str) -> None:
    def write() -> str:
        return reverse("event_sheet", args=[events.scheduled(guarantee=50_000).pk])

    show(page, write, language=language)
    assert page.locator(".event-sheet table").count() > 1
    assert cut_off(page) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["en", "it"])
def test_results_with_the_longest_names_are_not_cut_off_on_a_phone(
    page: Page, language: str
) -> None:
    def write() -> str:
        floor = Floor(live(live_tables=1, bounty=100_00), players=0)
        for no in (1, 2):
            name = "m" * (names.MOST - 1) + str(no)
            user = User.objects.create_user(name)
            events.fund(user, cents=2000_00)
            registration.register(tournament_id=floor.pk, user_id=user.pk, now=START)
        floor.step()
        floor.bust([floor.event.entries.latest("pk").pk])
        floor.step()
        return reverse("results", args=[floor.pk])

    show(page, write, language=language)
    assert page.locator(".results-part .person").count() == 2
    assert cut_off(page) == []


def show(page: Page, write: Callable[[], str], *, language: str) -> None:
    """The page at the address that ``write`` gives, on a phone."""

    def read() -> tuple[str, str]:
        path = write()
        answer = Client(headers={"Accept-Language": language}).get(path)
        connection.close()
        return path, answer.content.decode()

    # A thread of its own reads it: in ours a browser's loop may run.
    with ThreadPoolExecutor(1) as thread:
        path, document = thread.submit(read).result()
    assert f'lang="{language}"' in document
    work_tree().documents = {path: (document, "text/html")}
    page.set_viewport_size(PHONE)
    page.goto(f"{ORIGIN}{path}")
