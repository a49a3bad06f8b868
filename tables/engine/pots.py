"""Pots, and the seats that can win them (POT-1)."""

from collections.abc import Collection, Mapping
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips, and the seats that may win them; the main pot is first."""

    amount: int
    seats: list[int]


def build(paid: Mapping[int, int], live: Collection[int], dead: int = 0) -> list[Pot]:
    """The pots made by the chips of each seat; ``dead`` chips lie in the main pot for all."""
    levels = sorted({paid[seat] for seat in live})
    whole = sum(paid.values()) + dead
    if levels == [max(paid.values())]:
        return [Pot(whole, list(live))] if whole else []
    pots: list[Pot] = []
    floor = 0
    for level in levels:
        layer = sum([min(chips, level) - floor for chips in paid.values() if chips > floor])
        if layer + dead:
            pots.append(Pot(layer + dead, [seat for seat in live if paid[seat] >= level]))
        dead, floor = 0, level
    beyond = sum([chips - floor for chips in paid.values() if chips > floor])
    if beyond:
        # Only folded players paid this much: it belongs to the players of the last pot.
        amount, seats = pots.pop() if pots else (0, list(live))
        pots.append(Pot(amount + beyond, seats))
    return pots


def uncalled(paid: Mapping[int, int], live: Collection[int]) -> tuple[int, int] | None:
    """Return the seat whose chips no other player covered, and how many go back to it (POT-1)."""
    second, first = sorted(paid.values())[-2:]
    if first == second:
        return None
    seat = next(seat for seat, chips in paid.items() if chips == first)
    return (seat, first - second) if seat in live else None
