"""Who may come in and go out, and until when."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.refusals import Code
from tournaments.rules.clock import Level, level_at
from tournaments.rules.windows import registration_refusal, unregistration_refusal

START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
LEVELS = (Level(60, 10, 20), Level(60, 20, 40), Level(60, is_break=True), Level(60, 40, 80))


@pytest.mark.rule("TRN-2")
@pytest.mark.parametrize(
    ("late_levels", "seconds", "code"),
    [
        (0, 0, Code.REGISTRATION_CLOSED),
        (1, 59, None),
        (1, 60, Code.REGISTRATION_CLOSED),
        (2, 119, None),
        (2, 120, Code.REGISTRATION_CLOSED),
        (3, 150, None),
        (3, 999, None),
    ],
)
def test_late_registration_lasts_to_the_end_of_its_level(
    late_levels: int, seconds: int, code: Code | None
) -> None:
    now = START + timedelta(seconds=seconds)
    reading = level_at(LEVELS, started_at=START, pauses=[], now=now)
    assert code == registration_refusal(
        over=False, reading=reading, late_levels=late_levels, entries=3, max_entries=9
    )


@pytest.mark.parametrize(
    ("over", "entries", "code"),
    [(False, 8, None), (False, 9, Code.EVENT_FULL), (True, 8, Code.EVENT_OVER)],
)
def test_before_the_start_anybody_may_register_while_there_are_seats(
    over: bool, entries: int, code: Code | None
) -> None:
    assert code == registration_refusal(
        over=over, reading=None, late_levels=0, entries=entries, max_entries=9
    )


@pytest.mark.parametrize(
    ("over", "started", "code"),
    [
        (False, False, None),
        (False, True, Code.ALREADY_STARTED),
        (True, True, Code.EVENT_OVER),
        (True, False, Code.EVENT_OVER),
    ],
)
def test_unregistering_ends_with_the_start(over: bool, started: bool, code: Code | None) -> None:
    assert unregistration_refusal(over=over, started=started) == code
