"""The tasks before an account can close; each package registers what it holds of a player."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from core.types import UserId


class Obstacle(NamedTuple):
    """A task before the closing, in the active language, and the page where it is done."""

    text: str
    url: str


Finder = Callable[[UserId, datetime], Iterable[Obstacle]]

_finders: list[Finder] = []


def register(find: Finder) -> None:
    """Add the obstacles of a package (called from ``AppConfig.ready``)."""
    if find not in _finders:
        _finders.append(find)


def of(user_id: UserId, *, now: datetime) -> list[Obstacle]:
    """Return all that a player must do first."""
    return [obstacle for find in _finders for obstacle in find(user_id, now)]
