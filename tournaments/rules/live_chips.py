"""The chips of a live event, which nobody sees until they are counted (LIVE-2, LIVE-3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Difference(NamedTuple):
    """What a count has found, and what was sold; chips."""

    counted: int
    sold: int

    @property
    def chips(self) -> int:
        """How many are too many; below zero, how many are missing."""
        return self.counted - self.sold

    @property
    def lacking(self) -> int:
        """How many are missing; below zero, how many are too many."""
        return -self.chips


def in_order(groups: Sequence[Sequence[int]], known: Mapping[int, int]) -> dict[int, int]:
    """LIVE-2: stacks before the hand for entries out in it, so that they rank as the floor says.

    ``groups`` are listed best first, those of one tie; ``known`` are their stacks as far as
    anybody knows. Each group has more than the next, and all of it the same.
    """
    stacks: dict[int, int] = {}
    least = 0
    for group in reversed(groups):
        least = max(least + 1, *(known[entry] for entry in group))
        stacks.update(dict.fromkeys(group, least))
    return stacks


def scaled(stacks: Mapping[int, int], total: int, *, unit: int = 1) -> dict[int, int] | None:
    """LIVE-3: estimates in the same proportions that come to ``total``, the odd chips to the first,
    made of chips of ``unit``; None where that leaves somebody without one."""
    least = unit * len(stacks)
    if total < least or not stacks:
        return {} if total == least else None
    whole = sum(stacks.values())
    free = total - least
    found = {key: unit + stack * free // whole // unit * unit for key, stack in stacks.items()}
    odd, rest = divmod(total - sum(found.values()), unit)
    for place, key in enumerate(found):
        found[key] += unit * (place < odd) + rest * (place == 0)
    return found


def passed_on(chips: int, to: Sequence[int], *, unit: int = 1) -> dict[int, int]:
    """LIVE-2: so many chips in equal parts, by entry, the odd ones to the first; somebody has
    them, and the next count says who. All parts are made of chips of ``unit``, the smallest."""
    whole, rest = divmod(chips, unit)
    part, odd = divmod(whole, len(to))
    shares = Counter({entry: (part + (place < odd)) * unit for place, entry in enumerate(to)})
    shares[to[0]] += rest
    return dict(+shares)
