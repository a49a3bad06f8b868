"""Accessibility as axe-core finds it: no violation on any page or in any state of the table; and no
page cuts off what it has to say.

In the short form half of the states (tests/harness/sampling.py) are looked at once: languages,
sizes and themes take turns. The long form looks at all states and pages, those of the desk as well,
in both languages and at both sizes.
"""

from collections.abc import Callable, Container, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import cycle, product
from pathlib import Path
from typing import Any, Literal

import pytest
from django.db import connection, transaction
from django.test import RequestFactory
from django.urls import get_resolver, reverse
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django import DjangoDbBlocker

from core.settings import registry
from core.settings.room_currency import CURRENCY
from poker_site.desk.site import DeskWords
from tests.browser import every_page, table_states
from tests.browser.cut_off import cut_off
from tests.browser.felt import MY_TURN, SOCKET, Felt, hand, snapshot, table
from tests.browser.late_modules import late_modules
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness import worlds
from tests.harness.chromium import DESKTOP, PHONE
from tests.harness.long_forms import longer
from tests.harness.room import wait_for
from tests.harness.sampling import sampled

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
LOOK = """async () => (await axe.run(document, {resultTypes: ["violations"], preload: false}))
  .violations.map((rule) => `${rule.id}: ` + rule.nodes.slice(0, 4).map(
    (node) => `${node.target.join(" ")}: ${node.failureSummary}`).join(" | "))"""
# Everything is drawn, and colours have changed to those of another theme.
SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  document.getAnimations().forEach((each) => each instanceof CSSTransition && each.finish());
  await frame();
}"""
# What the short form looks at: one page of each kind that is built in a way of its own.
FEW = ["lobby", "account_login", "cash", "tournament", "velox", "wallet", "notices"]
LANGUAGES = ["en", "it"]
SIZES = {"360": PHONE, "1280": DESKTOP}
ALL = [*product(LANGUAGES, SIZES)]
# The short form looks at a language in one size.
SHORT = [("en", "1280"), ("it", "360")]
Scheme = Literal["light", "dark"]
Read = Callable[..., list[every_page.Page]]


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it is now: rules with the places that break them."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    page.evaluate(SETTLED)
    found: list[str] = page.evaluate(LOOK)
    return found


@pytest.fixture(scope="module")
def read(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Read]:
    """The pages of a room's readers in a language. A thread of its own reads them: in ours a
    browser's loop may run."""
    with ThreadPoolExecutor(1) as thread, django_db_blocker.unblock():
        room = transaction.atomic()

        def begin() -> list[every_page.Reader]:
            room.__enter__()
            # What all pages share is made before the first test's own settings.
            worlds.settings_as_declared()
            return every_page.make_room()

        def end() -> None:
            transaction.set_rollback(True)
            room.__exit__(None, None, None)
            registry.forget()
            connection.close()

        def pages(
            language: str,
            *,
            at_desk: bool = False,
            only: Container[str] | None = None,
            currency: str = "",
        ) -> list[every_page.Page]:
            # Each test begins without the settings of the room that all share.
            registry.forget()
            if currency:
                worlds.assume(CURRENCY, currency)
            found = []
            most = every_page.MOST
            for reader in readers:
                if reader.at_desk is at_desk:
                    terms: dict[str, Any] = {"language": language, "only": only}
                    found += every_page.pages_of(reader, most=1 if at_desk else most, **terms)
                    # Others see few pages that the first does not.
                    most = 1
            return found

        readers = thread.submit(begin).result()
        yield lambda *terms, **more: thread.submit(pages, *terms, **more).result()
        thread.submit(end).result()


@cache
def words_of_desk() -> dict[str, tuple[str, str]]:
    """What the desk's framework needs to build its lists to choose from."""
    catalog = DeskWords()
    words = catalog.get(RequestFactory().get("/")).content.decode()
    return {reverse("admin:jsi18n"): (words, "text/javascript")}


def look_at(
    profile: BrowserContext, pages: list[every_page.Page], *, size: ViewportSize
) -> list[str]:
    """What is wrong with these pages, light and dark in turns."""
    schemes: Iterator[Scheme] = cycle(["dark", "light"])
    wrong: list[str] = []
    for each in pages:
        work_tree().documents = {each.path: (each.document, "text/html"), **words_of_desk()}
        # A page of its own for each, which leaves nothing behind.
        page = profile.new_page()
        page.emulate_media(reduced_motion="reduce", color_scheme=next(schemes))
        # Of the pages of many tables one has none.
        has_tables = each.name == "tables" and 'class="tile"' in each.document
        if has_tables:
            page.add_init_script(SOCKET)
        page.set_viewport_size(size)
        page.goto(f"{ORIGIN}{each.path}")
        if has_tables:
            fill_tables(page)
        faults = violations(page) + cut_off(page) + late_modules(page)
        wrong += [f"{each.path} {size['width']}: {fault}" for fault in faults]
        page.close()
    return wrong


def fill_tables(page: Page) -> None:
    """Hands on the tables of the page of many, but for pools."""
    wait_for("a socket", lambda: page.evaluate("window.sockets.length"))
    found = page.evaluate(
        "[...document.querySelectorAll('.live-table')].map((each) => each.dataset.at)"
    )
    ids = [int(at.removeprefix("table/")) for at in found if at.startswith("table/")]
    assert ids
    for pk in ids:
        shown = {**table(hand=hand(turn=MY_TURN)), "id": pk}
        page.evaluate("frame => push(frame)", {**snapshot(shown), "table_id": pk})
    expect(page.locator(".room:not(.arriving)")).to_have_count(len(ids))


def half_of(found: list[Any], language: str) -> list[Any]:
    """Everything, or in the short form what this language looks at."""
    return longer(found, short=found[LANGUAGES.index(language) :: len(LANGUAGES)])


def test_every_address_is_known_as_a_page_or_as_none() -> None:
    names = {str(name) for name in get_resolver().reverse_dict if isinstance(name, str)}
    pages = {name for name in names if name and not name.startswith("api")}
    assert pages - every_page.NO_PAGES == every_page.PAGES


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("language", "size"), longer(ALL, short=SHORT))
def test_axe_finds_nothing_and_nothing_is_cut_off_on_any_page(
    read: Read, profile: BrowserContext, language: str, size: str
) -> None:
    found = read(language, only=longer(None, short={"lobby", *half_of(FEW, language)}))
    if longer(True, short=False):
        assert " ".join(sorted(every_page.PAGES - {each.name for each in found})) == ""
    else:
        found = [each for each in found if each.name in half_of(FEW, language)]
        found = [*{each.name: each for each in reversed(found)}.values()]
        assert len(found) == len(half_of(FEW, language))
    opened = [each.document for each in found if each.name == "notices"]
    assert all('class="unread"' in document for document in opened[:1]), "a list with notices"
    wrong = look_at(profile, found, size=SIZES[size])
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("language", "size"), longer(ALL, short=SHORT[:1]))
def test_axe_finds_nothing_and_nothing_is_cut_off_at_the_desk(
    read: Read, profile: BrowserContext, language: str, size: str
) -> None:
    found = read(language, at_desk=True, only=longer(None, short={"index"}))
    wrong = look_at(profile, found, size=SIZES[size])
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_any_state_of_the_table(page: Page, language: str) -> None:
    wrong: list[str] = []
    looks: Iterator[tuple[ViewportSize, Scheme]] = cycle(
        [(PHONE, "dark"), (DESKTOP, "light"), (PHONE, "light"), (DESKTOP, "dark")]
    )
    for scene in half_of(sampled(table_states.SCENES, one_in=2, of="table states"), language):
        felt = Felt(page, language=language, **scene.terms)
        for name, frames, gestures in scene.states:
            felt.push(*frames)
            expect(page.locator(".room:not(.arriving)")).to_be_visible()
            for gesture in gestures:
                page.locator(gesture).first.click()
            size, scheme = next(looks)
            for each in longer([PHONE, DESKTOP], short=[size]):
                page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
                page.evaluate(SETTLED)
                page.set_viewport_size(each)
                wrong += [f"{name} {each['width']}: {fault}" for fault in violations(page)]
    assert not wrong, "\n".join(wrong)


# Pages with the most amounts.
OF_MONEY = {"lobby", "cash", "pools", "tournament", "velox", "wallet", "payment", "my_cash"}
LEDGER = {"index", "payouts_account_changelist", "payouts_transfer_changelist"}


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.rule("HOUSE-5")
@pytest.mark.parametrize("currency", ["EUR", "GBP", "JPY", "PLN"])
def test_amounts_of_every_currency_fit(profile: BrowserContext, read: Read, currency: str) -> None:
    """In Italian the sign of most currencies is a word, and stands behind the amount."""
    wrong: list[str] = []
    page = profile.new_page()
    for language, size in longer(ALL, short=[("it", "360")]):
        found = read(language, only=OF_MONEY, currency=currency)
        assert {each.name for each in found} == OF_MONEY
        found += read(language, only=LEDGER, currency=currency, at_desk=True)
        page.set_viewport_size(SIZES[size])
        for each in found:
            work_tree().documents = {
                each.path: (each.document, "text/html; charset=utf-8"),
                **words_of_desk(),
            }
            page.goto(f"{ORIGIN}{each.path}")
            wrong += [f"{language} {size} {each.path}: {fault}" for fault in cut_off(page)]
    page.close()
    assert not wrong, "\n".join(wrong)
