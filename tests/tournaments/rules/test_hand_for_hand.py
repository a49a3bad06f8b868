"""TRN-4: hand-for-hand begins where the next elimination decides who is paid."""

import pytest

from tournaments.rules.hand_for_hand import is_due

FIVE_PAID = [4000, 2500, 1500, 1000, 1000]
# Three seats worth 300.00 each and 60.00 for the fourth.
SATELLITE = [30_000, 30_000, 30_000, 6_000]


@pytest.mark.rule("TRN-4")
@pytest.mark.parametrize(
    ("setting", "prizes", "seat", "expected"),
    [
        ("off", FIVE_PAID, 0, set()),
        ("bubble", FIVE_PAID, 0, {6}),
        ("jumps", FIVE_PAID, 0, {6, 4, 3, 2}),
        # A cent that could not be divided makes no jump.
        ("jumps", [500, 334, 333, 333], 0, {5, 2}),
        ("bubble", [1], 0, {2}),
        ("bubble", [], 0, set()),
        # In a satellite both the last prize and the last seat count.
        ("bubble", SATELLITE, 30_000, {5, 4}),
        ("jumps", SATELLITE, 30_000, {5, 4}),
        ("bubble", SATELLITE[:3], 30_000, {4}),
    ],
)
def test_when_all_tables_wait_for_each_other(
    setting: str, prizes: list[int], seat: int, expected: set[int]
) -> None:
    due = {left for left in range(1, 20) if is_due(setting, prizes=prizes, left=left, seat=seat)}
    assert due == expected
