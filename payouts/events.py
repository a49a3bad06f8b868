"""What an event is called and where its page is; the apps that run events register a finder."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple


class Event(NamedTuple):
    """An event as a statement or a hand mentions it.

    ``draw_url`` shows how its prize was drawn, ``offer_url`` tells what chips it sells.
    """

    name: str
    url: str
    draw_url: str | None = None
    offer_url: str | None = None


Finder = Callable[[Collection[int]], Mapping[int, Event]]

_finders: dict[str, Finder] = {}


def register(prefix: str, finder: Finder) -> None:
    """``finder`` knows the events ``prefix:<id>`` by id (called from ``AppConfig.ready``)."""
    _finders[prefix] = finder


def find(names: Iterable[str]) -> dict[str, Event]:
    """The events among ``names`` that somebody knows, by name: one query a prefix."""
    wanted: defaultdict[str, set[int]] = defaultdict(set)
    for name in names:
        prefix, _, number = name.partition(":")
        if prefix in _finders and number.isdecimal():
            wanted[prefix].add(int(number))
    return {
        f"{prefix}:{number}": event
        for prefix, numbers in wanted.items()
        for number, event in _finders[prefix](numbers).items()
    }
