"""The host is the floor of one game alone, and the role goes on (HOME-1, HOME-3)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core import due_checks
from core.refusal import Refusal
from core.types import UserId
from players.models import User
from players.profile import presence
from tests.tables.rooms import people
from tests.tournaments.events import START
from tests.tournaments.home.setting import begun, joined, opened, played
from tournaments.home import games, hosting, settling
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame
from tournaments.models import Act, Entry, Tournament
from tournaments.refusals import EventCode

pytestmark = pytest.mark.django_db

SOON = START + timedelta(seconds=30)


def row(game: HomeGame, now: datetime) -> int:
    reading = Tournament.objects.get(pk=event_of(game).pk).clock_at(now)
    assert reading is not None
    return reading.index


@pytest.mark.rule("HOME-1")
def test_a_host_pauses_and_goes_on_and_changes_the_levels() -> None:
    anna, bea = people(2)
    game, _ = begun(anna, bea)
    by, event = UserId(anna.pk), event_of(game)
    hosting.pause(game_id=game.pk, by=by, now=SOON)
    event.refresh_from_db()
    assert event.pause is not None
    assert (event.pause["cause"], event.pause["reason"]) == ("host", "")
    hosting.resume(game_id=game.pk, by=by, now=SOON)
    hosting.add_time(game_id=game.pk, by=by, row=0, seconds=300, key="more", now=SOON)
    hosting.allow_late_entry(game_id=game.pk, by=by, levels=6, key="late", now=SOON)
    event.refresh_from_db()
    assert event.late_levels == 6
    assert event.pauses[-1]["end"] is not None
    assert event.levels[0].seconds == 600
    hosting.next_level(game_id=game.pk, by=by, row=0, now=SOON)
    assert row(game, SOON) == 1
    # The second press was meant for the level that is over.
    hosting.next_level(game_id=game.pk, by=by, row=0, now=SOON)
    assert row(game, SOON) == 1


@pytest.mark.rule("HOME-1")
def test_the_last_player_wins_when_the_host_says_so() -> None:
    anna, bea = people(2)
    act: dict[str, Any] = {"by": UserId(anna.pk), "now": SOON}
    waiting = opened(anna)
    joined(waiting, bea)
    with pytest.raises(Refusal, match=EventCode.NOT_STARTED):
        hosting.finish(game_id=waiting.pk, **act)
    game, evening = begun(anna, bea)
    with pytest.raises(Refusal, match=EventCode.SEVERAL_STILL_IN):
        hosting.finish(game_id=game.pk, **act)
    while evening.event.live_count > 1:
        for table in evening.tables():
            evening.put_everything_in(table)
        evening.later(5)
        evening.step()
    # Late entry is open.
    assert evening.event.status == Tournament.Status.RUNNING
    buttons = [page_of(game, user).count('value="finish"') for user in (anna, bea)]
    assert buttons == [1, 0]
    hosting.pause(game_id=game.pk, by=UserId(anna.pk), now=evening.now)
    for _ in range(2):
        hosting.finish(game_id=game.pk, by=UserId(anna.pk), now=evening.now)
        evening.step()
    assert evening.event.status == Tournament.Status.FINISHED


def page_of(game: HomeGame, reader: User) -> str:
    browser = Client()
    browser.force_login(reader)
    return browser.get(reverse("home_game", args=[game.token])).content.decode()


@pytest.mark.rule("HOME-1")
def test_nobody_else_has_the_acts_of_the_host() -> None:
    anna, bea, carla = people(3)
    game = opened(anna)
    joined(game, bea, carla)
    acts: list[Callable[[UserId], object]] = [
        lambda by: hosting.start(game_id=game.pk, by=by, now=START),
        lambda by: hosting.remove(game_id=game.pk, by=by, user_id=UserId(carla.pk), now=START),
        lambda by: hosting.hand_over(game_id=game.pk, by=by, user_id=by, now=START),
        lambda by: hosting.renew_link(game_id=game.pk, by=by, now=START),
        lambda by: hosting.end(game_id=game.pk, by=by, now=START),
    ]
    for act in acts:
        with pytest.raises(Refusal, match=EventCode.NOT_THE_HOST):
            act(UserId(bea.pk))
    hosting.hand_over(game_id=game.pk, by=UserId(anna.pk), user_id=UserId(bea.pk), now=START)
    # The role is asked for while it is used: the old host has it no longer.
    with pytest.raises(Refusal, match=EventCode.NOT_THE_HOST):
        acts[0](UserId(anna.pk))
    acts[0](UserId(bea.pk))


@pytest.mark.rule("HOME-3")
def test_a_removed_player_keeps_the_place_and_the_written_result() -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, carla)
    remove: dict[str, Any] = {"game_id": game.pk, "by": UserId(anna.pk), "now": evening.now}
    hosting.remove(**remove, user_id=UserId(bea.pk))
    hosting.remove(**remove, user_id=UserId(bea.pk))
    entry = event_of(game).entries.get(user=bea.pk)
    # The hand is not over.
    assert entry.status == Entry.Status.PLAYING
    assert Act.objects.filter(verb="disqualify", outcome="ordered").count() == 1
    with pytest.raises(Refusal, match=EventCode.LAST_PLAYER):
        hosting.remove(**remove, user_id=UserId(carla.pk))
    with pytest.raises(Refusal, match=EventCode.HOST_STAYS):
        hosting.remove(**remove, user_id=UserId(anna.pk))
    played(evening)
    entry.refresh_from_db()
    assert entry.status == Entry.Status.OUT
    assert entry.place in (2, 3)
    settling.settle(game_id=game.pk, now=evening.now)
    assert game.players.get(user=bea.pk).put_in == 1_000
    with pytest.raises(Refusal, match=EventCode.REMOVED_BY_HOST):
        games.join(token=game.token, user_id=UserId(bea.pk), now=evening.now)


@pytest.mark.rule("HOME-3")
def test_a_player_removed_before_the_start_is_out_of_the_game() -> None:
    anna, bea, dora = people(3)
    game = opened(anna)
    joined(game, bea)
    hosting.remove(game_id=game.pk, by=UserId(anna.pk), user_id=UserId(bea.pk), now=START)
    assert event_of(game).entries.get(user=bea.pk).status == Entry.Status.WITHDRAWN
    with pytest.raises(Refusal, match=EventCode.REMOVED_BY_HOST):
        joined(game, bea)
    with pytest.raises(Refusal, match=EventCode.NOT_IN_HOME_GAME):
        hosting.remove(game_id=game.pk, by=UserId(anna.pk), user_id=UserId(dora.pk), now=START)


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The users who have a page of the room open."""
    there: set[int] = set()
    monkeypatch.setattr(presence, "here", lambda users, *, now: there & set(users))
    return there


def host_of(game: HomeGame) -> User:
    return HomeGame.objects.get(pk=game.pk).host


@pytest.mark.rule("HOME-1")
def test_a_host_away_for_a_minute_is_replaced_by_the_player_there_longest(pages: set[int]) -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, carla)
    pages |= {anna.pk, carla.pk}
    hosting.watch(now=evening.later(10))
    pages |= {bea.pk}
    hosting.watch(now=evening.later(10))
    pages -= {anna.pk}
    hosting.watch(now=evening.later(50))
    assert host_of(game) == anna
    hosting.watch(now=evening.later(10))
    # Bea came in first, but Carla has been there longer.
    assert host_of(game) == carla
    pages |= {anna.pk}
    hosting.watch(now=evening.later(100))
    assert host_of(game) == carla


@pytest.mark.rule("HOME-1")
def test_a_host_who_comes_back_in_time_and_one_before_the_start_stay(pages: set[int]) -> None:
    anna, bea, carla = people(3)
    waiting = opened(carla)
    joined(waiting, bea)
    game, evening = begun(anna, bea)
    pages |= {anna.pk, bea.pk}
    hosting.watch(now=evening.later(1))
    pages -= {anna.pk}
    hosting.watch(now=evening.later(55))
    pages |= {anna.pk}
    hosting.watch(now=evening.later(4))
    pages -= {anna.pk}
    hosting.watch(now=evening.later(55))
    assert host_of(game) == anna
    hosting.watch(now=evening.later(600))
    assert (host_of(game), host_of(waiting)) == (bea, carla)


@pytest.mark.rule("HOME-1")
def test_without_anybody_there_the_host_stays(pages: set[int]) -> None:
    anna, bea = people(2)
    game, evening = begun(anna, bea)
    hosting.watch(now=evening.later(600))
    assert host_of(game) == anna


@pytest.mark.rule("HOME-2")
def test_notes_are_deleted_after_a_month_and_the_event_stays() -> None:
    anna, bea = people(2)
    game, evening = begun(anna, bea)
    event = played(evening)
    assert event.finished_at is not None
    settling.settle(game_id=game.pk, now=evening.now)
    assert hosting.purge(now=event.finished_at + timedelta(days=29)) == 0
    assert hosting.purge(now=event.finished_at + timedelta(days=31)) == 1
    assert not HomeGame.objects.exists()
    assert Tournament.objects.filter(pk=event.pk).exists()


@pytest.mark.rule("HOME-1")
def test_beat_sends_its_task_for_games_in_play_and_for_those_that_never_start() -> None:
    anna, bea = people(2)
    game = opened(anna)

    def due(now: datetime) -> tuple[bool, int]:
        return due_checks.exists(hosting.DUE, now=now), hosting.watch(now=now)

    day = timedelta(days=1)
    assert due(game.created_at + day) == (False, 0)
    assert due(game.created_at + day + timedelta(seconds=1)) == (True, 1)
    assert due(game.created_at + 2 * day) == (False, 0), "it has been ended, and is settled"
    _, evening = begun(anna, bea)
    assert due(evening.later(1)) == (True, 1)
