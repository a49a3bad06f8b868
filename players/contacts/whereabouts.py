"""Public tables and events at which players are now; packages above register them (FRIEND-2)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from core.types import UserId
from players.contacts import friends

# Places shown of one player.
MOST: Final = 5


class Place(NamedTuple):
    """A table or an event, and its page."""

    name: str
    url: str


# For a reader and some players: where each of these is; a fixed number of queries.
Source = Callable[[UserId, Collection[UserId]], Iterable[tuple[UserId, Place]]]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Register a source of places (from ``AppConfig.ready``)."""
    _sources.append(source)


def of(reader_id: UserId, users: Collection[UserId]) -> Mapping[UserId, Sequence[Place]]:
    """Return where those players are who do not hide it, by player."""
    places: defaultdict[UserId, list[Place]] = defaultdict(list)
    shown = friends.visible(users)
    for source in _sources if shown else ():
        for user_id, place in source(reader_id, shown):
            if len(places[user_id]) < MOST and place not in places[user_id]:
                places[user_id].append(place)
    return places
