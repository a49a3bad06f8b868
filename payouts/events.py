"""Names of events, such as ``tournament:12``, as tables, hands and accounts store them.

Names are composed and parsed here alone. The package that runs a kind of event names the kind, and
registers a finder of the titles and pages of its events.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class EventRef:
    """An event of some ``kind``; ``str`` gives its name."""

    kind: str
    id: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"

    @classmethod
    def parse(cls, name: str) -> "EventRef | None":
        """Return the event of this name; None for text that is not such a name."""
        kind, _, number = name.partition(":")
        return cls(kind, int(number)) if kind and _is_id(number) else None

    @classmethod
    def id_in(cls, name: str, *, kind: str) -> int | None:
        """Return the id of a named event of this ``kind``; None for any other name."""
        ref = cls.parse(name)
        return ref.id if ref is not None and ref.kind == kind else None


class Event(NamedTuple):
    """An event as a statement or a hand mentions it.

    ``draw_url`` shows how its prize was drawn, at ``deal_url`` its players make a deal,
    ``offer_url`` lists the chips that it sells, ``standing_url`` its standings. ``game`` and
    ``stake`` are what it plays, and for what; ``free``: its amounts are play money; ``over``: it
    was played to its end, and its payments are final; ``real_cards``: no page of its tables plays.
    """

    name: str
    url: str
    draw_url: str | None = None
    deal_url: str | None = None
    offer_url: str | None = None
    standing_url: str | None = None
    game: str = ""
    stake: str = ""
    free: bool = False
    over: bool = False
    real_cards: bool = False


Finder = Callable[[Collection[int]], Mapping[int, Event]]

_finders: dict[str, Finder] = {}


def register(kind: str, finder: Finder) -> None:
    """Register the ``finder`` of a kind's events by id (called from ``AppConfig.ready``)."""
    _finders[kind] = finder


def find(names: Iterable[str]) -> dict[str, Event]:
    """Return the known events among ``names``, by name: one query per kind."""
    wanted: defaultdict[str, set[int]] = defaultdict(set)
    for name in names:
        ref = EventRef.parse(name)
        if ref is not None and ref.kind in _finders:
            wanted[ref.kind].add(ref.id)
    return {
        str(EventRef(kind, pk)): event
        for kind, ids in wanted.items()
        for pk, event in _finders[kind](ids).items()
    }


def _is_id(number: str) -> bool:
    return number.isascii() and number.isdecimal()
