"""When an event stops because its players are cut off, and when it goes on (TRN-6)."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.rules.connections import Losses, losses, may_go_on

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
GONE_AFTER = timedelta(seconds=10)

pytestmark = pytest.mark.rule("TRN-6")


@pytest.mark.parametrize(
    ("ages", "expected"),
    [
        ([], Losses(0, 0)),
        ([0, 3, 9.9], Losses(3, 0)),
        # Lost just now, and lost half a minute ago: that was another matter.
        ([0, 10, 30, 30.1, 55], Losses(3, 2)),
    ],
)
def test_who_was_connected_and_is_no_longer(ages: list[float], expected: Losses) -> None:
    seen = {user: NOW - timedelta(seconds=age) for user, age in enumerate(ages)}
    # A spectator is not waited for, and who never connected cannot be lost.
    seen[99] = NOW - timedelta(seconds=20)
    seated = [*range(len(ages)), 50]
    assert losses(seen, seated, gone_after=GONE_AFTER, now=NOW) == expected


@pytest.mark.parametrize(
    ("before", "lost", "expected"),
    [
        (10, 3, True),
        (10, 2, False),
        (2000, 600, True),
        (2000, 599, False),
        (9, 9, True),
        (9, 8, False),
        (2, 2, True),
        (1, 1, False),
        (0, 0, False),
    ],
)
def test_thirty_in_a_hundred_are_too_many_and_of_less_than_ten_all(
    before: int, lost: int, expected: bool
) -> None:
    assert Losses(before, lost).too_many(percent=30) == expected


@pytest.mark.parametrize(
    ("connected", "waited", "expected"),
    [(85, 20, False), (86, 20, True), (100, 1, True), (0, 299, False), (0, 300, True)],
)
def test_play_goes_on_when_most_are_back_or_have_been_waited_for(
    connected: int, waited: int, expected: bool
) -> None:
    assert (
        may_go_on(connected=connected, before=100, percent=30, waited=timedelta(seconds=waited))
        == expected
    )
