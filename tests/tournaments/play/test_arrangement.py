"""Who plays where, as the director arranges it."""

from datetime import timedelta

import pytest

from core.types import Chips, SeatNo
from tables import engine
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments.floor import floors
from tournaments.floor.floors import StoredFloor, TableState
from tournaments.models import Move, Tournament
from tournaments.play import arrangement
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
