"""CASH-3: a straddle needs somebody who has acted for nothing yet, and a third player."""

import pytest

from tables.engine import Positions, Post, Ready, Stakes, line_up
from tables.engine.lineup import Lineup
from tests.tables.engine.scenes import deal, of_type


@pytest.mark.rule("CASH-3")
@pytest.mark.parametrize(
    ("others", "posts"), [((2, 3, 4), [Post(1, 20)]), ((2, 3), [Post(1, 20)]), ((2,), [])]
)
def test_three_may_straddle_and_two_may_not(others: tuple[int, ...], posts: list[Post]) -> None:
    """Seat 1 straddles when it is first to act: with three the button is."""
    ready = {1: Ready(1_000, straddles=True), **{seat: Ready(1_000) for seat in others}}
    # So that the next big blind is the seat before the first, clockwise.
    before = {4: Positions(1, 2, 3), 3: Positions(3, 1, 2), 2: Positions(2, 2, 1)}[len(ready)]
    lineup, _unable = line_up(before, ready, stakes=Stakes(5, 10), pick=min)
    assert lineup is not None
    assert list(lineup.posts) == posts


@pytest.mark.rule("CASH-3", "BTN-3")
@pytest.mark.parametrize(
    ("seats", "dealt", "posts"),
    [
        # Seat 6 has come back between the button and the small blind, and is not dealt in.
        ((1, 6, 8), (1, 8), []),
        ((2, 6, 8, 9), (2, 8, 9), [Post(2, 20)]),
    ],
)
def test_nobody_straddles_who_is_not_dealt_in(
    seats: tuple[int, ...], dealt: tuple[int, ...], posts: list[Post]
) -> None:
    ready = {seat: Ready(1_000, straddles=True) for seat in seats}
    lineup, _unable = line_up(Positions(1, 2, 8), ready, stakes=Stakes(5, 10), pick=min)
    assert lineup is not None
    assert (tuple(lineup.stacks), list(lineup.posts)) == (dealt, posts)


@pytest.mark.rule("CASH-3", "CASH-2")
def test_where_nobody_may_straddle_a_newcomer_posts_all_the_same() -> None:
    posts = (Post(6, 10, 5), Post(1, 20))
    lineup = Lineup(Positions(2, 3, 4), dict.fromkeys((1, 2, 3, 4, 6), 1_000), posts)
    assert lineup.without_straddles(Stakes(5, 10)) == lineup._replace(posts=posts[:1])


@pytest.mark.rule("CASH-3", "CASH-2")
def test_a_straddle_is_told_as_one_and_a_newcomers_blind_as_posted() -> None:
    posts = [Post(4, live=100, dead=50), Post(3, live=200)]
    told = of_type(deal(1000, 1000, 1000, 1000, posts=posts).events, "blind")
    assert [(event["seat"], event["kind"], event["amount"]) for event in told] == [
        (1, "small", 50),
        (2, "big", 100),
        (4, "post", 100),
        (4, "dead", 50),
        (3, "straddle", 200),
    ]
