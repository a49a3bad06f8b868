"""What moves on the felt and what it looks like: chips, chances, motions, settings of the look."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.felt import MY_TURN, Felt, Json, hand, settle, snapshot, table, update
from tests.browser.test_felt_state import run
from tests.harness.chromium import PHONE

HIGH = [{"by": "high", "of_hand": 0, "flush_over_full": False}]
OMAHA = [{"by": "high", "of_hand": 2, "flush_over_full": False}]
HIGH_LOW = [*OMAHA, {"by": "low", "of_hand": 2, "flush_over_full": False}]
SHORT = [{"by": "high", "of_hand": 0, "flush_over_full": True}]
STREETS = [
    {"name": name, "each": each, "burn": 0, "board": board, "bets": 1, "round": "betting"}
    for name, each, board in [("preflop", 2, 0), ("flop", 0, 3), ("turn", 0, 1), ("river", 0, 1)]
]

# Animations that play in the scene now, by what they move.
PLAYING = """() => document.querySelector(".scene").getAnimations({ subtree: true })
  .filter((each) => each.effect.getComputedTiming().duration > 10 && !(each instanceof CSSAnimation)
    && !(each instanceof CSSTransition))
  .map((each) => each.effect.target.className)"""


def rules(contests: list[Json], lowest: str = "2") -> Json:
    return {
        "most_seats": 10,
        "most_hands": 10,
        "lowest": lowest,
        "blinds": True,
        "streets": STREETS,
        "limit": {"name": "no", "pot": False, "fixed": False, "cap": None},
        "contests": contests,
    }


@pytest.fixture
def blank(page: Page) -> Page:
    """A page that has run nothing but what the test asks for."""
    Felt(page)
    return page


def test_pure_parts_of_what_moves(blank: Page) -> None:
    stacks = "[m.denominations(a[0], a[1]), m.drawn(a[0], a[1]).length]"
    assert run(blank, "view/chips.js", stacks, 1630, False) == [
        [[1000, 1], [500, 1], [100, 1], [25, 1], [5, 1]],
        5,
    ]
    assert run(blank, "view/chips.js", stacks, 2999, True) == [
        [[2500, 1], [100, 4], [25, 3], [5, 4], [1, 4]],
        6,
    ]
    # The hole cards of everybody come from the dealer, first those on the left.
    before = {"version": 1, "table": table(hand=None)}
    after = {"version": 2, "table": table(hand=hand(seats=3)), "collected": None}
    dealt = {"e": "hole", "cards": {str(no): ["??", "??"] for no in (1, 2, 3)}}
    fold = {"e": "act", "seat": 2, "kind": "fold", "to": 0, "added": 0, "all_in": False}
    code = "m.motionsOf(a[0], a[1], a[2]).map((x) => [x.kind, x.to.seat ?? 0])"
    told = run(
        blank, "motion/motions.js", code, before, after, {"type": "update", "events": [dealt, fold]}
    )
    assert told == [*[["deal", no] for no in (2, 3, 1, 2, 3, 1)], ["muck", 0]]
    assert run(blank, "motion/motions.js", code, before, after, {"type": "snapshot"}) == []
    # Each of the two sounds has a switch and a volume of its own.
    loud = "['turn', 'win'].map((name) => m.loudness(name, a[0]))"
    wish = {"turnSound": True, "turnVolume": 50, "effects": False, "effectsVolume": 80}
    assert run(blank, "motion/sounds.js", loud, wish) == [0.5, 0]
    # A name is always the same picture, whatever its capitals.
    faces = "['marco', 'MARCO', 'marca'].map((name) => JSON.stringify(m.identicon(name)))"
    same, too, other = run(blank, "../identicon.js", faces)
    assert same == too != other


def test_bets_pots_prices_and_broken_tables_move_where_they_go(blank: Page) -> None:
    code = "m.motionsOf(a[0], a[1], a[2]).map((x) => [x.kind, x.from.seat ?? 0, x.to.seat ?? 0])"

    def told(before: Json, after: Json, message: Json) -> list[Any]:
        moved: list[Any] = run(blank, "motion/motions.js", code, before, after, message)
        return moved

    def state(version: int, **terms: Any) -> Json:
        return {"version": version, "user": 7, "table": table(**terms), "collected": None}

    news = {"type": "update", "events": []}
    # At the end of a street each bet goes to the pot; at the end of a hand the pot to the winner.
    swept = {**state(2, hand=hand()), "collected": {"version": 2, "bets": []}}
    swept["collected"]["bets"] = [{"seat": no, "amount": 20} for no in (2, 3)]
    assert told(state(1, hand=hand()), swept, news) == [["collect", 2, 0], ["collect", 3, 0]]
    over = hand(finished=True)
    over["seats"][2]["won"] = 60
    assert told(state(1, hand=hand()), state(2, hand=over), news) == [["win", 0, 3]]
    # The price on the head of who is out goes to who has it now; else to who won the hand.
    before, after = state(1, hand=over), state(2, hand=None)
    before["table"]["seats"][4].update(price=500, stack=0)
    del after["table"]["seats"][4]
    assert told(before, after, news) == [["bounty", 5, 3]]
    after["table"]["seats"][0]["price"] = 250
    before["table"]["seats"][0]["price"] = 100
    assert told(before, after, news) == [["bounty", 5, 1]]
    # Of a table that is broken everybody leaves, else only who is moved.
    six = [["leave", no, no] for no in range(1, 7)]
    assert told(before, state(1), {"type": "moved", "reason": "break"}) == six
    assert told(before, state(1), {"type": "moved", "reason": "balance"}) == [["leave", 3, 3]]


@pytest.mark.parametrize(
    ("contests", "lowest", "hands", "board", "expected", "within"),
    [
        # Exact, from the flop on: 990 boards.
        (HIGH, "2", ["AhAd", "KsQs"], "Js7s2c", [0.6222, 0.3778], 0.0001),
        # One card to come: ten of 44 make the straight or the better pair.
        (HIGH, "2", ["AhAd", "KsQs"], "Js7s2c3d", [0.7955, 0.2045], 0.0001),
        # The board plays for both.
        (HIGH, "2", ["2c2d", "3c3d"], "AsKsQsJsTs", [0.5, 0.5], 0),
        # Sampled before the flop.
        (HIGH, "2", ["AhAd", "KsKd"], "", [0.817, 0.183], 0.03),
        # Only two of the hand count: four spades in it and two on the board are no flush.
        (OMAHA, "2", ["AsKsQs2s", "9h9d8c8h"], "7s6s2d4c3h", [0, 1], 0),
        # The low is half of the pot; seat one has both nut low and the better high.
        (HIGH_LOW, "2", ["As2dKhKd", "QhQdJcJs"], "3c4h8sTc9d", [0.5, 0.5], 0),
        (HIGH_LOW, "2", ["As2dKhKd", "9h9cJcTs"], "3c4h8sKs7d", [1, 0], 0),
        # In a short deck a flush beats a full house, and the ace plays below the six.
        (SHORT, "6", ["AsKs", "JhJd"], "JsTsTd8s6c", [1, 0], 0),
        (SHORT, "6", ["Ah9c", "KdKh"], "6s7s8dKsQd", [1, 0], 0),
    ],
)  # fmt: skip
def test_chances_of_open_hands(
    blank: Page, contests: list[Json], lowest: str, hands: list[str], board: str,
    expected: list[float], within: float,
) -> None:  # fmt: skip
    def cut(cards: str) -> list[str]:
        return [cards[i : i + 2] for i in range(0, len(cards), 2)]

    spot = {"hands": [cut(each) for each in hands], "board": cut(board)}
    spot["rules"] = rules(contests, lowest)
    parts = run(blank, "state/equity.js", "m.equities(a[0])", spot)
    assert parts == pytest.approx(expected, abs=within or 1e-9)


def call(seat: int = 3, added: int = 100) -> Json:
    return {"e": "act", "seat": seat, "kind": "call", "to": added, "added": added, "all_in": False}


def all_in(*, board: list[str], finished: bool) -> Json:
    shown = hand(street="showdown", board=board, finished=finished)
    for part in shown["seats"]:
        part["status"] = "folded" if part["seat"] > 3 or part["seat"] == 1 else "all_in"
        part["cards"] = ["??", "??"]
    shown["seats"][1].update(cards=["Ah", "Ad"], stack=0)
    shown["seats"][2].update(cards=["Ks", "Qs"], stack=0)
    return shown


START: Json = {"e": "start", "rules": rules(HIGH)}


def test_chips_fly_unless_the_reader_wants_less_motion(
    new_context: Callable[..., BrowserContext],
) -> None:
    felt = Felt(new_context().new_page())
    shown = hand(turn=MY_TURN)
    felt.push(snapshot(table(hand=hand())))
    expect(felt.page.locator(".flying-layer")).to_be_attached()
    bets = "window.seen = []; new MutationObserver((news) => news.forEach((each) => each.addedNodes"
    bets += ".forEach((node) => window.seen.push(node.className)))).observe("
    bets += "document.querySelector('.flying-layer'), { childList: true })"
    felt.page.evaluate(bets)
    felt.push(update(table(version=13, hand=shown), call(seat=2)))
    expect(felt.page.locator(".buttons .raise")).to_be_enabled()
    assert felt.page.evaluate("window.seen") == ["flying bet stack"]
    # A gesture ends what moves, and nothing is left on the layer.
    felt.page.locator(".stage").click(position={"x": 5, "y": 5})
    expect(felt.page.locator(".flying")).to_have_count(0)
    # Switched off in the dialog, by keyboard alone: at once, and after the page is opened anew.
    felt.page.get_by_label("Settings").press("Enter")
    settle(felt.page)
    felt.page.get_by_role("button", name="Appearance and sound").press("Enter")
    for label in ("Card and chip animations", "Wine red"):
        # A key means nothing to what a script has just focused.
        felt.page.get_by_label(label).focus()
        settle(felt.page)
        felt.page.keyboard.press("Space")
    felt.page.keyboard.press("Escape")
    expect(felt.page.get_by_role("dialog")).to_have_count(0)
    expect(felt.page.locator(".room.still.cloth-wine")).to_have_count(1)
    felt.push(update(table(version=14, hand=shown), call(seat=4)))
    expect(felt.page.locator(".seat", has_text="dino").locator(".said")).to_contain_text("Call")
    assert felt.page.evaluate("window.seen.length") == 1
    assert felt.faults == []


def test_who_prefers_reduced_motion_sees_none(new_context: Callable[..., BrowserContext]) -> None:
    felt = Felt(new_context(reduced_motion="reduce").new_page())
    felt.push(snapshot(table(hand=None)))
    shown = hand()
    hole = {"e": "hole", "cards": {str(no): ["??", "??"] for no in range(1, 7)}}
    felt.push(update(table(version=13, hand=shown), START, hole, call(seat=2)))
    expect(felt.page.locator(".hole .card")).to_have_count(12)
    assert felt.page.evaluate(PLAYING) == []
    # Open hands show their chances, which then do not change street by street.
    over = all_in(board=["Js", "7s", "2c", "3d", "4h"], finished=True)
    felt.push(update(table(version=14, hand=over), START))
    expect(felt.page.locator(".equity")).to_have_count(2)
    assert felt.faults == []


def test_open_hands_show_their_chances_until_the_last_card(page: Page) -> None:
    page.set_viewport_size(PHONE)
    felt = Felt(page)
    flop = ["Js", "7s", "2c"]
    felt.push(snapshot(table(hand=all_in(board=flop, finished=False)), events=[START]))
    aces = felt.page.locator(".seat", has_text="bice").locator(".equity")
    expect(aces).to_contain_text("62%")
    over = all_in(board=[*flop, "3d", "4h"], finished=True)
    over["results"] = [
        {"pot": 0, "seat": 2, "amount": 3000, "ranking": "pair", "cards": [], "side": 0}
    ]
    over["seats"][1]["won"] = 3000
    felt.push(update(table(version=13, hand=over)))
    expect(aces).to_have_count(0)
    expect(felt.page.locator(".to-winner")).to_contain_text("+3,000")
    assert felt.faults == []


# Plays on at one table, which is drawn anew after each action; how many lines its log has.
PLAY_ON = """async ({ from, many, events }) => {
  for (let no = from; no < from + many; no += 1) {
    push({ type: "update", version: no, events, change: {}, now: "2026-11-20T12:00:00+00:00" });
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
  return document.querySelectorAll(".log .line").length;
}"""


def test_a_page_on_which_is_played_for_long_keeps_nothing_of_what_it_has_shown(page: Page) -> None:
    felt = Felt(page)
    felt.push(snapshot(table(hand=hand(turn=MY_TURN))))
    tool = page.context.new_cdp_session(page)

    def kept(begin: int, many: int, *, each: int = 1) -> float:
        """Kilobytes of script after so many actions."""
        terms = {"from": begin, "many": many, "events": [call(seat=2)] * each}
        # As many lines as the log ever has.
        assert page.evaluate(PLAY_ON, terms) == 100
        tool.send("HeapProfiler.collectGarbage")
        return float(tool.send("Runtime.getHeapUsage")["usedSize"]) / 1000

    kept(13, 3, each=40)
    before = kept(16, 20)
    assert kept(36, 40) - before < 250
    assert felt.faults == []


def test_the_five_cards_that_win_stand_out(page: Page) -> None:
    felt = Felt(page)
    over = hand(finished=True, street="river", board=["Ah", "Kc", "7d", "2s", "9h"])
    best = ["As", "Ah", "Kd", "Kc", "9h"]
    over["results"] = [{"pot": 0, "seat": 3, "amount": 300, "ranking": "two_pair", "cards": best}]
    over["seats"][2].update(won=300, ranking="two_pair", cards=["As", "Kd"])
    felt.push(snapshot(table(hand=over), cards=["As", "Kd"]))
    expect(page.locator(".card.best")).to_have_count(5)
    expect(page.locator(".board .card.spare")).to_have_count(2)
    assert felt.faults == []


def test_cards_of_a_deal_move(new_context: Callable[..., BrowserContext]) -> None:
    felt = Felt(new_context().new_page())
    felt.push(snapshot(table(hand=None)))
    # Every animation is slowed down until it has been looked at.
    felt.page.evaluate(
        """() => { const play = Element.prototype.animate;
        window.longest = 0;
        Element.prototype.animate = function (frames, options) {
          window.longest = Math.max(window.longest, options.duration + (options.delay ?? 0));
          return play.call(this, frames, { ...options, duration: 60000 }); }; }"""
    )
    hole = {"e": "hole", "cards": {str(no): ["??", "??"] for no in range(1, 7)}}
    felt.push(update(table(version=13, hand=hand(turn=MY_TURN)), START, hole))
    expect(felt.page.locator(".hole .card")).to_have_count(12)
    moving: list[Any] = felt.page.evaluate(PLAYING)
    assert sum("card back" in name for name in moving) == 12
    assert felt.page.evaluate("window.longest") < 400
    # Nothing waits for them.
    felt.page.get_by_role("button", name="Call 100").click()
    assert felt.sent()[0]["action"] == {"kind": "call"}
    assert felt.page.evaluate(PLAYING) == []
    assert felt.faults == []
