"""Rules on which poker rooms differ, as settings."""

from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, Self, cast, get_args, get_type_hints

from .events import HouseTold
from .positions import Button
from .rake import TARIFFS, TODAY


class HouseRules(NamedTuple):
    """The settings of a room. Stored hands depend on the order of settings and of their values: new
    ones come last.

    ``button``: whether button and small blind may stand at empty seats, or go to players (BTN-3);
    positions are decided before the deal. ``odd_chips``: the receiver of the chips that a tied pot
    does not divide into (POT-2). ``pot_raise``: whether a pot-limit raise counts the pot after or
    before the call (PL-1). In Italian draw: ``allow_four_flush`` opens with any four of a suit
    (DRAW-2), ``flush_over_full`` says in which decks, ``suits`` whether they rank equal hands or
    these split (DRAW-6), ``straight_flushes`` whether the minimum beats the maximum (DRAW-7). At a
    cash table chips are cents, and pots are ``raked`` (RAKE-1) by a ``tariff`` (RAKE-2, RAKE-3):
    the name of one of the regulations', or the text of another (``rake.named``). ``short_all_ins``:
    whether several that add up to a raise reopen the betting (ACT-3). In fixed limit:
    ``cap_heads_up``, whether two players raise without end at once or from the next round on
    (FL-1), and ``limit_all_in``, from what part of a bet on an all-in counts as one (FL-2).
    ``hi_lo``: whether the same winners of both halves share the ``whole`` pot, and a tied low gives
    its odd unit to the high hand, or each half is shared by itself, as in the first release
    (POT-2).
    """

    button: Button = "dead"
    odd_chips: Literal["left_of_button", "one_each", "next_bb"] = "left_of_button"
    pot_raise: Literal["after_call", "before_call"] = "after_call"
    allow_four_flush: bool = False
    flush_over_full: Literal["short_deck", "always", "never"] = "always"
    suits: Literal["rank", "split"] = "rank"
    straight_flushes: Literal["cyclic", "linear"] = "cyclic"
    raked: bool = False
    tariff: str = TODAY
    short_all_ins: Literal["each", "together"] = "each"
    cap_heads_up: Literal["at_once", "round"] = "at_once"
    limit_all_in: Literal["full", "half"] = "full"
    hi_lo: Literal["whole", "by_half"] = "whole"

    def differing(self, other: "HouseRules") -> dict[str, Any]:
        """Return the settings that differ from those of the other room."""
        if self == other:
            return {}
        return {
            name: value for name, value in self._asdict().items() if value != getattr(other, name)
        }

    def to_json(self) -> HouseTold:
        """Return every setting, since defaults may change; one shared object, as with a game."""
        return _as_json(self)

    @classmethod
    def from_json(cls, data: HouseTold) -> Self:
        """Return settings, missing ones as in the first release, which wrote a ``dead_button``."""
        settings: dict[str, Any] = {**FIRST._asdict(), **data}
        if settings.pop("dead_button", False):
            settings["button"] = "dead"
        return cls(**settings)


USUAL: Final = HouseRules()

# The defaults of the first release, which wrote only the settings that differed. They never change.
FIRST: Final = HouseRules(
    button="forward",
    odd_chips="left_of_button",
    pot_raise="after_call",
    allow_four_flush=False,
    flush_over_full="short_deck",
    suits="rank",
    straight_flushes="cyclic",
    raked=False,
    tariff="first",
    short_all_ins="together",
    cap_heads_up="round",
    limit_all_in="half",
    hi_lo="by_half",
)

# The possible values of each setting; a tariff may also be spelled out.
WAYS: Final[dict[str, tuple[Any, ...]]] = {
    name: get_args(kind) or (False, True) for name, kind in get_type_hints(HouseRules).items()
} | {"tariff": tuple(TARIFFS)}
# The place of a setting whose value is spelled out behind the digits.
_SPELLED: Final = "x"


@lru_cache
def _as_json(house: HouseRules) -> HouseTold:
    return cast(HouseTold, house._asdict())


@lru_cache
def digits(house: HouseRules) -> str:
    """Return one digit per setting, the index of its value: short, since a state is written with
    each action. A tariff without a name follows, spelled out."""
    named = house.tariff in TARIFFS
    ways = "".join(
        [
            str(WAYS[name].index(value)) if named or name != "tariff" else _SPELLED
            for name, value in house._asdict().items()
        ]
    )
    return ways if named else f"{ways} {house.tariff}"


@lru_cache
def of_digits(text: str) -> HouseRules:
    """Return the settings of such a text; later settings are as in the first release."""
    ways, _, tariff = text.partition(" ")
    settings: dict[str, Any] = {
        name: tariff if way == _SPELLED else WAYS[name][int(way)]
        for name, way in zip(HouseRules._fields, ways, strict=False)
    }
    return FIRST._replace(**settings)
