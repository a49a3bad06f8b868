"""Any sequence of what can happen to money, each step once, again, dying, or many times at once.

After every step the ledger sums to zero; after every 25th, and at the end, every cent is explained
by entries and results (``evidence``), so that nothing was paid twice or not at all. Everything is
committed: threads and crashes are real. The suite takes up to 30 steps from each kind of event,
`make test-long` 700; MONEY_STEPS in the environment takes any other number.
"""

import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from hypothesis.strategies._internal.featureflags import FeatureFlags

from core.refusal import Refusal
from payouts.bookkeeping.books import PLAY
from payouts.models import PrizeScheme
from payouts.reports import reconciliation
from payouts.wallets import wallet
from players.models import User
from players.protection import exclusions
from tables import engine
from tables.engine import Action, HandState
from tests.harness.long_forms import longer
from tests.payouts.crowd import at_once
from tests.tournaments import events
from tests.tournaments.evening import Crash, Evening, dying_after
from tests.tournaments.events import BUY_IN, FEE
from tournaments import director
from tournaments.entry import purchases
from tournaments.entry.registration import register, unregister
from tournaments.models import Entry, Purchase, Ticket, Tournament
from tournaments.play import books, deals
from tournaments.play.evidence import Case
from tournaments.staff import cancellation

STEPS_AN_EXAMPLE = longer(100, short=30)
STEPS_A_CHECK = 25
PEOPLE = 5

EVENTS: dict[str, Callable[..., Tournament]] = {
    "sit and go": partial(events.sit_and_go, max_entries=3, starting_stack=200),
    "guaranteed": partial(
        events.scheduled,
        seats_per_table=3,
        starting_stack=200,
        guarantee=60_00,
        late_registration_levels=1,
        re_entries=1,
        re_entry_buy_in=450,
        re_entry_fee=50,
    ),
    "velox": events.velox,
    "heads": partial(
        events.scheduled,
        seats_per_table=3,
        starting_stack=200,
        bounty=301,
        progressive_bounty=True,
        late_registration_levels=3,
        re_entries=1,
        re_entry_buy_in=301,
        re_entry_fee=40,
    ),
    "rebuys": partial(
        events.scheduled,
        seats_per_table=3,
        starting_stack=200,
        late_registration_levels=1,
        rebuys=2,
        rebuy_levels=3,
        rebuy_price=450,
        rebuy_fee=50,
        rebuy_chips=200,
        add_on_after_level=2,
        add_on_price=270,
        add_on_fee=30,
        add_on_chips=300,
    ),
    "satellite": partial(
        events.scheduled,
        seats_per_table=3,
        starting_stack=200,
        late_registration_levels=1,
        re_entries=2,
    ),
    "bracket": partial(
        events.scheduled, format="shootout", seats_per_table=2, starting_stack=200, bounty=301
    ),
}

SCHEMES: dict[str, Callable[[], PrizeScheme]] = {
    "guaranteed": events.standard_scheme,
    # Its seats buy an entry of the next event, where that costs as much.
    "satellite": events.satellite_scheme,
}

# Those with most to do come more often.
kinds = st.sampled_from([*sorted(EVENTS), "guaranteed", "heads", "rebuys", "rebuys", "satellite"])
who = st.integers(0, PEOPLE - 1)
how = st.sampled_from(["once", "once", "once", "again", "dying", "at once"])
statement = st.integers(0, 60)


class Room(RuleBasedStateMachine):
    """One event at a time, five people with little money, and everything that may happen."""

    # Of the first event; the next ones are of any.
    kind: str

    def __init__(self) -> None:
        super().__init__()
        # Otherwise most rules are left out of most examples; few examples are to meet them all.
        self._rules_strategy.enabled_rules_strategy = longer(
            self._rules_strategy.enabled_rules_strategy, short=st.just(FeatureFlags())
        )
        self.number = Room.opened = Room.opened + 1
        cents = 2 * (BUY_IN + FEE)
        self.people: list[User] = events.players(PEOPLE, cents=cents, prefix=f"room{self.number}_")
        events.fund(*self.people, cents=cents, books=PLAY)
        self.digest = ""
        self.causes = 0
        self.opened_here = 0
        self.steps = 0

    opened = 0
    taken = 0
    ends: Counter[str] = Counter()

    @initialize(
        filled=st.sampled_from([True, True, False]),
        play_money=st.booleans(),
        chance=st.integers(0, 2**32),
    )
    def first_event(self, filled: bool, play_money: bool, chance: int) -> None:
        # The simplest example does one thing again and again.
        assume(chance)
        self.open(self.kind, filled, play_money)

    def open(self, kind: str, filled: bool, play_money: bool) -> None:
        """A new event, for money or play money; most begin with everybody who can enter."""
        self.opened_here += 1
        terms = {"scheme": SCHEMES[kind]()} if kind in SCHEMES else {}
        name = f"Room {self.number}.{self.opened_here}"
        made = EVENTS[kind](name=name, play_money=play_money, **terms)
        self.evening = Evening(made, [], seed=self.number)
        for who in range(PEOPLE if filled else 0):
            self.register(who, "once", 0)
        self.step("once", 0)

    @property
    def event(self) -> Tournament:
        return self.evening.event

    def carry_out(self, verb: Callable[[], object], how: str, statement: int) -> None:
        """Do something in one of the ways in which things are done; a refusal is an answer."""
        if how == "at once":
            at_once([verb] * 3)
            return
        try:
            if how == "dying":
                with dying_after(statement):
                    verb()
            verb()
            if how == "again":
                verb()
        except Crash:
            pass
        except Refusal:
            pass

    @rule(who=who, how=how, statement=statement)
    def register(self, who: int, how: str, statement: int) -> None:
        verb = partial(register, tournament_id=self.event.pk, user_id=self.people[who].pk)
        self.carry_out(partial(verb, now=self.evening.now), how, statement)

    @rule(who=who, how=how, statement=statement)
    def register_by_ticket(self, who: int, how: str, statement: int) -> None:
        user = self.people[who]
        ticket = Ticket.objects.filter(owner=user, entry=None).order_by("pk").first()
        verb = partial(register, tournament_id=self.event.pk, user_id=user.pk)
        ticket_id = ticket.pk if ticket else 0
        self.carry_out(partial(verb, ticket_id=ticket_id, now=self.evening.now), how, statement)

    @rule(how=how, statement=statement)
    def enter_again(self, how: str, statement: int) -> None:
        """Whoever is out pays once more, where the event takes them."""
        out = self.event.entries.filter(status=Entry.Status.OUT).values_list("user_id", flat=True)
        gone = {*out}
        for who, user in enumerate(self.people):
            if user.pk in gone:
                self.register(who, how, statement)

    @rule(count=st.sampled_from([1, 1, 2]), how=how, statement=statement)
    def rebuy(self, count: int, how: str, statement: int) -> None:
        self.buy(partial(purchases.rebuy, count=count), how, statement)

    @rule(how=how, statement=statement)
    def add_on(self, how: str, statement: int) -> None:
        self.buy(purchases.add_on, how, statement)

    def buy(self, verb: Callable[..., object], how: str, statement: int) -> None:
        """Everybody asks, the first in some way; who may not, or cannot pay, is refused."""
        for place, user in enumerate(self.people):
            self.causes += 1
            wish = partial(verb, tournament_id=self.event.pk, user_id=user.pk)
            keyed = partial(wish, key=str(self.causes), now=self.evening.now)
            self.carry_out(keyed, "once" if place else how, statement)

    @rule(kind=kinds, filled=st.booleans(), play_money=st.booleans())
    def next_event(self, kind: str, filled: bool, play_money: bool) -> None:
        """Another event for the same people, once this one is over."""
        if self.event.over:
            self.check_books()
            self.open(kind, filled, play_money)

    @rule(who=who, how=how, statement=statement)
    def unregister(self, who: int, how: str, statement: int) -> None:
        verb = partial(unregister, tournament_id=self.event.pk, user_id=self.people[who].pk)
        self.carry_out(partial(verb, now=self.evening.now), how, statement)

    @rule(how=how, statement=statement)
    def step(self, how: str, statement: int) -> None:
        verb = partial(director.step, tournament_id=self.event.pk, now=self.evening.now)
        self.carry_out(verb, how, statement)

    @rule(seconds=st.sampled_from([1, 60, 600]))
    def later(self, seconds: int) -> None:
        self.evening.later(seconds)

    @rule(bold=st.booleans(), hands=st.integers(1, 6))
    def play(self, bold: bool, hands: int) -> None:
        """A few hands to their end: all-in and called, or folded. Whoever is bold comes back."""
        choose = _bold if bold else _shy
        for _ in range(hands):
            self._finish_hands(choose)
            self.step("once", 0)
            if bold and self.event.re_entries:
                self.enter_again("once", 0)

    @rule(who=who, cents=st.integers(1, 3_000), how=how, statement=statement)
    def deposit(self, who: int, cents: int, how: str, statement: int) -> None:
        self._money(wallet.deposit, who, cents, how, statement)

    @rule(who=who, cents=st.integers(1, 3_000), how=how, statement=statement)
    def withdraw(self, who: int, cents: int, how: str, statement: int) -> None:
        self._money(wallet.withdraw, who, cents, how, statement)

    @rule(who=who, how=how, statement=statement)
    def exclude(self, who: int, how: str, statement: int) -> None:
        verb = partial(exclusions.exclude, user_id=self.people[who].pk, days=1)
        self.carry_out(partial(verb, now=self.evening.now), how, statement)

    @rule()
    def show_cancellation(self) -> None:
        try:
            plan = cancellation.preview(tournament_id=self.event.pk, by=None, now=self.evening.now)
        except Refusal:
            return
        self.digest = plan.digest

    @rule(how=how, statement=statement)
    def cancel(self, how: str, statement: int) -> None:
        verb = partial(
            cancellation.execute,
            tournament_id=self.event.pk,
            digest=self.digest,
            by=None,
            reason="",
            now=self.evening.now,
        )
        self.carry_out(verb, how, statement)

    @rule(method=st.sampled_from(["icm", "chips"]), kept=st.sampled_from([0, 1_00]))
    def propose(self, method: str, kept: int) -> None:
        """A pause from the next hand on, and figures for the table."""
        for user_id in self._playing():
            seat: dict[str, Any] = {"tournament_id": self.event.pk, "user_id": user_id}
            seat["now"] = self.evening.now
            self.carry_out(partial(deals.ask, **seat), "once", 0)
            self._finish_hands(_shy)
            seat["now"] = self.evening.now
            offer = partial(deals.propose, **seat, method=method, kept=kept)
            self.carry_out(offer, "again", 0)

    @rule(yes=st.sampled_from([True, True, True, False]), how=how, statement=statement)
    def answer(self, yes: bool, how: str, statement: int) -> None:
        """The deal before the table, by everybody whom it names."""
        for deal in self.event.deals.filter(status="open"):
            for row in deal.shares:
                verb = partial(deals.answer, deal_id=deal.pk, user_id=row["user"], yes=yes)
                self.carry_out(partial(verb, now=self.evening.now), how, statement)

    @invariant()
    def every_cent_is_explained(self) -> None:
        Room.taken += 1
        self.steps += 1
        self.event.refresh_from_db()
        assert events.all_money() == 0
        if self.steps % STEPS_A_CHECK == 0:
            self.check_books()

    def check_books(self) -> None:
        """Every transfer of the event, and every record of it, against its results."""
        # A preview of a cancellation may have found somebody out: the next step gives the place.
        director.step(tournament_id=self.event.pk, now=self.evening.now)
        self.event.refresh_from_db()
        case = Case(self.event)
        assert list(case.wrong_records()) == []
        _, drifts = reconciliation.compare(
            self.event.event,
            case.flows(),
            entry_keys=f"entry:{self.event.pk}:",
            books=self.event.books,
        )
        assert drifts == []

    def teardown(self) -> None:
        if not self.opened_here:
            return
        self.check_books()
        Room.ends[self.event.status] += 1
        Room.ends["deals done"] += self.event.deals.filter(status="done").count()

    def _finish_hands(self, choose: Callable[[HandState], Action]) -> None:
        for table_id in self.evening.playing():
            while self.evening.act(table_id, choose):
                pass

    def _playing(self) -> list[int]:
        playing = self.event.entries.filter(status=Entry.Status.PLAYING)
        return list(playing.values_list("user_id", flat=True))

    def _money(
        self, verb: Callable[..., object], who: int, cents: int, how: str, statement: int
    ) -> None:
        self.causes += 1
        done = partial(verb, user_id=self.people[who].pk, amount=cents, key=str(self.causes))
        self.carry_out(partial(done, now=self.evening.now), how, statement)


def _bold(hand: HandState) -> Action:
    legal = engine.legal_actions(hand)
    if legal.all_in is not None:
        return Action("all_in")
    return Action("call" if legal.call else "check")


def _shy(hand: HandState) -> Action:
    return Action("check" if engine.legal_actions(hand).check else "fold")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.rule(
    "CANCEL-0",
    "CANCEL-4",
    "DEAL-MAKE",
    "POOL-1",
    "POOL-2",
    "POOL-3",
    "VELOX-5",
    "PLAY-2",
    "BOUNTY-3",
    "BOUNTY-4",
    "FREE-4",
)
@pytest.mark.parametrize("kind", EVENTS)
def test_whatever_happens_every_cent_is_explained(kind: str) -> None:
    steps = int(os.environ.get("MONEY_STEPS") or longer(700, short=STEPS_AN_EXAMPLE))
    run_state_machine_as_test(
        type(kind, (Room,), {"kind": kind}),
        settings=settings(
            max_examples=max(1, steps // STEPS_AN_EXAMPLE),
            stateful_step_count=STEPS_AN_EXAMPLE,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert books.reconcile().drifts == []
    more = {
        "purchases": Purchase.objects.count(),
        "re-entries": Entry.objects.filter(re_entry=True).count(),
        "tickets won": Ticket.objects.count(),
        "events for play money": Tournament.objects.filter(play_money=True).count(),
        "tickets used": Ticket.objects.exclude(entry=None).count(),
    }
    print(f"{Room.opened} rooms, {Room.taken} steps, {dict(Room.ends)}, {more}")
