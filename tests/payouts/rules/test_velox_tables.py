"""The room's own VeloX tables: what is one, and how it is spelled out."""

from collections.abc import Sequence

import pytest

from payouts.rules import velox, velox_tables
from payouts.rules.velox import TICKETS
from payouts.rules.velox_proof import PublishedDraw, UnreadableDraw, prove
from payouts.rules.velox_tables import OddsFault, Row

pytestmark = pytest.mark.rule("VELOX-2", "VELOX-3")

# 3 seats: (100 * 5_000 + 2 * 995_000) / 3_000_000 = 83 %.
SOUND = [(100, 5_000), (2, 995_000)]


@pytest.mark.parametrize(
    ("rows", "seats", "fault"),
    [
        (SOUND, 3, None),
        ([*reversed(SOUND)], 3, None),
        (SOUND, 4, OddsFault("seats")),
        ([], 3, OddsFault("rows")),
        ([(3, TICKETS)], 3, OddsFault("rows")),
        ([(times, 1) for times in range(1, 22)], 3, OddsFault("rows")),
        ([(0, 5_000), (2, 995_000)], 3, OddsFault("row", 1)),
        ([(100, 5_000), (2, 0)], 3, OddsFault("row", 2)),
        ([(100_001, 5_000), (2, 995_000)], 3, OddsFault("row", 1)),
        ([(2, 5_000), (100, 5_000), (2, 990_000)], 3, OddsFault("twice", 3)),
        ([(100, 5_000), (2, 994_999)], 3, OddsFault("sum", found=999_999)),
        ([(100, 5_000), (2, 995_001)], 3, OddsFault("sum", found=1_000_001)),
        # Exactly what was paid, and a ticket more of the higher; exactly the floor, and one less.
        ([(4, 500_000), (2, 500_000)], 3, None),
        ([(4, 500_001), (2, 499_999)], 3, OddsFault("much", found=100 + 2 / 30_000)),
        ([(4, 200_000), (2, 800_000)], 3, None),
        ([(4, 199_999), (2, 800_001)], 3, OddsFault("little", found=80 - 2 / 30_000)),
    ],
)
def test_what_is_no_table_is_named_by_its_row(
    rows: Sequence[Row], seats: int, fault: OddsFault | None
) -> None:
    found = velox_tables.fault(rows, seats=seats)
    if fault is None or found is None:
        assert found is fault
        return
    assert (found.word, found.row) == (fault.word, fault.row)
    assert found.found == pytest.approx(fault.found)


@pytest.mark.rule("POOL-1")
def test_the_regulations_tables_could_be_ordered_too() -> None:
    for seats, tables in velox.TABLES.items():
        for least, most, table in tables:
            assert velox_tables.fault([*table.items()], seats=seats) is None
            odds = velox.written(table)
            assert velox.read(odds) == table
            for buy_in in (least, most):
                own = velox.table(seats=seats, buy_in=buy_in, odds=odds)
                assert [*own.items()] == [*velox.table(seats=seats, buy_in=buy_in).items()]


def test_a_table_is_spelled_out_the_highest_first_and_serves_any_buy_in() -> None:
    odds = velox.written(dict(reversed(SOUND)))
    assert odds == "100:5000 2:995000"
    assert velox.table(seats=3, buy_in=777, odds=odds) == dict(SOUND)
    assert [(times, run.start, run.stop) for times, run in velox.runs(velox.read(odds))] == [
        (100, 0, 5_000),
        (2, 5_000, TICKETS),
    ]


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("multiplier", [1, 2, 3, 24, 25, 99, 100, 100_000])
def test_every_multiplier_is_divided(seats: int, multiplier: int) -> None:
    assert sum(velox.shares(seats=seats, multiplier=multiplier)) == 10_000


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize(
    "odds",
    [
        *(" ", "x", "100", "100:5000", "100:5000 2:995001", "2:995000 100:5000"),
        *("100:5000 2:-1", "100:5000 2:995000 ", "100:5000  2:995000", "0:5000 2:995000"),
        *("100:5000 2:500000 2:495000", "100:0 2:1000000", "²:1000000", "1" * 5_000 + ":1"),
    ],
)
def test_a_record_with_a_broken_table_cannot_be_checked(odds: str) -> None:
    record = PublishedDraw(
        event="G1",
        seats=3,
        buy_in=500,
        commitment="",
        player_seeds={1: "a"},
        server_seed="00" * 32,
        ticket=0,
        multiplier=2,
        odds=odds,
    )
    with pytest.raises(UnreadableDraw):
        prove(record)
