"""The venues of home games beside the room's own tables, registered from outside (HOME-4)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from core.types import UserId
from tournaments.home.models import HomeGame
from tournaments.models import Entry


class TakesOut(Protocol):
    """A verb that takes a player who is removed out of a game in play."""

    def __call__(self, entry: Entry, *, by: UserId, now: datetime) -> None: ...


@dataclass(frozen=True, slots=True)
class HomeVenue:
    """The differences of a venue: the page of a game there, and how a player is taken out."""

    # A view of the request and the game.
    page: Callable[[Any, HomeGame], Any]
    take_out: TakesOut


_venues: dict[str, HomeVenue] = {}


def register(venue: str, kind: HomeVenue) -> None:
    """Add a venue that hosts may choose (from ``AppConfig.ready``)."""
    _venues[venue] = kind


def find(venue: str) -> HomeVenue | None:
    """Return a venue that is registered; None for the room's own tables, and for an unknown one."""
    return _venues.get(venue)
