"""A cash game lived through at random: chips and cents after every step, whatever happens when.

Players come, top up, straddle, miss blinds, wait for seats, leave and come back; tables open, close
and break down in the middle of a hand, and processes die before their commits.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)

from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.bookkeeping import accounts
from payouts.models import Account
from players.signals import barred
from tables.cash import cashier, croupier, stays, waiting
from tables.cash.books import CashTable
from tables.live import dealer, record
from tables.live.record import TableRecord
from tables.models import CashGame, CashStay, Seat, Table, Waiting
from tables.models.money_games import MOST_BROUGHT
from tests.harness import machines
from tests.harness.long_forms import longer
from tests.tables.cash.setting import cash_room
from tests.tables.engine.wandering import choose
from tests.tables.pools.test_machine import dying
from tests.tables.replays import check_every_hand

PEOPLE = 6
WHO = st.integers(0, PEOPLE - 1)
CHANCE = st.floats(0, 1, exclude_max=True)
DIES = st.sampled_from([False, False, False, True])

# What is played for, and at how many seats. In the last few buy-ins reach the session's limit.
GAMES: list[dict[str, Any]] = [
    {"straddle": True, "ante": 3},
    {"game": "mixed_holdem", "straddle": True},
    {"game": "plo8", "seats": 3, "straddle": True},
    {"game": "italian", "small_blind": 0, "big_blind": 20, "ante": 10, "straddle": False},
    {"small_blind": 500, "big_blind": 1000, "straddle": True, "button": "forward"},
]


class Game(RuleBasedStateMachine):
    """One game at one or two tables."""

    @initialize(terms=st.sampled_from(GAMES), by_hands=st.booleans())
    def open(self, terms: dict[str, Any], *, by_hands: bool) -> None:
        unit = CashGame.Unit.HANDS if by_hands else CashGame.Unit.MINUTES
        asked = {"seats": 4, **terms, "sit_out": 5, "sit_out_unit": unit}
        room = cash_room(people_here=PEOPLE, **asked)
        self.game, self.wishes = room.game, 0
        CashGame.objects.update(tables=2)
        croupier.keep_open(now=room.now)
        self.room = room
        # Else a short example seldom comes to the end of a hand.
        for who in range(3):
            self.sit(who, 0.0, "most", posts=True, chosen={}, dies=False)
        self.look(0.0, 10.0, dies=False)

    def _do(self, step: Callable[[], object], *, dies: bool = False) -> None:
        """One verb, which may be refused, or whose process may die before it commits."""
        try:
            with dying(before_commit=dies):
                step()
        except Refusal:
            return

    @rule(
        who=WHO,
        chance=CHANCE,
        part=st.sampled_from(["least", "most", "back"]),
        posts=st.booleans(),
        chosen=st.fixed_dictionaries(
            {},
            optional={
                "straddles": st.just(True),
                "tops_up": st.just(True),
                "rebuys": st.just(True),
                "posts_always": st.just(True),
            },
        ),
        dies=DIES,
    )
    def sit(
        self,
        who: int,
        chance: float,
        part: str,
        *,
        posts: bool,
        chosen: dict[str, bool],
        dies: bool,
    ) -> None:
        game = CashGame.objects.get(pk=self.game.pk)
        back = stays.buy_in_at(game, user_id=self._user(who), now=self.room.now).back
        amount = back.cents if back and part == "back" else getattr(game, part, game.least)

        def sit_down() -> None:
            cashier.sit_down(
                **self._who(who, chance), amount=Cents(amount), key=self._key(), posts=posts
            )
            if chosen:
                wishes: dict[str, Any] = {**self._who(who, chance), **chosen}
                cashier.choose(**wishes)

        self._do(sit_down, dies=dies)

    @rule(who=WHO, chance=CHANCE, amount=st.integers(1, 2000), dies=DIES)
    def top_up(self, who: int, chance: float, amount: int, *, dies: bool) -> None:
        wish = {**self._who(who, chance), "amount": Cents(amount), "key": self._key()}
        self._do(lambda: cashier.top_up(**wish), dies=dies)

    @rule(who=WHO, chance=CHANCE, after_hand=st.booleans(), dies=DIES)
    def leave(self, who: int, chance: float, *, after_hand: bool, dies: bool) -> None:
        whom = self._who(who, chance)
        self._do(lambda: cashier.leave(**whom, after_hand=after_hand), dies=dies)

    @rule(
        who=WHO,
        chance=CHANCE,
        verb=st.sampled_from([cashier.stay, dealer.sit_out, dealer.come_back]),
        dies=DIES,
    )
    def rest(self, who: int, chance: float, verb: Callable[..., int], *, dies: bool) -> None:
        self._do(lambda: verb(**self._who(who, chance)), dies=dies)

    @rule(
        who=WHO,
        chance=CHANCE,
        wish=st.sampled_from(["posts", "straddles", "tops_up", "rebuys", "posts_always"]),
        rests=st.sampled_from([None, None, "", "hand", "blind"]),
        value=st.booleans(),
    )
    def choose(self, who: int, chance: float, wish: str, rests: Any, *, value: bool) -> None:
        chosen: dict[str, Any] = {wish: value, "rests": rests}
        self._do(lambda: cashier.choose(**self._who(who, chance), **chosen))

    @rule(seed=st.integers(0, 2**16), chance=CHANCE, times=st.integers(1, 12), dies=DIES)
    def act(self, seed: int, chance: float, times: int, *, dies: bool) -> None:
        for turn in range(times):
            table = self._table(chance)
            hand = table.live.playing
            if hand is None or table.live.turn is None:
                return
            act = partial(
                dealer.act,
                table_id=table.id,
                user_id=table.live.dealt[table.live.turn],
                action=choose(hand, Random(seed + turn)),
                seen_version=table.version,
                now=self.room.later(1),
            )
            self._do(act, dies=dies)

    @rule(chance=CHANCE)
    def lose_the_line(self, chance: float) -> None:
        self._do(lambda: dealer.time_out(table_id=self._id(chance), now=self.room.later(60)))

    @rule(chance=CHANCE, seconds=st.sampled_from([1.0, 10.0, 10.0, 310.0, 7300.0]), dies=DIES)
    def look(self, chance: float, seconds: float, *, dies: bool) -> None:
        now = self.room.later(seconds)
        self._do(lambda: croupier.look(table_id=self._id(chance), now=now), dies=dies)

    @rule(who=WHO, chance=CHANCE, any_table=st.booleans())
    def wait(self, who: int, chance: float, *, any_table: bool) -> None:
        self._do(lambda: waiting.join(**self._who(who, chance), any_table=any_table))

    @rule(who=WHO, chance=CHANCE)
    def wait_no_more(self, who: int, chance: float) -> None:
        self._do(lambda: waiting.leave(**self._who(who, chance)))

    @rule(tables=st.sampled_from([0, 1, 2, 2]), seconds=st.sampled_from([1.0, 61.0]))
    def tend(self, tables: int, seconds: float) -> None:
        CashGame.objects.filter(pk=self.game.pk).update(tables=tables)
        now = self.room.later(seconds)
        croupier.keep_open(now=now)
        waiting.tend(now=now)
        held = Waiting.objects.filter(ended_at=None, held_table__isnull=False)
        assert not held.filter(held_table__status=Table.Status.CLOSED).exists()
        assert not held.filter(held_until__lte=now).exists()

    @rule(who=WHO)
    def bar(self, who: int) -> None:
        barred.send(sender=None, user_id=self._user(who), now=self.room.now)
        assert not Waiting.objects.filter(user=self._user(who), ended_at=None).exists()

    @rule(chance=CHANCE, again=st.booleans())
    def break_off(self, chance: float, *, again: bool) -> None:
        table_id = self._id(chance)
        due = Counter(self._wallets())
        for user, stack, in_pot in Seat.objects.filter(table=table_id).values_list(
            "user", "stack", "in_pot"
        ):
            due[user] += stack + in_pot
        for _ in range(1 + again):
            by = self.room.people[0].pk
            cashier.break_off(table_id=table_id, by=by, why="x", now=self.room.now)
        assert self._wallets() == due

    @invariant()
    def every_chip_is_a_cent(self) -> None:
        if not hasattr(self, "room"):
            return
        connection.check_constraints()
        for pk in self._tables():
            table, books = record.read(pk), CashTable(pk)
            assert [*books.compared()[1], *books.wrong_records()] == []
            live = table.live
            chips: int = sum(live.stack(no) for no in live.seats)
            chips += live.unwon if live.playing is None else live.playing.pot
            assert chips == self._balances()[accounts.escrow(pk)]
            assert not {*live.held} & {*live.seats}
        balances = self._balances()
        ours = [accounts.escrow(pk) for pk in self._tables()] + [accounts.RAKE]
        held = sum(self._wallets().values()) + sum(balances[name] for name in ours)
        assert held == -balances[accounts.OUTSIDE]

    @invariant()
    def nobody_has_brought_more_than_a_session_may_be_brought(self) -> None:
        if not hasattr(self, "room"):
            return
        since = self.room.now - stays.within()
        lately = CashStay.objects.filter(Q(closed_at=None) | Q(closed_at__gt=since))
        brought = Counter[int]()
        for user, money, back in lately.values_list("user", "brought", "brought_back"):
            brought[user] += money - back
        assert not brought or max(brought.values()) <= MOST_BROUGHT

    def teardown(self) -> None:
        if not hasattr(self, "room"):
            return
        CashGame.objects.filter(pk=self.game.pk).update(tables=0)
        for pk in self._tables():
            while record.read(pk).live.playing is not None:
                dealer.time_out(table_id=pk, now=self.room.later(200))
        croupier.keep_open(now=self.room.later(60))
        assert not Seat.objects.exists()
        assert not CashStay.objects.filter(closed_at=None).exists()
        assert not any(self._balances()[accounts.escrow(pk)] for pk in self._tables())
        check_every_hand()

    def _key(self) -> str:
        self.wishes += 1
        return f"wish-{self.wishes}"

    def _user(self, who: int) -> UserId:
        return UserId(self.room.people[who].pk)

    def _who(self, who: int, chance: float) -> dict[str, Any]:
        return {"table_id": self._id(chance), "user_id": self._user(who), "now": self.room.now}

    def _tables(self) -> list[int]:
        return [*Table.objects.order_by("pk").values_list("pk", flat=True)]

    def _id(self, chance: float) -> int:
        """One of the open tables, or the last that there was."""
        running = [*Table.objects.filter(status="open").order_by("pk").values_list("pk", flat=True)]
        return running[int(chance * len(running))] if running else self._tables()[-1]

    def _table(self, chance: float) -> TableRecord:
        return record.read(self._id(chance))

    def _balances(self) -> Counter[str]:
        return Counter(dict(Account.objects.values_list("name", "balance")))

    def _wallets(self) -> dict[int, int]:
        balances = self._balances()
        return {user.pk: balances[accounts.player(user.pk)] for user in self.room.people}


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("CASH-1", "CASH-2", "CASH-3", "CASH-5", "CHIP-1", "DRAW-2")
@pytest.mark.django_db
def test_whatever_happens_in_a_cash_game_every_chip_stays_a_cent() -> None:
    machines.play(Game, examples=longer(200, short=4), steps=longer(80, short=30))
