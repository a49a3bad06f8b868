"""Rules on which poker rooms differ, as settings."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, Self


@dataclass(frozen=True, slots=True)
class HouseRules:
    """``odd_chips``: who gets what a tied pot doesn't divide into (POT-2); ``pot_raise``:
    whether a pot-limit raise counts the pot after or before the call (PL-1)."""

    odd_chips: Literal["left_of_button", "one_each", "next_bb"] = "left_of_button"
    pot_raise: Literal["after_call", "before_call"] = "after_call"

    def to_json(self) -> dict[str, str]:
        """Only what differs from the default."""
        return {name: value for name, value in asdict(self).items() if value != _DEFAULTS[name]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(**data)


USUAL: Final = HouseRules()
_DEFAULTS: Final = asdict(USUAL)
