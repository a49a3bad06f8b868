"""Events as tables, hands and accounts know them: by a name, such as ``tournament:12``.

Rows keep the name, and only here is it put together and taken apart. The package that runs a kind
of event says what its kind is called, and registers a finder: what people call an event, and where
its page is.
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
        """The event that goes by this name; None for what is no such name."""
        kind, _, number = name.partition(":")
        return cls(kind, int(number)) if kind and _is_id(number) else None

    @classmethod
    def id_in(cls, name: str, *, kind: str) -> int | None:
        """The id of the event of this ``kind`` that goes by the name; None for what is none."""
        ref = cls.parse(name)
        return ref.id if ref is not None and ref.kind == kind else None


class Event(NamedTuple):
    """An event as a statement or a hand mentions it.

    ``draw_url`` shows how its prize was drawn, at ``deal_url`` its players make a deal,
    ``offer_url`` tells what chips it sells, ``standing_url`` how it stands. ``game`` and ``stake``
    are what it plays, and for what; ``over``: it was played to its end, and nothing it has paid
    comes back.
    """

    name: str
    url: str
    draw_url: str | None = None
    deal_url: str | None = None
    offer_url: str | None = None
    standing_url: str | None = None
    game: str = ""
    stake: str = ""
    over: bool = False


Finder = Callable[[Collection[int]], Mapping[int, Event]]

_finders: dict[str, Finder] = {}


def register(kind: str, finder: Finder) -> None:
    """``finder`` knows the events of a kind by id (called from ``AppConfig.ready``)."""
    _finders[kind] = finder


def find(names: Iterable[str]) -> dict[str, Event]:
    """The events among ``names`` that somebody knows, by name: one query a kind."""
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
