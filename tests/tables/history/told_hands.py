"""Random hands of the engine as one of their players may know them, without a database."""

import random
from functools import cache
from typing import NamedTuple

from tables import engine
from tables.engine.events import Event
from tables.history.told_hand import ToldHand
from tests.tables.engine.wandering import wander


class Played(NamedTuple):
    """A finished hand, its events as stored, and the hand as the reader may know it."""

    hand: engine.HandState
    events: list[Event]
    told: ToldHand


@cache
def played(seed: int, game: str, *, event: str = "tournament:7", public: bool = False) -> Played:
    """A random hand of the event; its reader is one of its players, or the ``public``."""
    dice = random.Random(seed)
    steps = [*wander(dice, game=game)]
    events = [event for step in steps for event in step.events]
    hand = steps[-1].hand
    you = None if public else dice.choice(sorted(hand.seats))
    return Played(hand, events, told(hand, events, you=you, event=event, number=seed))


def told(
    hand: engine.HandState, events: list[Event], *, you: int | None, event: str, number: int
) -> ToldHand:
    return {
        "id": 2611_000000000 + number,
        "table_id": 3,
        "table": "Roma",
        "max_seats": 10,
        "event": event,
        "game": hand.game.code,
        "currency": "EUR" if event.startswith("cash:") else None,
        "number": 5,
        "started_at": "2026-11-28T11:05:09+00:00",
        "you": you,
        "players": [
            {
                "seat": seat,
                "name": f"player{seat}",
                "start_stack": hand.start_stacks[seat],
                "finish_stack": hand.stacks[seat],
            }
            for seat in sorted(hand.seats)
        ],
        "events": [engine.visible(each, you) for each in events],
    }
