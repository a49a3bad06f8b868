"""The parts of a player's file at the desk; each package registers its own parts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from core.formats import written
from core.types import UserId

Row = TypeVar("Row", bound=Model)


class FileRow(NamedTuple):
    """A line of a part, in the reader's language; ``url`` is the link of its first cell."""

    cells: tuple[str, ...]
    url: str = ""


@dataclass(frozen=True)
class FileSection:
    """A list of a player's file, the newest first, for staff with the ``right``.

    ``read`` returns ``count`` lines from number ``first`` on, in a bounded number of statements.
    A ``private`` part stands in the export alone, which is for the player.
    """

    key: str
    title: str | Promise
    columns: tuple[str | Promise, ...]
    right: str
    read: Callable[[UserId, int, int], Sequence[FileRow]]
    private: bool = False


class Fact(NamedTuple):
    """A fact in the head of a file."""

    title: str | Promise
    value: str
    url: str = ""


@dataclass(frozen=True)
class Head:
    """A package's facts in the head of a file, for staff with the ``right``; "" for all staff."""

    right: str
    read: Callable[[UserId, datetime], Sequence[Fact]]


@dataclass(frozen=True)
class Finder:
    """A kind of rows that the desk's search finds, for staff with the ``right``.

    ``find`` returns at most HITS lines for what was typed, in a bounded number of statements.
    """

    title: str | Promise
    right: str
    find: Callable[[str], Sequence[FileRow]]


HITS = 10

_parts: dict[str, FileSection] = {}
_heads: list[Head] = []
_finders: list[Finder] = []


def register(
    *parts: FileSection, heads: Sequence[Head] = (), finders: Sequence[Finder] = ()
) -> None:
    """Add parts in the order in which they are shown (called from ``AppConfig.ready``)."""
    _parts.update({part.key: part for part in parts})
    _heads.extend(head for head in heads if head not in _heads)
    _finders.extend(finder for finder in finders if finder not in _finders)


def parts(has_right: Callable[[str], bool]) -> list[FileSection]:
    """Return the parts that a reader may see at the desk."""
    return [part for part in _parts.values() if not part.private and has_right(part.right)]


def facts(user_id: UserId, has_right: Callable[[str], bool], *, now: datetime) -> list[Fact]:
    """Return the facts in the head of a file that a reader may see."""
    shown = (head for head in _heads if not head.right or has_right(head.right))
    return [fact for head in shown for fact in head.read(user_id, now)]


def search(
    typed: str, has_right: Callable[[str], bool]
) -> list[tuple[str | Promise, Sequence[FileRow]]]:
    """Return the hits of a search for a reader, by kind; kinds without hits are left out."""
    if not typed:
        return []
    finders = [finder for finder in _finders if has_right(finder.right)]
    return [(finder.title, hits) for finder in finders if (hits := finder.find(typed))]


class Whole(NamedTuple):
    """The whole file of a player: the head, and each part with all of its lines."""

    facts: Sequence[Fact]
    parts: Sequence[tuple[FileSection, Sequence[FileRow]]]


# Lines of a part per read of an export.
AT_ONCE = 1000


def whole(user_id: UserId, *, now: datetime) -> Whole:
    """Return the whole file of a player, regardless of the reader's rights."""
    return Whole(
        facts(user_id, lambda right: True, now=now),
        [(part, list(_all_of(part, user_id))) for part in _parts.values()],
    )


def _all_of(part: FileSection, user_id: UserId) -> Iterator[FileRow]:
    first = 0
    while rows := part.read(user_id, first, AT_ONCE):
        yield from rows
        first += AT_ONCE


def lines(
    rows: Callable[[UserId], "QuerySet[Row]"], line: Callable[[Row], FileRow]
) -> Callable[[UserId, int, int], Sequence[FileRow]]:
    """Return the ``read`` of a part whose lines are rows of one query."""

    def read(user_id: UserId, first: int, count: int) -> Sequence[FileRow]:
        return [line(row) for row in rows(user_id)[first : first + count]]

    return read


def when(at: datetime | None) -> str:
    """Return a moment as a line shows it."""
    return "" if at is None else written(timezone.localtime(at), "j M Y, H:i")
