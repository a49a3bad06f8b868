"""The table's page without a room: real template, styles and scripts, and a socket we hold."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import ConsoleMessage, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from core.types import Cents
from payouts.events import Event
from players.models import User
from tables.cash.buy_in import BuyIn
from tables.models import CashGame, Table
from tables.wire.difference import difference
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.room import wait_for

ME = 7

# After so long a new control may be pressed (static/js/settled.js).
SETTLED_MS = 450

# What somebody may bring who was not at a cash game lately.
FRESH = BuyIn(allowance=Cents(1_000_00))

# Stands in for the browser's WebSocket; the test is the server.
SOCKET = """
window.sent = [];
window.sockets = [];
window.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  addEventListener(kind, hear) { this[`on${kind}`] = hear; }
  constructor(url) {
    // What calls from other tables comes when a test says so: window.me.onmessage.
    if (String(url).includes("/ws/me/")) {
      window.me = this;
      this.readyState = 3;
      return;
    }
    window.sockets.push(this);
    setTimeout(() => (window.down ? this.onclose({ code: 1006 }) : this.onopen()));
  }
  send(text) {
    const { at, ...frame } = JSON.parse(text);
    if (frame.type !== "ping") window.sent.push(frame);
    else if (!window.deaf) this.onmessage({ data: '{"type":"pong"}' });
  }
  close() { this.readyState = 3; }
};
window.push = (frame) => window.sockets.at(-1).onmessage(
  { data: JSON.stringify({ table_id: 5, ...frame }) });
"""

Json = dict[str, Any]


def serve(
    page: Page,
    *,
    language: str = "en",
    user: int | None = ME,
    cash: CashGame | None = None,
    buy_in: BuyIn = FRESH,
    new: bool = False,
    many: bool = False,
    guest: bool = False,
    at: str = "table/5",
    marks: str = "",
) -> None:
    """The table's page, whose socket the test holds; with ``cash`` that of a cash table, with
    ``many`` that of all one's tables. Who is ``new`` gets the hints for a first hand; ``marks`` are
    the reader's notes, as JSON."""
    request = RequestFactory().get("/tables/5/")
    request.user = User(pk=user, username="marco") if user else AnonymousUser()
    with translation.override(language):
        table = Table(pk=5, name="Turbo", event="tournament:12")
        event = Event(
            "Turbo",
            "/tournaments/12/",
            deal_url="/tournaments/12/deal/",
            offer_url="/api/tournaments/12/offer/",
            standing_url="/api/tournaments/12/standing/",
        )
        if cash:
            event = Event("NL10", "/cash/")
        context = {
            "table": table,
            "at": at,
            "event": event,
            "cash": cash,
            "guest": guest,
            "marks": marks,
            "balance": 5000,
            "play_balance": 5000,
            "buy_in": buy_in,
            "may_bring": cash and buy_in.range(least=cash.least, most=cash.most),
            "sit_url": reverse("api_cash_sit", args=[table.pk]),
            "wait_url": reverse("api_cash_wait", args=[table.pk]),
        }
        if many:
            tile = render_to_string("tables/parts/tile.html", context, request=request)
            document = render_to_string("tables/many.html", {"tiles": [tile]}, request=request)
        else:
            document = render_to_string("tables/table.html", context, request=request)
    work_tree().documents = {"/tables/5/": (document, "text/html")}
    page.add_init_script(SOCKET)
    if not new:
        page.add_init_script(f"localStorage.setItem('first-hand-tour-{user}', 'seen')")


def listen(page: Page) -> list[str]:
    """What goes wrong in the page from now on."""
    faults: list[str] = []

    def hear(line: ConsoleMessage) -> None:
        if line.type == "error":
            faults.append(line.text)

    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", hear)
    return faults


class Felt:
    """The open page, and the server's end of its socket."""

    def __init__(
        self,
        page: Page,
        *,
        language: str = "en",
        user: int | None = ME,
        cash: CashGame | None = None,
        buy_in: BuyIn = FRESH,
        new: bool = False,
        many: bool = False,
        guest: bool = False,
        at: str = "table/5",
        marks: str = "",
    ) -> None:
        self.page = page
        self.faults = listen(page)
        self._shown: Json = {}
        serve(
            page,
            language=language,
            user=user,
            cash=cash,
            buy_in=buy_in,
            new=new,
            many=many,
            guest=guest,
            at=at,
            marks=marks,
        )
        page.goto(f"{ORIGIN}/tables/5/")
        wait_for("socket", lambda: page.evaluate("window.sockets.length"))

    def lose(self) -> None:
        """Close the socket and refuse new ones, until ``find``."""
        self.page.evaluate("window.down = true; window.sockets.at(-1).onclose({ code: 1006 })")

    def end(self, code: int) -> None:
        """Close the socket as the server does, with a code; new ones would be accepted."""
        self.page.evaluate("code => window.sockets.at(-1).onclose({ code })", code)

    def find(self) -> None:
        self.page.evaluate("window.down = false")

    def push(self, *frames: Json) -> None:
        for frame in told(frames, before=self._shown):
            self.page.evaluate("frame => window.push(frame)", frame)
        self._shown = shown_by(frames, before=self._shown)

    def sent(self) -> list[Json]:
        """What the page has asked for so far, over all of its sockets."""
        answer: list[Json] = self.page.evaluate("window.sent")
        return answer


def table(
    *,
    version: int = 12,
    hand: Json | None = None,
    seats: int = 6,
    mine: int = 3,
    notice: Json | None = None,
    clock: Json | None = None,
    away: bool = False,
) -> Json:
    """A full table; the reader, marco, is in seat ``mine``."""
    names = ["ada", "bice", "carla", "dino", "elsa", "fabio", "gino", "ida", "leo", "mina"]
    return {
        "id": 5,
        "name": "Turbo",
        "event": "tournament:12",
        "version": version,
        "max_seats": seats,
        "hand_no": 17,
        "game": "nlhe",
        "betting": "ante" if hand and "draw" in hand else "blinds",
        "hand_id": 77,
        "commitment": "ab" * 32,
        "stakes": {"small_blind": 10, "big_blind": 20, "ante": 5},
        "notice": notice,
        "seats": [
            {
                "seat": no,
                "name": "marco" if no == mine else names[no - 1],
                "user": ME if no == mine else 100 + no,
                "stack": 1500,
                "away": away and no == mine,
                "bank_ms": 30000,
            }
            for no in range(1, seats + 1)
        ],
        "hand": hand,
        "clock": clock,
    }


def hand(*, seats: int = 6, turn: Json | None = None, **changes: Any) -> Json:
    """The hand as everybody sees it, before the flop."""
    return {
        "game": "nlhe",
        "street": "preflop",
        "finished": False,
        "button": 1,
        "small_blind": 2,
        "big_blind": 3,
        "stakes": {"small_blind": 10, "big_blind": 20, "ante": 5},
        "board": [],
        "pots": [],
        "total": 30,
        "bet": 20,
        "seats": [
            {
                "seat": no,
                "stack": 1500,
                "bet": {2: 10, 3: 20}.get(no, 0),
                "status": "active",
                "cards": ["??", "??"],
                "ranking": None,
                "won": 0,
            }
            for no in range(1, seats + 1)
        ],
        "turn": turn,
        "results": [],
        **changes,
    }


MY_TURN: Json = {
    "seat": 3,
    "legal": {
        "seat": 3,
        "fold": True,
        "check": False,
        "call": 100,
        "bet": None,
        "raise": [220, 1520],
        "all_in": 1520,
    },
}


def snapshot(shown: Json, *, cards: list[str] | None = None, events: Iterable[Json] = ()) -> Json:
    """Everything about ``shown``; ``events`` are those of its hand so far."""
    names = {str(seat["seat"]): seat["name"] for seat in shown["seats"]}
    return {
        "type": "snapshot",
        "version": shown["version"],
        "table": shown,
        "so_far": {"first": 0, "names": names, "events": list(events)},
        "you": {"seat": 3, "cards": cards or [], "away": False},
        "now": "2026-11-20T12:00:00+00:00",
    }


def update(shown: Json, *events: Json) -> Json:
    """What led to ``shown``; ``told`` makes a frame of it."""
    return {
        "type": "update",
        "version": shown["version"],
        "events": list(events),
        "table": shown,
        "now": "2026-11-20T12:00:00+00:00",
    }


def told(frames: Iterable[Json], *, before: Json) -> list[Json]:
    """The frames as the server sends them: an update says what changed since the one before."""
    said = []
    for frame in frames:
        shown = shown_by([frame], before=before)
        if frame["type"] == "update":
            frame = {key: value for key, value in frame.items() if key != "table"}
            frame["change"] = difference(before, shown)
        said.append(frame)
        before = shown
    return said


def shown_by(frames: Iterable[Json], *, before: Json) -> Json:
    """The table after these frames."""
    for frame in frames:
        if frame["type"] in ("snapshot", "update"):
            before = frame["table"]
    return before


def italian(*, turn: Json | None = None, draw: Json | None = None, **changes: Any) -> Json:
    """A hand of Italian draw at a table of four, before anybody opened."""
    shown = hand(seats=4, turn=turn, game="italian", street="opening", bet=0, total=80)
    shown["draw"] = {
        "carried": 0,
        "openers": "J",
        "opener": None,
        "changed": {},
        "left": None,
        "may_open": False,
        **(draw or {}),
    }
    for part in shown["seats"]:
        part.update(cards=["??"] * 5, bet=0)
    return {**shown, **changes}


def to_act(**legal: Any) -> Json:
    """Seat 3 to act, allowed to fold and what ``legal`` says."""
    nothing = {"check": False, "call": None, "bet": None, "raise": None, "all_in": None}
    return {"seat": 3, "legal": {"seat": 3, "fold": True, **nothing, **legal}}


def press(page: Page, *names: str) -> None:
    """The first of these buttons that can be pressed."""
    for name in names:
        button = page.locator(".actions").get_by_role("button", name=name, disabled=False)
        if button.count():
            while_there(button.first)
            return
    page.wait_for_timeout(50)


def while_there(button: Locator) -> None:
    """Press what may be gone by now: turns go by, and hands end, while the test looks."""
    with suppress(PlaywrightTimeout):
        button.click(timeout=1_000)


def settle(page: Page) -> None:
    """Wait until what is drawn may be pressed, though it has taken another control's place: the
    page notes that in its next frame, and counts from there."""
    page.evaluate(
        "ms => new Promise((go) => requestAnimationFrame(() => setTimeout(go, ms)))", SETTLED_MS
    )


def pay(page: Page) -> None:
    """Say yes to what is asked before money moves (static/js/pay.js)."""
    yes = page.locator("#pay[open] button[value=yes]")
    yes.wait_for()
    settle(page)
    # A dialog tells its end by an event after the press: the act comes after that event.
    page.evaluate(
        """() => {
            window.paying = true;
            const end = () => setTimeout(() => { window.paying = false; });
            document.getElementById("pay").addEventListener("close", end, { once: true });
        }"""
    )
    yes.click()
    page.wait_for_function("() => !window.paying")


@contextmanager
def at_one_moment(page: Page) -> Iterator[None]:
    """Hold the clock by which the page tells how new a control is: a busy browser takes longer
    for a press than a control is new."""
    page.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    yield
    page.evaluate("() => { delete performance.now; }")
