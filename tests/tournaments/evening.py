"""A whole tournament in one process: no sockets, no workers, and a clock that tests move."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from tables import dealer, engine, record
from tables.engine import Action, Hand, Positions
from tables.engine.cards import FRENCH
from tables.models import Hand as HandRow
from tables.models import Table
from tests.tables.rooms import random_action
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director, registration
from tournaments.models import Entry, Tournament
from tournaments.purchases import coming
from tournaments.rules.seating import TablePlan, seat_for_newcomer, tables_needed


class Crash(BaseException):
    """The process dies here."""


class Evening:
    """A tournament, its players, and chance that repeats itself."""

    def __init__(self, event: Tournament, people: list[User], *, seed: int) -> None:
        self.event = event
        self.people = people
        self.dice = random.Random(seed)
        self.now = START
        self.hands_seen: set[int] = set()

    def register(self, count: int) -> None:
        """The next ``count`` people buy in."""
        for _ in range(count):
            user = self.people.pop()
            registration.register(tournament_id=self.event.pk, user_id=user.pk, now=self.now)

    def later(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    def step(self) -> None:
        """One step, a second one that must change nothing, and a look at the books."""
        latest = HandRow.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        director.step(tournament_id=self.event.pk, now=self.now)
        after = self.picture()
        director.step(tournament_id=self.event.pk, now=self.now)
        # Blinds may put everybody all-in: then the deal ends the hand, and more is due at once.
        if not HandRow.objects.filter(pk__gt=latest, finished_at=self.now).exists():
            assert self.picture() == after
        self.check()

    def crash(self, statements: int | None = None) -> bool:
        """A step that dies at some statement leaves no trace; whether it did die."""
        before = self.picture()
        try:
            with dying_after(self.dice.randint(1, 120) if statements is None else statements):
                director.step(tournament_id=self.event.pk, now=self.now)
        except Crash:
            assert self.picture() == before
            return True
        return False

    def playing(self) -> list[int]:
        """The tables at which a hand runs; one that was called off with its table is void."""
        running = HandRow.objects.filter(
            event=self.event.event, finished_at=None, table__status=Table.Status.OPEN
        )
        return list(running.order_by("table").values_list("table_id", flat=True))

    def act(self, table_id: int, choose: Callable[[Hand], Action] | None = None) -> None:
        """One action at a table, a random one unless chosen; a little time passes."""
        table = record.read(table_id)
        hand = table.live.playing
        assert hand is not None
        assert hand.turn is not None
        dealer.act(
            table_id=table_id,
            user_id=table.live.dealt[hand.turn],
            action=choose(hand) if choose else random_action(hand, self.dice),
            seen_version=table.version,
            now=self.later(0.2),
        )

    def play_hands(self) -> None:
        """Play every hand that runs to its end."""
        while tables := self.playing():
            self.act(self.dice.choice(tables))

    def lost_by_all_but_the_first(self, table: Table) -> HandRow:
        """A hand in which everybody is all-in and seat 1 has four aces."""
        table.refresh_from_db()
        seats = list(table.seats.filter(stack__gt=0).values_list("no", flat=True))
        positions = engine.next_positions(Positions.from_json(table.positions or {}), seats)
        deal_order = sorted(seats, key=lambda no: (no <= positions.button, no))
        aces, others = ["As", "Ad"], iter(card for card in FRENCH if card[0] not in "A2")
        hole = [aces.pop() if no == 1 else next(others) for no in deal_order * 2]
        board = ["2c", "Ac", "Ah", "2d", "2h", *others]
        hand = dealer.deal(table_id=table.pk, now=self.now, deck=[*hole, *board, "2s"])
        assert hand is not None
        while table.pk in self.playing():
            self.act(table.pk, _put_everything_in)
        return hand

    def tables(self) -> list[Table]:
        """The open tables, those with the fewest players first."""
        found = Table.objects.filter(event=self.event.event, status=Table.Status.OPEN)
        return sorted(
            found.prefetch_related("seats", "hands"), key=lambda table: table.seats.count()
        )

    def sizes(self) -> list[int]:
        return [table.seats.count() for table in self.tables()]

    def check_balance(self) -> None:
        """After a step that found every table idle: tables are within one, and none too many.

        A shortest table stays short for a hand when each of its free seats would have posted the
        small blind.
        """
        sizes = self.sizes()
        if not sizes:
            return
        if sizes[-1] - sizes[0] > 1:
            shortest = [table for table in self.tables() if table.seats.count() == sizes[0]]
            assert [_seat_before_the_deal(table) for table in shortest] == [None] * len(shortest)
        spare = 1 if self.event.may_still_enter(self.now) else 0
        max_seats = self.event.seats_per_table
        assert len(sizes) <= max(1, tables_needed(sum(sizes) + spare, max_seats=max_seats))

    def picture(self) -> list[Any]:
        """Everything that a step may change."""
        self.event.refresh_from_db()
        tables = Table.objects.filter(event=self.event.event).order_by("pk")
        return [
            list(tables.values_list("pk", "status", "version", "stakes", "notice", "hand_no")),
            list(self.event.entries.order_by("pk").values_list("pk", "status", "place", "prize")),
            (self.event.status, self.event.live_count, events.pool(self.event)),
            sorted(events.seats(self.event).items()),
        ]

    def check(self) -> None:
        """Chips are conserved, whoever plays has one seat, and the money adds up."""
        self.event.refresh_from_db()
        event = self.event
        seats = events.seats(event)
        playing = event.entries.filter(status=Entry.Status.PLAYING)
        assert set(playing.values_list("user_id", flat=True)) == seats.keys()
        assert event.live_count == len(seats) or event.over
        if event.status == Tournament.Status.RUNNING:
            waiting = sum(coming(event).values())
            assert sum(seats.values()) == event.chips_in_play - waiting
        assert events.all_money() == 0

    def check_result(self) -> None:
        """As ``check_finishes``, where players came with what their entries cost and no more."""
        self.check_finishes()
        for entry in self.event.entries.all():
            bounties = sum(entry.bounties.values_list("paid", flat=True))
            assert events.wallet(entry.user) == (entry.prize or 0) + bounties

    def check_finishes(self) -> None:
        """Every entry has one place, ties share theirs, and the pool is paid out to the cent."""
        assert self.event.status == Tournament.Status.FINISHED
        entered = self.event.entries.exclude(status=Entry.Status.WITHDRAWN)
        entries = list(entered.order_by("place", "pk"))
        assert len(entries) == self.event.entry_count
        places = [entry.place or 0 for entry in entries]
        assert places == [1 + sum(other < place for other in places) for place in places]
        prizes = [entry.prize or 0 for entry in entries]
        assert sum(prizes) == self.event.prize_pool
        assert prizes == sorted(prizes, reverse=True)
        winners = [entry for entry in entries if entry.status == Entry.Status.FINISHED]
        assert [winner.place for winner in winners] == [1]
        assert events.pool(self.event) == 0
        assert not Table.objects.filter(event=self.event.event, status=Table.Status.OPEN).exists()
        assert not events.seats(self.event)


def _put_everything_in(hand: Hand) -> Action:
    # Nobody is left to answer a raise: then a call puts in all that can be lost.
    may_shove = engine.legal_actions(hand).all_in is not None
    return Action("all_in" if may_shove else "call")


def _seat_before_the_deal(table: Table) -> int | None:
    """Where a newcomer could have sat before the hand that now runs was dealt."""
    earlier = sorted(table.hands.all(), key=lambda hand: hand.number)[:-1]
    positions = Positions.from_json(earlier[-1].positions) if earlier else None
    seats = frozenset(seat.no for seat in table.seats.all())
    return seat_for_newcomer(TablePlan(table.pk, table.max_seats, seats, positions))


@contextmanager
def dying_after(statements: int) -> Iterator[None]:
    """Let so many statements reach the database, and then the process die."""
    left = statements

    def count(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        nonlocal left
        # Savepoints are the test's own commits: whoever dies there has done everything.
        left -= "SAVEPOINT" not in sql
        if left == -1:
            left -= 1
            raise Crash
        return execute(sql, *arguments)

    with connection.execute_wrapper(count):
        yield
