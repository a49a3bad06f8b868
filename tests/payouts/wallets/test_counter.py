"""Cash over the counter, and who has to agree to it."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from core.refusal import Refusal, RefusalCode
from core.refusals import CoreCode
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import CounterOrder, Transfer
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.reports import reconciliation
from payouts.reports.reconciliation import FaultKind
from payouts.room_settings import CASHIER_DAY, FOUR_EYES
from payouts.rules.limits import LimitPeriod
from payouts.wallets import counter
from payouts.wallets.wallet import LARGEST_DEPOSIT, withdraw
from players.models import User
from players.protection import exclusions
from players.refusals import PlayerCode
from tests.harness import worlds
from tests.payouts.conftest import NOW
from tests.payouts.crowd import DONE, at_once

pytestmark = pytest.mark.django_db

IN, OUT = CounterOrder.Kind.PAY_IN, CounterOrder.Kind.PAY_OUT
Status = CounterOrder.Status
LIMIT = 1_000_00
DAY = timedelta(hours=24)


@pytest.fixture(autouse=True)
def _limit() -> None:
    worlds.assume(FOUR_EYES, LIMIT)


def owner(account: str) -> UserId:
    user_id = accounts.owner(account)
    assert user_id is not None
    return user_id


@pytest.fixture
def anna(wallet: Callable[..., str]) -> UserId:
    """A player who holds 5,000.00."""
    return owner(wallet("anna", 5_000_00))


def staff(name: str) -> UserId:
    return User.objects.create_superuser(name).pk


@pytest.fixture
def carla(db: None) -> UserId:
    return staff("carla")


@pytest.fixture
def dario(db: None) -> UserId:
    return staff("dario")


def give(user: UserId, by: UserId, amount: int, **other: Any) -> CounterOrder:
    """An order at the counter, by default cash paid out at NOW under a key of its own."""
    told = {"kind": OUT, "why": "At the till.", "key": f"{CounterOrder.objects.count()}"}
    order = {**told, "now": NOW, **other}
    return counter.give(user_id=user, by=by, amount=amount, **order)


def refused(verb: Callable[..., object], *values: Any, **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(*values, **named)
    return str(refusal.value)


def holds(user: UserId) -> int:
    return ledger.balance(accounts.player(user))


@pytest.mark.rule("STAFF-1")
@pytest.mark.parametrize(("kind", "after"), [(IN, 5_200_00), (OUT, 4_800_00)])
def test_cash_moves_at_once_and_its_order_says_who_why_before_and_after(
    anna: UserId, carla: UserId, kind: str, after: int
) -> None:
    order = give(anna, carla, 200_00, kind=kind)
    order.refresh_from_db()
    assert holds(anna) == after
    assert (order.status, order.given_by_id, order.decided_by_id) == ("done", carla, carla)
    assert (order.why, order.before, order.after) == ("At the till.", 5_000_00, after)
    assert order.transfer is not None
    reason = Transfer.Reason.DEPOSIT if kind == IN else Transfer.Reason.WITHDRAWAL
    assert (order.transfer.amount, order.transfer.reason) == (200_00, reason)


def test_a_double_click_moves_once_and_another_amount_under_its_key_is_refused(
    anna: UserId, carla: UserId
) -> None:
    assert give(anna, carla, 200_00, key="k") == give(anna, carla, 200_00, key="k")
    assert holds(anna) == 4_800_00
    assert refused(give, anna, carla, 300_00, key="k") == MoneyCode.KEY_REUSED
    assert refused(give, anna, carla, 200_00, key="k", kind=IN) == MoneyCode.KEY_REUSED


@pytest.mark.rule("STAFF-1", "PLAY-1", "PLAY-2")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"why": " "}, CoreCode.NO_REASON),
        ({"amount": 0}, MoneyCode.AMOUNT_NOT_POSITIVE),
        ({"amount": -5}, MoneyCode.AMOUNT_NOT_POSITIVE),
        ({"amount": 10**30}, MoneyCode.INSUFFICIENT_FUNDS),
        ({"amount": 5_000_01}, MoneyCode.INSUFFICIENT_FUNDS),
        ({"kind": IN, "amount": LARGEST_DEPOSIT + 1}, MoneyCode.DEPOSIT_TOO_LARGE),
        ({"kind": IN, "amount": 60_00}, MoneyCode.DAILY_LIMIT),
        ({"kind": IN, "amount": 2_000_00}, MoneyCode.DAILY_LIMIT),
    ],
)
def test_what_cannot_be_is_refused_at_once_and_leaves_no_order(
    anna: UserId, carla: UserId, order: dict[str, Any], code: RefusalCode
) -> None:
    # The deposits of the wallet's fixture were made the day before.
    tomorrow = NOW + DAY
    limits.set_limit(user_id=anna, period=LimitPeriod.DAY, amount=50_00, now=tomorrow)
    assert refused(give, anna, carla, **{"amount": 10_00, "now": tomorrow, **order}) == code
    assert not CounterOrder.objects.exists()
    assert holds(anna) == 5_000_00


@pytest.mark.rule("PLAY-2", "STAFF-1")
def test_who_has_excluded_themselves_pays_nothing_in_and_is_always_paid_out(
    anna: UserId, carla: UserId
) -> None:
    exclusions.exclude(user_id=anna, days=7, now=NOW)
    assert refused(give, anna, carla, 10_00, kind=IN) == PlayerCode.SELF_EXCLUDED
    assert give(anna, carla, 10_00).status == Status.DONE


@pytest.mark.rule("STAFF-1")
def test_nobody_moves_money_of_their_own(anna: UserId, carla: UserId) -> None:
    assert refused(give, anna, anna, 10_00) == MoneyCode.OWN_WALLET
    order = give(anna, carla, LIMIT + 1)
    assert refused(counter.confirm, order_id=order.pk, by=anna, now=NOW) == MoneyCode.OWN_WALLET


@pytest.mark.rule("STAFF-2")
def test_over_the_limit_a_second_person_confirms(
    anna: UserId, carla: UserId, dario: UserId
) -> None:
    order = give(anna, carla, LIMIT + 1)
    assert (order.status, holds(anna)) == (Status.WAITING, 5_000_00)
    assert list(counter.waiting()) == [order]
    assert refused(counter.confirm, order_id=order.pk, by=carla, now=NOW) == MoneyCode.OWN_ORDER
    withdraw(user_id=anna, amount=1_000_00, key="elsewhere", now=NOW)
    for _ in range(2):
        done = counter.confirm(order_id=order.pk, by=dario, now=NOW)
        assert (done.given_by_id, done.decided_by_id) == (carla, dario)
        assert (done.before, done.after) == (4_000_00, 2_999_99)
    assert holds(anna) == 2_999_99
    assert not counter.waiting().exists()


@pytest.mark.rule("STAFF-2")
@pytest.mark.parametrize("lost", ["is_active", "is_superuser", "is_staff"])
def test_who_has_lost_the_right_since_they_ordered_is_not_stood_for(
    anna: UserId, carla: UserId, dario: UserId, lost: str
) -> None:
    order = give(anna, carla, LIMIT + 1)
    User.objects.filter(pk=carla).update(**{lost: False})
    refusal = refused(counter.confirm, order_id=order.pk, by=dario, now=NOW)
    assert refusal == PlayerCode.MAY_ORDER_NO_MORE
    assert holds(anna) == 5_000_00
    counter.turn_down(order_id=order.pk, by=dario, why="Nobody stands for it.", now=NOW)


@pytest.mark.rule("STAFF-2")
@pytest.mark.parametrize(
    ("earlier", "amount", "status"),
    [
        ([], LIMIT, Status.DONE),
        ([], LIMIT + 1, Status.WAITING),
        ([("carla", 900_00, 1)], 100_00, Status.DONE),
        ([("carla", 900_00, 1)], 100_01, Status.WAITING),
        ([("carla", 900_00, 23)], 900_00, Status.WAITING),
        ([("carla", 900_00, 24)], 900_00, Status.DONE),
        ([("carla", 400_00, 20), ("carla", 400_00, 10)], 400_00, Status.WAITING),
        # Two people have moved it, as the rule wants.
        ([("dario", 900_00, 1)], 900_00, Status.DONE),
        # What waits has moved nothing.
        ([("carla", 2_000_00, 1)], 900_00, Status.DONE),
    ],
)
def test_what_one_person_moves_for_one_player_in_24_hours_counts_together(
    anna: UserId,
    carla: UserId,
    dario: UserId,
    earlier: list[tuple[str, int, int]],
    amount: int,
    status: str,
) -> None:
    who = {"carla": carla, "dario": dario}
    for name, cents, hours in earlier:
        # In and out together: a round trip is no way around it.
        give(anna, who[name], cents, kind=IN, now=NOW + DAY - timedelta(hours=hours))
    assert give(anna, carla, amount, now=NOW + DAY).status == status


@pytest.mark.rule("STAFF-2")
def test_another_player_is_another_sum_and_what_was_confirmed_is_out_of_it(
    anna: UserId, carla: UserId, dario: UserId, wallet: Callable[..., str]
) -> None:
    bruno = owner(wallet("bruno", 1_000_00))
    assert give(bruno, carla, 900_00).status == Status.DONE
    big = give(anna, carla, 2_000_00)
    counter.confirm(order_id=big.pk, by=dario, now=NOW)
    assert give(anna, carla, 900_00).status == Status.DONE
    assert give(anna, carla, 900_00).status == Status.WAITING


@pytest.mark.rule("STAFF-2", "PLAY-2")
def test_what_stands_against_it_by_now_refuses_the_order_and_leaves_it_waiting(
    anna: UserId, carla: UserId, dario: UserId
) -> None:
    out, back = give(anna, carla, 4_000_00), give(anna, carla, 2_000_00, kind=IN)
    withdraw(user_id=anna, amount=2_000_00, key="elsewhere", now=NOW)
    exclusions.exclude(user_id=anna, days=1, now=NOW)
    confirm = partial(counter.confirm, by=dario)
    assert refused(confirm, order_id=out.pk, now=NOW) == MoneyCode.INSUFFICIENT_FUNDS
    assert refused(confirm, order_id=back.pk, now=NOW) == PlayerCode.SELF_EXCLUDED
    assert list(counter.waiting()) == [out, back]
    assert confirm(order_id=back.pk, now=NOW + DAY).status == Status.DONE
    assert confirm(order_id=out.pk, now=NOW + DAY).after == 1_000_00


@pytest.mark.rule("STAFF-2")
def test_an_order_is_withdrawn_by_who_gave_it_and_turned_down_by_others(
    anna: UserId, carla: UserId, dario: UserId
) -> None:
    for by, status in ((carla, Status.WITHDRAWN), (dario, Status.TURNED_DOWN)):
        order = give(anna, carla, LIMIT + 1)
        against = partial(counter.turn_down, order_id=order.pk, by=by, now=NOW)
        assert refused(against, why="") == CoreCode.NO_REASON
        for _ in range(2):
            decided = against(why="Wrong player.")
            assert (decided.status, decided.decided_by_id) == (status, by)
        assert refused(counter.confirm, order_id=order.pk, by=dario, now=NOW) == (
            MoneyCode.NO_ORDER_WAITS
        )
    done = give(anna, carla, 10_00)
    assert refused(counter.turn_down, order_id=done.pk, by=dario, why="x", now=NOW) == (
        MoneyCode.NO_ORDER_WAITS
    )
    assert refused(counter.confirm, order_id=0, by=dario, now=NOW) == MoneyCode.NO_ORDER_WAITS
    assert holds(anna) == 4_990_00


@pytest.mark.rule("STAFF-1", "STAFF-2")
def test_the_database_keeps_orders_as_they_were_given_and_decided(
    anna: UserId, carla: UserId, dario: UserId
) -> None:
    waits, done = give(anna, carla, LIMIT + 1), give(anna, carla, 10_00)
    alone = {"status": "done", "decided_by": carla, "decided_at": NOW, "before": LIMIT + 1}
    alone |= {"after": 0, "transfer": done.transfer}
    changes: list[tuple[CounterOrder, dict[str, Any]]] = [
        (waits, {"amount": 1}),
        (waits, {"given_by": dario}),
        (waits, {"status": "done", "decided_by": dario, "decided_at": NOW}),
        (waits, alone),
        (done, {"why_not": "Never happened."}),
    ]
    for order, change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            CounterOrder.objects.filter(pk=order.pk).update(**change)
    for order in (waits, done):
        with pytest.raises(DatabaseError), transaction.atomic():
            order.delete()


def test_reconciliation_finds_an_order_that_moved_something_else(
    anna: UserId, carla: UserId
) -> None:
    order = give(anna, carla, 10_00)
    assert list(reconciliation.books()) == []
    [posted] = withdraw(user_id=anna, amount=7_00, key="other", now=NOW).transfers
    planted = {"amount": 9_00, "before": 9_00, "after": 0, "key": "planted", "transfer": posted}
    CounterOrder.objects.create(
        **planted, kind=OUT, user_id=anna, why="x", over_limit=False, given_by_id=carla,
        given_at=NOW, status="done", decided_by_id=carla, decided_at=NOW,
    )  # fmt: skip
    assert order.transfer_id != posted.pk
    # What was planted also has no receipt.
    drifts = [(drift.kind, drift.expected, drift.found) for drift in reconciliation.books()]
    assert drifts == [(FaultKind.RECORD, 9_00, 7_00), (FaultKind.RECORD, 1, 0)]


@pytest.mark.middling
@pytest.mark.rule("STAFF-2")
@pytest.mark.django_db(transaction=True)
def test_at_the_same_moment_no_more_than_the_limit_moves_without_a_second_person(
    anna: UserId, carla: UserId, now: datetime
) -> None:
    keys = [*range(6), 0, 0]
    verbs = [partial(give, anna, carla, 400_00, key=f"{number}") for number in keys]
    assert set(at_once(verbs)) == {DONE}
    assert Counter(CounterOrder.objects.values_list("status", flat=True)) == {
        "done": 2,
        "waiting": 4,
    }
    assert holds(anna) == 4_200_00


@pytest.mark.rule("STAFF-2")
@pytest.mark.django_db(transaction=True)
def test_an_order_is_decided_once_however_many_decide(
    anna: UserId, carla: UserId, dario: UserId
) -> None:
    edda = staff("edda")
    for _ in range(3):
        order, held = give(anna, carla, LIMIT + 1, kind=IN), holds(anna)
        decide: dict[str, Any] = {"order_id": order.pk, "now": NOW}
        results = at_once(
            [
                *(partial(counter.confirm, **decide, by=by) for by in (dario, edda, carla)),
                partial(counter.turn_down, **decide, by=carla, why="No."),
                partial(counter.turn_down, **decide, by=edda, why="No."),
            ]
        )
        order.refresh_from_db()
        assert set(results) <= {DONE, MoneyCode.NO_ORDER_WAITS, MoneyCode.OWN_ORDER}
        assert order.decided_at == NOW
        moved = LIMIT + 1 if order.status == Status.DONE else 0
        assert (holds(anna) - held, bool(order.transfer)) == (moved, bool(moved))
        assert order.decided_by_id != carla or order.status == Status.WITHDRAWN


@pytest.mark.rule("STAFF-2")
def test_what_a_cashier_moves_alone_in_a_day_counts_for_all_players_together(
    carla: UserId,
    dario: UserId,
) -> None:
    worlds.assume(CASHIER_DAY, 2_500_00)
    players = [User.objects.create_user(f"guest{number}").pk for number in range(4)]
    orders = [give(player, carla, 1_000_00, kind=IN, key=f"k{player}") for player in players]
    assert [order.over_limit for order in orders] == [False, False, True, True]
    assert not give(players[3], dario, 1_000_00, kind=IN, key="other").over_limit
    later = NOW + DAY + timedelta(seconds=1)
    assert not give(players[2], carla, 1_000_00, kind=IN, key="later", now=later).over_limit


@pytest.mark.rule("STAFF-2")
@pytest.mark.django_db(transaction=True)
def test_two_orders_of_one_cashier_at_once_do_not_miss_each_other() -> None:
    worlds.assume(CASHIER_DAY, 1_500_00)
    cashier = staff("carla")
    players = [User.objects.create_user(f"guest{number}").pk for number in range(2)]
    at_once(
        [partial(give, player, cashier, 1_000_00, kind=IN, key=f"k{player}") for player in players]
    )
    waits = CounterOrder.objects.order_by("over_limit").values_list("over_limit", flat=True)
    assert list(waits) == [False, True]
