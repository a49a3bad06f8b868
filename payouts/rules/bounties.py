"""A price on every head, paid to the player who knocks its owner out (BOUNTY-1 to BOUNTY-3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import lcm

from payouts.rules.money import split


def shares(head: int, sides: Sequence[Sequence[int]], stacks: Mapping[int, int]) -> dict[int, int]:
    """Return each entry's share of a bounty in cents (BOUNTY-1).

    ``sides`` are the winners of the last pot that the player was in, those of the high, and in a
    hi/lo game those of the low: each side takes an equal part. ``stacks``, before the hand, decide
    who gets an odd cent (PAY-ROUND).
    """
    whole = lcm(*map(len, sides))
    weights = Counter[int]()
    for winners in sides:
        weights.update(dict.fromkeys(winners, whole // len(winners)))
    ranked = sorted(weights, key=lambda entry: (-stacks[entry], entry))
    taken = split(head, [weights[entry] for entry in ranked])
    return dict(zip(ranked, taken, strict=True))


def paid_at_once(share: int, *, progressive: bool) -> int:
    """Return the cents of a bounty paid at once: all, or half and the odd cent (BOUNTY-2).

    The rest goes on the taker's head.
    """
    return share - share // 2 if progressive else share


def at_the_end(heads: Mapping[int, int], finalists: Sequence[int]) -> dict[int, int]:
    """Return the taker of each bounty that is left at the end of play, by entry (BOUNTY-3).

    The entries still in, listed by place, take their own; the first takes all other ones.
    """
    still_in = set(finalists)
    return {
        head: head if head in still_in else finalists[0]
        for head, cents in heads.items()
        if cents and finalists
    }
