"""Where everybody sits out, the blinds rise until somebody is beaten (OUT-1)."""

from datetime import timedelta

import pytest

from tournaments.rules.desertion import blinds
from tournaments.rules.level_clock import BlindLevel

LAST = BlindLevel(seconds=600, small_blind=50, big_blind=100, ante=10)


@pytest.mark.rule("OUT-1")
@pytest.mark.parametrize(
    ("seconds", "times"),
    [(0, 1), (299, 1), (300, 2), (359, 2), (360, 4), (420, 8), (86_400, 2**20)],
)
def test_they_double_every_minute_once_everybody_has_been_gone_for_five(
    seconds: int, times: int
) -> None:
    found = blinds(LAST, gone_for=timedelta(seconds=seconds))
    assert (found.small_blind, found.big_blind, found.ante) == (50 * times, 100 * times, 10 * times)
