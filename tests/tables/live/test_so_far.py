"""The hand that a snapshot tells again: what everybody has heard, and nothing more."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tables.engine.games import GAMES
from tables.live import dealer, hand_rows, seating
from tables.models import Table
from tests.tables.conftest import Tape
from tests.tables.rooms import Room, people, random_action

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_snapshot_tells_the_hand_as_it_was_heard_at_every_moment(
    room: Callable[..., Room], tape: Tape, game: str
) -> None:
    dice, opened = random.Random(7), room(300, 400, 500, 600)
    Table.objects.filter(pk=opened.table_id).update(game=game)
    tape.read()
    opened.deal()
    told: list[dict[str, Any]] = []
    while True:
        told += [event for _, frame in tape.read() for event in frame.get("events", [])]
        for seat in (None, *opened.table.live.seats):
            so_far = opened.snapshot(seat)["so_far"]
            assert (so_far["first"], so_far["events"]) == (0, told)
        hand = opened.table.live.playing
        if hand is None:
            break
        action = random_action(hand, dice)
        opened.act(action.kind, action.to, cards=action.cards)
    assert told[-1]["e"] == "end"


def test_between_the_first_seat_and_the_first_hand_nothing_is_told(
    room: Callable[..., Room],
) -> None:
    assert room(500, 500).snapshot()["so_far"] == {"first": 0, "names": {}, "events": []}


def test_of_a_very_long_hand_only_the_latest_events_are_told(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    whole = opened.snapshot()["so_far"]["events"]
    monkeypatch.setattr(hand_rows, "LONGEST", 3)
    so_far = opened.snapshot()["so_far"]
    assert so_far["first"] == len(whole) - 3
    assert so_far["events"] == whole[-3:]


def test_who_has_left_after_the_hand_is_still_named(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.deal()
    opened.fold_out()
    gone = opened.users[1]
    seating.leave_seat(table_id=opened.table_id, user_id=gone.pk, now=opened.now)
    (newcomer,) = people(1, "newcomer")
    opened.sit(newcomer.pk, 1)
    so_far = dealer.snapshot(table_id=opened.table_id, user_id=None)["so_far"]
    assert so_far["names"]["1"] == gone.get_username()


def test_a_hand_that_was_called_off_is_not_told(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.deal()
    seating.call_off_table(table_id=opened.table_id, now=opened.now)
    assert opened.snapshot()["so_far"]["events"] == []
