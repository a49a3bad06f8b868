"""The wallet as a mirror of an operator's accounts: brought, given back, undone, compared."""

import dataclasses
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx2
import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core import due_checks
from core.outside.signed_json import Declined, ServiceLine, Silent, _authorities
from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.gateways import connected
from payouts.gateways.operators_wallet import Done, WalletOverHttp
from payouts.models import WalletCall, WalletRest
from payouts.payments import withdrawals
from payouts.refusals import MoneyCode
from payouts.reports import reconciliation
from payouts.wallets import counter, mirror
from players.models import User
from tables.cash import cashier
from tests.harness.long_forms import asked
from tests.harness.room import free_port, wait_for
from tests.payouts.conftest import NOW
from tests.payouts.payments.conftest import IBAN, refused
from tests.tables.cash.setting import cash_room
from tests.tournaments import events
from tests.tournaments.live_events import Floor, live
from tournaments.entry import registration
from tournaments.live_room.verbs import walk_ins
from tournaments.models import Entry
from tournaments.staff import entrance

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("MONEY-5")]

LATER = NOW + timedelta(days=1)
POOL = accounts.pool("tournament:1")


@dataclasses.dataclass
class Operator:
    """Accounts in memory. ``deaf`` hears nothing, ``mute`` does it and does not answer."""

    cents: dict[int, int]
    deaf: bool = False
    mute: bool = False
    calls: dict[UUID, tuple[str, int, int]] = dataclasses.field(default_factory=dict)

    def _do(self, key: UUID, user_id: UserId, amount: int) -> None:
        assert not transaction.get_connection().in_atomic_block
        if self.deaf:
            raise Silent("deaf")
        known = self.calls.get(key)
        if known is None:
            if self.cents.get(user_id, 0) + amount < 0:
                raise Declined("poor")
            self.cents[user_id] = self.cents.get(user_id, 0) + amount
            self.calls[key] = ("done", user_id, amount)
        elif known != ("done", user_id, amount):
            raise Declined("undone")
        if self.mute:
            raise Silent("mute")

    def debit(self, *, key: UUID, user_id: UserId, amount: int) -> None:
        self._do(key, user_id, -amount)

    def credit(self, *, key: UUID, user_id: UserId, amount: int) -> None:
        self._do(key, user_id, amount)

    def rollback(self, *, key: UUID) -> None:
        if self.deaf:
            raise Silent("deaf")
        state, user_id, amount = self.calls.get(key, ("undone", 0, 0))
        if state == "done":
            self.cents[user_id] -= amount
        self.calls[key] = ("undone", user_id, amount)

    def status(self, *, key: UUID) -> Done | None:
        if self.deaf:
            raise Silent("deaf")
        found = self.calls.get(key)
        return None if found is None else Done(found[0], abs(found[2]))


@pytest.fixture
def operator(monkeypatch: pytest.MonkeyPatch) -> Operator:
    found = Operator({})
    monkeypatch.setattr(connected, "wallet", lambda: found)
    return found


def player(operator: Operator, cents: int, name: str = "anna") -> UserId:
    found = UserId(User.objects.create_user(name).pk)
    operator.cents[found] = cents
    return found


def sound(operator: Operator, *players: UserId) -> bool:
    """Whether the ledger is, and nothing of these players' is lost between here and there."""
    assert not [*mirror.differences(since=NOW - timedelta(days=999))]
    return not [*reconciliation.books()]


def test_an_entry_brings_what_it_costs_and_what_it_wins_goes_back(operator: Operator) -> None:
    anna = player(operator, 25_00)
    event = events.sit_and_go()
    registration.register(tournament_id=event.pk, user_id=anna, now=timezone.now())
    assert operator.cents[anna] == 15_00
    assert ledger.balance(accounts.pool(event.event)) == 9_00
    registration.unregister(tournament_id=event.pk, user_id=anna, now=timezone.now())
    assert ledger.balance(accounts.player(anna)) == 10_00
    soon = timezone.now() + timedelta(minutes=1)
    assert due_checks.exists(mirror.DUE, now=soon)
    mirror.sweep(now=soon)
    assert operator.cents[anna] == 25_00
    assert ledger.balance(accounts.OUTSIDE) == 0
    assert not due_checks.exists(mirror.DUE, now=soon + timedelta(days=9))
    assert sound(operator, anna)


@pytest.mark.middling
@pytest.mark.rule("AMEND-4", "LIVE-6")
def test_what_staff_sell_to_a_player_is_brought_too(operator: Operator) -> None:
    anna, boss = player(operator, 35_00), UserId(User.objects.create_user("boss").pk)
    event = events.scheduled(starts_at=timezone.now() + timedelta(days=1))
    said: dict[str, Any] = {"user_id": anna, "by": boss, "now": timezone.now()}
    entrance.enter(tournament_id=event.pk, why="They asked.", **said)
    floor = Floor(live(rebuys=1, rebuy_levels=1, rebuy_price=900, rebuy_chips=1500), players=0)
    anna_s = {**said, "tournament_id": floor.pk, "cash": False, "now": floor.now}
    other = player(operator, 10_00, "bea")
    walk_ins.enter(key="a", **anna_s)
    walk_ins.enter(key="b", **{**anna_s, "user_id": other})
    floor.step()
    walk_ins.rebuy(key="c", **anna_s)
    assert operator.cents[anna] == 35_00 - 10_00 - 10_00 - 9_00
    assert sound(operator, anna)


def test_chips_of_a_cash_table_are_brought_and_taken_home(operator: Operator) -> None:
    room = cash_room()
    anna = player(operator, 100_00)
    wish: dict[str, Any] = {"table_id": room.table_id, "user_id": anna, "key": "a"}
    cashier.sit_down(amount=Cents(10_00), now=timezone.now(), **wish)
    assert operator.cents[anna] == 90_00
    cashier.leave(table_id=room.table_id, user_id=anna, now=timezone.now())
    mirror.sweep(now=timezone.now() + timedelta(minutes=1))
    assert operator.cents[anna] == 100_00


def test_who_has_too_little_there_is_refused_by_name(operator: Operator) -> None:
    anna = player(operator, 9_99)
    event = events.sit_and_go()
    enter: dict[str, Any] = {"tournament_id": event.pk, "user_id": anna, "now": timezone.now()}
    assert refused(registration.register, **enter) == MoneyCode.INSUFFICIENT_FUNDS
    assert WalletCall.objects.get().state == "declined"
    assert operator.cents[anna] == 9_99
    assert sound(operator, anna)


@pytest.mark.parametrize("trouble", ["deaf", "mute"])
def test_without_an_answer_nothing_is_bought_and_what_was_taken_goes_back(
    operator: Operator, trouble: str, client: Client
) -> None:
    anna = player(operator, 25_00)
    event = events.sit_and_go()
    setattr(operator, trouble, True)
    client.force_login(User.objects.get(pk=anna))
    page = client.post(reverse("register", args=[event.pk]), follow=True).content.decode()
    assert "does not answer" in page
    assert not Entry.objects.exists()
    assert operator.cents[anna] == (15_00 if trouble == "mute" else 25_00)
    soon = timezone.now() + timedelta(minutes=1)
    mirror.sweep(now=soon)
    operator.deaf = operator.mute = False
    mirror.sweep(now=soon + timedelta(hours=1))
    assert operator.cents[anna] == 25_00
    assert WalletCall.objects.get().state == "undone"
    assert sound(operator, anna)


def test_a_process_that_died_between_asking_and_booking_is_undone(operator: Operator) -> None:
    anna = player(operator, 25_00)
    call = WalletCall.objects.create(
        kind="debit", user_id=anna, amount=10_00, asked_at=NOW, due_at=NOW + mirror.AGAIN
    )
    operator.debit(key=call.key, user_id=anna, amount=10_00)
    mirror.sweep(now=NOW)
    assert operator.cents[anna] == 15_00
    mirror.sweep(now=NOW + mirror.AGAIN)
    assert operator.cents[anna] == 25_00
    # It comes again, late: the key is spent.
    with pytest.raises(Declined):
        operator.debit(key=call.key, user_id=anna, amount=10_00)


def test_credits_wait_until_they_are_taken_and_are_given_once(operator: Operator) -> None:
    anna = player(operator, 0)
    paid = ledger.Leg(accounts.OUTSIDE, POOL, 60_00, ledger.Reason.BUY_IN)
    won = ledger.Leg(POOL, accounts.player(anna), 60_00, ledger.Reason.PRIZE)
    ledger.post([paid, won], key="won", now=NOW)
    operator.deaf = True
    mirror.sweep(now=NOW + timedelta(minutes=1))
    assert ledger.balance(accounts.held(anna)) == 60_00
    operator.deaf, operator.mute = False, True
    mirror.sweep(now=NOW + timedelta(minutes=30))
    operator.mute = False
    mirror.sweep(now=NOW + timedelta(hours=2))
    assert operator.cents[anna] == 60_00
    assert ledger.balance(accounts.held(anna)) == 0
    assert sound(operator, anna)


def test_what_differs_at_the_operator_is_found(operator: Operator) -> None:
    anna = player(operator, 25_00)
    mirror.bring(user_id=anna, amount=10_00, now=NOW)
    call = WalletCall.objects.get()
    operator.rollback(key=call.key)
    [found] = mirror.differences(since=NOW)
    assert (found.call, found.here, found.there) == (call, "done", "undone")
    with pytest.raises(CommandError, match=r"Calls differ\."):
        call_command("compare_wallet", days=9999, stdout=StringIO())
    operator.deaf = True
    with pytest.raises(CommandError, match="does not answer"):
        call_command("compare_wallet", days=9999)


def test_money_lies_with_the_operator_and_is_paid_in_and_out_there(operator: Operator) -> None:
    anna, carla = player(operator, 25_00), User.objects.create_superuser("carla").pk
    ask: dict[str, Any] = {"user_id": anna, "amount": 20_00, "key": "k", "now": NOW}
    assert refused(withdrawals.ask, destination=IBAN, **ask) == MoneyCode.MONEY_ELSEWHERE
    assert refused(counter.give, kind="in", by=carla, why="x", **ask) == MoneyCode.MONEY_ELSEWHERE


def test_where_wallets_are_the_rooms_own_nothing_is_noted(db: None) -> None:
    (anna,) = events.players(1)
    assert not WalletRest.objects.exists()
    assert not due_checks.exists(mirror.DUE, now=LATER)
    assert mirror.sweep(now=LATER) == 0
    event = events.sit_and_go(buy_in=5_000)
    with pytest.raises(Refusal):
        registration.register(tournament_id=event.pk, user_id=anna.pk, now=timezone.now())


def test_the_database_keeps_a_call_as_it_was_asked(operator: Operator) -> None:
    anna = player(operator, 25_00)
    mirror.bring(user_id=anna, amount=10_00, now=NOW)
    changes: list[dict[str, Any]] = [{"state": "asked"}, {"amount": 1}, {"ended_at": None}]
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            WalletCall.objects.update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        WalletCall.objects.all().delete()


SECRET = "the operator's"


@contextmanager
def running(port: int, keep: Path) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """The real service with trouble; the list has its process, which may be replaced."""

    def start() -> "subprocess.Popen[bytes]":
        told = ["--port", str(port), "--secret", SECRET, "--keep", str(keep), "--trouble"]
        return subprocess.Popen(
            [sys.executable, "-m", "payouts.gateways.sandbox_wallet", *told],
            cwd=django_settings.BASE_DIR,
            env=dict(os.environ),
        )

    process = [start()]
    try:
        yield process
    finally:
        process[-1].kill()
        process[-1].wait(60)


def restart(process: list["subprocess.Popen[bytes]"]) -> None:
    old = process.pop()
    old.send_signal(signal.SIGKILL)
    old.wait(60)
    process.append(subprocess.Popen(old.args, cwd=django_settings.BASE_DIR))


def test_the_authorities_are_read_once_and_not_for_each_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times_read = 0
    read = httpx2.create_ssl_context

    def count(**said: Any) -> Any:
        nonlocal times_read
        times_read += 1
        return read(**said)

    monkeypatch.setattr(httpx2, "create_ssl_context", count)
    _authorities.cache_clear()
    line = ServiceLine(url=f"http://127.0.0.1:{free_port()}", secret=SECRET)
    for _ in range(3):
        with pytest.raises(Silent):
            line.ask("GET", "/balances/1")
    assert times_read == 1


@pytest.mark.long
@pytest.mark.slow
def test_with_lines_that_break_and_a_service_that_dies_every_cent_is_somewhere(
    settings: Any, tmp_path: Path
) -> None:
    port = free_port()
    line = ServiceLine(url=f"http://127.0.0.1:{port}", secret=SECRET)
    settings.WALLET_URL, settings.WALLET_SECRETS = f"http://127.0.0.1:{port}", [SECRET]
    players = [UserId(User.objects.create_user(f"p{no}").pk) for no in range(4)]
    dice, now = random.Random(3), NOW

    def there(user_id: UserId) -> int | None:
        try:
            return int(line.ask("GET", f"/balances/{user_id}")["cents"])
        except Silent:
            return None

    with running(port, tmp_path / "wallet.sqlite") as process:
        wait_for("the service", lambda: all(map(there, players)))
        for step in range(asked("WALLET_STEPS", 2_000, short=60)):
            user_id, now = dice.choice(players), now + timedelta(seconds=7)
            _play(user_id, step, dice, now=now)
            mirror.sweep(now=now)
            if step % 25 == 20:
                restart(process)
        wait_for("the service", lambda: there(players[0]) is not None)
        for _ in range(30):
            now += timedelta(hours=1)
            mirror.sweep(now=now)
        assert not WalletCall.objects.filter(ended_at=None).exists()
        assert not [*mirror.differences(since=NOW)]
        held = sum(there(each) or 0 for each in players)
    assert connected.wallet() is not None
    assert isinstance(connected.wallet(), WalletOverHttp)
    assert held - ledger.balance(accounts.OUTSIDE) == len(players) * 100_00
    assert held + ledger.balance(POOL) == len(players) * 100_00
    assert {call.state for call in WalletCall.objects.all()} >= {"done", "undone"}
    assert not [*reconciliation.books()]


def _play(user_id: UserId, step: int, dice: random.Random, *, now: datetime) -> None:
    """Money is brought and played for, or some of that is won."""
    wallet, amount = accounts.player(user_id), dice.randint(1, 30_00)
    if dice.random() < 0.6:
        try:
            mirror.bring(user_id=user_id, amount=amount, now=now)
        except Refusal:
            return
        spent = ledger.Leg(wallet, POOL, amount, ledger.Reason.BUY_IN)
        ledger.post([spent], key=f"spent:{step}", now=now)
    elif (pot := ledger.balance(POOL)) > 0:
        won = ledger.Leg(POOL, wallet, dice.randint(1, pot), ledger.Reason.PRIZE)
        ledger.post([won], key=f"won:{step}", now=now)
