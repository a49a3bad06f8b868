"""A frame that was never published: its table's pages hear of it all the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.test import override_settings

from tables.live import dealer
from tables.wire import push
from tables.wire.hub import hub
from tables.wire.lost_frames import LostFrameWatch
from tests.tables.conversations import Loop, Socket, Watch
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def look(loop: Loop) -> Callable[[], None]:
    """Look once; the first of a test only learns how far its tables are."""
    watch = LostFrameWatch()
    return lambda: loop.run(watch.look())


def unpublished() -> Any:
    """Whoever acts meanwhile dies between the commit and Redis."""
    return patch.object(push, "_send", lambda encoded: None)


@pytest.mark.parametrize("heard", [True, False], ids=["had heard frames", "had heard none"])
def test_whoever_is_to_act_hears_of_it_though_the_frame_was_never_sent(
    heard: bool, room: Callable[..., Room], watch: Watch, look: Callable[[], None]
) -> None:
    opened = room(1000, 1000, 1000)
    opened.deal()
    if not heard:
        opened.act("call")
    spectator = watch(opened.table_id)
    if heard:
        opened.act("call")
        assert spectator.frame()["type"] == "update"
    to_act = watch(opened.table_id, opened.users[opened.mover])
    look()
    with unpublished():
        version = opened.act("call")
    look()
    look()
    for socket in (spectator, to_act):
        frame = socket.frame()
        assert (frame["type"], frame["version"]) == ("snapshot", version)
        assert frame["table"]["clock"]["seat"] == opened.turn
    # Once is enough, and what comes next fits.
    look()
    look()
    opened.act("check")
    assert [socket.frame()["version"] for socket in (spectator, to_act)] == [version + 1] * 2


def test_where_every_frame_came_nothing_is_sent_again(
    room: Callable[..., Room], watch: Watch, look: Callable[[], None]
) -> None:
    opened = room(1000, 1000, 1000)
    opened.deal()
    quiet = watch(room(1000, 1000).table_id)
    spectator = watch(opened.table_id)
    for kind in ("call", "call", "check"):
        look()
        opened.act(kind)
        assert spectator.frame()["type"] == "update"
    look()
    dealer.grant_grace(table_id=opened.table_id, until=opened.later(600), now=opened.now)
    assert spectator.frame()["type"] == "update"
    look()
    for socket in (quiet, spectator):
        socket.say(type="nonsense")
        assert socket.frame()["type"] == "refused"


def test_a_table_that_nobody_watches_is_not_asked_for(
    room: Callable[..., Room], watch: Watch, loop: Loop
) -> None:
    async def watched() -> set[int]:
        return set(hub().versions())

    opened, other = room(1000, 1000), room(1000, 1000)
    socket = watch(opened.table_id, opened.users[1])
    assert loop.run(watched()) == {opened.table_id}
    assert other.table_id not in loop.run(watched())
    socket.close()
    assert loop.run(watched()) == set()


def test_while_redis_is_away_tables_go_on_by_looking(
    room: Callable[..., Room], tmp_path: Path
) -> None:
    loop, watch = Loop(), LostFrameWatch()
    with override_settings(REDIS_URL=f"unix://{tmp_path}/nobody.sock"):
        opened = room(1000, 1000, 1000)
        opened.deal()
        socket = Socket(loop, opened.table_id, opened.users[1])
        loop.run(watch.look())
        for kind in ("call", "call", "check"):
            version = opened.act(kind)
            loop.run(watch.look())
            loop.run(watch.look())
            frame = socket.frame()
            assert (frame["type"], frame["version"]) == ("snapshot", version)
    loop.close()
