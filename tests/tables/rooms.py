"""A table with players, for tests that need one."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from core.types import Chips, SeatNo, UserId
from players.models import User
from tables import engine
from tables.engine.cards import split
from tables.live import dealer, record, seating
from tables.live.record import TableRecord
from tables.models import Hand, Seat

STAKES = engine.Stakes(10, 20)


def people(count: int, prefix: str = "player") -> list[User]:
    """Users who cannot log in with a password, so that making them is quick."""
    users = User
    made = [users(username=f"{prefix}{number}", password="!") for number in range(1, count + 1)]
    return list(users.objects.bulk_create(made))


@dataclass
class Room:
    """One table, its players by seat, and a clock that moves only when told to."""

    table_id: int
    users: dict[int, User]
    now: datetime = field(default_factory=lambda: timezone.now() - timedelta(hours=1))

    @property
    def table(self) -> TableRecord:
        return record.read(self.table_id)

    @property
    def turn(self) -> SeatNo | None:
        return self.table.live.turn

    @property
    def mover(self) -> SeatNo:
        """The seat to act, in a hand in which somebody is."""
        assert self.turn is not None
        return self.turn

    def later(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    def sit(
        self, user_id: UserId, no: int | None = None, *, stack: int = 500, bank_ms: int = 0
    ) -> Seat:
        """Somebody sits down besides, at ``no`` or where the draw has it."""
        return seating.take_seat(
            table_id=self.table_id,
            user_id=user_id,
            stack=Chips(stack),
            bank_ms=bank_ms,
            no=None if no is None else SeatNo(no),
            now=self.now,
        )

    def deal(self, deck: list[str] | None = None) -> Hand | None:
        return dealer.deal(table_id=self.table_id, now=self.now, deck=deck)

    def act(
        self,
        kind: str,
        to: int | None = None,
        *,
        seat: int | None = None,
        cards: tuple[str, ...] = (),
    ) -> int:
        """Act for a seat, by default the one to move; returns the version."""
        table = self.table
        hand = table.live.hand
        no = seat or (hand.turn if hand else None)
        assert no is not None
        return dealer.act(
            table_id=self.table_id,
            user_id=self.users[no].pk,
            action=engine.Action(kind, to, cards),
            seen_version=table.version,
            now=self.now,
        )

    def fold_out(self) -> None:
        """Everybody folds: the quickest end of a hand."""
        while self.turn is not None:
            self.act("fold")

    def play_on(self, dice: random.Random) -> None:
        """Random legal actions to the end of the hand."""
        while (hand := self.table.live.playing) is not None:
            action = random_action(hand, dice)
            self.act(action.kind, action.to, cards=action.cards)

    def snapshot(self, seat: int | None = None) -> dict[str, Any]:
        user_id = None if seat is None else self.users[seat].pk
        return {**dealer.snapshot(table_id=self.table_id, user_id=user_id)}


def random_action(hand: engine.HandState, dice: random.Random) -> engine.Action:
    """Any legal action, folding less often than the others."""
    legal = engine.legal_actions(hand)
    choices = [engine.Action("check")] * 3 if legal.check else []
    choices += [engine.Action("call")] * 4 if legal.call is not None else []
    for kind, sizes in (("bet", legal.bet), ("raise", legal.raise_)):
        if sizes is not None:
            choices.append(engine.Action(kind, dice.randint(*sizes)))
    if legal.all_in is not None and dice.random() < 0.2:
        choices.append(engine.Action("all_in"))
    if legal.fold:
        choices.append(engine.Action("fold"))
    if legal.cip is not None:
        choices += [engine.Action("cip")] * 3
    if legal.parola:
        choices.append(engine.Action("parola"))
    if legal.discard is not None:
        hole = split(hand.hole[legal.seat])
        changed = dice.sample(hole, dice.randint(0, legal.discard))
        choices.append(engine.Action("discard", cards=tuple(changed)))
    return dice.choice(choices)


def open_room(
    *stacks: int, stakes: engine.Stakes = STAKES, action_seconds: int = 20, bank_ms: int = 60_000
) -> Room:
    """A table with a player on seats 1, 2, ... for each stack."""
    now = timezone.now() - timedelta(hours=1)
    number = User.objects.count()
    users = people(len(stacks), prefix=f"anna{number}_")
    table = seating.open_table(
        event="tournament:1",
        name="Turbo · table 1",
        max_seats=9,
        stakes=stakes,
        action_seconds=action_seconds,
        now=now,
    )
    for no, (user, stack) in enumerate(zip(users, stacks, strict=True), start=1):
        seating.take_seat(
            table_id=table.pk,
            user_id=user.pk,
            stack=Chips(stack),
            bank_ms=bank_ms,
            no=SeatNo(no),
            now=now,
        )
    return Room(table.pk, dict(enumerate(users, start=1)), now)
