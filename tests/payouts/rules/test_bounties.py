"""Who takes what of a head, and what of it is paid at once."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.bounties import at_the_end, paid_at_once, shares

ANNA, BRUNO, CARLA = 1, 2, 3
STACKS = {ANNA: 1000, BRUNO: 3000, CARLA: 2000}


@pytest.mark.rule("BOUNTY-1", "PAY-ROUND")
@pytest.mark.parametrize(
    ("head", "sides", "taken"),
    [
        (1000, [[ANNA]], {ANNA: 1000}),
        (1000, [[ANNA, BRUNO]], {ANNA: 500, BRUNO: 500}),
        (1001, [[ANNA, BRUNO]], {ANNA: 500, BRUNO: 501}),
        (1000, [[ANNA, BRUNO, CARLA]], {ANNA: 333, BRUNO: 334, CARLA: 333}),
        (1000, [[ANNA], [BRUNO]], {ANNA: 500, BRUNO: 500}),
        (1000, [[ANNA], [ANNA]], {ANNA: 1000}),
        (1000, [[ANNA], [BRUNO, CARLA]], {ANNA: 500, BRUNO: 250, CARLA: 250}),
        (1000, [[ANNA, BRUNO], [ANNA]], {ANNA: 750, BRUNO: 250}),
        (1, [[ANNA, BRUNO]], {ANNA: 0, BRUNO: 1}),
    ],
    ids=["one", "tie", "odd cent", "three", "hi/lo", "scooped", "low tied", "high tied", "a cent"],
)
def test_the_winners_of_the_pot_share_the_head(
    head: int, sides: list[list[int]], taken: dict[int, int]
) -> None:
    assert shares(head, sides, STACKS) == taken


@pytest.mark.rule("BOUNTY-2")
@pytest.mark.parametrize(
    ("share", "fixed", "progressive"), [(1000, 1000, 500), (501, 501, 251), (1, 1, 1), (0, 0, 0)]
)
def test_a_progressive_bounty_pays_half_and_the_odd_cent(
    share: int, fixed: int, progressive: int
) -> None:
    assert paid_at_once(share, progressive=False) == fixed
    assert paid_at_once(share, progressive=True) == progressive


sides = st.lists(st.lists(st.sampled_from(list(STACKS)), min_size=1, unique=True), min_size=1)


@pytest.mark.rule("BOUNTY-1", "BOUNTY-2")
@given(head=st.integers(0, 10**6), sides=sides, progressive=st.booleans())
def test_a_head_is_divided_to_the_cent(
    head: int, sides: list[list[int]], progressive: bool
) -> None:
    taken = shares(head, sides, STACKS)
    assert sum(taken.values()) == head
    assert taken.keys() == {entry for winners in sides for entry in winners}
    for share in taken.values():
        paid = paid_at_once(share, progressive=progressive)
        assert 0 <= share - paid <= paid <= share


@pytest.mark.rule("BOUNTY-2", "BOUNTY-3")
@given(
    bounty=st.integers(1, 25_000),
    order=st.permutations(range(6)),
    dice=st.randoms(use_true_random=False),
    progressive=st.booleans(),
)
def test_all_bounties_paid_are_all_bounties_bought(
    bounty: int, order: list[int], dice: Random, progressive: bool
) -> None:
    """An event in short: one after the other goes out, to one or two of those still in."""
    heads, paid = dict.fromkeys(order, bounty), 0
    while len(order) > 1:
        out = order.pop()
        takers = dice.sample(order, min(len(order), dice.choice([1, 1, 2])))
        for taker, share in shares(heads.pop(out), [takers], dict.fromkeys(order, 1)).items():
            cash = paid_at_once(share, progressive=progressive)
            paid += cash
            heads[taker] += share - cash
    assert paid + heads[order[0]] == 6 * bounty


@pytest.mark.rule("BOUNTY-3")
@pytest.mark.parametrize(
    ("finalists", "to"),
    [
        ([ANNA], {ANNA: ANNA, BRUNO: ANNA}),
        ([BRUNO, ANNA], {ANNA: ANNA, BRUNO: BRUNO}),
        ([CARLA], {ANNA: CARLA, BRUNO: CARLA}),
        ([], {}),
    ],
)
def test_who_is_still_in_keeps_their_own_head_and_the_first_gets_the_others(
    finalists: list[int], to: dict[int, int]
) -> None:
    """Carla's was taken."""
    assert at_the_end({ANNA: 1000, BRUNO: 500, CARLA: 0}, finalists) == to
