"""The division of a head among the winners of a hand (BOUNTY-1)."""

from collections.abc import Mapping, Sequence

from payouts.rules import bounties
from tables.engine import HandState, winners_of_last_pot


def taken(hand: HandState, seat: int, entries: Mapping[int, int], *, head: int) -> dict[int, int]:
    """Return the cents that each entry takes of the ``head`` at ``seat``; ``entries`` by seat.

    Empty for a player who still has chips after the hand.
    """
    sides = [] if hand.stacks[seat] else winners_of_last_pot(hand, seat)
    if not sides:
        return {}
    return bounties.shares(
        head,
        [[entries[winner] for winner in side] for side in sides],
        {entry: hand.start_stacks[seat] for seat, entry in entries.items()},
    )


def shared(takers: Sequence[int], *, head: int) -> dict[int, int]:
    """Divide a ``head`` of so many cents among these entries: equal parts, odd cents to the first.
    Empty for a head that is worth nothing."""
    if not takers or not head:
        return {}
    return bounties.shares(head, [takers], {entry: -place for place, entry in enumerate(takers)})
