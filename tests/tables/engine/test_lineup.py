"""Who is dealt into the next hand, and what they post."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import (
    Button,
    Positions,
    Post,
    Ready,
    Stakes,
    comes_in,
    line_up,
    line_up_draw,
    missed_blinds,
)
from tables.engine.lineup import Lineup, line_up_all
from tables.engine.positions import left_of

STAKES = Stakes(5, 10)


def next_hand(previous: Positions | None, ready: dict[int, Ready]) -> Lineup:
    lineup, unable = line_up(previous, ready, stakes=STAKES, pick=min)
    assert lineup is not None
    assert unable == []
    return lineup


def players(*seats: int) -> dict[int, Ready]:
    return {seat: Ready(1000) for seat in seats}


@pytest.mark.rule("CASH-2")
@pytest.mark.parametrize(
    ("before", "seats", "after"),
    [
        # Everybody stays: all move one seat on.
        ((1, 2, 3), (1, 2, 3, 4), (2, 3, 4)),
        # Who had the small blind, the big blind or neither is gone.
        ((1, 2, 3), (1, 3, 4), (2, 3, 4)),
        ((1, 2, 3), (1, 2, 4), (2, 3, 4)),
        ((1, 2, 3), (1, 2, 3), (2, 3, 1)),
        # From three to two and back: nobody posts the big blind twice running.
        ((1, 2, 3), (1, 2), (2, 2, 1)),
        ((1, 2, 3), (1, 3), (3, 3, 1)),
        ((1, 2, 3), (2, 3), (3, 3, 2)),
        ((3, 3, 1), (1, 2, 3), (3, 1, 2)),
        ((1, 1, 3), (1, 2, 3), (2, 3, 1)),
    ],
)
def test_the_big_blind_skips_nobody_and_the_others_follow_it(
    before: tuple[int, int, int], seats: tuple[int, ...], after: tuple[int, int, int]
) -> None:
    assert next_hand(Positions(*before), players(*seats)).positions == Positions(*after)


@pytest.mark.rule("CASH-2")
@pytest.mark.parametrize(
    ("seat", "dealt", "posted"),
    [
        (5, True, (Post(5, 10),)),
        (6, True, (Post(6, 10),)),
        (2, False, ()),  # the button
    ],
)
def test_a_newcomer_who_posts_comes_in_between_big_blind_and_button(
    seat: int, dealt: bool, posted: tuple[Post, ...]
) -> None:
    ready = {**players(1, 3, 4, 7, 8), seat: Ready(1000, owes=True, posts=True)}
    lineup = next_hand(Positions(1, 2, 3), ready)
    assert (seat in lineup.stacks, lineup.posts) == (dealt, posted)


@pytest.mark.rule("CASH-2")
def test_who_missed_blinds_posts_the_small_one_dead() -> None:
    ready = {**players(1, 2, 3, 4), 6: Ready(1000, owes=True, dead=True, posts=True)}
    assert next_hand(Positions(1, 2, 3), ready).posts == (Post(6, 10, 5),)


@pytest.mark.rule("CASH-4")
def test_who_cannot_post_is_left_out_and_the_next_one_posts() -> None:
    ready = {**players(1, 2, 3, 5), 4: Ready(9), 6: Ready(14, owes=True, dead=True, posts=True)}
    lineup, unable = line_up(Positions(1, 2, 3), ready, stakes=STAKES, pick=min)
    assert sorted(unable) == [4, 6]
    assert lineup is not None
    assert lineup.positions == Positions(2, 3, 5)


@pytest.mark.rule("CASH-4")
@pytest.mark.parametrize(
    ("stacks", "left_out"),
    [
        ({1: 2, 4: 12}, []),
        ({1: 1, 4: 12}, [1]),
        # Seat 4 has the big blind next.
        ({1: 12, 4: 11}, [4]),
    ],
)
def test_who_cannot_pay_the_ante_beside_what_they_post_is_left_out(
    stacks: dict[int, int], left_out: list[int]
) -> None:
    ready = {**players(2, 3), **{seat: Ready(stack) for seat, stack in stacks.items()}}
    stakes = Stakes(5, 10, ante=2)
    _, unable = line_up(Positions(1, 2, 3), ready, stakes=stakes, pick=min)
    assert unable == left_out


@pytest.mark.rule("CASH-2")
def test_where_all_owe_the_game_goes_on_from_the_last_blinds() -> None:
    """Nobody draws for the button again, and nobody posts."""
    ready = {seat: Ready(1000, owes=True) for seat in (1, 2, 3, 5)}
    lineup = next_hand(Positions(2, 3, 4), ready)
    assert lineup.positions == Positions(2, 3, 5)
    assert (set(lineup.stacks), lineup.posts) == ({1, 2, 3, 5}, ())


@pytest.mark.rule("CASH-2")
@pytest.mark.parametrize(
    ("previous", "there", "soon"),
    [
        # Of the free seats 2, 5 and 6, the second is between the blinds of the next hand.
        (Positions(8, 1, 3), (1, 3, 4, 7, 8), [5, 6]),
        # Where nobody has played yet, and beside one who waits, everybody comes in.
        (None, (3,), [1, 2, 4, 5, 6, 7, 8]),
        (Positions(3, 3, 1), (3,), [1, 2, 4, 5, 6, 7, 8]),
    ],
)
def test_on_which_seats_a_newcomer_who_posts_is_dealt_into_the_next_hand(
    previous: Positions | None, there: tuple[int, ...], soon: list[int]
) -> None:
    free = [seat for seat in range(1, 9) if seat not in there]
    ready = players(*there)
    assert [no for no in free if comes_in(previous, ready, seat=no, stakes=STAKES)] == soon


@pytest.mark.rule("CASH-4")
def test_nobody_plays_alone() -> None:
    assert line_up(None, players(4), stakes=STAKES, pick=min) == (None, [])
    poor = {1: Ready(1000), 2: Ready(3)}
    assert line_up(Positions(2, 2, 1), poor, stakes=STAKES, pick=min) == (None, [2])


@pytest.mark.rule("CASH-3")
@pytest.mark.parametrize(("stack", "posts"), [(21, (Post(1, 20),)), (20, ())])
def test_a_straddle_is_twice_the_big_blind_from_whoever_has_more(
    stack: int, posts: tuple[Post, ...]
) -> None:
    ready = {**players(2, 3, 4), 1: Ready(stack, straddles=True)}
    assert next_hand(Positions(1, 2, 3), ready).posts == posts


@given(
    evenings=st.lists(
        st.dictionaries(st.integers(1, 6), st.booleans(), min_size=2), min_size=1, max_size=25
    )
)
@pytest.mark.rule("CASH-2", "CASH-3", "OUT-2")
def test_however_people_come_and_go_every_hand_has_its_places(
    evenings: list[dict[int, bool]],
) -> None:
    """Who is there may change with every hand; whoever owes posts or waits as they like, and who
    does not straddles."""
    before: Positions | None = None
    owing: set[int] = set()
    for here in evenings:
        ready = {
            seat: Ready(1000, owes=seat in owing, dead=True, posts=wish, straddles=wish)
            for seat, wish in here.items()
        }
        lineup = next_hand(before, ready)
        positions, dealt = lineup.positions, set(lineup.stacks)
        assert positions.big_blind in dealt
        assert len(dealt) >= 2
        places = {positions.button, positions.small_blind, positions.big_blind}
        assert len(places) == (2 if len(dealt) == 2 else 3)
        straddling = {post.seat for post in lineup.posts if post.live > STAKES.big_blind}
        assert straddling <= {left_of(positions.big_blind, dealt)[0]} - owing
        assert not straddling or len(dealt) > 2
        posting = {post.seat for post in lineup.posts} - straddling
        assert posting <= owing & dealt
        assert not posting & {positions.small_blind, positions.big_blind}
        owing = (owing - dealt) | set(missed_blinds(before, lineup, range(1, 7)))
        before = positions


@pytest.mark.rule("BTN-3", "CASH-2")
@pytest.mark.parametrize(
    ("seat", "positions"),
    [
        (4, (4, 1, 3)),
        (8, (8, 1, 3)),
        (2, (3, 1, 2)),  # the big blind reaches them
    ],
)
def test_after_heads_up_a_newcomer_comes_in_wherever_they_sit(
    seat: int, positions: tuple[int, int, int]
) -> None:
    """The last small blind has the big blind now, where the button would have been."""
    ready = {**players(1, 3), seat: Ready(1000, owes=True, posts=True)}
    lineup = next_hand(Positions(3, 3, 1), ready)
    assert lineup.positions == Positions(*positions)
    assert lineup.posts == (() if seat == 2 else (Post(seat, 10),))


@pytest.mark.rule("BTN-3", "CASH-2")
def test_nobody_comes_in_between_the_blinds_or_on_the_button() -> None:
    """Seat 3 had the big blind: it is the small blind's seat now, and 2 the button's."""
    for seat, button_before in ((2, 1), (1, 9)):
        ready = {**players(3, 4, 5), seat: Ready(1000, owes=True, posts=True)}
        lineup = next_hand(Positions(button_before, 2, 3), ready)
        assert (seat in lineup.stacks) == (seat == 1)
        assert lineup.positions == Positions(2, 3, 4)


@pytest.mark.rule("CASH-2")
def test_a_missed_small_blind_is_owed() -> None:
    """Who had the big blind sits out when the small one comes to their seat."""
    before = Positions(1, 2, 3)
    lineup = next_hand(before, players(1, 2, 4))
    assert lineup.positions == Positions(2, 3, 4)
    assert missed_blinds(before, lineup, [1, 2, 3, 4, 5]) == [3]


@pytest.mark.rule("CASH-2")
def test_a_missed_big_blind_is_owed_and_nobody_dealt_in_owes() -> None:
    before = Positions(1, 2, 3)
    lineup = next_hand(before, players(1, 2, 3, 6))
    assert missed_blinds(before, lineup, range(1, 9)) == [4, 5]


@pytest.mark.rule("CASH-2", "BTN-3")
def test_the_button_stays_behind_when_the_big_blind_passes_its_seat() -> None:
    """Only 3 has settled; the big blind reaches a newcomer who sits beyond the last small blind."""
    ready = {3: Ready(1000), 1: Ready(1000, owes=True)}
    assert next_hand(Positions(4, 5, 3), ready).positions == Positions(3, 3, 1)
    ready[2] = Ready(1000, owes=True, posts=True)
    assert next_hand(Positions(4, 5, 3), ready).positions == Positions(2, 3, 1)


@pytest.mark.rule("CASH-2", "BTN-3")
@pytest.mark.parametrize(("seat", "dealt"), [(1, True), (3, False), (5, False)])
def test_where_the_button_goes_to_players_a_newcomer_comes_in_before_it(
    seat: int, dealt: bool
) -> None:
    """Seat 8 has the big blind; the small blind's seat 4 is empty, so 2 stays the button."""
    ready = {**players(2, 6, 8), seat: Ready(1000, owes=True, posts=True)}
    lineup, _ = line_up(Positions(2, 4, 6), ready, stakes=STAKES, pick=min, button="forward")
    assert lineup is not None
    assert (seat in lineup.stacks) == dealt


@pytest.mark.rule("DRAW-1", "CASH-4")
@pytest.mark.parametrize(
    ("stacks", "in_pot", "dealt", "unable"),
    [
        ({1: 100, 2: 100, 3: 100}, 0, {1, 2, 3}, []),
        # To begin, one needs the whole ante; for a pot that one is in, any chip.
        ({1: 9, 2: 10, 3: 100}, 0, {2, 3}, [1]),
        ({1: 9, 2: 10, 3: 0}, 5, {1, 2}, [3]),
        ({1: 9, 2: 100}, 0, None, [1]),
    ],
)
def test_without_blinds_everybody_plays_who_can_pay_the_ante(
    stacks: dict[int, int], in_pot: int, dealt: set[int] | None, unable: list[int]
) -> None:
    ready = {seat: Ready(stack, in_pot=in_pot) for seat, stack in stacks.items()}
    lineup, short = line_up_draw(None, ready, stakes=Stakes(0, 20, 10), pick=min)
    assert (None if lineup is None else set(lineup.stacks)) == dealt
    assert short == unable


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(
    ("before", "button", "positions", "waits"),
    [
        (Positions(1, 2, 5), "dead", (2, 5, 6), {3}),
        (Positions(1, 2, 5), "forward", (3, 5, 6), set()),
        (Positions(1, 2, 5), None, (2, 3, 5), set()),
        (None, "dead", (1, 2, 3), set()),
    ],
)
def test_in_an_event_all_with_chips_play_but_for_who_sits_between_button_and_small_blind(
    before: Positions | None,
    button: Button | None,
    positions: tuple[int, int, int],
    waits: set[int],
) -> None:
    stacks = dict.fromkeys((1, 2, 3, 5, 6), 1000)
    lineup = line_up_all(before, stacks, pick=min, button=button)
    dealt = {seat: stack for seat, stack in stacks.items() if seat not in waits}
    assert lineup == Lineup(Positions(*positions), dealt)
