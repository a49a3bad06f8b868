"""CASH-3: a straddle needs somebody who has acted for nothing yet, and a third player."""

import pytest

from tables.engine import Positions, Post, Ready, Stakes, line_up
from tables.engine.lineup import Lineup


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


@pytest.mark.rule("CASH-3", "CASH-2")
def test_where_nobody_may_straddle_a_newcomer_posts_all_the_same() -> None:
    posts = (Post(6, 10, 5), Post(1, 20))
    lineup = Lineup(Positions(2, 3, 4), dict.fromkeys((1, 2, 3, 4, 6), 1_000), posts)
    assert lineup.without_straddles(Stakes(5, 10)) == lineup._replace(posts=posts[:1])
