"""What a guarantee may cost."""

from fractions import Fraction
from typing import Any

import pytest

from tournaments.simulation.figures import Each, OverlayRisk, overlay_risk


def risk(
    *, pool: Fraction = Fraction(9_00), fees: Fraction = Fraction(1_00), **terms: Any
) -> OverlayRisk:
    defaults = {"expected": (100, 100), "guarantee": 1000_00, "least": 2, "most": 1_000}
    return overlay_risk(each=Each(pool, fees), **{**defaults, **terms})


@pytest.mark.rule("POOL-2")
@pytest.mark.parametrize(
    ("terms", "average", "chance"),
    [
        ({}, 100_00, 1.0),
        ({"expected": (112, 112)}, 0, 0.0),
        ({"expected": (111, 111)}, 1_00, 1.0),
        ({"guarantee": 0}, 0, 0.0),
        ({"pool": Fraction(10_00)}, 0, 0.0),
        # Called off: nothing is guaranteed to nobody.
        ({"least": 101}, 0, 0.0),
        # No more than it takes come in.
        ({"expected": (500, 500), "most": 100}, 100_00, 1.0),
    ],
)
def test_a_known_number_of_players_has_one_overlay(
    terms: dict[str, Any], average: float, chance: float
) -> None:
    found = risk(**terms)
    assert found.average == pytest.approx(average)
    assert found.chance == pytest.approx(chance)


@pytest.mark.rule("POOL-2")
def test_an_uncertain_crowd_costs_more_than_the_expected_one() -> None:
    found = risk(expected=(66, 158), guarantee=112 * 9_00)
    assert found.break_even == 112
    assert found.chance == pytest.approx(0.5, abs=0.02)
    # The mean of the lower half of a normal distribution: 0.4 of its deviation, over all.
    assert found.average == pytest.approx(0.4 * 28 * 9_00, rel=0.03)
    assert [row.players for row in found.attendances] == [66, 93, 112, 131, 158]
    assert [row.overlay for row in found.attendances] == [414_00, 171_00, 0, 0, 0]
    # A euro of each is the house's own.
    assert [row.house for row in found.attendances] == [-348_00, -78_00, 112_00, 131_00, 158_00]


@pytest.mark.rule("POOL-2")
def test_a_guarantee_breaks_even_with_what_players_really_bring() -> None:
    """Two of three buy in again: a player is worth 15 euro to the pool, or a little more."""
    assert risk(pool=Fraction(15_00)).break_even == 67
    assert risk(pool=Fraction(15_01)).break_even == 67
    assert risk(pool=Fraction(1000_00, 66)).break_even == 66
    assert risk(pool=Fraction(0)).break_even == 0
