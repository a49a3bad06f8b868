"""From pools to prizes, scheme by scheme."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.schemes import (
    SCHEMES,
    PayoutTable,
    Satellite,
    Scheme,
    Split,
    Standard,
    TwoRankings,
    Velox,
    Winners,
    read,
    standard,
)
from payouts.rules.standard_table import BANDS, GRID


@pytest.mark.rule("PAY-WIN")
@pytest.mark.parametrize(
    ("shares", "entries", "pool", "won"),
    [
        ([10_000], 2, 1_000, [1_000]),
        ([6_500, 3_500], 6, 2_700, [1_755, 945]),
        ([5_000, 3_000, 2_000], 9, 10_001, [5_001, 3_000, 2_000]),
        ([5_000, 3_000, 2_000], 2, 800, [500, 300]),
        ([5_000, 3_000, 2_000], 1, 800, [800]),
        ([6_500, 3_500], 6, 0, [0, 0]),
    ],
)
def test_winners_share_by_fixed_percentages(
    shares: list[int], entries: int, pool: int, won: list[int]
) -> None:
    assert Winners(shares).prizes(entries=entries, pool=pool) == won


@pytest.mark.rule("PAY-WIN", "INFO-2")
@pytest.mark.parametrize(
    ("entries", "pool", "amounts"),
    [
        (0, 0, [0, 0, 0]),
        (0, 500, [0, 0, 0]),
        (1, 1_000, [1_000, 0, 0]),
        (2, 1_800, [1_200, 600, 0]),
        (3, 3_000, [1_800, 900, 300]),
        (99, 10_000, [6_000, 3_000, 1_000]),
    ],
)
def test_the_sheet_shows_every_place_at_any_number_of_entries(
    entries: int, pool: int, amounts: list[int]
) -> None:
    rows = Winners([6_000, 3_000, 1_000]).sheet(entries=entries, pool=pool)
    assert [row.share for row in rows] == [6_000, 3_000, 1_000]
    assert [row.amount for row in rows] == amounts


@pytest.mark.rule("INFO-2")
def test_places_with_one_prize_and_one_share_stand_together() -> None:
    rows = Winners([5_000, 2_000, 1_000, 1_000, 1_000]).sheet(entries=5, pool=1_000)
    assert rows == [(1, 1, 500, 5_000), (2, 2, 200, 2_000), (3, 5, 100, 1_000)]
    # Of an empty pool each has its own share still.
    assert len(Winners([6_000, 4_000]).sheet(entries=2, pool=0)) == 2
    assert Satellite(300).sheet(entries=3, pool=650) == [(1, 2, 300, None), (3, 3, 50, None)]
    two = TwoRankings([6_000, 4_000], by_elimination=5_000).sheet(entries=1, pool=100)
    assert [row.share for row in two] == [3_000, 2_000]


@pytest.mark.rule("PAY-STD")
@pytest.mark.parametrize(("most", "row"), GRID.items())
def test_every_row_of_the_grid_is_whole_and_never_rises(most: int, row: tuple[int, ...]) -> None:
    shares = standard(most)
    assert sum(shares) == 10_000
    assert shares == sorted(shares, reverse=True)
    assert len(shares) == BANDS[len(row) - 1] <= most


@pytest.mark.rule("PAY-STD")
@pytest.mark.parametrize(
    ("entries", "paid", "first", "last"),
    [
        (2, 3, 5_000, 2_000),
        (12, 3, 5_000, 2_000),
        (13, 4, 4_000, 1_000),
        (27, 5, 4_000, 900),
        (28, 7, 3_300, 600),
        (51, 12, 2_600, 300),
        (117, 18, 2_500, 180),
        (118, 27, 2_300, 110),
        (700, 99, 1_925, 25),
        (900, 126, 1_920, 19),
        (901, 153, 1_911, 15),
        (1_100, 153, 1_911, 15),
    ],
)
def test_the_grid_at_the_edges_of_its_brackets(
    entries: int, paid: int, first: int, last: int
) -> None:
    shares = standard(entries)
    assert (len(shares), shares[0], shares[-1]) == (paid, first, last)


@pytest.mark.rule("PAY-STD")
def test_a_hundred_entries_of_nine_euro_are_paid_by_the_grid() -> None:
    won = Standard().prizes(entries=100, pool=90_000)
    assert len(won) == 18
    assert won[:4] == [22_500, 13_950, 9_900, 7_650]
    assert won[-3:] == [1_620, 1_620, 1_620]


@pytest.mark.rule("PAY-STD")
@pytest.mark.parametrize("entries", [100, 1_100, 1_101, 5_000])
def test_the_percentages_of_a_field_are_those_of_its_prizes(entries: int) -> None:
    pool = entries * 900
    shares = Standard().percentages(entries=entries, pool=pool)
    prizes = Standard().prizes(entries=entries, pool=pool)
    assert sum(shares) == 10_000
    assert [share * pool / 10_000 for share in shares] == pytest.approx(prizes, abs=pool / 10_000)
    assert Standard().percentages(entries=5_000, pool=0) == []


@pytest.mark.rule("PAY-STD", "PAY-ROUND")
@given(entries=st.integers(1, 300_000), pool=st.integers(0, 10**12))
def test_prizes_sum_to_the_pool_and_never_rise(entries: int, pool: int) -> None:
    won = Standard().prizes(entries=entries, pool=pool)
    assert sum(won) == pool
    assert won == sorted(won, reverse=True)
    assert len(won) <= entries


@pytest.mark.rule("POOL-2", "PAY-WIN", "PAY-STD", "PAY-TABLE", "PAY-SAT", "RANK-2")
@pytest.mark.parametrize(
    "scheme",
    [
        Winners([6_500, 3_500]),
        Standard(),
        PayoutTable([{"most": 9, "runs": [[1, 6_500], [1, 3_500]]}]),
        Satellite(1_000, secondary=100),
        TwoRankings([6_000, 4_000], 5_000),
    ],
)
def test_where_nobody_has_entered_a_guarantee_is_nobodys_prize(scheme: Scheme) -> None:
    assert scheme.prizes(entries=0, pool=10_000) == []
    assert scheme.percentages(entries=0, pool=10_000) == []


def test_an_unknown_scheme_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="lottery"):
        read({"kind": "lottery"})


@pytest.mark.parametrize(
    ("stored", "scheme"),
    [
        ({"kind": "winners", "shares": [6_500, 3_500]}, Winners([6_500, 3_500])),
        ({"kind": "standard"}, Standard()),
        (
            {"kind": "satellite", "seat": 30_000, "secondary": 6_000, "seats_for": None},
            Satellite(30_000, secondary=6_000),
        ),
        (
            {"kind": "satellite", "seat": 30_000, "secondary": 0, "seats_for": 7},
            Satellite(30_000, seats_for=7),
        ),
        ({"kind": "split"}, Split()),
        (
            {"kind": "two", "by_elimination": 5_000, "shares": [6_000, 4_000]}
            | {"elimination": None, "chips": None},
            TwoRankings([6_000, 4_000], 5_000),
        ),
        ({"kind": "velox", "seats": 3, "buy_in": 500, "table": ""}, Velox(3, 500)),
    ],
)
def test_what_a_published_event_keeps_is_read_and_written_unchanged(
    stored: dict[str, object], scheme: Scheme
) -> None:
    assert read(stored) == scheme
    assert scheme.to_json() == stored


def test_only_prizes_by_place_and_in_money_can_be_dealt_about() -> None:
    assert {kind for kind, scheme in SCHEMES.items() if scheme.dealt} == {
        "winners",
        "standard",
        "table",
    }


@pytest.mark.parametrize(
    ("shares", "fault"),
    [
        ([10_000], None),
        ([6_500, 3_500], None),
        ([], "empty"),
        ("6500", "empty"),
        ({"1": 10_000}, "empty"),
        ([6_500, "3500"], "not_positive"),
        ([6_500.0, 3_500.0], "not_positive"),
        ([10_000, 0], "not_positive"),
        ([True, 9_999], "not_positive"),
        ([6_500, 3_400], "not_whole"),
        ([3_500, 6_500], "rising"),
    ],
)
def test_a_scheme_that_staff_typed_wrongly_is_caught(shares: object, fault: str | None) -> None:
    assert Winners(shares).fault == (fault and ("shares", fault))  # type: ignore[arg-type]


TWO = {"kind": "two", "by_elimination": 6_000, "shares": [7_000, 3_000]}
VELOX = {"kind": "velox", "seats": 6, "buy_in": 100}


@pytest.mark.rule("PAY-SAT", "PAY-SPLIT", "RANK-2", "VELOX-2", "VELOX-3")
@pytest.mark.parametrize(
    ("terms", "entries", "pool", "won", "by_chips"),
    [
        ({"kind": "satellite", "seat": 3_000, "secondary": 0}, 9, 7_000, [3_000, 3_000, 1_000], 0),
        ({"kind": "satellite", "seat": 3_000, "secondary": 600}, 9, 4_300,
         [3_000, 600, 600, 100], 0),
        ({"kind": "split"}, 9, 9_001, [], 9_001),
        # The odd cent belongs to the places.
        (TWO, 9, 1_001, [421, 180], 400),
        (TWO, 1, 1_000, [600], 400),
        (VELOX, 6, 800, [600, 200], 0),
        (VELOX, 6, 2_500, [1_250, 450, 200, 200, 200, 200], 0),
        ({"kind": "velox", "seats": 3, "buy_in": 500}, 3, 3_000, [3_000], 0),
        ({"kind": "winners", "shares": [10_000]}, 2, 1_000, [1_000], 0),
        ({"kind": "standard"}, 2, 1_000, [625, 375], 0),
    ],
)  # fmt: skip
def test_every_scheme_divides_what_is_not_divided_by_chips(
    terms: dict[str, object], entries: int, pool: int, won: list[int], by_chips: int
) -> None:
    assert read(terms).prizes(entries=entries, pool=pool) == won
    assert read(terms).chips_part(pool) == by_chips


@pytest.mark.rule("PAY-STD")
def test_the_grid_ends_where_the_power_law_begins() -> None:
    assert len(Standard().prizes(entries=1_100, pool=10**9)) == 153
    assert len(Standard().prizes(entries=1_101, pool=10**9)) == 165


@pytest.mark.rule("VELOX-2", "VELOX-3")
def test_all_buy_ins_come_back_but_where_a_draw_decides() -> None:
    assert Standard().returned == 1
    assert read(VELOX).returned == Fraction(90, 100)
    assert read({"kind": "velox", "seats": 3, "buy_in": 500}).returned == Fraction(91, 100)
