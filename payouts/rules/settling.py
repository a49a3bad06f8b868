"""The fewest payments that settle the balances of players (HOME-2).

Amounts are integers of the unit that the players have agreed on; nothing here moves money.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

# Up to so many open balances the payments are the fewest possible: finding them takes twice as long
# for each player more.
EXACT: Final = 12


class OwedPayment(NamedTuple):
    """A payment from one player to another."""

    payer: int
    payee: int
    amount: int


def settle_up(balances: Mapping[int, int]) -> list[OwedPayment]:
    """Return the payments that clear all balances, the largest first.

    A player with a balance above zero is owed it, one below zero owes it. There is at least one
    payment fewer than players with a balance, and up to EXACT of them as few as there can be.
    Raises ValueError for balances that do not add up to zero.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not add up to zero")
    still_open = {player: balances[player] for player in sorted(balances) if balances[player]}
    payments = [payment for group in _groups(still_open) for payment in _cleared(group, still_open)]
    return sorted(payments, key=lambda each: (-each.amount, each.payer, each.payee))


def _groups(balances: Mapping[int, int]) -> list[list[int]]:
    """Divide the players into as many groups as possible that clear among themselves: each group
    saves a payment. All are one group where there are more than EXACT."""
    players = list(balances)
    if len(players) > EXACT:
        return [players]
    # For each set of players, as bits: the sum of their balances, the most groups that it holds,
    # and the player to take out of it first.
    sums, most, first = [0], [0], [0]
    for chosen in range(1, 1 << len(players)):
        lowest = (chosen & -chosen).bit_length() - 1
        sums.append(sums[chosen & (chosen - 1)] + balances[players[lowest]])
        members = [no for no in range(len(players)) if chosen >> no & 1]
        best = max(members, key=lambda no: most[chosen ^ 1 << no])
        first.append(best)
        most.append(most[chosen ^ 1 << best] + (sums[chosen] == 0))
    groups: list[list[int]] = []
    left = (1 << len(players)) - 1
    while left:
        if sums[left] == 0:
            groups.append([])
        groups[-1].append(players[first[left]])
        left ^= 1 << first[left]
    return groups


def _cleared(group: Sequence[int], balances: Mapping[int, int]) -> list[OwedPayment]:
    """Return the payments of one group: the largest debt is paid to the largest claim, and so on;
    each clears one player, the last one two."""
    left = {player: balances[player] for player in group}
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda player: (left[player], player))
        payee = max(left, key=lambda player: (left[player], -player))
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        payments.append(OwedPayment(payer, payee, amount))
    return payments
