"""Which hands of an event its player remembers. Pure."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

MOST = 3

Why = Literal["deciding", "knockout", "won", "lost"]


class PlayedHand(NamedTuple):
    """A hand that a player was dealt: chips won or lost in it, and who went out in it."""

    id: int
    number: int
    change: int
    out: Sequence[str] = ()


class KeyHand(NamedTuple):
    """One of the hands that mattered, and why."""

    hand: PlayedHand
    why: Why


def key_hands(played: Sequence[PlayedHand]) -> list[KeyHand]:
    """The hand that decided, then those in which the player knocked others out and those with the
    largest change of their stack, at most ``MOST``, in the order of play; ``played`` is in it."""
    if not played:
        return []
    *earlier, last = played
    moved = [hand for hand in earlier if hand.change]
    weighty = sorted(moved, key=lambda hand: (_knocks_out(hand), abs(hand.change)), reverse=True)
    chosen = [KeyHand(hand, _why(hand)) for hand in weighty[: MOST - 1]]
    return sorted([*chosen, KeyHand(last, "deciding")], key=lambda key: played.index(key.hand))


def _knocks_out(hand: PlayedHand) -> bool:
    return hand.change > 0 and bool(hand.out)


def _why(hand: PlayedHand) -> Why:
    if _knocks_out(hand):
        return "knockout"
    return "won" if hand.change > 0 else "lost"
