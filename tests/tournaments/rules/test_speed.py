"""LOBBY-2: how fast an event is, told from its first level."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.speed import Speed, span, speed

pytestmark = pytest.mark.rule("LOBBY-2")


@pytest.mark.parametrize(
    ("seconds", "told"), [(179, "hyper"), (180, "turbo"), (479, "turbo"), (480, "regular")]
)
def test_below_three_minutes_an_event_is_hyper_and_below_eight_a_turbo(
    seconds: int, told: str
) -> None:
    assert speed(seconds) == told


@given(seconds=st.integers(1, 3600))
def test_the_speed_of_an_event_is_one_rule(seconds: int) -> None:
    within = [
        each
        for each in Speed
        for least, below in [span(each)]
        if least <= seconds and (below is None or seconds < below)
    ]
    assert within == [speed(seconds)]
