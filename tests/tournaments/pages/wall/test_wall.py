"""The clock on the wall: an event at one look, for a whole room."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import User
from poker_site.room_settings import changes
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Move, Tournament
from tournaments.pages.wall import clock
from tournaments.play import timekeeping
from tournaments.room_settings import WALL_PARTS
from tournaments.rules.level_clock import BlindLevel
from tournaments.templatetags.events import running_time, start

pytestmark = pytest.mark.django_db

NoMoreQueries = Callable[[int], AbstractContextManager[Any]]


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def words(client: Client, event: Tournament) -> str:
    """The wall in words: markup gone, white space one blank."""
    page = client.get(reverse("wall", args=[event.pk])).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


@pytest.mark.parametrize(
    ("seconds", "left", "next_level", "to_break"),
    [
        (0, 120, BlindLevel(120, 50, 100, 10), 240),
        (130, 110, BlindLevel(120, 150, 300, 30), 110),
        # In the break the level to come is what counts, and the one after it comes next.
        (250, 50, BlindLevel(60, 400, 800), None),
        (310, 110, BlindLevel(60, 400, 800), None),
        (500, None, None, None),
    ],
)
def test_the_wall_tells_what_is_left_and_what_comes(
    seconds: int, left: int | None, next_level: BlindLevel | None, to_break: int | None
) -> None:
    event = stages.started(entries=4)
    read = clock.read(event, now=at(seconds))
    assert read.left == (None if left is None else timedelta(seconds=left))
    assert read.next_level == next_level
    assert read.to_break == (None if to_break is None else timedelta(seconds=to_break))


@pytest.mark.rule("TRN-6")
def test_in_a_pause_the_time_on_the_wall_stands_still() -> None:
    event = stages.started(entries=4)
    timekeeping.pause(tournament_id=event.pk, reason="Fire drill", now=at(50))
    event.refresh_from_db()
    read = clock.read(event, now=at(900))
    assert (read.left, read.to_break) == (timedelta(seconds=70), timedelta(seconds=190))
    assert not read.running
    timekeeping.resume(tournament_id=event.pk, now=at(1000))
    event.refresh_from_db()
    assert clock.read(event, now=at(1010)).left == timedelta(seconds=60)


@pytest.mark.slow
def test_chips_and_stacks_are_those_in_play() -> None:
    event = stages.in_play([4_000, 3_500], entries=5)
    read = clock.read(event, now=at(10))
    assert (event.chips_in_play, event.average_stack, read.big_blinds) == (7_500, 3_750, 75)


@pytest.mark.slow
def test_the_latest_news_come_first() -> None:
    event = stages.in_play([4_000, 3_500], entries=5)
    [first, _] = event.entries.filter(status="playing")
    Move.objects.create(
        entry=first,
        from_table="Event · #1",
        to_table="Event · #2",
        to_seat=3,
        reason="balance",
        at=at(5),
    )
    news = clock.read(event, now=at(10)).news
    assert news[0] == Move.objects.get()
    assert {piece.entry.place for piece in news[1:]} == {3}


def test_the_wall_says_level_blinds_prizes_and_players(client: Client) -> None:
    now = timezone.now() - timedelta(seconds=130)
    event = events.scheduled(starts_at=now, guarantee=100_00)
    for user in events.players(4):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=now)
    director.step(tournament_id=event.pk, now=now)
    said = words(client, event)
    for piece in (
        "Level 2",
        "50/100 Ante 10",
        "€100 guaranteed",
        "Players 4 /4",
        "Average stack 1,500 15 BB",
        "Chips in play 6,000",
        "Next level 150/300 Ante 30",
        "Prizes €100.00 1st €65.00 2nd €35.00",
    ):
        assert piece in said
    timekeeping.pause(tournament_id=event.pk, reason="Fire drill", now=timezone.now())
    assert "Paused" in words(client, event)
    assert "Fire drill" in words(client, event)
    Tournament.objects.filter(pk=event.pk).update(pauses=[], rounds=3, in_round=True)
    assert "Hand for hand, round 3" in words(client, event)
    timekeeping.pause(tournament_id=event.pk, reason="Fire drill", now=timezone.now())
    assert "data-left" not in client.get(reverse("wall", args=[event.pk])).content.decode()


@pytest.mark.rule("LIVE-11")
def test_the_room_chooses_what_the_wall_shows(client: Client) -> None:
    now = timezone.now() - timedelta(seconds=130)
    event = events.scheduled(starts_at=now)
    for user in events.players(4):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=now)
    director.step(tournament_id=event.pk, now=now)
    whole = words(client, event)
    pieces = ("Players 4", "Average stack", "Until the prizes 2", "Next level", "Next break", "1st")
    assert all(piece in whole for piece in pieces)
    boss = User.objects.create_superuser("boss")
    changes.change(key=WALL_PARTS.key, new=["bubble"], by=boss.pk, why="Our wall", now=now)
    bare = words(client, event)
    assert [piece for piece in pieces if piece in bare] == ["Until the prizes 2"]
    assert "Level 2" in bare
    page = client.get(reverse("wall", args=[event.pk])).content.decode()
    assert "wall-logo" not in page


@pytest.mark.rule("LIVE-11")
def test_before_entry_is_closed_nobody_knows_how_many_go_out_before_the_prizes() -> None:
    event = stages.in_play([3_000] * 4, entries=6, late_registration_levels=1)
    assert clock.read(event, now=at(10)).to_prizes == 0
    assert clock.read(event, now=at(130)).to_prizes > 0


def test_before_the_start_the_wall_counts_down_or_counts_seats(client: Client) -> None:
    soon = events.scheduled(starts_at=timezone.now() + timedelta(minutes=90))
    assert re.search(r"Starts in 1:(30:00|29:5\d)", words(client, soon))
    assert "Starts when full 0 /6" in words(client, events.sit_and_go())


@pytest.mark.rule("LOBBY-1", "DRAW-1")
def test_italian_draw_shows_its_ante_and_no_blinds(client: Client) -> None:
    event = events.sit_and_go(
        game="italian", max_entries=4, seats_per_table=4, rows=[(60, 10, 20, 0), (60, 20, 40, 0)]
    )
    said = words(client, event)
    assert "Ante 20" in said
    assert "10/20" not in said
    assert "ante-letter" in client.get(reverse("wall", args=[event.pk])).content.decode()


@pytest.mark.slow
def test_after_the_end_the_wall_names_the_winners_and_asks_no_more(client: Client) -> None:
    event = events.sit_and_go(seats_per_table=2, max_entries=2)
    evening = Evening(event, events.players(2), seed=1)
    evening.register(2)
    while not event.over:
        director.step(tournament_id=event.pk, now=evening.later(5))
        evening.play_hands()
        event.refresh_from_db()
    page = client.get(reverse("wall", args=[event.pk])).content.decode()
    assert "hx-get" not in page
    winner = event.entries.get(place=1).user.get_username()
    assert re.search(rf"Results €18.00 1st {winner} €11.70", words(client, event))


def test_prizes_that_are_still_to_be_drawn_are_not_told(client: Client) -> None:
    assert "Drawn before the first hand" in words(client, events.velox())


def test_the_price_on_each_head_is_told(client: Client) -> None:
    assert "Bounty €5" in words(client, events.scheduled(bounty=500))


def test_htmx_gets_the_part_that_changes(client: Client) -> None:
    event = events.sit_and_go()
    part = client.get(reverse("wall", args=[event.pk]), headers={"HX-Request": "true"})
    assert part.content.strip().startswith(b'<div id="wall"')
    assert "HX-Request" in part["Vary"]


@pytest.mark.slow
def test_the_wall_takes_few_queries_whoever_plays(
    client: Client, django_assert_max_num_queries: NoMoreQueries
) -> None:
    event = stages.in_play([3_000] * 10, entries=30, seats_per_table=6)
    with django_assert_max_num_queries(5):
        client.get(reverse("wall", args=[event.pk]))


def test_a_private_event_s_wall_is_for_its_players_and_staff(client: Client) -> None:
    event = events.scheduled(access="invited")
    [inside, outside, invited] = events.players(3)
    event.invited.set([inside, invited])
    registration.register(tournament_id=event.pk, user_id=inside.pk, now=START)
    address = reverse("wall", args=[event.pk])
    assert client.get(address).status_code == 302
    client.force_login(outside)
    assert client.get(address).status_code == 404
    for user in (inside, invited):
        client.force_login(user)
        assert client.get(address).status_code == 200
    client.force_login(User.objects.create_user("floor", is_staff=True))
    assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (59.2, "1:00"), (245, "4:05"), (600, "10:00"),
                           (3600, "1:00:00"), (3845, "1:04:05")],
)  # fmt: skip
def test_what_is_left_reads_like_a_clock(seconds: float, shown: str) -> None:
    assert running_time(timedelta(seconds=seconds)) == shown


@pytest.mark.parametrize(("days", "dated"), [(1, False), (5, False), (7, True), (40, True)])
def test_a_start_that_is_far_away_has_its_date(days: int, dated: bool) -> None:
    moment = timezone.localtime() + timedelta(days=days)
    assert (f"{moment:%b}," in start(moment)) is dated
    assert f"{moment:%a}" in start(moment)
