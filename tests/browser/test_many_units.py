"""The pure parts of the page of many tables and of the connection, run in a browser."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.felt import MY_TURN, Felt, Json, hand, snapshot, table
from tests.browser.test_felt_units import run
from tests.browser.worktree import ORIGIN
from tests.room import wait_for


@pytest.fixture(scope="module")
def blank(chromium: Browser) -> Iterator[Page]:
    """One page for all: pure functions leave nothing behind."""
    page = chromium.new_page()
    page.goto(f"{ORIGIN}/blank")
    yield page
    page.close()


def looked(at: str, due: int | None = None) -> Json:
    """A table; with ``due`` (seconds) it waits for its reader until then."""
    return {"at": at, "turn": due is not None, "due": (due or 0) * 1000}


@pytest.mark.parametrize(
    ("tables", "focused", "reader", "expected"),
    [
        # Nobody waits: the first, or where one is.
        ([looked("a"), looked("b")], None, "", "a"),
        ([looked("a"), looked("b")], "b", "", "b"),
        # Whoever has least time, but from no table at which it is one's turn.
        ([looked("a"), looked("b", 20), looked("c", 9)], "a", "", "c"),
        ([looked("a", 20), looked("b", 9)], "a", "", "a"),
        # Only when there is hardly any left there, and more here.
        ([looked("a", 20), looked("b", 4)], "a", "", "b"),
        ([looked("a", 5), looked("b", 4)], "a", "", "a"),
        # Never while the reader is busy.
        ([looked("a"), looked("b", 4)], "a", "busy", "a"),
        # A key holds the focus at one's turn, and not after it.
        ([looked("a", 20), looked("b", 4)], "a", "keyed", "a"),
        ([looked("a"), looked("b", 20)], "a", "keyed", "b"),
        # The table in focus is gone.
        ([looked("b"), looked("c", 9)], "a", "busy", "c"),
        ([], "a", "", None),
    ],
)  # fmt: skip
def test_the_focus_goes_to_the_most_urgent_table_and_never_away_from_a_hand(
    blank: Page, tables: list[Json], focused: str | None, reader: str, expected: str | None
) -> None:
    code = 'm.focusOn(a[0], a[1], {busy: a[2] === "busy", keyed: a[2] === "keyed", now: 0})'
    assert run(blank, "../many/focus.js", code, tables, focused, reader) == expected


@pytest.mark.parametrize(
    ("tables", "focused", "step", "expected"),
    [
        ([looked("a"), looked("b"), looked("c")], "c", 1, "a"),
        ([looked("a"), looked("b"), looked("c")], "a", -1, "c"),
        # Those that wait come first.
        ([looked("a"), looked("b"), looked("c", 9)], "a", 1, "c"),
        ([looked("a")], "a", 1, "a"),
        ([], None, 1, None),
    ],
)
def test_the_next_table_is_one_that_waits_if_there_is_any(
    blank: Page, tables: list[Json], focused: str | None, step: int, expected: str | None
) -> None:
    code = "m.step(a[0], a[1], a[2])"
    assert run(blank, "../many/focus.js", code, tables, focused, step) == expected


@pytest.mark.parametrize(
    ("count", "width", "height", "columns"),
    [
        (1, 1440, 850, 1), (2, 1440, 850, 2), (4, 1440, 850, 2), (6, 1440, 850, 3),
        (12, 1920, 1030, 4), (2, 700, 1000, 1),
    ],
)  # fmt: skip
def test_tables_are_as_large_as_they_can_be(
    blank: Page, count: int, width: int, height: int, columns: int
) -> None:
    assert run(blank, "../many/layout.js", "m.columnsFor(...a)", count, width, height) == columns


def test_how_well_the_line_does_is_the_middle_of_its_last_round_trips(blank: Page) -> None:
    code = "a.map(m.qualityOf)"
    assert run(blank, "connection.js", code, [20], [20, 25, 900], [310, 25, 900]) == [
        "good", "good", "slow",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "frame", "expected"),
    [
        ({"at": "table/5", "shown": 5}, {"type": "update", "table_id": 5}, True),
        ({"at": "table/5", "shown": 5}, {"type": "update", "table_id": 6}, False),
        ({"at": "table/5", "shown": 5}, {"type": "refused", "at": "table/6"}, False),
        # Of the whole socket.
        ({"at": "table/5", "shown": 5}, {"type": "refused"}, True),
        # An entry of a pool hears its table and the one that it goes to.
        ({"at": "pool/3/1", "shown": 7, "next": 8}, {"type": "snapshot", "table_id": 8}, True),
        ({"at": "pool/3/1", "shown": 7, "next": 8}, {"type": "update", "table_id": 7}, True),
        ({"at": "pool/3/1", "shown": 7}, {"type": "entry", "pool": 3, "no": 2}, False),
        ({"at": "pool/3/2", "shown": 7}, {"type": "entry", "pool": 3, "no": 2}, True),
        ({"at": "pool/3/1"}, {"type": "snapshot", "table_id": 0, "at": "pool/4/1"}, False),
    ],
)
def test_a_frame_is_for_the_line_of_its_table(
    blank: Page, line: Json, frame: Json, expected: bool
) -> None:
    line = {"next": None, "shown": None, **line}
    assert run(blank, "socket.js", "m.isFor(a[0], a[1])", line, frame) is expected


START: Json = {"e": "start"}
CALL: Json = {"e": "act", "seat": 3, "kind": "call", "to": 20, "added": 20, "all_in": False}
FOLD: Json = {"e": "act", "seat": 3, "kind": "fold", "to": 0, "added": 0, "all_in": False}
CALLED: Json = {"type": "act", "action": {"kind": "call"}, "version": 12}


def mine(version: int = 12, **changes: Any) -> Json:
    return {**table(version=version, hand=hand(turn=MY_TURN)), **changes}


def _opened_after(page: Page, sockets: int) -> bool:
    return bool(page.evaluate("sockets.length") > sockets)


@pytest.mark.parametrize(
    ("shown", "events", "expected"),
    [
        # The same turn, though somebody has sat out meanwhile.
        (mine(), [START], "again"),
        (mine(13), [START], "again"),
        (mine(13), [START, CALL], "taken"),
        # The clock was faster.
        (mine(13), [START, FOLD], "missed"),
        (mine(30, hand_no=18), [START], "over"),
    ],
)
def test_what_became_of_a_decision_on_its_way(
    blank: Page, shown: Json, events: list[Json], expected: str
) -> None:
    code = """await (async () => {
      const s = await import('/static/js/table/state.js');
      const first = s.reduce(s.initial(7), a[0]);
      return m.fate(m.sending(first, a[2]), s.reduce(first, a[1]));
    })()"""
    first, then = snapshot(mine(), events=[START]), snapshot(shown, events=events)
    assert run(blank, "in_flight.js", code, first, then, CALLED) == expected


def test_a_decision_that_was_lost_with_the_line_is_sent_again_and_one_that_came_late_is_told(
    page: Page,
) -> None:
    felt = Felt(page)
    for kind, then, told_so in (
        ("Call 100", snapshot(mine(), events=[START]), "sent again"),
        ("Fold", snapshot(mine(13), events=[START, CALL]), "did not arrive in time"),
    ):
        felt.push(snapshot(mine(), events=[START]))
        page.get_by_role("button", name=kind).click()
        sockets = page.evaluate("sockets.length")
        felt.lose()
        felt.find()
        wait_for("another socket", partial(_opened_after, page, sockets))
        expect(page.get_by_text("Reconnecting")).to_be_hidden()
        felt.push(then)
        expect(page.locator(".wire")).to_contain_text(told_so)
    assert felt.sent()[:2] == [CALLED, CALLED]
    assert len([wish for wish in felt.sent() if wish["type"] == "act"]) == 3
