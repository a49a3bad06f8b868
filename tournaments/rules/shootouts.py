"""Shoot-outs: each table plays down to one player, and the winners meet (SHOOT-1 to SHOOT-3)."""

from collections.abc import Mapping
from typing import TypeVar

Player = TypeVar("Player", bound=int)


def tables(players: int, *, seats: int) -> list[int]:
    """Return the number of players per table of a round; a table of one is a bye (SHOOT-1).

    The fewest tables, within one player of each other. Heads-up, so many byes that no later round
    has any.
    """
    if seats == 2:
        # The largest power of two below the number of players: so many advance.
        go_on = 1 << (players - 1).bit_length() - 1
        matches = players - go_on
        return [2] * matches + [1] * (go_on - matches)
    count = -(-players // seats)
    players_a_table, longer = divmod(players, count)
    return [players_a_table + 1] * longer + [players_a_table] * (count - longer)


def rounds(players: int, *, seats: int) -> int:
    """Return the number of rounds until one player is left."""
    number = 0
    while players > 1:
        players = len(tables(players, seats=seats))
        number += 1
    return number


def places(stacks: Mapping[Player, int], *, left: int) -> dict[Player, int]:
    """Return the places, at their table, of players who bust in one hand with ``left`` still in.

    ``stacks`` are those before the hand: the larger ranks higher, equal ones tie (RANK-1, SHOOT-3).
    """
    return {
        player: left + 1 + sum(other > stack for other in stacks.values())
        for player, stack in stacks.items()
    }
