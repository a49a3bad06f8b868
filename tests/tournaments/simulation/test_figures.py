"""What a guarantee may cost."""

from typing import Any

import pytest

from tournaments.simulation.figures import OverlayRisk, overlay_risk


def risk(**terms: Any) -> OverlayRisk:
    defaults = {"expected": 100, "spread": 0.0, "guarantee": 1000_00, "per_entry": 9_00}
    return overlay_risk(**{"least": 2, "most": 1_000, **defaults, **terms})


@pytest.mark.rule("POOL-2")
@pytest.mark.parametrize(
    ("terms", "average", "chance"),
    [
        ({}, 100_00, 1.0),
        ({"expected": 112}, 0, 0.0),
        ({"expected": 111}, 1_00, 1.0),
        ({"guarantee": 0}, 0, 0.0),
        # Called off: nothing is guaranteed to nobody.
        ({"least": 101}, 0, 0.0),
        # No more than it takes come in.
        ({"expected": 500, "most": 100}, 100_00, 1.0),
    ],
)
def test_a_known_number_of_entries_has_one_overlay(
    terms: dict[str, Any], average: float, chance: float
) -> None:
    found = risk(**terms)
    assert found.average == pytest.approx(average)
    assert found.chance == pytest.approx(chance)


@pytest.mark.rule("POOL-2")
def test_an_uncertain_crowd_costs_more_than_the_expected_one() -> None:
    found = risk(expected=112, spread=0.25, guarantee=112 * 9_00)
    assert found.break_even == 112
    assert found.chance == pytest.approx(0.5, abs=0.02)
    # The mean of the lower half of a normal distribution: 0.4 of its deviation, over all.
    assert found.average == pytest.approx(0.4 * 28 * 9_00, rel=0.03)
    assert [row.entries for row in found.attendances] == [66, 93, 112, 131, 158]
    assert [row.overlay for row in found.attendances] == [414_00, 171_00, 0, 0, 0]
