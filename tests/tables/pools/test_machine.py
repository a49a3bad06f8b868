"""A pool lived through at random: chips and cents after every step, whatever happens when.

Processes die before and after their commits, jobs run twice, players come, fold, watch, leave,
lose their line and are barred.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from core.refusal import Refusal
from players.signals import barred
from tables import engine
from tables.live import dealer, record
from tables.models import FastPool, Hand, PoolEntry, Seat
from tables.pools import cashier
from tables.pools.entries import AT_A_TABLE
from tests.harness import machines
from tests.harness.long_forms import longer
from tests.tables.pools.setting import PoolRoom, State, pool_room
from tests.tables.replays import check_every_hand

PEOPLE = 9
WHO, NO = st.integers(0, PEOPLE - 1), st.integers(1, 2)
CHANCE = st.floats(0, 1, exclude_max=True)


class Killed(Exception):
    """The process died before its commit."""


@contextmanager
def dying(*, before_commit: bool) -> Iterator[None]:
    """What happens inside is lost with its process, or is all that it still did."""
    try:
        with transaction.atomic():
            yield
            if before_commit:
                raise Killed
    except Killed:
        return


class Pool(RuleBasedStateMachine):
    """``room.go_on`` is what follows a commit: a rule that leaves it out is a process that died."""

    room: PoolRoom

    @initialize()
    def open(self) -> None:
        self.room = pool_room(6, people_here=PEOPLE, wait_seconds=1, sit_out=5)

    def _do(self, step: Callable[[], object], *, dies: str = "") -> None:
        """One verb, which may be refused; ``dies`` says when its process does."""
        try:
            with dying(before_commit=dies == "before"):
                step()
        except Refusal:
            return
        if dies != "after":
            self.room.go_on()

    DIES = st.sampled_from(["", "", "", "before", "after"])

    @rule(who=WHO, amount=st.sampled_from([300, 500, 1000]), dies=DIES)
    def join(self, who: int, amount: int, dies: str) -> None:
        self._do(lambda: self.room.join(who, amount), dies=dies)

    @rule(who=WHO, no=NO, view=st.booleans(), dies=DIES)
    def fold(self, who: int, no: int, *, view: bool, dies: str) -> None:
        if self._plays(who, no):
            self._do(lambda: self.room.fold(who, no=no, view=view), dies=dies)

    @rule(chance=CHANCE, kind=st.sampled_from(["call", "fold", "raise", "all_in"]), dies=DIES)
    def act(self, chance: float, kind: str, dies: str) -> None:
        if (table_id := self._some_table(chance)) is None:
            return
        hand = record.read(table_id).live.playing
        assert hand is not None
        legal = engine.legal_actions(hand)
        to = legal.raise_[0] if legal.raise_ else None
        if kind == "raise" and to is None:
            kind = "all_in"
        if (kind == "all_in" and legal.all_in is None) or (kind == "call" and legal.call is None):
            kind, to = "check" if legal.check else "call", None
        self._do(lambda: self.room.act(table_id, kind, to if kind == "raise" else None), dies=dies)

    @rule(chance=CHANCE, dies=DIES)
    def lose_the_line(self, chance: float, dies: str) -> None:
        if (table_id := self._some_table(chance)) is not None:
            now = self.room.later(21)
            self._do(lambda: dealer.time_out(table_id=table_id, now=now), dies=dies)

    @rule(who=WHO, no=NO, after_hand=st.booleans(), dies=DIES)
    def leave(self, who: int, no: int, *, after_hand: bool, dies: str) -> None:
        self._do(lambda: self.room.leave(who, no=no, after_hand=after_hand), dies=dies)

    @rule(who=WHO, no=NO, verb=st.sampled_from(["new_hand", "sit_out", "come_back"]), dies=DIES)
    def rest(self, who: int, no: int, verb: str, dies: str) -> None:
        self._do(lambda: getattr(self.room, verb)(who, no=no), dies=dies)

    @rule(who=WHO, no=NO, amount=st.integers(1, 1000), dies=DIES)
    def top_up(self, who: int, no: int, amount: int, dies: str) -> None:
        self.room.wishes += 1
        key = f"more-{self.room.wishes}"
        self._do(lambda: self.room.top_up(who, amount, no=no, key=key), dies=dies)

    @rule(who=WHO, dies=DIES)
    def bar(self, who: int, dies: str) -> None:
        user = self.room.people[who].pk
        self._do(lambda: barred.send(sender=None, user_id=user, now=self.room.now), dies=dies)

    @rule(seconds=st.sampled_from([0.0, 1.0, 4.0, 400.0]), times=st.integers(1, 2))
    def sweep(self, seconds: float, times: int) -> None:
        for _ in range(times):
            self.room.sweep(seconds)

    @precondition(lambda self: Hand.objects.filter(finished_at=None).count() > 1)
    @rule(again=st.booleans())
    def break_off(self, *, again: bool) -> None:
        room = self.room
        held = {
            who: room.wallet(who)
            + sum(PoolEntry.objects.filter(user=user).values_list("held", flat=True))
            for who, user in enumerate(room.people)
        }
        for _ in range(1 + again):
            cashier.break_off(pool_id=room.pool.pk, by=room.people[0].pk, why="x", now=room.now)
        assert {who: room.wallet(who) for who in held} == held
        FastPool.objects.update(offered=True)

    @invariant()
    def every_chip_is_a_cent(self) -> None:
        if hasattr(self, "room"):
            self.room.check()

    @invariant()
    def nobody_is_in_two_hands_with_one_entry(self) -> None:
        playing = PoolEntry.objects.filter(state=State.PLAYING)
        assert all(entry.table_id is not None for entry in playing)
        unfinished = Hand.objects.filter(
            finished_at=None, table__status="open", table_id__in=playing.values("table")
        )
        assert unfinished.count() == len({entry.table_id for entry in playing})

    @invariant()
    def two_entries_of_a_player_sit_in_hands_that_share_nobody_else(self) -> None:
        if not hasattr(self, "room"):
            return
        here = PoolEntry.objects.filter(state__in=AT_A_TABLE, closed_at=None)
        beside: dict[int, set[int]] = {}
        for entry in here.filter(table__in=self._tables()):
            seats = Seat.objects.filter(table=entry.table_id).exclude(user=entry.user_id)
            users = set(seats.values_list("user", flat=True))
            assert users.isdisjoint(beside.setdefault(entry.user_id, set()))
            beside[entry.user_id] |= users

    def teardown(self) -> None:
        if not hasattr(self, "room"):
            return
        check_every_hand()
        # Whoever died left nothing undone for good: the sweep ends the evening.
        FastPool.objects.update(offered=False)
        for _ in range(3):
            for table_id in list(self._tables()):
                while record.read(table_id).live.playing is not None:
                    dealer.time_out(table_id=table_id, now=self.room.later(30))
            self.room.sweep(1)
        assert PoolEntry.objects.filter(closed_at=None).count() == 0
        assert self.room.escrow == 0

    def _plays(self, who: int, no: int) -> bool:
        user = self.room.people[who]
        return PoolEntry.objects.filter(user=user, no=no, state=State.PLAYING).exists()

    def _tables(self) -> list[int]:
        tables = self.room.pool.tables.order_by("table").values_list("table", flat=True)
        return [pk for pk in tables if record.read(pk).live.playing is not None]

    def _some_table(self, chance: float) -> int | None:
        tables = self._tables()
        return tables[int(chance * len(tables))] if tables else None


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("FAST-1")
@pytest.mark.rule("FAST-3", "FAST-4")
@pytest.mark.rule("CASH-5")
@pytest.mark.django_db
def test_whatever_happens_in_a_pool_every_chip_stays_a_cent(settings_of_room: Any) -> None:
    machines.play(Pool, examples=longer(200, short=4), steps=longer(80, short=30))


@pytest.fixture
def settings_of_room(settings: Any) -> Any:
    settings.RESULT_SECONDS = 1
    return settings
