"""The independent chip model: the worth of a stack in prizes.

The next place goes to each player in proportion to the chips among those without a place yet.
"""

from collections.abc import Iterator, Sequence
from math import exp, expm1, log, sqrt
from operator import mul

# Up to here every order of finish is counted exactly: 2^15 sets of players.
EXACT_UP_TO = 15


def worth(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """Return the expected cents of each stack, all above zero.

    ``prizes`` are at most as many, best first. Counted exactly for a final table, by quadrature (to
    eight digits) for a larger field.
    """
    if len(stacks) <= EXACT_UP_TO:
        return exact(stacks, prizes)
    return by_quadrature(stacks, prizes)


def exact(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """Return the same over all sets of players who may have taken the best places: time 2^n × n."""
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
    """Return the same by clocks: time moments × n × as many places as are likely at each.

    Give every chip an alarm clock of rate one; players take their places when their first clock
    rings, which is the model. At time t a player has rung with chance 1 - exp(-stack t); their
    prize depends on how many others have rung before theirs.
    """
    total = sum(stacks)
    rates = [stack / total for stack in stacks]
    won = [0.0] * len(stacks)
    for moment, width in _moments(rates):
        rung = [-expm1(-rate * moment) for rate in rates]
        if _too_late(rung, len(prizes)):
            break
        for i, prize in enumerate(_prize_if_next(rung, prizes)):
            won[i] += width * rates[i] * exp(-rates[i] * moment) * prize
    return won


# In the logarithm of time. A moment's payment changes within the square root of the field: eight
# digits for fields up to 1,024; twice as wide loses four of them.
_WIDEST, _FINEST = 0.2, 1.6
# A chance below this changes nothing, and all that are so small change nothing together: with a
# prize of 100,000.00, a field of 400 is off by a millionth of a cent.
_NOTHING = 1e-15
# This many standard deviations are beyond it.
_BEYOND = 9


def _moments(rates: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Yield moments and widths of the double exponential rule from 0 to infinity."""
    step = min(_WIDEST, _FINEST / sqrt(len(rates)))
    first, last = -4.0, log(60 / min(rates))
    for number in range(round((last - first) / step) + 1):
        at = first + number * step
        moment = exp(at - exp(-at))
        yield moment, step * moment * (1 + exp(-at))


def _too_late(rung: Sequence[float], places: int) -> bool:
    """Return whether all prizes are already awarded, with a negligible error."""
    deviation = sqrt(sum(chance * (1 - chance) for chance in rung))
    return sum(rung) - _BEYOND * (deviation + 1) > places


def _prize_if_next(rung: Sequence[float], prizes: Sequence[int]) -> list[float]:
    """Return each player's expected prize if they ring now, given the others who have rung.

    Takes each player out of the number of all who have rung: from the end where that divides by the
    larger of the player's two chances, so that no error grows.
    """
    fewest, likely = _how_many(rung)
    most = fewest + len(likely)
    paid = [*prizes, *[0] * (most - len(prizes))]
    # Upwards, a player who rings takes the place after those who have; downwards, they are one of
    # those.
    up = _shifted(likely, paid[fewest:most])
    down = _shifted(likely[::-1], paid[fewest : most - 1][::-1])
    expected = []
    for chance in rung:
        # The likelier of the two, whether the player has rung or not, and what is odd in it.
        ways, there = (up, 1 - chance) if chance < 0.5 else (down, chance)
        odds, prize = (1 - there) / there, 0.0
        for all_together in ways:
            prize = all_together - odds * prize
        expected.append(prize / there)
    return expected


def _shifted(likely: Sequence[float], paid: Sequence[int]) -> list[float]:
    """Return the average payment for each number of further rings, from the most down to none.

    Divided by the chances of one player, as a power series, the number of all is that of the
    others; the payment is then these by Horner's rule, with the same coefficients for all players.
    """
    return [sum(map(mul, likely, paid[more:])) for more in reversed(range(len(likely)))]


def _how_many(rung: Sequence[float]) -> tuple[int, list[float]]:
    """Return the chances of each total number of rings, from the smallest that is likely: that
    number, and the chances from it upwards."""
    fewest, likely = 0, [1.0]
    # Two at a time; an odd player is paired with one who never rings.
    for one, other in zip(rung[::2], [*rung[1::2], 0.0], strict=False):
        both, none = one * other, (1 - one) * (1 - other)
        either = one * (1 - other) + (1 - one) * other
        fewer = [0.0, 0.0, *likely, 0.0, 0.0]
        likely = [
            less * both + one_less * either + same * none
            for less, one_less, same in zip(fewer, fewer[1:], fewer[2:], strict=False)
        ]
        while likely[0] < _NOTHING:
            del likely[0]
            fewest += 1
        while likely[-1] < _NOTHING:
            del likely[-1]
    return fewest, likely
