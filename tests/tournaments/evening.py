"""A whole tournament in one process: no sockets, no workers, and a clock that tests move."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

from django.db import connection

from payouts.bookkeeping import accounts
from players.models import User
from tables import engine
from tables.engine import Action, HandState, Positions
from tables.engine.cards import FRENCH
from tables.live import dealer, record
from tables.models import Hand as HandRow
from tables.models import Table
from tests.tables.rooms import random_action
from tests.tournaments import events, invariants, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Tournament

_PLAYING = """
    SELECT t.id FROM tables_table t JOIN tables_hand hand ON hand.table_id = t.id
    WHERE t.event = %(event)s AND t.status = 'open' AND hand.finished_at IS NULL ORDER BY t.id"""
_PICTURE = """
    SELECT 'table', row(id, status, version, stakes, notice, hand_no)::text
    FROM tables_table WHERE event = %(event)s
    UNION ALL
    SELECT 'seat', row(table_id, no, user_id, stack)::text
    FROM tables_seat WHERE table_id IN (SELECT id FROM tables_table WHERE event = %(event)s)
    UNION ALL
    SELECT 'entry', row(id, status, place, prize)::text
    FROM tournaments_entry WHERE tournament_id = %(id)s
    UNION ALL
    SELECT 'event', row(status, live_count)::text FROM tournaments_tournament WHERE id = %(id)s
    UNION ALL
    SELECT 'pool', balance::text FROM payouts_account WHERE name = %(pool)s
    ORDER BY 1, 2"""


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
        self.deal_on()
        director.step(tournament_id=self.event.pk, now=self.now)
        self.deal_on()
        after = self.picture()
        director.step(tournament_id=self.event.pk, now=self.now)
        self.deal_on()
        # Blinds may put everybody all-in: then the deal ends the hand, and more is due at once.
        at_once = HandRow.objects.filter(
            event=self.event.event, started_at=self.now, finished_at=self.now
        )
        assert self.picture() == after or at_once.exists()
        self.check()

    def deal_on(self) -> list[int]:
        """The tables that deal on by themselves do, or hand themselves over; those that dealt."""
        return stages.deal_on(self.event, now=self.now)

    def crash(self, statements: int | None = None) -> bool:
        """A step that dies at some statement leaves no trace; whether it did die."""
        before = self.picture()
        try:
            with dying_after(self.dice.randint(1, 60) if statements is None else statements):
                director.step(tournament_id=self.event.pk, now=self.now)
        except Crash:
            assert self.picture() == before
            return True
        return False

    def playing(self) -> list[int]:
        """The tables at which a hand runs; one that was called off with its table is void."""
        return [table_id for (table_id,) in events.rows(_PLAYING, event=self.event.event)]

    def act(self, table_id: int, choose: Callable[[HandState], Action] | None = None) -> bool:
        """One action at a table, a random one unless chosen; a little time passes. Whether the hand
        goes on."""
        table = record.read(table_id)
        hand = table.live.playing
        assert hand is not None
        assert table.live.turn is not None
        action = choose(hand) if choose else random_action(hand, self.dice)
        dealer.act(
            table_id=table_id,
            user_id=table.live.dealt[table.live.turn],
            action=action,
            seen_version=table.version,
            now=self.later(0.2),
        )
        return not engine.apply(hand, table.live.turn, action).hand.finished

    def play_hands(self, *, actions: float = math.inf) -> None:
        """Play the hands that run, every one to its end or so many actions at any of them."""
        tables = self.playing()
        while tables and actions > 0:
            table_id = self.dice.choice(tables)
            if not self.act(table_id):
                tables.remove(table_id)
            actions -= 1

    def lost_by_all_but_the_first(self, table: Table) -> HandRow:
        """A hand in which everybody is all-in and seat 1 has four aces."""
        hand = self.deal_aces_to_the_first(table)
        self.put_everything_in(table)
        return hand

    def deal_aces_to_the_first(self, table: Table) -> HandRow:
        table.refresh_from_db()
        seats = list(table.seats.filter(stack__gt=0).values_list("no", flat=True))
        positions = engine.next_positions(Positions.from_json(table.positions or {}), seats)
        deal_order = sorted(seats, key=lambda no: (no <= positions.button, no))
        aces, others = ["As", "Ad"], iter(card for card in FRENCH if card[0] not in "A2")
        hole = [aces.pop() if no == 1 else next(others) for no in deal_order * 2]
        board = ["2c", "Ac", "Ah", "2d", "2h", *others]
        hand = dealer.deal(table_id=table.pk, now=self.now, deck=[*hole, *board, "2s"])
        assert hand is not None
        return hand

    def put_everything_in(self, table: Table) -> None:
        goes_on = table.pk in self.playing()
        while goes_on:
            goes_on = self.act(table.pk, put_everything_in)

    def tables(self) -> list[Table]:
        """The open tables, those with the fewest players first."""
        return invariants.open_tables(self.event)

    def sizes(self) -> list[int]:
        return [table.seats.count() for table in self.tables()]

    def check_balance(self) -> None:
        """After a step that found every table idle."""
        invariants.tables_are_even(self.event, self.now)

    def picture(self) -> list[tuple[Any, ...]]:
        """Everything that a step may change."""
        event = self.event
        return events.rows(
            _PICTURE, id=event.pk, event=event.event, pool=accounts.pool(event.event)
        )

    def check(self) -> None:
        """Chips are conserved, whoever plays has one seat, and the money adds up."""
        self.event.refresh_from_db()
        invariants.who_plays_has_one_seat(self.event)
        invariants.chips_are_conserved(self.event)
        invariants.no_cent_is_made(self.event)

    def check_result(self) -> None:
        """As ``check_finishes``, where players came with what their entries cost and no more."""
        self.check_finishes()
        for entry in self.event.entries.all():
            bounties = sum(entry.bounties.values_list("paid", flat=True))
            assert events.wallet(entry.user) == (entry.prize or 0) + bounties

    def check_finishes(self) -> None:
        """Every entry has one place, ties share theirs, and the pool is paid out to the cent."""
        assert self.event.status == Tournament.Status.FINISHED
        invariants.every_entry_has_one_finish(self.event)
        invariants.the_pool_pays_out(self.event)


def put_everything_in(hand: HandState) -> Action:
    """Return the action that risks all chips."""
    # Nobody is left to answer a raise: then a call puts in all that can be lost.
    may_shove = engine.legal_actions(hand).all_in is not None
    return Action("all_in" if may_shove else "call")


@contextmanager
def dying_after(statements: int) -> Iterator[None]:
    """Let so many statements reach the database, and then the process die."""
    left = statements
    straight = record._execute

    def count(sql: str) -> None:
        nonlocal left
        # Savepoints are the test's own commits: whoever dies there has done everything.
        left -= "SAVEPOINT" not in sql
        if left == -1:
            left -= 1
            raise Crash

    def execute(through: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        count(sql)
        return through(sql, *arguments)

    def execute_straight(sql: str, values: Sequence[object]) -> Any:
        count(sql)
        return straight(sql, values)

    past_django = patch.object(record, "_execute", execute_straight)
    with connection.execute_wrapper(execute), past_django:
        yield
