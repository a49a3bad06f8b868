"""Files of hands that are read again: the same stacks, actions and pots as were written."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from core.refusal import Refusal
from tables import engine
from tables.engine.cards import HIDDEN
from tables.engine.events import Event
from tables.engine.replay.known import known_of, steps_of
from tables.history.formats import open_hand_history, phh, pokerstars
from tables.history.formats.hand_format import HandFormat
from tables.history.formats.tally import ChipTally
from tables.history.formats.transcript import ReadHand
from tests.harness.long_forms import longer
from tests.tables.engine.wandering import choose, wander
from tests.tables.history.told_hands import Played, told

# The setting of the currency is read.
pytestmark = [pytest.mark.django_db, pytest.mark.rule("IMPORT-2")]

FORMS = (pokerstars.FORMAT, open_hand_history.FORMAT, phh.FORMAT)
GAMES = sorted(engine.FLOP_GAMES)
EVENTS = ("tournament:7", "cash:1", "play:2", "home:3")


def some_hand(seed: int) -> Played:
    """A random hand of one of the games; hands of cash games are raked."""
    dice = random.Random(seed)
    event, game = EVENTS[seed % 4], GAMES[seed % len(GAMES)]
    steps = [*wander(dice, game=game)]
    if event == "cash:1":
        steps = [*raked(steps[0].events, dice)]
    events = [each for step in steps for each in step.events]
    hand = steps[-1].hand
    you = dice.choice([None, *sorted(hand.seats)])
    return Played(hand, events, told(hand, events, you=you, event=event, number=seed))


def raked(begun: Sequence[Event], dice: random.Random) -> Any:
    start = begun[0]
    assert start["e"] == "start"
    step = engine.start(
        game=start["game"],
        stakes=engine.Stakes.from_json(start["stakes"]),
        positions=engine.Positions.from_json(start["positions"]),
        stacks={int(seat): 10 * stack for seat, stack in start["stacks"].items()},
        deck=start["deck"],
        posts=[engine.Post(*post) for post in start["posts"]],
        house=engine.HouseRules(raked=True),
    )
    yield step
    while step.hand.turn is not None:
        step = engine.apply(step.hand, step.hand.turn, choose(step.hand, dice))
        yield step


def essence(events: Sequence[Event], you: int | None) -> dict[str, Any]:
    """What must come out the same: what went into the pots and who got it, and the cards."""
    start = events[0]
    assert start["e"] == "start"
    by_kind: dict[str, list[Any]] = {"act": [], "ante": [], "blind": [], "uncalled": []}
    cards: dict[str, Any] = {"board": [], "shown": {}, "own": None}
    for event in events:
        if event["e"] in ("act", "uncalled", "ante"):
            by_kind[event["e"]].append(event)
        elif event["e"] == "blind":
            by_kind["blind"].append((event["seat"], event["amount"], event["all_in"]))
        elif event["e"] == "street":
            cards["board"] += event["cards"]
        elif event["e"] == "show":
            cards["shown"][event["seat"]] = [each for each in event["cards"] if each != HIDDEN]
        elif event["e"] == "hole":
            cards["own"] = event["cards"].get(str(you))
    by_kind["blind"].sort()
    by_kind["ante"].sort(key=lambda ante: ante["seat"])
    return {**by_kind, **cards, "stacks": start["stacks"], "finish": finish(events)}


def facts_of(form: HandFormat, events: Sequence[Event], you: int | None) -> dict[str, Any]:
    """The essence as far as a format says it: PHH has antes and dead blinds in one row."""
    facts = essence(events, you)
    if form is phh.FORMAT:
        posted: dict[int, int] = {}
        for seat, amount, _all_in in facts.pop("blind"):
            posted[seat] = posted.get(seat, 0) + amount
        for ante in facts.pop("ante"):
            posted[ante["seat"]] = posted.get(ante["seat"], 0) + ante["amount"]
        facts["posted"] = posted
    return facts


def finish(events: Sequence[Event]) -> Any:
    return next(event["stacks"] for event in events if event["e"] == "end")


def pots_of(played: Played, events: Sequence[Event]) -> Any:
    tally = ChipTally({**played.told, "events": [*events]})
    for event in events:
        tally.add(event)
    wins: dict[tuple[int, int], int] = {}
    for win in tally.wins:
        wins[win["pot"], win["seat"]] = wins.get((win["pot"], win["seat"]), 0) + win["amount"]
    return [(pot.amount, pot.rake) for pot in tally.pots()], wins


def read_again(form: HandFormat, hand: Played) -> ReadHand | None:
    """None where the format cannot express the hand."""
    try:
        text = form.section(form.write(hand.told), 1)
    except Refusal:
        return None
    assert form.reading is not None
    assert form.reading.begins.search(text)
    [back] = form.reading.read(text)
    assert isinstance(back, ReadHand), (back, text)
    return back


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.suffix)
def test_a_hand_that_is_written_and_read_is_the_same(form: HandFormat) -> None:
    hands, times = 0, longer(7000, short=60)
    for seed in range(times):
        hand = some_hand(seed)
        back = read_again(form, hand)
        if back is None:
            continue
        hands += 1
        you, events = hand.told["you"], hand.told["events"]
        assert facts_of(form, back.events, you) == facts_of(form, events, you), seed
        assert pots_of(hand, back.events) == pots_of(hand, events), seed
        facts = back.facts
        assert facts["game"] == hand.told["game"]
        assert facts["currency"] == hand.told["currency"]
        assert [player["name"] for player in facts["players"]] == [
            player["name"] for player in hand.told["players"]
        ]
        assert facts["number"] == str(hand.told["id"])
        if form is not phh.FORMAT:
            assert facts["you"] == you
            assert facts["started_at"] == hand.told["started_at"]
        again = [event for step in steps_of(known_of(back.events)) for event in step.events]
        assert again == back.events, seed
    assert hands > times * 2 // 3
