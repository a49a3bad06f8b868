"""A cash table with guests, for tests that need one."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from core.types import Cents, Chips, SeatNo
from payouts.bookkeeping import accounts, ledger
from payouts.models import Account, Transfer
from players.models import User
from tables import engine
from tables.cash import cashier, croupier
from tables.live import dealer, record, seats
from tables.live.record import TableRecord
from tables.live.state import StayState
from tables.models import CashGame, CashStay, Hand, Seat, Table
from tests.tables.rooms import people

WALLET = 2_000_00


def offer(**terms: Any) -> CashGame:
    """A game for money, by default no limit hold'em at 0.05/0.10, one table."""
    terms = {"name": "NL10", "small_blind": 5, "big_blind": 10, "straddle": True, **terms}
    game = CashGame(**terms)
    game.full_clean()
    game.save()
    return game


@dataclass
class CashRoom:
    """One cash table, people with money, and a clock that moves only when told to."""

    game: CashGame
    table_id: int
    people: list[User]
    now: datetime = field(default_factory=lambda: timezone.now() - timedelta(hours=1))

    @property
    def table(self) -> TableRecord:
        return record.read(self.table_id)

    @property
    def hand(self) -> engine.HandState | None:
        return self.table.live.playing

    @property
    def going(self) -> engine.HandState:
        """The hand that is played, in a test that knows of one."""
        assert self.hand is not None
        return self.hand

    def later(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    def sit(
        self,
        who: int,
        amount: int = 1000,
        no: int | None = None,
        *,
        posts: bool = False,
        key: str | None = None,
    ) -> CashStay:
        """Person number ``who`` sits down, by default on the seat of that number."""
        return cashier.sit_down(
            table_id=self.table_id,
            user_id=self.people[who].pk,
            amount=Cents(amount),
            key=key or f"sit{who}",
            no=SeatNo(who if no is None else no),
            posts=posts,
            now=self.now,
        )

    def top_up(self, who: int, amount: int, key: str = "more") -> int:
        return cashier.top_up(**self._who(who), amount=Cents(amount), key=key)

    def leave(self, who: int) -> int:
        return cashier.leave(**self._who(who))

    def choose(self, who: int, **wishes: Any) -> int:
        asked: dict[str, Any] = {**self._who(who), **wishes}
        return cashier.choose(**asked)

    def sit_out(self, who: int) -> int:
        return dealer.sit_out(**self._who(who))

    def come_back(self, who: int) -> int:
        return dealer.come_back(**self._who(who))

    def look(self, seconds: float = 10) -> Hand | None:
        """Let time pass, and the table look whether it can deal; then the books must add up."""
        hand = croupier.look(table_id=self.table_id, now=self.later(seconds))
        self.check()
        return hand

    def deal(self) -> engine.HandState:
        """The next hand, which there must be."""
        assert self.look() is not None
        return self.going

    def act(self, kind: str, to: int | None = None) -> None:
        """Whoever is to act does this."""
        table = self.table
        assert table.live.turn is not None
        dealer.act(
            table_id=self.table_id,
            user_id=table.live.dealt[table.live.turn],
            action=engine.Action(kind, to),
            seen_version=table.version,
            now=self.now,
        )
        self.check()

    def fold_out(self) -> None:
        """Everybody folds: the quickest end of a hand."""
        while self.hand is not None:
            self.act("fold")

    def check_down(self) -> None:
        """To the showdown without a bet."""
        while (hand := self.hand) is not None:
            self.act("check" if engine.legal_actions(hand).check else "call")

    def make_poor(self, no: int, *, left: int) -> None:
        """Between hands a player turns out to hold little; the neighbour has the rest."""
        table = self.table
        there, poor = table.live.seats, SeatNo(no)
        other = next(seat for seat in there if seat != poor)
        both = there[other].stack + there[poor].stack
        seats.set_stack(table, other, Chips(both - left))
        seats.set_stack(table, poor, Chips(left))
        record.write(table, [], now=self.now)
        self.check()

    def stack(self, who: int) -> int:
        return Seat.objects.get(table=self.table_id, user=self.people[who]).stack

    def away(self, no: int) -> bool:
        """Whether who sits there sits out."""
        return self.table.live.seats[SeatNo(no)].away

    def stay(self, who: int) -> StayState:
        live = self.table.live
        no = live.seat_of(self.people[who].pk)
        assert no is not None
        stay = live.seats[no].stay
        assert stay is not None
        return stay

    def wallet(self, who: int) -> int:
        return ledger.balance(accounts.player(self.people[who].pk))

    @property
    def escrow(self) -> int:
        return ledger.balance(accounts.escrow(self.table_id))

    @property
    def rake(self) -> int:
        return ledger.balance(accounts.RAKE)

    def check(self) -> None:
        """Stacks and pots are what the escrow holds, and no cent was made or lost."""
        connection.check_constraints()
        balances = Counter(dict(Account.objects.values_list("name", "balance")))
        escrow = balances[accounts.escrow(self.table_id)]
        live = self.table.live
        chips: int = sum(live.stack(no) for no in live.seats)
        chips += live.unwon if live.playing is None else live.playing.pot
        assert chips == escrow
        held_by_rows = Seat.objects.values_list("stack", "in_pot")
        assert sum(stack + in_pot for stack, in_pot in held_by_rows) == escrow
        held = sum(balances[accounts.player(user.pk)] for user in self.people)
        assert held + escrow + balances[accounts.RAKE] == -balances[accounts.OUTSIDE]

    def _who(self, who: int) -> dict[str, Any]:
        return {"table_id": self.table_id, "user_id": self.people[who].pk, "now": self.now}


def cash_room(*seated: int, people_here: int = 7, **terms: Any) -> CashRoom:
    """A table where people 1, 2, ... have sat down with so many cents each; 0 stands beside it."""
    game = offer(**terms)
    opened = timezone.now() - timedelta(hours=1)
    croupier.keep_open(now=opened)
    users = people(people_here, prefix="guest")
    wallets = [accounts.player(user.pk) for user in users]
    legs = [
        ledger.Leg(accounts.OUTSIDE, wallet, WALLET, Transfer.Reason.DEPOSIT) for wallet in wallets
    ]
    ledger.post(legs, key=f"deposit:{users[0].pk}", now=opened)
    table = Table.objects.get(event=game.event, status=Table.Status.OPEN)
    room = CashRoom(game, table.pk, users, opened)
    for who, amount in enumerate(seated, start=1):
        room.sit(who, amount)
    return room
