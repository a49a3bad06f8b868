"""Who is taken off the tables, and when."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from pytest_django import Settings

from core import sql
from tables.models import Hand, Seat, Table
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tournaments.floor import floors
from tournaments.play import eliminations

pytestmark = pytest.mark.django_db


@pytest.mark.rule("RANK-1")
def test_a_hand_that_ends_while_the_tables_are_read_is_shown_before_anybody_is_out(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Evening(events.scheduled(seats_per_table=3), events.players(3), seed=1)
    room.register(3)
    room.step()
    room.play_hands()
    table = Table.objects.get(event=room.event.event)
    room.deal_aces_to_the_first(table)
    ask = sql.rows

    def ends_now(statement: str, *known: Any) -> Any:
        if statement == floors._SEATS:
            room.put_everything_in(table)
        return ask(statement, *known)

    with monkeypatch.context() as patch:
        patch.setattr(sql, "rows", ends_now)
        plan = floors.read(room.event, now=room.now)
    assert plan.tables[table.pk].playing
    settings.RESULT_SECONDS = 4
    assert eliminations.record(plan) == []
    ended = Hand.objects.latest("pk").finished_at
    assert ended is not None
    for seconds, out in ((3.9, 0), (4, Seat.objects.filter(table=table, stack=0).count())):
        plan = floors.read(room.event, now=ended + timedelta(seconds=seconds))
        assert len(eliminations.record(plan)) == out
    assert out


@pytest.mark.rule("RANK-1", "SHOW-2")
def test_nobody_is_out_before_the_last_card_and_all_in_the_order_of_their_hands(
    settings: Settings,
) -> None:
    settings.RESULT_SECONDS = 4
    room = Evening(events.scheduled(seats_per_table=3), events.players(6), seed=1)
    room.register(6)
    room.step()
    room.play_hands()
    first, second = Table.objects.filter(event=room.event.event).order_by("pk")
    room.later(60)
    room.lost_by_all_but_the_first(first)
    # Three streets run out here, and there the hand ends with a river that everybody has seen.
    ended = room.now
    room.later(1)
    hand = room.lost_by_all_but_the_first(second)
    Hand.objects.filter(pk=hand.pk).update(shown_at=F("finished_at"))

    def out(seconds: float) -> list[int]:
        plan = floors.read(room.event, now=ended + timedelta(seconds=seconds))
        return [busted.table.id for busted in eliminations.record(plan)]

    broke = [Seat.objects.filter(table=table, stack=0).count() for table in (first, second)]
    assert all(broke)
    # The result of the second table is seen, but its players went out later.
    assert out(8.4) == []
    assert out(8.5) == [first.pk] * broke[0] + [second.pk] * broke[1]
