"""Short ways to set up a hand and to play it, for tests that read like a hand history."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tables import engine
from tables.engine.cards import split
from tables.engine.phh.reading import deck_of

STAKES = engine.Stakes(50, 100)


class Scene(NamedTuple):
    """A hand and its latest events, which tests compare as plain JSON."""

    hand: engine.HandState
    events: list[Any]


def deal(
    *stacks: int,
    hole: Mapping[int, str] | None = None,
    board: str = "",
    game: str | engine.Game = "nlhe",
    stakes: engine.Stakes = STAKES,
    posts: Sequence[engine.Post] = (),
    house: engine.HouseRules | None = None,
) -> Scene:
    """Seats 1, 2, ... with these stacks; the last has the button, heads-up also the small blind.

    Cards that ``hole`` and ``board`` don't name are dealt from those left.
    """
    seats = range(1, len(stacks) + 1)
    rules = engine.GAMES[game] if isinstance(game, str) else game
    size = rules.hole
    cards = {seat: split((hole or {}).get(seat, "??" * size)) for seat in seats}
    step = engine.start(
        game=game,
        stakes=stakes,
        positions=engine.next_positions(None, seats, first_button=len(stacks)),
        stacks=dict(zip(seats, stacks, strict=True)),
        deck=deck_of(rules, cards, split(board)),
        posts=posts,
        house=house or engine.HouseRules(),
    )
    return Scene(step.hand, [*step.events])


def play(hand: engine.HandState, *moves: str) -> Scene:
    """Apply moves such as ``"3 raise 300"`` or ``"1 fold"``; the events are those of all."""
    log: list[Any] = []
    for move in moves:
        seat, kind, *to = move.split()
        if kind == "discard":
            action = engine.Action(kind, cards=tuple(split(to[0])) if to else ())
        else:
            action = engine.Action(kind, int(to[0]) if to else None)
        step = engine.apply(hand, int(seat), action)
        hand = step.hand
        log += step.events
    return Scene(hand, log)


def check_down(hand: engine.HandState) -> Scene:
    """Check and call to the end."""
    log: list[Any] = []
    while not hand.finished:
        legal = engine.legal_actions(hand)
        kind = "check" if legal.check else "call"
        step = engine.apply(hand, legal.seat, engine.Action(kind))
        hand = step.hand
        log += step.events
    return Scene(hand, log)


def of_type(log: Sequence[Any], *types: str) -> list[Any]:
    return [event for event in log if event["e"] in types]
