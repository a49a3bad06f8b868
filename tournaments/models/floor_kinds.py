"""The kinds of floor that events are played on, by venue: what models and pages ask about them.

``tournaments.floor.floors`` has the floors themselves. A venue's kind is registered from outside.
"""

from typing import ClassVar


class FloorKind:
    """A kind of floor; these are the facts of an online one."""

    # A template shows the class: it must not make an object of it.
    do_not_call_in_templates: ClassVar[bool] = True

    # The engine deals, and players act on pages of the tables. Otherwise people do both (LIVE-1).
    deals: ClassVar[bool] = True
    # Stacks are exact. Otherwise they are estimates between two counts (LIVE-2, LIVE-3).
    exact_stacks: ClassVar[bool] = True
    # Each entry draws a seat when it registers, and is an alternate if none is free (LIVE-1).
    seats_at_registration: ClassVar[bool] = False
    # Results may be taken back, and paid once more (LIVE-5).
    takes_back: ClassVar[bool] = False
    # Players register and are paid at a counter (LIVE-6).
    has_counter: ClassVar[bool] = False


_kinds: dict[str, type[FloorKind]] = {}


def register(venue: str, kind: type[FloorKind]) -> None:
    """Register the kind of floor of a venue (from ``AppConfig.ready``)."""
    _kinds[venue] = kind


def of_venue(venue: str) -> type[FloorKind]:
    """Return the kind of floor of a venue; an online one where none is registered."""
    return _kinds.get(venue) or _kinds["online"]
