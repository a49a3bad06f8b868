"""Do: deal a hand, and apply one action to it. Every step makes a new hand and its events."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from payouts.refusal import Refusal
from tables.engine import betting, cards, events, posting, pots, showdown
from tables.engine.actions import ALL_IN, BET, CALL, CHECK, FOLD, RAISE, Action
from tables.engine.events import Event
from tables.engine.games import GAMES
from tables.engine.hand import Hand
from tables.engine.house import USUAL, HouseRules
from tables.engine.positions import Positions, left_of
from tables.engine.refusals import EngineRefusal
from tables.engine.stakes import Post, Stakes


class Step(NamedTuple):
    """The hand after something happened, and what happened."""

    hand: Hand
    events: list[Event]


def start(
    *,
    game: str = "nlhe",
    stakes: Stakes,
    positions: Positions,
    stacks: Mapping[int, int],
    deck: Sequence[str],
    posts: Sequence[Post] = (),
    house: HouseRules = USUAL,
) -> Step:
    """Post antes and blinds and deal; the hand may finish at once when all are all-in.

    ``stacks`` are the chips of each seat dealt in; ``deck`` is in dealing order.
    """
    rules = GAMES[game]
    if not 2 <= len(stacks) <= rules.most_seats or min(stacks.values()) < 1:
        raise ValueError("a hand needs two seats or more, each with chips, and room for all")
    seats = left_of(positions.button, list(stacks))
    hand = Hand(
        game=rules,
        stakes=stakes,
        positions=positions,
        house=house,
        deck=cards.join(deck),
        seats=seats,
        start_stacks={seat: stacks[seat] for seat in seats},
        stacks={seat: stacks[seat] for seat in seats},
        bets=dict.fromkeys(seats, 0),
        paid=dict.fromkeys(seats, 0),
        live=seats.copy(),
        hole=dict.fromkeys(seats, ""),
    )
    log = [events.started(hand, posts)]
    log += posting.post(hand)
    log += posting.post_beside(hand, posts)
    log += _deal_street(hand)
    straddle = max(posts, key=lambda post: post.live, default=Post(0))
    opener = straddle if straddle.live > stakes.big_blind else Post(0, stakes.big_blind)
    hand.level = hand.base = hand.size = opener.live
    hand.raises, hand.crowd = 1, len(seats)
    hand.waiting = _able_after(hand, opener.seat or positions.big_blind)
    log += _carry_on(hand)
    return Step(hand, log)


def apply(hand: Hand, seat: int, action: Action) -> Step:
    """The hand after the seat's action; refused by name, and ``hand`` itself never changes."""
    betting.check(hand, seat, action)
    hand = hand.copy()
    log = [_act(hand, seat, action)]
    log += _carry_on(hand)
    return Step(hand, log)


def show(hand: Hand, seat: int) -> Step:
    """A player who mucked at the showdown shows after all (SHOW-2)."""
    if not hand.finished:
        raise Refusal(EngineRefusal.HAND_NOT_FINISHED)
    if seat not in hand.live or seat in hand.shown or len(hand.live) == 1:
        raise Refusal(EngineRefusal.NOTHING_TO_SHOW)
    hand = hand.copy()
    hand.shown = [*hand.shown, seat]
    return Step(hand, [events.show(seat, hand.hole[seat], hand.ranking(seat))])


def _act(hand: Hand, seat: int, action: Action) -> Event:
    kind, added = action.kind, 0
    before = hand.level
    hand.acted |= {seat}
    hand.waiting = hand.waiting[1:]
    if kind == FOLD:
        hand.live = [other for other in hand.live if other != seat]
    elif kind != CHECK:
        to = hand.bets[seat] + hand.stacks[seat] if kind == ALL_IN else action.to
        added = posting.put(hand, seat, (hand.level if to is None else to) - hand.bets[seat])
        if hand.bets[seat] > before:
            _raise_level(hand, seat, hand.bets[seat])
            kind = RAISE if before else BET
        else:
            kind = CALL
    all_in = bool(added) and not hand.stacks[seat]
    return events.act(seat, kind, to=hand.bets[seat], added=added, all_in=all_in)


def _raise_level(hand: Hand, seat: int, to: int) -> None:
    """A bet or raise; a short all-in leaves the size of a raise as it was (ACT-2, ACT-3)."""
    limit = hand.game.limit
    increment = to - hand.base
    whole = increment * limit.weight >= hand.size
    if whole:
        hand.raises += 1
        if not limit.fixed:
            hand.size = increment
    if whole or not limit.fixed:
        hand.base = to
    hand.level = to
    hand.aggressor = seat
    hand.waiting = _able_after(hand, seat)[:-1] if hand.stacks[seat] else _able_after(hand, seat)


def _carry_on(hand: Hand) -> list[Event]:
    """Leave the turn to who waits for it, or close the round and go on to the next street."""
    if len(hand.live) == 1:
        return _collect(hand) + showdown.award_uncontested(hand)
    log: list[Event] = []
    while not _anybody_acts(hand):
        if hand.complete or len(hand.able) < 2:
            log += _collect(hand)
            if len(hand.able) < len(hand.live):
                log += showdown.expose(hand)
        if hand.complete:
            return log + showdown.award(hand)
        _close_round(hand)
        log += _deal_street(hand)
    return log


def _able_after(hand: Hand, seat: int) -> list[int]:
    """Who has chips to bet, clockwise from the left of ``seat``, which comes last."""
    first = hand.seats.index(seat) + 1
    stacks, live = hand.stacks, hand.live
    return [
        other
        for other in hand.seats[first:] + hand.seats[:first]
        if stacks[other] and other in live
    ]


def _anybody_acts(hand: Hand) -> bool:
    """Whether the round goes on: a last player whom nobody could answer only has to call."""
    if len(hand.waiting) != 1:
        return bool(hand.waiting)
    bets, last = hand.bets, hand.waiting[0]
    return len(hand.able) > 1 or bets[last] < max([bets[seat] for seat in hand.live])


def _collect(hand: Hand) -> list[Event]:
    """The betting is over: return what nobody covered (POT-1)."""
    hand.waiting = []
    excess = pots.uncalled(hand.paid, hand.live)
    if excess is not None:
        seat, amount = excess
        hand.stacks[seat] += amount
        hand.paid[seat] -= amount
    hand.bets = dict.fromkeys(hand.seats, 0)
    hand.level = 0
    return [] if excess is None else [events.uncalled(*excess)]


def _close_round(hand: Hand) -> None:
    hand.street += 1
    hand.bets = dict.fromkeys(hand.seats, 0)
    hand.level = hand.base = hand.raises = 0
    hand.size = hand.stakes.big_blind
    if hand.game.limit.fixed:
        hand.size *= hand.game.streets[hand.street].bets
    hand.acted = frozenset()
    hand.aggressor = None
    hand.crowd = len(hand.live)
    hand.waiting = _able_after(hand, hand.seats[-1])


def _deal_street(hand: Hand) -> list[Event]:
    """Hole cards one at a time from the left of the button; burn before the board (DEAL-2)."""
    street = hand.game.streets[hand.street]
    log: list[Event] = []
    if street.hole:
        rounds = [_next_cards(hand, len(hand.live)) for _ in range(street.hole)]
        hand.hole = {
            seat: "".join([dealt[2 * place : 2 * place + 2] for dealt in rounds])
            for place, seat in enumerate(hand.live)
        }
        log.append(events.hole(hand))
    hand.dealt += street.burn
    if street.board:
        dealt = _next_cards(hand, street.board)
        hand.cards_on_board += dealt
        log.append(events.street(street.name, dealt))
    return log


def _next_cards(hand: Hand, count: int) -> str:
    first = hand.dealt * 2
    hand.dealt += count
    return hand.deck[first : first + 2 * count]
