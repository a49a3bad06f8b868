"""A whole tournament in memory: who comes when, who goes out where, and what is paid."""

import heapq
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from payouts.rules.prizes import chips_part, pooled, prizes
from payouts.rules.rankings import by_chips, ranked_by_chips
from tournaments import arrangement
from tournaments.floorplan import TableState
from tournaments.models import Tournament
from tournaments.rules import clock, hand_for_hand, standings
from tournaments.rules.clock import ClockReading
from tournaments.rules.standings import Out
from tournaments.simulation.floor import MemoryFloor, Pace
from tournaments.simulation.outcome import LevelReport, Outcome

START = datetime(2026, 1, 1, 20, tzinfo=UTC)
# The director's looks are at least so far apart: many tables finish meanwhile.
LOOK = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class Habits:
    """The share of players who come late, who pay again when they may, and who take the add-on."""

    late: float = 0.2
    again: float = 0.5
    add_on: float = 0.7


USUAL_PACE, USUAL_HABITS = Pace(), Habits()


class Evening:
    """One tournament. ``event`` is a Tournament that was never saved: its terms, and its state."""

    def __init__(
        self,
        event: Tournament,
        *,
        players: int,
        dice: Random,
        pace: Pace = USUAL_PACE,
        habits: Habits = USUAL_HABITS,
        longest: timedelta = timedelta(hours=24),
    ) -> None:
        self.event = event
        self.floor = MemoryFloor(event, pace=pace, dice=dice, now=START)
        self.outcome = Outcome(players)
        self._dice = dice
        self._habits = habits
        self._longest = longest
        self._levels = event.levels
        self._outs: list[Out] = []
        self._coming: list[datetime] = []
        self._bought: Counter[int] = Counter()
        self._re_entered: Counter[int] = Counter()
        self._asked: set[int] = set()
        self._finished: list[tuple[TableState, dict[int, int]]] = []

    @property
    def now(self) -> datetime:
        return self.floor.now

    def play(self, progress: Callable[[int], object] = lambda out: None) -> Outcome:
        """Play to the end, or until ``longest`` has passed; ``progress`` hears how many are out."""
        self._start()
        while not self._look():
            progress(len(self._outs))
            self.floor.now = self._next_look()
        self._settle()
        return self.outcome

    def _start(self) -> None:
        event = self.event
        event.status, event.started_at = Tournament.Status.RUNNING, START
        late = round(self._habits.late * self.outcome.players)
        window = self._late_registration()
        late = late if window else 0
        self._coming = [START + window * self._dice.random() for _ in range(late)]
        heapq.heapify(self._coming)
        event.entry_count = min(self.outcome.players - late, event.max_entries)
        event.live_count = event.entry_count
        arrangement.draw_seats(self.floor, range(1, event.entry_count + 1), level=self._levels[0])

    def _late_registration(self) -> timedelta:
        """How long after the start players are let in."""
        length, left = timedelta(), self.event.late_registration_levels
        for level in self._levels:
            left -= not level.is_break
            if left < 0:
                break
            length += timedelta(seconds=level.seconds)
        return length if self.event.late_registration_levels else timedelta()

    def _look(self) -> bool:
        """What a step of the director does; whether the tournament is over."""
        event, floor = self.event, self.floor
        reading = clock.level_at(self._levels, started_at=START, pauses=(), now=self.now)
        self._note_level(reading)
        # TRN-4: who is out in a round ranks once all its hands are over.
        round_runs = event.in_round and bool(floor.next_result)
        self._finished += floor.finish_hands()
        if not round_runs:
            for table, before in self._finished:
                self._after_the_hand(table, before)
            self._finished.clear()
        self._offer_add_on()
        self._let_in()
        ended = clock.session_over(reading, levels=event.session_levels)
        if ended or self.now - START >= self._longest:
            return floor.next_result is None
        if event.live_count == 1:
            return True
        self._deal_or_wait(reading, round_runs=round_runs)
        return False

    def _deal_or_wait(self, reading: ClockReading, *, round_runs: bool) -> None:
        event, floor = self.event, self.floor
        entry_open = event.may_still_enter(self.now)
        if round_runs or not arrangement.rearrange(
            floor, level=reading.blinds, entry_open=entry_open
        ):
            return
        together = (
            not event.pool_may_grow(self.now) and len(floor.tables) > 1 and self._is_hand_for_hand()
        )
        if reading.is_break or self._waits_for_others(reading) or (together and floor.next_result):
            return
        event.in_round = together
        event.rounds += together
        for table in floor.ready():
            if len(table.users) > 1:
                floor.deal(table, reading.blinds)

    def _is_hand_for_hand(self) -> bool:
        event = self.event
        return hand_for_hand.is_due(
            event.hand_for_hand,
            prizes=self._prizes(),
            left=event.live_count,
            seat=int(event.scheme.get("seat", 0)),
        )

    def _next_look(self) -> datetime:
        reading = clock.level_at(self._levels, started_at=START, pauses=(), now=self.now)
        coming = self._coming[0] if self._coming else None
        due = [at for at in (self.floor.next_result, reading.until, coming) if at is not None]
        return max(min(due), self.now + LOOK)

    def _waits_for_others(self, reading: ClockReading) -> bool:
        """TRN-5: whether a hand begun before the break is still played."""
        return reading.after_break and any(
            table.playing and table.hand_started_at and table.hand_started_at < reading.since
            for table in self.floor.tables.values()
        )

    def _after_the_hand(self, table: TableState, before: dict[int, int]) -> None:
        """Who lost everything buys again, or is out, and may enter again."""
        for no in [no for no, stack in table.stacks.items() if stack == 0]:
            entry = table.users[no]
            if self._rebuys(entry):
                table.stacks[no] = self.event.rebuy_chips
                continue
            assert table.hand_id is not None
            assert table.hand_finished_at is not None
            round_number = self.event.rounds if self.event.in_round else 0
            self._outs.append(
                Out(entry, table.hand_finished_at, table.hand_id, before[no], round_number)
            )
            self.event.live_count -= 1
            self.floor.leave(table, no)
            if (
                self._re_entered[entry] < self.event.re_entries
                and self.event.live_count > 1
                and self.event.may_still_enter(self.now)
                and self.event.re_entries_open(self.now)
                and self._dice.random() < self._habits.again
            ):
                self._enter(re_entry_of=entry)

    def _rebuys(self, entry: int) -> bool:
        event = self.event
        if (
            self._bought[entry] >= event.rebuys
            or not event.rebuys_open(self.now)
            or self._dice.random() >= self._habits.again
        ):
            return False
        self._bought[entry] += 1
        self.outcome.rebuys += 1
        event.purchased += event.rebuy_price
        event.purchased_chips += event.rebuy_chips
        return True

    def _offer_add_on(self) -> None:
        """Once to everybody, while it is sold."""
        event = self.event
        if not event.add_on_open(self.now):
            return
        for table in self.floor.ready():
            for no, entry in table.users.items():
                asked = entry in self._asked
                self._asked.add(entry)
                if not asked and self._dice.random() < self._habits.add_on:
                    table.stacks[no] += event.add_on_chips
                    self.outcome.add_ons += 1
                    event.purchased += event.add_on_price
                    event.purchased_chips += event.add_on_chips

    def _let_in(self) -> None:
        while self._coming and self._coming[0] <= self.now:
            came = heapq.heappop(self._coming)
            if self.event.live_count > 1 and self.event.may_still_enter(came):
                self._enter()

    def _enter(self, *, re_entry_of: int | None = None) -> None:
        event = self.event
        event.entry_count += 1
        event.live_count += 1
        if re_entry_of is not None:
            self._re_entered[event.entry_count] = self._re_entered[re_entry_of] + 1
            self.outcome.re_entries += 1
        arrangement.seat_newcomer(self.floor, event.entry_count, level=self._levels[0])

    def _note_level(self, reading: ClockReading) -> None:
        """Open the report of a level that has begun."""
        levels = self.outcome.levels
        if reading.is_break or (levels and levels[-1].number == reading.number):
            return
        self._count()
        levels.append(
            LevelReport(
                number=reading.number,
                level=reading.level,
                begun=self.now - START,
                players=self.event.live_count,
                tables=len(self.floor.tables),
                average=self.event.average_stack or 0,
            )
        )

    def _count(self) -> None:
        """Credit the latest level with what happened since it began."""
        outcome = self.outcome
        hands, out = self.floor.hands - outcome.hands, len(self._outs) - outcome.out
        outcome.hands, outcome.out = self.floor.hands, len(self._outs)
        if outcome.levels:
            outcome.levels[-1].hands, outcome.levels[-1].out = hands, out

    def _settle(self) -> None:
        """Places and prizes; those still in when time was up rank by their chips."""
        event, outcome = self.event, self.outcome
        stacks = {
            entry: table.stacks[no]
            for table in self.floor.tables.values()
            for no, entry in table.users.items()
        }
        assert sum(stacks.values()) == self.event.chips_in_play
        outcome.collected, outcome.pool = event.collected, event.prize_pool
        groups = ranked_by_chips(stacks) + standings.ranking(self._outs, ties=event.same_hand_ties)
        won = Counter(pooled(self._prizes(), groups))
        won.update(by_chips(chips_part(event.scheme, outcome.pool), stacks))
        outcome.won = [won[entry] for group in groups for entry in group if won[entry]]
        self._count()
        outcome.entries, outcome.left = event.entry_count, len(stacks)
        outcome.actions, outcome.duration = self.floor.actions, self.now - START

    def _prizes(self) -> list[int]:
        """Cents per paid place, with all that was paid in so far."""
        event = self.event
        return prizes(event.scheme, entries=event.entry_count, pool=event.prize_pool)
