"""The chips of a live event by kind: the kinds that it needs, and the make-up of a stack (LIVE-7).

A kind is named by its value; each divides the next, so that any chips can be changed up.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from core.refusal import Refusal
from tournaments.refusals import EventCode

# A stack has change for so many chips of the next kind in its smallest, and for one in the others.
CHANGE = 2


def check_kinds(kinds: Iterable[int]) -> list[int]:
    """Return the kinds in ascending order. Refuse CHIPS_DO_NOT_DIVIDE."""
    ascending = sorted(kinds)
    for small, large in pairwise(ascending):
        if large % small:
            raise Refusal(EventCode.CHIPS_DO_NOT_DIVIDE, small=small, large=large)
    return ascending


def smallest(kinds: Iterable[int], *, amounts: Iterable[int]) -> int:
    """Return the smallest kind needed to bet and to sell these amounts. Refuse CHIPS_TOO_LARGE."""
    ascending = sorted(kinds)
    needed = ascending[-1] if ascending else 0
    for amount in amounts:
        fit = [kind for kind in ascending if amount % kind == 0]
        if not fit:
            raise Refusal(EventCode.CHIPS_TOO_LARGE, amount=amount)
        needed = min(needed, fit[-1])
    return needed


def stack_of(chips: int, kinds: Iterable[int]) -> dict[int, int]:
    """Return the number of chips per kind in a stack; the smallest kind divides ``chips``.

    Each kind but the largest gives change (``CHANGE``), and leaves a multiple of the next kind.
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
    """Refuse NOT_ENOUGH_CHIPS for the first kind that ``stacks`` such stacks would exhaust."""
    for kind, number in stack.items():
        if stock.get(kind, 0) < number * stacks:
            raise Refusal(
                EventCode.NOT_ENOUGH_CHIPS,
                kind=kind,
                needed=number * stacks,
                there=stock.get(kind, 0),
            )


def stacks_left(stock: Mapping[int, int], stack: Mapping[int, int], *, made: int) -> int:
    """Return the number of further stacks that the stock allows after ``made`` of them."""
    return min(max(0, stock.get(kind, 0) // number - made) for kind, number in stack.items())
