"""Who may open what, and do what: every page, verb and operation, by everybody (STAFF-1).

``permissions.txt`` says it; a page that is not in it fails. ``PERMISSIONS=write`` adds the lines of
new pages and removes those of pages that are gone: read what changed. Other lines change by hand.
`make test` asks half of the pages that it names (tests/harness/sampling.py).
"""

import logging
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.contrib import admin
from django.contrib.admin.options import ModelAdmin
from django.template.backends.django import Template

from core.admin.staff import Offering
from tables.models import Table
from tests.harness.sampling import sampled
from tests.poker_site.walk import READERS, Page, Reader, may, pages, readers
from tests.tournaments import stages
from tests.tournaments.live_events import live
from tournaments.admin.watch import ALL
from tournaments.live_room.admin.dialogs import PAY_OUT
from tournaments.live_room.admin.live_watch_page import LiveDesk
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-1")]

TABLE: Final = Path(__file__).with_name("permissions.txt")
# What a line says for these readers; elsewhere it names them.
SAID: Final[dict[tuple[str, ...], str]] = {
    READERS[2:]: "all staff",
    ("owner",): "the owner alone",
    (): "nobody",
}
# Outside of the desk a page asks nobody for their group.
OF_PLAYERS: Final = ("nobody", "player", "owner")
# What stands in an address that is no number; "0" is the number of nothing.
NAMED: Final[dict[str, object]] = {
    "slug": "cash",
    "name": "all",
    "suffix": "txt",
    "kind": "cash",
    "language": "en",
    "gateway": "sandbox",
    "uidb36": "0",
    "content_type_id": 0,
    "url": "nowhere",
    "app_label": "payouts",
    "code": "AAAAAAAAAA",
    "token": "00000000-0000-4000-8000-000000000000",
}
KEYS: Final = {
    "rules/": "CASH-1",
    "logo/": "0" * 20,
    "avatars/": "0" * 20,
    "accounts/": "0",
    "admin/": "room.name",
}


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Reader]]:
    """One of each kind of reader, in a room where every address leads to something."""
    stages.started(entries=3)
    found = ModelAdmin.get_object

    def anything(desk: Any, request: Any, number: str, from_field: Any = None) -> Any:
        return found(desk, request, number, from_field) or desk.model(pk=number)

    monkeypatch.setattr(ModelAdmin, "get_object", anything)
    # What a page shows is not asked here, nor which buttons make sense.
    monkeypatch.setattr(Template, "render", lambda *_args, **_more: "")
    monkeypatch.setattr(admin.site, "each_context", lambda _request: {})
    monkeypatch.setattr(Offering, "get_actions_detail", lambda *_args: [])
    logging.disable(logging.CRITICAL)
    yield readers()
    logging.disable(logging.NOTSET)


def given(page: Page) -> dict[str, object]:
    """What stands in an address in place of its names."""
    # Django says so of its own pages; of others their method does.
    method = getattr(page.view, "__wrapped__", None)
    desk = getattr(page.view, "model_admin", getattr(method, "__self__", None))
    row = None
    if isinstance(desk, ModelAdmin):
        row = desk.model._default_manager.order_by("-pk").first()
    event = Tournament.objects.latest("pk").pk
    found = 1 if row is None else row.pk
    if page.route.startswith(("tables/", "api/tables/")):
        pk = Table.objects.latest("pk").pk
    else:
        pk = event
    numbers = {"pk": pk, "object_id": found, "id": found, "no": 1}
    numbers |= {"entry": 0, "deal": 0, "moved": 0, "user_id": 0, "hand": 1}
    numbers |= {"ref": Table.objects.latest("pk").pk}
    keys = [key for begins, key in KEYS.items() if page.route.lstrip("^").startswith(begins)]
    named = {**NAMED, "kind": "table"} if "ref" in page.route else NAMED
    return {**named, **numbers, "verb": "pause", "act": "tell", "key": keys[0] if keys else "0"}


def lines(people: dict[str, Reader], walked: Iterable[Page]) -> Iterator[str]:
    """A line for each page and each way to ask it that somebody may or may not."""
    found = [(page, page.address(given(page))) for page in walked]
    for page, address in found:
        at_desk = page.route.startswith("admin/")
        told: dict[str, str] = {}
        for method in page.methods:
            asked = {name: people[name] for name in (READERS if at_desk else OF_PLAYERS)}
            answers = may(address, method, asked)
            if None not in answers.values():
                told[method.upper()] = said(answers)
        # One way to ask for what the page is, and one to have it done, are mostly for the same.
        if len(set(told.values())) == 1:
            told = {" ".join(told): next(iter(told.values()))}
        yield from (f"{page.route} | {ways} | {who}" for ways, who in told.items())


def said(answers: dict[str, bool | None]) -> str:
    """Who may, in words."""
    allowed = tuple(name for name, yes in answers.items() if yes)
    everybody = tuple(answers)
    for few, words in ((everybody, "everybody"), (everybody[1:], "whoever is signed in")):
        if allowed == few:
            return words
    return SAID.get(allowed) or ", ".join(allowed)


@pytest.mark.slow
@pytest.mark.long
def test_everybody_may_do_what_the_table_says_and_nothing_else(people: dict[str, Reader]) -> None:
    every = [*pages()]
    if os.environ.get("PERMISSIONS") == "write":
        TABLE.write_text("".join(f"{line}\n" for line in completed(people, every)))
    known = TABLE.read_text().splitlines()
    named = {route_of(line) for line in known}
    assert named <= {page.route for page in every}
    walked = sampled((page for page in every if page.route in named), one_in=2, of="permissions")
    # Of a page without a line nobody may do anything, or it is new.
    walked += [page for page in every if page.route not in named]
    found = [*lines(people, walked)]
    routes = {page.route for page in walked}
    assert [line for line in found if line not in known] == []
    assert [line for line in known if route_of(line) in routes and line not in found] == []


def completed(people: dict[str, Reader], every: Iterable[Page]) -> Iterator[str]:
    """The known lines of each page, or the lines that a new page gets."""
    known: dict[str, list[str]] = {}
    for line in TABLE.read_text().splitlines():
        known.setdefault(route_of(line), []).append(line)
    for route, page in {page.route: page for page in every}.items():
        yield from known.get(route) or lines(people, [page])


def route_of(line: str) -> str:
    return line.partition(" | ")[0]


@pytest.mark.slow
@pytest.mark.long
def test_the_verbs_of_the_watch_page_and_bulk_actions_are_for_who_runs_events(
    people: dict[str, Reader],
) -> None:
    online, desk = Tournament.objects.latest("pk").pk, live().pk
    for verb in sampled(ALL, one_in=2, of="verbs of the watch page"):
        # A cashier sells at the desk of a live event, and alone hands out cash.
        sold = verb in LiveDesk.at_the_counter
        runs = ["floor"] * (verb != PAY_OUT) + ["cashier"] * sold + ["owner"]
        address = f"/admin/tournaments/tournament/{desk if sold else online}/watch/{verb}/"
        answers = may(address, "post", people)
        assert [name for name, yes in answers.items() if yes] == runs, verb
