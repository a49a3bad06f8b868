"""Posting of antes, blinds, and the chips of newcomers and straddlers (BLIND-1..3)."""

from collections.abc import Sequence

from . import event_factory
from .dealing import able_after
from .events import BlindKind, Event
from .hand import HandState
from .stakes import Post


def put(hand: HandState, seat: int, amount: int) -> int:
    """Move chips from stack to bet, as many as there are; return how many."""
    stack = hand.stacks[seat]
    if amount > stack:
        amount = stack
    stacks, bets, paid = hand.stacks.copy(), hand.bets.copy(), hand.paid.copy()
    stacks[seat] = stack - amount
    bets[seat] += amount
    paid[seat] += amount
    hand.stacks, hand.bets, hand.paid = stacks, bets, paid
    return amount


def post_all(hand: HandState, posts: Sequence[Post]) -> list[Event]:
    """Post everything before the deal, and set the order of the first round."""
    stakes = hand.stakes
    hand.size = stakes.big_blind
    if hand.game.blinds:
        log = _post(hand) + _post_beside(hand, posts)
        opener = Post(hand.positions.big_blind, stakes.big_blind)
    else:
        log = _antes(hand, stakes.draw_ante)
        if not hand.game.button_blind:
            hand.waiting = hand.able
            return log
        opener = Post(hand.positions.button, stakes.big_blind)
        log += _blind(hand, opener.seat, opener.live, kind="button") + _post_beside(hand, posts)
    for post in posts:
        if post.live > opener.live:
            opener = post
    hand.level = hand.base = hand.size = opener.live
    hand.raises = 1
    hand.waiting = able_after(hand, opener.seat)
    return log


def _post(hand: HandState) -> list[Event]:
    """Post antes before blinds, except that a big blind ante comes after the blind (BLIND-2)."""
    stakes, positions = hand.stakes, hand.positions
    log = [] if stakes.big_blind_ante or not stakes.ante else _antes(hand, stakes.ante)
    log += _blind(hand, positions.small_blind, stakes.small_blind, kind="small")
    log += _blind(hand, positions.big_blind, stakes.big_blind, kind="big")
    if stakes.ante and stakes.big_blind_ante and hand.stacks[positions.big_blind]:
        log.append(_ante_for_all(hand, positions.big_blind))
    return log


def _post_beside(hand: HandState, posts: Sequence[Post]) -> list[Event]:
    """Post newcomers' blinds, live or dead (CASH-2), and straddles (CASH-3)."""
    log: list[Event] = []
    for seat, live, dead in posts:
        kind: BlindKind = "straddle" if live > hand.stakes.big_blind else "post"
        log += _blind(hand, seat, live, kind=kind)
        if dead and hand.stacks[seat]:
            added = _put_dead(hand, seat, dead)
            log.append(event_factory.blind(seat, added, kind="dead", all_in=not hand.stacks[seat]))
    return log


def _blind(hand: HandState, seat: int, amount: int, *, kind: BlindKind) -> list[Event]:
    """Post a blind; none for a seat that is not dealt in or has no chips left after its ante."""
    if not amount or not hand.stacks.get(seat):
        return []
    added = put(hand, seat, amount)
    return [event_factory.blind(seat, added, kind=kind, all_in=not hand.stacks[seat])]


def _antes(hand: HandState, ante: int) -> list[Event]:
    """Post an ante for each seat: it is in the pot, and counts towards no bet."""
    log: list[Event] = []
    for seat in hand.seats:
        amount = min(ante, hand.stacks[seat])
        hand.stacks[seat] -= amount
        hand.paid[seat] += amount
        log.append(event_factory.ante(seat, amount, all_in=not hand.stacks[seat]))
    return log


def _ante_for_all(hand: HandState, seat: int) -> Event:
    """Post the ante for all as dead money: in the main pot for all, never uncalled."""
    amount = _put_dead(hand, seat, hand.stakes.ante)
    return event_factory.ante(seat, amount, all_in=not hand.stacks[seat])


def _put_dead(hand: HandState, seat: int, amount: int) -> int:
    amount = min(amount, hand.stacks[seat])
    hand.stacks[seat] -= amount
    hand.dead += amount
    return amount
