"""The latecomers of a running event, who wait for a seat (LATE-1)."""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.types import Chips
from tournaments.rules.late_seating import TableSeat


@dataclass(slots=True)
class Latecomer:
    """A player who has entered a running event and has no seat yet; ``drawn`` is the seat that they
    wait for, and ``away`` whether they will sit out there."""

    entry: int
    user: int
    stack: Chips
    drawn: TableSeat | None = None
    away: bool = False


class Latecomers:
    """Latecomers in the order in which they entered, and those among them to try again.

    A large event has a thousand of them, each waiting for one table: only those whose situation may
    have changed are tried again, not all of them for each hand that ends or player who enters.
    """

    def __init__(self, newcomers: Iterable[Latecomer] = ()) -> None:
        self._by_turn: dict[int, Latecomer] = {}
        self._turns: dict[int, int] = {}
        self._waiting: dict[TableSeat, int] = {}
        self._at_table: defaultdict[int, set[int]] = defaultdict(set)
        self._last = 0
        # The turns of those to try again; during ``to_try``, a heap of the turns still ahead.
        self._again: set[int] = set()
        self._ahead: list[int] = []
        self._turn: int | None = None
        for newcomer in newcomers:
            self.append(newcomer)

    def __len__(self) -> int:
        return len(self._by_turn)

    def __iter__(self) -> Iterator[Latecomer]:
        return iter(self._by_turn.values())

    def append(self, newcomer: Latecomer) -> None:
        self._last += 1
        self._turns[newcomer.entry] = self._last
        self._by_turn[self._last] = newcomer
        self._look_at(self._last)
        if newcomer.drawn is not None:
            self.expect(newcomer, newcomer.drawn)

    def remove(self, newcomer: Latecomer) -> None:
        self._forget_seat(newcomer)
        turn = self._turns.pop(newcomer.entry)
        del self._by_turn[turn]
        self._again.discard(turn)

    def expect(self, newcomer: Latecomer, drawn: TableSeat) -> None:
        """Reserve the seat that a latecomer has drawn."""
        turn = self._turns[newcomer.entry]
        newcomer.drawn = drawn
        self._waiting[drawn] = turn
        self._at_table[drawn.table].add(turn)

    def give_up(self, newcomer: Latecomer) -> TableSeat | None:
        """Release the seat that a latecomer has drawn, and return it, or None without one."""
        self._forget_seat(newcomer)
        drawn, newcomer.drawn = newcomer.drawn, None
        return drawn

    def expected(self, drawn: TableSeat) -> bool:
        """Return whether a latecomer waits for this seat."""
        return drawn in self._waiting

    def look_at(self, table_id: int) -> None:
        """Mark the latecomers who wait for a seat of this table, to try them again."""
        for turn in self._at_table.get(table_id, ()):
            self._look_at(turn)

    def look_at_all(self) -> None:
        for turn in self._by_turn:
            self._look_at(turn)

    def to_try(self) -> Iterator[Latecomer]:
        """Yield those to try again, in order, including later ones marked meanwhile."""
        self._ahead = sorted(self._again)
        self._turn = 0
        while self._ahead:
            self._turn = heapq.heappop(self._ahead)
            if self._turn in self._again:
                self._again.discard(self._turn)
                yield self._by_turn[self._turn]
        self._turn = None

    def _look_at(self, turn: int) -> None:
        if turn not in self._again:
            self._again.add(turn)
            if self._turn is not None and turn > self._turn:
                heapq.heappush(self._ahead, turn)

    def _forget_seat(self, newcomer: Latecomer) -> None:
        if newcomer.drawn is not None:
            self._waiting.pop(newcomer.drawn, None)
            self._at_table[newcomer.drawn.table].discard(self._turns[newcomer.entry])
