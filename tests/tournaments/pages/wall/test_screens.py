"""Screens of an event beside its clock: prizes, seats, chip leaders, who waits (LIVE-11)."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.tournaments import stages
from tests.tournaments.live_events import Floor, live
from tournaments.models import Tournament
from tournaments.pages.wall import screens
from tournaments.pages.wall.screens import Screen

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LIVE-11")]


@pytest.fixture
def floor() -> Floor:
    floor = Floor(live(late_registration_levels=1), players=13)
    floor.step()
    return floor


def shown(floor: Floor, screen: Screen, *, poll: bool = False) -> str:
    with time_machine.travel(floor.now, tick=False):
        headers = {"HX-Request": "true"} if poll else {}
        address = reverse("wall_screen", args=[floor.pk, screen])
        return Client().get(address, headers=headers).content.decode()


@pytest.mark.middling
def test_leaders_are_those_counted_and_what_was_not_is_marked(floor: Floor) -> None:
    assert "Nothing has been counted yet." in shown(floor, Screen.LEADERS)
    rich, poor, *_ = stacks = floor.stacks()
    floor.count({**stacks, rich: 2500, poor: 500})
    seen = screens.read(floor.event, Screen.LEADERS, now=floor.now)
    name = floor.event.entries.get(pk=rich).user.username
    assert (seen.lines[0].name, seen.lines[0].chips) == (name, 2500)
    assert len(seen.lines) == 12
    assert seen.at == floor.now
    floor.bust([rich])
    seen = screens.read(floor.event, Screen.LEADERS, now=floor.now)
    assert (len(seen.lines), name in [line.name for line in seen.lines]) == (11, False)
    floor.step()
    seen = screens.read(floor.event, Screen.LEADERS, now=floor.now)
    assert name not in [line.name for line in seen.lines]
    assert {line.estimated for line in seen.lines} == {True, False}
    assert "≈" in shown(floor, Screen.LEADERS)


def test_before_the_start_the_seats_drawn_are_shown() -> None:
    floor = Floor(live(live_tables=1), players=3)
    seats = screens.read(floor.event, Screen.SEATS, now=floor.now)
    drawn = floor.event.entries.order_by("user__username").values_list("drawn_seat", flat=True)
    assert [(line.table[-2:], line.seat) for line in seats.lines] == [("#1", no) for no in drawn]


@pytest.mark.middling
def test_who_waits_stands_in_order_and_who_sits_by_name(floor: Floor) -> None:
    late = floor.enter(1)
    waiting = screens.read(floor.event, Screen.WAITING, now=floor.now)
    assert [(line.place, line.name) for line in waiting.lines] == [
        (1, floor.users[12].username),
        (2, late[0].username),
    ]
    seats = screens.read(floor.event, Screen.SEATS, now=floor.now)
    names = [line.name for line in seats.lines]
    assert names == sorted(names)
    assert len(names) == 12


@pytest.mark.middling
def test_a_long_list_of_seats_turns_its_pages(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "NAMES", 5)
    pages = [
        screens.read(
            floor.event, Screen.SEATS, now=floor.now + timedelta(seconds=turn * screens.SECONDS)
        )
        for turn in range(3)
    ]
    assert sorted(page.page for page in pages) == [1, 2, 3]
    assert sorted(len(page.lines) for page in pages) == [2, 5, 5]
    assert len({line.name for page in pages for line in page.lines}) == 12


@pytest.mark.middling
@pytest.mark.parametrize("screen", Screen)
def test_every_screen_has_the_clock_and_a_code_and_refreshes_itself(
    floor: Floor, screen: Screen
) -> None:
    page = shown(floor, screen)
    assert "Level 1" in page
    assert 'class="segno"' in page
    assert 'id="sound"' in page
    part = shown(floor, screen, poll=True)
    assert "<html" not in part
    assert 'hx-trigger="every 5s, refresh"' in part
    assert Client().get(f"/tournaments/{floor.pk}/screens/felt/").status_code == 404


def test_an_event_online_has_leaders_too_and_one_that_waits_lists_who_is_in() -> None:
    event: Tournament = stages.started(entries=3)
    leaders = screens.read(event, Screen.LEADERS, now=event.created_at)
    assert [line.chips for line in leaders.lines] == [1500, 1500, 1500]
