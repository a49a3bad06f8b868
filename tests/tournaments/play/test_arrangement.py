"""Who plays where, as the director arranges it."""

from datetime import timedelta
from typing import Any

import pytest

from core.types import Chips, SeatNo
from tables import engine
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments.floor import floors
from tournaments.floor.floors import StoredFloor, TableState
from tournaments.models import Move, Tournament
from tournaments.play import arrangement, awards
from tournaments.play.online_floor import OnlineFloor


def room(*sizes: int, button: engine.Positions | None = None, **terms: str) -> OnlineFloor:
    """Tables of nine seats, taken from the first on; nobody plays."""
    tables = []
    for pk, size in enumerate(sizes, start=1):
        seats = [SeatNo(no) for no in range(1, size + 1)]
        tables.append(
            TableState(
                id=pk,
                name=f"#{pk}",
                max_seats=9,
                stakes=None,
                positions=button.to_json() if button else None,
                users={no: 100 * pk + no for no in seats},
                stacks=dict.fromkeys(seats, Chips(1500)),
            )
        )
    return OnlineFloor(Tournament(seats_per_table=9, **terms), tables, now=START)


@pytest.mark.rule("TRN-3")
def test_no_hand_begins_at_a_table_three_short() -> None:
    assert room(9, 2, 7).held_up() == {2}


@pytest.mark.rule("TRN-3", "SHOOT-1")
def test_the_tables_of_a_shootout_wait_for_no_other() -> None:
    assert room(9, 2, format=Tournament.Format.SHOOTOUT).held_up() == set()


@pytest.mark.rule("BTN-3", "TRN-2")
def test_a_table_waits_only_where_who_decides_is_due_for_a_blind() -> None:
    plan = room(4, 4, button=engine.Positions(1, 2, 3))
    until = START + timedelta(seconds=20)
    plan.deciding = {101: until, 102: until}
    assert plan.held_up() == set()
    plan.deciding = {101: until, 204: until}
    assert plan.held_up() == {2}
    first, second = plan.tables.values()
    assert arrangement.undecided(plan, second) == {
        "kind": "rebuy",
        "seats": [4],
        "until": until.isoformat(),
    }
    plan.deciding = {204: until}
    assert arrangement.undecided(plan, first) is None


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.rule("TRN-3")
def test_every_move_of_a_player_in_the_event_counts() -> None:
    evening = Evening(events.scheduled(seats_per_table=3), events.players(4), seed=1)
    evening.register(4)
    evening.step()
    evening.play_hands()

    def now() -> StoredFloor:
        return floors.read(evening.event, now=evening.now)

    plan = now()
    first, second = plan.tables
    no = next(iter(plan.tables[first].users))
    assert plan.times_moved(first, no) == 0
    to = next(seat for seat in plan.plan_of(plan.tables[second]).free)
    plan.move(first, no, second, to, Move.Reason.BALANCE)
    assert plan.times_moved(second, to) == now().times_moved(second, to) == 1


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.rule("TRN-3")
def test_the_first_hand_of_a_final_table_waits_until_it_was_greeted(settings: Any) -> None:
    settings.RESULT_SECONDS = 4
    event = events.scheduled(seats_per_table=3)
    evening = Evening(event, events.players(4), seed=1)
    evening.register(4)
    evening.step()
    while len(evening.tables()) > 1:
        for table in evening.tables():
            evening.put_everything_in(table)
        evening.later(20)
        evening.step()
    [final] = evening.tables()
    formed = evening.now
    assert final.notice == {
        "kind": "final_table",
        "prizes": awards.prize_list(evening.event)[: evening.event.live_count],
        "until": (formed + timedelta(seconds=8)).isoformat(),
    }
    assert final.notice["prizes"]
    assert final.hand_no == 0
    assert evening.event.due.due_at <= formed + timedelta(seconds=8)
    evening.later(8)
    evening.step()
    final.refresh_from_db()
    assert final.notice is None
    assert final.hand_no == 1


@pytest.mark.django_db
@pytest.mark.rule("TRN-3")
def test_a_single_table_is_greeted_only_where_others_were_before() -> None:
    evening = Evening(events.scheduled(format="shootout"), events.players(4), seed=1)
    evening.register(4)
    evening.step()
    [only] = evening.tables()
    assert only.name.endswith("final")
    assert only.notice is None
    assert only.hand_no == 1
