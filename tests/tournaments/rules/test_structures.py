"""Blind structures that people know, and structures made to last."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal
from tournaments.refusals import EventCode
from tournaments.rules.level_clock import BlindLevel, check_schedule
from tournaments.rules.structures import (
    AT_THE_END,
    AT_THE_LAST,
    PRESETS,
    BlindPace,
    Structure,
    generated,
    preset,
    small_blinds,
    smallest_chip,
)


def told(levels: Sequence[BlindLevel]) -> str:
    """Blinds and antes in a line; a bar is a break."""
    return " ".join(
        "|"
        if level.is_break
        else f"{level.small_blind}/{level.big_blind}" + (f"/{level.ante}" if level.ante else "")
        for level in levels
    )


@pytest.mark.rule("TRN-1")
@pytest.mark.parametrize(
    ("name", "stack", "entries", "begins", "minutes"),
    [
        # 90,000 chips are 20 big blinds of 4,500, rounded to 2,500/5,000.
        (
            "regular",
            10_000,
            9,
            "50/100 75/150 100/200 150/300/50 200/400/50 250/500/75 | 300/600/75 400/800/100",
            160,
        ),
        (
            "turbo",
            1_500,
            9,
            "10/20 15/30 20/40 25/50/5 30/60/10 40/80/10 50/100/15 60/120/15 80/160/20",
            75,
        ),
        ("super_turbo", 500, 2, "10/20/5 15/30/5 20/40/5 25/50/5 30/60/10 40/80/10", 12),
        ("deep_stack", 50_000, 100, "100/200 150/300 200/400 250/500 | 300/600/75 400/800", 470),
    ],
)
def test_the_paces_that_people_know(
    name: str, stack: int, entries: int, begins: str, minutes: int
) -> None:
    structure = preset(PRESETS[name], starting_stack=stack, entries=entries)
    assert told(structure.levels).startswith(begins)
    assert structure.expected_seconds == minutes * 60


@pytest.mark.rule("TRN-1")
@pytest.mark.parametrize(
    ("pace", "stack", "entries", "minutes", "levels"),
    [
        # Ten levels until 1,000,000 chips are 20 big blinds of 50,000, then until they are 5.
        (
            BlindPace(900, break_after=5, antes_from=4),
            10_000,
            100,
            155,
            "50/100 100/200 200/400 400/800/100 800/1600/200 | 1500/3000/400 3000/6000/800 "
            "6000/12000/1500 15000/30000/4000 25000/50000/6000 | 30000/60000/8000 "
            "40000/80000/10000 50000/100000/15000 60000/120000/15000 80000/160000/20000 | "
            "100000/200000/25000",
        ),
        # A duel of 3,000 chips: 20 big blinds are 75/150.
        (
            BlindPace(120, depth=75),
            1_500,
            2,
            10,
            "10/20 15/30 30/60 50/100 80/160 100/200 150/300 200/400 250/500 300/600",
        ),
    ],
)
def test_a_structure_made_to_last(
    pace: BlindPace, stack: int, entries: int, minutes: int, levels: str
) -> None:
    made = generated(pace, starting_stack=stack, entries=entries, target_seconds=minutes * 60)
    assert told(made.levels) == levels
    assert made.expected_seconds == minutes * 60


def test_what_does_not_last_two_levels_is_no_structure() -> None:
    with pytest.raises(Refusal) as refused:
        generated(BlindPace(600), starting_stack=1_500, entries=9, target_seconds=600)
    assert refused.value.code == EventCode.STRUCTURE_TOO_SHORT
    two = generated(BlindPace(600), starting_stack=1_500, entries=9, target_seconds=601)
    assert two.expected_seconds == 1_200


@pytest.mark.parametrize(
    ("chip", "begins"),
    [
        (1, [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30]),
        (5, [5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150]),
        (25, [25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800]),
        (100, [100, 200, 300, 400, 500, 600, 800, 1_000, 1_500, 2_000, 2_500, 3_000]),
    ],
)
def test_blinds_are_round_for_the_chips_in_use(chip: int, begins: list[int]) -> None:
    assert list(small_blinds(chip)[: len(begins)]) == begins


paces = st.builds(
    BlindPace,
    st.integers(1, 30).map(lambda minutes: minutes * 60),
    depth=st.integers(10, 500),
    break_after=st.integers(0, 12),
    break_seconds=st.integers(1, 20).map(lambda minutes: minutes * 60),
    antes_from=st.integers(0, 8),
    big_blind_ante=st.booleans(),
    live=st.just(False),
)
stacks = st.integers(100, 1_000_000)
fields = st.integers(2, 2_000)


def check(structure: Structure, pace: BlindPace, *, stack: int, entries: int) -> None:
    """What every structure keeps."""
    levels = [level for level in structure.levels if not level.is_break]
    check_schedule(structure.levels, late_levels=0)
    blinds = [level.small_blind for level in levels]
    assert blinds == sorted(blinds)
    chip = smallest_chip(pace, starting_stack=stack)
    for number, level in enumerate(levels, start=1):
        assert level.big_blind == 2 * level.small_blind
        assert level.small_blind % chip == 0
        assert level.seconds == pace.level_seconds
        assert bool(level.ante) == (0 < pace.antes_from <= number)
        assert level.big_blind_ante == (pace.big_blind_ante and bool(level.ante))
        assert (
            level.ante in (0, level.big_blind)
            if pace.big_blind_ante
            else (level.ante <= level.small_blind)
        )
    antes = [level.ante for level in levels]
    assert antes == sorted(antes)
    assert levels[-1].big_blind * AT_THE_LAST >= stack * entries
    runs = "".join("|" if level.is_break else "." for level in structure.levels).split("|")
    longest = pace.break_after or len(levels)
    assert [len(run) for run in runs[:-1]] == [longest] * (len(runs) - 1)
    assert 0 < len(runs[-1]) <= longest


@given(pace=paces, stack=stacks, entries=fields)
def test_a_pace_climbs_until_nobody_can_play_on(pace: BlindPace, stack: int, entries: int) -> None:
    structure = preset(pace, starting_stack=stack, entries=entries)
    check(structure, pace, stack=stack, entries=entries)
    blinds = [level.small_blind for level in structure.levels if not level.is_break]
    assert len(set(blinds)) == len(blinds)


@pytest.mark.slow
@given(pace=paces, stack=stacks, entries=fields, minutes=st.integers(61, 1_440))
def test_the_chips_are_twenty_big_blinds_when_the_event_should_end(
    pace: BlindPace, stack: int, entries: int, minutes: int
) -> None:
    target = minutes * 60
    made = generated(pace, starting_stack=stack, entries=entries, target_seconds=target)
    check(made, pace, stack=stack, entries=entries)
    assert abs(made.expected_seconds - target) <= max(pace.level_seconds, pace.break_seconds)
    begun, ends = 0, made.levels[0]
    for level in made.levels:
        if begun < made.expected_seconds and not level.is_break:
            ends = level
        begun += level.seconds
    # Rounding, to a ladder whose steps are at most two to one, and never below the first level.
    wish = stack * entries / AT_THE_END
    assert wish / 1.5 <= ends.big_blind <= max(wish * 1.5, made.levels[0].big_blind, 2)


def in_time(pace: BlindPace, *, starting_stack: int, entries: int, minutes: int) -> Structure | int:
    """A structure with real chips that lasts so long, or the minutes that it would take."""
    field = {"starting_stack": starting_stack, "entries": entries}
    try:
        return generated(pace, **field, target_seconds=minutes * 60)
    except Refusal as refusal:
        return int(str(refusal.context["minutes"]))


@pytest.mark.rule("TRN-1")
@given(pace=paces, stack=stacks, entries=fields, minutes=st.integers(61, 1_440))
def test_real_chips_double_in_the_first_levels_alone(
    pace: BlindPace, stack: int, entries: int, minutes: int
) -> None:
    pace = pace._replace(live=True)
    field = {"starting_stack": stack, "entries": entries}
    made = in_time(pace, minutes=minutes, **field)
    if isinstance(made, int):
        assert made > minutes
        assert in_time(pace, minutes=made - 1, **field) == made
        made = in_time(pace, minutes=made, **field)
    assert isinstance(made, Structure)
    for structure in (made, preset(pace, **field)):
        check(structure, pace, stack=stack, entries=entries)
        blinds = [level.small_blind for level in structure.levels if not level.is_break]
        for number, (before, after) in enumerate(pairwise(blinds), start=2):
            assert after <= before * (2 if number <= 3 else 1.6), number


def test_an_evening_with_real_chips_says_what_it_needs() -> None:
    pace = BlindPace(20 * 60, break_after=4, break_seconds=600, antes_from=4, live=True)
    field = {"starting_stack": 10_000, "entries": 60}
    least = in_time(pace, minutes=180, **field)
    assert isinstance(least, int)
    made = in_time(pace, minutes=least, **field)
    assert isinstance(made, Structure)
    assert told(made.levels).startswith("50/100 75/150 100/200 150/300/50 | 200/400/50")


@pytest.mark.parametrize("name", PRESETS)
def test_a_faster_pace_ends_sooner(name: str) -> None:
    order = ["super_turbo", "turbo", "regular", "deep_stack"]
    lengths = [
        preset(PRESETS[each], starting_stack=10_000, entries=50).expected_seconds for each in order
    ]
    assert lengths == sorted(lengths)


def test_a_first_small_blind_of_a_chip_and_a_third_is_about_two() -> None:
    assert smallest_chip(BlindPace(300, depth=75), starting_stack=5_000) == 25
    assert smallest_chip(BlindPace(300, depth=75), starting_stack=4_999) == 5
