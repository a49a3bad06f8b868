"""Prizes by chips (PAY-SPLIT), and two rankings over one session (RANK-2)."""

from collections.abc import Callable, Mapping, Sequence

from payouts.rules.money import split
from payouts.rules.prizes import Entry, pooled
from payouts.rules.schemes import Scheme

# One ranking's division of its part of a pool: cents per entry.
Division = Callable[[int], Mapping[Entry, int]]


def by_chips(pool: int, stacks: Mapping[Entry, int]) -> dict[Entry, int]:
    """Divide the pool in proportion to the chips still in, better rank first (PAY-SPLIT)."""
    return dict(zip(stacks, split(pool, list(stacks.values())), strict=True))


def won_by_chips(
    scheme: Scheme, stacks: Mapping[Entry, int], *, entries: int, pool: int
) -> dict[Entry, int]:
    """Return the cents won by the chips still in when the session ends (PAY-SPLIT, RANK-2).

    Where the ranking by chips pays more places than are still in, these share the rest in
    proportion to their own prizes.
    """
    part = scheme.chips_part(pool)
    amounts = scheme.chips_prizes(entries=entries, pool=pool)
    if not amounts:
        return by_chips(part, stacks)
    return pooled(split(part, amounts[: len(stacks)]), ranked_by_chips(stacks))


def ranked_by_chips(stacks: Mapping[Entry, int]) -> list[list[Entry]]:
    """Rank by chips at the end of a session; equal stacks tie, earlier entry first (RANK-1)."""
    groups: dict[int, list[Entry]] = {}
    for entry, chips in stacks.items():
        groups.setdefault(chips, []).append(entry)
    return [groups[chips] for chips in sorted(groups, reverse=True)]


def independent(
    pool: int, *, weights: Sequence[int], divisions: Sequence[Division[Entry]]
) -> dict[Entry, int]:
    """Divide each ranking's own part of the pool; an entry wins in all of them (RANK-2)."""
    won: dict[Entry, int] = {}
    for part, divide in zip(split(pool, weights), divisions, strict=True):
        for entry, prize in divide(part).items():
            won[entry] = won.get(entry, 0) + prize
    return won
