"""Hands told again: from their own events, and from files in PHH."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import engine
from tables.engine.phh.reading import BadHand, WrittenHand, play, read
from tables.engine.replay.__main__ import main
from tests.tables.engine import scenes

HANDS = Path(__file__).parent / "hands"


def finished_hand() -> tuple[engine.HandState, list[Any]]:
    deal = scenes.deal(1000, 1000, 1000, hole={1: "AsKd", 2: "9s9d", 3: "2s2d"})
    rest = scenes.check_down(scenes.play(deal.hand, "3 raise 300").hand)
    raised = scenes.play(deal.hand, "3 raise 300").events
    return rest.hand, [*deal.events, *raised, *rest.events]


def test_a_hand_is_its_events() -> None:
    hand, events = finished_hand()
    assert engine.replay(events) == hand


def test_showing_afterwards_is_replayed_too() -> None:
    hand, events = finished_hand()
    mucked = next(seat for seat in hand.live if seat not in hand.shown)
    one, first = engine.show(hand, mucked, [hand.hole[mucked][:2]])
    assert engine.replay([*events, *first]) == one
    shown, more = engine.show(one, mucked)
    assert engine.replay([*events, *first, *more]) == shown


@pytest.mark.parametrize("change", ["amount", "left out", "out of turn"])
def test_events_that_the_rules_do_not_produce_are_not_replayed(change: str) -> None:
    _, events = finished_hand()
    if change == "amount":
        events[-1] = {"e": "end", "stacks": {"1": 0, "2": 0, "3": 3000}}
    elif change == "left out":
        events.remove(next(event for event in events if event["e"] == "street"))
    else:
        events.insert(len(events) - 1, {"e": "muck", "seat": 1})
    with pytest.raises(engine.NotTheSame):
        engine.replay(events)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda events: [], "there are no events"),
        (lambda events: events[1:], "the first event is 'ante'"),
        (lambda events: [{**events[0], "stacks": {"1": 1000}}], "two seats or more"),
        (lambda events: [_without(events[0], "rules", game="whist")], "there is no game 'whist'"),
        (
            lambda events: [
                {**event, "seat": 1} if event["e"] == "act" else event for event in events
            ],
            "NOT_YOUR_TURN",
        ),
    ],
)
def test_what_is_no_hand_is_not_replayed_and_says_why(change: Any, why: str) -> None:
    deal = scenes.deal(1000, 1000, 1000, stakes=engine.Stakes(50, 100, 10))
    raised = scenes.play(deal.hand, "3 raise 300").events
    with pytest.raises(engine.NotTheSame) as caught:
        engine.replay(change([*deal.events, *raised]))
    assert why in str(caught.value)


def _without(event: Any, key: str, **changes: Any) -> Any:
    return {name: value for name, value in {**event, **changes}.items() if name != key}


def test_a_game_that_there_is_not_is_named() -> None:
    with pytest.raises(engine.ImpossibleGame, match="there is no game 'whist'"):
        engine.start(
            game="whist",
            stakes=engine.Stakes(1, 2),
            positions=engine.Positions(button=1, small_blind=1, big_blind=2),
            stacks={1: 9, 2: 9},
            deck=(),
        )


def test_every_hand_of_the_file_finishes_as_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--hands", str(HANDS)]) == 0
    out, err = capsys.readouterr()
    rows = {row.split()[0]: row.split()[1:] for row in out.splitlines()}
    assert err == ""
    assert rows["NT"] == ["3", "3", "0", "0", "0"]
    assert rows["F2L3D"] == ["1", "0", "0", "0", "1"]
    assert rows["all"] == ["7", "6", "0", "0", "1"]


def test_an_index_overrules_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "home.phhs").write_text((HANDS / "home.phhs").read_text())
    hands = {"1": {"finish": [1, 2, 3]}}
    (tmp_path / "index.json").write_text(json.dumps({"bundles": {"home.phhs": {"hands": hands}}}))
    assert main(["--hands", str(tmp_path)]) == 1
    complaint = capsys.readouterr().err
    assert complaint.startswith("home.phhs, hand 1: finishes")


# The first hand of home.phhs: what each decision was made between.
def bounds_of_first() -> list[list[int | None]]:
    first = next(iter(read(HANDS / "home.phhs")))
    assert isinstance(first, WrittenHand)
    return [
        [None if chips is None else int(chips) for chips in bounds[1:]]
        for bounds in play(first).bounds
    ]


@pytest.mark.parametrize("change", ["none", "most", "call", "missing", "too many"])
def test_the_legal_bounds_of_an_index_are_compared_too(
    change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    legal = bounds_of_first()
    changes: dict[str, Callable[[], object]] = {
        "none": lambda: None,
        "most": lambda: legal[0].__setitem__(2, 7),
        "call": lambda: legal[1].__setitem__(0, None),
        "missing": lambda: legal.pop(),
        "too many": lambda: legal.append([None, 1, 2]),
    }
    changes[change]()
    (tmp_path / "home.phhs").write_text((HANDS / "home.phhs").read_text())
    index = {"bundles": {"home.phhs": {"hands": {"1": {"legal": legal}}}}}
    (tmp_path / "index.json").write_text(json.dumps(index))
    said = {
        "none": "",
        "most": "decision 1, p",
        "call": "decision 2, p",
        "missing": f"decision {len(legal) + 1}, p",
        "too many": f"decision {len(legal)}, nobody: ",
    }[change]
    assert main(["--hands", str(tmp_path)]) == int(change != "none")
    complaint = capsys.readouterr().err
    assert complaint.startswith(said and f"home.phhs, hand 1: {said}")
    assert bool(complaint) == (change != "none")


REOPENED = {
    "variant": "FT",
    "antes": [0, 0, 0, 0],
    "blinds_or_straddles": [5, 10, 0, 0],
    "small_bet": 10,
    "big_bet": 20,
    "starting_stacks": [13, 16, 100, 100],
    "actions": [
        *["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd", "d dh p4 JsJd"],
        *["p3 cc", "p4 cc", "p1 cbr 13", "p2 cbr 16", "p3 cbr 26", "p4 f"],
        *["d db 2s7h9c", "d db 3d", "d db 4c"],
    ],
    "finishing_stacks": [49, 6, 84, 90],
}


@pytest.mark.rule("FL-2")
@pytest.mark.parametrize(
    ("words", "code"),
    [([], 0), (["--house", "limit_all_in=half"], 0), (["--house", "limit_all_in=full"], 1)],
)
def test_hands_are_played_by_tda_unless_told_otherwise(
    words: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = "".join(f"{name} = {json.dumps(value)}\n" for name, value in REOPENED.items())
    (tmp_path / "one.phh").write_text(hand)
    assert main(["--hands", str(tmp_path), *words]) == code
    assert ("CANNOT_RAISE" in capsys.readouterr().err) == bool(code)


@pytest.mark.rule("ACT-3", "FL-1", "FL-2")
def test_the_first_release_played_by_tda() -> None:
    first = engine.FIRST
    assert first.short_all_ins == "together"
    assert first.limit_all_in == "half"
    assert first.cap_heads_up == "round"


@pytest.mark.parametrize("rule", ["limit_all_in=most", "limit=half", "limit_all_in"])
def test_a_house_rule_that_there_is_not_is_refused_by_name(
    rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--hands", str(HANDS), "--house", rule])
    assert f"there is no house rule {rule}" in capsys.readouterr().err


def test_a_folder_without_hands_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--hands", str(tmp_path)]) == 2
    assert "No .phhs or .phh file" in capsys.readouterr().err


GOOD: dict[str, Any] = {
    "variant": "NT",
    "antes": [0, 0],
    "blinds_or_straddles": [5, 10],
    "min_bet": 10,
    "starting_stacks": [100, 100],
    "actions": ["d dh p1 AsAd", "d dh p2 KsKd", "p2 f"],
}


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"antes": [0]}, "not as many"),
        ({"antes": [5, 0, 0], "starting_stacks": [1] * 3}, "not as many"),
        ({"starting_stacks": [100, 0]}, "each with chips"),
        ({"starting_stacks": [100, "many"]}, "'many' is no number"),
        ({"actions": ["d dh p1 AsAd", "p2 f"]}, "not every player"),
        ({"actions": ["d dh p1 AsAd", "d dh p2 AsKd", "p2 f"]}, "not a deck"),
        ({"actions": ["d dh p1 AsAd", "d dh p2 KsXx", "p2 f"]}, "not a deck"),
        ({"actions": ["d dh p1 AsAd", "d dh p2 KsKd"]}, "ends while seat 2"),
        ({"actions": [*GOOD["actions"], "p1 cc"]}, "p1 cc: the hand is over"),
        ({"actions": [*GOOD["actions"][:2], "p1 f"]}, "NOT_YOUR_TURN"),
        ({"actions": [*GOOD["actions"][:2], "p2 cbr 15"]}, "TOO_SMALL"),
        ({"actions": [*GOOD["actions"][:2], "p2 cbr 15.5"]}, "TOO_SMALL"),
        ({"actions": [*GOOD["actions"][:2], "p2 cbr lots"]}, "'lots' is no number"),
        ({"actions": [*GOOD["actions"][:2], "p2 sd AsAd"]}, "action 3: 'p2 sd AsAd' is none"),
        ({"actions": [*GOOD["actions"][:2], "# thinks", "p2"]}, "action 4: 'p2' is none"),
        ({"actions": [3]}, "action 1: 3 is none"),
        ({"actions": 3}, "TypeError"),
        ({"starting_stacks": ["1/0", 100]}, "'1/0' is no number"),
        ({"variant": "XX"}, "KeyError: 'XX'"),
    ],
)
def test_a_bad_hand_names_file_number_and_fault(change: dict[str, Any], what: str) -> None:
    with pytest.raises(BadHand) as caught:
        play(WrittenHand("home.phhs", "12", GOOD | change))
    assert str(caught.value).startswith("home.phhs, hand 12: ")
    assert what in str(caught.value)


def test_what_one_antes_more_than_others_is_dead() -> None:
    data = GOOD | {
        "antes": [3, 3, 8],
        "blinds_or_straddles": [5, 10, 0],
        "starting_stacks": [100] * 3,
        "actions": ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd", "p3 f", "p1 f"],
    }
    assert play(WrittenHand("home.phhs", "12", data)).finish() == [92, 116, 92]


HAND = "".join(f"{name} = {json.dumps(value)}\n" for name, value in GOOD.items())
PIECES = sorted(
    {*re.findall(r"\w+|\W", HAND), "[1]", "-", "0", "1e9", "nan", "inf", "p3", "??", "\x00"}
)
slips = st.tuples(st.integers(0, len(HAND)), st.integers(0, 6), st.sampled_from(["", *PIECES]))


@given(slips=st.lists(slips, min_size=1, max_size=3))
def test_a_hand_with_slips_of_the_pen_is_played_or_named(
    tmp_path_factory: pytest.TempPathFactory, slips: list[tuple[int, int, str]]
) -> None:
    text = HAND
    for place, gone, put in slips:
        text = text[:place] + put + text[place + gone :]
    file = tmp_path_factory.mktemp("slips") / "home.phhs"
    file.write_text(text)
    for record in read(file):
        said = str(record)
        if isinstance(record, WrittenHand):
            try:
                assert play(record).hand.finished
                continue
            except BadHand as bad:
                said = str(bad)
        assert re.match(r"home\.phhs, hand .*: .", said, re.DOTALL)


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@pytest.mark.slow
@given(field=st.sampled_from(sorted(GOOD)), value=values)
def test_a_field_of_any_kind_is_played_or_named(field: str, value: Any) -> None:
    try:
        assert play(WrittenHand("home.phhs", "12", GOOD | {field: value})).hand.finished
    except BadHand as bad:
        assert str(bad).startswith("home.phhs, hand 12: ")  # noqa: PT017


def test_one_hand_that_is_no_toml_spoils_no_other(tmp_path: Path) -> None:
    file = tmp_path / "two.phhs"
    file.write_text("[1]\nvariant = \n[2]\nvariant = 'NT'\n")
    first, second = read(file)
    assert isinstance(first, BadHand)
    assert str(first).startswith("two.phhs, hand 1: not TOML")
    assert isinstance(second, WrittenHand)
    assert (second.number, second.variant) == ("2", "NT")


def test_a_file_of_one_hand_needs_no_number(tmp_path: Path) -> None:
    file = tmp_path / "one.phh"
    file.write_text("variant = 'NT'\n")
    (record,) = read(file)
    assert isinstance(record, WrittenHand)
    assert (record.file, record.number) == ("one.phh", "1")


FINE = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.50, 1]
min_bet = 1
starting_stacks = [82.40, 197]
actions = ['d dh p1 AsKd', 'd dh p2 9s9d', 'p2 cbr 2.5', 'p1 cc', 'd db 2c3c4d',
  'p1 cbr 1.125', 'p2 f']
"""
HOW_IT_ENDED = "finishing_stacks = [84.90, 194.50]\n"


def test_blinds_and_bets_finer_than_the_stacks_are_played(tmp_path: Path) -> None:
    file = tmp_path / "fine.phh"
    file.write_text(FINE)
    (record,) = read(file)
    assert isinstance(record, WrittenHand)
    played = play(record)
    assert played.unit == 40
    assert [*map(float, played.finish())] == [84.9, 194.5]


@pytest.mark.parametrize(
    ("ending", "counts", "code"),
    [
        (HOW_IT_ENDED, ["1", "1", "0", "0", "0"], 0),
        ("", ["1", "0", "0", "0", "0", "1"], 0),
        ("finishing_stacks = []\n", ["1", "0", "1", "0", "0"], 1),
    ],
)
def test_a_hand_that_does_not_say_how_it_ended_is_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str, counts: list[str], code: int
) -> None:
    (tmp_path / "fine.phh").write_text(FINE + ending)
    assert main(["--hands", str(tmp_path)]) == code
    out, _err = capsys.readouterr()
    rows = {row.split()[0]: row.split()[1:] for row in out.splitlines()}
    assert rows["NT"] == counts


@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_a_file_may_begin_with_the_mark_of_its_encoding(tmp_path: Path, bom: str) -> None:
    one, many = tmp_path / "one.phh", tmp_path / "many.phhs"
    one.write_text(bom + FINE, encoding="utf-8")
    many.write_text(bom + "[1]" + FINE, encoding="utf-8")
    for file in (one, many):
        (record,) = read(file)
        assert isinstance(record, WrittenHand)
        assert play(record).hand.finished


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "odd.phhs"
    file.write_bytes(b"[1]\xff")
    (bad,) = read(file)
    assert str(bad).startswith("odd.phhs, hand ?: not UTF-8")
