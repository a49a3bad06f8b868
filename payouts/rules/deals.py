"""Deals at a final table (DEAL-MAKE): the share of each player instead of playing on.

List players by rank (chips, then entry). ``prizes`` are those of the places still to be played for,
best first; ``kept`` cents of the first prize stay in play for the winner.
"""

from collections.abc import Sequence

from core.refusal import Refusal
from payouts.refusals import MoneyCode
from payouts.rules.icm import worth
from payouts.rules.money import split

# Turns the model's fractions of a cent into whole weights.
FINER_THAN_A_CENT = 10**6


def by_icm(stacks: Sequence[int], prizes: Sequence[int], *, kept: int = 0) -> list[int]:
    """Return cents by the independent chip model. Refuses TOO_MUCH_LEFT_IN_PLAY."""
    locked, beyond = _dealt(len(stacks), prizes, kept)
    # By stack, so that equal stacks weigh the same to the last digit.
    weigh = {
        stack: round(cents * FINER_THAN_A_CENT)
        for stack, cents in zip(stacks, worth(stacks, beyond), strict=True)
    }
    return [locked + share for share in split(sum(beyond), [weigh[stack] for stack in stacks])]


def by_chips(stacks: Sequence[int], prizes: Sequence[int], *, kept: int = 0) -> list[int]:
    """Return a chip chop: the lowest prize for each player, the rest by chips.

    Refuses as ``by_icm``.
    """
    locked, beyond = _dealt(len(stacks), prizes, kept)
    return [locked + share for share in split(sum(beyond), stacks)]


def check_agreed(figures: Sequence[int], prizes: Sequence[int], *, kept: int = 0) -> None:
    """Check figures that the players name themselves: none below zero, and the exact total.

    Refuses FIGURES_DO_NOT_ADD_UP with the cents there ``are`` and those that are ``named``.
    """
    there_are, named = sum(prizes) - kept, sum(figures)
    if named != there_are or min(figures) < 0 or kept < 0:
        raise Refusal(MoneyCode.FIGURES_DO_NOT_ADD_UP, are=there_are, named=named)


def _dealt(players: int, prizes: Sequence[int], kept: int) -> tuple[int, list[int]]:
    """Return the locked prize of each player, and the worth of each place beyond it."""
    places = [*prizes, *[0] * (players - len(prizes))]
    # The winner's place must stay the best, or chips would be worth less than nothing.
    most = places[0] - max(places[1:], default=0)
    if not 0 <= kept <= most:
        raise Refusal(MoneyCode.TOO_MUCH_LEFT_IN_PLAY, most=most)
    places[0] -= kept
    locked = min(places)
    return locked, [place - locked for place in places]
