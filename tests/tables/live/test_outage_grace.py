"""For how long nobody times out after an outage (TRN-6)."""

from datetime import UTC, datetime, timedelta

import pytest

from tables.live.outage_grace import LEAST, LONGEST, LONGEST_REST, REST, Grace, prolonged

pytestmark = pytest.mark.rule("TRN-6")

START = datetime(2026, 11, 20, 20, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def test_an_outage_gives_ten_seconds_from_the_moment_it_is_noticed() -> None:
    assert prolonged(None, now=START) == (START, at(10), REST)


def test_the_next_outage_prolongs_it() -> None:
    assert prolonged(Grace(START, at(10)), now=at(7)) == (START, at(17), REST)
    assert prolonged(Grace(START, at(10)), now=at(25)) == (START, at(35), REST)


def test_one_that_ended_a_while_ago_is_over() -> None:
    assert prolonged(Grace(START, at(10)), now=at(30)) == (at(30), at(40), 2 * REST)


def test_the_rest_grows_while_outages_soon_come_again() -> None:
    graces, now = [prolonged(None, now=START)], START
    for _ in range(6):
        now = graces[-1].until + graces[-1].rest
        graces.append(prolonged(graces[-1], now=now))
    assert [grace.rest / REST for grace in graces] == [1, 2, 4, 8, 16, 16, 16]
    assert prolonged(graces[-1], now=graces[-1].until + 2 * LONGEST_REST).rest == REST


@pytest.mark.parametrize("every", [1, 4, 9, 15])
def test_a_process_that_comes_and_goes_holds_nobody_up_for_good(every: int) -> None:
    grace, free, longest = prolonged(None, now=START), timedelta(), timedelta()
    held = 0
    for second in range(every, 3600, every):
        free = max(free, at(second) - grace.until)
        grace = prolonged(grace, now=at(second))
        longest = max(longest, grace.until - grace.since)
        held += second > 1800 and grace.until > at(second)
    assert longest == LONGEST
    assert free >= LONGEST_REST - timedelta(seconds=every)
    assert held * every < 1800 / 5


def test_after_a_long_outage_it_counts_from_then_whatever_was_before() -> None:
    tired = Grace(START, at(60))
    assert prolonged(tired, now=at(65)) == tired
    assert prolonged(tired, now=at(65), anew=True) == (at(65), at(65) + LEAST, REST)
