"""Steps of a hand: deal it, and apply one action to it. Each makes a new hand and its events."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from . import betting, cards, dealing, draw_poker, event_factory, posting, pots, showdown
from .actions import (
    BET,
    CALL,
    CHECK,
    CIP,
    DISCARD,
    FOLD,
    PAROLA,
    RAISE,
    Action,
)
from .events import Event
from .exchange import Carried, Exchange
from .games import Game, named
from .hand import HandState
from .house_rules import USUAL, HouseRules
from .positions import Positions, left_of
from .refusals import EngineCode, EngineRefusal
from .stakes import Post, Stakes


class HandStep(NamedTuple):
    """The hand after a step, and the events of the step."""

    hand: HandState
    events: list[Event]


def start(
    *,
    game: str | Game = "nlhe",
    stakes: Stakes,
    positions: Positions,
    stacks: Mapping[int, int],
    deck: Sequence[str],
    posts: Sequence[Post] = (),
    house: HouseRules = USUAL,
    reshuffle: Sequence[str] = (),
    carried: Carried | None = None,
) -> HandStep:
    """Post antes and blinds and deal; the hand may finish at once when all are all-in.

    ``game`` is one of ``GAMES`` by its code, or any ``Game``. ``stacks`` are the chips of each seat
    dealt in; ``deck`` is in dealing order. A draw game needs ``reshuffle``, the deck in the order
    in which discards come back when the stub runs out, and takes ``carried``, the pot that earlier
    hands left.
    """
    rules = named(game) if isinstance(game, str) else game
    rules.check()
    if not 2 <= len(stacks) <= rules.most_seats or min(stacks.values()) < 1:
        raise ValueError("a hand needs two seats or more, each with chips, and room for all")
    if rules.blinds:
        positions.check(stacks)
    elif rules.button_blind and positions.button not in stacks:
        raise ValueError(f"nobody sits at the button, {positions.button}, to post its blind")
    # If not all can be dealt in, the dealer rests: the last one left of the button.
    seats = left_of(positions.button, stacks)[: rules.most_hands]
    chips = {seat: stacks[seat] for seat in seats}
    whole = rules.deck(len(seats))
    hand = HandState(
        game=rules,
        stakes=stakes,
        positions=positions,
        house=house,
        deck=cards.whole(deck, whole),
        seats=seats,
        start_stacks=chips,
        stacks=chips.copy(),
        bets=dict.fromkeys(seats, 0),
        paid=dict.fromkeys(seats, 0),
        live=seats,
        hole=dict.fromkeys(seats, ""),
        crowd=len(seats),
    )
    if rules.changes_cards:
        hand.exchange = Exchange(carried or Carried(), cards.whole(reshuffle, whole), {})
        hand.dead = hand.exchange.carried.pot
    log: list[Event] = [event_factory.started(hand, posts)]
    log += posting.post_all(hand, posts)
    log += dealing.deal_street(hand)
    log += _carry_on(hand)
    return HandStep(hand, log)


def apply(hand: HandState, seat: int, action: Action) -> HandStep:
    """Return the hand after an action; refuse by name; ``hand`` itself never changes."""
    betting.check(hand, seat, action)
    hand = hand.copy()
    done: Event
    if action.kind == DISCARD:
        done = draw_poker.change_cards(hand, seat, action.cards)
    else:
        done = _act(hand, seat, action)
    return HandStep(hand, [done, *_carry_on(hand)])


def show(hand: HandState, seat: int, chosen: Collection[str] = ()) -> HandStep:
    """Show all hole cards or those ``chosen`` of a player who need not show (SHOW-2): one who
    mucked at the showdown, or one who won because all others folded."""
    if not hand.finished:
        raise EngineRefusal(EngineCode.HAND_NOT_FINISHED)
    if seat not in hand.live or not hand.wins:
        raise EngineRefusal(EngineCode.NOTHING_TO_SHOW)
    hole, before = cards.split(hand.hole[seat]), hand.open_cards(seat)
    opened = [card for card in hole if not chosen or card in chosen or card in before]
    if not {*chosen} <= {*hole} or opened == before:
        raise EngineRefusal(EngineCode.NOTHING_TO_SHOW)
    hand = hand.copy()
    if opened == hole:
        hand.shown = [*hand.shown, seat]
        return HandStep(hand, [event_factory.show(hand, seat, hand.ranking(seat))])
    hand.turned = [*hand.turned, *(card for card in opened if card not in before)]
    return HandStep(hand, [event_factory.show_some(hand, seat)])


def _act(hand: HandState, seat: int, action: Action) -> Event:
    """Apply an action of a betting round; the event names its effect: an all-in as a raise, say."""
    kind, level, laid = action.kind, hand.level, hand.bets[seat]
    hand.waiting = hand.waiting[1:]
    if kind == FOLD:
        hand.live = hand.live.copy()
        hand.live.remove(seat)
    elif kind == CIP and hand.round == "closing":
        draw_poker.settled(hand)
    elif kind not in (CHECK, PAROLA):
        to = level if kind == CALL else _total(hand, seat, action)
        added = posting.put(hand, seat, to - laid)
        to = laid + added
        if to <= level:
            kind = CALL
        else:
            _raise_level(hand, seat, to)
            if kind != CIP:
                kind = RAISE if level else BET
        return event_factory.act(
            seat, kind, to, added, all_in=bool(added) and not hand.stacks[seat]
        )
    return event_factory.act(seat, kind, laid, 0, all_in=False)


def _total(hand: HandState, seat: int, action: Action) -> int:
    """The total that the seat wants to bet on the street, perhaps more than its stack allows."""
    if action.to is not None:
        return action.to
    return hand.size if action.kind == CIP else hand.bets[seat] + hand.stacks[seat]


def _raise_level(hand: HandState, seat: int, to: int) -> None:
    """Apply a bet or raise; a short all-in leaves the size of a raise as it was (ACT-2, ACT-3)."""
    if not hand.level and hand.round == "opening":
        draw_poker.opened(hand, seat)
    fixed, live, stacks = hand.game.limit.fixed, hand.live, hand.stacks
    increment = to - hand.base
    whole = increment >= hand.enough
    if whole:
        hand.raises += 1
        if not fixed:
            hand.size = increment
    if increment >= hand.size:
        hand.closed = []
    else:
        waiting, closed = hand.waiting, hand.closed
        hand.closed = [each for each in live if each not in waiting or each in closed]
    if whole or not fixed:
        hand.base = to
    hand.level = to
    hand.aggressor = seat
    place = live.index(seat)
    others = live[place + 1 :] + live[:place]
    hand.waiting = [other for other in others if stacks[other]]


def _carry_on(hand: HandState) -> list[Event]:
    """Pass the turn to the next waiting player, or close the round and go on to the next street."""
    if len(hand.waiting) > 1:
        return []
    if len(hand.live) == 1:
        return _collect(hand) + showdown.award_uncontested(hand)
    log: list[Event] = []
    while not dealing.anybody_acts(hand):
        left = draw_poker.leave(hand)
        if left:
            return log + left
        if dealing.betting_is_over(hand):
            log += _collect(hand)
            if len(hand.able) < len(hand.live):
                log += showdown.expose(hand)
        if hand.complete:
            return log + showdown.award(hand)
        dealing.open_round(hand)
        log += dealing.deal_street(hand)
    return log


def _collect(hand: HandState) -> list[Event]:
    """Close the betting: return the chips that no other player covered (POT-1)."""
    hand.waiting = []
    excess = pots.uncalled(hand.paid, hand.live)
    if excess is not None:
        seat, amount = excess
        hand.stacks = {**hand.stacks, seat: hand.stacks[seat] + amount}
        hand.paid = {**hand.paid, seat: hand.paid[seat] - amount}
    hand.bets = dict.fromkeys(hand.seats, 0)
    hand.level = 0
    return [] if excess is None else [event_factory.uncalled(*excess)]
