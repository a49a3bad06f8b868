"""The state of the machine: one event of a few small tables, and who is there.

Time moves when a rule says so. Whoever is online sees their page and acts; for all others, and for
whoever sits out, the clock does.
"""

import os
import random
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.utils import timezone
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize
from hypothesis.strategies._internal.featureflags import FeatureFlags

from core import sql
from core.redis_client import client
from core.types import EntryId
from payouts.models import PrizeScheme
from players.models import User
from players.profile import presence
from tables import engine
from tables.engine import Action, HandState
from tables.live import dealer, record, shuffle
from tables.models import Heartbeat, Seat, Table
from tests.tables.chance import Repeatable
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tests.tournaments.invariants import open_tables
from tests.tournaments.machine.reach import Reach
from tests.tournaments.machine.ways import carry_out
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Tournament
from tournaments.play import lost_connections
from tournaments.rules import connections as rules

PEOPLE = 11
SEATS = 3
STACK = 300
# Enough for everything that one may buy here, but not for everybody.
CENTS = [4_000, 4_000, 4_000, 1_000, 900]
# Fewer than a real event's ten, so that few can be too many.
CONNECTIONS = 4
# Any other number deals all events other cards.
CARDS = int(os.environ.get("CARDS", "0"))

# Short levels with a break, so that the clock reaches everything within an event.
LEVELS = [(90, 10, 20, 0), (90, 20, 40, 5), (30, 0, 0, 0), (60, 40, 80, 10), (60, 100, 200, 0)]
SALES = {
    "rebuys": 2,
    "rebuy_levels": 2,
    "rebuy_price": 450,
    "rebuy_fee": 50,
    "rebuy_chips": STACK,
    "add_on_after_level": 2,
    "add_on_price": 450,
    "add_on_fee": 50,
    "add_on_chips": 500,
}
BOUNTY: dict[str, Any] = {"buy_in": 500, "bounty": 400}
HAND_FOR_HAND = {
    "hand_for_hand": st.sampled_from(["bubble", "jumps"]),
    "same_hand_ties": st.booleans(),
}
# What an event may be: fixed terms, and those that an example draws.
KINDS: dict[str, tuple[dict[str, Any], dict[str, st.SearchStrategy[Any]]]] = {
    "freeze-out": ({"hand_for_hand": "jumps"}, {"same_hand_ties": st.booleans()}),
    "late entries": (
        {"re_entries": 2},
        {
            "late_registration_levels": st.sampled_from([2, 3]),
            "re_entry_buy_in": st.sampled_from([None, 450]),
            "guarantee": st.sampled_from([0, 120_00]),
            **HAND_FOR_HAND,
        },
    ),
    "rebuys": ({**SALES, "late_registration_levels": 2}, HAND_FOR_HAND),
    "bounties": (
        {**BOUNTY, "late_registration_levels": 2, "re_entries": 1},
        {"progressive_bounty": st.booleans()},
    ),
    "shoot-out": ({"format": "shootout"}, {}),
    "bracket": ({**BOUNTY, "format": "shootout", "seats_per_table": 2}, {}),
    "session": (
        {"re_entries": 1, "late_registration_levels": 1},
        {"session_levels": st.sampled_from([1, 2, 3])},
    ),
}
who = st.integers(0, PEOPLE - 1)
which = st.integers(0, 3)
# Events in which everybody is bold are over soon.
boldest = st.sampled_from([0, 0, 1, 2, SEATS])


class Festival(RuleBasedStateMachine):
    """What rules act on, and what they have in common."""

    kind: str
    reach = Reach()
    opened = 0

    def __init__(self) -> None:
        super().__init__()
        # Otherwise most rules are left out of most examples; few examples are to meet them all.
        self._rules_strategy.enabled_rules_strategy = st.just(FeatureFlags())
        self.patches = ExitStack()
        self.keys = 0

    @initialize(
        data=st.data(),
        early=st.sampled_from([PEOPLE, PEOPLE, 8, 5]),
        lobby=st.sampled_from([0, 0, 8]),
        chance=st.integers(0, 2**32),
        pace=st.sampled_from([1, 2, 4]),
        end=st.sampled_from(["played", "deserted", "called off"]),
        play_money=st.booleans(),
    )
    def begin(
        self,
        data: st.DataObject,
        early: int,
        lobby: int,
        chance: int,
        pace: int,
        end: str,
        play_money: bool,
    ) -> None:
        # The simplest example does one thing again and again.
        assume(chance)
        fixed, drawn = KINDS[self.kind]
        drawn_now = {name: data.draw(values) for name, values in drawn.items()}
        self.terms = {**fixed, **drawn_now, "play_money": play_money}
        self.early, self.lobby, self.pace, self.end = early, lobby, pace, end
        for patched in (
            # The cards repeat themselves with the example, or no failure could be found again.
            patch.object(shuffle, "secrets", Repeatable(chance + CARDS)),
            patch.object(timezone, "now", lambda: self.evening.now),
            # By which the sweep keeps the room's time.
            patch.object(sql, "now", lambda: self.evening.now),
            patch.object(rules, "AT_LEAST", CONNECTIONS),
            patch.object(settings, "RESULT_SECONDS", 1),
            patch.object(settings, "AUTO_DEAL_FROM_TABLES", 2),
        ):
            self.patches.enter_context(patched)
        self.dice = random.Random(chance)
        self.open()

    def open(self) -> None:
        """An event, who enters it at once, and everybody online."""
        number = Festival.opened = Festival.opened + 1
        defaults = {"seats_per_table": SEATS, "scheme": self._scheme(), **self.terms}
        event = events.scheduled(
            rows=LEVELS,
            starts_at=START + timedelta(seconds=self.lobby),
            name=f"Festival {number}",
            starting_stack=STACK,
            max_entries=PEOPLE + 4,
            action_seconds=10,
            bank_seconds=5,
            **defaults,
        )
        self.evening = Evening(event, [], seed=number)
        Heartbeat.objects.all().delete()
        self.people: list[User] = [
            user
            for cents, names in zip(CENTS, "abcde", strict=True)
            for user in events.players(
                3 if names == "a" else 2,
                cents=cents,
                prefix=f"festival{number}{names}",
                books=event.books,
            )
        ]
        self.online = {user.pk for user in self.people}
        for one in range(self.early):
            self.ask("register", self.entering(one), "once", 0)
        self.look()

    def _scheme(self) -> PrizeScheme:
        """Five prizes, so that there are two tables on the bubble; or all by chips."""
        if "session_levels" in self.terms:
            return PrizeScheme.objects.get_or_create(name="Split", kind="split")[0]
        shares = [4000, 2500, 1500, 1000, 1000]
        return PrizeScheme.objects.get_or_create(name="Five", kind="winners", shares=shares)[0]

    @property
    def event(self) -> Tournament:
        return self.evening.event

    @property
    def tables(self) -> list[Table]:
        return sorted(open_tables(self.event), key=lambda table: table.pk)

    def ask(self, rule: str, verb: Callable[[], object], way: str, statement: int) -> None:
        """Do something in one of the ways, and note what came of it."""
        self.reach.note(rule, carry_out(verb, way, statement))

    def do(self, rule: str, verb: Callable[[], object], way: str, statement: int) -> None:
        """The same; meanwhile the event goes on."""
        self.ask(rule, verb, way, statement)
        self._go_on()

    def _go_on(self) -> None:
        """A few actions at every table, as many as the example's pace; then beat comes round."""
        for table_id in self.evening.playing():
            boldest = self.dice.choice([0, 0, 0, 1, 2])
            for _ in range(self.pace):
                self.move_on(table_id, boldest)
        self.later(1)
        self.look()

    def entering(self, one: int) -> Callable[[], object]:
        return partial(registration.register, **self.about(one))

    def look(self) -> bool:
        """What beat has done all the time; whether a table had dealt before the director came."""
        dealt = bool(self.evening.deal_on())
        director.step(tournament_id=self.event.pk, now=self.evening.now)
        self.evening.deal_on()
        lost_connections.watch(now=self.evening.now)
        self.event.refresh_from_db()
        return dealt

    def later(self, seconds: float, *, kept: bool = True) -> None:
        """Time goes by; unless ``kept``, without any sign of life of a worker."""
        self.evening.later(seconds)
        if kept:
            Heartbeat.objects.update_or_create(pk=1, defaults={"at": self.evening.now})
        seats = Seat.objects.filter(table__event=self.event.event, user__in=self.online)
        with client().pipeline() as pipeline:
            for table_id, user_id in seats.values_list("table_id", "user_id"):
                seen = {str(user_id): self.evening.now.timestamp()}
                pipeline.zadd(presence.key_of(table_id), seen)
            pipeline.execute()

    def move_on(self, table_id: int, boldest: int) -> bool:
        """Whoever is to act does, or runs out of time; False when a pause waits for them."""
        table = record.read(table_id)
        if table.live.turn is None:
            return False
        if table.live.dealt[table.live.turn] in self.online and not table.live.turn_away:
            self.evening.act(table_id, lambda hand: choice(hand, boldest))
            return True
        if table.due_at is None:
            return False
        self.later(max(0.0, (table.due_at - self.evening.now).total_seconds()))
        return dealer.time_out(table_id=table_id, now=self.evening.now)

    def finish_hands(self, boldest: int) -> bool:
        """Play every hand to its end; whether none is left that a pause holds up."""
        for table_id in self.evening.playing():
            while self.move_on(table_id, boldest):
                pass
        return not self.evening.playing()

    def come_back(self) -> None:
        """Everybody who is online and sits out plays again."""
        gone = Seat.objects.filter(table__event=self.event.event, away=True)
        for seat in gone.filter(user__in=self.online):
            dealer.come_back(table_id=seat.table_id, user_id=seat.user_id, now=self.evening.now)

    def playing(self, number: int) -> int | None:
        """Some table at which a hand runs."""
        tables = self.evening.playing()
        return tables[number % len(tables)] if tables else None

    def entry(self, one: int) -> EntryId | None:
        """The player's latest entry."""
        entries = self.event.entries.filter(user=self.people[one].pk).order_by("-pk")
        latest = entries.first()
        return latest.pk if latest else None

    def about(self, one: int, **more: Any) -> dict[str, Any]:
        user = self.people[one].pk
        return {"tournament_id": self.event.pk, "user_id": user, "now": self.evening.now, **more}


def choice(hand: HandState, boldest: int) -> Action:
    """Seats up to the ``boldest`` put everything in; the others only do what costs nothing."""
    legal = engine.legal_actions(hand)
    if legal.seat > boldest:
        return Action("check" if legal.check else "fold")
    if legal.all_in is not None:
        return Action("all_in")
    return Action("call" if legal.call else "check")
