"""Who is taken off the tables, and when."""

from datetime import timedelta
from typing import Any

import pytest
from pytest_django import Settings

from core import sql
from tables.models import Hand, Seat, Table
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tournaments.floor import floorplan
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
        if statement == floorplan._SEATS:
            room.put_everything_in(table)
        return ask(statement, *known)

    with monkeypatch.context() as patch:
        patch.setattr(sql, "rows", ends_now)
        plan = floorplan.read(room.event, now=room.now)
    assert plan.tables[table.pk].playing
    settings.RESULT_SECONDS = 4
    assert eliminations.record(plan) == []
    ended = Hand.objects.latest("pk").finished_at
    assert ended is not None
    for seconds, out in ((3.9, 0), (4, Seat.objects.filter(table=table, stack=0).count())):
        plan = floorplan.read(room.event, now=ended + timedelta(seconds=seconds))
        assert len(eliminations.record(plan)) == out
    assert out
