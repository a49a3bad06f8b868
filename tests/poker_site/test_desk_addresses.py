"""Addresses of the desk, with names that nothing has in them, are never trouble."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from types import SimpleNamespace

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLPattern, URLResolver
from django.views import defaults

from players.models import User
from tests.harness.sampling import sampled
from tournaments.models import Act
from tournaments.staff_groups import GROUPS

pytestmark = pytest.mark.django_db

# No number, one that no database holds, one that nothing has.
NAMES = ("abc", "9" * 30, "-1")
# Enough for every dialog to do what it does.
FORM = {
    "_form_submitted": "on",
    **dict.fromkeys(("reason", "why", "password"), "x"),
    "names": "boss",
    "pace": "turbo",
    "entries": 5,
    "buy_in": 1,
    "starts_at": "2026-12-24T21:30",
}


def routes(
    patterns: Sequence[URLPattern | URLResolver] = admin.site.urls[0], before: str = "/admin/"
) -> Iterator[str]:
    """Every route below ``patterns`` that has a name in it."""
    for found in patterns:
        route = f"{before}{found.pattern}"
        if isinstance(found, URLResolver):
            yield from routes(found.url_patterns, route)
        elif re.search(r"<\w+:", route):
            yield route


def member(group: str) -> Client:
    """Somebody of a group, or with every right."""
    user = User.objects.create_user("boss", is_staff=True, is_superuser=group == "boss")
    if group in GROUPS:
        user.groups.add(Group.objects.get(name=group))
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


@pytest.fixture(autouse=True)
def _one_page_for_all_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds nothing, or may not, is shown the same page hundreds of times; it is not asked
    for here, and takes half of the time."""
    page = SimpleNamespace(render=lambda *_what, **_more: "")
    monkeypatch.setattr(defaults, "loader", SimpleNamespace(get_template=lambda _name: page))


def test_the_walk_finds_the_dialogs() -> None:
    found = set(routes())
    for dialog in (
        "tournaments/template/<path:object_id>/publish/",
        "tournaments/tournament/<path:object_id>/call_off/",
        "tournaments/tournament/<int:pk>/watch/<slug:verb>/",
        "tables/table/<path:object_id>/break_off/",
    ):
        assert f"/admin/{dialog}" in found


def trouble(desk: Client, asked: Iterable[tuple[str, str, str]]) -> list[tuple[str, int]]:
    """Which of (method, route, name in place of things) answer with a fault of ours."""
    answers = [
        (address := re.sub(r"<\w+:\w+>", name, route), getattr(desk, method)(address, FORM))
        for method, route, name in asked
    ]
    return [
        (address, answer.status_code) for address, answer in answers if answer.status_code >= 500
    ]


@pytest.mark.slow
@pytest.mark.long
def test_no_address_of_the_desk_that_names_nothing_is_trouble() -> None:
    """Every address is read and written to with every name."""
    every = sampled(product(("get", "post"), routes(), NAMES), one_in=6, of="desk")
    assert trouble(member("boss"), every) == []
    assert not Act.objects.exists()


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(("group", "name"), list(zip(GROUPS, NAMES, strict=True)))
def test_nor_is_any_to_those_who_may_do_less(group: str, name: str) -> None:
    asked = sampled(product(["post"], routes(), [name]), one_in=4, of=f"desk {group}")
    assert trouble(member(group), asked) == []
    assert not Act.objects.exists()
