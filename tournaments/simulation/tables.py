"""The tables of a simulated tournament: a floor in memory, without the database."""

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, cast

from django.conf import settings

from core.types import Chips, SeatNo
from tables import engine
from tables.wire.frame_types import Notice
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floors import TableState, stakes_of
from tournaments.models import Move, Tournament
from tournaments.play.online_floor import DirectedFloor
from tournaments.rules.late_seating import TableSeat
from tournaments.rules.level_clock import BlindLevel
from tournaments.simulation.hands import HandResult, LinedUp, PlayHands, one_by_one


@dataclass(frozen=True, slots=True)
class HandPace:
    """The seconds that an action takes, and a hand besides its actions and its result."""

    action: float = 4.0
    hand: float = 5.0


class SimulatedHand(NamedTuple):
    """A hand whose result is known at its ``end``."""

    end: datetime
    table: int
    result: HandResult


class MemoryFloor(DirectedFloor):
    """Tables in memory; a hand is computed when it is dealt, and over when its time has passed."""

    def __init__(
        self,
        tournament: Tournament,
        *,
        pace: HandPace,
        dice: Random,
        now: datetime,
        play_hands: PlayHands = one_by_one,
    ) -> None:
        super().__init__(tournament, [], now=now)
        self.hands = self.actions = 0
        self._pace = pace
        self._dice = dice
        self._play_hands = play_hands
        self._lined_up: list[tuple[TableState, LinedUp]] = []
        self._moves = Counter[int]()
        # Hands dealt at each table, and their number when each player was moved there.
        self._dealt = Counter[int]()
        self._moved: dict[int, int] = {}
        self._opened = 0
        self._orbits: dict[int, int] = {}
        self._carried: dict[int, engine.Carried | None] = {}
        self._running: list[SimulatedHand] = []
        self._idle: set[int] = set()

    def note(self, **state: Any) -> None:
        for name, value in state.items():
            setattr(self.tournament, name, value)

    def shuffled(self, things: Sequence[int]) -> list[int]:
        return self._dice.sample(things, len(things))

    def below(self, count: int) -> int:
        return self._dice.randrange(count)

    def ready(self) -> list[TableState]:
        return [self.tables[table_id] for table_id in sorted(self._idle)]

    def open_table(self, label: str, level: BlindLevel) -> TableState:
        self._opened += 1
        table = TableState(self._opened, label, self.tournament.seats_per_table, None)
        self.tables[table.id] = table
        self._idle.add(table.id)
        self._changed.add(table.id)
        return table

    def next_label(self) -> str:
        return f"#{self._opened + 1}"

    def seat(self, table_id: int, users: Mapping[SeatNo, int], *, stack: Chips) -> None:
        table = self.tables[table_id]
        table.users.update(users)
        table.stacks.update(dict.fromkeys(users, stack))
        self._changed.add(table_id)

    def expect(self, newcomer: Latecomer, drawn: TableSeat) -> None:
        self.latecomers.expect(newcomer, drawn)

    def welcome(self, newcomer: Latecomer, place: TableSeat) -> None:
        self.latecomers.remove(newcomer)
        self.seat(place.table, {place.seat: newcomer.user}, stack=newcomer.stack)

    def move(
        self, from_id: int, from_no: SeatNo, to_id: int, to_no: SeatNo, why: Move.Reason
    ) -> None:
        origin, target = self.tables[from_id], self.tables[to_id]
        user = target.users[to_no] = origin.users.pop(from_no)
        self._moves[user] += 1
        self._moved[user] = self._dealt[to_id]
        target.stacks[to_no] = origin.stacks.pop(from_no)
        self._changed |= {from_id, to_id}

    def times_moved(self, table_id: int, no: SeatNo) -> int:
        return self._moves[self.tables[table_id].users[no]]

    def hands_since_moved(self, table: TableState, no: SeatNo) -> int | None:
        moved = self._moved.get(table.users[no])
        return None if moved is None else self._dealt[table.id] - moved

    def leave(self, table: TableState, no: SeatNo) -> None:
        del table.users[no], table.stacks[no]
        self._changed.add(table.id)

    def announce(self, table: TableState, notice: Notice | None) -> None:
        """Do nothing: simulated tables have no audience."""

    def hold(self, table: TableState) -> None:
        """Do nothing: no simulated table deals on."""

    def close(self, table_id: int) -> None:
        self._idle.discard(table_id)
        self._forget(table_id)

    def deal(self, table: TableState, level: BlindLevel, *, notice: Notice | None = None) -> None:
        """Line up the next hand; ``play`` plays it."""
        before = table.button
        positions, stacks, _ = engine.line_up_all(
            before,
            dict(table.stacks.items()),
            pick=self._dice.choice,
            button=self._button_moves,
        )
        orbit = self._orbits.get(table.id, 0) + engine.begins_orbit(before, positions)
        self._orbits[table.id] = orbit
        hand = LinedUp(
            game=engine.game_of_orbit(self.tournament.game, orbit),
            stakes=stakes_of(level),
            positions=positions,
            stacks=stacks,
            house=self._house,
            carried=self._carried.get(table.id),
            seed=self._dice.getrandbits(64),
        )
        self._lined_up.append((table, hand))
        self.hands += 1
        self._dealt[table.id] += 1
        table.hand_id, table.hand_started_at, table.hand_finished_at = self.hands, self.now, None
        table.positions = positions.to_json()
        self._idle.discard(table.id)
        self._changed.add(table.id)

    def play(self) -> None:
        """Play the dealt hands; each is over once its result has been shown."""
        results = self._play_hands([hand for _table, hand in self._lined_up])
        for (table, _hand), result in zip(self._lined_up, results, strict=True):
            self.actions += result.actions
            played = self._pace.hand + result.actions * self._pace.action + settings.RESULT_SECONDS
            end = self.now + timedelta(seconds=played)
            heapq.heappush(self._running, SimulatedHand(end, table.id, result))
        self._lined_up.clear()

    @cached_property
    def _house(self) -> engine.HouseRules:
        return self.tournament.house

    def finish_hands(self) -> list[tuple[TableState, engine.HandState]]:
        """End the hands whose result has been shown; return those that busted a player."""
        breaking = []
        while self._running and self._running[0].end <= self.now:
            played = heapq.heappop(self._running)
            table = self.tables[played.table]
            result = played.result
            table.stacks.update(cast("Mapping[SeatNo, Chips]", result.stacks))
            table.hand_finished_at = played.end - timedelta(seconds=settings.RESULT_SECONDS)
            self._carried[table.id] = result.carried
            self._idle.add(table.id)
            self._changed.add(table.id)
            if result.breaking is not None:
                breaking.append((table, result.breaking))
        return breaking

    def chips(self) -> dict[int, int]:
        """Return the chips by entry, including parts of a pot carried to the next hand."""
        chips = {}
        for table in self.tables.values():
            waiting, button = self._carried.get(table.id), table.button
            parts: dict[int, int] = {}
            if waiting is not None and button is not None:
                parts = engine.equal_parts(waiting.pot, sorted(table.stacks), button=button.button)
            for no, entry in table.users.items():
                chips[entry] = table.stacks[no] + parts.get(no, 0)
        return chips

    @property
    def next_result(self) -> datetime | None:
        return self._running[0].end if self._running else None
