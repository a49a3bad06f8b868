"""The data that each package has of a player: exported by named columns, or kept back for a
reason; a test compares them with the foreign keys of all models (DATA-1)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from django.apps import apps
from django.db.models import Q, QuerySet

from core.types import UserId

# What becomes of rows when their account is merged into another one (STAFF-12). "stays": its own
# history, which the archive and the file of the kept account have. "moves": rows of the kept
# account, which keeps its own where both have the same. "joins": the package makes one of both.
# "ends": without effect from then on.
AtMerge = Literal["stays", "moves", "joins", "ends"]
# Rows of a part that are read at once.
AT_ONCE: Final = 1000


@dataclass(frozen=True)
class DataPart:
    """A list of a player's rows: ``columns`` of the model's rows whose ``owner`` is the player.

    Only named columns leave the room. A column may follow relations (``tournament__name``).
    """

    key: str
    model: str
    columns: tuple[str, ...]
    at_merge: AtMerge
    owner: str = "user"
    # The column by which portions go on, unique among the rows of one player.
    cursor: str = "pk"

    def rows(self, user_id: UserId) -> Iterator[Sequence[Any]]:
        """Yield the rows, the oldest first, in portions."""
        after: Any = None
        while portion := list(self._behind(user_id, after)[:AT_ONCE]):
            yield from (row for _cursor, *row in portion)
            after = portion[-1][0]

    def _behind(self, user_id: UserId, after: Any) -> "QuerySet[Any, Any]":
        model = apps.get_model(self.model)
        rows: QuerySet[Any, Any] = model._default_manager.filter(Q(**{self.owner: user_id}))
        if after is not None:
            rows = rows.filter(**{f"{self.cursor}__gt": after})
        portion: QuerySet[Any, Any] = rows.order_by(self.cursor).values_list(
            self.cursor, *self.columns
        )
        return portion


class KeptBack(NamedTuple):
    """A relation of a model to a user that is not exported, and the reason.

    Members of staff are not merged: ``at_merge`` is None for what names them alone.
    """

    model: str
    field: str
    why: str
    at_merge: AtMerge | None = None


class DataFile(NamedTuple):
    """A file of the archive, with its path there."""

    path: str
    content: bytes


class DataFiles(NamedTuple):
    """A source of files of the archive, and the number of those that it will yield."""

    count: Callable[[UserId], int]
    read: Callable[[UserId], Iterator[DataFile]]


_parts: dict[str, DataPart] = {}
_kept_back: list[KeptBack] = []
_files: list[DataFiles] = []


def register(
    *parts: DataPart, kept_back: Sequence[KeptBack] = (), files: Sequence[DataFiles] = ()
) -> None:
    """Add the data of a package (called from ``AppConfig.ready``)."""
    _parts.update({part.key: part for part in parts})
    _kept_back.extend(row for row in kept_back if row not in _kept_back)
    _files.extend(source for source in files if source not in _files)


def parts() -> list[DataPart]:
    return list(_parts.values())


def kept_back() -> list[KeptBack]:
    return list(_kept_back)


def files() -> list[DataFiles]:
    return list(_files)
