"""What is sent is what the types say, down to the last key."""

import random
import types
from collections.abc import Callable
from typing import Any, Literal, Never, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from tables.engine import events
from tables.engine.games import GAMES
from tables.live import dealer
from tables.models import Table
from tables.sockets import pool_visits, visits
from tables.wire import frame_types, wishes
from tests.harness.long_forms import longer
from tests.tables.cash.setting import cash_room
from tests.tables.conftest import Tape
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db(transaction=True)


def misfits(value: Any, kind: Any, at: str = "") -> list[str]:
    """Where a value is not of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return min((misfits(value, one, at) for one in inner), key=len)
    if kind in (object, Any) or (value in inner if origin is Literal else type(value) is kind):
        return []
    fields = _fields(value, kind)
    if fields is None:
        return [f"{at}: {value!r} is no {getattr(kind, '__name__', kind)}"]
    return [wrong for name, one, each in fields for wrong in misfits(one, each, f"{at}.{name}")]


class Absent:
    def __repr__(self) -> str:
        return "nothing"


def _fields(value: Any, kind: Any) -> list[tuple[Any, Any, Any]] | None:
    """(name, value, type) of each part of a value; None where it has other parts, or none."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_typeddict(kind) and isinstance(value, dict):
        hints = get_type_hints(kind)
        asked = kind.__required_keys__ | set(value)
        return [(name, value.get(name, Absent()), hints.get(name, Never)) for name in sorted(asked)]
    if origin is tuple and isinstance(value, list) and len(value) == len(inner):
        return [*zip(range(len(value)), value, inner, strict=True)]
    if origin is list and isinstance(value, list):
        return [(i, one, inner[0]) for i, one in enumerate(value)]
    if origin is dict and isinstance(value, dict):
        return [(name, one, inner[1]) for name, one in value.items()]
    return None


def told(tape: Tape) -> list[dict[str, Any]]:
    return [frame for _, frame in tape.read()]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("game", sorted(GAMES))
def test_whatever_a_hand_tells_is_of_its_type(
    room: Callable[..., Room], tape: Tape, game: str
) -> None:
    dice = random.Random(7)
    opened = room(300, 400, 500, 600)
    Table.objects.filter(pk=opened.table_id).update(game=game)
    seen = set()
    for _ in range(longer(6, short=2)):
        opened.deal()
        opened.play_on(dice)
        for frame in told(tape):
            assert misfits(frame, frame_types.Frame) == []
            seen |= {event["e"] for event in frame.get("events", [])}
        for seat in (None, *opened.table.live.seats):
            assert misfits(opened.snapshot(seat), frame_types.SnapshotFrame) == []
        opened.later(60)
    assert {"start", "hole", "act", "end"} <= seen


def test_whatever_a_cash_table_tells_is_of_its_type(tape: Tape) -> None:
    room = cash_room(1000, 1000)
    room.deal()
    room.act("raise", 100)
    room.act("call")
    room.sit_out(2)
    room.leave(1)
    heard = told(tape)
    assert {"update", "cards", "you"} <= {frame["type"] for frame in heard}
    for frame in heard:
        assert misfits(frame, frame_types.Frame) == []
    mine = dealer.snapshot(table_id=room.table_id, user_id=room.people[2].pk)
    assert misfits(mine, frame_types.SnapshotFrame) == []


@pytest.mark.parametrize(
    ("frame", "kind", "wrong"),
    [
        ({"type": "out", "place": 1}, frame_types.OutFrame, ".prize: nothing"),
        ({"type": "closed", "why": 1}, frame_types.ClosedFrame, ".why: 1"),
        ({"type": "close"}, frame_types.ClosedFrame, ".type: 'close'"),
        ({"type": "moved", "table": "5", "reason": ""}, frame_types.MovedFrame, ".table: '5'"),
    ],
)
def test_a_key_too_many_too_few_or_of_another_type_is_a_misfit(
    frame: object, kind: Any, wrong: str
) -> None:
    assert any(found.startswith(wrong) for found in misfits(frame, kind))


def test_every_frame_has_a_tag_of_its_own() -> None:
    for choice, tag in (
        (frame_types.Frame, "type"),
        (frame_types.Notice, "kind"),
        (events.Event, "e"),
    ):
        tags = [one for kind in get_args(choice) for one in get_args(get_type_hints(kind)[tag])]
        assert tags
        assert len(tags) == len(set(tags))


def test_every_wish_has_a_tag_of_its_own_and_a_verb_or_an_answer_of_the_socket() -> None:
    kinds = get_args(wishes.Wish)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)
    of_the_socket = {
        wishes.SnapshotWish,
        wishes.JoinWish,
        wishes.PartWish,
        wishes.PingWish,
    }
    assert {*visits.VERBS, *pool_visits.VERBS, *of_the_socket} == set(kinds)
