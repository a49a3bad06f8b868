"""Who sits where in a pool (FAST-3), by worked examples, and against an obvious implementation."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.pools.seating import FEWEST, SEATS, Counters, after, company, seat
from tests.harness.long_forms import longer
from tests.tables.pools import by_hand

pytestmark = pytest.mark.rule("FAST-3")


def settled(big_blind: int, small_blind: int, button: int) -> Counters:
    return Counters(big_blind, small_blind, button, owes=False)


# Counters by entry (hands since big blind, small blind, button); who sits where, from the button.
SEATED = {
    "each place to whom it has passed over longest": (
        {1: (5, 4, 3), 2: (4, 3, 2), 3: (3, 2, 1), 4: (2, 1, 0), 5: (1, 0, 5), 6: (0, 5, 4)},
        [5, 6, 1, 2, 3, 4],
    ),
    "the big blind first, then the small blind of the rest": (
        {1: (9, 9, 9), 2: (8, 8, 8), 3: (7, 7, 7), 4: (0, 0, 0)},
        [3, 2, 1, 4],
    ),
    "of equal ones, the earlier entry": (
        {4: (2, 2, 2), 2: (2, 2, 2), 3: (2, 2, 2), 9: (2, 2, 2), 7: (2, 2, 2)},
        [4, 3, 2, 9, 7],
    ),
    "fewest hands since the button, and the cut-off": (
        {1: (9, 0, 0), 2: (0, 9, 0), 3: (0, 0, 9), 4: (0, 0, 3), 5: (0, 0, 1), 6: (0, 0, 2)},
        [3, 2, 1, 4, 6, 5],
    ),
    "three": ({1: (0, 0, 1), 2: (0, 1, 0), 3: (1, 0, 0)}, [1, 2, 3]),
    "of two, the small blind is the button": ({1: (1, 0, 0), 2: (0, 1, 0)}, [2, 1]),
}


@pytest.mark.parametrize("case", SEATED)
def test_an_entry_sits_where_its_counters_put_it(case: str) -> None:
    entries, expected = SEATED[case]
    seating = seat({entry: settled(*counted) for entry, counted in entries.items()})
    assert [seating.seats[no] for no in sorted(seating.seats)] == expected
    assert not seating.posts
    first = seating.positions
    assert first.button == 1
    assert (first.small_blind, first.big_blind) == ((1, 2) if len(entries) == 2 else (2, 3))


def test_new_entries_post_a_big_blind_once_and_then_their_counters_start() -> None:
    old = {pk: settled(pk, pk, pk) for pk in (1, 2, 3)}
    entries = {**old, 4: Counters(), 5: Counters()}
    seating = seat(entries)
    assert sorted(seating.seats[no] for no in seating.posts) == [4, 5]
    entries = after(entries, seating)
    assert entries[4] == entries[5] == settled(0, 0, 0)
    again = seat(entries)
    assert not again.posts
    assert after(entries, again)[5] == settled(1, 1, 1)


def test_a_new_entry_that_is_the_big_blind_has_paid_and_as_the_small_blind_it_still_owes() -> None:
    entries = {1: Counters(), 2: Counters(), 3: Counters()}
    seating = seat(entries)
    assert [seating.seats[no] for no in (1, 2, 3)] == [3, 2, 1]
    assert [seating.seats[no] for no in seating.posts] == [3]
    entries = after(entries, seating)
    assert not entries[1].owes
    assert entries[2] == Counters()


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_hand_has_two_to_six_players(count: int) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        seat({pk: Counters() for pk in range(count)})


# The queue, the pairs that must not meet, and who plays.
COMPANIES = {
    "the first six of all who wait": ([4, 9, 2, 7, 5, 1, 8], [], [4, 9, 2, 7, 5, 1]),
    "one who must not meet the first is passed over": (
        [1, 2, 3, 4, 5, 6, 7], [(3, 1)], [1, 2, 4, 5, 6, 7],
    ),
    "the first waits on while six others may play": (
        [1, 2, 3, 4, 5, 6, 7], [(1, 7), (1, 2)], [2, 3, 4, 5, 6, 7],
    ),
    "too few for six: those beside the first": ([1, 2, 3, 4], [(1, 2), (1, 3)], [1, 4]),
    "the first alone: those beside the next": ([1, 2, 3], [(1, 2), (3, 1)], [2, 3]),
    "only pairs that must not meet": ([1, 2], [(2, 1)], []),
    "one": ([1], [], []),
    "none": ([], [], []),
}  # fmt: skip


@pytest.mark.rule("FAST-4")
@pytest.mark.parametrize("case", COMPANIES)
def test_those_who_must_not_meet_play_in_different_hands(case: str) -> None:
    queue, pairs, expected = COMPANIES[case]
    assert company(queue, {frozenset(pair) for pair in pairs}) == expected


@pytest.mark.rule("FAST-4")
@given(
    st.permutations(range(12)),
    st.sets(st.frozensets(st.integers(0, 11), min_size=2, max_size=2)),
)
def test_a_company_is_in_order_has_no_pair_apart_and_is_there_if_any_two_may_meet(
    queue: list[int], apart: set[frozenset[int]]
) -> None:
    found = company(queue, apart)
    assert found == [entry for entry in queue if entry in found]
    assert not any(pair <= set(found) for pair in apart)
    two = any({one, other} not in apart for one in queue for other in queue if one < other)
    assert two == (FEWEST <= len(found) <= SEATS)


@given(
    st.dictionaries(
        st.integers(1, 99),
        st.builds(Counters, *[st.integers(0, 40)] * 3, owes=st.just(False)),
        min_size=2,
        max_size=6,
    )
)
def test_everybody_sits_once_and_the_three_are_those_without_longest(
    entries: dict[int, Counters],
) -> None:
    seating = seat(entries)
    assert sorted(seating.seats.values()) == sorted(entries)
    big = seating.seats[seating.positions.big_blind]
    assert entries[big].big_blind == max(each.big_blind for each in entries.values())
    told = after(entries, seating)
    assert [pk for pk, each in told.items() if each.big_blind == 0] == [big]


HANDS = longer(100_000, short=12_000)


@pytest.mark.slow
@pytest.mark.long
def test_over_very_many_hands_every_entry_has_its_share_of_the_blinds_and_of_the_button() -> None:
    """A pool of sixty, of whom some leave and come back, and now and then fewer than six are free;
    the obvious implementation seats the same entries at every hand."""
    dice = Random(20)
    counters = {pk: Counters() for pk in range(1, 61)}
    pasts = {pk: by_hand.Past(pk) for pk in counters}
    queue = list(counters)
    had: dict[str, Counter[int]] = {what: Counter() for what in ("big", "small", "button", "all")}
    for _ in range(HANDS):
        size = 6 if dice.random() < 0.9 else dice.randint(2, 5)
        chosen = {pk: counters[pk] for pk in queue[:size]}
        seating = seat(chosen)
        order, posts = by_hand.seat([pasts[pk] for pk in chosen])
        assert [seating.seats[no] for no in sorted(seating.seats)] == order
        assert sorted(seating.seats[no] for no in seating.posts) == posts
        if size == 6:
            had["all"].update(chosen.keys())
            had["big"][seating.seats[seating.positions.big_blind]] += 1
            had["small"][seating.seats[seating.positions.small_blind]] += 1
            had["button"][seating.seats[seating.positions.button]] += 1
        counters.update(after(chosen, seating))
        # Whoever folds early is back early.
        rest = queue[size:]
        for pk in chosen:
            rest.insert(dice.randint(len(rest) // 2, len(rest)), pk)
        queue = rest
    for what in ("big", "small", "button"):
        shares = {pk: had[what][pk] / had["all"][pk] for pk in counters}
        # Ties go to the earlier entry: whoever came first has each of them a little more often.
        assert all(abs(share - 1 / 6) < 0.025 for share in shares.values()), (what, shares)
        early, late = ([shares[pk] for pk in each] for each in (range(1, 31), range(31, 61)))
        assert 0 < sum(early) / 30 - sum(late) / 30 < 0.035, what
