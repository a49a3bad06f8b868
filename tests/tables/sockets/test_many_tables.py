"""Several tables on one socket: each as if it had a socket to itself."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.refusal import RefusalCode
from players.models import User
from tables.models import Seat
from tables.refusals import TableCode
from tables.sockets import consumers
from tables.sockets.consumers import FLOOD, MOST_TABLES, NO_TABLE, SHUT_OUT
from tables.sockets.visits import WAITING
from tables.wire import rate_limits
from tests.tables.conversations import Loop, Socket
from tests.tables.pools.setting import pool_room
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db(transaction=True)


class ManySocket(Socket):
    """A socket whose frames are of several tables."""

    def __init__(self, loop: Loop, ats: list[str], user: User | None = None) -> None:
        super().__init__(loop, 0, user, at="&at=".join(ats))

    def frame(self) -> dict[str, Any]:
        while (frame := self.any_frame())["type"] == "presence":
            pass
        return frame

    def of(self, kind: str, at: str) -> dict[str, Any]:
        """The next frame of a kind for one table."""
        while (frame := self.until(kind)).get("at") != at:
            pass
        return frame


Open = Callable[..., ManySocket]


@pytest.fixture
def open_socket(transactional_db: None, loop: Loop) -> Iterator[Open]:
    sockets: list[ManySocket] = []

    def open_one(*ats: str, user: User | None = None) -> ManySocket:
        sockets.append(ManySocket(loop, list(ats), user))
        return sockets[-1]

    yield open_one
    for socket in sockets:
        socket.close()


def at(room: Room) -> str:
    return f"table/{room.table_id}"


@pytest.fixture
def two(room: Callable[..., Room]) -> tuple[Room, Room]:
    """Two tables; the first user of each is at that one alone."""
    rooms = room(1000, 1000), room(1000, 1000)
    for each in rooms:
        each.deal()
    return rooms


def test_tables_are_joined_by_address_and_by_frame_and_each_is_heard(
    two: tuple[Room, Room], open_socket: Open
) -> None:
    first, second = two
    player = first.users[first.mover]
    socket = open_socket(at(first), user=player)
    assert (socket.first["at"], socket.first["you"]["seat"]) == (at(first), first.mover)
    socket.say(type="join", at=at(second))
    assert socket.of("snapshot", at(second))["you"] is None
    socket.say(type="act", at=at(first), action={"kind": "call"}, version=socket.first["version"])
    assert socket.until("update")["table_id"] == first.table_id
    second.act("call")
    assert socket.until("update")["table_id"] == second.table_id
    # To join again is to ask for what is there.
    socket.say(type="join", at=at(second))
    assert socket.of("snapshot", at(second))["version"] == second.table.version


def test_a_table_that_was_parted_with_is_heard_no_more_and_the_others_are(
    two: tuple[Room, Room], open_socket: Open
) -> None:
    first, second = two
    socket = open_socket(at(first), at(second))
    socket.until("snapshot")
    socket.say(type="part", at=at(first))
    socket.say(type="snapshot", at=at(first))
    refused = socket.of("refused", at(first))
    assert refused["code"] == TableCode.NO_SUCH_TABLE
    first.act("call")
    second.act("call")
    assert socket.until("update")["table_id"] == second.table_id


@pytest.mark.parametrize(
    ("wanted", "code", "close_code"),
    [
        ("table/999999999", TableCode.NO_SUCH_TABLE, NO_TABLE),
        ("table/x", TableCode.NO_SUCH_TABLE, NO_TABLE),
        ("chair/1", TableCode.NO_SUCH_TABLE, NO_TABLE),
        ("pool/1/1", TableCode.NOT_IN_POOL, NO_TABLE),
        ("pooled", TableCode.TABLE_OF_A_POOL, NO_TABLE),
    ],
)
def test_a_table_that_is_refused_closes_no_other_and_the_last_one_closes_the_socket(
    two: tuple[Room, Room], open_socket: Open, wanted: str, code: RefusalCode, close_code: int
) -> None:
    first, _ = two
    if wanted == "pooled":
        wanted = f"table/{pool_room(6).table_of(0).id}"
    user = first.users[1]
    socket = open_socket(at(first), user=user)
    socket.say(type="join", at=wanted)
    assert socket.of("refused", wanted)["code"] == code
    assert socket.of("parted", wanted)["code"] == close_code
    socket.say(type="snapshot", at=at(first))
    socket.of("snapshot", at(first))
    alone = open_socket(wanted, user=user)
    assert alone.first["code"] == code
    assert alone.message() == {"type": "websocket.close", "code": close_code}


def test_no_more_tables_are_shown_than_a_page_has_room_for(
    two: tuple[Room, Room], open_socket: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    assert MOST_TABLES == 24
    monkeypatch.setattr(consumers, "MOST_TABLES", 1)
    socket = open_socket(at(first), at(second))
    refused = socket.first if socket.first["type"] == "refused" else socket.until("refused")
    assert (refused["code"], refused["at"]) == (TableCode.TOO_MANY_TABLES, at(second))
    assert socket.of("parted", at(second))["code"] == SHUT_OUT


def test_a_table_s_wishes_spend_its_own_quota_and_no_other_s(
    two: tuple[Room, Room], open_socket: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "STRANGER", rate_limits.Quota(5, 0))
    first, second = two
    socket = open_socket(at(first), at(second))
    socket.until("snapshot")
    for _ in range(6):
        socket.say(type="snapshot", at=at(first))
    assert socket.until("refused")["code"] == TableCode.TOO_MANY_MESSAGES
    socket.say(type="snapshot", at=at(second))
    socket.of("snapshot", at(second))
    # Whoever goes on is cut off, with all tables.
    for _ in range(rate_limits.MOST_BEYOND + 1):
        socket.say(type="snapshot", at=at(first))
    while (message := socket.message())["type"] != "websocket.close":
        pass
    assert message["code"] == FLOOD


def test_no_more_wishes_wait_at_a_table_than_a_person_has(
    two: tuple[Room, Room], open_socket: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.sockets.visits.WAITING", 0)
    assert WAITING == 32
    socket = open_socket(at(two[0]))
    socket.say(type="snapshot", at=at(two[0]))
    assert socket.until("refused")["code"] == TableCode.TOO_MANY_MESSAGES


def test_what_was_asked_before_the_goodbye_is_done(two: tuple[Room, Room], loop: Loop) -> None:
    first, second = two
    socket = ManySocket(loop, [at(first), at(second)], first.users[1])
    socket.until("snapshot")
    # Still waiting behind others when the socket closes.
    for _ in range(5):
        socket.say(type="snapshot", at=at(first))
    socket.say(type="sit_out", at=at(first))
    socket.close()
    assert Seat.objects.get(table=first.table_id, user=first.users[1]).away
