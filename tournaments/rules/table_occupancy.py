"""A field's tables as seating sees them (TRN-3), indexed by their number of players.

The cost of a lookup grows with the number of equally full tables, not with the field.
"""

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from core.types import SeatNo
from tables.engine import Button, Positions


class TablePlan(NamedTuple):
    """A table as seating sees it; ``ready`` while no hand is running: its players may be moved.

    ``button`` says how it moves (BTN-3), None in games without blinds.
    """

    id: int
    max_seats: int
    seats: frozenset[int] = frozenset()
    positions: Positions | None = None
    ready: bool = True
    button: Button | None = "dead"

    @property
    def free(self) -> list[SeatNo]:
        return [SeatNo(no) for no in range(1, self.max_seats + 1) if no not in self.seats]

    @property
    def room(self) -> int:
        """The number of free seats."""
        return self.max_seats - len(self.seats)

    def with_seat(self, no: int) -> "TablePlan":
        return self._replace(seats=self.seats | {no})

    def without_seat(self, no: int) -> "TablePlan":
        return self._replace(seats=self.seats - {no})


class Field:
    """Tables by id: ``players`` sit at them, and there is ``room`` for so many more.

    Of equally full tables the one with the lower id, which was opened earlier, comes first.
    """

    def __init__(self, tables: Iterable[TablePlan] = ()) -> None:
        self.players = self.room = 0
        self.ids: list[int] = []
        self._tables: dict[int, TablePlan] = {}
        # Ids in order, and ids of ready tables, by number of players.
        self._of_size: dict[int, list[int]] = {}
        self._ready: dict[int, set[int]] = {}
        for table in tables:
            self.put(table)

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[TablePlan]:
        return map(self._tables.__getitem__, self.ids)

    def __getitem__(self, table_id: int) -> TablePlan:
        return self._tables[table_id]

    def put(self, table: TablePlan) -> None:
        """Add a table, or replace it by its new state."""
        size, before = len(table.seats), self._tables.get(table.id)
        self._tables[table.id] = table
        if before is None:
            insort(self.ids, table.id)
        else:
            self._leave_out(before, size)
        if before is None or len(before.seats) != size:
            insort(self._of_size.setdefault(size, []), table.id)
        if table.ready:
            self._ready.setdefault(size, set()).add(table.id)
        self.players += size
        self.room += table.room

    def drop(self, table_id: int) -> None:
        """Remove a table, if it is known."""
        if (table := self._tables.pop(table_id, None)) is not None:
            del self.ids[bisect_left(self.ids, table_id)]
            self._leave_out(table, None)

    def _leave_out(self, table: TablePlan, now: int | None) -> None:
        """Remove a table from the indexes and totals; ``now`` is its new number of players."""
        size = len(table.seats)
        if size != now:
            ids = self._of_size[size]
            del ids[bisect_left(ids, table.id)]
            if not ids:
                del self._of_size[size]
        if table.ready:
            self._ready[size].discard(table.id)
        self.players -= size
        self.room -= table.room

    @property
    def fewest(self) -> int:
        """The number of players at the emptiest table; 0 without tables."""
        return min(self._of_size, default=0)

    @property
    def fullest(self) -> int:
        return max(self._of_size, default=0)

    def of_size(self, players: int) -> Iterator[TablePlan]:
        return map(self._tables.__getitem__, self._of_size.get(players, ()))

    def ready(self, players: int) -> Collection[int]:
        """Return the ids, unordered, of ready tables with this number of players."""
        return self._ready.get(players, ())

    def emptiest_first(self) -> Iterator[TablePlan]:
        """Yield the tables with free seats, emptiest first."""
        for size in sorted(self._of_size):
            for table in self.of_size(size):
                if table.room:
                    yield table

    def emptiest(self, count: int, *, but: Collection[int] = ()) -> list[TablePlan]:
        """Return up to ``count`` of the emptiest tables with free seats, except ``but``, by id."""
        others = (table for table in self.emptiest_first() if table.id not in but)
        return sorted(islice(others, count), key=lambda table: table.id)
