"""The chips of a live event by their kind: which are needed, and what a stack is made of (LIVE-7).

A kind is called by its value; each divides the next, so that any chips can be changed up.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from core.refusal import Refusal
from tournaments.refusals import Code

# A stack has change for so many chips of the next kind in its smallest, and for one in the others.
CHANGE = 2


def check_kinds(kinds: Iterable[int]) -> list[int]:
    """The kinds in ascending order. CHIPS_DO_NOT_DIVIDE."""
    ascending = sorted(kinds)
    for small, large in pairwise(ascending):
        if large % small:
            raise Refusal(Code.CHIPS_DO_NOT_DIVIDE, small=small, large=large)
    return ascending


def smallest(kinds: Iterable[int], *, amounts: Iterable[int]) -> int:
    """The smallest kind that it takes to bet and to sell these amounts. CHIPS_TOO_LARGE."""
    ascending = sorted(kinds)
    needed = ascending[-1] if ascending else 0
    for amount in amounts:
        fit = [kind for kind in ascending if amount % kind == 0]
        if not fit:
            raise Refusal(Code.CHIPS_TOO_LARGE, amount=amount)
        needed = min(needed, fit[-1])
    return needed


def stack_of(chips: int, kinds: Iterable[int]) -> dict[int, int]:
    """How many of each kind a stack has, smallest first; the smallest divides ``chips``.

    Each kind but the largest gives change (``CHANGE``), and leaves to the next what it divides.
    """
    stack: dict[int, int] = {}
    rest, change = chips, CHANGE
    fitting = [kind for kind in sorted(kinds) if kind <= chips]
    for kind, larger in pairwise(fitting):
        one = larger // kind
        least = change * one
        number = least + (rest % larger // kind - least) % one
        if number * kind >= rest:
            return {**stack, kind: rest // kind} if rest else stack
        stack[kind] = number
        rest -= number * kind
        change = 1
    return {**stack, fitting[-1]: rest // fitting[-1]}


def check_enough(stock: Mapping[int, int], stack: Mapping[int, int], *, stacks: int) -> None:
    """Whether so many stacks can be made. NOT_ENOUGH_CHIPS, by the first kind that is short."""
    for kind, number in stack.items():
        if stock.get(kind, 0) < number * stacks:
            raise Refusal(
                Code.NOT_ENOUGH_CHIPS, kind=kind, needed=number * stacks, there=stock.get(kind, 0)
            )


def stacks_left(stock: Mapping[int, int], stack: Mapping[int, int], *, made: int) -> int:
    """How many more such stacks there are chips for, after so many were made."""
    return min(max(0, stock.get(kind, 0) // number - made) for kind, number in stack.items())
