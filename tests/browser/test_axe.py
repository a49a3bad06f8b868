"""Accessibility as axe-core finds it: no violation on any page or in any state of the table."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import pytest
from django.db import connection, transaction
from django.urls import get_resolver
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import DjangoDbBlocker

from tests.browser import every_page
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.felt import MY_TURN, Felt, Json, hand, snapshot, table, to_act, update
from tests.browser.test_felt_cash import NL10, cash_table, seated
from tests.browser.test_felt_draw import CHANGING, shown
from tests.browser.worktree import ORIGIN, work_tree
from tests.profiles import longer

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
LOOK = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  (rule) => `${rule.id}: ` + rule.nodes.slice(0, 4).map(
    (node) => `${node.target.join(" ")}: ${node.failureSummary}`).join(" | "))"""
# What the short form looks at: one page of each kind that is built in a way of its own.
FEW = {"lobby", "velox", "tournament", "wallet", "account_login", "cash"}


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it is now: rules with the places that break them."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(LOOK)
    return found


@pytest.fixture(scope="module")
def read(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Callable[[str, int], list[every_page.Page]]]:
    """The pages of player and stranger in a language, each kind at most so often. A thread of its
    own reads them: in ours a browser's loop may run."""
    with ThreadPoolExecutor(1) as thread, django_db_blocker.unblock():
        room = transaction.atomic()

        def begin() -> Any:
            room.__enter__()
            return every_page.make_room()

        def end() -> None:
            transaction.set_rollback(True)
            room.__exit__(None, None, None)
            connection.close()

        def pages(language: str, most: int) -> list[every_page.Page]:
            found = []
            for number, reader in enumerate(readers):
                each = 1 if number else most
                found += every_page.pages_of(reader, language=language, most=each)
            return found

        readers = thread.submit(begin).result()
        yield lambda language, most: thread.submit(pages, language, most).result()
        thread.submit(end).result()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
def test_axe_finds_nothing_on_any_page(
    read: Callable[[str, int], list[every_page.Page]],
    profile: BrowserContext,
    language: str,
) -> None:
    found = read(language, longer(every_page.MOST, short=1))
    known = {each.name for each in found}
    if language == "en":
        names = filter(
            None, (str(name) for name in get_resolver().reverse_dict if isinstance(name, str))
        )
        pages = {name for name in names if not name.startswith("api")} - every_page.NO_PAGES
        assert " ".join(sorted(pages - known)) == ""
    looked_at = [each for each in found if each.name in longer(known, short=FEW)]
    sizes = longer([PHONE, DESKTOP], short=[PHONE if language == "it" else DESKTOP])
    wrong: list[str] = []
    for number, each in enumerate(looked_at):
        work_tree().documents = {each.path: (each.document, "text/html")}
        # A page of its own for each, which leaves nothing behind. Light and dark in turns.
        page = profile.new_page()
        scheme: Literal["light", "dark"] = "light" if number % 2 else "dark"
        page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
        page.goto(f"{ORIGIN}{each.path}")
        for size in sizes:
            page.set_viewport_size(size)
            wrong += [f"{each.path} {size['width']}: {fault}" for fault in violations(page)]
        page.close()
    assert not wrong, "\n".join(wrong)


def won(version: int) -> Json:
    """The hand is over, and the reader has won it."""
    over = hand(finished=True, board=["Ah", "Kc", "7d", "2s", "9h"], street="river")
    best = ["As", "Ah", "Kd", "Kc", "9h"]
    over["results"] = [{"pot": 0, "seat": 3, "amount": 300, "ranking": "two_pair", "cards": best}]
    return update(table(version=version, hand=over))


def states(page: Page) -> Iterator[tuple[str, Callable[[str], None]]]:
    """What the table shows, state after state; each opens the page in a language."""

    def felt(*frames: Json, **terms: Any) -> Callable[[str], None]:
        return lambda language: Felt(page, language=language, **terms).push(*frames)

    def then(begin: Callable[[str], None], *gestures: str) -> Callable[[str], None]:
        def play(language: str) -> None:
            begin(language)
            for gesture in gestures:
                page.locator(gesture).first.click()

        return play

    mine = snapshot(table(hand=hand(turn=MY_TURN)), cards=["As", "Kd"])
    theirs = {"seat": 2, "legal": {**MY_TURN["legal"], "seat": 2}}
    waiting = snapshot(table(hand=hand(turn=theirs, bet=120)), cards=["As", "Kd"])
    turn = felt(mine)
    yield "one's turn", turn
    yield "in advance", felt(waiting)
    yield "chosen in advance", then(felt(waiting), ".ahead")
    yield (
        "check or bet",
        felt(
            snapshot(table(hand=hand(turn=to_act(check=True, bet=[20, 1500], all_in=1500), bet=0)))
        ),
    )
    yield "settings", then(turn, ".settings summary")
    yield "keys", then(turn, ".settings summary", ".leads button:nth-child(2)")
    yield "a first hand", felt(mine, new=True)
    yield "sizes", then(turn, ".settings summary", ".leads button:first-child")
    yield "the end of a hand", felt(mine, won(13))
    yield "between hands", felt(snapshot(table()))
    yield "away", felt(snapshot(table(away=True)))
    yield "ten seats", felt(snapshot(table(seats=10, hand=hand(seats=10, turn=MY_TURN))))
    yield "watched", felt({**mine, "you": None}, user=None)
    yield (
        "refused",
        felt(
            mine,
            {"type": "refused", "code": "ILLEGAL_ACTION", "message": "Not now.", "version": 12},
        ),
    )
    yield (
        "a stranger at a cash table",
        felt({**snapshot(cash_table(1, 2)), "you": None}, cash=NL10, user=None),
    )
    yield "sitting down", felt({**snapshot(cash_table(1, 2)), "you": None}, cash=NL10)
    yield (
        "one's cash menu",
        then(felt(seated(cash_table(1, 2, 3)), cash=NL10), ".cash-menu summary"),
    )
    yield "draw", felt(shown(CHANGING, street="draw"))


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "it"])
def test_axe_finds_nothing_in_any_state_of_the_table(page: Page, language: str) -> None:
    wrong: list[str] = []
    sizes = longer([PHONE, DESKTOP], short=[DESKTOP if language == "it" else PHONE])
    for number, (name, begin) in enumerate(states(page)):
        page.emulate_media(reduced_motion="reduce", color_scheme="light" if number % 2 else "dark")
        for size in sizes:
            page.set_viewport_size(size)
            begin(language)
            expect(page.locator(".room:not(.arriving)")).to_be_visible()
            wrong += [f"{name} {size['width']}: {fault}" for fault in violations(page)]
    assert not wrong, "\n".join(wrong)
