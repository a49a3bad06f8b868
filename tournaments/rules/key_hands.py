"""The hands of an event that mattered most to a player. Pure."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

MOST = 3

Why = Literal["deciding", "knockout", "won", "lost"]


class EventHand(NamedTuple):
    """A hand dealt to a player: the chips won or lost in it, and the players knocked out."""

    id: int
    number: int
    change: int
    out: Sequence[str] = ()


class KeyHand(NamedTuple):
    """A key hand and the reason for its choice."""

    hand: EventHand
    why: Why


def key_hands(played: Sequence[EventHand]) -> list[KeyHand]:
    """Return up to ``MOST`` key hands: the last one, then knockouts, then the largest changes of
    the stack. Both ``played`` and the result are in the order of play."""
    if not played:
        return []
    *earlier, last = played
    moved = [hand for hand in earlier if hand.change]
    weighty = sorted(moved, key=lambda hand: (_knocks_out(hand), abs(hand.change)), reverse=True)
    chosen = [KeyHand(hand, _why(hand)) for hand in weighty[: MOST - 1]]
    return sorted([*chosen, KeyHand(last, "deciding")], key=lambda key: played.index(key.hand))


def _knocks_out(hand: EventHand) -> bool:
    return hand.change > 0 and bool(hand.out)


def _why(hand: EventHand) -> Why:
    if _knocks_out(hand):
        return "knockout"
    return "won" if hand.change > 0 else "lost"
