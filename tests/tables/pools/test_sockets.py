"""A pool over sockets: one's own follows the entry, and others hear nothing before the turn."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import Mock, patch

import pytest

from players.models import User
from players.sign_in.session_store import SessionStore
from poker_site.bots.session import open_session
from tables.models import FastPool, PoolEntry
from tables.pools import entry_frames
from tables.refusals import TableCode
from tables.sockets import consumers, pool_visits, visits
from tables.wire import push
from tables.wire.hub import hub
from tests.harness.room import wait_for
from tests.tables.conversations import Loop, Socket, Watch
from tests.tables.pools.setting import PoolRoom, State, pool_room

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "0123456789abcdef"


class EntrySocket(Socket):
    """The socket of an entry; its frames are of several tables."""

    def __init__(self, loop: Loop, pool_id: int, user: User | None, no: int = 1) -> None:
        super().__init__(loop, 0, user, at=f"pool/{pool_id}/{no}")

    def frame(self) -> dict[str, Any]:
        return self.any_frame()

    def entry(self, state: str) -> dict[str, Any]:
        """The next news of the entry in this state."""
        while (frame := self.until("entry"))["state"] != state:
            pass
        return frame

    def hand_at(self, table_id: int) -> dict[str, Any]:
        """The next snapshot of a table."""
        while (frame := self.until("snapshot"))["table"]["id"] != table_id:
            pass
        return frame


async def listening(table_id: int) -> int:
    """How many follow a table in this process."""
    await asyncio.sleep(0)
    return hub().listening(push.table_channel(table_id))


Follow = Callable[..., EntrySocket]


@pytest.fixture
def follow(transactional_db: None, loop: Loop) -> Iterator[Follow]:
    """Opens sockets of entries, ``follow(room, who)``, and closes them in the end."""
    sockets: list[EntrySocket] = []

    def open_socket(room: PoolRoom, who: int | None, no: int = 1) -> EntrySocket:
        user = None if who is None else room.people[who]
        sockets.append(EntrySocket(loop, room.pool.pk, user, no))
        return sockets[-1]

    yield open_socket
    for socket in sockets:
        socket.close()


@pytest.mark.middling
def test_the_socket_follows_its_entry_from_the_hall_to_each_hand(follow: Follow) -> None:
    room = pool_room(1)
    socket = follow(room, 0)
    assert (socket.first["type"], socket.first["state"]) == ("entry", State.WAITING)
    hall = socket.until("snapshot")
    assert (hall["table"]["id"], hall["table"]["seats"], hall["you"]) == (0, [], None)
    for who in range(1, 6):
        room.join(who)
    first = socket.entry(State.PLAYING)["seat_at"]
    hand = socket.hand_at(first)
    assert len(hand["you"]["cards"]) == 2
    # Five more wait: whoever folds is in the next hand at once.
    for who in range(6, 11):
        room.join(who)
    while room.who_acts(first) != 0:
        room.check_or_call(first)
    socket.say(type="fold", hand=hand["table"]["hand_id"])
    second = socket.entry(State.PLAYING)["seat_at"]
    assert second != first
    assert len(socket.hand_at(second)["you"]["cards"]) == 2


@pytest.mark.middling
def test_the_next_hand_at_the_same_table_is_shown_whole(follow: Follow, settings: Any) -> None:
    """One sits elsewhere there, and what came between was other people's."""
    settings.RESULT_SECONDS = 4
    room = pool_room(6)
    socket = follow(room, 0)
    table_id = room.table_of(0).id
    socket.hand_at(table_id)
    room.check_down(table_id)
    socket.entry(State.WAITING)
    (again,) = room.deal(60)
    assert again.table_id == table_id
    socket.entry(State.PLAYING)
    shown = socket.hand_at(table_id)
    assert (shown["table"]["hand_no"], shown["you"]["seat"]) == (2, room.seat_of(0))
    assert len(shown["you"]["cards"]) == 2


def test_what_a_player_asks_of_a_pool_is_done_or_refused_by_name(follow: Follow) -> None:
    room = pool_room(0)
    room.join(0, 500)
    socket = follow(room, 0)
    socket.until("snapshot")
    socket.say(type="top_up", amount=100, key=KEY)
    assert socket.entry(State.WAITING)["free"] == 600
    socket.say(type="sit_out")
    socket.entry(State.OUT)
    socket.say(type="come_back")
    socket.entry(State.WAITING)
    for wish in ({"type": "fold"}, {"type": "fold", "hand": True}, {"type": "choose"}, {"type": 1}):
        socket.say(**wish)
        assert socket.until("refused")["code"] == TableCode.MALFORMED_MESSAGE
    socket.say(type="show")
    assert socket.until("refused")["code"] == TableCode.NO_HAND
    socket.say(type="ping")
    socket.until("pong")
    socket.say(type="leave")
    assert socket.entry(State.GONE)["took"] == 600


def test_a_page_that_is_closed_on_the_way_to_the_next_table_leaves_nothing_behind(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = pool_room(1)
    socket = EntrySocket(loop, room.pool.pk, room.people[0])
    socket.until("snapshot")

    async def confirm_nothing() -> None:
        monkeypatch.setattr(hub(), "_want", lambda names: None)

    loop.run(confirm_nothing())
    for who in range(1, 6):
        room.join(who)
    table_id = room.table_of(0).id
    wait_for("a table to be followed", lambda: loop.run(listening(table_id)) or None)
    socket.close()
    assert loop.run(listening(table_id)) == 0


def test_whoever_has_gone_follows_no_table_that_a_late_look_finds(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = pool_room(1)
    socket = EntrySocket(loop, room.pool.pk, room.people[0])
    socket.until("snapshot")
    begun, may_go_on, looked = threading.Event(), threading.Event(), threading.Event()

    async def slowly(work: Callable[[], Any]) -> Any:
        def look() -> Any:
            begun.set()
            may_go_on.wait(60)
            return work()

        try:
            return await visits.in_thread(look)
        finally:
            looked.set()

    async def lose_news() -> None:
        monkeypatch.setattr(pool_visits, "in_turn", slowly)
        hub()._tell_missed()

    loop.run(lose_news())
    assert begun.wait(60)
    socket.close()
    for who in range(1, 6):
        room.join(who)
    may_go_on.set()
    assert looked.wait(60)
    assert loop.run(listening(room.table_of(0).id)) == 0


@pytest.mark.middling
def test_whoever_acts_does_not_wait_behind_all_entries_that_look(
    follow: Follow, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = pool_room(12)
    sockets = [follow(room, who) for who in range(12)]
    for socket in sockets:
        socket.until("snapshot")
    may_go_on, looking = threading.Event(), threading.Semaphore(0)
    tell = entry_frames.frame

    def look(entry: PoolEntry) -> Any:
        looking.release()
        may_go_on.wait(60)
        return tell(entry)

    async def lose_news() -> None:
        monkeypatch.setattr(entry_frames, "frame", look)
        hub()._tell_missed()

    loop.run(lose_news())
    assert looking.acquire(timeout=60)
    # As many as ever look at once.
    while looking.acquire(timeout=0.5):
        pass
    try:
        sockets[0].say(type="show")
        assert sockets[0].until("refused")["code"] == TableCode.NO_HAND
    finally:
        may_go_on.set()


def test_whoever_goes_before_the_entry_is_told_is_no_trouble_of_ours(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, log = pool_room(1), Mock()
    monkeypatch.setattr(consumers, "log", log)

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise OSError("gone")

    user = room.people[0]
    session = SessionStore(open_session(user))

    async def come_and_go() -> None:
        scope = {
            "type": "websocket",
            "query_string": f"at=pool/{room.pool.pk}/1".encode(),
            "headers": [],
            "user": user,
            "session": session,
        }
        said = iter(["websocket.connect", "websocket.disconnect"])

        async def receive() -> dict[str, Any]:
            return {"type": next(said), "code": 1006}

        await consumers.tables_socket(scope, receive, send)

    loop.run(come_and_go())
    assert not log.error.called


@pytest.mark.parametrize("who", [None, 3])
def test_nobody_follows_an_entry_that_is_not_theirs(follow: Follow, who: int | None) -> None:
    room = pool_room(2)
    socket = follow(room, who)
    code = TableCode.LOGIN_REQUIRED if who is None else TableCode.NOT_IN_POOL
    assert (socket.first["type"], socket.first["code"]) == ("refused", code)
    assert socket.message()["type"] == "websocket.close"


def test_a_table_of_a_pool_has_no_socket_of_its_own(watch: Watch) -> None:
    room = pool_room(6)
    socket = watch(room.table_of(0).id, room.people[0])
    assert (socket.first["type"], socket.first["code"]) == ("refused", TableCode.TABLE_OF_A_POOL)


@pytest.mark.middling
@pytest.mark.rule("FAST-1")
def test_others_hear_of_an_early_fold_when_its_turn_comes(follow: Follow) -> None:
    with patch("tables.pools.floor.deal", return_value=[]):
        room = pool_room(6)
    PoolEntry.objects.update(owes=False)
    room.deal()
    table = room.table_of(0)
    late = _person(room, table.live.dealt, 6)
    first = _person(room, table.live.dealt, 4)
    FastPool.objects.update(wait_seconds=30)
    other, own = follow(room, _person(room, table.live.dealt, 3)), follow(room, late)
    other.until("snapshot")
    own.until("snapshot")
    own.say(type="fold", hand=table.live.hand_id)
    own.entry(State.WAITING)
    assert PoolEntry.objects.get(user=room.people[late]).state == State.WAITING
    assert room.who_acts(table.id) == first
    room.check_or_call(table.id)
    assert [event["seat"] for event in other.until("update")["events"]] == [4]
    room.check_or_call(table.id)
    assert [event["seat"] for event in other.until("update")["events"]] == [5, 6]


def _person(room: PoolRoom, dealt: dict[Any, Any], seat: int) -> int:
    return [user.pk for user in room.people].index(dealt[seat])
