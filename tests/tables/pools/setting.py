"""A pool with players, for tests that need one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Account, Transfer
from players.models import User
from tables import engine
from tables.live import dealer, record
from tables.live.record import TableRecord
from tables.models import FastPool, Hand, PoolEntry
from tables.pools import books, cashier, floor, next_hand, play, purse
from tests.tables.rooms import people

WALLET = 2_000_00
State = PoolEntry.State


def offer(**terms: Any) -> FastPool:
    """A pool, by default no limit hold'em at 0.05/0.10."""
    terms = {"name": "Strobe NL10", "small_blind": 5, "big_blind": 10, **terms}
    pool = FastPool(**terms)
    pool.full_clean()
    pool.save()
    return pool


def rich(users: Sequence[User], *, now: datetime) -> None:
    """Give everybody money to play with."""
    wallets = [accounts.player(UserId(user.pk)) for user in users]
    legs = [
        ledger.Leg(accounts.OUTSIDE, wallet, WALLET, Transfer.Reason.DEPOSIT) for wallet in wallets
    ]
    ledger.post(legs, key=f"deposit:{users[0].pk}", now=now)


@dataclass
class PoolRoom:
    """A pool, people with money, and a clock that moves only when told to.

    What follows after a commit is carried out by ``go_on``, as the process that committed does.
    """

    pool: FastPool
    people: list[User]
    now: datetime = field(default_factory=lambda: timezone.now() - timedelta(hours=1))
    wishes: int = 0

    def later(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    def join(self, who: int, amount: int = 1000, key: str | None = None) -> PoolEntry:
        self.wishes += 1
        return cashier.join(
            pool_id=self.pool.pk,
            user_id=UserId(self.people[who].pk),
            amount=Cents(amount),
            key=key or f"join-{self.wishes}",
            now=self.now,
        )

    def top_up(self, who: int, amount: int, *, no: int = 1, key: str = "more") -> None:
        cashier.top_up(**self.of(who, no), amount=Cents(amount), key=key)

    def leave(self, who: int, *, no: int = 1, after_hand: bool = False) -> None:
        cashier.leave(**self.of(who, no), after_hand=after_hand)

    def fold(
        self, who: int, *, no: int = 1, view: bool = False, hand_id: int | None = None
    ) -> None:
        """Fold, in turn or not."""
        if hand_id is None:
            hand_id = self.table_of(who, no).live.hand_id
        assert hand_id is not None
        play.fold(**self.of(who, no), hand_id=hand_id, view=view)

    def new_hand(self, who: int, *, no: int = 1) -> None:
        play.new_hand(**self.of(who, no))

    def sit_out(self, who: int, *, no: int = 1) -> None:
        play.sit_out(**self.of(who, no))

    def come_back(self, who: int, *, no: int = 1) -> None:
        play.come_back(**self.of(who, no))

    def deal(self, seconds: float = 0) -> list[Hand]:
        """Let time pass, and deal to whoever is free."""
        hands = floor.deal(pool_id=self.pool.pk, now=self.later(seconds))
        self.check()
        return hands

    def sweep(self, seconds: float = 0) -> int:
        begun = next_hand.sweep(now=self.later(seconds))
        self.check()
        return begun

    def go_on(self) -> None:
        """What the process does right after a commit, for all entries."""
        ids = list(PoolEntry.objects.filter(closed_at=None).values_list("pk", flat=True))
        next_hand.follow_up(None, event=self.pool.event, entries=ids, now=self.now)
        self.check()

    def act(self, table_id: int, kind: str, to: int | None = None) -> None:
        """Whoever is to act at a table does this."""
        table = record.read(table_id)
        assert table.live.turn is not None
        dealer.act(
            table_id=table_id,
            user_id=table.live.dealt[table.live.turn],
            action=engine.Action(kind, to),
            seen_version=table.version,
            now=self.now,
        )
        self.check()

    def check_down(self, table_id: int) -> None:
        """To the showdown without a bet."""
        while record.read(table_id).live.playing is not None:
            self.check_or_call(table_id)

    def check_or_call(self, table_id: int) -> None:
        """Whoever is to act stays in for as little as can be."""
        hand = record.read(table_id).live.playing
        assert hand is not None
        self.act(table_id, "check" if engine.legal_actions(hand).check else "call")

    def entry(self, who: int, no: int = 1) -> PoolEntry:
        """The latest entry of this number."""
        user = self.people[who]
        return PoolEntry.objects.filter(pool=self.pool, user=user, no=no).latest("pk")

    def state(self, who: int, no: int = 1) -> str:
        return self.entry(who, no).state

    def table_of(self, who: int, no: int = 1) -> TableRecord:
        table_id = self.entry(who, no).table_id
        assert table_id is not None
        return record.read(table_id)

    def seat_of(self, who: int, no: int = 1) -> int:
        entry = self.entry(who, no)
        seats = self.table_of(who, no).live.seats.items()
        return next(seat for seat, sitter in seats if sitter.entry == entry.pk)

    def who_acts(self, table_id: int) -> int:
        """The number of the person to act."""
        live = record.read(table_id).live
        assert live.turn is not None
        return [user.pk for user in self.people].index(live.dealt[live.turn])

    def wallet(self, who: int) -> int:
        return ledger.balance(accounts.player(UserId(self.people[who].pk)))

    @property
    def escrow(self) -> int:
        return ledger.balance(purse.account(self.pool.pk))

    def check(self) -> None:
        """What entries hold is what the escrow holds, and no cent was made or lost; nobody is at
        one table twice, and the chips of every hand are there."""
        connection.check_constraints()
        here = PoolEntry.objects.filter(pool=self.pool, closed_at=None)
        balances = Counter(dict(Account.objects.values_list("name", "balance")))
        escrow = balances[purse.account(self.pool.pk)]
        assert (here.aggregate(held=Sum("held"))["held"] or 0) == escrow
        held = sum(balances[accounts.player(UserId(user.pk))] for user in self.people)
        assert held + escrow + balances[accounts.RAKE] == -balances[accounts.OUTSIDE]
        told = books.Pool(self.pool)
        assert [*told.compared()[1], *told.wrong_records()] == []
        entries = {entry.pk: entry for entry in told.stays}
        for table_id in self.pool.tables.values_list("table", flat=True):
            _check_table(record.read(table_id), entries)

    def of(self, who: int, no: int = 1) -> dict[str, Any]:
        user_id = UserId(self.people[who].pk)
        return {"pool_id": self.pool.pk, "user_id": user_id, "no": no, "now": self.now}


def _check_table(table: TableRecord, entries: Mapping[int, PoolEntry]) -> None:
    live = table.live
    users = [sitter.user for sitter in live.seats.values()]
    assert len(users) == len(set(users))
    if live.playing is None:
        return
    hand = live.playing
    assert sum(hand.stacks.values()) + hand.pot == sum(hand.start_stacks.values())
    for no, sitter in live.seats.items():
        assert sitter.entry is not None
        entry = entries[sitter.entry]
        if sitter.staked is None:
            assert (entry.state, entry.table_id) == (State.PLAYING, table.id)
            assert entry.held - entry.at_stake >= sitter.stack
        else:
            assert entry.at_stake >= sitter.staked == hand.contributed(no)


def pool_room(players: int = 6, people_here: int = 14, **terms: Any) -> PoolRoom:
    """A pool into which people 0, 1, ... have come with 10 euros each; nobody is dealt in yet."""
    pool = offer(**terms)
    opened = timezone.now() - timedelta(hours=1)
    users = people(people_here, prefix="guest")
    rich(users, now=opened)
    room = PoolRoom(pool, users, opened)
    for who in range(players):
        room.join(who)
    return room
