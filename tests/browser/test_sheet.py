"""On a phone the sheet of an event says whole what it says, and by which rule (INFO-2)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.conftest import PHONE
from tests.browser.cut_off import cut_off
from tests.browser.worktree import ORIGIN, work_tree
from tests.tournaments import events


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("INFO-2")
@pytest.mark.parametrize("language", ["en", "it"])
def test_no_table_of_the_sheet_is_cut_off_on_a_phone(page: Page, language: str) -> None:
    def read() -> tuple[str, str]:
        path = reverse("event_sheet", args=[events.scheduled(guarantee=50_000).pk])
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
    assert page.locator(".event-sheet table").count() > 1
    assert cut_off(page) == []
