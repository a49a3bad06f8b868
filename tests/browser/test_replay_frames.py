"""Each step of a replay is drawn as the frames say that the table's players were sent: a hand of
every game, and side pots (tests/tables/pages/test_replays.py compares those frames with the ones
that were sent)."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page

from core.types import SeatNo
from players.models import User
from tables import engine
from tables.engine.cards import HIDDEN
from tables.engine.games import GAMES
from tables.models import Hand, HandPlayer, Table
from tables.pages import replays
from tables.seated.attention_bar import AttentionBar
from tables.wire.difference import apply
from tests.browser.felt import SOCKET, listen
from tests.browser.test_replay import HERE, NOW
from tests.browser.worktree import ORIGIN, work_tree
from tests.tables.engine.scenes import STAKES, Scene, deal, play
from tests.tables.rooms import random_action

# Walks the scale from the first step to the last; after each, what is drawn.
WALK = """async () => {
    const scale = document.querySelector(".replay-bar input");
    const frame = () => new Promise(requestAnimationFrame);
    const all = (what, root = document) => [...root.querySelectorAll(what)];
    const suit = (card) => [...card.classList].find((name) => name.startsWith("suit-")).slice(5);
    const code = (card) => card.classList.contains("back") ? "??"
        : text(card.querySelector(".rank")).replace("10", "T") + suit(card);
    const text = (each) => each?.textContent.trim() ?? "";
    const by_seat = (what, read) =>
        Object.fromEntries(all(what).map((each) => [each.dataset.seat, read(each)]));
    const seen = [];
    for (let step = 1; step <= Number(scale.max); step += 1) {
        scale.value = String(step);
        scale.dispatchEvent(new Event("input"));
        await frame();
        await frame();
        seen.push({
            board: all(".board .card").map(code),
            pot: text(document.querySelector(".pot strong")),
            sides: all(".side-pots li").map((each) => text(each.lastChild)),
            bets: by_seat(".chips.bet:not(.to-winner)", (bet) => text(bet.lastElementChild)),
            stacks: by_seat(".seat[data-seat]", (seat) => text(seat.querySelector(".purse"))),
            hands: by_seat(".seat[data-seat]", (seat) => all(".card", seat).map(code)),
        });
    }
    return seen;
}"""


class Played(NamedTuple):
    """A hand in memory: its game, its stacks and all of its events."""

    game: str
    stacks: tuple[int, ...]
    events: list[Any]


def at_random(code: str, seed: int) -> Played:
    """A hand of four to its end; the first that goes beyond the first round of betting."""
    stacks, dice, game = (900, 2500, 4000, 3000), Random(seed), GAMES[code]
    seats = range(1, len(stacks) + 1)
    while True:
        deck = [*game.deck(len(stacks))]
        dice.shuffle(deck)
        step = engine.start(
            game=game,
            stakes=engine.Stakes(50, 100, ante=0 if game.blinds else 50),
            positions=engine.next_positions(None, seats, first_button=len(stacks)),
            stacks=dict(zip(seats, stacks, strict=True)),
            deck=deck,
            reshuffle=() if game.blinds else deck,
        )
        log: list[Any] = [*step.events]
        while not step.hand.finished:
            step = engine.apply(step.hand, step.hand.turn or 0, random_action(step.hand, dice))
            log += step.events
        if any(event["e"] in ("street", "draw") for event in log):
            return Played(code, stacks, log)


def side_pots() -> Played:
    """Three all-ins of different sizes, each of whom wins a pot."""
    hole = {1: "AhAd", 2: "KsKd", 3: "QcQh", 4: "7c2d"}
    stacks = (300, 800, 1500, 3000)
    scene = deal(*stacks, hole=hole, board="3s5h9sJdTh")
    moves = ("3 raise 250", "4 call", "1 all_in", "2 all_in", "3 all_in", "4 call")
    return Played("nlhe", stacks, [*scene.events, *_moved(scene, moves)])


def _moved(scene: Scene, moves: tuple[str, ...]) -> list[Any]:
    return play(scene.hand, *moves).events


def hand_of(played: Played) -> tuple[Hand, list[HandPlayer]]:
    table = Table(pk=5, name="Turbo", event="play:12", max_seats=6)
    hand = Hand(
        pk=77, table=table, number=17, event=table.event, game=played.game,
        stakes=STAKES.to_json(), started_at=NOW, commitment="ab" * 32,
    )  # fmt: skip
    return hand, [
        HandPlayer(hand=hand, seat_no=no, user=User(pk=no, username=f"seat{no}"), start_stack=stack)
        for no, stack in enumerate(played.stacks, 1)
    ]


def expected(frames: list[Any]) -> Iterator[dict[str, Any]]:
    """What the felt must say after each step, from the frames alone."""
    table: Any = None
    own: list[str] = []
    after: list[dict[str, Any]] = []
    for frame in frames:
        if frame["type"] == "snapshot":
            table, seat = frame["table"], frame["you"]["seat"]
            continue
        if frame["type"] == "cards":
            own = frame["cards"]
            after[-1]["hands"][str(seat)] = own
            continue
        table = apply(table, frame["change"])
        after.append(_felt(table, seat, own))
    yield from after


def _felt(table: Any, seat: int, own: list[str]) -> dict[str, Any]:
    hand = table["hand"]
    won = sum(each["amount"] for each in hand["results"])
    total = won if hand["finished"] else hand["total"]
    hands = {str(part["seat"]): part["cards"] for part in hand["seats"]}
    return {
        "board": hand["board"],
        "pot": f"{total:,}" if total else "",
        "sides": [f"{pot['amount']:,}" for pot in hand["pots"]] if len(hand["pots"]) > 1 else [],
        "bets": {
            str(part["seat"]): f"{part['bet']:,}"
            for part in hand["seats"]
            if part["bet"] and not hand["finished"]
        },
        "stacks": {str(each["seat"]): f"{each['stack']:,}" for each in table["seats"]},
        "hands": {**hands, str(seat): own},
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", [*GAMES, "side pots"])
def test_every_step_is_drawn_as_it_was_sent(page: Page, game: str) -> None:
    played = side_pots() if game == "side pots" else at_random(game, 7)
    hand, players = hand_of(played)
    frames = [*replays.frames_of(hand, players, played.events, seat=SeatNo(2))]
    request = RequestFactory().get(HERE)
    request.user = players[1].user
    context = {"hand": hand, "frames": frames, "decisions": [], "strip": AttentionBar()}
    document = render_to_string("tables/replay.html", context, request=request)
    work_tree().documents = {HERE: (document, "text/html")}
    page.add_init_script(SOCKET)
    page.emulate_media(reduced_motion="reduce")
    faults = listen(page)
    page.goto(ORIGIN + HERE)
    page.wait_for_selector(".seat[data-seat]")
    seen, told = page.evaluate(WALK), [*expected(frames)]
    assert len(seen) == len(told)
    for step, (drawn, sent) in enumerate(zip(seen, told, strict=True), 1):
        assert drawn == sent, step
    if game == "side pots":
        results = engine.replay(played.events).wins
        assert {win.seat for win in results} == {1, 2, 3}
        assert max(len(step["sides"]) for step in seen) >= 3
    assert HIDDEN in {card for step in seen for cards in step["hands"].values() for card in cards}
    assert faults == []
