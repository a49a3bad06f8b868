"""The checker finds each way in which a room could tell what is not so."""

from typing import Any

import pytest

from tests.cluster.history import (
    early,
    faults,
    leaders,
    longest,
    purchases,
    silences,
    wrong_clocks,
)

DEAL = {"e": "blind", "seat": 1, "amount": 5}
CALL = {"e": "act", "seat": 2, "kind": "call"}
FOLD = {"e": "act", "seat": 2, "kind": "fold"}
STORED = {7: [DEAL, CALL]}


def update(version: int, *events: dict[str, Any], bot: str = "anna", t: float = 0.0) -> Any:
    return {
        "t": t,
        "at": t,
        "due": None,
        "bot": bot,
        "kind": "update",
        "table": 1,
        "version": version,
        "hand": 7,
        "live": True,
        "events": list(events),
    }


def snapshot(version: int, *events: dict[str, Any], t: float = 0.0) -> Any:
    return {**update(version, *events, t=t), "kind": "snapshot"}


def test_what_was_told_and_stored_is_no_fault() -> None:
    lines = [update(1, DEAL), update(1, DEAL, bot="bea"), update(2, CALL), snapshot(2, DEAL, CALL)]
    # Read before the update, and overtaken by it.
    lines.append(snapshot(1, DEAL, t=0.1))
    assert list(faults(lines, STORED)) == []


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        # Told before the commit, and the commit was lost: by a crash, or with an old primary.
        ([update(1, DEAL), update(2, FOLD)], "events of hand 7 are not stored as they were told"),
        # Told of a hand that an old primary alone has dealt.
        ([{**update(1, DEAL), "hand": 8}], "hand 8 is not stored"),
        # Two primaries, or one version given twice.
        ([update(1, DEAL), update(1, CALL, bot="bea")], "told otherwise than"),
        # A server whose database has forgotten the end.
        ([snapshot(2, DEAL, CALL), snapshot(1, DEAL, t=3.0)], "told version 2 before"),
        # An action that was sent again and done twice.
        ([update(1, DEAL), update(2, CALL, CALL)], "are not stored as they were told"),
    ],
)
def test_what_is_told_and_not_so_is_found(lines: list[Any], fault: str) -> None:
    assert any(fault in found for found in faults(lines, STORED))


def test_a_time_out_before_it_was_due_is_found() -> None:
    assert list(early([{**update(1, DEAL, t=13.6), "due": 13.5}, purchase("asked", "k")])) == []
    found = list(early([{**update(1, DEAL, t=10.0), "due": 13.5}]))
    assert found == ["table 1, version 1: timed out 3.5 s early"]


def test_a_turn_that_ends_by_a_wrong_clock_is_found() -> None:
    told = [{**update(1, DEAL, t=10.0), "ends": ends} for ends in (-60.0, 30.0, None, 615.0)]
    told += [{**update(1, DEAL, t=900.0), "ends": 320.0}, purchase("asked", "k")]
    assert [found.rpartition("ends ")[2] for found in wrong_clocks(told)] == [
        "605 s from now",
        "-580 s from now",
    ]


def purchase(kind: str, key: str) -> Any:
    return {"t": 1.0, "bot": "anna", "kind": kind, "key": key}


@pytest.mark.parametrize(
    ("lines", "stored", "sentences"),
    [
        (["asked", "bought", "bought"], 1, []),
        # Asked for, and the answer or the wish was lost: either is right.
        (["asked"], 0, []),
        (["asked"], 1, []),
        (["asked", "bought"], 0, ["anna: purchase k is not stored"]),
        (["asked", "bought", "bought"], 2, ["anna: purchase k was made 2 times"]),
    ],
)
def test_a_purchase_is_made_once(lines: list[str], stored: int, sentences: list[str]) -> None:
    told = [purchase(kind, "k") for kind in lines]
    assert list(purchases(told, lambda _: stored)) == sentences


def ticks(beats: str, every: float) -> list[dict[str, Any]]:
    return [{"t": number * every, "beat": beat} for number, beat in enumerate(beats)]


def test_one_beat_after_the_other_is_no_fault() -> None:
    assert list(leaders(ticks("aaaabbbbbbbaaaaaa", 0.5))) == []
    # The one that led gave a tick as the lease went over.
    assert list(leaders(ticks("aaaabbabbbbb", 0.5))) == []


def test_two_beats_at_one_time_are_found() -> None:
    assert list(leaders(ticks("aaabababab", 0.5))) == ["beats b and a both gave ticks"]


def test_a_silence_is_a_pause_in_a_hand_that_is_played() -> None:
    end = {**update(3, CALL, t=8.0), "live": False}
    lines = [update(1, DEAL, t=1.0), update(2, CALL, t=7.5), end, update(4, DEAL, t=60.0)]
    assert silences(lines) == {1: [(1.0, 6.5), (7.5, 0.5)]}
    assert longest(silences(lines), since=2.0, until=3.0, after=1.0) == [6.5]
    assert longest(silences(lines), since=2.0, until=3.0, after=1.5) == []
    assert longest(silences(lines), since=20.0, until=30.0, after=0.0) == []
