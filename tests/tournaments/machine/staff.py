"""What staff do at their desk, given in any moment, doubled, and by a process that dies."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from core.types import SeatNo
from tests.tournaments.invariants import held_tables
from tests.tournaments.machine.festival import SEATS, Festival, which, who
from tests.tournaments.machine.ways import statements, ways
from tournaments.models import Act
from tournaments.rules import changes
from tournaments.rules.changes import Change
from tournaments.staff import amending, desk, orders, undoing


class Staff(Festival):
    """Rules of staff."""

    amended = 0

    @rule(way=ways, statement=statements)
    def pause(self, way: str, statement: int) -> None:
        self._at_the_desk("pause", partial(desk.pause, **self._event), way, statement)

    @rule(way=ways, statement=statements)
    def resume(self, way: str, statement: int) -> None:
        self._at_the_desk("resume", partial(desk.resume, **self._event), way, statement)

    # Nothing goes on in a pause: most do not last.
    go_on = resume_at_last = resume

    @rule(way=ways, statement=statements)
    def end_level(self, way: str, statement: int) -> None:
        reading = self.event.clock_at(self.evening.now)
        row = None if reading is None else reading.index
        verb = partial(desk.end_level, **self._event, row=row)
        self._at_the_desk("end the level", verb, way, statement)

    @rule(one=who, way=ways, statement=statements)
    def sit_out(self, one: int, way: str, statement: int) -> None:
        if entry := self.entry(one):
            verb = partial(desk.sit_out, entry_id=entry)
            self._at_the_desk("sit somebody out", verb, way, statement)

    @rule(
        one=who,
        table=which,
        seat=st.sampled_from([None, SeatNo(1), SeatNo(3)]),
        way=ways,
        statement=statements,
    )
    def move(self, one: int, table: int, seat: SeatNo | None, way: str, statement: int) -> None:
        """To any table, perhaps the player's own or a full one."""
        if (tables := self.tables) and (entry := self.entry(one)):
            there = tables[table % len(tables)].pk
            verb = partial(orders.move, entry_id=entry, table_id=there, seat_no=seat)
            self._at_the_desk("move", verb, way, statement)

    @rule(table=which, way=ways, statement=statements)
    def break_table(self, table: int, way: str, statement: int) -> None:
        if tables := self.tables:
            verb = partial(orders.break_table, table_id=tables[table % len(tables)].pk)
            self._at_the_desk("break a table", verb, way, statement)

    @rule(table=which, way=ways, statement=statements)
    def hold_table(self, table: int, way: str, statement: int) -> None:
        if tables := self.tables:
            verb = partial(orders.hold_table, table_id=tables[table % len(tables)].pk)
            self._at_the_desk("hold a table", verb, way, statement)

    @rule(way=ways, statement=statements)
    def release_tables(self, way: str, statement: int) -> None:
        """At every table that is held: most are not for long."""
        for table_id in held_tables(self.event):
            self._at_the_desk("deal on", partial(orders.deal, table_id=table_id), way, statement)

    @rule(one=who, way=ways, statement=statements)
    def disqualify(self, one: int, way: str, statement: int) -> None:
        if entry := self.entry(one):
            verb = partial(orders.disqualify, entry_id=entry)
            self._at_the_desk("disqualify", verb, way, statement)

    @rule(one=who, way=ways, statement=statements)
    def withdraw_an_order(self, one: int, way: str, statement: int) -> None:
        """Somebody is to be disqualified, and staff think better of it before the hand is over."""
        if entry := self.entry(one):
            about: dict[str, Any] = {"by": self.people[0].pk, "why": "a quarrel"}
            verb = partial(orders.disqualify, entry_id=entry, now=self.evening.now, **about)
            self.ask("disqualify", verb, "once", 0)
        if order := self.event.orders.order_by("closed_at", "pk").last():
            withdrawing = partial(orders.withdraw, order_id=order.pk)
            self._at_the_desk("withdraw an order", withdrawing, way, statement)

    @rule(way=ways, statement=statements)
    def reinstate(self, way: str, statement: int) -> None:
        """Whoever was disqualified last was not to blame."""
        done = self.event.acts.filter(verb=Act.Verb.DISQUALIFY, outcome=Act.Outcome.DONE)
        if (act := done.last()) and act.entry_id:
            verb = partial(undoing.reinstate, entry_id=act.entry_id)
            self._at_the_desk("reinstate", verb, way, statement)

    @rule(way=ways, statement=statements)
    def void_hands(self, way: str, statement: int) -> None:
        """The last hand of any table that has put somebody out."""
        for table in self.tables:
            verb = partial(undoing.void_hand, table_id=table.pk)
            self._at_the_desk("void a hand", verb, way, statement)

    @rule(kind=st.sampled_from(sorted(changes.KINDS)), way=ways, statement=statements)
    def amend(self, kind: str, way: str, statement: int) -> None:
        """Change what may be changed of the event, or try to."""
        self.amended += 1
        change = self._change(kind)
        verb = partial(amending.amend, **self._event, change=change, key=str(self.amended))
        self._at_the_desk("amend", verb, way, statement)

    def _change(self, kind: str) -> Change:
        event, now = self.event, self.evening.now
        reading, stands = event.clock_at(now), event.stands
        row = 0 if reading is None else reading.index
        before = None if reading is None else changes.level_before(stands.levels, reading)
        made: dict[str, Change] = {
            "start": changes.PutOff((stands.begins_at or now) + timedelta(seconds=60)),
            "time": changes.LevelTime(row, 30),
            "again": changes.LevelAgain(before or 0),
            "levels": changes.NewLevels(changes.first_to_come(reading), stands.levels[row + 1 :]),
            "late": changes.LateLevels(stands.late_levels + 1),
            "guarantee": changes.Guarantee(stands.guarantee + 5_00),
            "seats": changes.MoreSeats(stands.most_entries + 1),
            "together": changes.Together(on=not stands.together),
        }
        return made[kind]

    @rule(
        one=who,
        boldest=st.sampled_from([1, SEATS]),
        goes_on=st.booleans(),
        way=ways,
        statement=statements,
    )
    def look_into_it(self, one: int, boldest: int, goes_on: bool, way: str, statement: int) -> None:
        """The clock is stopped, hands end, somebody is sent away; then all of it was wrong."""
        self.pause("once", 0)
        self.disqualify(one, "once", 0)
        self.finish_hands(boldest)
        self.later(2)
        self.look()
        self.reinstate(way, statement)
        self.void_hands(way, statement)
        if goes_on:
            self.resume(way, statement)

    def _at_the_desk(
        self, rule: str, verb: Callable[..., object], way: str, statement: int
    ) -> None:
        acts = {"by": self.people[0].pk, "why": "the floor decides", "now": self.evening.now}
        self.do(rule, partial(verb, **acts), way, statement)

    @property
    def _event(self) -> dict[str, Any]:
        return {"tournament_id": self.event.pk}
