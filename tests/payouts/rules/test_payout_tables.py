"""PAY-TABLE: tables of a room's own, typed or made, and what is wrong with some."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules import payout_tables, schemes
from payouts.rules.payout_tables import Formula, PayoutRow, ShareRun
from payouts.rules.schemes import PayoutTable

pytestmark = pytest.mark.rule("PAY-TABLE")

TYPED = """
6: 65 35
27: 40 23 16 12 9
100: 30 20 15 10 5x3 2.5x4
"""
formulas = st.builds(
    Formula,
    percent=st.integers(1, 50),
    steepness=st.integers(0, 300),
    least=st.integers(0, 500),
    largest=st.integers(2, 30_000),
)


def table(text: str, least: int = 0) -> PayoutTable:
    rows = payout_tables.parse(text)
    assert not isinstance(rows, str)
    return PayoutTable([row.to_json() for row in rows], least)


@pytest.mark.parametrize(
    ("entries", "prizes"),
    [
        (1, [100_00]),
        (2, [65_00, 35_00]),
        (6, [65_00, 35_00]),
        (7, [40_00, 23_00, 16_00, 12_00, 9_00]),
        (28, [30_00, 20_00, 15_00, 10_00, *[5_00] * 3, *[2_50] * 4]),
        # Larger than its last row.
        (500, [30_00, 20_00, 15_00, 10_00, *[5_00] * 3, *[2_50] * 4]),
    ],
)
def test_the_row_for_the_field_divides_the_pool(entries: int, prizes: list[int]) -> None:
    scheme = table(TYPED)
    assert scheme.prizes(entries=entries, pool=100_00) == prizes
    assert sum(scheme.percentages(entries=entries, pool=100_00)) == 10_000
    assert schemes.read(scheme.to_json()) == scheme


@pytest.mark.parametrize(
    ("text", "least", "fault"),
    [
        ("", 0, ("no_rows", 0)),
        ("6: 65 34.99", 0, ("row_not_whole", 1)),
        ("6: 65 35\n6: 65 35", 0, ("rows_out_of_order", 2)),
        ("6: 65 35\n9: 35 65", 0, ("row_rising", 2)),
        ("6: 100 0", 0, ("row_not_positive", 1)),
        ("2: 50 30 20", 0, ("row_places", 1)),
        # Seven entries bring seven buy-ins, of which a tenth is less than one.
        ("6: 100\n9: 60 30 10", 100, ("row_least", 2)),
        ("6: 100\n9: 50 30 20", 100, None),
        # No event takes more entries than that.
        ("300000: 100", 0, None),
        ("300001: 100", 0, ("rows_out_of_order", 1)),
    ],
)
def test_what_is_wrong_with_a_table_is_said_with_its_row(
    text: str, least: int, fault: tuple[str, int] | None
) -> None:
    rows = payout_tables.parse(text)
    assert not isinstance(rows, str)
    assert payout_tables.fault(rows, least=least) == fault


@pytest.mark.parametrize("line", ["27", "27: a", "x: 1", "27: 40 -1", "27: 40x", "9: 0.01x9999"])
def test_a_line_that_is_no_row_is_named(line: str) -> None:
    assert payout_tables.parse(f"6: 65 35\n{line}") == line


@given(formulas)
def test_a_made_table_is_sound_and_is_read_as_it_was_written(formula: Formula) -> None:
    rows = payout_tables.make(formula)
    assert payout_tables.fault(rows, least=formula.least) is None
    assert payout_tables.parse(payout_tables.write(rows)) == rows
    assert rows[-1].most == formula.largest
    for row in rows:
        shares = row.shares
        assert sum(shares) == 10_000
        assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize(
    ("percent", "entries", "paid"),
    [
        # Rows serve 7 to 9, 13 to 18 and 28 to 36 entries.
        (50, 9, 4),
        (15, 18, 2),
        (20, 36, 6),
    ],
)
def test_a_made_row_pays_its_percent_of_the_smallest_field_that_it_serves(
    percent: int, entries: int, paid: int
) -> None:
    rows = payout_tables.make(Formula(percent, steepness=80, least=0, largest=1_000))
    assert len(payout_tables.row_for(rows, entries).shares) == paid


def test_where_no_least_prize_is_promised_the_last_place_may_get_a_hundredth_of_a_percent() -> None:
    steep = payout_tables.make(Formula(percent=50, steepness=300, least=0, largest=1_000))
    assert steep[-1].shares[-1] == 1


@given(formulas, st.integers(2, 30_000))
def test_the_least_prize_is_paid_in_every_field_of_its_row(formula: Formula, entries: int) -> None:
    rows = payout_tables.make(formula)
    entries = min(entries, formula.largest)
    scheme = PayoutTable([row.to_json() for row in rows], formula.least)
    pool = entries * 100_00
    prizes = scheme.prizes(entries=entries, pool=pool)
    assert sum(prizes) == pool
    if len(prizes) > 1 and entries >= len(payout_tables.row_for(rows, entries).shares):
        assert prizes[-1] >= formula.least * 100 - 1


def test_a_steeper_wish_gives_the_winner_more_and_a_wider_one_pays_more() -> None:
    flat, steep = (
        payout_tables.make(Formula(15, steepness, 150, 1_000))[-1] for steepness in (50, 120)
    )
    assert flat.shares[0] < steep.shares[0]
    few, many = (payout_tables.make(Formula(percent, 80, 150, 1_000))[-1] for percent in (10, 20))
    assert len(few.shares) < len(many.shares)
    assert PayoutRow(6, (ShareRun(1, 6500), ShareRun(2, 1750))).shares == [6500, 1750, 1750]
