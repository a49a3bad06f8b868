"""A whole tournament in memory: arrivals, eliminations, places and prizes."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from core.types import Chips, SeatNo
from payouts.prizes.prize_draws import PrizeDraw
from payouts.rules import bounties, velox
from payouts.rules.chip_prizes import ranked_by_chips, won_by_chips
from payouts.rules.prizes import pooled
from tables.engine import HandState
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floors import TableState
from tournaments.models import Tournament
from tournaments.play import awards, between_hands, hand_for_hand
from tournaments.play.between_hands import Coming
from tournaments.rules import knockouts, level_clock, shootouts, standings
from tournaments.rules.level_clock import ClockReading
from tournaments.rules.standings import Out
from tournaments.simulation.hands import PlayHands, one_by_one
from tournaments.simulation.outcome import LevelReport, SimulationOutcome, Winning
from tournaments.simulation.tables import HandPace, MemoryFloor


class Heads:
    """The cents ``on`` each head and ``paid`` to each entry; a progressive one pays half."""

    def __init__(self, price: int, *, progressive: bool) -> None:
        self.on: dict[int, int] = {}
        self.paid = Counter[int]()
        self._price = price
        self._progressive = progressive

    def put(self, entry: int) -> None:
        """Put the bounty of a new entry on its head."""
        if self._price:
            self.on[entry] = self._price

    def take(self, hand: HandState, seat: int, entries: Mapping[int, int]) -> None:
        """Pay the head of the player eliminated at ``seat``; ``entries`` dealt in, by seat."""
        if not self._price:
            return
        head = entries[seat]
        for winner, cents in knockouts.taken(hand, seat, entries, head=self.on[head]).items():
            paid = bounties.paid_at_once(cents, progressive=self._progressive)
            self.on[head] -= cents
            self.on[winner] += cents - paid
            self.paid[winner] += paid

    def close(self, finalists: Sequence[int]) -> None:
        """Pay the remaining heads at the end; ``finalists`` are listed by place."""
        for head, winner in bounties.at_the_end(self.on, finalists).items():
            self.paid[winner] += self.on.pop(head)


START = datetime(2026, 1, 1, 20, tzinfo=UTC)
# The least time between two steps of the director: many tables finish meanwhile.
LOOK = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class Habits:
    """The shares of players who come late, who rebuy or re-enter, and who take the add-on."""

    late: float = 0.2
    again: float = 0.5
    add_on: float = 0.7


USUAL_PACE, USUAL_HABITS = HandPace(), Habits()


class Evening:
    """One simulated tournament. ``event``, never saved, holds its terms and its state."""

    def __init__(
        self,
        event: Tournament,
        *,
        players: int,
        dice: Random,
        pace: HandPace = USUAL_PACE,
        habits: Habits = USUAL_HABITS,
        longest: timedelta = timedelta(hours=24),
        play_hands: PlayHands = one_by_one,
    ) -> None:
        self.event = event
        # A simulation plays hands even of a live event.
        event.venue = Tournament.Venue.ONLINE
        self.floor = MemoryFloor(event, pace=pace, dice=dice, now=START, play_hands=play_hands)
        self.outcome = SimulationOutcome(players)
        self._dice = dice
        self._habits = habits
        self._longest = longest
        self._levels = event.levels
        self._outs: list[Out] = []
        self._coming: list[datetime] = []
        self._bought: Counter[int] = Counter()
        self._re_entered: Counter[int] = Counter()
        self._asked: set[int] = set()
        self._breaking: list[tuple[TableState, HandState]] = []
        self._heads = Heads(event.bounty, progressive=event.progressive_bounty)

    @property
    def now(self) -> datetime:
        return self.floor.now

    def play(
        self, progress: Callable[[int, int], object] = lambda left, hands: None
    ) -> SimulationOutcome:
        """Play to the end, or until ``longest`` has passed; ``progress`` is called with the numbers
        of players left and of hands played."""
        self._start()
        while (next_look := self._look()) is not None:
            progress(self.event.live_count, self.floor.hands)
            self.floor.now = next_look
        self._settle()
        return self.outcome

    def _start(self) -> None:
        event = self.event
        event.status, event.started_at = Tournament.Status.RUNNING, START
        late = round(self._habits.late * self.outcome.players)
        window = self._late_registration()
        # Enough players for a start must be there in time.
        late = min(late, self.outcome.players - event.min_entries) if window else 0
        self._coming = [START + window * self._dice.random() for _ in range(late)]
        heapq.heapify(self._coming)
        event.entry_count = min(self.outcome.players - late, event.max_entries)
        event.live_count = event.entry_count
        entries = range(1, event.entry_count + 1)
        for entry in entries:
            self._heads.put(entry)
        if event.prize_scheme.drawn:
            event.draw = self._draw()
        self.floor.draw_seats(entries, level=self._levels[0])

    def _draw(self) -> PrizeDraw:
        """Draw the multiplier by one of all tickets (VELOX-1)."""
        event = self.event
        draw = PrizeDraw(seats=event.max_entries, buy_in=event.buy_in, odds=event.prize_scheme.odds)
        ticket = self._dice.randrange(velox.TICKETS)
        draw.multiplier = self.outcome.multiplier = velox.multiplier_of(ticket, draw.table)
        return draw

    def _late_registration(self) -> timedelta:
        """Return the length of late registration."""
        length, left = timedelta(), self.event.late_levels
        for level in self._levels:
            left -= not level.is_break
            if left < 0:
                break
            length += timedelta(seconds=level.seconds)
        return length if self.event.late_levels else timedelta()

    def _look(self) -> datetime | None:
        """Run a step of the director; return the time of the next, None once all is decided."""
        event, floor = self.event, self.floor
        reading = floor.clock()
        self._note_level(reading)
        self._breaking += floor.finish_hands()
        # TRN-4: eliminations in a round rank once all its hands are over.
        round_runs = hand_for_hand.round_runs(floor)
        if not round_runs:
            for table, hand in self._breaking:
                self._after_the_hand(table, hand)
            self._breaking.clear()
        self._offer_add_on()
        self._let_in()
        self.floor.seat_latecomers(level=self._levels[0])
        ended = level_clock.session_over(reading, levels=event.session_levels)
        outlook = between_hands.outlook(floor, ended=ended or self.now - START >= self._longest)
        if outlook.decided:
            return None
        coming = between_hands.prepare(floor, outlook, reading, round_runs=round_runs)
        # A round of a shootout that begins now begins with the first level.
        self._note_level(coming.reading)
        if coming.wait is None:
            self._deal(coming)
        return self._next_look(coming.reading)

    def _deal(self, coming: Coming) -> None:
        if coming.together:
            hand_for_hand.begin_round(self.floor)
        else:
            hand_for_hand.end(self.floor)
        held_up = self.floor.held_up()
        for table in self.floor.ready():
            if table.able > 1 and table.id not in held_up:
                self.floor.deal(table, coming.reading.blinds)
        self.floor.play()

    def _next_look(self, reading: ClockReading) -> datetime:
        newcomer = self._coming[0] if self._coming else None
        due = [at for at in (self.floor.next_result, reading.until, newcomer) if at is not None]
        return max(min(due), self.now + LOOK)

    def _after_the_hand(self, table: TableState, hand: HandState) -> None:
        """Let players without chips rebuy, or eliminate them, with a possible re-entry."""
        busted = {}
        for no in [no for no, stack in table.stacks.items() if stack == 0]:
            if self._rebuys(table.users[no]):
                table.stacks[no] = self.event.rebuy_chips
            else:
                busted[no] = table.users[no]
        self._outs += self._outs_of(table, hand, busted)
        dealt_in: dict[int, int] = {no: table.users[no] for no in map(SeatNo, hand.seats)}
        for no in busted:
            self._heads.take(hand, no, dealt_in)
        self.event.live_count -= len(busted)
        for no, entry in busted.items():
            self.floor.leave(table, no)
            if self._enters_again(entry):
                self._enter(re_entry_of=entry)

    def _outs_of(
        self, table: TableState, hand: HandState, gone: Mapping[SeatNo, int]
    ) -> Iterator[Out]:
        """Yield the eliminations of a hand; ``gone`` are entries by seat."""
        event = self.event
        stacks = {entry: hand.start_stacks[no] for no, entry in gone.items()}
        left = len(table.users) - len(gone)
        at_table = shootouts.places(stacks, left=left) if event.stage else {}
        assert table.hand_id is not None
        assert table.hand_finished_at is not None
        for entry, stack in stacks.items():
            yield Out(
                entry,
                at=table.hand_finished_at,
                hand=table.hand_id,
                start_stack=stack,
                round=event.rounds if event.in_round else 0,
                stage=event.stage,
                table_place=at_table.get(entry, 0),
            )

    def _enters_again(self, entry: int) -> bool:
        event = self.event
        return (
            self._re_entered[entry] < event.re_entries
            and event.may_still_enter(self.now)
            and event.re_entries_open(self.now)
            and self._dice.random() < self._habits.again
        )

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
        """Offer the add-on once to each player while it is sold."""
        event = self.event
        if not event.add_on_open(self.now):
            return
        for table in self.floor.ready():
            for no, entry in table.users.items():
                offered = entry in self._asked
                self._asked.add(entry)
                if not offered and self._dice.random() < self._habits.add_on:
                    table.stacks[no] = Chips(table.stacks[no] + event.add_on_chips)
                    self.outcome.add_ons += 1
                    event.purchased += event.add_on_price
                    event.purchased_chips += event.add_on_chips

    def _let_in(self) -> None:
        while self._coming and self._coming[0] <= self.now:
            came = heapq.heappop(self._coming)
            if self.event.may_still_enter(came):
                self._enter()
            else:
                self.outcome.turned_away += 1

    def _enter(self, *, re_entry_of: int | None = None) -> None:
        event = self.event
        event.entry_count += 1
        event.live_count += 1
        self._heads.put(event.entry_count)
        price = event.entry_price
        if re_entry_of is not None:
            price = event.re_entry_price
            self._re_entered[event.entry_count] = self._re_entered[re_entry_of] + 1
            event.re_entry_count += 1
        entry = event.entry_count
        self.floor.let_in(Latecomer(entry, entry, price.chips), level=self._levels[0])

    def _note_level(self, reading: ClockReading) -> None:
        """Open the report of a level that has begun."""
        event, levels = self.event, self.outcome.levels
        latest = (levels[-1].stage, levels[-1].number) if levels else None
        if reading.is_break or latest == (event.stage, reading.number):
            return
        self._count()
        levels.append(
            LevelReport(
                number=reading.number,
                level=reading.level,
                begun=self.now - START,
                players=event.live_count,
                tables=len(self.floor.tables),
                average=event.average_stack or 0,
                stage=event.stage,
            )
        )

    def _count(self) -> None:
        """Credit the latest level with the hands and eliminations since it began."""
        outcome = self.outcome
        hands, out = self.floor.hands - outcome.hands, len(self._outs) - outcome.out
        outcome.hands, outcome.out = self.floor.hands, len(self._outs)
        if outcome.levels:
            outcome.levels[-1].hands, outcome.levels[-1].out = hands, out

    def _settle(self) -> None:
        """Record places, prizes and bounties; players still in at the end rank by their chips."""
        event, outcome = self.event, self.outcome
        stacks = self.floor.chips()
        assert sum(stacks.values()) == event.chips_in_play
        outcome.collected, outcome.pool = event.for_prizes, event.prize_pool
        outcome.re_entries = event.re_entry_count
        outcome.fees = (event.entry_count - outcome.re_entries) * event.fee
        outcome.fees += outcome.re_entries * event.re_entry_price.fee
        outcome.fees += outcome.rebuys * event.rebuy_fee + outcome.add_ons * event.add_on_fee
        outcome.bounties = event.entry_count * event.bounty
        still_in = ranked_by_chips(stacks)
        groups = still_in + standings.ranking(self._outs, ties=event.same_hand_ties)
        won = Counter(pooled(awards.before_deals(event), groups))
        field, pool = event.entry_count, outcome.pool
        won.update(won_by_chips(event.prize_scheme, stacks, entries=field, pool=pool))
        self._heads.close([entry for group in still_in for entry in group])
        places = standings.places(groups, last=event.entry_count)
        winnings = [
            Winning(places[entry], won[entry], self._heads.paid[entry])
            for group in groups
            for entry in group
        ]
        outcome.won = [winning for winning in winnings if winning.prize or winning.bounties]
        self._count()
        outcome.entries, outcome.left = event.entry_count, len(stacks)
        outcome.actions, outcome.duration = self.floor.actions, self.now - START
