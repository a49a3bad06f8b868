"""The same random hands played by the engine and by PokerKit, decision by decision.

PokerKit leaves our rules in known places; a difference that none of them explains is an error.
What PokerKit answered is kept in files (``recording``), since it plays some fifty hands a second.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tables import engine
from tables.engine import Action, HandState
from tables.engine.cards import FRENCH, split
from tests.tables.engine.wandering import chance, options

if TYPE_CHECKING:
    from pokerkit import State

BY_ITSELF = (
    "ANTE_POSTING",
    "BET_COLLECTION",
    "BLIND_OR_STRADDLE_POSTING",
    "HOLE_CARDS_SHOWING_OR_MUCKING",
    "HAND_KILLING",
    "CHIPS_PUSHING",
    "CHIPS_PULLING",
)

# Not every game of ours is one of PokerKit's; each is one of its limits with one of its deals.
LIMITS = {
    "no_limit": ("NO_LIMIT", None),
    "pot_limit": ("POT_LIMIT", None),
    "fixed_limit": ("FIXED_LIMIT", 4),
}
DEALS = {  # by hole cards
    2: "FixedLimitTexasHoldem",
    4: "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
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


Answer = tuple[Any, ...]
SIZES = 2

# Differences in what may be done; who is paid what may differ besides.
ASKED = frozenset(
    {
        Verdict.SAME,
        Verdict.IDLE_CHECK,
        Verdict.REOPENING,
        Verdict.FIXED_CAP,
        Verdict.FIXED_ALL_IN,
    }
)


@dataclass(slots=True)
class Comparison:
    """How PokerKit played a hand beside us: what it ``answered`` before each decision as long as
    we agreed, with the finishing stacks last; at the decisions ``called`` it disagreed on who may
    raise, so nobody did; ``parted`` says in words where the two part."""

    verdict: Verdict = Verdict.SAME
    parted: str = ""
    answered: list[Answer] = field(default_factory=list)
    called: list[int] = field(default_factory=list)

    def differ(self, verdict: Verdict, parted: str) -> None:
        worse = verdict is Verdict.UNEXPLAINED or verdict not in ASKED
        if self.verdict is Verdict.SAME or (self.verdict in ASKED and worse):
            self.verdict, self.parted = verdict, parted


def compare(dice: random.Random, game: str) -> Comparison:
    """Play one random hand twice."""
    found = Comparison()
    hand = _deal(dice, game)
    other = _deal_again(hand)
    while True:
        _deal_on(other, hand)
        if hand.turn is None and other.actor_index is not None and _nothing_to_decide(other):
            found.differ(Verdict.IDLE_CHECK, f"asks {other.actor_index} to check")
            other.check_or_call()
            continue
        if hand.turn is None or other.actor_index is None:
            break
        ours, theirs = _answer(hand), _their_answer(hand, other)
        if ours != theirs:
            found.differ(_explain(hand, ours, theirs), f"ours {ours}, theirs {theirs}")
            if _unsized(ours) != _unsized(theirs):
                return found
            found.called.append(len(found.answered))
        found.answered.append(_unsized(theirs) if ours != theirs else theirs)
        action = _choose(hand, dice, only_calls=ours != theirs)
        hand, events = engine.apply(hand, hand.turn, action)
        _tell(other, events[0])
    _compare_end(found, hand, other)
    return found


def answers(dice: random.Random, game: str, called: list[int]) -> Iterator[Answer]:
    """What the engine answers in the hand that ``compare`` plays with the same dice."""
    hand = _deal(dice, game)
    decisions = 0
    while hand.turn is not None:
        only_calls = decisions in called
        yield _unsized(_answer(hand)) if only_calls else _answer(hand)
        action = _choose(hand, dice, only_calls=only_calls)
        hand, _ = engine.apply(hand, hand.turn, action)
        decisions += 1
    yield tuple(hand.stacks.values())


def _deal(dice: random.Random, game: str) -> HandState:
    seats = range(1, dice.randint(2, 9) + 1)
    deck = list(FRENCH)
    dice.shuffle(deck)
    return engine.start(
        game=game,
        stakes=engine.Stakes(5, 10, ante=dice.choice([0, 0, 1, 3])),
        positions=engine.next_positions(None, seats, first_button=len(seats)),
        stacks={seat: dice.randint(1, 60 if chance(dice) else 500) for seat in seats},
        deck=deck,
        house=engine.FIRST,  # by which the answers were recorded
    ).hand


def _deal_again(hand: HandState) -> "State":
    # Here, since it takes a second that those who read recorded answers alone need not spend.
    import pokerkit

    stakes, limit = hand.stakes, hand.game.limit
    dealt: Any = getattr(pokerkit, DEALS[hand.game.streets[0].hole])
    structure, cap = LIMITS[limit.name]
    rules = {
        "hand_types": dealt.hand_types[: len(hand.rankings)],
        "betting_structure": pokerkit.BettingStructure[structure],
        "max_completion_betting_or_raising_count": cap,
    }
    theirs: Any = type(hand.game.code, (dealt,), rules)
    state: State = theirs.create_state(
        tuple(pokerkit.Automation[name] for name in BY_ITSELF),
        True,
        stakes.ante,
        (stakes.small_blind, stakes.big_blind),
        stakes.big_blind,
        stakes.big_blind * (2 if limit.fixed else 1),
        tuple(hand.start_stacks.values()),
        len(hand.seats),
    )
    for seat in hand.seats:
        state.deal_hole(hand.hole[seat])
    return state


def _deal_on(state: "State", hand: HandState) -> None:
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


def _answer(hand: HandState) -> Answer:
    """Before a decision: whose it is, what a call costs, how much a raise may be, the board."""
    legal = engine.legal_actions(hand)
    return legal.seat, legal.call or 0, _sizes(hand), hand.cards_on_board


def _their_answer(hand: HandState, other: "State") -> Answer:
    assert other.actor_index is not None
    seat = hand.seats[other.actor_index]
    return seat, other.checking_or_calling_amount, _their_sizes(other), _board(other)


def _unsized(answer: Answer) -> Answer:
    seat, call, _, board = answer
    return seat, call, None, board


def _sizes(hand: HandState) -> tuple[int, int] | None:
    """The least and the greatest raise; a short all-in is the only size of a short stack."""
    legal = engine.legal_actions(hand)
    if legal.bet or legal.raise_:
        return legal.bet or legal.raise_
    if legal.all_in is None or legal.all_in <= hand.level:
        return None
    return legal.all_in, legal.all_in


def _their_sizes(other: "State") -> tuple[int, int] | None:
    least = other.min_completion_betting_or_raising_to_amount
    most = other.max_completion_betting_or_raising_to_amount
    if not other.can_complete_bet_or_raise_to() or least is None or most is None:
        return None
    return least, most


def _board(other: "State") -> str:
    return "".join([repr(card) for cards in other.board_cards for card in cards])


def _explain(hand: HandState, ours: Answer, theirs: Answer) -> Verdict:
    """Why the two may disagree on what is legal here."""
    if _big_blind_is_short(hand):
        return Verdict.SHORT_BIG_BLIND
    if _unsized(ours) != _unsized(theirs):
        return Verdict.UNEXPLAINED
    if hand.game.limit.fixed:
        if hand.raises >= 4:
            return Verdict.FIXED_CAP
        all_in = any(hand.bets[seat] and not hand.stacks[seat] for seat in hand.seats)
        return Verdict.FIXED_ALL_IN if all_in else Verdict.UNEXPLAINED
    one_may_raise = (ours[SIZES] is None) != (theirs[SIZES] is None)
    has_acted = hand.turn in hand.closed
    return Verdict.REOPENING if one_may_raise and has_acted else Verdict.UNEXPLAINED


def _big_blind_is_short(hand: HandState) -> bool:
    seat = hand.positions.big_blind
    return hand.start_stacks[seat] - hand.stakes.ante < hand.stakes.big_blind


def _nothing_to_decide(other: "State") -> bool:
    return not other.checking_or_calling_amount and not other.can_complete_bet_or_raise_to()


def _choose(hand: HandState, dice: random.Random, *, only_calls: bool) -> Action:
    may_fold = engine.legal_actions(hand).call is not None
    found = [action for action in options(hand, dice) if action.kind != "fold" or may_fold]
    if only_calls:
        found = [action for action in found if action.kind in ("fold", "check", "call")]
    weights = [1 if action.kind in ("fold", "all_in") else 4 for action in found]
    return dice.choices(found, weights)[0]


def _tell(other: "State", event: Any) -> None:
    if event["kind"] == "fold":
        other.fold()
    elif event["kind"] in ("check", "call"):
        other.check_or_call()
    else:
        other.complete_bet_or_raise_to(event["to"])


def _compare_end(found: Comparison, hand: HandState, other: "State") -> None:
    if not hand.finished or other.status:
        parted = f"one goes on: our turn {hand.turn}, their turn {other.actor_index}"
        short = _big_blind_is_short(hand)
        return found.differ(Verdict.SHORT_BIG_BLIND if short else Verdict.UNEXPLAINED, parted)
    theirs = dict(zip(hand.seats, other.stacks, strict=True))
    if theirs == hand.stacks:
        return found.answered.append(tuple(theirs.values()))
    parted = f"ours {hand.stacks}, theirs {theirs}"
    if _odd_only(hand, theirs):
        return found.differ(Verdict.ODD_CHIPS, parted)
    lows = {win.pot for win in hand.wins if win.side}
    some_without = 0 < len(lows) < len(hand.pots())
    return found.differ(Verdict.SIDE_LOW if some_without else Verdict.UNEXPLAINED, parted)


def _odd_only(hand: HandState, theirs: dict[int, int]) -> bool:
    """Only tied winners differ, each by fewer chips than there are winners, pot by pot."""
    slack = dict.fromkeys(hand.seats, 0)
    for pot in {win.pot for win in hand.wins}:
        winners = [win.seat for win in hand.wins if win.pot == pot]
        for seat in winners:
            slack[seat] += len(winners) - 1
    return all(abs(hand.stacks[seat] - theirs[seat]) <= slack[seat] for seat in hand.seats)
