"""Who takes whose head in a hand (BOUNTY-1)."""

from collections.abc import Mapping, Sequence

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


def shared(takers: Sequence[int], *, head: int) -> dict[int, int]:
    """What each of these entries takes of a ``head``, cents: equal parts, and an odd cent to the
    first. None takes anything of a head that is worth nothing."""
    if not takers or not head:
        return {}
    return bounties.shares(head, [takers], {entry: -place for place, entry in enumerate(takers)})
