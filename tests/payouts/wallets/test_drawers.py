"""Drawers of the counter: what is booked to them, their count, handover, the safe (STAFF-13)."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.refusals import CoreCode
from core.types import UserId
from payouts import room_settings
from payouts.bookkeeping import accounts, ledger
from payouts.models import CashReceipt, CounterOrder, Drawer, DrawerMove
from payouts.refusals import MoneyCode
from payouts.reports import closing, reconciliation
from payouts.reports import drawers as reports
from payouts.reports.audit import audit
from payouts.room_settings import CASHIER_DAY, FOUR_EYES
from payouts.wallets import corrections, counter, drawers
from players.models import User
from tests.harness import worlds
from tests.payouts.conftest import NOW
from tests.payouts.crowd import DONE, at_once
from tests.tournaments import events
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.verbs import walk_ins
from tournaments.play import books
from tournaments.staff import desk

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-13")]

IN, OUT = CounterOrder.Kind.PAY_IN, CounterOrder.Kind.PAY_OUT
FROM_SAFE, TO_SAFE = DrawerMove.Kind.FROM_SAFE, DrawerMove.Kind.TO_SAFE


@pytest.fixture(autouse=True)
def _used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_settings.DRAWERS, "value", lambda: True)
    worlds.assume(FOUR_EYES, 1_000_00)
    worlds.assume(CASHIER_DAY, 5_000_00)


@pytest.fixture
def anna(wallet: Callable[..., str]) -> UserId:
    """A player who holds 500.00."""
    user_id = accounts.owner(wallet("anna", 500_00))
    assert user_id is not None
    return user_id


def staff(name: str) -> UserId:
    return UserId(User.objects.create_superuser(name).pk)


@pytest.fixture
def carla(db: None) -> UserId:
    return staff("carla")


@pytest.fixture
def dario(db: None) -> UserId:
    return staff("dario")


def give(user: UserId, by: UserId, amount: int, **other: Any) -> CounterOrder:
    order = {"kind": IN, "why": "Cash.", "key": f"{CounterOrder.objects.count()}", "now": NOW}
    return counter.give(user_id=user, by=by, amount=amount, **{**order, **other})


def begin(by: UserId, amount: int = 200_00, name: str = "Till 1") -> Drawer:
    return drawers.open_drawer(name=name, amount=amount, by=by, key=f"open {name}", now=NOW)


def move(row: Drawer, kind: str, amount: int, **other: Any) -> DrawerMove:
    said = {"by": row.holder_id, "why": "Change.", "key": f"{DrawerMove.objects.count()}"}
    return drawers.move(drawer_id=row.pk, kind=kind, amount=amount, now=NOW, **{**said, **other})


def close(row: Drawer, cents: int, **other: Any) -> Drawer:
    """Count so many cents in notes of ten and pieces of a cent."""
    said = {"by": row.holder_id, "why": "", "now": NOW, **other}
    pieces = {10_00: cents // 10_00, 1: cents % 10_00}
    return drawers.close(drawer_id=row.pk, pieces=pieces, **said)


def refused(verb: Callable[..., object], *values: Any, **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(*values, **named)
    return str(refusal.value)


def test_without_a_drawer_no_cash_moves_and_a_new_room_asks_for_none(
    anna: UserId, carla: UserId, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in (IN, OUT):
        assert refused(give, anna, carla, 10_00, kind=kind) == MoneyCode.DRAWER_NEEDED
    assert not CounterOrder.objects.exists()
    assert room_settings.DRAWERS.default is False
    monkeypatch.setattr(room_settings.DRAWERS, "value", lambda: False)
    assert give(anna, carla, 10_00).drawer is None


def test_the_example_of_the_book(anna: UserId, carla: UserId) -> None:
    row = begin(carla)
    for cents in (300_00, 50_00):
        give(anna, carla, cents)
    give(anna, carla, 120_00, kind=OUT)
    assert drawers.holds(row) == 430_00
    done = close(row, 428_50)
    assert (done.expected, done.counted, done.difference) == (430_00, 428_50, -1_50)
    assert done.pieces == {"1000": 42, "1": 850}
    assert refused(give, anna, carla, 10_00) == MoneyCode.DRAWER_NEEDED
    assert close(row, 1).counted == 428_50
    [line] = reports.by_day(begin=NOW.date(), end=NOW.date())
    assert line.cents == (200_00, 0, 350_00, 120_00, 0, 430_00, 428_50, -1_50)
    assert not [*reconciliation.books()]
    assert audit().sound


def test_what_is_off_by_more_takes_a_reason(anna: UserId, carla: UserId, dario: UserId) -> None:
    row = begin(carla)
    assert refused(close, row, 194_99) == MoneyCode.DRAWER_DIFFERS
    assert refused(close, row, 205_01) == MoneyCode.DRAWER_DIFFERS
    # A colleague always says why.
    assert refused(close, row, 200_00, by=dario) == CoreCode.NO_REASON
    done = close(row, 150_00, by=dario, why="She has gone home.")
    assert (done.closed_by_id, done.why, done.difference) == (dario, "She has gone home.", -50_00)


def test_a_drawer_pays_no_more_than_it_holds(anna: UserId, carla: UserId) -> None:
    row = begin(carla, 100_00)
    with pytest.raises(Refusal) as refusal:
        give(anna, carla, 100_01, kind=OUT)
    assert (refusal.value.code, refusal.value.context) == (
        MoneyCode.DRAWER_HOLDS_LESS,
        {"holds": 100_00},
    )
    assert refused(move, row, TO_SAFE, 100_01) == MoneyCode.DRAWER_HOLDS_LESS
    move(row, FROM_SAFE, 50_00)
    assert give(anna, carla, 150_00, kind=OUT).drawer == row
    assert drawers.holds(row) == 0


def test_cash_from_the_safe_above_the_limit_takes_two(carla: UserId, dario: UserId) -> None:
    row = begin(carla, 1_000_01)
    [order] = drawers.waiting()
    assert (order.status, drawers.holds(row)) == ("waiting", 0)
    assert refused(close, row, 0) == MoneyCode.DRAWER_ORDERS_WAIT
    assert refused(drawers.confirm_move, move_id=order.pk, by=carla, now=NOW) == MoneyCode.OWN_ORDER
    for _ in range(2):
        drawers.confirm_move(move_id=order.pk, by=dario, now=NOW)
    assert drawers.holds(row) == 1_000_01
    back = move(row, TO_SAFE, 1_000_01)
    drawers.turn_down_move(move_id=back.pk, by=dario, why="Keep it.", now=NOW)
    # In smaller parts it comes to the limit of a day.
    for no in range(5):
        assert move(row, FROM_SAFE, 1_000_00, key=f"part {no}").status == "done"
    assert move(row, FROM_SAFE, 1, key="more").status == "waiting"


def test_a_drawer_is_one_person_s_and_a_person_has_one(carla: UserId, dario: UserId) -> None:
    row = begin(carla)
    assert begin(carla) == row
    again = partial(drawers.open_drawer, amount=0, now=NOW)
    assert refused(again, name="Till 2", by=carla, key="x") == MoneyCode.DRAWER_OPEN
    assert refused(again, name="Till 1", by=dario, key="x") == MoneyCode.DRAWER_TAKEN
    assert refused(again, name=" ", by=dario, key="x") == CoreCode.NO_REASON
    assert refused(move, row, FROM_SAFE, 1, by=dario) == MoneyCode.NO_DRAWER
    assert refused(move, row, FROM_SAFE, 0) == MoneyCode.AMOUNT_NOT_POSITIVE
    assert move(row, FROM_SAFE, 5, key="k") == move(row, FROM_SAFE, 5, key="k")
    assert refused(move, row, FROM_SAFE, 6, key="k") == MoneyCode.KEY_REUSED
    odd = partial(drawers.close, drawer_id=row.pk, by=carla, why="", now=NOW)
    assert refused(odd, pieces={3: 1}) == MoneyCode.PIECES_UNREADABLE
    assert refused(odd, pieces={1: -1}) == MoneyCode.PIECES_UNREADABLE


def test_a_handover_is_counted_by_one_and_confirmed_by_the_other(
    anna: UserId, carla: UserId, dario: UserId
) -> None:
    row = begin(carla)
    offer = partial(drawers.offer, drawer_id=row.pk, pieces={10_00: 20}, why="", now=NOW)
    assert refused(offer, to=carla, by=carla) == MoneyCode.OWN_DRAWER
    assert refused(offer, to=anna, by=carla) == MoneyCode.NO_CASHIER
    assert refused(drawers.take_over, drawer_id=row.pk, by=dario, now=NOW) == MoneyCode.NO_DRAWER
    offer(to=dario, by=carla)
    assert refused(give, anna, carla, 10_00) == MoneyCode.DRAWER_OFFERED
    assert refused(close, row, 200_00) == MoneyCode.DRAWER_OFFERED
    # He counts less and declines: she counts anew.
    drawers.take_back(drawer_id=row.pk, by=dario, now=NOW)
    give(anna, carla, 10_00)
    offer(pieces={10_00: 21}, to=dario, by=carla)
    new = drawers.take_over(drawer_id=row.pk, by=dario, now=NOW)
    assert drawers.take_over(drawer_id=row.pk, by=dario, now=NOW) == new
    assert (new.holder_id, new.name, drawers.holds(new)) == (dario, "Till 1", 210_00)
    give(anna, dario, 5_00, kind=OUT)
    close(new, 205_00)
    assert not [*reconciliation.books()]


def test_an_order_over_the_limit_goes_to_the_drawer_of_who_gave_it(
    anna: UserId, carla: UserId, dario: UserId, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, _other = begin(carla), begin(dario, name="Till 2")
    order = give(anna, carla, 1_000_01)
    assert refused(close, row, 200_00) == MoneyCode.DRAWER_ORDERS_WAIT
    assert counter.confirm(order_id=order.pk, by=dario, now=NOW).drawer == row
    assert drawers.holds(row) == 1_200_01
    # Given before the room used drawers: it goes to who confirms, if who gave it has none.
    close(row, 1_200_01)
    monkeypatch.setattr(room_settings.DRAWERS, "value", lambda: False)
    early = give(anna, carla, 1_000_02)
    monkeypatch.setattr(room_settings.DRAWERS, "value", lambda: True)
    assert counter.confirm(order_id=early.pk, by=dario, now=NOW).drawer == _other


def test_a_correction_of_money_moves_no_cash(anna: UserId, carla: UserId, dario: UserId) -> None:
    row = begin(carla)
    give(anna, carla, 100_00)
    wrong, _new = corrections.order(
        kind="take", user_id=anna, amount=90_00, by=carla, why="A slip.", key="c", now=NOW
    )
    corrections.confirm(correction_id=wrong.pk, by=dario, now=NOW)
    assert (drawers.holds(row), ledger.balance(accounts.player(anna))) == (300_00, 510_00)
    assert not [*reconciliation.books()]


def test_a_day_is_signed_once_its_drawers_are_closed(
    anna: UserId, carla: UserId, dario: UserId
) -> None:
    row = begin(carla)
    give(anna, carla, 100_00)
    day = datetime(2026, 11, 20, tzinfo=UTC).date()
    morning = NOW + timedelta(hours=12)
    with pytest.raises(Refusal) as refusal:
        closing.sign(day=day, by=carla, now=morning)
    assert (refusal.value.code, refusal.value.context) == (
        MoneyCode.DRAWERS_STILL_OPEN,
        {"names": "Till 1 (carla)"},
    )
    close(row, 300_00, now=morning)
    # The next day's drawer is none of its business.
    drawers.open_drawer(name="Till 1", amount=0, by=carla, key="next", now=morning)
    assert closing.sign(day=day, by=carla, now=morning)


def test_money_of_a_cancelled_event_leaves_a_drawer_when_it_is_paid_out() -> None:
    floor = Floor(live(live_tables=1), players=0)
    by = UserId(floor.by)
    row = drawers.open_drawer(name="Desk", amount=50_00, by=by, key="d", now=floor.now)
    entry = walk_ins.enter(
        tournament_id=floor.pk, name="Mario Rossi", cash=True, key="m", by=by, now=floor.now
    )
    user_id = UserId(entry.user_id)
    price = events.BUY_IN + events.FEE
    assert drawers.holds(row) == 50_00 + price
    receipt = CashReceipt.objects.get()
    assert (receipt.order.what, receipt.order.drawer) == ("entry", row)
    boss = staff("boss")
    plan = desk.plan_cancellation(tournament_id=floor.pk, by=boss, now=floor.now)
    desk.cancel(plan_id=plan.pk, by=boss, why="No power.", now=floor.now)
    # The receipt stays true: the cash was taken, and the money is in the wallet.
    assert (drawers.holds(row), ledger.balance(accounts.player(user_id))) == (50_00 + price, price)
    counter.give(
        kind=OUT, user_id=user_id, amount=price, by=by, why="Home.", key="out", now=floor.now
    )
    assert drawers.holds(row) == 50_00
    assert [one.number for one in CashReceipt.objects.order_by("number")] == [1, 2]
    assert books.reconcile().drifts == []


def test_what_is_booked_elsewhere_afterwards_is_found(anna: UserId, carla: UserId) -> None:
    row = begin(carla)
    give(anna, carla, 10_00)
    close(row, 210_00)
    with transaction.atomic(), pytest.raises(DatabaseError):
        Drawer.objects.filter(pk=row.pk).update(expected=1)
    with transaction.atomic(), pytest.raises(DatabaseError):
        CounterOrder.objects.update(drawer=None)
    CashReceipt.objects.create(
        order=_orphan(anna, carla),
        year=2026,
        number=7,
        issued_at=NOW,
    )
    [gap] = reconciliation.books()
    assert gap.subject == "receipts of 2026"


def _orphan(anna: UserId, carla: UserId) -> CounterOrder:
    """An order that waits, and so has no receipt of its own."""
    begin(carla, 0, name="Till 9")
    return give(anna, carla, 1_000_01)


@pytest.mark.django_db(transaction=True)
def test_receipts_have_no_gap_however_many_are_issued_at_once(
    wallet: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_settings.DRAWERS, "value", lambda: False)
    players = [accounts.owner(wallet(f"p{no}")) for no in range(4)]
    clerks = [staff(f"clerk{no}") for no in range(4)]
    done = at_once(
        [
            partial(give, UserId(user or 0), by, 10_00, key="k")
            for user, by in zip(players, clerks, strict=True)
        ]
    )
    assert done == [DONE] * 4
    numbers = CashReceipt.objects.order_by("number").values_list("year", "number")
    assert [*numbers] == [(2026, no) for no in range(1, 5)]


@pytest.mark.rule("INFO-3")
def test_a_receipt_is_printed_once_and_then_as_a_copy(
    anna: UserId, carla: UserId, client: Client
) -> None:
    begin(carla)
    order = give(anna, carla, 10_00, now=datetime(2026, 12, 31, 22, 59, tzinfo=UTC))
    # In Rome this is next year already.
    late = give(anna, carla, 10_00, kind=OUT, now=datetime(2026, 12, 31, 23, 0, tzinfo=UTC))
    assert [(one.year, one.number) for one in CashReceipt.objects.order_by("year")] == [
        (2026, 1),
        (2027, 1),
    ]
    client.force_login(User.objects.get(pk=carla))
    page = client.get(reverse("admin:payouts_counterorder_change", args=[order.pk]))
    assert "Print the receipt" in page.content.decode()
    address = reverse("admin:payouts_counterorder_receipt", args=[order.pk])
    assert "data-print-now" not in client.get(address).content.decode()
    first, second = (client.post(address).content.decode() for _ in range(2))
    assert "Receipt R2026000001" in first
    assert "data-print-now" in first
    assert [">Copy<" in said for said in (first, second)] == [False, True]
    [code] = re.findall("Code ([A-Z2-7]{10});", second)
    check = client.get(reverse("check_receipt"), {"number": "r2026000001", "code": code})
    assert check.context["form"].errors == {}
    assert "Receipt R2026000001 is genuine" in check.content.decode()
    client.force_login(User.objects.get(pk=anna))
    assert client.post(address).status_code == 302
    assert late.receipt.prints == 0
