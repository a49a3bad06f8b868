"""What an event is called and where its page is; the apps that run events register a finder."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from payouts.event_ref import EventRef


class Event(NamedTuple):
    """An event as a statement or a hand mentions it.

    ``draw_url`` shows how its prize was drawn, ``offer_url`` tells what chips it sells,
    ``standing_url`` how it stands. ``game`` and ``stake`` are what it plays, and for what;
    ``over``: it was played to its end, and nothing it has paid comes back.
    """

    name: str
    url: str
    draw_url: str | None = None
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
