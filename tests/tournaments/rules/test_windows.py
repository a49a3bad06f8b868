"""Who may come in and go out, and until when."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.refusal import Refusal, RefusalCode
from tournaments.refusals import EventCode
from tournaments.rules.level_clock import BlindLevel, level_at
from tournaments.rules.windows import (
    add_on_refusal,
    add_on_row,
    before,
    check_sales,
    held_until,
    re_entry_refusal,
    rebuy_refusal,
    rebuys_open,
    registration_refusal,
    unregistration_refusal,
)

START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
LEVELS = (
    BlindLevel(60, 10, 20),
    BlindLevel(60, 20, 40),
    BlindLevel(60, is_break=True),
    BlindLevel(60, 40, 80),
)


@pytest.mark.rule("TRN-2")
@pytest.mark.parametrize(
    ("late_levels", "seconds", "code"),
    [
        (0, 0, EventCode.REGISTRATION_CLOSED),
        (1, 59, None),
        (1, 60, EventCode.REGISTRATION_CLOSED),
        (2, 119, None),
        (2, 120, EventCode.REGISTRATION_CLOSED),
        (3, 150, None),
        (3, 999, None),
    ],
)
def test_late_registration_lasts_to_the_end_of_its_level(
    late_levels: int, seconds: int, code: RefusalCode | None
) -> None:
    now = START + timedelta(seconds=seconds)
    reading = level_at(LEVELS, started_at=START, pauses=[], now=now)
    assert code == registration_refusal(
        over=False,
        opened=True,
        reading=reading,
        late_levels=late_levels,
        entries=3,
        max_entries=9,
    )


@pytest.mark.parametrize(
    ("over", "opened", "entries", "code"),
    [
        (False, True, 8, None),
        (False, True, 9, EventCode.EVENT_FULL),
        (True, True, 8, EventCode.EVENT_OVER),
        (False, False, 8, EventCode.REGISTRATION_NOT_OPEN),
        (True, False, 8, EventCode.EVENT_OVER),
    ],
)
def test_before_the_start_anybody_may_register_once_it_is_open_while_there_are_seats(
    over: bool, opened: bool, entries: int, code: RefusalCode | None
) -> None:
    assert code == registration_refusal(
        over=over, opened=opened, reading=None, late_levels=0, entries=entries, max_entries=9
    )


@pytest.mark.rule("TRN-6")
@pytest.mark.parametrize(
    ("check_in", "since", "until", "held"),
    [
        # Minutes from the announced start: over before anybody was expected.
        (0, -60, -3, None),
        (15, -60, -15, None),
        # The start passed meanwhile, or would come at once.
        (0, -60, -2, 1),
        (0, -1, 10, 13),
        (0, -60, 10, 13),
        # What it took of the check-in.
        (15, -60, -5, 10),
        (15, -10, -6, 4),
        (15, -10, 30, 40),
        # It was due when the room went away.
        (15, 1, 20, 23),
    ],
)
def test_after_an_outage_players_have_the_time_that_it_took_from_them(
    check_in: int, since: int, until: int, held: int | None
) -> None:
    found = held_until(
        START,
        check_in=timedelta(minutes=check_in),
        since=START + timedelta(minutes=since),
        until=START + timedelta(minutes=until),
    )
    assert found == (None if held is None else START + timedelta(minutes=held))


@pytest.mark.parametrize(
    ("over", "started", "final", "code"),
    [
        (False, False, False, None),
        (False, False, True, EventCode.UNREGISTRATION_CLOSED),
        (False, True, True, EventCode.ALREADY_STARTED),
        (True, True, True, EventCode.EVENT_OVER),
        (True, False, False, EventCode.EVENT_OVER),
    ],
)
def test_unregistering_ends_with_its_deadline_or_the_start(
    over: bool, started: bool, final: bool, code: RefusalCode | None
) -> None:
    assert unregistration_refusal(over=over, started=started, final=final) == code


@pytest.mark.parametrize(
    ("starts_at", "minutes", "at"),
    [(START, 90, START - timedelta(hours=1.5)), (START, 0, None), (None, 90, None)],
)
def test_a_deadline_is_so_many_minutes_before_a_start_that_is_known(
    starts_at: datetime | None, minutes: int, at: datetime | None
) -> None:
    assert before(starts_at, minutes=minutes) == at


@pytest.mark.rule("TRN-2")
@pytest.mark.parametrize(
    ("levels", "seconds", "is_open"),
    [
        (1, 59, True),
        (1, 60, False),
        (2, 119, True),
        (2, 179, True),
        (2, 180, False),
    ],
    ids=["its level", "the next level", "its level", "the break after it", "after the break"],
)
def test_rebuys_end_with_their_level_and_the_break_after_it(
    levels: int, seconds: int, is_open: bool
) -> None:
    now = START + timedelta(seconds=seconds)
    reading = level_at(LEVELS, started_at=START, pauses=[], now=now)
    assert rebuys_open(reading, levels=levels) == is_open


@pytest.mark.rule("TRN-2")
@pytest.mark.parametrize(("after_level", "row"), [(0, None), (1, 1), (2, 2), (3, 4), (4, None)])
def test_the_add_on_is_sold_in_the_row_after_its_level(after_level: int, row: int | None) -> None:
    assert add_on_row(LEVELS, after_level=after_level) == row


@pytest.mark.rule("TRN-2")
@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({}, None),
        ({"taken": 1, "count": 2}, None),
        ({"stack": 1500}, None),
        ({"stack": 1501}, EventCode.STACK_TOO_LARGE),
        ({"taken": 2, "count": 2}, EventCode.REBUYS_USED),
        ({"is_open": False}, EventCode.REBUYS_CLOSED),
        ({"offered": 0, "is_open": False}, EventCode.NO_REBUYS),
    ],
)
def test_a_rebuy_has_its_conditions(terms: dict[str, Any], code: RefusalCode | None) -> None:
    fair = {"offered": 3, "taken": 0, "count": 1, "is_open": True, "stack": 0, "most_chips": 1500}
    assert rebuy_refusal(**{**fair, **terms}) == code


@pytest.mark.rule("TRN-2")
@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({}, None),
        ({"is_open": False}, EventCode.ADD_ON_NOT_YET),
        ({"is_open": False, "ahead": False}, EventCode.ADD_ON_CLOSED),
        ({"taken": True}, EventCode.ADD_ON_TAKEN),
        ({"offered": False}, EventCode.NO_ADD_ON),
    ],
)
def test_the_add_on_is_sold_once_in_its_window(
    terms: dict[str, Any], code: RefusalCode | None
) -> None:
    fair = {"offered": True, "ahead": True, "is_open": True, "taken": False}
    assert add_on_refusal(**{**fair, **terms}) == code


@pytest.mark.rule("TRN-2")
@pytest.mark.parametrize(
    ("earlier", "re_entries", "code"),
    [
        (0, 0, None),
        (1, 0, EventCode.NO_RE_ENTRY),
        (1, 1, None),
        (2, 1, EventCode.RE_ENTRIES_USED),
    ],
)
def test_who_is_out_enters_again_as_often_as_the_event_says(
    earlier: int, re_entries: int, code: RefusalCode | None
) -> None:
    assert re_entry_refusal(earlier=earlier, re_entries=re_entries, is_open=True) == code


@pytest.mark.rule("TRN-2")
def test_once_their_window_is_over_only_first_entries_are_taken() -> None:
    assert re_entry_refusal(earlier=0, re_entries=1, is_open=False) is None
    assert re_entry_refusal(earlier=1, re_entries=1, is_open=False) == EventCode.RE_ENTRIES_CLOSED


@pytest.mark.rule("TRN-2")
def test_the_add_on_is_not_sold_in_the_last_level_which_never_ends() -> None:
    three = (LEVELS[0], LEVELS[1], LEVELS[3])
    check_sales(three, rebuy_levels=0, add_on_after_level=1)
    with pytest.raises(Refusal, match=EventCode.ADD_ON_ENDLESS):
        check_sales(three, rebuy_levels=0, add_on_after_level=2)


@pytest.mark.parametrize(
    ("rebuy_levels", "add_on_after_level", "code"),
    [
        (2, 2, None),
        (3, 0, EventCode.REBUYS_ENDLESS),
        (0, 3, EventCode.ADD_ON_ENDLESS),
        (0, 4, EventCode.ADD_ON_ENDLESS),
    ],
)
def test_chips_are_not_sold_for_ever(
    rebuy_levels: int, add_on_after_level: int, code: RefusalCode | None
) -> None:
    if code is None:
        check_sales(LEVELS, rebuy_levels=rebuy_levels, add_on_after_level=add_on_after_level)
        return
    with pytest.raises(Refusal, match=code):
        check_sales(LEVELS, rebuy_levels=rebuy_levels, add_on_after_level=add_on_after_level)
