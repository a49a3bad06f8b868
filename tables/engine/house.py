"""Rules on which poker rooms differ, as settings."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, Self


class HouseRules(NamedTuple):
    """``odd_chips``: who gets what a tied pot doesn't divide into (POT-2); ``pot_raise``:
    whether a pot-limit raise counts the pot after or before the call (PL-1)."""

    odd_chips: Literal["left_of_button", "one_each", "next_bb"] = "left_of_button"
    pot_raise: Literal["after_call", "before_call"] = "after_call"

    def to_json(self) -> dict[str, str]:
        return self._asdict()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(**data)


USUAL: Final = HouseRules()
