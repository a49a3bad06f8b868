"""Settings with which no room may open."""

import pytest
from django.core.checks import run_checks
from pytest_django import Settings


@pytest.mark.rule("SHOW-2")
@pytest.mark.parametrize(
    ("seconds", "demo", "refused"),
    [
        (2.9, False, True),
        (3.0, False, False),
        (6.0, False, False),
        (6.5, False, True),
        (0.0, True, False),
    ],
)
def test_a_loser_has_three_to_six_seconds_to_show(
    settings: Settings, seconds: float, demo: bool, refused: bool
) -> None:
    settings.RESULT_SECONDS, settings.DEMO = seconds, demo
    assert ("tables.E001" in [found.id for found in run_checks()]) == refused
