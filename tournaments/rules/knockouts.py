"""Who takes whose head in a hand (BOUNTY-1)."""

from collections.abc import Mapping

from payouts.rules import bounties
from tables.engine import Hand, winners_of_last_pot


def taken(hand: Hand, seat: int, entries: Mapping[int, int], *, head: int) -> dict[int, int]:
    """What each entry takes of the ``head`` of who sat at ``seat``, cents; ``entries`` by seat.

    Nobody takes anything of a player whom the finished hand left a chip.
    """
    sides = [] if hand.stacks[seat] else winners_of_last_pot(hand, seat)
    if not sides:
        return {}
    return bounties.shares(
        head,
        [[entries[winner] for winner in side] for side in sides],
        {entry: hand.start_stacks[seat] for seat, entry in entries.items()},
    )
