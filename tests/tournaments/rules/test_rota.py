"""The rotation of dealers: every table has one, and everybody rests as often (LIVE-10)."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal
from tournaments.refusals import EventCode
from tournaments.rules import rota

pytestmark = pytest.mark.rule("LIVE-10")

START = datetime(2026, 11, 23, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("tables", "dealers", "places"),
    [
        ([7, 8], 2, [7, 8]),
        ([7, 8], 3, [7, 8, 0]),
        ([7, 8, 9, 10], 6, [7, 8, 0, 9, 10, 0]),
        ([7], 3, [7, 0, 0]),
    ],
)
def test_rests_are_spread_among_the_tables(
    tables: list[int], dealers: int, places: list[int]
) -> None:
    assert rota.slots(tables, dealers=dealers) == places


def test_a_table_without_a_dealer_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        rota.slots([7, 8, 9], dealers=2)
    assert refused.value.code == EventCode.TOO_FEW_DEALERS
    assert refused.value.context == {"tables": 3, "dealers": 2}


def turn(minutes: int, *, ahead: int = 0, opened: frozenset[int] = frozenset({7, 8})) -> rota.Turn:
    return rota.at(
        ["ada", "bea", "cleo"],
        [7, 8, 0],
        opened=opened,
        minutes=30,
        since=START,
        now=START + timedelta(minutes=minutes),
        ahead=ahead,
    )


def test_everybody_goes_one_place_on_with_each_turn() -> None:
    assert turn(0) == rota.Turn({7: "ada", 8: "bea"}, ["cleo"], START + timedelta(minutes=30))
    assert turn(29) == turn(0)
    assert turn(30).tables == {8: "ada", 7: "cleo"} == turn(0, ahead=1).tables
    assert turn(30).resting == ["bea"]
    assert turn(90) == rota.Turn({7: "ada", 8: "bea"}, ["cleo"], START + timedelta(minutes=120))
    assert turn(-5) == turn(0)


def test_whose_table_was_broken_rests() -> None:
    assert turn(0, opened=frozenset({7})) == rota.Turn(
        {7: "ada"}, ["bea", "cleo"], START + timedelta(minutes=30)
    )


@given(tables=st.integers(1, 20), more=st.integers(0, 20))
def test_over_a_whole_rotation_everybody_does_the_same(tables: int, more: int) -> None:
    dealers = [f"dealer {number}" for number in range(tables + more)]
    opened = range(100, 100 + tables)
    places = rota.slots(list(opened), dealers=len(dealers))
    dealt: Counter[str] = Counter()
    for ahead in range(len(dealers)):
        found = rota.at(
            dealers,
            places,
            opened=frozenset(opened),
            minutes=20,
            since=START,
            now=START,
            ahead=ahead,
        )
        assert sorted(found.tables) == list(opened)
        assert sorted([*found.tables.values(), *found.resting]) == sorted(dealers)
        dealt.update(found.tables.values())
    assert set(dealt.values()) == {tables}
