"""What the room's own processes do: workers, beat, and the clock."""

from functools import partial

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tables.live import dealer, heartbeat
from tables.models import Deadline, Seat, Table
from tests.tournaments.invariants import tables_are_even
from tests.tournaments.machine.festival import boldest, which
from tests.tournaments.machine.players import Players
from tests.tournaments.machine.ways import statements, ways
from tournaments import director, tasks
from tournaments.models import Tournament
from tournaments.play import auto_deal, lost_connections


class Room(Players):
    """Rules of workers and beat."""

    @rule(way=ways, statement=statements)
    def direct(self, way: str, statement: int) -> None:
        """A worker's step of the director."""
        verb = partial(director.step, tournament_id=self.event.pk, now=self.evening.now)
        self.do("step of the director", verb, way, statement)

    @rule(way=ways, statement=statements)
    def sweep(self, way: str, statement: int) -> None:
        """Beat's job for a worker: time is kept, whatever is due is claimed and stepped."""
        self.do("sweep of events", tasks.sweep, way, statement)

    @rule(way=ways, statement=statements)
    def watch_connections(self, way: str, statement: int) -> None:
        verb = partial(lost_connections.watch, now=self.evening.now)
        self.do("watch connections", verb, way, statement)

    @rule(table=which, way=ways, statement=statements)
    def sweep_a_deadline(self, table: int, way: str, statement: int) -> None:
        """The sweep comes by, whether or not somebody's time is up."""
        if (playing := self.playing(table)) is not None:
            verb = partial(dealer.time_out, table_id=playing, now=self.evening.now)
            self.do("sweep of a deadline", verb, way, statement)

    @rule(table=which, way=ways, statement=statements)
    def deal_on(self, table: int, way: str, statement: int) -> None:
        """A table between two hands looks whether it is time for the next."""
        tables = Table.objects.filter(event=self.event.event, status=Table.Status.OPEN)
        if pks := list(tables.order_by("pk").values_list("pk", flat=True)):
            pk = pks[table % len(pks)]
            verb = partial(auto_deal.look, table_id=pk, now=self.evening.now)
            self.do("look at a table", verb, way, statement)

    @rule(table=which, way=ways, statement=statements)
    def let_time_run_out(self, table: int, way: str, statement: int) -> None:
        """Whoever is to act at a table does not, whether or not they are there."""
        if (playing := self.playing(table)) is None:
            return
        due_at = Deadline.objects.get(table=playing).due_at
        if due_at is not None and due_at > self.evening.now:
            self.later((due_at - self.evening.now).total_seconds())
        verb = partial(dealer.time_out, table_id=playing, now=self.evening.now)
        self.do("time out", verb, way, statement)

    @rule(seconds=st.sampled_from([1, 11, 45]))
    def wait(self, seconds: int) -> None:
        self.later(seconds)

    @rule(seconds=st.sampled_from([20, 300]), way=ways, statement=statements)
    def outage(self, seconds: int, way: str, statement: int) -> None:
        """For a while nobody keeps the room's time; then somebody does again."""
        self.later(0)
        self.later(seconds, kept=False)
        verb = partial(heartbeat.beat, now=self.evening.now)
        self.do("beat after an outage", verb, way, statement)
        heartbeat.beat(now=self.evening.now)

    @rule(
        boldest=boldest,
        hands=st.integers(1, 6),
        seconds=st.sampled_from([2, 8]),
        keen=st.sampled_from([True, True, False]),
    )
    def play(self, boldest: int, hands: int, seconds: int, keen: bool) -> None:
        """A few hands at every table: then all are idle, and a step leaves them balanced."""
        for _ in range(hands):
            idle = self.finish_hands(boldest)
            if keen:
                self.come_back()
                self.go_again("once", 0)
            self.later(seconds)
            dealt = self.look()
            # Tables may deal until they hear that the event lets them no more.
            if idle and not (dealt and not self.event.deals_on) and self._plays_on():
                tables_are_even(self.event, self.evening.now)

    # Under more names it comes up more often: it is what brings an event on.
    play_on = play_on_and_on = and_on = play

    def _plays_on(self) -> bool:
        """Whether hands run, nobody thinks about a rebuy, and tables are the director's."""
        event = self.event
        return (
            event.status == Tournament.Status.RUNNING
            and event.format == Tournament.Format.REGULAR
            and event.pause is None
            and bool(self.evening.playing())
            and not Seat.objects.filter(table__event=event.event, stack=0).exists()
        )
