"""A room in the middle of play: made for the pack of a release, and played on after an upgrade.

All its times are far from any clock: the upgraded room goes on a second after the latest deal.
"""

from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import time_machine
from django.db import connection, transaction
from django.db.models import Max

from core.types import SeatNo, UserId
from payouts.models import Payment
from payouts.payments import review, withdrawals
from players.models import User
from tables import engine
from tables.cash import cashier as cash_cashier
from tables.cash import croupier, waiting
from tables.live import dealer, record, shuffle
from tables.live.record import TableRecord
from tables.models import CashStay, Hand, PoolEntry, Table
from tables.pools import cashier, next_hand
from tables.storage import archiving
from tests.harness import witness_clock
from tests.tables.cash import setting as cash
from tests.tables.cash.test_draw import DRAW
from tests.tables.chance import Repeatable
from tests.tables.pools import setting as pools
from tests.tables.rooms import people
from tests.tables.storage import old_months
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tests.tournaments.home import setting as home
from tournaments.home import hosting, settling
from tournaments.home.cash import table_of
from tournaments.home.models import HomeGame
from tournaments.models import Tournament

LEVELS = [(600, 10, 20, 0), (300, 0, 0, 0), (600, 50, 100, 5)]
TERMS: dict[str, Any] = {"rows": LEVELS, "seats_per_table": 6, "max_entries": 6}
LATER = START + timedelta(seconds=650)
IBAN = "IT60X0542811101000000123456"


def make() -> None:
    """Fill a migrated room, as the owner: a hand runs in a pool, at two cash tables, in an event
    for money and one for play money, and in a home game of either kind; another event is in its
    break, a player waits for a seat, a withdrawal for staff, and a month is archived."""
    with transaction.atomic(), patch.object(shuffle, "secrets", Repeatable(1)):
        witness_clock.install()
        with time_machine.travel(old_months.PLAYED + timedelta(hours=1)):
            pool = _archive_a_month()
        with time_machine.travel(START):
            _begin(pool)
        witness_clock.uninstall()
        connection.check_constraints()
        connection.run_on_commit.clear()


def _archive_a_month() -> pools.PoolRoom:
    """Play a hand of a pool in a month long over, and pack its events."""
    old_months.make_partition()
    pool = pools.pool_room(players=4)
    [hand] = pool.deal() or pool.deal(3)
    pool.check_down(hand.table_id)
    for who in range(4):
        pool.leave(who)
    assert archiving.archive(old_months.MONTH, now=START).rows
    return pool


def _begin(pool: pools.PoolRoom) -> None:
    pool.now = LATER
    for who in range(4):
        pool.join(who)
    assert pool.deal() or pool.deal(3)
    User.objects.create_superuser("staff")
    *others, host, guest, payee = pool.people[4:]
    home.begun(host, guest)
    resting = Evening(events.scheduled(**TERMS), others[:3], seed=1)
    resting.register(3)
    resting.step()
    resting.play_hands()
    resting.now = LATER
    resting.step()
    friends = people(3, "friend")
    for players, play_money in ((others[3:6], False), (friends, True)):
        event = events.scheduled(starts_at=LATER, play_money=play_money, **TERMS)
        playing = Evening(event, [*players], seed=1)
        playing.register(3)
        playing.now = LATER
        playing.step()
        playing.play_hands(actions=1)
    _sit_at_cash_tables(others)
    _play_cash_at_home(friends)
    withdrawals.ask(
        user_id=UserId(payee.pk), amount=50_00, destination=IBAN, key="packed", now=START
    )


def _sit_at_cash_tables(guests: list[User]) -> None:
    """Deal at a full table of Omaha, and at one of Italian draw whose last pot nobody has won."""
    omaha, draw = (_cash_table(guests, **terms) for terms in ({"name": "PLO", "game": "plo"}, DRAW))
    omaha.choose(1, tops_up=True, rebuys=True, posts_always=True)
    waiting.join(
        table_id=omaha.table_id, user_id=omaha.people[4].pk, any_table=False, now=omaha.now
    )
    assert croupier.look(table_id=draw.table_id, now=START)
    while (turn := draw.table.live.turn) is not None:
        _act(draw.table, turn, now=START)
    for room in (omaha, draw):
        assert croupier.look(table_id=room.table_id, now=LATER)
    omaha.sit_out(2)


def _play_cash_at_home(friends: list[User]) -> None:
    host, *others = friends
    game = home.opened(host, kind="cash", seats=4)
    home.joined(game, *others)
    hosting.start(game_id=game.pk, by=UserId(host.pk), now=START)
    assert croupier.look(table_id=table_of(game).pk, now=LATER)


def _cash_table(guests: list[User], **terms: Any) -> cash.CashRoom:
    """Open a table of three seats, and fill them."""
    game = cash.offer(seats=3, **{"straddle": False, **terms})
    croupier.keep_open(now=START)
    room = cash.CashRoom(game, Table.objects.get(event=game.event).pk, guests, START)
    for who in (1, 2, 3):
        room.sit(who, game.most)
    return room


def now() -> datetime:
    """Return the hour of the room: a second after its latest deal."""
    latest: datetime = Hand.objects.aggregate(at=Max("started_at"))["at"]
    return latest + timedelta(seconds=1)


def play_on() -> None:
    """Play every hand and event to its end, pay the withdrawal, and empty the pool."""
    with transaction.atomic(), patch.object(shuffle, "secrets", Repeatable(2)):
        evenings = [Evening(event, [], seed=2) for event in Tournament.objects.all()]
        assert sorted(len(evening.playing()) for evening in evenings) == [0, 1, 1, 1]
        for evening in evenings:
            evening.now = now()
            if not evening.playing():
                # Half of the break is left.
                evening.later(300)
                evening.step()
                assert evening.playing()
            home.played(evening)
        _end_the_hands()
        _empty_the_pool()
        _leave_cash_tables()
        for game in HomeGame.objects.all():
            hosting.end(game_id=game.pk, by=UserId(game.host_id), now=now())
            settling.settle(game_id=game.pk, now=now())
            assert game.payments.exists()
        staff = User.objects.get(username="staff")
        paid: dict[str, Any] = {
            "payment_id": Payment.objects.get().pk,
            "by": UserId(staff.pk),
            "why": "Known.",
        }
        review.approve(**paid, now=now())
        review.mark_sent(**paid, reference="B1", now=now())
        connection.check_constraints()
        connection.run_on_commit.clear()


def _act(table: TableRecord, seat: SeatNo, *, now: datetime) -> None:
    """Check, or call what must be called."""
    assert table.live.playing is not None
    legal = engine.legal_actions(table.live.playing)
    dealer.act(
        table_id=table.id,
        user_id=table.live.dealt[seat],
        action=engine.Action("check" if legal.check else "call"),
        seen_version=table.version,
        now=now,
    )


def _end_the_hands() -> None:
    for table_id in Hand.objects.filter(finished_at=None).values_list("table", flat=True):
        while (turn := (table := record.read(table_id)).live.turn) is not None:
            _act(table, turn, now=now())


def _leave_cash_tables() -> None:
    """Everybody takes back what they have, of the pot that nobody has won too."""
    for stay in CashStay.objects.filter(closed_at=None):
        cash_cashier.leave(table_id=stay.table_id, user_id=UserId(stay.user_id), now=now())


def _empty_the_pool() -> None:
    for entry in PoolEntry.objects.filter(closed_at=None):
        cashier.leave(
            pool_id=entry.pool_id,
            user_id=UserId(entry.user_id),
            no=entry.no,
            after_hand=False,
            now=now(),
        )
    next_hand.sweep(now=now())
