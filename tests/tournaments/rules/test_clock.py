"""The level is computed from the start, the pauses and the time; nothing else moves it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal, RefusalCode
from tournaments.refusals import EventCode
from tournaments.rules.level_clock import (
    Anew,
    BlindLevel,
    ClockReading,
    check_schedule,
    level_at,
    schedule,
    session_over,
    stopped,
    time_to_break,
)

START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
LEVELS = (
    BlindLevel(300, 10, 20),
    BlindLevel(300, 20, 40),
    BlindLevel(120, is_break=True),
    BlindLevel(300, 40, 80, 10),
)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


@pytest.mark.rule("TRN-1")
@pytest.mark.parametrize(
    ("seconds", "index", "number", "since", "until"),
    [
        (-5, 0, 1, 0, 300),
        (0, 0, 1, 0, 300),
        (299, 0, 1, 0, 300),
        (300, 1, 2, 300, 600),
        (599.9, 1, 2, 300, 600),
        (600, 2, 2, 600, 720),
        (720, 3, 3, 720, None),
        (1_000_000, 3, 3, 720, None),
    ],
)
def test_levels_follow_each_other_and_the_last_one_lasts(
    seconds: float, index: int, number: int, since: float, until: float | None
) -> None:
    reading = level_at(LEVELS, started_at=START, pauses=[], now=at(seconds))
    assert (reading.index, reading.number, reading.since) == (index, number, at(since))
    assert reading.until == (None if until is None else at(until))
    assert reading.level == LEVELS[index]


@pytest.mark.rule("TRN-5")
def test_a_break_plays_no_level_and_shows_the_one_to_come() -> None:
    reading = level_at(LEVELS, started_at=START, pauses=[], now=at(650))
    assert reading.is_break
    assert reading.blinds == LEVELS[3]
    assert not reading.after_break
    assert level_at(LEVELS, started_at=START, pauses=[], now=at(720)).after_break


@pytest.mark.rule("TRN-5")
@pytest.mark.parametrize(
    ("seconds", "left"), [(0, 600), (250, 350), (300, 300), (599, 1), (600, None), (720, None)]
)
def test_the_wall_counts_down_to_the_next_break(seconds: int, left: int | None) -> None:
    reading = level_at(LEVELS, started_at=START, pauses=[], now=at(seconds))
    expected = None if left is None else timedelta(seconds=left)
    assert time_to_break(LEVELS, reading) == expected


@pytest.mark.rule("TRN-5")
def test_no_time_is_shown_when_no_break_comes() -> None:
    without = (*LEVELS[:2], LEVELS[3])
    reading = level_at(without, started_at=START, pauses=[], now=at(10))
    assert reading.left is not None
    assert time_to_break(without, reading) is None
    # Only the next break counts.
    twice = (*LEVELS, LEVELS[2], LEVELS[0])
    reading = level_at(twice, started_at=START, pauses=[], now=at(0))
    assert time_to_break(twice, reading) == timedelta(seconds=600)
    reading = level_at(twice, started_at=START, pauses=[], now=at(730))
    assert time_to_break(twice, reading) == timedelta(seconds=290)


def test_a_pause_stops_the_clock_and_moves_what_follows() -> None:
    pauses = [(at(100), at(400)), (at(500), None)]
    reading = level_at(LEVELS, started_at=START, pauses=pauses, now=at(450))
    assert (reading.index, reading.paused, reading.until) == (0, False, at(600))
    stopped = level_at(LEVELS, started_at=START, pauses=pauses, now=at(9_000))
    assert (stopped.index, stopped.paused, stopped.until) == (0, True, None)


pauses_of_an_evening = st.lists(st.integers(0, 4_000), unique=True, min_size=0, max_size=6).map(
    lambda cuts: [(at(a), at(b)) for a, b in zip(*[iter(sorted(cuts))] * 2, strict=False)]
)


@given(pauses=pauses_of_an_evening, seconds=st.integers(0, 5_000))
def test_a_level_ends_when_it_said_it_would(
    pauses: list[tuple[datetime, datetime | None]], seconds: int
) -> None:
    known = [pause for pause in pauses if pause[0] <= at(seconds)]
    reading = level_at(LEVELS, started_at=START, pauses=known, now=at(seconds))
    assert reading.since <= at(seconds)
    if reading.until is not None:
        just_before = reading.until - timedelta(microseconds=1)
        before = level_at(LEVELS, started_at=START, pauses=known, now=just_before)
        after = level_at(LEVELS, started_at=START, pauses=known, now=reading.until)
        assert (before.index, after.index) == (reading.index, reading.index + 1)


@given(pauses=pauses_of_an_evening)
def test_the_clock_never_goes_back(pauses: list[tuple[datetime, datetime | None]]) -> None:
    readings = [
        level_at(LEVELS, started_at=START, pauses=pauses, now=at(seconds)).index
        for seconds in range(0, 5_000, 50)
    ]
    assert readings == sorted(readings)


@given(
    pauses=pauses_of_an_evening,
    skips=st.dictionaries(st.integers(0, 2), st.integers(0, 4_000).map(at), max_size=3),
    seconds=st.integers(0, 5_000),
)
def test_levels_are_what_a_ticking_clock_would_have_shown(
    pauses: list[tuple[datetime, datetime | None]], skips: dict[int, datetime], seconds: int
) -> None:
    """A clock that ticks every second, stands in pauses, and moves on when staff say so."""
    # Staff end the row that is shown: of the moments drawn those count at which it was.
    row, played, ended = 0, 0, {}
    for second in range(seconds + 1):
        if row < 3 and played == LEVELS[row].seconds:
            row, played = row + 1, 0
        if skips.get(row) == at(second):
            ended[row] = at(second)
            row, played = row + 1, 0
        if second < seconds and not any(start <= at(second) < end for start, end in pauses if end):
            played += 1
    reading = level_at(LEVELS, started_at=START, pauses=pauses, skips=ended, now=at(seconds))
    assert reading.index == row


@given(pauses=pauses_of_an_evening, seconds=st.integers(0, 5_000), data=st.data())
def test_pauses_may_overlap_and_come_in_any_order(
    pauses: list[tuple[datetime, datetime | None]], seconds: int, data: st.DataObject
) -> None:
    """An outage is found out afterwards, and may lie across what staff did meanwhile."""
    again = [
        (start + (end - start) / 3, end)
        for start, end in pauses
        if end and data.draw(st.booleans())
    ]
    messy = data.draw(st.permutations([*pauses, *again]))

    def reading(of: list[tuple[datetime, datetime | None]]) -> ClockReading:
        return level_at(LEVELS, started_at=START, pauses=of, now=at(seconds))

    assert reading(messy) == reading(pauses)


@pytest.mark.rule("TRN-6")
@pytest.mark.parametrize(
    ("pauses", "together"),
    [
        ([(100, 400), (200, 300)], (100, 400)),
        ([(100, 300), (200, 400)], (100, 400)),
        ([(100, 300), (100, 200)], (100, 300)),
        ([(50, 200), (100, None)], (50, None)),
        ([(100, None), (200, 300)], (100, None)),
        ([(100, None), (100, 200)], (100, None)),
        ([(100, 200), (200, 300)], (100, 300)),
    ],
    ids=[
        "within",
        "half beside",
        "at once",
        "into an open one",
        "in an open one",
        "both begin",
        "end to end",
    ],
)
def test_pauses_that_overlap_stop_the_clock_once(
    pauses: list[tuple[int, int | None]], together: tuple[int, int | None]
) -> None:
    def between(*found: tuple[int, int | None]) -> list[tuple[datetime, datetime | None]]:
        return [(at(start), None if end is None else at(end)) for start, end in found]

    for seconds in (250, 420):
        seen, once = (
            level_at(LEVELS, started_at=START, pauses=of, now=at(seconds))
            for of in (between(*pauses), between(together))
        )
        assert seen == once
    counted = stopped(between(*pauses), since=START, until=at(500))
    assert counted == timedelta(seconds=(together[1] or 500) - together[0])


@pytest.mark.rule("TRN-6")
def test_a_pause_stops_the_clock_at_its_own_instant() -> None:
    pauses = [(at(100), None)]
    reading = level_at(LEVELS, started_at=START, pauses=pauses, now=at(100))
    assert (reading.paused, reading.until, reading.left) == (True, None, timedelta(seconds=200))
    before = level_at(LEVELS, started_at=START, pauses=pauses, now=at(99.9))
    assert not before.paused


@pytest.mark.rule("PAY-SPLIT", "RANK-2")
@pytest.mark.parametrize(
    ("levels", "seconds", "over"),
    [
        (1, 299, False),
        (1, 300, True),
        (2, 599, False),
        (2, 600, True),
        (2, 719, True),
        (3, 719, False),
        (3, 1_000_000, False),
        (0, 1_000_000, False),
    ],
    ids=[
        "in its level",
        "in the next level",
        "in its last level",
        "when the break begins",
        "in the break",
        "in the break before its level",
        "the last level lasts",
        "no session",
    ],
)
def test_a_session_is_over_with_its_last_level_and_a_break_adds_nothing(
    levels: int, seconds: int, over: bool
) -> None:
    reading = level_at(LEVELS, started_at=START, pauses=[], now=at(seconds))
    assert session_over(reading, levels=levels) == over


def test_a_pause_before_the_start_is_none_of_this_clocks() -> None:
    """The clock of a shootout begins anew with each round."""
    pauses = [(at(-500), at(-400)), (at(-50), at(20)), (at(100), at(110))]
    reading = level_at(LEVELS, started_at=START, pauses=pauses, now=at(150))
    assert (reading.since, reading.until) == (at(0), at(330))


def test_a_level_ended_early_brings_all_that_follow_forward() -> None:
    skips = {0: at(100)}
    after = level_at(LEVELS, started_at=START, pauses=[], skips=skips, now=at(100))
    assert (after.index, after.since, after.until) == (1, at(100), at(400))
    later = level_at(LEVELS, started_at=START, pauses=[], skips=skips, now=at(400))
    assert (later.index, later.since, later.until) == (2, at(400), at(520))


@pytest.mark.rule("AMEND-3")
def test_a_level_that_began_anew_may_be_ended_early_too() -> None:
    anew, skips = Anew(row=1, at=at(700)), {1: at(800)}
    seen = level_at(LEVELS, started_at=START, pauses=[], skips=skips, anew=anew, now=at(800))
    assert (seen.index, seen.since, seen.until) == (2, at(800), at(920))


@pytest.mark.parametrize(
    "started_at",
    [datetime(2026, 3, 29, 0, 58, tzinfo=UTC), datetime(2026, 10, 25, 0, 58, tzinfo=UTC)],
    ids=["clocks go forward", "clocks go back"],
)
def test_daylight_saving_moves_no_level(started_at: datetime) -> None:
    rome = ZoneInfo("Europe/Rome")
    for minutes, index in ((0, 0), (4, 0), (5, 1), (10, 2), (12, 3)):
        now = (started_at + timedelta(minutes=minutes)).astimezone(rome)
        assert level_at(LEVELS, started_at=started_at, pauses=[], now=now).index == index


def test_a_schedule_is_stored_and_read_back() -> None:
    assert schedule(level.to_json() for level in LEVELS) == LEVELS


@pytest.mark.parametrize(
    ("levels", "late_levels", "code"),
    [
        ([], 0, EventCode.SCHEDULE_EMPTY),
        ([LEVELS[2], LEVELS[0]], 0, EventCode.SCHEDULE_STARTS_WITH_BREAK),
        ([LEVELS[0], LEVELS[2]], 0, EventCode.SCHEDULE_ENDS_WITH_BREAK),
        ([BlindLevel(60)], 0, EventCode.BLINDS_MISSING),
        ([BlindLevel(60, 0, 10)], 0, EventCode.BLINDS_MISSING),
        ([BlindLevel(60, 20, 10)], 0, EventCode.SMALL_BLIND_NOT_HALF),
        (LEVELS, 3, EventCode.LATE_REGISTRATION_ENDLESS),
    ],
)
def test_a_schedule_that_cannot_be_played_is_refused(
    levels: list[BlindLevel], late_levels: int, code: RefusalCode
) -> None:
    with pytest.raises(Refusal) as refused:
        check_schedule(levels, late_levels=late_levels)
    assert refused.value.code == code


def test_staff_read_in_which_row_blinds_are_missing() -> None:
    with pytest.raises(Refusal) as refused:
        check_schedule([LEVELS[0], LEVELS[2], BlindLevel(60), LEVELS[3]], late_levels=0)
    assert refused.value.context == {"row": 3}


@pytest.mark.rule("INFO-4", "BLIND-1")
@pytest.mark.parametrize(
    ("small", "big", "ante", "told"),
    [
        (12, 25, 0, True),
        (13, 25, 5, True),
        (75, 150, 0, True),
        (1, 2, 0, True),
        (1, 3, 0, True),
        (2, 5, 25, True),
        (10, 25, 0, False),
        (10, 25, 5, False),
        (200, 300, 0, False),
        (50, 150, 0, False),
        (50, 150, 50, False),
        (100, 100, 0, False),
        (30, 400, 0, False),
        (60, 100, 0, False),
        (49, 100, 0, False),
        (200, 100, 0, False),
    ],
)
def test_a_small_blind_is_half_of_the_big_one_as_near_as_chips_go(
    small: int, big: int, ante: int, told: bool
) -> None:
    levels = [LEVELS[0], BlindLevel(60, small, big, ante), LEVELS[1]]
    if told:
        check_schedule(levels, late_levels=0)
        return
    with pytest.raises(Refusal) as refused:
        check_schedule(levels, late_levels=0)
    assert refused.value.code == EventCode.SMALL_BLIND_NOT_HALF
    assert refused.value.context == {"row": 2, "small": small, "big": big}


@pytest.mark.rule("INFO-4", "LIVE-7")
@pytest.mark.parametrize(
    ("small", "big", "ante", "told"),
    [
        (10, 25, 0, True),
        (15, 25, 5, True),
        # With chips of 1.
        (12, 25, 0, True),
        (75, 150, 25, True),
        (50, 150, 0, False),
        (200, 300, 0, False),
        (5, 25, 5, False),
    ],
)
def test_with_real_chips_the_smallest_that_is_in_play_pays_the_small_blind(
    small: int, big: int, ante: int, *, told: bool
) -> None:
    levels = (
        [BlindLevel(60, 5, 10), BlindLevel(60, small, big, ante)]
        if big < 50
        else [BlindLevel(60, 25, 50), BlindLevel(60, small, big, ante)]
    )
    if told:
        check_schedule(levels, late_levels=0, live=True)
        return
    with pytest.raises(Refusal) as refused:
        check_schedule(levels, late_levels=0, live=True)
    assert refused.value.code == EventCode.SMALL_BLIND_NOT_HALF


# Antes of levels with blinds 50/100, 100/200, ...; a pair is one of the big blind.
FALLING = {
    "an ante that falls": ([20, 30, 20], True, (3, 20, 30)),
    "one that falls behind a level without": ([20, 30, 0, 20], True, (4, 20, 30)),
    "none while chips leave play": ([25, 0, 100], True, None),
    "as large as before": ([25, 25, 50], True, None),
    "without blinds: the big blind, and then less": ([0, 0, 20], False, (3, 20, 200)),
    "without blinds, as written": ([20, 30, 40], False, None),
    "without blinds, the big blinds": ([0, 0, 0], False, None),
}


@pytest.mark.rule("TRN-1", "DRAW-1")
@pytest.mark.parametrize("case", FALLING)
def test_antes_never_fall(case: str) -> None:
    antes, blinds, told = FALLING[case]
    levels = [BlindLevel(60, 50 * no, 100 * no, ante) for no, ante in enumerate(antes, start=1)]
    if told is None:
        check_schedule(levels, late_levels=0, blinds=blinds)
        return
    with pytest.raises(Refusal) as refused:
        check_schedule(levels, late_levels=0, blinds=blinds)
    row, ante, before = told
    assert refused.value.code == EventCode.ANTES_FALL
    assert refused.value.context == {"row": row, "ante": ante, "before": before}


@pytest.mark.rule("BLIND-2")
def test_an_ante_of_the_big_blind_is_compared_with_its_own_kind() -> None:
    whole = BlindLevel(60, 50, 100, 100, big_blind_ante=True)
    check_schedule(
        [whole, BlindLevel(60, 100, 200, 25), BlindLevel(60, 150, 300, 50)], late_levels=0
    )
