"""The chips of a live event, which are unknown until they are counted (LIVE-2, LIVE-3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Difference(NamedTuple):
    """The chips found by a count, and the chips sold."""

    counted: int
    sold: int

    @property
    def chips(self) -> int:
        """The excess of chips; below zero, the number missing."""
        return self.counted - self.sold

    @property
    def lacking(self) -> int:
        """The number of missing chips; below zero, the excess."""
        return -self.chips


def in_order(groups: Sequence[Sequence[int]], known: Mapping[int, int]) -> dict[int, int]:
    """Return stacks before the hand, by entry, that rank busted entries as the floor says (LIVE-2).

    ``groups`` of tied entries are listed best first; ``known`` are their estimated stacks. All
    entries of a group get the same stack, larger than that of the next group.
    """
    stacks: dict[int, int] = {}
    least = 0
    for group in reversed(groups):
        least = max(least + 1, *(known[entry] for entry in group))
        stacks.update(dict.fromkeys(group, least))
    return stacks


def scaled(stacks: Mapping[int, int], total: int, *, unit: int = 1) -> dict[int, int] | None:
    """Scale stacks to ``total`` in proportion, in chips of ``unit``, the odd ones to the first.
    None where a player would be left without a chip (LIVE-3)."""
    least = unit * len(stacks)
    if total < least or not stacks:
        return {} if total == least else None
    whole = sum(stacks.values())
    free = total - least
    new = {key: unit + stack * free // whole // unit * unit for key, stack in stacks.items()}
    odd, rest = divmod(total - sum(new.values()), unit)
    for place, key in enumerate(new):
        new[key] += unit * (place < odd) + rest * (place == 0)
    return new


def passed_on(chips: int, to: Sequence[int], *, unit: int = 1) -> dict[int, int]:
    """Divide chips equally among entries, in chips of ``unit``, the odd ones to the first (LIVE-2).
    The true holders stay unknown until the next count."""
    whole, rest = divmod(chips, unit)
    part, odd = divmod(whole, len(to))
    shares = Counter({entry: (part + (place < odd)) * unit for place, entry in enumerate(to)})
    shares[to[0]] += rest
    return dict(+shares)
