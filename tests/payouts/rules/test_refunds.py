"""Cancelled events, by the worked examples of the rulebook."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.refunds import (
    EntryPayment,
    RefundPart,
    RefundPlan,
    RefundReason,
    RefundRule,
    StillIn,
    before_the_first_hand,
    in_play,
)
from payouts.rules.schemes import Standard

TEN_PAID = [30_000, 20_000, 14_000, 10_000, 8_000, 6_000, 4_000, 3_000, 2_500, 2_500]


def live(rights: list[int], chips: list[int]) -> list[StillIn]:
    return [
        StillIn(entry=number, right=right, chips=own)
        for number, (right, own) in enumerate(zip(rights, chips, strict=True), 1)
    ]


def amounts(plan: RefundPlan) -> list[int]:
    return [line.amount for line in plan.lines]


@pytest.mark.rule("CANCEL-0")
def test_before_the_first_hand_everybody_gets_back_what_they_paid_the_way_they_paid() -> None:
    plan = before_the_first_hand(
        [
            EntryPayment(1, 500),
            EntryPayment(2, 500, ticket="sunday"),
            EntryPayment(3, 500),
            EntryPayment(3, 450),
        ]
    )
    assert [(line.entry, line.amount, line.ticket) for line in plan.lines] == [
        (1, 500, None),
        (2, 500, "sunday"),
        (3, 500, None),
        (3, 450, None),
    ]
    assert plan.added == 0
    assert plan.lines[0].parts == (RefundPart(RefundReason.PAYMENT, 500, "{500}"),)


@pytest.mark.rule("CANCEL-1")
@pytest.mark.parametrize(
    ("pool", "rights", "chips", "paid", "added"),
    [
        (8_000, [100] * 95, [1_000] * 95, [100] * 95, 1_500),
        (
            9_000,
            [500] * 7,
            [9_000, 6_000, 5_000, 4_000, 3_000, 2_000, 1_000],
            [2_150, 1_600, 1_417, 1_233, 1_050, 867, 683],
            0,
        ),
        (4_000, [1_000] * 3, [3_000] * 3, [1_334, 1_333, 1_333], 0),
        (
            20_000,
            [3_000, 1_000, 1_000, 1_000],
            [5_000, 3_000, 1_500, 500],
            [10_000, 5_200, 3_100, 1_700],
            0,
        ),
    ],
    ids=["operator adds", "seven in", "odd cent", "rebuys"],
)
def test_while_nobody_is_paid_the_entry_right_comes_back_and_the_rest_by_chips(
    pool: int, rights: list[int], chips: list[int], paid: list[int], added: int
) -> None:
    plan = in_play(live(rights, chips), pool=pool, prizes=[pool])
    assert (plan.rule, amounts(plan), plan.added) == ("CANCEL-1", paid, added)


@pytest.mark.rule("CANCEL-1", "POOL-2")
def test_a_guaranteed_pool_is_divided_as_guaranteed() -> None:
    """500 guaranteed, 30 entries of 9 + 1, twelve in with 90,000 chips."""
    chips = [16_000, 12_000, 10_000, 9_000, 8_000, 7_000, 7_000, 6_000, 5_000, 4_000, 3_000, 3_000]
    plan = in_play(live([1_000] * 12, chips), pool=50_000, prizes=[25_000, 15_000, 10_000])
    assert sum(chips) == 90_000
    assert (plan.lines[0].amount, plan.total, plan.added) == (7_756, 50_000, 0)


@pytest.mark.rule("CANCEL-1")
def test_a_line_shows_its_arithmetic() -> None:
    plan = in_play(live([500] * 2, [9_000, 21_000]), pool=6_500, prizes=[6_500])
    assert plan.lines[0].parts == (
        RefundPart(RefundReason.ENTRY_RIGHT, 500, "{500}"),
        RefundPart(RefundReason.SHARE_OF_REST, 1_650, "{5500} × 9000 / 30000"),
    )
    assert plan.lines[0].rule == "CANCEL-1"


@pytest.mark.rule("CANCEL-2")
@pytest.mark.parametrize(
    ("pool", "prizes", "chips", "paid"),
    [
        (
            100_000,
            TEN_PAID,
            [120_000, 90_000, 60_000, 20_000, 10_000],
            [24_800, 20_600, 16_400, 10_800, 9_400],
        ),
        (
            57_000 + 3_000,
            [20_000, 15_000, 9_000, 7_300, 5_700, 3_000],
            [15_000, 12_000, 10_000, 6_000, 500],
            [15_528, 13_562, 12_252, 9_631, 6_027],
        ),
        (6_000, [1_000] * 6, [5, 4, 3], [1_000, 1_000, 1_000]),
    ],
    ids=["five of ten", "570.00 left", "nothing is left to share"],
)
def test_once_somebody_is_paid_all_get_the_next_prize_and_the_rest_by_chips(
    pool: int, prizes: list[int], chips: list[int], paid: list[int]
) -> None:
    plan = in_play(live([1_000] * len(chips), chips), pool=pool, prizes=prizes)
    assert (plan.rule, amounts(plan), plan.added) == ("CANCEL-2", paid, 0)


@pytest.mark.rule("CANCEL-3")
def test_with_as_many_in_as_paid_places_the_operator_lifts_who_is_below_their_prize() -> None:
    rights, chips = [1_000] * 3, [8_900, 1_000, 100]
    prizes = [5_000, 3_000, 2_000]
    plan = in_play(live(rights, chips), pool=10_000, prizes=prizes)
    # By CANCEL-1: 10.00 each and 70.00 by chips; the third has locked 20.00, and so the second.
    assert (plan.rule, amounts(plan), plan.added) == ("CANCEL-3", [7_230, 2_000, 2_000], 1_230)
    assert plan.lines[2].parts[-1] == RefundPart(RefundReason.LOCKED_PRIZE, 930, "{2000} − {1070}")


@pytest.mark.rule("CANCEL-3")
def test_a_setting_reads_the_same_case_as_somebody_paid() -> None:
    rights, chips = [1_000] * 3, [8_900, 1_000, 100]
    prizes = [5_000, 3_000, 2_000]
    plan = in_play(live(rights, chips), pool=10_000, prizes=prizes, case2_when_all_itm=True)
    assert (plan.rule, amounts(plan), plan.added) == ("CANCEL-2", [5_560, 2_400, 2_040], 0)


@pytest.mark.rule("CANCEL-0")
def test_rebuys_and_add_ons_come_back_in_a_part_of_their_own() -> None:
    plan = before_the_first_hand(
        [EntryPayment(1, 1_000, "sunday", (500, 2_005)), EntryPayment(2, 1_000)]
    )
    assert plan.lines[0].parts == (
        RefundPart(RefundReason.PAYMENT, 1_000, "{1000}"),
        RefundPart(RefundReason.PURCHASES, 2_505, "{500} + {2005}"),
    )
    assert (plan.rule, plan.lines[0].rule, plan.lines[0].ticket) == (
        "CANCEL-0",
        "CANCEL-0",
        "sunday",
    )
    assert (amounts(plan), plan.total) == ([3_505, 1_000], 4_505)


@pytest.mark.rule("CANCEL-1")
def test_what_was_bought_on_top_is_a_right_too_before_chips_share_the_rest() -> None:
    players = [StillIn(1, 1_000, 3_000, purchases=(500, 500)), StillIn(2, 1_000, 1_000)]
    plan = in_play(players, pool=5_000, prizes=[5_000])
    assert plan.lines[0].parts == (
        RefundPart(RefundReason.ENTRY_RIGHT, 1_000, "{1000}"),
        RefundPart(RefundReason.PURCHASES, 1_000, "{500} + {500}"),
        RefundPart(RefundReason.SHARE_OF_REST, 1_500, "{2000} × 3000 / 4000"),
    )
    assert (amounts(plan), plan.added) == ([3_500, 1_500], 0)


@pytest.mark.rule("CANCEL-2", "DEAL-MAKE")
def test_what_a_deal_left_to_play_for_goes_by_chips_alone() -> None:
    plan = in_play(live([1_000] * 2, [30, 10]), pool=2_000, prizes=[2_000], after_deal=True)
    assert plan.lines[0].parts == (
        RefundPart(RefundReason.PRIZE_OF_NEXT_OUT, 0, "{0}"),
        RefundPart(RefundReason.SHARE_OF_REST, 1_500, "{2000} × 30 / 40"),
    )
    assert (plan.rule, amounts(plan), plan.added) == ("CANCEL-2", [1_500, 500], 0)
    assert [(line.entry, line.rule) for line in plan.lines] == [(1, "CANCEL-2"), (2, "CANCEL-2")]
    # Nothing was left: nobody gets anything more.
    plan = in_play(live([1_000] * 2, [30, 10]), pool=0, prizes=[], after_deal=True)
    assert amounts(plan) == [0, 0]


@pytest.mark.rule("BOUNTY-4")
def test_everybody_still_in_keeps_what_is_on_their_head() -> None:
    players = [StillIn(1, 1_000, 10, head=750), StillIn(2, 1_000, 10)]
    plan = in_play(players, pool=2_000, prizes=[2_000])
    assert plan.lines[0].parts[-1] == RefundPart(RefundReason.OWN_BOUNTY, 750, "{750}")
    assert [len(line.parts) for line in plan.lines] == [3, 2]
    assert amounts(plan) == [1_750, 1_000]


@pytest.mark.rule("CANCEL-3")
def test_who_has_exactly_the_locked_prize_is_not_lifted() -> None:
    plan = in_play(live([1_000, 1_000], [10, 10]), pool=4_000, prizes=[2_000, 2_000])
    assert (plan.rule, amounts(plan), plan.added) == ("CANCEL-3", [2_000, 2_000], 0)
    assert [part.why for part in plan.lines[0].parts] == [
        RefundReason.ENTRY_RIGHT,
        RefundReason.SHARE_OF_REST,
    ]
    assert {line.rule for line in plan.lines} == {"CANCEL-3"}


@pytest.mark.slow
@pytest.mark.rule("CANCEL-1", "CANCEL-2", "CANCEL-3", "PAY-ROUND")
@given(
    entries=st.integers(2, 300),
    share_in=st.floats(0, 1),
    buy_in=st.integers(1, 25_000),
    guarantee=st.integers(0, 10**6),
    chips=st.lists(st.integers(1, 10**6), min_size=300, max_size=300),
    setting=st.booleans(),
)
def test_every_plan_pays_the_pool_and_what_the_operator_adds_to_the_cent(
    entries: int,
    share_in: float,
    buy_in: int,
    guarantee: int,
    chips: list[int],
    setting: bool,
) -> None:
    still_in = max(1, round(entries * share_in))
    pool = max(guarantee, entries * buy_in)
    prizes = Standard().prizes(entries=entries, pool=pool)
    players = live([buy_in] * still_in, chips[:still_in])
    plan = in_play(players, pool=pool, prizes=prizes, case2_when_all_itm=setting)
    due = sum(prizes[still_in:])
    assert plan.total + due == pool + plan.added
    if still_in <= len(prizes):
        assert min(amounts(plan)) >= prizes[still_in - 1]
    by_chips = sorted(zip(chips, amounts(plan), strict=False), reverse=True)
    assert [paid for _, paid in by_chips] == sorted(amounts(plan), reverse=True)


@pytest.mark.rule("CANCEL-0", "CANCEL-1", "CANCEL-2", "CANCEL-3")
def test_only_before_the_first_hand_everything_is_undone() -> None:
    assert [rule for rule in RefundRule if rule.undoes] == ["CANCEL-0"]


@pytest.mark.rule("CANCEL-4")
def test_a_plan_pays_all_but_what_was_won_before() -> None:
    assert {rule for rule in RefundRule if not rule.of_the_plan} == {"RANK-1", "BOUNTY-1"}
