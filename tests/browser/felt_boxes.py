"""What lies on a table's felt, measured: what leaves the stage, and what lies on something else."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.browser.felt import MY_TURN, Json, hand, snapshot, table

# Draws each state in turn, and returns its faults. Parts belong to a seat or to the middle.
# By design at one seat: cards lie on cards of one hand; plate, last word, disc, clock and price
# lie on the lower edge of its cards and on each other. Chips lie on nothing but their own chips.
WALK = """async ({ shown, tolerance }) => {
  const PARTS = {
    card: ".hole .card", plate: ".seat:not([aria-hidden]) .plate", said: ".said > span",
    seconds: ".seconds", dealer: ".dealer", price: ".price", chips: ".chips, .chips .chip",
    board: ".board .card", pot: ".pot.some", side: ".side-pots li", half: ".halves li",
    draw: ".draw p",
  };
  // Nothing is painted meanwhile: a page is drawn as often as it is measured.
  window.requestAnimationFrame = (work) => setTimeout(work);
  const drawn = () => new Promise((go) => setTimeout(() => setTimeout(() => setTimeout(go))));
  const faults = [];
  let boxes = 0;
  const say = ({ kind, seat, text }) => `${kind}${seat ?? ""} "${text}"`;
  const measure = (name, stage) => {
    const edge = stage.getBoundingClientRect();
    const won = stage.querySelector(".finished") ? ["pot", "side"] : [];
    const parts = Object.entries(PARTS).filter(([kind]) => !won.includes(kind))
      .flatMap(([kind, where]) => [...stage.querySelectorAll(where)].map((element) => ({
        kind, seat: element.closest("[data-seat]")?.dataset.seat ?? null,
        text: element.textContent.trim().slice(0, 14), box: element.getBoundingClientRect(),
      }))).filter(({ box }) => box.width && box.height);
    boxes += parts.length;
    parts.forEach((one, i) => {
      const { box } = one;
      const out = Math.max(
        edge.left - box.left, box.right - edge.right, edge.top - box.top, box.bottom - edge.bottom);
      if (out > tolerance) faults.push([name, say(one), "leaves the stage", Math.round(out)]);
      for (const other of parts.slice(i + 1)) {
        const chips = [one, other].filter(({ kind }) => kind === "chips").length;
        if (one.seat !== null && one.seat === other.seat && chips !== 1) continue;
        const over = Math.min(
          Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left),
          Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top));
        if (over > tolerance) faults.push([name, say(one), `on ${say(other)}`, Math.round(over)]);
      }
    });
    for (const purse of stage.querySelectorAll(".purse")) {
      const cut = purse.scrollWidth - purse.clientWidth;
      if (cut > 0) faults.push([name, purse.textContent, "cut", cut]);
    }
  };
  for (const { name, frames } of shown) {
    for (const frame of frames) window.push(frame);
    await drawn();
    for (const animation of document.getAnimations()) {
      if (animation.effect.getTiming().iterations === 1) animation.finish();
    }
    for (const stage of document.querySelectorAll(".stage")) measure(name, stage);
  }
  return { faults, boxes };
}"""
TOLERANCE = 1.5

DECK = [rank + suit for suit in "shdc" for rank in "AKQJT98765432"]
BOARD = ["Ah", "Kc", "7d", "2s", "9h"]
LONG_NAME = "Massimiliano_Bevilacqua"
LONG_STACK = 12_345_678


class Lay(NamedTuple):
    """A table with so many seats, and hands of so many cards, in one state."""

    seats: int
    cards: int
    state: str

    def __str__(self) -> str:
        return f"{self.state}, {self.seats} seats, {self.cards} cards"


def _mine(lay: Lay) -> int:
    return min(3, lay.seats)


def _hole(lay: Lay, seat: int) -> list[str]:
    return [DECK[(seat * 5 + place * 9) % 52] for place in range(lay.cards)]


def _table(lay: Lay, shown: Json | None, **terms: Any) -> Json:
    laid = table(seats=lay.seats, mine=_mine(lay), hand=shown, **terms)
    for seat in laid["seats"]:
        if seat["seat"] % 2 == 0:
            seat.update(name=LONG_NAME)
        if seat["seat"] % 3 == 0:
            seat.update(stack=LONG_STACK)
    return laid


def _hand(lay: Lay, **changes: Any) -> Json:
    shown = hand(seats=lay.seats, **changes)
    for part in shown["seats"]:
        part["cards"] = ["??"] * lay.cards
    return shown


def _turn(lay: Lay) -> Json:
    seat = _mine(lay)
    return {"seat": seat, "legal": {**MY_TURN["legal"], "seat": seat}}


def _snapshot(lay: Lay, laid: Json, events: Iterable[Json] = ()) -> Json:
    frame = snapshot(laid, cards=_hole(lay, _mine(lay)), events=events)
    return {**frame, "you": {**frame["you"], "seat": _mine(lay)}}


def dealt(lay: Lay) -> Json:
    return _snapshot(lay, _table(lay, _hand(lay, turn=_turn(lay))))


def raised(lay: Lay) -> Json:
    """Everybody has bet on the flop and said so; the reader is to act."""
    shown = _hand(lay, street="flop", board=BOARD[:3], bet=1630, total=9000, turn=_turn(lay))
    for part in shown["seats"]:
        part["bet"] = 1630
    if lay.seats > 2:
        shown["pots"] = [{"amount": 12_345, "seats": [1, 2]}, {"amount": 4_500, "seats": [1, 2]}]
    said = [
        {"e": "act", "seat": no, "kind": "raise", "to": 1630, "added": 1630, "all_in": False}
        for no in range(1, lay.seats + 1)
        if no != _mine(lay)
    ]
    return _snapshot(lay, _table(lay, shown), said)


def opened(lay: Lay) -> Json:
    """All have opened their hands, and one has won."""
    shown = _hand(lay, finished=True, board=BOARD, street="river", total=12_345)
    best = [*_hole(lay, 1)[:2], *BOARD[:3]]
    won = {"ranking": "two_pair", "cards": best, "kicker": "T"}
    shown["results"] = [{"pot": 0, "seat": 1, "amount": 12_345, **won}]
    for part in shown["seats"]:
        hole = _hole(lay, part["seat"])
        part.update(cards=hole, ranking="three_of_a_kind", best=best, bet=0)
    shown["seats"][0].update(won=12_345, ranking="two_pair")
    return _snapshot(lay, _table(lay, shown))


def halved(lay: Lay) -> Json:
    """The pot of a hi/lo game is shared between a high and a low."""
    frame = opened(lay)
    shown = frame["table"]["hand"]
    low = {"pot": 0, "seat": 2, "amount": 6_000, "ranking": "eight_low", "side": 1}
    low["cards"] = ["8s", "6d", "4h", "2d", "Ac"]
    shown["results"] = [{**shown["results"][0], "side": 0}, low]
    shown["seats"][1].update(won=6_000)
    return frame


def drawn(lay: Lay) -> Json:
    """Italian draw, which has a sentence in the place of a board."""
    draw = {"carried": 120, "openers": "J", "opener": None, "changed": {}, "left": None}
    shown = _hand(lay, game="italian", street="opening", bet=0, total=80, turn=_turn(lay))
    shown["draw"] = {**draw, "may_open": False}
    for part in shown["seats"]:
        part["bet"] = 0
    return _snapshot(lay, {**_table(lay, shown), "betting": "ante", "game": "italian"})


def away(lay: Lay) -> Json:
    laid = _table(lay, _hand(lay))
    for seat in laid["seats"]:
        seat.update(away=True)
    return _snapshot(lay, laid)


STATES = {
    "dealt": dealt,
    "raised": raised,
    "opened": opened,
    "halved": halved,
    "drawn": drawn,
    "away": away,
}
# How many seats and cards there can be.
SEATS = range(2, 11)
CARDS = range(2, 7)


def lays() -> list[Lay]:
    """All of them: a draw has five cards, and at most six draw."""
    return [
        Lay(seats, cards, state)
        for seats in SEATS
        for cards in CARDS
        for state in STATES
        if state != "drawn" or (cards == 5 and seats <= 6)
    ]


def walk(page: Page, chosen: Iterable[Lay], tables: Iterable[int] = (5,)) -> tuple[list[Any], int]:
    """Show each at all ``tables`` of the page: the faults, and how many boxes were measured."""
    shown = [
        {
            "name": str(lay),
            "frames": [{**STATES[lay.state](lay), "table_id": no} for no in tables],
        }
        for lay in chosen
    ]
    found = page.evaluate(WALK, {"shown": shown, "tolerance": TOLERANCE})
    return found["faults"], found["boxes"]
