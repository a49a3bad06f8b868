"""What players do to an event, and what their connections do to them."""

from collections.abc import Callable
from functools import partial

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tables.engine import Action
from tables.live import dealer, record
from tables.models import Seat
from tests.tournaments.machine.festival import PEOPLE, Festival, boldest, choice, which, who
from tests.tournaments.machine.ways import statements, ways
from tournaments.entry import purchases, registration
from tournaments.models import Entry


class Players(Festival):
    """Rules of players; none waits for what the cards decided, a refusal is an answer."""

    @rule(one=who, way=ways, statement=statements)
    def register(self, one: int, way: str, statement: int) -> None:
        self.do("register", self.entering(one), way, statement)

    @rule(one=who, way=ways, statement=statements)
    def unregister(self, one: int, way: str, statement: int) -> None:
        verb = partial(registration.unregister, **self.about(one))
        self.do("unregister", verb, way, statement)

    @rule(one=who, count=st.integers(1, 2), way=ways, statement=statements)
    def rebuy(self, one: int, count: int, way: str, statement: int) -> None:
        self.do("rebuy", self._rebuying(one, count), way, statement)

    @rule(one=who, way=ways, statement=statements)
    def add_on(self, one: int, way: str, statement: int) -> None:
        self.keys += 1
        verb = partial(purchases.add_on, **self.about(one, key=str(self.keys)))
        self.do("add-on", verb, way, statement)

    @rule(way=ways, statement=statements)
    def go_again(self, way: str, statement: int) -> None:
        """Whoever has lost everything wants more chips, or another entry."""
        broke = Seat.objects.filter(table__event=self.event.event, stack=0)
        seated = set(broke.values_list("user_id", flat=True))
        out = self.event.entries.filter(status=Entry.Status.OUT)
        gone = set(out.values_list("user_id", flat=True))
        for one, user in enumerate(self.people):
            if user.pk in seated:
                self.ask("rebuy", self._rebuying(one, 1), way, statement)
            if user.pk in gone:
                self.ask("register", self.entering(one), way, statement)

    def _rebuying(self, one: int, count: int) -> Callable[[], object]:
        self.keys += 1
        return partial(purchases.rebuy, **self.about(one, count=count, key=str(self.keys)))

    @rule(table=which, boldest=boldest, way=ways, statement=statements)
    def act(self, table: int, boldest: int, way: str, statement: int) -> None:
        """One action at a table, by whoever is to act."""
        if (playing := self.playing(table)) is None:
            return
        seen = record.read(playing)
        hand = seen.live.playing
        assert hand is not None
        assert seen.live.turn is not None
        verb = partial(
            dealer.act,
            table_id=playing,
            user_id=seen.live.dealt[seen.live.turn],
            action=choice(hand, boldest),
            seen_version=seen.version,
            now=self.evening.later(0.2),
        )
        self.do("act", verb, way, statement)

    @rule(one=who, table=which, way=ways, statement=statements)
    def act_out_of_turn(self, one: int, table: int, way: str, statement: int) -> None:
        if tables := self.tables:
            there = tables[table % len(tables)]
            verb = partial(
                dealer.act,
                table_id=there.pk,
                user_id=self.people[one].pk,
                action=Action("call"),
                seen_version=there.version - 1,
                now=self.evening.now,
            )
            self.do("act out of turn", verb, way, statement)

    @rule(one=who, away=st.booleans(), way=ways, statement=statements)
    def rest(self, one: int, away: bool, way: str, statement: int) -> None:
        """A player leaves the table, or comes back; nobody is asked whether the hand runs."""
        verb, name = (dealer.sit_out, "sit out") if away else (dealer.come_back, "come back")
        user = self.people[one].pk
        for seat in Seat.objects.filter(table__event=self.event.event, user=user):
            seated = partial(verb, table_id=seat.table_id, user_id=user, now=self.evening.now)
            self.do(name, seated, way, statement)

    @rule(gone=st.sampled_from([1, 4, 8, PEOPLE]))
    def lose_connections(self, gone: int) -> None:
        """The first so many of all people are cut off at once."""
        self.later(0)
        self.online -= {user.pk for user in self.people[:gone]}
        self.later(11)
        self.do("lose connections", self.look, "once", 0)

    @rule(back=st.sampled_from([3, 8, PEOPLE, PEOPLE]))
    def connect_again(self, back: int) -> None:
        """The last so many are connected, and play as soon as they see their page."""
        self.online |= {user.pk for user in self.people[-back:]}
        self.later(1)
        self.do("connect again", self.come_back, "once", 0)
