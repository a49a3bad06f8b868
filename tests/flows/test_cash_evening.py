"""A cash table through any evening: guests come, play, sit out, leave, and processes die.

After every step the stacks and the pot are what the escrow holds; at the end every transfer is
explained by sessions and hands, and every hand replays.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from core.refusal import Refusal
from core.types import Cents
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg
from payouts.models import Transfer
from payouts.reports.reconciliation import FaultKind
from tables import games
from tables.cash import cashier, croupier
from tables.live import dealer
from tables.models import CashGame, CashStay
from tests.harness.long_forms import asked
from tests.harness.unguarded import unguarded
from tests.tables.cash.setting import CashRoom, cash_room
from tests.tables.replays import check_every_hand
from tests.tables.rooms import random_action
from tests.tournaments.evening import Crash, dying_after
from tournaments.play.books import reconcile

pytestmark = pytest.mark.django_db

who = st.integers(1, 6)
cents = st.sampled_from([-5, 0, 1, 250, 300, 500, 1000, 2000, 10**12])
statement = st.one_of(st.none(), st.integers(0, 30))


class Evening(RuleBasedStateMachine):
    """One table for six; whatever is refused must change nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.outer = transaction.atomic()
        self.outer.__enter__()

    @initialize(
        seed=st.integers(0, 2**16),
        unit=st.sampled_from(CashGame.Unit.values),
        game=st.sampled_from(list(games.NAMES)),
    )
    def opens(self, seed: int, unit: str, game: str) -> None:
        terms: dict[str, Any] = {"game": game, "sit_out": 5, "sit_out_unit": unit}
        terms["straddle"] = games.has_blinds(game) and not games.plays_fixed_limit(game)
        if not games.has_blinds(game):
            terms |= {"small_blind": 0, "ante": 5, "seats": 6}
        self.dice = random.Random(seed)
        self.room: CashRoom = cash_room(1000, 600, **terms)
        self.number = 0

    @rule(who=who, amount=cents, posts=st.booleans(), dies=statement)
    def sits_down(self, who: int, amount: Cents, posts: bool, dies: int | None) -> None:
        self.number += 1
        verb = partial(cashier.sit_down, amount=amount, key=f"step{self.number}", posts=posts)
        self._twice(partial(verb, **self._guest(who)), dies)

    @rule(who=who, amount=cents, dies=statement)
    def tops_up(self, who: int, amount: Cents, dies: int | None) -> None:
        self.number += 1
        verb = partial(cashier.top_up, amount=amount, key=f"step{self.number}")
        self._twice(partial(verb, **self._guest(who)), dies)

    @rule(who=who, dies=statement)
    def leaves(self, who: int, dies: int | None) -> None:
        self._twice(partial(cashier.leave, **self._guest(who)), dies)

    @rule(who=who, away=st.booleans())
    def sits_out(self, who: int, away: bool) -> None:
        verb = dealer.sit_out if away else dealer.come_back
        self._twice(partial(verb, **self._guest(who)), None)

    @rule(who=who, posts=st.booleans(), straddles=st.booleans())
    def chooses(self, who: int, posts: bool, straddles: bool) -> None:
        verb = partial(cashier.choose, posts=posts, straddles=straddles)
        self._twice(partial(verb, **self._guest(who)), None)

    @rule(seconds=st.sampled_from([0, 5, 5, 5, 400]), dies=statement)
    def time_passes(self, seconds: int, dies: int | None) -> None:
        now = self.room.later(seconds)
        table = self.room.table_id
        self._twice(partial(dealer.time_out, table_id=table, now=now), dies)
        self._twice(partial(croupier.look, table_id=table, now=now), dies)

    @rule(actions=st.integers(1, 12), dies=statement)
    def play_goes_on(self, actions: int, dies: int | None) -> None:
        for _ in range(actions):
            table = self.room.table
            hand, turn = table.live.playing, table.live.turn
            if hand is None or turn is None:
                return
            act = partial(
                dealer.act,
                table_id=self.room.table_id,
                user_id=table.live.dealt[turn],
                action=random_action(hand, self.dice),
                seen_version=table.version,
                now=self.room.later(0.2),
            )
            self._twice(act, dies)

    @rule(one_in=st.integers(0, 9), dies=statement)
    def breaks_down(self, one_in: int, dies: int | None) -> None:
        """CASH-5, now and then; another table takes its place."""
        if one_in:
            return
        self._twice(
            partial(
                cashier.break_off,
                table_id=self.room.table_id,
                by=self.room.people[0].pk,
                why="a power cut",
                now=self.room.now,
            ),
            dies,
        )
        [table] = croupier.keep_open(now=self.room.now)
        self.room.table_id = table.pk

    @invariant()
    def every_chip_has_its_cent(self) -> None:
        if hasattr(self, "room"):
            self.room.check()

    def teardown(self) -> None:
        try:
            if hasattr(self, "room"):
                check_every_hand()
                assert reconcile().drifts == []
        finally:
            transaction.set_rollback(True)
            self.outer.__exit__(None, None, None)

    def _guest(self, who: int) -> dict[str, Any]:
        user = self.room.people[who]
        return {"table_id": self.room.table_id, "user_id": user.pk, "now": self.room.now}

    def _twice(self, verb: Callable[[], object], dies: int | None) -> None:
        """Die in it first if so wished, and lose nothing; then do it, and again."""
        if dies is not None:
            before = self._picture()
            try:
                with transaction.atomic(), dying_after(dies):
                    verb()
            except Crash:
                assert self._picture() == before
            except Refusal:
                pass
        for _ in range(2):
            try:
                with transaction.atomic():
                    verb()
            except Refusal:
                pass

    def _picture(self) -> list[object]:
        """Everything that money hangs on."""
        live = self.room.table.live
        return [
            live.to_json(),
            list(CashStay.objects.order_by("pk").values_list("brought", "took")),
            [self.room.wallet(number) for number in range(7)],
            self.room.rake,
        ]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("CASH-1", "CASH-5", "CHIP-1", "RAKE-1")
def test_whatever_happens_at_a_cash_table_every_cent_is_explained() -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=asked("CASH_EXAMPLES", 100, short=3),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def played() -> CashRoom:
    """Somebody has won, somebody has left, somebody still sits there."""
    room = cash_room(1000, 1000, 1000)
    room.deal()
    room.act("raise", 200)
    room.act("call")
    room.act("fold")
    room.check_down()
    room.leave(3)
    return room


@pytest.mark.slow
def test_sound_books_are_reconciled_in_the_middle_of_a_hand() -> None:
    room = played()
    room.look()
    room.sit(4, 500)
    room.top_up(4, 100)
    result = reconcile()
    assert result.drifts == []
    assert result.events == 1
    reasons = {row.flow.reason for _, row in result.rows}
    assert reasons == {"chips", "cash_out", "rake"}


@pytest.mark.slow
def test_money_that_was_taken_from_a_table_is_found() -> None:
    room = played()
    theft = Leg(accounts.escrow(room.table_id), accounts.FEES, 100, Transfer.Reason.FEE)
    ledger.post([theft], key="theft", now=room.now)
    found = reconcile().drifts
    assert {(drift.kind, drift.found - drift.expected) for drift in found} >= {
        (FaultKind.UNCAUSED, 100),
        (FaultKind.POOL, -100),
        (FaultKind.HOLDS, 100),
    }
    transaction.set_rollback(True)


@pytest.mark.slow
@pytest.mark.usefixtures("owner")
def test_a_stack_that_no_hand_explains_is_found() -> None:
    room = played()
    session = CashStay.objects.get(user=room.people[3])
    with unguarded("tables_cashstay"):
        CashStay.objects.filter(pk=session.pk).update(took=(session.took or 0) + 1)
    kinds = {drift.kind for drift in reconcile().drifts}
    assert kinds == {FaultKind.RECORD, FaultKind.TOO_LITTLE, FaultKind.POOL, FaultKind.HOLDS}
