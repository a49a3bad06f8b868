"""When nobody kept the room's time, players get theirs back (TRN-6)."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from core import sql
from core.types import UserId
from tables.live import dealer, heartbeat, signals
from tables.live.outage_grace import REST
from tables.models import Heartbeat, WebSign
from tests.tables.rooms import Room

START = datetime(2026, 11, 20, 20, tzinfo=UTC)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("unserved"),
    pytest.mark.rule("TRN-6"),
]


@pytest.fixture
def outages() -> Iterator[list[tuple[datetime, datetime]]]:
    """Since when and until when the room was silent, as told."""
    heard = []

    def listen(sender: object, *, since: datetime, until: datetime, **_: object) -> None:
        heard.append((since, until))

    signals.outage_over.connect(listen)
    yield heard
    signals.outage_over.disconnect(listen)


def test_a_room_that_keeps_time_was_never_out(
    room: Callable[..., Room], outages: list[tuple[datetime, datetime]]
) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    due_at = opened.table.due_at
    for _ in range(20):
        heartbeat.beat(now=opened.later(1))
    assert Heartbeat.objects.get().at == opened.now
    assert outages == []
    assert opened.table.due_at == due_at


def test_after_an_outage_nobody_times_out_at_once(
    room: Callable[..., Room], outages: list[tuple[datetime, datetime]]
) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    since = opened.now
    heartbeat.beat(now=since)
    for _ in range(2):
        heartbeat.beat(now=opened.now if outages else opened.later(3600))
    assert opened.table.due_at == opened.now + timedelta(seconds=10)
    assert outages == [(since, opened.now)]


@pytest.mark.parametrize("seconds", [3, 10])
def test_after_a_short_outage_nobody_times_out_at_once_and_no_event_stands_still(
    seconds: int, room: Callable[..., Room], outages: list[tuple[datetime, datetime]]
) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    heartbeat.beat(now=opened.later(14))
    assert heartbeat.beat(now=opened.later(seconds)) == opened.now + timedelta(seconds=10)
    assert opened.table.due_at == opened.now + timedelta(seconds=10)
    assert outages == []


def test_a_table_that_was_not_reached_gives_the_time_when_it_would_be_up(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    heartbeat.beat(now=opened.later(14))
    with monkeypatch.context() as patch:
        patch.setattr(dealer, "grant_grace", lambda **_: None)
        until = heartbeat.beat(now=opened.later(7))
    assert not dealer.time_out(table_id=opened.table_id, now=opened.now, grace_until=until)
    assert opened.table.due_at == until
    assert dealer.time_out(table_id=opened.table_id, now=opened.later(10), grace_until=None)


def test_whoever_is_away_has_no_more_time(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    dealer.sit_out(
        table_id=opened.table_id, user_id=UserId(opened.users[opened.mover].pk), now=opened.now
    )
    heartbeat.beat(now=opened.now)
    until = heartbeat.beat(now=opened.later(25))
    assert dealer.time_out(table_id=opened.table_id, now=opened.now, grace_until=until)


@pytest.fixture
def web() -> Callable[..., None]:
    """Have a web process, by its number, leave its sign so many seconds ago."""

    def leave(no: int = 1, *, ago: float = 0.0) -> None:
        # As PostgreSQL has it, for which it is one moment as long as the test lasts.
        [(now,)] = sql.rows("SELECT now()")
        at = now - timedelta(seconds=ago)
        WebSign.objects.update_or_create(process=UUID(int=no), defaults={"at": at})

    return leave


@pytest.fixture
def late(room: Callable[..., Room], web: Callable[..., None]) -> Room:
    """A table whose player has a second left, in a room with a web process that is known."""
    web(1)
    heartbeat.beat(now=START)
    opened = room(1000, 1000, bank_ms=0)
    opened.now = START + timedelta(seconds=60)
    opened.deal()
    for _ in range(14):
        web(1)
        heartbeat.beat(now=opened.later(1))
    Heartbeat.objects.update(grace_since=None, grace_until=None)
    return opened


def test_while_a_web_process_serves_time_runs_out(late: Room, web: Callable[..., None]) -> None:
    web(1)
    assert heartbeat.beat(now=late.later(0.5)) is None


@pytest.mark.parametrize("others", [0, 1])
def test_a_web_process_that_is_gone_gives_its_players_time(
    others: int, late: Room, web: Callable[..., None]
) -> None:
    if others:
        web(2)
        heartbeat.beat(now=late.now)
    web(1, ago=2.5)
    until = heartbeat.beat(now=late.later(0.1))
    assert until == late.now + timedelta(seconds=10)
    assert late.table.due_at == until


def test_while_none_serves_nobody_times_out_and_when_one_is_back_all_have_ten_seconds(
    late: Room, web: Callable[..., None]
) -> None:
    for gone in range(3, 40):
        web(1, ago=gone)
        assert heartbeat.beat(now=late.later(1)) == late.now + timedelta(seconds=10)
    web(2)
    assert heartbeat.beat(now=late.later(0.1)) == late.now + timedelta(seconds=10)
    assert late.table.due_at == late.now + timedelta(seconds=10)


def test_a_web_process_that_hung_gives_time_when_it_is_back(
    late: Room, web: Callable[..., None]
) -> None:
    web(1, ago=2.5)
    heartbeat.beat(now=late.later(0.1))
    web(1)
    assert heartbeat.beat(now=late.later(5)) == late.now + timedelta(seconds=10)


@pytest.mark.middling
def test_web_processes_that_stay_away_stop_no_clock_for_good(
    late: Room, web: Callable[..., None]
) -> None:
    held = 0
    for gone in range(3, 200):
        web(1, ago=gone)
        held += heartbeat.beat(now=late.later(1)) is not None
    assert 55 <= held <= 65
    web(2)
    assert heartbeat.beat(now=late.later(1)) == late.now + timedelta(seconds=10)


def test_a_web_process_that_is_new_gives_nobody_time(late: Room, web: Callable[..., None]) -> None:
    web(2)
    assert heartbeat.beat(now=late.later(1)) is None
    web(2, ago=2.5)
    assert heartbeat.beat(now=late.later(1)) == late.now + timedelta(seconds=10)


def test_a_web_process_that_nobody_has_seen_serve_gives_nobody_time(
    late: Room, web: Callable[..., None]
) -> None:
    web(2, ago=2.5)
    assert heartbeat.beat(now=late.later(1)) is None


def test_one_of_several_web_processes_that_comes_and_goes_slows_play_down_less_and_less(
    late: Room, web: Callable[..., None]
) -> None:
    for look in range(22):
        web(2, ago=2.5 * (look % 2))
        heartbeat.beat(now=late.later(4))
    assert Heartbeat.objects.get().grace_rest == 2 * REST


def test_a_worker_that_starts_gives_ten_seconds(late: Room, web: Callable[..., None]) -> None:
    web(1)
    assert heartbeat.beat(now=late.now, started=True) == late.now + timedelta(seconds=10)


def test_an_outage_that_could_not_be_made_up_for_is_not_forgotten(
    room: Callable[..., Room], outages: list[tuple[datetime, datetime]]
) -> None:
    def fail(sender: object, **_: object) -> None:
        raise RuntimeError("busy")

    opened = room(1000, 1000)
    since = opened.now
    heartbeat.beat(now=since)
    signals.outage_over.connect(fail)
    with pytest.raises(RuntimeError):
        heartbeat.beat(now=opened.later(60))
    signals.outage_over.disconnect(fail)
    outages.clear()
    heartbeat.beat(now=opened.later(1))
    assert outages == [(since, opened.now)]


def test_a_clock_that_goes_back_is_no_outage(
    room: Callable[..., Room], outages: list[tuple[datetime, datetime]]
) -> None:
    opened = room(1000, 1000)
    heartbeat.beat(now=opened.now)
    heartbeat.beat(now=opened.now - timedelta(seconds=2))
    assert Heartbeat.objects.get().at == opened.now, "another machine's clock"
    back = opened.now - timedelta(minutes=10)
    heartbeat.beat(now=back)
    assert Heartbeat.objects.get().at == back
    assert outages == []
    # An outage is seen by the clock as it is now.
    heartbeat.beat(now=back + timedelta(seconds=60))
    assert outages == [(back, back + timedelta(seconds=60))]
