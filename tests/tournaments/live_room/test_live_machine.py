"""Any evening of a live event: walk-ins, bust-outs, wrong entries and what corrects them.

After every step all chips sold are at the seats, and the books agree; in the end the pool is paid.
"""

from datetime import timedelta

import pytest
from django.db import connection
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)

from core.refusal import Refusal
from core.types import Chips, EntryId, UserId
from tests.harness import machines
from tests.harness.long_forms import longer
from tests.tournaments import invariants
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.verbs import busts, counts, moves, undoing, walk_ins
from tournaments.models import Act, Entry, Tournament
from tournaments.staff import orders

_SECOND = timedelta(seconds=1)
ANY = st.integers(0, 10_000)
# Sold for a while; then who is out is out, and prizes are paid.
TERMS = {
    "live_tables": 3,
    "dealers_share": 333,
    "seats_per_table": 4,
    "late_registration_levels": 1,
    "re_entries": 2,
    "rows": [(600, 25, 50, 0), (300, 0, 0, 0), (7200, 50, 100, 0)],
}
SALES = {
    "rebuys": 2,
    "rebuy_levels": 1,
    "rebuy_price": 900,
    "rebuy_fee": 100,
    "rebuy_chips": 1500,
    "add_on_after_level": 1,
    "add_on_price": 900,
    "add_on_fee": 100,
    "add_on_chips": 2500,
}


class Evening(RuleBasedStateMachine):
    """One live event. A refusal is an answer; whatever was refused has changed nothing."""

    floor: Floor

    @initialize(
        sells=st.booleans(), bounty=st.booleans(), jumps=st.booleans(), chance=st.integers(0, 2**32)
    )
    def open(self, sells: bool, bounty: bool, jumps: bool, chance: int) -> None:
        # The simplest example does one thing again and again.
        assume(chance)
        more = SALES if sells else {"bounty": 100 * bounty, "progressive_bounty": bounty}
        terms = {**TERMS, **more, "hand_for_hand": "jumps" if jumps else "bubble"}
        self.floor = Floor(live(**terms), players=0)
        self.names = 0
        for _ in range(6):
            self.walk_in(again=False, which=0)
        self.floor.step()

    def _entries(self, **found: object) -> list[Entry]:
        return list(self.floor.published.entries.filter(**found).order_by("pk"))

    @rule(again=st.booleans(), which=ANY)
    def walk_in(self, again: bool, which: int) -> None:
        out = self._entries(status=Entry.Status.OUT)
        self.names += 1
        who = UserId(out[which % len(out)].user_id) if again and out else None
        try:
            walk_ins.enter(
                tournament_id=self.floor.pk,
                user_id=who,
                name=f"walker {self.names}",
                cash=True,
                key=f"{self.names}",
                by=UserId(self.floor.by),
                now=self.floor.now,
            )
        except Refusal:
            return

    @rule(which=ANY, how_many=st.integers(1, 3), tie=st.booleans(), wrong=st.booleans())
    def somebody_goes_out(self, which: int, how_many: int, tie: bool, wrong: bool) -> None:
        tables = self.floor.tables()
        if not tables:
            return
        table = tables[which % len(tables)]
        seated = list(self.floor.seated(table))
        out = seated[which % max(1, len(seated)) :][:how_many]
        groups = [out] if tie else [[entry] for entry in out]
        takers = [entry for entry in seated if entry not in out][: 1 + which % 2]
        before = {*Act.objects.values_list("pk", flat=True)}
        try:
            act = busts.bust(
                table_id=table.pk,
                groups=groups,
                takers=takers if which % 3 else (),
                by=self.floor.by,
                now=self.floor.now,
            )
        except Refusal:
            return
        # What was entered a moment ago can be taken back; who was out already was entered then.
        if wrong and act.pk not in before:
            undoing.undo(act_id=act.pk, by=self.floor.by, why="wrong", now=self.floor.now)

    @rule(which=ANY, add_on=st.booleans())
    def buy_chips(self, which: int, add_on: bool) -> None:
        playing = self._entries(status=Entry.Status.PLAYING)
        if not playing:
            return
        self.names += 1
        sell = walk_ins.add_on if add_on else walk_ins.rebuy
        try:
            sell(
                tournament_id=self.floor.pk,
                user_id=UserId(playing[which % len(playing)].user_id),
                cash=True,
                key=f"{self.names}",
                by=UserId(self.floor.by),
                now=self.floor.now,
            )
        except Refusal:
            return

    @rule(wrong=st.booleans(), which=ANY)
    def count(self, wrong: bool, which: int) -> None:
        """Every table once; with a wrong figure at one, then that one again."""
        stacks = {pk: chips for pk, chips in self.floor.stacks().items() if chips}
        if len(stacks) < 2:
            return
        giver, taker = sorted(stacks)[which % len(stacks)], sorted(stacks)[0]
        shift = 0 if giver == taker else stacks[giver] // 3
        stacks[giver] -= shift
        stacks[taker] += shift
        for table in self.floor.tables():
            there = {pk: Chips(stacks[pk]) for pk in self.floor.seated(table) if pk in stacks}
            if not there:
                continue
            if wrong:
                slip = {**there, min(there): Chips(there[min(there)] + 100)}
                done = counts.count(
                    table_id=table.pk, stacks=slip, by=self.floor.by, now=self.floor.now
                )
                assert not done.agrees
            done = counts.count(
                table_id=table.pk, stacks=there, by=self.floor.by, now=self.floor.now
            )
        assert done.agrees
        assert {pk: self.floor.stacks()[pk] for pk in stacks} == stacks

    @rule(button=st.integers(1, 4), wrong=st.booleans())
    def rearrange(self, button: int, wrong: bool) -> None:
        if self.floor.event.over:
            return
        due = moves.due_now(self.floor.event, now=self.floor.now)
        if due is None:
            return
        try:
            act = moves.rearrange(
                tournament_id=self.floor.pk,
                key=due.key,
                last_hands=self.floor.last_hands(*due.tables, button=button),
                by=self.floor.by,
                now=self.floor.now,
            )
        except Refusal:
            return
        if wrong:
            undoing.undo(act_id=act.pk, by=self.floor.by, why="wrong", now=self.floor.now)

    @rule(which=ANY)
    def undo_something(self, which: int) -> None:
        acts = list(Act.objects.filter(verb__in=undoing.UNDOABLE).order_by("-pk")[:4])
        if not acts:
            return
        try:
            undoing.undo(
                act_id=acts[which % len(acts)].pk, by=self.floor.by, why="no", now=self.floor.now
            )
        except Refusal:
            return

    @rule(which=ANY)
    def disqualify(self, which: int) -> None:
        playing = self._entries(status=Entry.Status.PLAYING)
        if not playing or which % 5:
            return
        try:
            orders.disqualify(
                entry_id=EntryId(playing[which % len(playing)].pk),
                by=self.floor.by,
                why="rude",
                now=self.floor.now,
            )
        except Refusal:
            return

    @rule(seconds=st.sampled_from([6, 60, 300]))
    def go_on(self, seconds: int) -> None:
        if not self.floor.event.over:
            self.hands_are_over()
            self.floor.step(seconds=seconds)

    def hands_are_over(self) -> None:
        for table in self.floor.tables() if self.floor.event.in_round else ():
            moves.hand_over(table_id=table.pk, by=self.floor.by, now=self.floor.now)

    @invariant()
    def whatever_happens(self) -> None:
        if not hasattr(self, "floor"):
            return
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        event = self.floor.event
        for holds in invariants.ALWAYS:
            holds(event)

    def teardown(self) -> None:
        if not hasattr(self, "floor"):
            return
        self.floor.now += self.floor.event.levels[0].seconds * _SECOND * 3
        for _ in range(200):
            self.hands_are_over()
            if self.floor.step().over:
                break
            due = moves.due_now(self.floor.event, now=self.floor.now)
            if due is not None:
                self.rearrange(button=1, wrong=False)
                continue
            sizes = {table.pk: self.floor.seated(table) for table in self.floor.tables()}
            fullest = max(sizes, key=lambda pk: len(sizes[pk]))
            out = [pk for pk, seat in sizes[fullest].items() if seat.stack]
            if len(out) > 1:
                busts.bust(table_id=fullest, groups=[out[:1]], by=self.floor.by, now=self.floor.now)
        event = self.floor.event
        assert event.status == Tournament.Status.FINISHED
        invariants.every_entry_has_one_finish(event)
        invariants.the_pool_pays_out(event)
        for holds in invariants.AFTERWARDS:
            holds(event)


@pytest.mark.middling
@pytest.mark.long
@pytest.mark.rule("LIVE-1", "LIVE-2", "LIVE-3", "LIVE-4", "LIVE-5", "LIVE-6")
@pytest.mark.django_db(transaction=True)
def test_any_evening_comes_out_to_the_chip_and_to_the_cent() -> None:
    machines.play(Evening, examples=longer(100, short=2), steps=longer(60, short=25))
