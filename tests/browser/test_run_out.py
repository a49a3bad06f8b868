"""An all-in whose board runs out: nothing on the page is told before its card is seen."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import zip_longest
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tables import engine
from tests.browser.felt import ME, Felt, Json, snapshot, table, update
from tests.browser.worktree import work_tree
from tests.harness.room import wait_for
from tests.tables.engine.scenes import deal, play

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
STACK = 300
STREET = 1500
FAST = 800
# One picture of the page each.
FRAME = 100

HOLE = {
    "nlhe": {1: "7c2d", 2: "AhAd", 3: "KsKd"},
    "plo": {1: "7c2d4h4d", 2: "AhAdTc9c", 3: "KsKd8h8c"},
    "plo8": {1: "7c2dThTd", 2: "AhAd2h3c", 3: "KsKdQh8s"},
}
# Seat 2 wins, or both halves, unless a king comes to the reader in seat 3.
BOARD = ["2s", "5h", "9s", "Jd", "6h"]

# All that the page says, to eyes and ears. Chances have a test of their own, and chips fly by the
# browser's clock.
SAID = """() => {
  const page = document.body.cloneNode(true);
  const others = "script, template, .equity, .flying-layer";
  page.querySelectorAll(others).forEach((each) => each.remove());
  page.querySelectorAll("[data-csrf]").forEach((each) => each.removeAttribute("data-csrf"));
  return document.title + page.innerHTML;
}"""
CARDS = "document.querySelectorAll('.board .card').length"


class Line(NamedTuple):
    """What the server tells: the table before the last decision, and all that this decides."""

    before: Json
    end: Json
    winners: set[int]


def line(board: list[str], *, game: str = "nlhe", flop: bool = False, mine: bool = True) -> Line:
    """Three players of whom two are all-in: before the flop, or with ``flop`` on it."""
    scene = deal(STACK, STACK, STACK, hole=HOLE[game], board="".join(board), game=game)
    moves = ["3 call", "1 fold", "2 check", "2 all_in"] if flop else ["3 all_in", "1 fold"]
    events = scene.events
    for move in moves:
        scene = play(scene.hand, move)
        events = [*events, *scene.events]
    last = play(scene.hand, "3 call" if flop else "2 call")
    before = snapshot(
        shown(scene.hand, 12), cards=engine.own_cards(last.hand, 3), events=seen(events)
    )
    if not mine:
        before["you"] = None
    end = update(shown(last.hand, 13), *seen(last.events))
    return Line(before, end, {win.seat for win in last.hand.wins})


def seen(events: list[engine.Event]) -> list[Json]:
    return [dict(engine.visible(event, None)) for event in events]


def shown(hand: engine.HandState, version: int) -> Json:
    told = table(version=version, hand=dict(engine.view(hand, None)), seats=3)
    for seat in told["seats"]:
        seat["stack"] = hand.stacks[seat["seat"]]
    return told


class Show:
    """A page on which an all-in is seen, whose clock is the test's."""

    def __init__(
        self, context: BrowserContext, *, user: int | None = ME, many: bool = False
    ) -> None:
        self.page = context.new_page()
        self.page.clock.install(time=NOW)
        self.felt = Felt(self.page, user=user, many=many)

    def begin(self, told: Line, *more: Json) -> None:
        """Come to the last decision, a long time after the last question to the server."""
        self.felt.push(told.before, *more)
        expect(self.page.locator(".seat .plate .name")).to_have_count(3)
        self.page.clock.pause_at(NOW.replace(minute=1))

    def frames(self, most: int) -> Iterator[str]:
        for _ in range(0, most, FRAME):
            self.page.clock.run_for(FRAME)
            yield self.page.evaluate(SAID)

    def cards(self) -> int:
        count: int = self.page.evaluate(CARDS)
        return count


@pytest.fixture
def contexts(new_context: Callable[..., BrowserContext]) -> Callable[..., Show]:
    def show(*, user: int | None = ME, many: bool = False, **options: object) -> Show:
        return Show(new_context(**options), user=user, many=many)

    return show


def answers(winner: bool, *, version: int) -> None:
    """What the event's own addresses say after a hand that the reader has won, or lost: out of
    chips, and may buy some; as of a version of the table."""
    standing: Json = dict.fromkeys(("until", "next", "break_at", "late_until"))
    standing |= {"entries": 9, "average": 450, "paused": False, "late": False, "paid": 3}
    standing |= {"in_money": False, "sure": 0, "out": 1, "prize": 1000, "left": 2, "level": 3}
    standing |= {"rank": 1 if winner else 2, "version": version}
    offer: Json = {"sells": True, "rebuy": None, "add_on": None, "re_entry": None, "coming": 0}
    offer |= {"until": None, "version": version}
    if not winner:
        rebuy = {"price": 220, "chips": 2000}
        offer.update(rebuy=rebuy, until="2026-11-20T12:02:00+00:00")
    work_tree().documents = {
        **work_tree().documents,
        "/api/tournaments/12/offer/": (json.dumps(offer), "application/json"),
        "/api/tournaments/12/standing/": (json.dumps(standing), "application/json"),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "game", "flop", "common"),
    [
        ("table", "nlhe", False, 0),
        ("table", "nlhe", True, 4),
        ("table", "plo", False, 3),
        ("table", "plo8", False, 3),
        ("tiles", "nlhe", False, 4),
        ("watch", "plo8", False, 4),
    ],
)
def test_until_a_card_is_turned_the_page_is_the_same_whatever_it_is(
    contexts: Callable[..., Show], place: str, game: str, flop: bool, common: int
) -> None:
    boards = [BOARD, [*BOARD[:common], "Kc", *BOARD[common + 1 :]]]
    user = None if place == "watch" else ME
    told = [line(board, game=game, flop=flop, mine=user is not None) for board in boards]
    assert told[0].winners != told[1].winners
    seen: list[list[str]] = []
    for each in told:
        show = contexts(user=user, many=place == "tiles")
        answers(winner=True, version=12)
        show.begin(each)
        expect(show.page.locator(".stands")).to_contain_text("2/9")
        # The event's answer overtakes the table's frame.
        answers(winner=3 in each.winners, version=13)
        with show.page.expect_response("**/standing/*"):
            show.page.clock.run_for(30_000)
        if user is None:
            show.felt.push(each.end)
        else:
            with show.page.expect_response("**/offer/*"):
                show.felt.push(each.end)
            # The server's word that one is out comes early, and is not read before its card.
            if 3 not in each.winners:
                show.felt.push({"type": "out", "place": 2})
        # Nor that whoever has lost all is gone from the table.
        here = [user for seat, user in ((1, 101), (2, 102), (3, ME)) if seat in {1} | each.winners]
        show.felt.push({"type": "presence", "connected": here})
        # Nor is who knocked out whom.
        taker = {"user": ME, "by": "marco"} if 3 in each.winners else {"user": 102, "by": "bice"}
        show.felt.push({"type": "bounty", "paid": 500, "name": "ada", **taker})
        frames = []
        for frame in show.frames(5 * STREET):
            if show.cards() > common:
                break
            frames.append(frame)
        seen.append(frames)
        # In the end everything is told.
        show.page.clock.run_for(3 * STREET)
        log = show.page.get_by_role("log")
        expect(log).to_contain_text("River")
        expect(log).to_contain_text("wins")
        winners = show.page.locator(".seat.winner .name")
        expect(winners).to_have_count(len(each.winners))
        if user is not None and 3 not in each.winners:
            expect(show.page.locator(".ended")).to_be_visible()
        expect(show.page.locator(".wire .bounty")).to_contain_text("ada")
        assert show.felt.faults == []
    streets = max(0, common - 2) + 1 - (1 if flop else 0)
    assert len(seen[0]) >= streets * STREET // FRAME - 1
    for number, (one, other) in enumerate(zip_longest(*seen)):
        assert one == other, f"frame {number} tells what nobody has seen"


def test_each_street_is_told_with_its_cards_and_the_chances_change_with_them(
    contexts: Callable[..., Show],
) -> None:
    show, told = contexts(), line(BOARD)
    page, clock = show.page, show.page.clock
    show.begin(told)
    show.felt.push(told.end)
    log, chances = page.get_by_role("log"), page.locator(".equity")
    gone = 0

    def until(moment: int) -> None:
        """Let time go by until so long after the last decision."""
        nonlocal gone
        clock.run_for(moment - gone)
        gone = moment

    until(50)
    # The hands lie open, and the pot holds all chips.
    expect(page.locator(".seat .card.face")).to_have_count(4)
    expect(page.locator(".pot")).to_contain_text("650")
    expect(page.locator(".purse")).to_have_text(["250", "0", "0"])
    for number, street in enumerate(("Flop", "Turn", "River")):
        expect(chances).to_have_count(2)
        before = chances.all_text_contents()
        until((number + 1) * STREET - 50)
        assert show.cards() == (number and number + 2)
        until((number + 1) * STREET + 250)
        # They turn up.
        assert show.cards() == number + 3
        expect(log).not_to_contain_text(street)
        assert chances.all_text_contents() == before
        until((number + 1) * STREET + 550)
        expect(log).to_contain_text(street)
        if number < 2:
            expect(chances.first).not_to_have_text(before[0])
    expect(chances).to_have_count(0)
    expect(page.locator(".purse")).to_have_text(["250", "650", "0"])
    assert show.felt.faults == []


def hide(page: Page) -> None:
    page.evaluate(
        """() => { Object.defineProperty(document, "hidden", { get: () => true });
        document.dispatchEvent(new Event("visibilitychange")); }"""
    )


def test_nothing_is_held_back_from_a_decision_or_where_nobody_looks(
    contexts: Callable[..., Show],
) -> None:
    told = line(BOARD)
    following = {**told.before["table"], "version": 14, "hand_no": 18, "hand_id": 78}
    ends: dict[str, Callable[[Show], object]] = {
        "the next hand": lambda show: show.felt.push(update(following, {"e": "start"})),
        "out of sight": lambda show: hide(show.page),
        "shown anew": lambda show: show.felt.push(
            snapshot(
                told.end["table"], events=[*told.before["so_far"]["events"], *told.end["events"]]
            )
        ),
    }
    for name, end in ends.items():
        show = contexts()
        show.begin(told)
        show.felt.push(told.end)
        show.page.clock.run_for(100)
        log = show.page.get_by_role("log")
        expect(log).to_contain_text("all-in")
        expect(log).not_to_contain_text("wins")
        end(show)
        show.page.clock.run_for(300)
        expect(log, name).to_contain_text("wins")


def test_less_motion_shows_the_end_at_once(contexts: Callable[..., Show]) -> None:
    show, told = contexts(reduced_motion="reduce"), line(BOARD)
    show.begin(told)
    show.felt.push(told.end)
    show.page.clock.run_for(50)
    expect(show.page.get_by_role("log")).to_contain_text("wins")
    assert show.cards() == 5


@pytest.mark.parametrize(("fast", "until_flop"), [(False, STREET), (True, FAST)])
def test_the_reader_chooses_how_quickly_streets_follow_each_other(
    contexts: Callable[..., Show], fast: bool, until_flop: int
) -> None:
    show, told = contexts(), line(BOARD)
    if fast:
        kept = json.dumps({"fastRunOut": True})
        show.page.evaluate("kept => localStorage.setItem('montepremi.table.7', kept)", kept)
        show.page.reload()
        wait_for("socket", lambda: show.page.evaluate("window.sockets.length"))
    show.begin(told)
    show.felt.push(told.end)
    show.page.clock.run_for(until_flop - 50)
    assert show.cards() == 0
    show.page.clock.run_for(100)
    assert show.cards() == 3
