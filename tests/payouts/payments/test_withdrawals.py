"""A player asks to be paid, and staff decide."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.db.models import F

from core import due_checks
from core.refusal import RefusalCode
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Payment, PaymentStep
from payouts.payments import review, sending, withdrawals
from payouts.refusals import MoneyCode
from payouts.reports import reconciliation
from payouts.room_settings import FOUR_EYES, NEW_IBAN_HOLD, PAYMENT_HOLD
from payouts.rules.payments import PaymentTerms
from payouts.wallets import counter
from players.models import Notice
from players.protection import exclusions
from players.refusals import PlayerCode
from players.room_settings import IDENTITY_FOR_WITHDRAWAL
from players.staff import suspensions
from tests.harness import worlds
from tests.payouts.conftest import NOW
from tests.payouts.crowd import DONE, at_once
from tests.payouts.payments.conftest import (
    IBAN,
    Told,
    again,
    approved,
    ask,
    holds,
    refused,
    settled,
    sound,
)

pytestmark = [pytest.mark.django_db, pytest.mark.rule("MONEY-2")]

HOUR = timedelta(hours=1)


def path(payment: Payment) -> list[str]:
    return list(payment.steps.order_by("pk").values_list("after", flat=True))


def test_money_is_reserved_at_once_and_leaves_when_it_was_sent(anna: UserId, carla: UserId) -> None:
    payment = ask(anna, 200_00, destination="it60 x054 2811 1010 0000 0123 456")
    assert (payment.state, payment.destination) == ("in_review", IBAN)
    assert holds(anna) == (4_800_00, 200_00, 0)
    review.approve(payment_id=payment.pk, by=carla, why="Known.", now=NOW + HOUR)
    done = review.mark_sent(
        payment_id=payment.pk, by=carla, why="Bank.", reference="B7", now=NOW + 2 * HOUR
    )
    assert (done.state, done.reference) == ("settled", "B7")
    assert holds(anna) == (4_800_00, 0, 0)
    assert ledger.balance(accounts.OUTSIDE) == -4_800_00
    assert path(payment) == ["asked", "held", "in_review", "approved", "sent", "settled"]
    step = PaymentStep.objects.get(payment=payment, after="approved")
    assert (step.by_id, step.who, step.why, step.at) == (carla, "staff", "Known.", NOW + HOUR)
    assert sound()


def test_the_fee_is_taken_from_what_leaves(anna: UserId, carla: UserId) -> None:
    worlds.assume_payment_terms(
        {"withdrawal": PaymentTerms(10_00, 5_000_00, 9_000_00, 9_000_00, 100, 50)}
    )
    payment = approved(anna, 200_00, carla)
    review.mark_sent(payment_id=payment.pk, by=carla, why="x", reference="B", now=NOW)
    assert (payment.fee, payment.arrives) == (2_00, 198_00)
    assert ledger.balance(accounts.PAYMENTS) == 2_00
    assert ledger.balance(accounts.OUTSIDE) == -4_802_00
    assert sound()


def test_a_double_click_asks_once(anna: UserId) -> None:
    assert ask(anna, 20_00, key="k") == ask(anna, 20_00, key="k")
    assert holds(anna) == (4_980_00, 20_00, 0)
    assert refused(ask, anna, 30_00, key="k") == MoneyCode.KEY_REUSED


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"amount": 9_99}, MoneyCode.PAYMENT_TOO_SMALL),
        ({"amount": 0}, MoneyCode.AMOUNT_NOT_POSITIVE),
        ({"amount": 2_000_01}, MoneyCode.PAYMENT_TOO_LARGE),
        ({"destination": "IT00"}, MoneyCode.NOT_AN_IBAN),
        ({"amount": 1_000_01}, MoneyCode.INSUFFICIENT_FUNDS),
    ],
)
def test_what_cannot_be_paid_is_refused_by_name(
    anna: UserId, wish: dict[str, Any], code: RefusalCode
) -> None:
    worlds.assume_payment_terms(
        {"withdrawal": PaymentTerms(10_00, 2_000_00, 9_000_00, 9_000_00, 0, 0)}
    )
    ask(anna, 2_000_00)
    ask(anna, 2_000_00)
    assert refused(ask, **{"user": anna, "amount": 20_00, **wish}) == code
    assert holds(anna) == (1_000_00, 4_000_00, 0)


def test_a_day_and_a_month_have_their_most_and_what_came_to_nothing_counts_for_neither(
    anna: UserId,
    carla: UserId,
) -> None:
    worlds.assume_payment_terms({"withdrawal": PaymentTerms(10_00, 500_00, 500_00, 800_00, 0, 0)})
    first = ask(anna, 300_00)
    assert refused(ask, anna, 300_00) == MoneyCode.PAYMENTS_TODAY
    review.refuse(payment_id=first.pk, by=carla, why="No.", now=NOW)
    ask(anna, 500_00)
    tomorrow = NOW + 24 * HOUR
    assert refused(ask, anna, 301_00, now=tomorrow) == MoneyCode.PAYMENTS_THIS_MONTH
    ask(anna, 300_00, now=tomorrow)
    ask(anna, 500_00, now=NOW + 15 * 24 * HOUR)  # in December


@pytest.mark.rule("PLAY-2", "STAFF-4")
def test_who_is_suspended_or_has_excluded_themselves_is_paid(anna: UserId, carla: UserId) -> None:
    exclusions.exclude(user_id=anna, days=7, now=NOW)
    suspensions.suspend(user_id=anna, by=carla, why="x", now=NOW)
    assert ask(anna, 20_00).state == "in_review"


@pytest.mark.rule("KYC-1")
def test_where_the_room_wants_to_know_its_players_it_pays_nobody_else(
    anna: UserId,
) -> None:
    worlds.assume(IDENTITY_FOR_WITHDRAWAL, True)
    assert refused(ask, anna, 20_00) == PlayerCode.IDENTITY_NEEDED
    assert holds(anna) == (5_000_00, 0, 0)


def test_a_player_takes_back_what_waits_and_nothing_else(anna: UserId, carla: UserId) -> None:
    payment = ask(anna, 20_00)
    for _ in range(2):
        done = withdrawals.cancel(user_id=anna, payment_id=payment.pk, now=NOW)
        assert done.state == "cancelled"
    assert holds(anna) == (5_000_00, 0, 0)
    assert refused(withdrawals.cancel, user_id=carla, payment_id=payment.pk, now=NOW) == (
        MoneyCode.NO_SUCH_PAYMENT
    )
    gone = approved(anna, 20_00, carla)
    assert refused(withdrawals.cancel, user_id=anna, payment_id=gone.pk, now=NOW) == (
        MoneyCode.PAYMENT_MOVED_ON
    )
    assert not Notice.objects.filter(kind=Notice.Kind.BALANCE).exists()
    assert sound()


def test_a_refusal_gives_the_money_back_and_the_player_hears_of_it(
    anna: UserId, carla: UserId
) -> None:
    payment = approved(anna, 20_00, carla)
    for _ in range(2):
        review.refuse(payment_id=payment.pk, by=carla, why="Other name.", now=NOW)
    assert holds(anna) == (5_000_00, 0, 0)
    told = Notice.objects.get(user=anna, kind=Notice.Kind.BALANCE)
    assert told.data == {"cents": 20_00, "reason": "release"}
    sending_it: dict[str, Any] = {"payment_id": payment.pk, "by": carla, "why": "x", "now": NOW}
    assert refused(review.approve, **sending_it) == MoneyCode.PAYMENT_MOVED_ON
    assert refused(review.mark_sent, reference="B", **sending_it) == MoneyCode.PAYMENT_MOVED_ON
    assert sound()


@pytest.mark.rule("STAFF-2")
def test_over_the_limit_it_takes_two_and_the_counter_counts_too(
    anna: UserId,
    carla: UserId,
    dario: UserId,
) -> None:
    worlds.assume(FOUR_EYES, 1_000_00)
    give: dict[str, Any] = {"kind": "out", "user_id": anna, "by": carla, "why": "x", "now": NOW}
    counter.give(amount=900_00, key="1", **give)
    assert approved(anna, 100_00, carla).state == "approved"
    payment = approved(anna, 20_00, carla)
    assert payment.state == "second"
    assert counter.give(amount=1_00, key="2", **give).over_limit
    once_more: dict[str, Any] = {"payment_id": payment.pk, "why": "x", "now": NOW}
    assert refused(review.approve, by=carla, **once_more) == MoneyCode.OWN_ORDER
    assert review.approve(by=dario, **once_more).state == "approved"
    assert again(payment).approved_by_id == dario
    suspensions.suspend(user_id=carla, by=dario, why="gone", now=NOW)
    waits = ask(anna, 30_00)
    Payment.objects.filter(pk=waits.pk).update(state="second", first_by=carla, over_limit=True)
    assert refused(review.approve, by=dario, **{**once_more, "payment_id": waits.pk}) == (
        PlayerCode.MAY_ORDER_NO_MORE
    )


@pytest.mark.rule("STAFF-1")
def test_nobody_decides_about_their_own_or_without_a_reason(anna: UserId, carla: UserId) -> None:
    payment = ask(anna, 20_00)
    mine: dict[str, Any] = {"payment_id": payment.pk, "by": anna, "why": "x", "now": NOW}
    for verb in (review.approve, review.refuse, review.came_back):
        assert refused(verb, **mine) == MoneyCode.OWN_WALLET
        assert refused(verb, **{**mine, "by": carla, "why": " "}) == "NO_REASON"
        assert refused(verb, **{**mine, "payment_id": 0}) == MoneyCode.NO_SUCH_PAYMENT


def test_what_the_bank_gives_back_is_in_the_wallet_again_by_another_hand(
    anna: UserId,
    carla: UserId,
    dario: UserId,
) -> None:
    worlds.assume_payment_terms(
        {"withdrawal": PaymentTerms(10_00, 5_000_00, 9_000_00, 9_000_00, 100, 0)}
    )
    payment = approved(anna, 20_00, carla)
    order: dict[str, Any] = {"payment_id": payment.pk, "why": "x", "now": NOW}
    review.mark_sent(by=carla, reference="B", **order)
    assert refused(review.came_back, by=carla, **order) == MoneyCode.OWN_ORDER
    for _ in range(2):
        assert review.came_back(by=dario, **order).state == "returned"
    assert holds(anna) == (5_000_00, 0, 0)
    assert ledger.balance(accounts.PAYMENTS) == 0
    assert sound()


def test_a_fresh_deposit_holds_a_withdrawal_until_it_is_free(
    anna: UserId,
    gateway: Told,
) -> None:
    worlds.assume(PAYMENT_HOLD, timedelta(hours=24))
    settled(anna, 500_00, now=NOW - HOUR)
    assert ask(anna, 5_000_00).state == "in_review"
    payment = ask(anna, 20_00)
    assert (payment.state, payment.free_at) == ("held", NOW + 23 * HOUR)
    sending.sweep(now=NOW + 23 * HOUR - timedelta(seconds=1))
    assert again(payment).state == "held"
    assert due_checks.exists(sending.DUE, now=NOW + 23 * HOUR)
    sending.sweep(now=NOW + 23 * HOUR)
    assert again(payment).state == "in_review"
    assert not due_checks.exists(sending.DUE, now=NOW + 99 * HOUR)


def test_the_database_knows_the_table_of_transitions_and_keeps_what_was_asked(
    anna: UserId, carla: UserId
) -> None:
    payment = ask(anna, 20_00)
    rows = Payment.objects.filter(pk=payment.pk)
    changes: list[dict[str, Any]] = [
        {"state": "settled"},
        {"state": "asked"},
        {"amount": F("amount") + 1},
        {"destination": "GB82WEST12345698765432"},
        {"state": "approved"},
        {"state": "second", "first_by": anna},
    ]
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)
    for kept in (rows, PaymentStep.objects.filter(payment=payment)):
        with pytest.raises(DatabaseError), transaction.atomic():
            kept.delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        PaymentStep.objects.update(why="another")


def test_money_that_moved_for_a_payment_beside_its_states_is_found(anna: UserId) -> None:
    payment = ask(anna, 20_00)
    assert sound()
    again_back = ledger.Leg(accounts.held(anna), accounts.player(anna), 1, ledger.Reason.RELEASE)
    for key in (f"payment:{payment.pk}:again", "payment:999999:held"):
        ledger.post([again_back], key=key, now=NOW)
    found = {drift.subject: (drift.expected, drift.found) for drift in reconciliation.books()}
    assert found == {
        f"release of payment {payment.pk}, in_review": (0, 1),
        "payment 999999, which is not there": (0, 1),
    }


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_many_who_decide_at_once_one_is_heard(
    anna: UserId, carla: UserId, dario: UserId
) -> None:
    payment = ask(anna, 20_00)
    order: dict[str, Any] = {"payment_id": payment.pk, "why": "x", "now": NOW}
    found = at_once(
        [
            lambda: withdrawals.cancel(user_id=anna, payment_id=payment.pk, now=NOW),
            lambda: review.refuse(by=carla, **order),
            lambda: review.approve(by=dario, **order),
        ]
    )
    assert found.count(DONE) >= 1
    state = again(payment).state
    assert state in {"cancelled", "refused", "approved"}
    assert holds(anna)[1] == (20_00 if state == "approved" else 0)
    assert sound()


OTHER_IBAN = "GB82WEST12345698765432"


def test_a_new_iban_waits_a_day_and_its_owner_is_told(anna: UserId) -> None:
    worlds.assume(NEW_IBAN_HOLD, timedelta(hours=24))
    payment = ask(anna, 20_00)
    assert (payment.state, payment.free_at) == ("held", NOW + 24 * HOUR)
    second = ask(anna, 20_00, now=NOW + HOUR)
    assert (second.state, second.free_at) == ("held", NOW + 24 * HOUR), "the hold is not longer"
    sending.sweep(now=NOW + 24 * HOUR)
    assert {again(payment).state, again(second).state} == {"in_review"}
    assert ask(anna, 20_00, now=NOW + 25 * HOUR).state == "in_review"
    other = ask(anna, 20_00, destination=OTHER_IBAN, now=NOW + 25 * HOUR)
    assert (other.state, other.free_at) == ("held", NOW + 49 * HOUR)
    told = Notice.objects.filter(user=anna, kind=Notice.Kind.ACCOUNT).order_by("pk")
    assert [row.data["what"] for row in told] == [IBAN, OTHER_IBAN]


def test_a_withdrawal_that_was_taken_back_makes_no_iban_known(anna: UserId) -> None:
    worlds.assume(NEW_IBAN_HOLD, timedelta(hours=24))
    first = ask(anna, 20_00)
    withdrawals.cancel(user_id=anna, payment_id=first.pk, now=NOW + HOUR)
    later = ask(anna, 20_00, now=NOW + 25 * HOUR)
    assert (later.state, later.free_at) == ("held", NOW + 49 * HOUR)
    assert Notice.objects.filter(user=anna, kind=Notice.Kind.ACCOUNT).count() == 2
