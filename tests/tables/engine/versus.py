"""The same random hands played by the engine and by PokerKit, decision by decision.

PokerKit leaves our rules in known places; a difference that none of them explains is an error.
"""

import random
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
)

from tables import engine
from tables.engine import Hand
from tables.engine.cards import FRENCH, split
from tests.tables.engine.wandering import chance, options

BY_ITSELF = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


THEIRS: dict[str, Any] = {
    "nlhe": NoLimitTexasHoldem,
    "plo": PotLimitOmahaHoldem,
    "flhe": FixedLimitTexasHoldem,
    # Named fixed limit, played pot limit; with equal bets on all streets it is just that.
    "plo8": FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
}


class Verdict(StrEnum):
    """How two plays of a hand compare."""

    SAME = "same"
    SHORT_BIG_BLIND = "short big blind: the others owe the whole blind (BLIND-3)"
    REOPENING = "short all-ins: who may raise again (ACT-3)"
    IDLE_CHECK = "asks the only player with chips to check a blind that nobody else can raise"
    FIXED_CAP = "the big blind is the first of four bets, heads-up there is no last (FL-1)"
    FIXED_ALL_IN = "a fixed-limit all-in of half a bet counts as a bet (FL-2)"
    SIDE_LOW = "a side pot that no low qualifies for goes to its best high (OMA-2)"
    ODD_CHIPS = "odd chips, split pot by pot (POT-2)"
    UNEXPLAINED = "unexplained"


def compare(dice: random.Random, game: str) -> tuple[Verdict, str]:
    """Play one random hand twice; the verdict, and where the two part if they do."""
    hand = _deal(dice, game)
    other = _deal_again(hand)
    reopening = ""
    idle = ""
    while True:
        _deal_on(other, hand)
        if hand.turn is None and other.actor_index is not None and _nothing_to_decide(other):
            idle = f"asks {other.actor_index} to check"
            other.check_or_call()
            continue
        if hand.turn is None or other.actor_index is None:
            break
        parted = _part(hand, other)
        if parted and not _is_about_reopening(hand, other):
            return _explain(hand), parted
        reopening = reopening or parted
        hand = _act(hand, other, dice, only_calls=bool(parted))
    verdict, parted = _compare_end(hand, other)
    if verdict is Verdict.SAME and idle:
        return Verdict.IDLE_CHECK, idle
    if verdict is Verdict.SAME and reopening:
        return Verdict.REOPENING, reopening
    return verdict, parted


def _deal(dice: random.Random, game: str) -> Hand:
    seats = range(1, dice.randint(2, 9) + 1)
    deck = list(FRENCH)
    dice.shuffle(deck)
    return engine.start(
        game=game,
        stakes=engine.Stakes(5, 10, ante=dice.choice([0, 0, 1, 3])),
        positions=engine.next_positions(None, seats, first_button=len(seats)),
        stacks={seat: dice.randint(1, 60 if chance(dice) else 500) for seat in seats},
        deck=deck,
    ).hand


def _deal_again(hand: Hand) -> State:
    stacks = tuple(hand.start_stacks[seat] for seat in hand.seats)
    small, big = hand.stakes.small_blind, hand.stakes.big_blind
    bets = {"flhe": (big, 2 * big), "plo8": (big, big)}.get(hand.game.code, (big,))
    state: State = THEIRS[hand.game.code].create_state(
        BY_ITSELF, True, hand.stakes.ante, (small, big), *bets, stacks, len(stacks)
    )
    for seat in hand.seats:
        state.deal_hole(hand.hole[seat])
    return state


def _deal_on(state: State, hand: Hand) -> None:
    """Burn and deal the same board cards wherever PokerKit waits for some."""
    deck = split(hand.deck)
    while state.can_burn_card() or state.can_deal_board():
        used = (
            sum(map(len, hand.hole.values())) // 2
            + len(state.burn_cards)
            + sum(map(len, state.board_cards))
        )
        if state.can_burn_card():
            state.burn_card(deck[used])
        else:
            count = 3 if not state.board_cards else 1
            state.deal_board("".join(deck[used : used + count]))


def _part(hand: Hand, other: State) -> str:
    """What the two disagree on at this decision; empty if nothing."""
    legal = engine.legal_actions(hand)
    assert other.actor_index is not None
    seat = hand.seats[other.actor_index]
    ours = (legal.seat, legal.call or 0, _sizes(hand), hand.board)
    theirs = (seat, other.checking_or_calling_amount, _their_sizes(other), _board(other))
    return "" if ours == theirs else f"ours {ours}, theirs {theirs}"


def _sizes(hand: Hand) -> tuple[int, int] | None:
    """The least and the greatest raise; a short all-in is the only size of a short stack."""
    legal = engine.legal_actions(hand)
    if legal.bet or legal.raise_:
        return legal.bet or legal.raise_
    if legal.all_in is None or legal.all_in <= hand.level:
        return None
    return legal.all_in, legal.all_in


def _their_sizes(other: State) -> tuple[int, int] | None:
    least = other.min_completion_betting_or_raising_to_amount
    most = other.max_completion_betting_or_raising_to_amount
    if not other.can_complete_bet_or_raise_to() or least is None or most is None:
        return None
    return least, most


def _board(other: State) -> list[str]:
    return [repr(card) for cards in other.board_cards for card in cards]


def _explain(hand: Hand) -> Verdict:
    """Why the two may disagree on what is legal here."""
    if _big_blind_is_short(hand):
        return Verdict.SHORT_BIG_BLIND
    if hand.game.limit.fixed and hand.raises >= 4:
        return Verdict.FIXED_CAP
    all_in = any(hand.bets[seat] and not hand.stacks[seat] for seat in hand.seats)
    if hand.game.limit.fixed and all_in:
        return Verdict.FIXED_ALL_IN
    return Verdict.UNEXPLAINED


def _big_blind_is_short(hand: Hand) -> bool:
    seat = hand.positions.big_blind
    return hand.start_stacks[seat] - hand.stakes.ante < hand.stakes.big_blind


def _is_about_reopening(hand: Hand, other: State) -> bool:
    """Only whether somebody who has already acted may raise again over a short all-in."""
    legal = engine.legal_actions(hand)
    if hand.game.limit.fixed or _big_blind_is_short(hand):
        return False
    if (legal.call or 0) != other.checking_or_calling_amount or legal.seat not in hand.acted:
        return False
    return (_sizes(hand) is None) != (_their_sizes(other) is None)


def _nothing_to_decide(other: State) -> bool:
    return not other.checking_or_calling_amount and not other.can_complete_bet_or_raise_to()


def _act(hand: Hand, other: State, dice: random.Random, *, only_calls: bool) -> Hand:
    legal = engine.legal_actions(hand)
    found = [action for action in options(hand, dice) if action.kind != "fold" or legal.call]
    if only_calls:
        found = [action for action in found if action.kind in ("fold", "check", "call")]
    weights = [1 if action.kind in ("fold", "all_in") else 4 for action in found]
    action = dice.choices(found, weights)[0]
    hand_after, events = engine.apply(hand, legal.seat, action)
    kind = events[0]["kind"]
    if kind == "fold":
        other.fold()
    elif kind in ("check", "call"):
        other.check_or_call()
    else:
        other.complete_bet_or_raise_to(events[0]["to"])
    return hand_after


def _compare_end(hand: Hand, other: State) -> tuple[Verdict, str]:
    if not hand.finished or other.status:
        parted = f"one goes on: our turn {hand.turn}, their turn {other.actor_index}"
        short = _big_blind_is_short(hand)
        return (Verdict.SHORT_BIG_BLIND if short else Verdict.UNEXPLAINED), parted
    theirs = dict(zip(hand.seats, other.stacks, strict=True))
    if theirs == hand.stacks:
        return Verdict.SAME, ""
    parted = f"ours {hand.stacks}, theirs {theirs}"
    if _odd_only(hand, theirs):
        return Verdict.ODD_CHIPS, parted
    lows = {win.pot for win in hand.wins if win.side}
    some_without = 0 < len(lows) < len(hand.pots())
    return (Verdict.SIDE_LOW if some_without else Verdict.UNEXPLAINED), parted


def _odd_only(hand: Hand, theirs: dict[int, int]) -> bool:
    """Only tied winners differ, each by fewer chips than there are winners, pot by pot."""
    slack = dict.fromkeys(hand.seats, 0)
    for pot in {win.pot for win in hand.wins}:
        winners = [win.seat for win in hand.wins if win.pot == pot]
        for seat in winners:
            slack[seat] += len(winners) - 1
    return all(abs(hand.stacks[seat] - theirs[seat]) <= slack[seat] for seat in hand.seats)


def verdicts(game: str, *, seed: int, hands: int) -> Iterator[tuple[int, Verdict, str]]:
    """Verdict and difference of each of so many random hands, by its number."""
    for number in range(hands):
        yield number, *compare(random.Random(f"{seed} {number}"), game)
