"""A client's frame is decoded and checked once; what is no wish is named as far as it can be."""

import json
from typing import Any

import pytest

from tables.wire.wishes import (
    LONGEST,
    MOST_SEEN,
    PAGE_WISHES,
    WISHES,
    ActWish,
    ChooseWish,
    LeaveWish,
    PingWish,
    SeenWish,
    ShowWish,
    TopUpWish,
    UnreadableWish,
    read,
)

AT = {"at": "table/5"}
FOLD = {"kind": "fold"}


def heard(**frame: Any) -> Any:
    return read({"text": json.dumps(frame)}, WISHES)


def test_a_wish_is_what_it_says() -> None:
    assert heard(type="act", action=FOLD, version=4, **AT) == ActWish("table/5", 4, FOLD)
    assert heard(type="top_up", amount=100, key="a" * 8, **AT) == TopUpWish("table/5", 100, "a" * 8)
    assert heard(type="leave", **AT) == LeaveWish("table/5")
    assert heard(type="show", more=[{}], **AT) == ShowWish("table/5", [])
    choice = heard(type="choose", posts=False, rests="blind", **AT)
    assert isinstance(choice, ChooseWish)
    assert choice.named() == {"posts": False, "rests": "blind"}
    seen = {"type": "seen", "ids": [1, 2]}
    assert read({"text": json.dumps(seen)}, PAGE_WISHES) == SeenWish([1, 2])


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "act", "action": FOLD},
        {"type": "act", "version": 4},
        {"type": "act", "action": FOLD, "version": None},
        {"type": "top_up", "amount": True, "key": "a" * 8},
        {"type": "top_up", "amount": 1.0, "key": "a" * 8},
        {"type": "top_up", "amount": 2**63, "key": "a" * 8},
        {"type": "top_up", "amount": 1, "key": "a" * 7},
        {"type": "top_up", "amount": 1, "key": "a" * 41},
        {"type": "top_up", "amount": 1, "key": "a" * 8 + "\n"},
        {"type": "top_up", "amount": 1, "key": "è" * 8},
        {"type": "choose", "posts": None},
        {"type": "choose", "rests": "never"},
        {"type": "leave", "after_hand": 1},
        {"type": "fold", "hand": "1"},
        {"type": "fold", "hand": 1, "view": None},
        {"type": "show", "cards": [7]},
        {"type": "deal"},
        {"type": ["act"]},
        {},
    ],
)
def test_what_is_no_wish_is_answered_at_its_table(frame: dict[str, Any]) -> None:
    version = frame.get("version")
    assert heard(**frame, **AT) == UnreadableWish("table/5", version)


@pytest.mark.parametrize(
    ("version", "named"),
    [(7, 7), (-1, -1), ("7", None), (True, None), (7.0, None), (2**63, None), (10**300, None)],
)
def test_the_version_of_a_frame_that_is_no_wish_is_named_where_it_is_a_number(
    version: object, named: int | None
) -> None:
    assert heard(type="deal", version=version, **AT) == UnreadableWish("table/5", named)


@pytest.mark.parametrize(
    "text",
    [
        None,
        b'{"type": "ping"}',
        "",
        "[",
        "{" * 900,
        '{"a": ' * 600,
        '{"type": "ping"} x',
        '{"type": "ping", "at": "\\ud800"}',
        '{"type": "ping", "at": "\ud800"}',
        '{"type": "deal", "filler": ' + "[" * 2000 + "]" * 2000 + "}",
        '{"type": "ping", "filler": "' + "x" * LONGEST + '"}',
        '{"type": "snapshot", "at": 5}',
    ],
)
def test_what_cannot_be_read_names_nothing(text: Any) -> None:
    assert read({"text": text}, WISHES) == UnreadableWish()


def test_deep_nesting_where_nothing_is_read_is_no_fault() -> None:
    text = '{"type": "ping", "filler": ' + "[" * 2000 + "]" * 2000 + "}"
    # Each Python has a limit of its own.
    wish = read({"text": text}, WISHES)
    assert isinstance(wish, PingWish | UnreadableWish)


def test_a_page_names_no_more_notices_than_it_shows() -> None:
    text = json.dumps({"type": "seen", "ids": [1] * (MOST_SEEN + 1)})
    assert read({"text": text}, PAGE_WISHES) == UnreadableWish()
