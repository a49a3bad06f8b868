"""An event stops by itself when many of its players are cut off (TRN-6)."""

from collections.abc import Iterable
from datetime import timedelta

import pytest
import redis
from django.conf import settings as django_settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from players.profile import presence
from tables import engine
from tables.models import Seat, Table
from tests.harness import worlds
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments.play import lost_connections, timekeeping
from tournaments.room_settings import LOST_CONNECTIONS
from tournaments.staff import orders

pytestmark = [pytest.mark.django_db, pytest.mark.rule("TRN-6")]


@pytest.fixture
def room() -> Evening:
    """Twelve players at two tables, in their first hands."""
    with redis.Redis.from_url(django_settings.REDIS_URL) as client:
        client.flushdb()
    return _room(12)


def _room(players: int) -> Evening:
    room = Evening(
        events.scheduled(rows=[(600, 10, 20, 0), (300, 0, 0, 0), (600, 50, 100, 0)]),
        events.players(players),
        seed=1,
    )
    room.register(players)
    room.step()
    return room


def users(room: Evening) -> list[int]:
    seats = Seat.objects.filter(table__event=room.event.event)
    return list(seats.order_by("user").values_list("user_id", flat=True))


def seen(room: Evening, some: Iterable[int], *, seconds: int) -> None:
    """So much time goes by, in which web processes say every few seconds whom they serve."""
    tables = dict(Seat.objects.values_list("user_id", "table_id"))
    people = list(some)
    with redis.Redis.from_url(django_settings.REDIS_URL) as client:
        for _ in range(seconds):
            room.later(1)
            for user in people:
                client.zadd(presence.key_of(tables[user]), {str(user): room.now.timestamp()})
            look(room)


def look(room: Evening) -> None:
    lost_connections.watch(now=room.now)
    room.event.refresh_from_db()


def standing(room: Evening) -> str | None:
    return None if room.event.pause is None else room.event.pause["cause"]


@pytest.mark.slow
def test_it_stops_when_thirty_in_a_hundred_are_gone_and_goes_on_when_they_are_back(
    room: Evening,
) -> None:
    everybody = users(room)
    seen(room, everybody, seconds=5)
    # Three of twelve are not enough, and they come back.
    seen(room, everybody[:9], seconds=15)
    seen(room, everybody, seconds=5)
    assert standing(room) is None
    seen(room, everybody[:8], seconds=11)
    assert standing(room) == "connections"
    [notice] = set(map(str, Table.objects.values_list("notice", flat=True)))
    assert "connections" in notice
    seen(room, everybody[:8], seconds=30)
    assert standing(room) == "connections"
    seen(room, everybody[:11], seconds=1)
    assert standing(room) is None
    assert not Table.objects.exclude(notice=None).exists()


@pytest.mark.slow
def test_who_does_not_come_back_is_not_waited_for_for_ever(room: Evening) -> None:
    everybody = users(room)
    seen(room, everybody, seconds=5)
    seen(room, everybody[:4], seconds=12)
    assert standing(room) == "connections"
    room.later(5 * 60)
    look(room)
    assert standing(room) is None
    seen(room, everybody[:4], seconds=60)
    assert len(room.event.pauses) == 1


@pytest.mark.slow
def test_staff_let_play_go_on_at_once(room: Evening) -> None:
    everybody = users(room)
    seen(room, everybody, seconds=5)
    seen(room, everybody[:4], seconds=11)
    assert standing(room) == "connections"
    timekeeping.resume(tournament_id=room.event.pk, now=room.now)
    seen(room, everybody[:4], seconds=40)
    assert standing(room) is None


@pytest.mark.slow
@pytest.mark.parametrize("percent", [0, 30])
def test_an_event_that_has_become_too_small_to_be_stopped_goes_on_all_the_same(
    percent: int,
    room: Evening,
) -> None:
    everybody = users(room)
    seen(room, everybody, seconds=5)
    seen(room, everybody[:4], seconds=11)
    assert standing(room) == "connections"
    for table_id in room.playing():
        while table_id in room.playing():
            room.act(table_id, lambda hand: engine.Action("fold"))
    boss = events.players(1, cents=0, prefix="boss")[0].pk
    for entry in room.event.entries.order_by("pk")[:3]:
        orders.disqualify(entry_id=entry.pk, by=boss, why="They told us.", now=room.now)
    room.later(10)
    room.step()
    assert room.event.live_count == 9
    worlds.assume(LOST_CONNECTIONS, percent)
    room.later(5 * 60)
    look(room)
    assert standing(room) is None


@pytest.mark.slow
def test_a_pause_of_staff_is_theirs_to_end(room: Evening) -> None:
    everybody = users(room)
    seen(room, everybody, seconds=5)
    seen(room, everybody[:4], seconds=11)
    timekeeping.pause(tournament_id=room.event.pk, reason="Storm", now=room.now)
    seen(room, everybody, seconds=20)
    assert standing(room) == "staff"


@pytest.mark.slow
def test_in_a_break_people_may_leave(room: Evening) -> None:
    room.now = START + timedelta(seconds=595)
    everybody = users(room)
    seen(room, everybody, seconds=5)
    seen(room, everybody[:2], seconds=30)
    assert standing(room) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("percent", "before", "after"),
    [(0, 12, 0), (30, 9, 1), (30, 1, 0)],
    ids=["not wanted", "a share of a few", "a single one"],
)
def test_few_who_leave_and_rooms_that_do_not_want_it_play_on(
    percent: int,
    before: int,
    after: int,
    room: Evening,
) -> None:
    worlds.assume(LOST_CONNECTIONS, percent)
    everybody = users(room)
    seen(room, everybody[:before], seconds=5)
    seen(room, everybody[:after], seconds=15)
    assert standing(room) is None


@pytest.mark.slow
def test_it_stops_when_all_the_few_at_a_final_table_are_cut_off_at_once(room: Evening) -> None:
    everybody = users(room)
    # The others have shut their computers: they sit out.
    seen(room, everybody[:2], seconds=5)
    seen(room, [], seconds=11)
    assert standing(room) == "connections"
    seen(room, everybody[:1], seconds=20)
    assert standing(room) == "connections"
    seen(room, everybody[:2], seconds=1)
    assert standing(room) is None


@pytest.mark.slow
def test_without_redis_nothing_is_known_and_nothing_happens(
    room: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen(room, users(room), seconds=5)
    away = redis.Redis(host="127.0.0.1", port=1, retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr(presence, "client", lambda: away)
    room.later(15)
    look(room)
    assert standing(room) is None
