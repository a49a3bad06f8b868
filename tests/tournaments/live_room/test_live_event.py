"""A live evening from the first receipt to the last slip: walk-ins, alternates, wrong entries and
their corrections, counts in the breaks, moves, prizes."""

from collections.abc import Iterator
from random import Random

import pytest

from core.types import Chips, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import CounterOrder
from tables.models import Hand
from tests.harness.long_forms import longer
from tests.tournaments import events
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.verbs import counts, desk_view, moves, undoing, walk_ins
from tournaments.models import Act, Entry, Move, Tournament
from tournaments.play import books

pytestmark = pytest.mark.django_db

# Twenty minutes each, and a break after every second level.
ROWS = [
    row
    for blind in (50, 100, 200, 400, 800, 1600)
    for row in ((1200, blind, 2 * blind, 0), (1200, blind, 2 * blind, blind), (600, 0, 0, 0))
][:-1]
UNDOINGS = 5
STACK = 20_000
SEATS = longer(9, short=5)


class Desk(Floor):
    """The floor, the cashier and the dealers of an evening, in one."""

    def __init__(self, *, tables: int, players: int, dice: Random) -> None:
        terms = {
            "live_tables": tables,
            "seats_per_table": SEATS,
            "max_entries": 400,
            "starting_stack": STACK,
            "rows": ROWS,
            "late_registration_levels": 2,
            "re_entries": 1,
            "scheme": events.standard_scheme(),
        }
        super().__init__(live(**terms), players=0)
        self.dice = dice
        self.undone = 0
        for number in range(players):
            self.register(f"walk in {number}")

    def register(self, name: str, again: UserId | None = None) -> Entry:
        return walk_ins.enter(
            tournament_id=self.pk,
            user_id=again,
            name=name,
            cash=True,
            key=f"{name} {again}",
            by=UserId(self.by),
            now=self.now,
        )

    def lose(self) -> None:
        """Somebody goes out at the fullest table; now and then somebody else was entered first."""
        seated = self.seated(max(self.tables(), key=lambda table: len(self.seated(table))))
        out, wrong, *_ = self.dice.sample(list(seated), 2)
        if self.undone < UNDOINGS:
            act = self.bust([wrong])
            if not self.event.arriving_count:
                # Else somebody who waits has the seat by then.
                self.step()
            undoing.undo(act_id=act.pk, by=self.by, why="the seat beside", now=self.now)
            self.undone += 1
        self.bust([out])
        self.step()

    def rearrange(self) -> None:
        while (due := moves.due_now(self.event, now=self.now)) is not None:
            moves.rearrange(
                tournament_id=self.pk,
                key=due.key,
                last_hands=self.last_hands(*due.tables, button=self.dice.randint(1, SEATS)),
                by=self.by,
                now=self.now,
            )
            self.step()

    def count_with_a_slip(self) -> None:
        """Chips have gone round; the first table is entered wrongly, and put right."""
        stacks = self.stacks()
        rich = max(stacks, key=lambda pk: stacks[pk])
        for pk in stacks:
            if pk != rich and stacks[pk] > 1000:
                stacks[pk] -= 1000
                stacks[rich] += 1000
        slipped = self.count({**stacks, rich: stacks[rich] + 5000})
        assert slipped.difference.chips == 5000
        table = self.table_of(rich)
        done = counts.count(
            table_id=table.pk,
            stacks={pk: Chips(stacks[pk]) for pk in self.seated(table)},
            by=self.by,
            now=self.now,
        )
        assert done.agrees
        assert self.stacks() == stacks
        # Who waits for a seat has paid for a stack, too.
        waiting = self.event.arriving_count
        chips = sum(stacks.values()) + waiting * STACK
        assert chips == self.event.chips_in_play
        assert self.event.average_stack == chips // (len(stacks) + waiting)

    def breaks(self) -> Iterator[None]:
        """Play on; stops once in every break."""
        seen: int | None = None
        while not self.event.over:
            reading = self.event.clock_at(self.now)
            assert reading is not None
            if reading.is_break and reading.index != seen:
                seen = reading.index
                yield
            self.rearrange()
            if not reading.is_break and self.event.live_count > 1:
                self.lose()
            for table in self.tables() if self.event.in_round else ():
                moves.hand_over(table_id=table.pk, by=self.by, now=self.now)
            self.step(seconds=longer(60, short=240))


@pytest.mark.middling
@pytest.mark.long
@pytest.mark.rule("LIVE-1", "LIVE-2", "LIVE-3", "LIVE-4", "LIVE-5", "LIVE-6", "RANK-1")
def test_an_evening_from_the_first_receipt_to_the_last_slip() -> None:
    tables, players = longer((10, 180), short=(2, 13))
    desk = Desk(tables=tables, players=players, dice=Random(7))
    desk.step()
    assert len(desk.stacks()) == SEATS * tables
    assert desk.event.arriving_count == players - SEATS * tables
    counted, again = 0, 0
    for _ in desk.breaks():
        if len(desk.stacks()) > 1:
            desk.count_with_a_slip()
            counted += 1
        out = desk.event.entries.filter(status=Entry.Status.OUT, re_entry=False)
        for entry in out[:2] if not again and desk.event.may_still_enter(desk.now) else ():
            desk.register("again", UserId(entry.user_id))
            again += 1
    event = desk.event
    assert event.status == Tournament.Status.FINISHED
    assert event.entry_count == players + again
    assert counted
    assert desk.undone == UNDOINGS == event.acts.filter(verb=Act.Verb.UNDO).count()
    pool = event.entry_count * events.BUY_IN
    assert event.prize_pool == pool == sum(entry.prize or 0 for entry in event.entries.all())
    assert events.pool(event) == 0
    assert not Hand.objects.exists()
    assert all(move.rule for move in Move.objects.all())
    shown = desk_view.live_picture(event, shown=(), now=desk.now)
    assert shown is not None
    for entry in event.entries.filter(prize__gt=0):
        assert walk_ins.pay_out(entry_id=entry.pk, by=UserId(desk.by), now=desk.now)
    paid_out = CounterOrder.objects.filter(kind=CounterOrder.Kind.PAY_OUT)
    assert sum(order.amount for order in paid_out) == pool
    # What is left outside of the room is what the house has earned.
    assert -ledger.balance(accounts.OUTSIDE) == event.entry_count * events.FEE
    assert books.reconcile().drifts == []
    assert events.all_money() == 0
