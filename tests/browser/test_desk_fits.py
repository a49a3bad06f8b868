"""What staff read at the desk is seen whole, without moving it sideways."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize

from players.models import User
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.chromium import DESKTOP, PHONE
from tests.tournaments import events
from tournaments.entry import registration

pytestmark = pytest.mark.django_db(transaction=True)

# Boxes that hold more than they show, although one could move what stands in them.
HIDDEN = """(boxes) => [...document.querySelectorAll(boxes)]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.id}: ${one.scrollWidth} of ${one.clientWidth} pixels`)"""


def show(page: Page, size: ViewportSize, write: Callable[[], str], *, language: str) -> None:
    """The desk's page at the address that ``write`` gives, as an administrator reads it."""

    def read() -> tuple[str, str]:
        path = write()
        client = Client(headers={"Accept-Language": language})
        chief = User.objects.filter(username="chief").first()
        client.force_login(chief or User.objects.create_superuser("chief"))
        document = client.get(path).content.decode()
        connection.close()
        return path, document

    # A thread of its own reads it: in ours a browser's loop may run.
    with ThreadPoolExecutor(1) as thread:
        path, document = thread.submit(read).result()
    work_tree().documents = {path: (document, "text/html")}
    page.set_viewport_size(size)
    page.goto(f"{ORIGIN}{path}")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_file_of_a_player_fits_on_a_phone(page: Page, language: str) -> None:
    def write() -> str:
        (anna,) = events.players(1, cents=20_00, prefix="anna")
        event = events.scheduled(guarantee=50_000)
        registration.register(tournament_id=event.pk, user_id=anna.pk, now=timezone.now())
        return reverse("admin:players_player_change", args=[anna.pk])

    show(page, PHONE, write, language=language)
    assert page.locator(".desk-file table").count() > 1
    assert page.evaluate(HIDDEN, ".desk-list, .file-scroll") == []
    # Each cell says what it is, since no head of a table stands above it.
    assert page.locator(".desk-file td:not([data-of])").count() == 0


def _rights() -> str:
    (anna,) = events.players(1, prefix="anna")
    return reverse("admin:players_user_change", args=[anna.pk])


def _proof() -> str:
    chief = User.objects.create_superuser("chief", password="x")
    TOTP.activate(chief, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    return reverse("account_reauthenticate")


@pytest.mark.parametrize("write", [_rights, _proof])
def test_long_words_of_italian_do_not_widen_a_page_on_a_phone(
    page: Page, write: Callable[[], str]
) -> None:
    show(page, PHONE, write, language="it")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_levels_of_an_event_fit_on_its_page(page: Page, language: str) -> None:
    def write() -> str:
        levels = [(600, 20_000, 40_000, 5_000), (600, 100_000, 200_000, 25_000)]
        event = events.scheduled(rows=levels)
        return reverse("admin:tournaments_tournament_change", args=[event.pk])

    show(page, DESKTOP, write, language=language)
    assert page.locator(".desk-scroll table").count() > 0
    assert page.evaluate(HIDDEN, ".desk-scroll") == []


def test_the_revenue_of_a_part_keeps_its_name_in_view_on_a_phone(page: Page) -> None:
    def write() -> str:
        rich = events.players(2, cents=20_00, prefix="rich")
        event = events.scheduled(name="Chancellor's Bounty Express", guarantee=100_00)
        for user in rich:
            registration.register(tournament_id=event.pk, user_id=user.pk, now=timezone.now())
        return reverse("admin:payouts_dayclosing_parts")

    show(page, PHONE, write, language="en")
    name = page.locator("tbody th", has_text="Chancellor")
    before = name.bounding_box()
    moved = "(list) => { list.scrollLeft = 200; return list.scrollLeft; }"
    assert page.locator(".desk-list").evaluate(moved) > 100
    assert name.bounding_box() == before
    # A letter's width is no word's: "Chancellor's" stands on one line.
    assert before
    assert before["height"] <= 90
