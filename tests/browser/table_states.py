"""What a live table shows, state after state, as frames and gestures that lead there."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.browser.felt import ME, MY_TURN, Json, hand, snapshot, table, to_act, update
from tests.browser.test_felt_alive import HIGH, all_in, rules
from tests.browser.test_felt_cash import NL10, STAY, cash_table, seated
from tests.browser.test_felt_draw import CHANGING, shown

CARDS = ["As", "Kd"]


class State(NamedTuple):
    """What is pushed, and then pressed."""

    name: str
    frames: Iterable[Json]
    gestures: Iterable[str] = ()


class Scene(NamedTuple):
    """States that one page goes through after each other, which is opened on these terms."""

    terms: Json
    states: Iterable[State]


def felt(**terms: Any) -> Json:
    return snapshot(table(**terms), cards=CARDS)


def won(version: int) -> Json:
    """The hand is over, and the reader has won it."""
    over = hand(finished=True, board=["Ah", "Kc", "7d", "2s", "9h"], street="river")
    best = ["As", "Ah", "Kd", "Kc", "9h"]
    over["results"] = [{"pot": 0, "seat": 3, "amount": 300, "ranking": "two_pair", "cards": best}]
    over["seats"][2].update(won=300, ranking="two_pair", cards=CARDS)
    return update(table(version=version, hand=over))


def open_hands() -> Json:
    """Two are all-in, and what they hold lies open with its chances."""
    start = {"e": "start", "rules": rules(HIGH)}
    before = all_in(board=["Js", "7s", "2c"], finished=False)
    return snapshot(table(hand=before), cards=CARDS, events=[start])


def refused(message: str) -> Json:
    return {"type": "refused", "code": "ILLEGAL_ACTION", "message": message, "version": 12}


FREE = to_act(check=True, bet=[20, 1500], all_in=1500)
THEIRS = {"seat": 2, "legal": {**MY_TURN["legal"], "seat": 2}}
MINE = felt(hand=hand(turn=MY_TURN))
WAITING = felt(hand=hand(turn=THEIRS, bet=120))
BREAK = {"kind": "break", "until": "2026-11-20T12:05:00+00:00"}
FINAL_TABLE = {"kind": "final_table", "prizes": [5000, 3000], "until": BREAK["until"]}
PAUSED = {"kind": "paused", "cause": "staff", "reason": "Fire alarm"}
WARNED = {"type": "message", "text": "No phones, please.", "warning": True}
BOUNTY = {"type": "bounty", "paid": 251, "name": "bice", "user": ME, "by": "marco"}
MENU = ".settings summary"
OWES = {**STAY, "owes": True, "dead": True}
WAITS = cash_table(1, 2, 3, hand=hand(turn=THEIRS))
WAITS["hand"]["seats"] = [part for part in WAITS["hand"]["seats"] if part["seat"] != 3]
NOTES = '{"101": {"colour": "red", "note": "calls"}, "102": {"colour": "", "note": "bluffs"}}'

SCENES = [
    Scene(
        {},
        [
            State("between hands", [felt()]),
            State("in advance", [WAITING]),
            State("chosen in advance", [], [".ahead"]),
            State("one's turn", [MINE]),
            State("settings", [], [MENU]),
            State("keys", [], [".leads button:nth-child(2)"]),
        ],
    ),
    Scene(
        {},
        [
            State("check or bet", [felt(hand=hand(turn=FREE, bet=0))]),
            State("asked before folding", [], [".buttons .fold"]),
            State("ten seats", [felt(seats=10, hand=hand(seats=10, turn=MY_TURN))]),
            State("warned", [MINE, WARNED]),
            State("a bounty, and refused", [MINE, BOUNTY, refused("Not now.")]),
            State("the end of a hand", [won(13)]),
        ],
    ),
    Scene(
        {},
        [
            State("away", [felt(away=True)]),
            State("a break", [felt(notice=BREAK)]),
            State("a final table", [felt(notice=FINAL_TABLE)]),
            State("paused in a hand", [felt(hand=hand(turn=MY_TURN), notice=PAUSED)]),
            State("open hands", [open_hands()]),
            State("one is out", [felt(), {"type": "out", "place": 5}]),
        ],
    ),
    Scene(
        {},
        [
            State("sizes", [MINE], [MENU, ".leads button:first-child"]),
        ],
    ),
    Scene({"marks": NOTES}, [State("notes", [felt()]), State("a note", [], [".note-open"])]),
    Scene({}, [State("own keys", [MINE], [MENU, ".leads button:nth-child(3)"])]),
    Scene({"new": True}, [State("a first hand", [MINE])]),
    Scene({"user": None}, [State("watched", [{**MINE, "you": None}])]),
    Scene(
        {"cash": NL10, "user": None},
        [State("a stranger at a cash table", [{**snapshot(cash_table(1, 2)), "you": None}])],
    ),
    Scene(
        {"cash": NL10},
        [
            State("sitting down", [{**snapshot(cash_table(1, 2)), "you": None}]),
            State(
                "waiting for the big blind", [{**seated(WAITS), "you": {"seat": 3, "stay": OWES}}]
            ),
            State("one's cash menu", [seated(cash_table(1, 2, 3))], [".cash-menu summary"]),
        ],
    ),
    Scene({}, [State("draw", [shown(CHANGING, street="draw")])]),
]
