"""The pure parts of the live table's client, run where they live: in a browser."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.felt import MY_TURN, Json, hand, snapshot, table, told, update
from tests.browser.worktree import ORIGIN, work_tree

LEGAL = MY_TURN["legal"]
PRESETS = "m.presets(a[0], a[1]).map(([key, , to]) => [key, to])"


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """One page for all: pure functions leave nothing behind."""
    page = chromium.new_page()
    page.goto(f"{ORIGIN}/blank")
    yield page
    page.close()


# Beside the module that is run.
MINE = "(await import('/static/js/table/mine.js'))"


def run(page: Page, module: str, code: str, *arguments: Any) -> Any:
    """The value of ``code``, in which ``m`` is the module and ``a`` the arguments."""
    return page.evaluate(
        f"async a => {{ const m = await import('/static/js/table/{module}'); return {code}; }}",
        list(arguments),
    )


def legal(**changes: Any) -> Json:
    return {**LEGAL, **changes}


@pytest.mark.rule("FAST-1")
@pytest.mark.parametrize(
    ("bet", "mine", "stack", "board", "may"),
    [
        (60, 0, 940, [], True),
        (60, 60, 940, [], False),  # One's own raise is the highest bet.
        (60, 10, 990, [], True),  # A big blind that was raised.
        (10, 10, 990, [], False),
        (0, 0, 990, ["As", "Kd", "2c"], False),
        (20, 0, 990, ["As", "Kd", "2c"], True),
        (60, 20, 0, [], False),
    ],
)
def test_fold_now_is_offered_to_a_player_who_faces_a_bet(
    page: Page, bet: int, mine: int, stack: int, board: list[str], *, may: bool
) -> None:
    going = hand(bet=bet, board=board)
    going["seats"][2].update(bet=mine, stack=stack)
    entry = {"state": "playing", "seat_at": 5}
    code = f"{MINE}.mayFoldNow({{ ...m.reduce(m.initial(7), a[0]), entry: a[1] }})"
    assert run(page, "state.js", code, snapshot(table(hand=going)), entry) is may


@pytest.mark.parametrize(
    ("total", "bet", "may", "expected"),
    [
        # Blinds 50/100, first to act: the pot is a raise to 350.
        (150, 100, legal(call=100, **{"raise": [200, 5000]}, all_in=5000),
         [["minimum", 200], ["half_pot", 225], ["pot_size", 350], ["all_in", 5000]]),
        # Nothing bet yet: a bet of half the pot and of the pot.
        (640, 0, legal(call=None, check=True, bet=[20, 1480], **{"raise": None}, all_in=1480),
         [["minimum", 20], ["half_pot", 320], ["pot_size", 640], ["all_in", 1480]]),
        # Half a pot below the minimum is no choice of its own.
        (30, 20, legal(call=20, **{"raise": [60, 900]}, all_in=900),
         [["minimum", 60], ["pot_size", 70], ["all_in", 900]]),
        # A pot limit that stops short of the stack.
        (150, 100, legal(call=100, **{"raise": [200, 350]}, all_in=None),
         [["minimum", 200], ["half_pot", 225], ["pot_size", 350]]),
        # A house that counts the pot before the call stops even shorter.
        (150, 100, legal(call=100, **{"raise": [200, 250]}, all_in=None),
         [["minimum", 200], ["half_pot", 225], ["maximum", 250]]),
        # Short: the only raise left is everything.
        (300, 200, legal(call=200, **{"raise": None}, all_in=260), [["all_in", 260]]),
        # Too short even to call: nothing to size.
        (300, 200, legal(call=150, **{"raise": None}, all_in=150), []),
    ],
)  # fmt: skip
def test_presets_are_legal_sizes(
    page: Page, total: int, bet: int, may: Json, expected: list[list[Any]]
) -> None:
    shown = hand(total=total, bet=bet)
    assert run(page, "presets.js", PRESETS, shown, may) == expected


@pytest.mark.parametrize(
    ("to", "action"),
    [
        (220, {"kind": "raise", "to": 220}),
        (100, {"kind": "raise", "to": 220}),
        (1520, {"kind": "all_in"}),
    ],
)
def test_a_size_becomes_the_action_that_puts_it_in(page: Page, to: int, action: Json) -> None:
    code = "m.sized(m.sizing(a[0], a[1]), a[1], a[2])"
    assert run(page, "bets.js", code, hand(), LEGAL, to) == action


@pytest.mark.rule("PL-1", "RAKE-1")
def test_a_pot_sized_raise_counts_what_the_house_will_take(page: Page) -> None:
    shown = hand(total=960, bet=0, rake=40)
    may = legal(call=None, check=True, bet=[20, 1000], **{"raise": None}, all_in=None)
    assert run(page, "presets.js", PRESETS, shown, may) == [
        ["minimum", 20], ["half_pot", 500], ["pot_size", 1000],
    ]  # fmt: skip


TYPED: list[tuple[str, str, int | None]] = [
    ("en", "40", 40), ("en", " 40 ", 40), ("en", "1,200", 1200), ("en", "1.200", 1200),
    ("it", "1.200", 1200), ("it", "1,200", 1200), ("en", "1,234,567", 1234567),
    ("en", "1k", 1000), ("en", "1.5k", 1500), ("it", "1,5k", 1500), ("en", "1,5K", 1500),
    ("en", "1.500k", 1500), ("it", "1.500k", 1500000), ("en", "12.25 k", 12250),
    ("en", "2.5bb", 50), ("it", "2,5bb", 50), ("en", "2,5 BB", 50), ("en", "100bb", 2000),
    ("en", "2.33bb", 47), ("en", "0.5bb", 10),
    # What is no amount, no whole one, or could be two.
    *(("en", text, None) for text in (
        "", "x", "-40", "4e3", "40 60", "1,2,3", "1,23,456", "1.234.5", "1,234,5", "1.2345",
        "2,5", "2.5", "0.500", "1.", "k", "bb", "1kk", "1kbb", "€40", "1.2345k", "40bbb",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("locale", "text", "chips"), TYPED)
def test_chips_are_read_as_players_type_them(
    page: Page, locale: str, text: str, chips: int | None
) -> None:
    assert run(page, "amounts.js", "m.chipsField(a[0]).read(a[1], 20)", locale, text) == chips


@pytest.mark.rule("PRE-1")
@pytest.mark.parametrize(("check", "kind"), [(True, "check"), (False, "fold")])
def test_check_fold_never_pays(page: Page, check: bool, kind: str) -> None:
    assert run(page, "bets.js", "m.checkOrFold(a[0])", legal(check=check)) == {"kind": kind}


def after(page: Page, *frames: Json) -> Any:
    heard = told(frames, before={})
    return run(page, "state.js", "a[0].reduce(m.reduce, m.initial(7))", heard)


def test_an_update_follows_its_snapshot(page: Page) -> None:
    check = {"e": "act", "seat": 4, "kind": "check", "to": 0, "added": 0, "all_in": False}
    state = after(page, snapshot(table(hand=hand())), update(table(version=13, hand=hand()), check))
    assert state["version"] == 13
    assert not state["stale"]
    assert [line["name"] for line in state["log"]] == ["dino"]


CALL = {"e": "act", "seat": 4, "kind": "call", "to": 20, "added": 20, "all_in": False}
FOLD = {"e": "act", "seat": 5, "kind": "fold", "to": 0, "added": 0, "all_in": False}


def test_a_reload_shows_the_log_and_the_last_actions_that_were_there(page: Page) -> None:
    start = {"e": "start"}
    seen = [
        snapshot(table(hand=hand())),
        update(table(version=13, hand=hand()), start, CALL),
        update(table(version=14, hand=hand()), FOLD),
    ]
    again = snapshot(table(version=14, hand=hand()), events=[start, CALL, FOLD])
    kept, reloaded, asked = after(page, *seen), after(page, again), after(page, *seen, again)
    for part in ("log", "said", "known"):
        assert kept[part] == reloaded[part] == asked[part]
    assert [line["name"] for line in kept["log"][1:]] == ["dino", "elsa"]
    assert set(reloaded["said"]) == {"4", "5"}
    nxt = update(table(version=15, hand=hand()), CALL)
    assert after(page, *seen, nxt)["log"] == after(page, again, nxt)["log"]


def test_a_snapshot_fills_what_the_log_has_missed(page: Page) -> None:
    gap = [snapshot(table(hand=hand()), events=[CALL]), update(table(version=15, hand=hand()))]
    whole = snapshot(table(version=15, hand=hand()), events=[CALL, FOLD])
    assert [line["id"] for line in after(page, *gap, whole)["log"]] == ["17.0", "17.1"]


def test_the_log_names_who_was_dealt_in_whoever_sits_there_now(page: Page) -> None:
    frame = snapshot(table(hand=hand()), events=[CALL])
    frame["so_far"]["names"]["4"] = "zoe"
    assert [line["name"] for line in after(page, frame)["log"]] == ["zoe"]


def test_a_gap_makes_the_state_stale_until_a_snapshot_that_is_new_enough(page: Page) -> None:
    gap = [snapshot(table()), update(table(version=14)), update(table(version=15))]
    assert after(page, *gap)["stale"]
    assert after(page, *gap, snapshot(table(version=14)))["stale"]
    state = after(page, *gap, snapshot(table(version=15)))
    assert not state["stale"]
    assert state["version"] == 15


def test_an_update_seen_before_changes_nothing(page: Page) -> None:
    once = after(page, snapshot(table()), update(table(version=13)))
    assert after(page, snapshot(table()), update(table(version=13)), update(table())) == once


@pytest.mark.parametrize("cards_first", [True, False])
def test_own_cards_belong_to_the_hand_they_came_with(page: Page, cards_first: bool) -> None:
    dealt = [
        {"type": "cards", "version": 13, "cards": ["As", "Kd"]},
        update(table(version=13, hand=hand()), {"e": "start"}),
    ]
    old = snapshot(table(), cards=["2c", "3c"])
    state = after(page, old, *(dealt if cards_first else reversed(dealt)))
    assert state["cards"] == ["As", "Kd"]


def test_the_next_deal_takes_the_old_cards_away(page: Page) -> None:
    old = snapshot(table(), cards=["2c", "3c"])
    assert after(page, old, update(table(version=13, hand=hand()), {"e": "start"}))["cards"] == []


def test_bets_move_into_the_pot_when_a_street_ends(page: Page) -> None:
    call = {"e": "act", "seat": 2, "kind": "call", "to": 20, "added": 10, "all_in": False}
    flop = {"e": "street", "street": "flop", "cards": ["2c", "3c", "4c"]}
    frames = [snapshot(table(hand=hand())), update(table(version=13, hand=hand()), call, flop)]
    assert after(page, *frames)["collected"]["bets"] == [
        {"seat": 2, "amount": 20},
        {"seat": 3, "amount": 20},
    ]


@pytest.mark.rule("SHOW-2")
@pytest.mark.parametrize(
    ("mine", "offered"),
    [
        ({"cards": []}, ["As", "Kd"]),
        ({"cards": ["??", "Kd"]}, ["As"]),
        ({"cards": ["As", "Kd"]}, []),
        ({"cards": [], "status": "folded"}, []),
        ({"cards": [], "won": 30}, []),
    ],
)
def test_a_mucked_loser_is_offered_to_show(page: Page, mine: Json, offered: list[str]) -> None:
    over = hand(finished=True)
    over["seats"][0]["cards"] = ["Qh", "Qd"]
    over["seats"][2].update(mine)
    code = f"{MINE}.mayShow(m.reduce(m.initial(7), a[0]))"
    assert run(page, "state.js", code, snapshot(table(hand=over), cards=["As", "Kd"])) == offered
    # Who wins because all others folded may show, too; nobody is asked while the hand goes on.
    alone = hand(finished=True)
    for part in alone["seats"]:
        part.update(cards=[], status="folded")
    alone["seats"][2].update(cards=["??", "??"], status="active", won=30)
    mine_alone = snapshot(table(hand=alone), cards=["As", "Kd"])
    assert run(page, "state.js", code, mine_alone) == ["As", "Kd"]
    mine_alone["table"]["hand"]["finished"] = False
    assert run(page, "state.js", code, mine_alone) == []


@pytest.mark.rule("TIME-2")
@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (0, {"bank": False, "share": 1, "seconds": 20, "reserve": 30}),
        (15, {"bank": False, "share": 0.25, "seconds": 5, "reserve": 30}),
        (35, {"bank": True, "share": 0.5, "seconds": 15, "reserve": 0}),
        (60, {"bank": True, "share": 0, "seconds": 0, "reserve": 0}),
    ],
)
def test_the_time_bank_follows_the_action_clock(page: Page, second: int, expected: Json) -> None:
    clock = {
        "turn_at": "2026-11-20T12:00:00+00:00",
        "action_until": "2026-11-20T12:00:20+00:00",
        "due_at": "2026-11-20T12:00:50+00:00",
    }
    code = "m.remaining(a[0], Date.parse(a[0].turn_at) + a[1] * 1000)"
    assert run(page, "clock.js", code, clock, second) == expected


def test_the_least_delayed_frame_sets_the_clock(page: Page) -> None:
    code = """(() => {
      const clock = m.serverClock(() => 1000);
      [5, 6, 5].forEach((second) => clock.observe(`1970-01-01T00:00:0${second}Z`));
      return clock.now();
    })()"""
    assert run(page, "../server_time.js", code) == 6000


def test_the_server_s_time_goes_on_when_the_device_s_clock_is_put_right(page: Page) -> None:
    code = """(() => {
      const clock = m.serverClock();
      clock.observe("2026-11-20T12:00:00Z");
      const now = Date.now;
      Date.now = () => now() + 600_000;
      const shown = clock.now();
      Date.now = now;
      return Math.round((shown - Date.parse("2026-11-20T12:00:00Z")) / 60_000);
    })()"""
    assert run(page, "../server_time.js", code) == 0


def test_a_page_counts_down_by_the_room_s_clock(chromium: Browser) -> None:
    page = chromium.new_page()
    times = 'data-until="2026-11-20T12:01:46Z" data-now="2026-11-20T12:00:00.000001+00:00"'
    script = '<script type="module" src="/static/js/countdown.js"></script>'
    work_tree().documents = {
        "/count/": (f"<html><body><time {times}></time>{script}</body></html>", "text/html")
    }
    # The device is ten minutes fast, and years away.
    page.add_init_script("{ const now = Date.now; Date.now = () => now() + 600_000; }")
    page.goto(f"{ORIGIN}/count/")
    expect(page.locator("time")).to_have_text(re.compile("^1:4[3-6]$"))
    page.evaluate("Date.now = () => 0; document.dispatchEvent(new Event('htmx:afterSwap'))")
    expect(page.locator("time")).to_have_text(re.compile("^1:[34]"))
    page.close()


@pytest.mark.parametrize(("locale", "text"), [("en", "1,500"), ("it", "1.500")])
def test_amounts_are_written_as_the_reader_writes_them(page: Page, locale: str, text: str) -> None:
    assert run(page, "words.js", "m.speaker({}, a[0]).amount(1500)", locale) == text


def test_of_one_there_is_another_sentence(page: Page) -> None:
    words = {"left": "{count} hands", "left_one": "1 hand", "seats": "{count} seats"}
    said = "[1, 2].map((count) => m.speaker(a[0], 'en').say(a[1], { count }))"
    assert run(page, "words.js", said, words, "left") == ["1 hand", "2 hands"]
    assert run(page, "words.js", said, words, "seats") == ["1 seats", "2 seats"]


@pytest.mark.parametrize("count", range(2, 11))
def test_seats_stand_apart_with_the_reader_at_the_bottom(page: Page, count: int) -> None:
    places = run(page, "places.js", f"m.places({count})")
    for shape in ("wide", "tall"):
        points = [(float(p[f"--{shape}-x"][:-1]), float(p[f"--{shape}-y"][:-1])) for p in places]
        assert points[0][0] == pytest.approx(50)
        assert points[0][1] == max(y for _, y in points)
        assert points[1][0] < 50 or count == 2
        assert all(0 < x < 100 and 0 < y < 100 for x, y in points)
        assert len(set(points)) == count


def test_a_board_that_comes_at_once_turns_up_street_by_street(page: Page) -> None:
    assert run(page, "pot.js", "[0, 1, 2, 3, 4].map((i) => m.turnsUpAfter(i, 0))") == [
        0, 90, 180, 700, 1400,
    ]  # fmt: skip
    assert run(page, "pot.js", "[2, 3, 4].map((i) => m.turnsUpAfter(i, 3))") == [0, 0, 700]


def test_what_staff_say_stays_until_it_is_read_and_who_is_in_again_is_not_out(page: Page) -> None:
    said: Json = {"type": "message", "text": "No phones.", "warning": True}
    frames = [said, {"type": "out", "place": None}, {"type": "in_again"}]
    state = after(page, *frames)
    assert state["message"] == {"text": "No phones.", "warning": True}
    assert (state["out"], state["place"]) == (False, None)
    assert after(page, said, {"type": "message_read"})["message"] is None


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("", None), ("€", None), ("2", 200), ("0.5", 50), ("0,05 €", 5), ("€1,234.50", 123450),
        ("1.234,50 €", 123450), ("1,000,000", 100000000), (".25", 25), ("10.00", 1000),
        ("2,5", 250), ("100bb", 1000), ("1k", 100000), ("0.500", None), ("1,2345", None),
        ("ten", None), ("1.234.50", None), ("0.125", None), ("€ 5", 500), ("5€ 5", None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("locale", ["en", "it"])
def test_money_is_read_as_people_type_it(
    page: Page, locale: str, text: str, cents: int | None
) -> None:
    assert run(page, "amounts.js", "m.moneyField(a[0]).read(a[1], 10)", locale, text) == cents


@pytest.mark.parametrize(
    ("locale", "text", "cents"),
    [
        ("en", "1,000", 100000),
        ("it", "1.000", 100000),
        ("en", "1.000", None),
        ("it", "1,000", None),
    ],
)
def test_thousands_of_euro_are_marked_as_the_language_marks_them(
    page: Page, locale: str, text: str, cents: int | None
) -> None:
    assert run(page, "amounts.js", "m.moneyField(a[0]).read(a[1], 10)", locale, text) == cents


@pytest.mark.parametrize(
    ("locale", "written"),
    [("en", ["0.05", "10.00", "1,234.50"]), ("it", ["0,05", "10,00", "1.234,50"])],
)
def test_money_in_a_field_is_the_reader_s_own_and_read_again(
    page: Page, locale: str, written: list[str]
) -> None:
    field = f"m.moneyField('{locale}')"
    assert run(page, "amounts.js", f"[5, 1000, 123450].map({field}.write)") == written
    again = f"a[0].map((text) => {field}.read(text, 10))"
    assert run(page, "amounts.js", again, written) == [5, 1000, 123450]


def test_what_a_guest_of_a_cash_table_has_chosen_is_known(page: Page) -> None:
    stay = {"owes": True, "dead": False, "posts": False, "straddles": False, "leaving": False}
    code = "m.reduce(m.reduce(m.initial(1), a[0]), {type: 'you', stay: a[1]}).stay"
    assert run(page, "state.js", code, snapshot(table()), stay) == stay


@pytest.mark.rule("CASH-2")
@pytest.mark.parametrize(
    ("taken", "away", "posts", "hands"),
    [
        # The button is 1, the blinds are 2 and 5, and the reader sits in seat 3 or waits for it.
        ([1, 2, 3, 5], [], False, 3),
        ([1, 2, 3, 5], [1], False, 2),
        # Nobody comes in between the blinds.
        ([1, 2, 3, 5], [], True, 2),
        ([1, 3, 5, 6], [], True, 2),
    ],
)
def test_a_newcomer_is_told_with_which_hand_they_are_dealt_in(
    page: Page, taken: list[int], away: list[int], posts: bool, hands: int
) -> None:
    shown = table(hand={**hand(), "small_blind": 2, "big_blind": 5})
    shown["seats"] = [seat for seat in shown["seats"] if seat["seat"] in taken]
    for seat in shown["seats"]:
        seat["away"] = seat["seat"] in away
    state = {"table": shown, "user": 7}
    assert run(page, "entrance.js", "m.handsUntilDealt(a[0], a[1])", state, posts) == hands
    # Whoever sits after the blinds comes in with the next hand.
    shown["hand"].update(small_blind=1, big_blind=2)
    assert run(page, "entrance.js", "m.handsUntilDealt(a[0], a[1])", state, posts) == 1
