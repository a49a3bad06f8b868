"""The key hands of a player's event, and the few that decided it (KEY-1, KEY-2). Pure."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

# The most hands that decided an event.
MOST: Final = 3

Why = Literal["deciding", "knockout", "won", "lost"]
Mark = Literal["out", "doubled", "knockout", "all_in", "won", "lost"]


class EventHand(NamedTuple):
    """A hand dealt to a player: the stack before it, the chips won or lost in it, whether they put
    in their last chip, and the players knocked out."""

    id: int
    number: int
    start: int
    change: int
    all_in: bool = False
    out: Sequence[str] = ()

    @property
    def finish(self) -> int:
        return self.start + self.change

    @property
    def factor(self) -> Fraction | None:
        """The factor by which the stack grew or shrank, at least 1; None where nothing is left."""
        low, high = sorted((self.start, self.finish))
        return Fraction(high, low) if low else None


class KeyHand(NamedTuple):
    """A hand that decided the event, and the reason for its choice."""

    hand: EventHand
    why: Why


def marks(played: Sequence[EventHand]) -> dict[int, list[Mark]]:
    """Return the marks of the key hands by id; ``played`` is in the order of play (KEY-1)."""
    left = [hand for hand in played if hand.factor is not None]
    best = _largest([hand for hand in left if hand.change > 0])
    worst = _largest([hand for hand in left if hand.change < 0])
    marked: dict[int, list[Mark]] = {}
    for hand in played:
        told: list[tuple[Mark, bool]] = [
            ("out", not hand.finish),
            ("knockout", _knocks_out(hand)),
            ("doubled", hand.finish >= 2 * hand.start),
            ("all_in", hand.all_in and bool(hand.finish)),
            ("won", hand is best),
            ("lost", hand is worst),
        ]
        if its := [mark for mark, holds in told if holds]:
            marked[hand.id] = its
    return marked


def key_hands(played: Sequence[EventHand]) -> list[KeyHand]:
    """Return up to ``MOST`` hands that decided the event: the last one, and those in which the
    stack changed by the largest factor (KEY-2). ``played`` and the result are in the order of
    play."""
    if not played:
        return []
    *earlier, last = played
    places = {hand.id: place for place, hand in enumerate(played)}
    moved = [hand for hand in earlier if hand.change]
    weighty = sorted(moved, key=lambda hand: (*_weight(hand), places[hand.id]), reverse=True)
    chosen = [KeyHand(hand, _why(hand)) for hand in weighty[: MOST - 1]]
    return sorted([*chosen, KeyHand(last, "deciding")], key=lambda key: places[key.hand.id])


def _largest(hands: Sequence[EventHand]) -> EventHand | None:
    """Return the hand with the largest factor, the first of equal ones."""
    return max(hands, key=_weight, default=None)


def _weight(hand: EventHand) -> tuple[bool, Fraction]:
    return hand.factor is None, hand.factor or Fraction(0)


def _knocks_out(hand: EventHand) -> bool:
    return hand.change > 0 and bool(hand.out)


def _why(hand: EventHand) -> Why:
    if _knocks_out(hand):
        return "knockout"
    return "won" if hand.change > 0 else "lost"
