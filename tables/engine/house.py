"""Rules on which poker rooms differ, as settings."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, Self


class HouseRules(NamedTuple):
    """The settings of a room.

    ``dead_button``: whether button and small blind may stand at empty seats (BTN-3); what stands
    where is decided before the deal. ``odd_chips``: who gets what a tied pot doesn't divide into
    (POT-2). ``pot_raise``: whether a pot-limit raise counts the pot after or before the call
    (PL-1). In Italian draw: ``allow_four_flush`` opens with any four of a suit (DRAW-2),
    ``flush_over_full`` says in which decks, ``suits`` whether they rank equal hands or these split
    (DRAW-6), ``straight_flushes`` whether the minimum beats the maximum (DRAW-7). At a cash table
    chips are cents, and pots are ``raked`` (RAKE-1).
    """

    dead_button: bool = False
    odd_chips: Literal["left_of_button", "one_each", "next_bb"] = "left_of_button"
    pot_raise: Literal["after_call", "before_call"] = "after_call"
    allow_four_flush: bool = False
    flush_over_full: Literal["short_deck", "always", "never"] = "short_deck"
    suits: Literal["rank", "split"] = "rank"
    straight_flushes: Literal["cyclic", "linear"] = "cyclic"
    raked: bool = False

    def to_json(self) -> dict[str, Any]:
        """The settings that are not the usual ones."""
        if self == USUAL:
            return {}
        return {
            name: value for name, value in self._asdict().items() if value != getattr(USUAL, name)
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(**data)


USUAL: Final = HouseRules()
