"""Any sequence of what can happen to a tournament, each step once, again, dying, or at once.

Whatever happens: chips are conserved, whoever is in has one seat, tables are within one player of
each other, and hands replay to what is stored. Every event is then played out: each entry has one
finish and the pool pays out to zero. Everything is committed: threads and crashes are real. No
rule ever waits for what the cards decided: a refusal is an answer. The suite takes some 30 s of a
core; TOURNAMENT_EXAMPLES=200 in the environment takes any other number of events.
"""

import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from payouts import reconciliation
from payouts.refusal import Refusal
from tables import dealer, engine, record, shuffle
from tables.engine import Action, Hand
from tables.models import Hand as HandRow
from tables.models import Seat, Table
from tests.payouts.crowd import at_once
from tests.tables.chance import Repeatable
from tests.tables.replays import check_every_hand
from tests.tournaments import events
from tests.tournaments.evening import Crash, Evening, dying_after
from tournaments import books, director, orders, purchases, timekeeping, undoing
from tournaments.models import Entry, Move, Purchase, Tournament
from tournaments.registration import register, unregister

EXAMPLES = int(os.environ.get("TOURNAMENT_EXAMPLES", "10"))
STEPS_AN_EXAMPLE = 40
PEOPLE = 11
SEATS = 3
STACK = 300
# Enough for everything that one may buy here, but not for everybody.
CENTS = [4_000, 4_000, 4_000, 1_000, 900]

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
BOUNTIES = {"buy_in": 500, "bounty": 400}
terms = st.fixed_dictionaries(
    {
        "late_registration_levels": st.sampled_from([0, 2, 3]),
        "re_entries": st.sampled_from([0, 2]),
        "re_entry_buy_in": st.sampled_from([None, 450]),
        "re_entry_chips": st.sampled_from([None, 200]),
        "guarantee": st.sampled_from([0, 120_00]),
        "hand_for_hand": st.sampled_from(["bubble", "jumps"]),
        "same_hand_ties": st.booleans(),
        "extras": st.sampled_from([{}, BOUNTIES, BOUNTIES | {"progressive_bounty": True}, SALES]),
    }
)
who = st.integers(0, PEOPLE - 1)
which = st.integers(0, 3)
boldest = st.integers(0, SEATS)
how = st.sampled_from(["once", "once", "once", "again", "dying", "at once"])
# Most verbs speak to the database a few times, a step of the director up to some hundred.
statement = st.one_of(st.integers(0, 9), st.integers(0, 40), st.integers(0, 150))


class Festival(RuleBasedStateMachine):
    """One tournament of a few small tables, and everybody who could disturb it."""

    events = 0
    taken = 0
    answers: Counter[str] = Counter()
    reached: Counter[str] = Counter()

    chance: Any = None

    @initialize(
        terms=terms,
        early=st.sampled_from([PEOPLE, PEOPLE, 8, 5, 1]),
        chance=st.integers(0, 1_000),
    )
    def open(self, terms: dict[str, Any], early: int, chance: int) -> None:
        number = Festival.events = Festival.events + 1
        event = events.scheduled(
            rows=LEVELS,
            name=f"Festival {number}",
            seats_per_table=SEATS,
            starting_stack=STACK,
            max_entries=PEOPLE + 4,
            scheme=events.standard_scheme(),
            **terms.pop("extras"),
            **terms,
        )
        # The cards repeat themselves with the example, or no failure could be found again.
        self.chance = patch.object(shuffle, "secrets", Repeatable(chance))
        self.chance.start()
        self.evening = Evening(event, [], seed=chance)
        self.people = [
            user
            for cents, names in zip(CENTS, ("a", "b", "c", "d", "e"), strict=True)
            for user in events.players(
                3 if names == "a" else 2, cents=cents, prefix=f"festival{number}{names}"
            )
        ]
        self.keys = 0
        for one in range(early):
            self.register(one, "once", 0)
        self.step("once", 0)

    @property
    def event(self) -> Tournament:
        return self.evening.event

    def carry_out(self, verb: Callable[[], object], how: str, statement: int) -> None:
        """Do something in one of the ways in which things are done."""
        if how == "at once":
            answers = at_once([verb] * 3)
            Festival.answers.update(answers)
            return
        try:
            if how == "dying":
                with dying_after(statement):
                    verb()
            verb()
            if how == "again":
                verb()
        except Crash:
            Festival.answers["crash"] += 1
        except Refusal as refusal:
            Festival.answers[refusal.code.value] += 1

    def about(self, one: int, **more: Any) -> dict[str, Any]:
        return {
            "tournament_id": self.event.pk,
            "user_id": self.people[one].pk,
            "now": self.evening.now,
            **more,
        }

    @rule(one=who, how=how, statement=statement)
    def register(self, one: int, how: str, statement: int) -> None:
        self.carry_out(partial(register, **self.about(one)), how, statement)

    @rule(one=who, how=how, statement=statement)
    def unregister(self, one: int, how: str, statement: int) -> None:
        self.carry_out(partial(unregister, **self.about(one)), how, statement)

    @rule(one=who, count=st.integers(1, 2), how=how, statement=statement)
    def rebuy(self, one: int, count: int, how: str, statement: int) -> None:
        self.keys += 1
        verb = partial(purchases.rebuy, **self.about(one, count=count, key=str(self.keys)))
        self.carry_out(verb, how, statement)

    @rule(one=who, how=how, statement=statement)
    def add_on(self, one: int, how: str, statement: int) -> None:
        self.keys += 1
        verb = partial(purchases.add_on, **self.about(one, key=str(self.keys)))
        self.carry_out(verb, how, statement)

    @rule(how=how, statement=statement)
    def again(self, how: str, statement: int) -> None:
        """Whoever has lost everything wants more chips, or another entry."""
        broke = Seat.objects.filter(table__event=self.event.event, stack=0)
        seated = list(broke.values_list("user_id", flat=True))
        out = self.event.entries.filter(status=Entry.Status.OUT).values_list("user_id", flat=True)
        for one, user in enumerate(self.people):
            if user.pk in seated:
                self.rebuy(one, 1, how, statement)
            if user.pk in out:
                self.register(one, how, statement)

    @rule(how=how, statement=statement)
    def step(self, how: str, statement: int) -> None:
        verb = partial(director.step, tournament_id=self.event.pk, now=self.evening.now)
        self.carry_out(verb, how, statement)

    @rule(seconds=st.sampled_from([1, 11, 45]))
    def later(self, seconds: int) -> None:
        self.evening.later(seconds)

    @rule(table=which, boldest=boldest, how=how, statement=statement)
    def act(self, table: int, boldest: int, how: str, statement: int) -> None:
        """One action at a table, by whoever is to act."""
        if (playing := self._playing(table)) is None:
            return
        seen = record.read(playing)
        hand = seen.live.playing
        assert hand is not None
        assert hand.turn is not None
        verb = partial(
            dealer.act,
            table_id=playing,
            user_id=seen.live.dealt[hand.turn],
            action=_choice(hand, boldest),
            seen_version=seen.version,
            now=self.evening.later(0.2),
        )
        self.carry_out(verb, how, statement)

    @rule(
        boldest=boldest,
        hands=st.integers(1, 6),
        seconds=st.sampled_from([0, 2, 8]),
        keen=st.booleans(),
    )
    def play(self, boldest: int, hands: int, seconds: int, keen: bool) -> None:
        """A few hands at every table: then all are idle, and a step leaves them balanced."""
        for _ in range(hands):
            self._finish_hands(boldest)
            if keen:
                self.again("once", 0)
            self.evening.later(seconds)
            self.step("once", 0)
            self._check_tables()

    # Under more names it comes up more often: it is what brings an event on.
    play_on = play_on_and_on = play

    @rule(table=which, how=how, statement=statement)
    def time_out(self, table: int, how: str, statement: int) -> None:
        """The sweep comes by, whether or not somebody's time is up."""
        if (playing := self._playing(table)) is not None:
            verb = partial(dealer.time_out, table_id=playing, now=self.evening.now)
            self.carry_out(verb, how, statement)

    @rule(one=who, away=st.booleans(), how=how, statement=statement)
    def rest(self, one: int, away: bool, how: str, statement: int) -> None:
        """A player leaves the table, or comes back; nobody is asked whether the hand runs."""
        verb = dealer.sit_out if away else dealer.come_back
        user = self.people[one].pk
        for seat in Seat.objects.filter(table__event=self.event.event, user=user):
            seated = partial(verb, table_id=seat.table_id, user_id=user, now=self.evening.now)
            self.carry_out(seated, how, statement)

    @rule(one=who, table=which, how=how, statement=statement)
    def intrude(self, one: int, table: int, how: str, statement: int) -> None:
        """Somebody acts out of turn, or leaves in the middle of a hand."""
        tables = self._tables()
        if not tables:
            return
        there = tables[table % len(tables)]
        seated: dict[str, Any] = {"table_id": there.pk, "user_id": self.people[one].pk}
        self.carry_out(
            partial(
                dealer.act,
                **seated,
                action=Action("call"),
                seen_version=there.version - 1,
                now=self.evening.now,
            ),
            how,
            statement,
        )

    @rule(how=how, statement=statement)
    def pause(self, how: str, statement: int) -> None:
        verb = partial(timekeeping.pause, reason="fire drill", **self._clock())
        self.carry_out(verb, how, statement)

    @rule(how=how, statement=statement)
    def resume(self, how: str, statement: int) -> None:
        self.carry_out(partial(timekeeping.resume, **self._clock()), how, statement)

    @rule(how=how, statement=statement)
    def end_level(self, how: str, statement: int) -> None:
        self.carry_out(partial(timekeeping.end_level, **self._clock()), how, statement)

    @rule(one=who, table=which, how=how, statement=statement)
    def move(self, one: int, table: int, how: str, statement: int) -> None:
        """Staff send a player to a table, perhaps the player's own or a full one."""
        tables = self._tables()
        if tables and (entry := self._entry(one)):
            table_id = tables[table % len(tables)].pk
            verb = partial(orders.move, table_id=table_id, seat_no=None, **self._staff())
            verb = partial(verb, entry_id=entry)
            self.carry_out(verb, how, statement)

    @rule(table=which, how=how, statement=statement)
    def break_table(self, table: int, how: str, statement: int) -> None:
        if tables := self._tables():
            table_id = tables[table % len(tables)].pk
            verb = partial(orders.break_table, table_id=table_id, **self._staff())
            self.carry_out(verb, how, statement)

    @rule(one=who, how=how, statement=statement)
    def disqualify(self, one: int, how: str, statement: int) -> None:
        if entry := self._entry(one):
            verb = partial(orders.disqualify, entry_id=entry, **self._staff())
            self.carry_out(verb, how, statement)

    @rule(one=who, table=which, how=how, statement=statement)
    def undo(self, one: int, table: int, how: str, statement: int) -> None:
        """Staff think better of it: of a disqualification, or of a hand that put somebody out."""
        if entry := self._entry(one):
            reinstate = partial(undoing.reinstate, entry_id=entry, **self._staff())
            self.carry_out(reinstate, how, statement)
        if tables := self._tables():
            table_id = tables[table % len(tables)].pk
            void = partial(undoing.void_hand, table_id=table_id, **self._staff())
            self.carry_out(void, how, statement)

    @invariant()
    def chips_and_seats_add_up(self) -> None:
        Festival.taken += 1
        self.evening.check()
        for table in self._tables():
            live = record.read(table.pk).live
            rows = {seat.no: (seat.user_id, seat.stack) for seat in table.seats.all()}
            assert rows == {no: (sitter.user, sitter.stack) for no, sitter in live.seats.items()}
            if (hand := live.playing) is not None:
                assert sum(hand.stacks.values()) + hand.pot == sum(hand.start_stacks.values())

    def teardown(self) -> None:
        """Whatever happened, the event comes to its end, and pays."""
        if self.chance is None:
            return
        try:
            self._play_out()
        finally:
            self.chance.stop()
        self._count()
        check_every_hand(event=self.event.event)

    def _play_out(self) -> None:
        self.resume("once", 0)
        for one in range(PEOPLE):
            self.register(one, "once", 0)
        for _ in range(400):
            self.step("once", 0)
            self.evening.check()
            if self.event.over:
                break
            self._finish_hands(SEATS)
            self.evening.later(12)
        if self.event.status == Tournament.Status.FINISHED:
            self.evening.check_finishes()
        else:
            # Too few came: everybody has everything back.
            assert self.event.status == Tournament.Status.CANCELLED
            assert self.event.started_at is None
        assert events.all_money() == 0
        case = books.Case(self.event)
        assert list(case.wrong_records()) == []
        keys = f"entry:{self.event.pk}:"
        assert reconciliation.compare(self.event.event, case.flows(), entry_keys=keys)[1] == []

    def _count(self) -> None:
        """What the example reached, for whoever wonders whether it reaches enough."""
        entries = self.event.entries
        Festival.reached.update(
            {
                self.event.status: 1,
                "entries": entries.count(),
                "re-entries": entries.count() - entries.values("user").distinct().count(),
                "moves": Move.objects.filter(entry__in=entries.all()).count(),
                "purchases": Purchase.objects.filter(entry__in=entries.all()).count(),
                "rounds": self.event.rounds,
                "pauses": len(self.event.pauses),
                "hands": HandRow.objects.filter(event=self.event.event).count(),
            }
        )

    def _check_tables(self) -> None:
        self.event.refresh_from_db()
        if self.event.status == Tournament.Status.RUNNING and self.evening.playing():
            self.evening.check_balance()

    def _finish_hands(self, boldest: int) -> None:
        while tables := self.evening.playing():
            self.evening.act(tables[0], lambda hand: _choice(hand, boldest))

    def _tables(self) -> list[Table]:
        found = Table.objects.filter(event=self.event.event, status=Table.Status.OPEN)
        return list(found.order_by("pk").prefetch_related("seats"))

    def _playing(self, number: int) -> int | None:
        tables = self.evening.playing()
        return tables[number % len(tables)] if tables else None

    def _entry(self, one: int) -> int | None:
        """The player's latest entry."""
        entries = self.event.entries.filter(user=self.people[one].pk).order_by("-pk")
        return entries.values_list("pk", flat=True).first()

    def _staff(self) -> dict[str, Any]:
        return {"by": self.people[0].pk, "why": "the floor decides", "now": self.evening.now}

    def _clock(self) -> dict[str, Any]:
        return {"tournament_id": self.event.pk, "now": self.evening.now}


def _choice(hand: Hand, boldest: int) -> Action:
    """Seats up to the ``boldest`` put everything in; the others only do what costs nothing."""
    legal = engine.legal_actions(hand)
    if legal.seat > boldest:
        return Action("check" if legal.check else "fold")
    if legal.all_in is not None:
        return Action("all_in")
    return Action("call" if legal.call else "check")


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("TRN-1", "TRN-2", "TRN-3", "TRN-4", "TRN-5", "TRN-6", "RANK-1", "CHIP-1")
def test_whatever_happens_a_tournament_comes_to_its_end() -> None:
    run_state_machine_as_test(
        Festival,
        settings=settings(
            max_examples=EXAMPLES,
            phases=[Phase.generate],
            stateful_step_count=STEPS_AN_EXAMPLE,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    print(Festival.taken, "steps", dict(Festival.reached), dict(Festival.answers))
