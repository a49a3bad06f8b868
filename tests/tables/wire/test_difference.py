"""An update tells what has changed: table and changes together are the next table."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.types import Chips, SeatNo
from tables import engine
from tables.engine.games import GAMES
from tables.live import dealer, frames, seating
from tables.models import Table
from tables.wire.difference import apply, difference
from tests.tables.cash.setting import cash_room
from tests.tables.conftest import Tape
from tests.tables.rooms import Room, people, random_action

DENO = Path(sys.prefix) / "bin" / "deno"
ENVIRONMENT = {"DENO_DIR": f"{sys.prefix}/deno", "DENO_NO_UPDATE_CHECK": "1"}

# No field is sometimes a number and sometimes a truth: 0 and 1 stand for neither.
leaves = st.none() | st.booleans() | st.integers(min_value=2) | st.text("ab", max_size=2)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner, max_size=3),
)


@given(before=values, after=values)
def test_a_value_and_what_has_changed_are_the_later_value(before: Any, after: Any) -> None:
    kept = json.dumps(before)
    change = json.loads(json.dumps(difference(before, after)))
    assert apply(before, change) == after
    assert json.dumps(before) == kept


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ({"a": 2, "b": 3}, {"a": 2, "b": 4}, {"b": [4]}),
        ({"a": 2, "b": None}, {"b": {}}, {"a": [], "b": [{}]}),
        ({}, {"a": [2]}, {"a": [[2]]}),
        ([{"a": 2}, {"b": 2}], [{"a": 2}, {"b": 3}], {"1": {"b": [3]}}),
        ([2], [2, 3], [[2, 3]]),
        ({"a": [2]}, {"a": []}, {"a": [[]]}),
    ],
)
def test_a_change_names_only_what_differs(before: Any, after: Any, change: Any) -> None:
    assert difference(before, after) == change
    assert in_the_browser(before, [change]) == [before, after]


def in_the_browser(first: Any, changes: list[Any]) -> Any:
    """The tables that the page makes of these changes, one after another."""
    done = subprocess.run(
        [DENO, "run", "--no-remote", Path(__file__).with_name("replay.js")],
        input=json.dumps([first, changes]),
        env={**os.environ, **ENVIRONMENT},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


class Follower:
    """Somebody who has heard every update of a table, and never asked again."""

    def __init__(self, table_id: int, tape: Tape) -> None:
        self.table_id = table_id
        self._tape = tape
        tape.read()
        self.tables = [self.refetched()]
        self.changes: list[Any] = []
        self.sizes: list[int] = []

    def refetched(self) -> Any:
        told = dealer.snapshot(table_id=self.table_id, user_id=None)["table"]
        return orjson.loads(orjson.dumps(told))

    def listen(self) -> None:
        """Hear what has happened: it must lead to what a snapshot says now."""
        for channel, frame in self._tape.read():
            if frame["type"] == "update" and channel == str(self.table_id):
                assert frame["version"] == self.tables[-1]["version"] + 1
                self.changes.append(frame["change"])
                self.sizes.append(len(orjson.dumps(frame)))
                self.tables.append(apply(self.tables[-1], frame["change"]))
        assert self.tables[-1] == self.refetched()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_whoever_hears_every_update_sees_what_a_snapshot_says_here_and_in_the_browser(
    room: Callable[..., Room], tape: Tape, game: str
) -> None:
    dice = random.Random(11)
    opened = room(900, 1200, 1500, 1800)
    Table.objects.filter(pk=opened.table_id).update(game=game)
    follower = Follower(opened.table_id, tape)
    for _ in range(4):
        opened.deal()
        follower.listen()
        while (hand := opened.table.live.playing) is not None:
            action = random_action(hand, dice)
            opened.later(dice.choice([1, 30]))
            if dice.random() < 0.5:
                # As if another process had told the version before.
                frames._last_views.clear()
            opened.act(action.kind, action.to, cards=action.cards)
            follower.listen()
        opened.later(60)
    assert len(follower.changes) > 10
    assert in_the_browser(follower.tables[0], follower.changes) == follower.tables


@pytest.mark.django_db(transaction=True)
def test_every_verb_tells_what_it_changes(room: Callable[..., Room], tape: Tape) -> None:
    opened, other = room(1000, 1000, 1000), room(500)
    table_id, now = opened.table_id, opened.now
    follower, there = Follower(table_id, tape), Follower(other.table_id, tape)
    (late,) = people(1, "late")
    opened.users[4] = late
    anna, bea = opened.users[1].pk, opened.users[2].pk
    grace = timedelta(seconds=10)
    verbs: list[Callable[[], object]] = [
        lambda: opened.sit(late.pk, 4),
        lambda: seating.set_stakes(table_id=table_id, stakes=engine.Stakes(20, 40), now=now),
        lambda: seating.set_notice(
            table_id=table_id, notice={"kind": "deal", "seats": []}, now=now
        ),
        lambda: seating.set_notice(table_id=table_id, notice=None, now=now),
        lambda: seating.set_price(table_id=table_id, no=SeatNo(1), price=500, now=now),
        lambda: seating.set_price(table_id=table_id, no=SeatNo(1), price=0, now=now),
        lambda: seating.add_chips(table_id=table_id, user_id=bea, chips=Chips(50), now=now),
        opened.deal,
        lambda: dealer.sit_out(table_id=table_id, user_id=anna, now=now),
        lambda: dealer.freeze(table_id=table_id, notice={"kind": "waiting"}, now=now),
        lambda: dealer.thaw(table_id=table_id, grace=grace, now=opened.later(5)),
        lambda: dealer.time_out(table_id=table_id, now=opened.later(300)),
        lambda: dealer.come_back(table_id=table_id, user_id=anna, now=opened.now),
        opened.fold_out,
        lambda: seating.leave_seat(table_id=table_id, user_id=anna, now=opened.now),
        opened.deal,
        lambda: seating.call_off_table(table_id=table_id, now=opened.now),
    ]
    for verb in verbs:
        before = len(follower.changes)
        verb()
        follower.listen()
        assert len(follower.changes) > before
    there.listen()


@pytest.mark.django_db(transaction=True)
def test_who_moves_is_told_at_both_tables(room: Callable[..., Room], tape: Tape) -> None:
    here, there = room(1000, 1000, 1000), room(500)
    for table in (here, there):
        follower = Follower(table.table_id, tape)
        user_id = table.users[1].pk
        other = there if table is here else here
        seating.move(
            user_id=user_id,
            from_table_id=table.table_id,
            to_table_id=other.table_id,
            now=here.now,
        )
        follower.listen()
        assert len(follower.changes) == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_cash_table_tells_what_changes(tape: Tape) -> None:
    room = cash_room(1000, 1000, 1000)
    follower = Follower(room.table_id, tape)
    dice = random.Random(3)
    room.deal()
    follower.listen()
    room.sit_out(3)
    room.leave(2)
    follower.listen()
    while (hand := room.table.live.playing) is not None:
        action = random_action(hand, dice)
        room.act(action.kind, action.to)
        follower.listen()
    room.look()
    follower.listen()
    assert len(follower.changes) > 5


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_update_of_nine_seats_has_700_bytes_at_the_median(
    room: Callable[..., Room], tape: Tape
) -> None:
    dice = random.Random(5)
    opened = room(*[10_000] * 9)
    follower = Follower(opened.table_id, tape)
    while len(follower.sizes) < 100:
        opened.deal()
        while (hand := opened.table.live.playing) is not None:
            legal = engine.legal_actions(hand)
            kind = "check" if legal.check else dice.choice(["call", "call", "fold"])
            opened.act(
                "raise", legal.raise_[0]
            ) if legal.raise_ and dice.random() < 0.1 else opened.act(kind)
        follower.listen()
    assert median(follower.sizes) <= 700, sorted(follower.sizes)
