"""What helps the reader to act: choices in advance, own sizes, what their cards make."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tables import engine
from tables.engine.cards import join
from tables.engine.games import HOLDEM, NO_LIMIT, SHORT_DECK_HIGH
from tests.browser.felt import MY_TURN, Json, hand, snapshot, table, told, update
from tests.browser.test_felt_state import run
from tests.browser.worktree import ORIGIN

SHORT = engine.Game("short", 9, HOLDEM, NO_LIMIT, SHORT_DECK_HIGH, lowest="6")


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """One page for all: pure functions leave nothing behind."""
    page = chromium.new_page()
    page.goto(f"{ORIGIN}/blank")
    yield page
    page.close()


def before(level: int = 20, /, *, seat: int = 2, street: str = "preflop", **legal: Any) -> Json:
    """A hand in which the reader, with the big blind of 20 in, owes the rest of ``level``."""
    may = {"seat": seat, "legal": {**MY_TURN["legal"], **legal}}
    return hand(turn=may, bet=level, street=street)


FREE: Json = {"check": True, "call": None, "bet": [20, 1500], "raise": None}
OWES: Json = {"check": False, "call": 40}

# What was seen when it was chosen, the choice, what is seen on one's turn, the action.
AHEAD: list[tuple[Json, str, Json, Json | None]] = [
    (before(60), "fold", before(60, seat=3, **OWES), {"kind": "fold"}),
    (before(60), "fold", before(200, seat=3, call=180), {"kind": "fold"}),
    # Nobody throws away what costs nothing, and a new street is another question.
    (before(60), "fold", before(60, seat=3, **FREE), None),
    (before(60), "fold", before(0, seat=3, street="flop", **FREE), None),
    (before(20), "check_fold", before(20, seat=3, **FREE), {"kind": "check"}),
    (before(20), "check_fold", before(60, seat=3, **OWES), {"kind": "fold"}),
    (before(20), "check_fold", before(0, seat=3, street="flop", **FREE), None),
    (before(20), "check", before(20, seat=3, **FREE), {"kind": "check"}),
    (before(20), "check", before(60, seat=3, **OWES), None),
    (before(60), "call", before(60, seat=3, **OWES), {"kind": "call"}),
    (before(60), "call", before(200, seat=3, call=180), None),
    (before(60), "call_any", before(200, seat=3, call=180), {"kind": "call"}),
    (before(20), "call_any", before(20, seat=3, **FREE), {"kind": "check"}),
    (before(20), "call_any", before(200, seat=3, call=180), {"kind": "call"}),
    # Not to be chosen where it answers nothing.
    (before(20), "fold", before(60, seat=3, **OWES), None),
    (before(20), "call", before(60, seat=3, **OWES), None),
    (before(60), "check", before(60, seat=3, **OWES), None),
    (before(2000), "call_any", before(2000, seat=3, call=1500), None),
    (before(2000), "call", before(2000, seat=3, call=1500), {"kind": "call"}),
]


@pytest.mark.rule("PRE-1")
@pytest.mark.parametrize(("seen", "kind", "turn", "action"), AHEAD)
def test_what_is_chosen_in_advance_is_done_unless_what_it_answered_has_changed(
    page: Page, seen: Json, kind: str, turn: Json, action: Json | None
) -> None:
    frames = [snapshot(table(hand=seen)), {"type": "ahead", "kind": kind}]
    heard = told([*frames, update(table(version=13, hand=turn))], before={})
    code = "ahead.decided(a[0].reduce(m.reduce, m.initial(7)))"
    module = "const ahead = await import('/static/js/table/state/ahead.js')"
    assert (
        run(
            page, "state/state.js", f"(await (async () => {{ {module}; return {code}; }})())", heard
        )
        == action
    )


@pytest.mark.rule("PRE-1")
def test_a_choice_is_taken_back_by_the_same_again_a_new_hand_a_refusal_and_another_table(
    page: Page,
) -> None:
    chosen = [snapshot(table(hand=before(60))), {"type": "ahead", "kind": "fold"}]
    dealt = {**table(version=13, hand=before(60)), "hand_no": 18}
    other = {**table(hand=before(60)), "id": 6}
    nos: list[Json] = [
        {"type": "ahead", "kind": "fold"},
        update(dealt, {"e": "start"}),
        snapshot(other),
        {"type": "refused", "code": "X", "message": "No.", "version": 12},
    ]
    code = "a[0].map((frames) => frames.reduce(m.reduce, m.initial(7)).ahead)"
    heard = [told([*chosen, no], before={}) for no in nos]
    assert run(page, "state/state.js", code, heard) == [None] * len(nos)
    assert run(page, "state/state.js", code, [told(chosen, before={})])[0]["kind"] == "fold"
    # A price that was named stands no longer; giving up stands whatever it is.
    raised = update(table(version=13, hand=before(200)))
    for kind, stands in (("call", None), ("call_any", "call_any"), ("fold", "fold")):
        frames = told([chosen[0], {"type": "ahead", "kind": kind}, raised], before={})
        [ahead] = run(page, "state/state.js", code, [frames])
        assert (ahead and ahead["kind"]) == stands


@pytest.mark.parametrize(
    ("street", "own", "expected"),
    [
        # Blinds 10/20, a pot of 30 that a call of 100 makes 130.
        ("preflop", {"first": ["15bb", "100%"]}, [["pot_size", 250], ["preset_bb", 300]]),
        ("flop", {"flop": ["33%", "75%", "max"]}, [["all_in", 1520]]),
        ("river", {"last": ["100%", "500%"]}, [["pot_size", 250], ["preset_pot", 770]]),
        # A size beyond the stack is the stack, once.
        ("turn", {"turn": ["90bb", "2000%", "max"]}, [["all_in", 1520]]),
    ],
)  # fmt: skip
def test_own_sizes_are_those_of_the_street_and_legal(
    page: Page, street: str, own: Json, expected: list[list[Any]]
) -> None:
    shown = hand(street=street, total=30, bet=120)
    code = "m.presets(a[0], a[1], {...m.USUAL, ...a[2]}).map(([key, , to]) => [key, to])"
    assert run(page, "state/presets.js", code, shown, MY_TURN["legal"], own) == expected


def test_what_was_kept_of_sizes_is_read_with_care(page: Page) -> None:
    usual = run(page, "state/presets.js", "m.USUAL")
    own = ["min", "2.5bb", "33%", "1250%", "max"]
    wrong = ["x", [], ["<b>"], [3], ["0bb"], ["50"], ["12345%"], ["3bb", None], ["min"] * 6]
    for kept in wrong:
        sizes = run(page, "state/presets.js", "m.restored(a[0])", {"first": own, "flop": kept})
        assert sizes == {**usual, "first": own}


@pytest.mark.parametrize(
    "game", [*(engine.GAMES[code] for code in ("nlhe", "nlo", "plo8", "italian")), SHORT], ids=str
)
def test_what_one_s_cards_make_is_what_the_engine_says(page: Page, game: engine.Game) -> None:
    dice = random.Random(game.code)
    players = 5
    deck = list(game.deck(players))
    facts = {"contests": [contest.to_json() for contest in game.contests], "cards": len(deck)}
    deals: list[list[list[str]]] = []
    expected: list[list[str]] = []
    while len(deals) < 400:
        # Few ranks and suits make the rare hands come up.
        some = (
            deck if len(deals) % 2 else sorted(deck, key=lambda card: (card[1], dice.random()))[:20]
        )
        cards = dice.sample(some, game.hole + game.board)
        hole, board = cards[: game.hole], cards[game.hole :]
        deals.append([hole, board])
        judges = game.judges(players, engine.USUAL)
        strengths = [(judge, judge.strength(join(hole), join(board))) for judge in judges]
        expected.append([judge.name(strength) for judge, strength in strengths if strength])
    code = "a[1].map((deal) => m.strength(a[0], ...deal).map(({ name }) => name))"
    found = run(page, "state/strength.js", code, facts, deals)
    assert [deals[i] for i in range(400) if found[i] != expected[i]] == []
    assert len({tuple(names) for names in expected}) >= 5


@pytest.mark.parametrize(
    ("hole", "board", "made"),
    [
        (["As", "Ad"], [], [["pair", "A"]]),
        (["As", "Kd"], [], [["high_card", "A"]]),
        (["As", "2d"], ["3c", "4h", "5s"], [["straight", "5"]]),
        (["Kh", "9d"], ["Kc", "9h", "9s"], [["full_house", "9K"]]),
        (["Kh", "9d"], ["Kc", "Ah", "9s", "Ad"], [["two_pair", "AK"]]),
        (["Ts", "Js"], ["Qs", "Ks", "As"], [["royal_flush", ""]]),
        ([], ["Qs", "Ks", "As"], []),
    ],
)
def test_what_one_s_cards_make_is_told_with_its_ranks(
    page: Page, hole: list[str], board: list[str], made: list[list[str]]
) -> None:
    facts = {"contests": [{"by": "high", "of_hand": 0, "flush_over_full": False}], "cards": 52}
    code = "m.strength(a[0], a[1], a[2]).map((one) => [one.name, one.ranks.join('')])"
    assert run(page, "state/strength.js", code, facts, hole, board) == made


def test_the_odds_of_a_call_and_stacks_in_big_blinds(page: Page) -> None:
    assert run(page, "view/made.js", "m.potOdds(50, 150)") == {"percent": 25, "ratio": 3}
    assert run(page, "state/amounts.js", "m.inBigBlinds('it', 20)(1530)") == "76,5 BB"
    order = ["As", "Ad", "Tc", "9h"]
    assert run(page, "state/strength.js", "m.sorted(a[0])", ["9h", "As", "Tc", "Ad"]) == [
        "Ad",
        *order[:1],
        *order[2:],
    ]
