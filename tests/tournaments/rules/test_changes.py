"""What staff may change of an event, when it is too late, and what its terms then are."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal
from tournaments.rules import changes, written_levels
from tournaments.rules.changes import Change, Scene, Stands
from tournaments.rules.level_clock import Anew, BlindLevel, ClockReading, level_at, level_ends_at

START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
LEVELS = (
    BlindLevel(1200, 10, 20),
    BlindLevel(1200, 20, 40),
    BlindLevel(600, is_break=True),
    BlindLevel(1200, 40, 80),
    BlindLevel(1200, 80, 160),
)
TERMS = Stands(begins_at=START, levels=LEVELS, late_levels=1, guarantee=100_00, most_entries=50)
OPEN = Scene(
    now=START - timedelta(hours=1),
    over=False,
    reading=None,
    pool_open=True,
    entry_open=True,
    room=1000,
    entries=9,
    fewest=2,
    absent=0,
    sit_and_go=False,
    live=False,
    blinds=True,
    shootout=False,
    drawn=False,
    tables=3,
    session_levels=0,
    re_entry_levels=0,
    rebuy_levels=0,
    add_on_after_level=0,
)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def clock(minutes: float, terms: Stands = TERMS, **more: Any) -> ClockReading:
    began: dict[str, Any] = {"started_at": START, "pauses": [], **more}
    return level_at(terms.levels, anew=terms.anew, now=at(minutes), **began)


def in_play(minutes: float, **facts: Any) -> Scene:
    """So long after the start, once nobody can enter any more."""
    shut: dict[str, Any] = {"pool_open": False, "entry_open": False, **facts}
    return replace(OPEN, now=at(minutes), reading=clock(minutes), **shut)


@pytest.mark.rule("AMEND-3")
@pytest.mark.parametrize(
    ("when", "change", "ends"),
    [
        (10, changes.LevelTime(0, 300), [25, 45]),
        (10, changes.LevelTime(0, -300), [15, 35]),
        (30, changes.LevelAgain(0), [50, 70]),
    ],
)
def test_the_clock_is_worked_out_from_what_staff_did(
    when: float, change: Change, ends: list[int]
) -> None:
    scene = in_play(when)
    change.check(replace(TERMS, late_levels=0), scene)
    terms = change.of(TERMS, at=at(when))
    reading = clock(when, terms)
    assert (reading.index, reading.number, reading.until) == (0, 1, at(ends[0]))
    following = clock(ends[0], terms)
    assert (following.index, following.since, following.until) == (1, at(ends[0]), at(ends[1]))
    facts: dict[str, Any] = {"started_at": START, "pauses": [], "anew": terms.anew}
    assert level_ends_at(terms.levels, number=2, **facts) == at(ends[1])


@pytest.mark.rule("AMEND-3")
def test_a_level_gone_back_in_a_pause_begins_when_the_clock_runs_again() -> None:
    terms = changes.LevelAgain(0).of(TERMS, at=at(35))
    stopped = clock(36, terms, pauses=[(at(30), None)])
    assert (stopped.index, stopped.left, stopped.until) == (0, timedelta(minutes=20), None)
    assert clock(40, terms, pauses=[(at(30), at(40))]).until == at(60)
    # Whoever reads the clock a moment late does not see the first level of all.
    later = changes.LevelAgain(1).of(TERMS, at=at(55))
    assert clock(54.9, later).index == 1


@pytest.mark.rule("AMEND-3")
def test_a_level_gone_back_behind_a_break_is_not_played_behind_one() -> None:
    terms = changes.LevelAgain(3).of(TERMS, at=at(75))
    assert clock(60).after_break
    assert not clock(75, terms).after_break


@pytest.mark.rule("AMEND-3")
@pytest.mark.parametrize(
    ("when", "pauses", "begins"),
    [(80, [], 90), (90, [], 90), (200, [], 200), (200, [(at(75), at(195))], 210)],
    ids=["in its time", "at its end", "long after", "stopped meanwhile"],
)
def test_levels_behind_the_last_one_begin_when_its_time_is_over(
    when: float, pauses: list[Any], begins: float
) -> None:
    scene = replace(in_play(when), reading=clock(when, pauses=pauses))
    more = changes.NewLevels(5, (BlindLevel(1200, 160, 320), BlindLevel(1200, 320, 640)))
    more.check(TERMS, scene)
    terms = more.seen(scene).of(TERMS, at=at(when))
    after = clock(begins, terms, pauses=pauses)
    assert (after.index, after.since, after.left) == (5, at(begins), timedelta(minutes=20))
    if when < begins:
        assert clock(begins - 0.1, terms, pauses=pauses).index == 4


@pytest.mark.rule("AMEND-2")
@pytest.mark.parametrize(
    ("change", "facts", "code"),
    [
        (changes.PutOff(at(0)), {}, "NOT_LATER"),
        (changes.PutOff(at(60 * 24 * 61)), {}, "NOT_LATER"),
        (changes.PutOff(at(30)), {"over": True}, "EVENT_OVER"),
        (changes.PutOff(at(-60)), {"live": True}, "NOT_LATER"),
        (changes.StartNow(at(-60)), {}, "NOT_LIVE"),
        (changes.StartNow(at(-60)), {"live": True, "over": True}, "EVENT_OVER"),
        (changes.StartNow(at(-60)), {"live": True, "entries": 1}, "TOO_FEW_TO_START"),
        (changes.StartNow(at(-60)), {"live": True, "absent": 1}, "NOT_CHECKED_IN"),
        (changes.Guarantee(100_00), {}, "NOT_RAISED"),
        (changes.Guarantee(99_99), {}, "NOT_RAISED"),
        (changes.Guarantee(200_00), {"pool_open": False}, "PRIZES_FIXED"),
        (changes.Guarantee(200_00), {"drawn": True}, "DRAWN_PRIZE"),
        (changes.Guarantee(200_00), {"over": True}, "EVENT_OVER"),
        (changes.LateLevels(1), {}, "LATE_NOT_LATER"),
        (changes.LateLevels(4), {}, "LATE_REGISTRATION_ENDLESS"),
        (changes.LateLevels(3), {"session_levels": 2}, "LATE_AFTER_SESSION"),
        (changes.LateLevels(2), {"entry_open": False}, "REGISTRATION_CLOSED"),
        (changes.LateLevels(2), {"shootout": True}, "SHOOTOUT_TERMS"),
        (changes.LateLevels(2), {"drawn": True}, "DRAWN_PRIZE"),
        (changes.MoreSeats(50), {}, "NOT_MORE_SEATS"),
        (changes.MoreSeats(60), {"sit_and_go": True}, "NO_DATE"),
        (changes.MoreSeats(60), {"entry_open": False}, "REGISTRATION_CLOSED"),
        (changes.MoreSeats(60), {"drawn": True}, "DRAWN_PRIZE"),
        (changes.MoreSeats(60), {"room": 59}, "ONE_TABLE_GAME"),
        (changes.LevelTime(0, 60), {}, "NOT_STARTED"),
        (changes.LevelAgain(0), {}, "NOT_STARTED"),
        (changes.Together(on=True), {}, "NOT_STARTED"),
        (changes.NewLevels(0, LEVELS[:3]), {}, "SCHEDULE_ENDS_WITH_BREAK"),
        (changes.NewLevels(0, LEVELS[:1]), {}, "LATE_REGISTRATION_ENDLESS"),
        (changes.NewLevels(0, LEVELS), {"rebuy_levels": 4}, "REBUYS_ENDLESS"),
        (changes.NewLevels(0, LEVELS), {"session_levels": 4}, "SESSION_HAS_NO_END"),
        (changes.NewLevels(0, LEVELS), {"shootout": True}, "SHOOTOUT_TERMS"),
        (changes.NewLevels(1, LEVELS), {}, "EVENT_CHANGED"),
    ],
)
def test_before_the_start_too_little_and_too_much_are_refused_by_name(
    change: Change, facts: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal, match=code):
        change.check(TERMS, replace(OPEN, **facts))


@pytest.mark.rule("AMEND-2", "AMEND-3")
@pytest.mark.parametrize(
    ("change", "minutes", "facts", "code"),
    [
        (changes.PutOff(at(60)), 5, {}, "HAS_BEGUN"),
        (changes.StartNow(at(5)), 5, {"live": True}, "HAS_BEGUN"),
        (changes.MoreSeats(60), 5, {"shootout": True}, "REGISTRATION_CLOSED"),
        (changes.LevelTime(0, -15 * 60), 5, {}, "TIME_LEFT"),
        (changes.LevelTime(0, 0), 5, {}, "TIME_LEFT"),
        (changes.LevelTime(0, 60), 25, {}, "EVENT_CHANGED"),
        # The next round would have the longer level again.
        (changes.LevelTime(0, 60), 5, {"shootout": True}, "SHOOTOUT_TERMS"),
        (changes.LevelTime(4, 60), 100, {}, "LAST_LEVEL"),
        (changes.LevelTime(0, 60), -0.1, {}, "NOT_STARTED"),
        (changes.LevelAgain(0), 5, {}, "FIRST_LEVEL"),
        (changes.LevelAgain(0), 60, {}, "EVENT_CHANGED"),
        # Registration closed with level 1, rebuys and the add-on with level 2.
        (changes.LevelAgain(0), 25, {}, "WOULD_REOPEN"),
        (changes.LevelAgain(1), 60, {"rebuy_levels": 2}, "WOULD_REOPEN"),
        (changes.LevelAgain(1), 60, {"add_on_after_level": 2}, "WOULD_REOPEN"),
        (changes.LevelAgain(3), 85, {"session_levels": 3}, "WOULD_REOPEN"),
        (changes.NewLevels(0, LEVELS), 5, {}, "EVENT_CHANGED"),
        (changes.Together(on=False), 25, {}, "EVENT_CHANGED"),
        (changes.Together(on=True), 25, {"pool_open": True}, "ENTRY_STILL_OPEN"),
        (changes.Together(on=True), 25, {"tables": 1}, "ONE_TABLE"),
        (changes.Together(on=True), 25, {"shootout": True}, "TABLES_PLAY_APART"),
    ],
)
def test_in_play_what_is_too_late_is_refused_by_name(
    change: Change, minutes: float, facts: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal, match=code):
        change.check(TERMS, in_play(minutes, **facts))


@pytest.mark.rule("AMEND-1")
@given(
    made=st.lists(
        st.one_of(
            st.builds(changes.PutOff, st.integers(1, 9000).map(at)),
            st.builds(changes.LevelTime, st.integers(0, 4), st.integers(1, 900)),
            st.builds(changes.LevelAgain, st.integers(0, 4)),
            st.builds(changes.LateLevels, st.integers(1, 3)),
            st.builds(changes.Guarantee, st.integers(1, 10**9)),
            st.builds(changes.MoreSeats, st.integers(51, 900)),
            st.builds(changes.Together, st.booleans()),
            st.just(changes.NewLevels(2, LEVELS[2:])),
        ),
        max_size=6,
    )
)
def test_what_was_changed_is_kept_as_it_was_made(made: list[Change]) -> None:
    kept = [changes.read({**change.to_json(), "level": 3}) for change in made]
    assert kept == made
    dated = [(at(minute), change) for minute, change in enumerate(made)]
    terms = changes.after(TERMS, dated)
    for moment, change in dated:
        assert change.kind in changes.KINDS
        if isinstance(change, changes.LevelAgain) and terms.anew and terms.anew.at == moment:
            assert terms.anew == Anew(change.row, moment)


@given(
    st.lists(
        st.one_of(
            st.builds(BlindLevel, st.integers(1, 7200), st.integers(1, 900), st.integers(1, 900)),
            st.builds(
                BlindLevel,
                st.integers(1, 7200),
                st.integers(1, 900),
                st.integers(1, 900),
                st.integers(1, 900),
                big_blind_ante=st.booleans(),
            ),
            st.builds(BlindLevel, st.integers(1, 7200), is_break=st.just(True)),
        ),
        max_size=20,
    )
)
def test_levels_that_are_written_down_are_read_again(levels: list[BlindLevel]) -> None:
    assert written_levels.read(written_levels.write(levels)) == tuple(levels)


def test_the_longest_level_and_the_largest_chips_are_still_read() -> None:
    [level] = written_levels.read("1440: 1000000000/2000000000")
    assert level == BlindLevel(24 * 60 * 60, 1_000_000_000, 2_000_000_000)


@pytest.mark.parametrize(
    "text",
    [
        *["20", "x: 1/2", "0: 1/2", "break", "20: 1/2/3/4", "20: 1/2 bb"],
        *["1441: 1/2", "20: 1/2000000001", "20: 1/2/2000000001"],
    ],
)
def test_what_is_no_level_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(Refusal, match="LEVELS_UNREADABLE") as refused:
        written_levels.read(f"20: 1/2\n{text}")
    assert refused.value.context["line"] == text
