"""The independent chip model: what a stack is worth in prizes.

The next place goes to each player in proportion to the chips among those without a place yet.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp, expm1, log

# Up to here every order of finish is counted exactly: 2^15 sets of players.
EXACT_UP_TO = 15


def worth(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """Expected cents of each stack, all above zero; ``prizes`` are at most as many, best first.

    Counted exactly for a final table, by quadrature (to ten digits) for a larger field.
    """
    if len(stacks) <= EXACT_UP_TO:
        return exact(stacks, prizes)
    return by_quadrature(stacks, prizes)


def exact(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """Over all sets of players who may have taken the best places: time 2^n × n."""
    everyone = range(len(stacks))
    won = [0.0] * len(stacks)
    placed = {0: 1.0}
    for prize in prizes:
        further: dict[int, float] = {}
        for players, chance in placed.items():
            rest = [i for i in everyone if not players >> i & 1]
            each_chip = chance / sum(stacks[i] for i in rest)
            for i in rest:
                next_is_i = each_chip * stacks[i]
                won[i] += next_is_i * prize
                grown = players | 1 << i
                further[grown] = further.get(grown, 0.0) + next_is_i
        placed = further
    return won


def by_quadrature(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """The same by clocks: time nodes × n × prizes.

    Give every chip an alarm clock of rate one; players take their places when their first clock
    rings, which is the model. At time t a player has rung with chance 1 - exp(-stack t); their
    prize depends on how many others have rung before theirs.
    """
    total = sum(stacks)
    rates = [stack / total for stack in stacks]
    won = [0.0] * len(stacks)
    for moment, width in _nodes(min(rates)):
        rung = [-expm1(-rate * moment) for rate in rates]
        for i, prize in enumerate(_prize_if_next(rung, prizes)):
            won[i] += width * rates[i] * exp(-rates[i] * moment) * prize
    return won


# Of the logarithm of time. Ten digits for 200 players; twice as wide loses four of them.
_STEP = 0.1


def _nodes(slowest: float) -> list[tuple[float, float]]:
    """Moments and widths of the double exponential rule from 0 to infinity."""
    first, last = -4.0, log(60 / slowest)
    count = round((last - first) / _STEP)
    nodes = []
    for number in range(count + 1):
        at = first + number * _STEP
        moment = exp(at - exp(-at))
        nodes.append((moment, _STEP * moment * (1 + exp(-at))))
    return nodes


def _prize_if_next(rung: Sequence[float], prizes: Sequence[int]) -> list[float]:
    """For each player, the expected prize if they ring now, given who else has rung.

    Meets in the middle: ``ahead`` counts those before the player in the list, ``value`` is the
    expected prize over those after, given how many have rung so far.
    """
    values = [[float(prize) for prize in prizes]]
    for chance in reversed(rung[1:]):
        later = values[-1]
        values.append([now + chance * (more - now) for now, more in pairwise([*later, 0.0])])
    ahead = [1.0]
    expected = []
    for chance, value in zip(rung, reversed(values), strict=True):
        expected.append(sum(a * v for a, v in zip(ahead, value, strict=False)))
        ahead = [
            less * chance + same * (1 - chance) for less, same in pairwise([0.0, *ahead, 0.0])
        ][: len(prizes)]
    return expected
