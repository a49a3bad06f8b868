"""A field's tables as seating sees them (TRN-3), found by how full they are.

What is asked of it costs the same in a field of any size, but for tables that are equally full.
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
        """How many more it seats."""
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
        # Ids in order, and those whose players may be moved, by how many sit there.
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
        """Take a table in, or what it has become."""
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
        """Forget a table, if it is known."""
        if (table := self._tables.pop(table_id, None)) is not None:
            del self.ids[bisect_left(self.ids, table_id)]
            self._leave_out(table, None)

    def _leave_out(self, table: TablePlan, now: int | None) -> None:
        """Take away what a table counted for, of whose seats ``now`` so many are taken."""
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
        """The players at an emptiest table; 0 without tables."""
        return min(self._of_size, default=0)

    @property
    def fullest(self) -> int:
        return max(self._of_size, default=0)

    def of_size(self, players: int) -> Iterator[TablePlan]:
        return map(self._tables.__getitem__, self._of_size.get(players, ()))

    def ready(self, players: int) -> Collection[int]:
        """Ids, in no order, of tables with so many players, who may be moved."""
        return self._ready.get(players, ())

    def emptiest_first(self) -> Iterator[TablePlan]:
        """All that have room."""
        for size in sorted(self._of_size):
            for table in self.of_size(size):
                if table.room:
                    yield table

    def emptiest(self, count: int, *, but: Collection[int] = ()) -> list[TablePlan]:
        """Up to so many tables with room, the emptiest of all ``but`` some, by id."""
        others = (table for table in self.emptiest_first() if table.id not in but)
        return sorted(islice(others, count), key=lambda table: table.id)
