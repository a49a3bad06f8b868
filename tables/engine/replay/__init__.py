"""Replay of hands: from their events, and (``python -m tables.engine.replay``) from PHH."""

from collections.abc import Iterable, Iterator
from itertools import islice

from ..actions import ALL_IN, CIP, DISCARD, SIZED, Action
from ..cards import HIDDEN
from ..event_factory import start_of
from ..events import Event, Start
from ..exchange import Carried
from ..games import game_of
from ..hand import HandState
from ..house_rules import HouseRules
from ..play import HandStep, apply, show, start
from ..positions import Positions
from ..refusals import EngineRefusal
from ..stakes import Post, Stakes


class NotTheSame(Exception):
    """Events that the rules don't produce: a hand was played, or written, differently."""


def replay(events: Iterable[Event]) -> HandState:
    """Return the hand of these events, made by the rules alone; equals the stored snapshot.

    Decisions are taken from the events; everything else must come out the same again,
    or ``NotTheSame`` is raised.
    """
    *_, last = replay_steps(events)
    return last.hand


def replay_steps(events: Iterable[Event]) -> Iterator[HandStep]:
    """Yield the deal of a recorded hand and each of its actions, as ``replay`` plays them."""
    recorded = iter(events)
    try:
        step = _deal(start_of([*islice(recorded, 1)]))
    except ValueError as error:
        raise NotTheSame(str(error)) from error
    _compare(step, recorded, skip=1)
    yield step
    for event in recorded:
        try:
            step = _again(step.hand, event)
        except EngineRefusal as refusal:
            raise NotTheSame(f"recorded {event}, which is refused: {refusal}") from refusal
        if step.events[0] != event:
            raise NotTheSame(f"recorded {event}, replayed {step.events[0]}")
        _compare(step, recorded, skip=1)
        yield step


def _compare(step: HandStep, recorded: Iterator[Event], *, skip: int) -> None:
    for event in step.events[skip:]:
        written = next(recorded, None)
        if written != event:
            raise NotTheSame(f"recorded {written}, replayed {event}")


def _deal(event: Start) -> HandStep:
    return start(
        game=game_of(event),
        stakes=Stakes.from_json(event["stakes"]),
        house=HouseRules.from_json(event["house"]),
        positions=Positions.from_json(event["positions"]),
        stacks={int(seat): stack for seat, stack in event["stacks"].items()},
        deck=event["deck"],
        posts=[Post(*post) for post in event["posts"]],
        reshuffle=event.get("reshuffle", ""),
        carried=Carried.from_json(event["carried"]) if "carried" in event else None,
    )


def _again(hand: HandState, event: Event) -> HandStep:
    if event["e"] == "show":
        opened = [card for card in event["cards"] if card != HIDDEN]
        return show(hand, event["seat"], opened if HIDDEN in event["cards"] else ())
    if event["e"] == "draw":
        return apply(hand, event["seat"], Action(DISCARD, cards=tuple(event["discarded"])))
    if event["e"] != "act":
        raise NotTheSame(f"recorded {event}, where a player had to act")
    if event["all_in"] and event["kind"] != CIP:
        return apply(hand, event["seat"], Action(ALL_IN))
    to = event["to"] if event["kind"] in SIZED else None
    return apply(hand, event["seat"], Action(event["kind"], to))
