"""Shoot-outs: every table plays down to one player, and the winners meet (SHOOT-1 to SHOOT-3)."""

from collections.abc import Mapping
from typing import TypeVar

Player = TypeVar("Player", bound=int)


def tables(players: int, *, seats: int) -> list[int]:
    """SHOOT-1: how many players each table of a round has; one of one player is a bye.

    As many tables as are needed, none with two players more than another. Heads-up, where tables
    cannot be shorter, as many byes that every round after this one has none.
    """
    if seats == 2:
        # The largest power of two below the players: so many go on.
        go_on = 1 << (players - 1).bit_length() - 1
        matches = players - go_on
        return [2] * matches + [1] * (go_on - matches)
    count = -(-players // seats)
    each, longer = divmod(players, count)
    return [each + 1] * longer + [each] * (count - longer)


def rounds(players: int, *, seats: int) -> int:
    """How many rounds it takes until one player is left."""
    number = 0
    while players > 1:
        players = len(tables(players, seats=seats))
        number += 1
    return number


def places(stacks: Mapping[Player, int], *, left: int) -> dict[Player, int]:
    """SHOOT-3: the places at their table of those who go out in one hand, ``left`` still in.

    ``stacks`` are those before the hand: the larger ranks higher, equal ones tie (RANK-1).
    """
    return {
        player: left + 1 + sum(other > stack for other in stacks.values())
        for player, stack in stacks.items()
    }
