"""What holds at every step of every hand."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import engine
from tables.engine import Action, EngineRefusal, HandState
from tables.engine.cards import FRENCH, split
from tables.engine.positions import left_of
from tests.tables.engine.test_pots import one_chip_at_a_time
from tests.tables.engine.wandering import wander

games = st.sampled_from(sorted(engine.GAMES))
seeds = st.integers(0, 2**32)


@given(seed=seeds, game=games)
def test_chips_are_conserved(seed: int, game: str) -> None:
    for hand, _ in wander(random.Random(seed), game=game):
        in_play = 0 if hand.wins else hand.pot
        carried = hand.exchange.carried.pot if hand.exchange else 0
        assert sum(hand.stacks.values()) + in_play == sum(hand.start_stacks.values()) + carried
        assert hand.carry is None or (hand.carry.pot == hand.pot and not hand.wins)
        assert min(hand.stacks.values()) >= 0


def allowed(hand: HandState, action: Action) -> bool:
    try:
        engine.check(hand, hand.turn or 0, action)
    except EngineRefusal:
        return False
    return True


def claimed(legal: engine.LegalActions, kind: str, to: int) -> bool:
    """Whether ``legal`` says that a bet or raise to ``to`` is allowed."""
    span = legal.bet if kind == "bet" else legal.raise_
    return span is not None and span[0] <= to <= span[1]


@pytest.mark.rule("ACT-1", "ACT-2", "ACT-3", "NL-1", "PL-1", "FL-1", "FL-2")
@given(seed=seeds, game=games)
def test_check_accepts_exactly_what_legal_actions_names(seed: int, game: str) -> None:
    for hand, _ in wander(random.Random(seed), game=game):
        if hand.turn is None:
            break
        legal = engine.legal_actions(hand)
        assert allowed(hand, Action("fold")) == legal.fold
        assert allowed(hand, Action("check")) == legal.check
        assert allowed(hand, Action("call")) == (legal.call is not None)
        assert allowed(hand, Action("all_in")) == (legal.all_in is not None)
        assert allowed(hand, Action("cip")) == (legal.cip is not None)
        assert allowed(hand, Action("parola")) == legal.parola
        own = split(hand.hole[hand.turn])
        for count in range(6):
            discard = Action("discard", cards=tuple(own[:count]))
            wanted = legal.discard is not None and min(count, len(own)) <= legal.discard
            assert allowed(hand, discard) == wanted
        whole = hand.bets[hand.turn] + hand.stacks[hand.turn]
        limits = {1, hand.level, hand.level + hand.size, whole, hand.level + hand.pot}
        limits |= {*(legal.bet or ()), *(legal.raise_ or ())}
        for to in sorted({max(1, limit + near) for limit in limits for near in (-1, 0, 1)}):
            for kind in ("bet", "raise"):
                assert allowed(hand, Action(kind, to)) == claimed(legal, kind, to)


@given(seed=seeds, game=games)
def test_applying_an_action_never_changes_the_hand_it_was_applied_to(seed: int, game: str) -> None:
    hands = [
        (step.hand, json.dumps(step.hand.to_json()))
        for step in wander(random.Random(seed), game=game)
    ]
    for hand, before in hands:
        assert json.dumps(hand.to_json()) == before


@given(seed=seeds, game=games)
def test_a_hand_survives_json(seed: int, game: str) -> None:
    for hand, _ in wander(random.Random(seed), game=game):
        again = HandState.from_json(json.loads(json.dumps(hand.to_json())))
        assert again == hand
        if hand.turn is not None:
            assert engine.legal_actions(again) == engine.legal_actions(hand)


@given(seed=seeds, game=games)
def test_replaying_the_events_gives_the_snapshot_at_every_step(seed: int, game: str) -> None:
    told: list[Any] = []
    for hand, events in wander(random.Random(seed), game=game):
        told += json.loads(json.dumps(events))
        assert engine.replay(told) == hand


def texts(value: object) -> Iterator[str]:
    """Every text inside a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(key)
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)


def cards_in(value: object) -> set[str]:
    """Every card that a JSON value gives away, alone or inside a longer text."""
    every = set(FRENCH)
    return {
        card for text in texts(value) for card in (every if len(text) > 40 else split(text))
    } & every


@pytest.mark.slow
@given(seed=seeds, game=games)
def test_nobody_sees_a_card_that_was_not_dealt_to_them_or_shown(seed: int, game: str) -> None:
    shown: set[str] = set()
    held: dict[int, set[str]] = defaultdict(set)
    for hand, events in wander(random.Random(seed), game=game):
        for event in events:
            if event["e"] == "show" or event["e"] == "street":
                shown |= {*event["cards"]}
            if event["e"] == "show":
                shown |= {*event.get("openers", ())}
        for seat in hand.seats:
            held[seat] |= set(split(hand.hole[seat]))
        for viewer in (None, *hand.seats):
            own = held[viewer] if viewer else set()
            assert cards_in(engine.view(hand, viewer)) <= shown | own
            for event in events:
                assert cards_in(engine.visible(event, viewer)) <= shown | own
        for seat in hand.seats:
            mine = next(row for row in engine.view(hand, seat)["seats"] if row["seat"] == seat)
            assert mine["cards"] == split(hand.hole[seat])


@given(seed=seeds, game=games)
def test_the_pots_of_a_view_hold_what_earlier_streets_collected(seed: int, game: str) -> None:
    for hand, _ in wander(random.Random(seed), game=game):
        seen = engine.view(hand, None)
        bets = sum(seat["bet"] for seat in seen["seats"])
        assert sum(pot["amount"] for pot in seen["pots"]) + bets == seen["total"]
        won = sum(result["amount"] for result in seen["results"])
        assert won == (seen["total"] if hand.wins else 0)


def settled_by_hand(hand: HandState) -> dict[int, int]:
    """The second opinion on who wins what: pots chip by chip, halves and odd chips spelt out."""
    won = dict.fromkeys(hand.seats, 0)
    piles = one_chip_at_a_time(hand.paid, hand.live)
    for number, (amount, entitled) in enumerate(piles or [(0, frozenset(hand.live))]):
        chips = amount + (hand.dead if number == 0 else 0)
        sides = []
        for ranking in hand.rankings:
            strengths = {s: ranking.strength(hand.hole[s], hand.cards_on_board) for s in entitled}
            best = ranking.champion(strengths.values())
            if best:
                sides.append([s for s in entitled if strengths[s] == best])
        same = len({tuple(side) for side in sides}) == 1 and hand.house.hi_lo == "whole"
        to_high = 0
        if len(sides) == 2 and not same and hand.house.hi_lo == "whole":
            to_high = chips // 2 % len(sides[1]) * (hand.house.odd_chips == "left_of_button")
            won[left_of(hand.positions.button, sides[0])[0]] += to_high
        for side, winners in enumerate(sides[:1] if same else sides):
            share = (
                chips if same else (chips // len(sides) + (chips % len(sides) if side == 0 else 0))
            )
            share -= to_high * side
            for seat in winners:
                won[seat] += share // len(winners)
            from_bb = hand.house.odd_chips == "next_bb"
            order = left_of(hand.positions.big_blind if from_bb else hand.positions.button, winners)
            for odd in range(share % len(winners)):
                won[order[odd] if hand.house.odd_chips == "one_each" else order[0]] += 1
    return won


@pytest.mark.rule("POT-1", "POT-2", "OMA-2")
@given(seed=seeds, game=games)
def test_winnings_agree_with_settling_by_hand(seed: int, game: str) -> None:
    *_, (hand, _events) = wander(random.Random(seed), game=game)
    if hand.carry is not None:
        assert not any(hand.won(seat) for seat in hand.seats)
    elif len(hand.live) > 1:
        assert {seat: hand.won(seat) for seat in hand.seats} == settled_by_hand(hand)
    else:
        assert hand.won(hand.live[0]) == hand.pot


@given(seed=seeds, game=games)
def test_a_hand_of_nine_fits_in_about_a_kilobyte(seed: int, game: str) -> None:
    seats = min(9, engine.GAMES[game].most_seats)
    for hand, _ in wander(random.Random(seed), game=game, seats=seats, house=False):
        assert len(json.dumps(hand.to_json(), separators=(",", ":"))) <= 1100


@given(seed=seeds, game=games)
def test_what_one_seat_alone_may_know_is_what_its_view_says(seed: int, game: str) -> None:
    for hand, _ in wander(random.Random(seed), game=game):
        for place, seat in enumerate(sorted(hand.seats)):
            seen = engine.view(hand, seat)
            assert engine.own_cards(hand, seat) == seen["seats"][place]["cards"]
            if hand.exchange is not None:
                assert engine.may_open(hand, seat) == seen["draw"]["may_open"]
        assert engine.own_cards(hand, 99) == []
