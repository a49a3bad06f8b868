"""What a gateway says: kept, read once, and where it contradicts decided by two."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Payment, PaymentNotice
from payouts.payments import deposits, gateway_events, sending
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.rules.limits import LimitPeriod
from payouts.rules.payments import PaymentTerms
from payouts.wallets import counter
from payouts.wallets.wallet import withdraw
from players.models import Notice
from players.notices import notice_texts as notice_words
from players.protection import exclusions
from players.refusals import PlayerCode
from tests.harness import worlds
from tests.payouts.conftest import NOW
from tests.payouts.crowd import at_once
from tests.payouts.payments.conftest import (
    Told,
    again,
    approved,
    ask,
    holds,
    pay_in,
    refused,
    say,
    settled,
    sound,
)

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def sent(user: UserId, amount: int, by: UserId) -> Payment:
    found = approved(user, amount, by)
    sending.sweep(now=NOW)
    return again(found)


@pytest.mark.rule("MONEY-1")
def test_a_deposit_is_in_the_wallet_when_the_service_says_so(anna: UserId, gateway: Told) -> None:
    payment = pay_in(anna, 50_00)
    assert (payment.state, payment.pay_at) == ("pending", "https://pay.example/1")
    assert holds(anna) == (5_000_00, 0, 0)
    assert say(payment, "settled") == "applied"
    assert say(payment, "settled") == "applied"  # the same word: there is one notice
    assert say(payment, "settled", notice_id="other") == "known"
    assert say(payment, "pending") == "known"
    assert holds(anna) == (5_050_00, 0, 0)
    assert Notice.objects.get(user=anna).data == {"cents": 50_00, "reason": "paid_in"}
    assert sound()


@pytest.mark.rule("MONEY-1")
def test_the_fee_of_a_deposit_is_kept(anna: UserId, gateway: Told) -> None:
    worlds.assume_payment_terms({"deposit": PaymentTerms(1, 9_000_00, 9_000_00, 9_000_00, 0, 100)})
    settled(anna, 50_00)
    assert holds(anna) == (5_049_50, 0, 0)
    assert ledger.balance(accounts.PAYMENTS) == 50
    assert sound()


@pytest.mark.rule("MONEY-1", "PLAY-1", "PLAY-2")
def test_no_deposit_begins_that_the_players_own_limits_forbid_and_those_under_way_count(
    anna: UserId, gateway: Told, settings: Any
) -> None:
    limits.set_limit(user_id=anna, period=LimitPeriod.DAY, amount=5_080_00, now=NOW)
    first = pay_in(anna, 50_00)
    assert refused(pay_in, anna, 31_00) == MoneyCode.DAILY_LIMIT
    say(first, "failed")
    pay_in(anna, 31_00)
    exclusions.exclude(user_id=anna, days=1, now=NOW)
    assert refused(pay_in, anna, 5_00) == PlayerCode.SELF_EXCLUDED
    settings.PAYMENT_GATEWAY = ""
    assert (
        refused(deposits.begin, user_id=anna, amount=5_00, key="x", now=NOW) == MoneyCode.NO_GATEWAY
    )


@pytest.mark.rule("MONEY-1", "PLAY-2")
def test_what_was_paid_by_somebody_who_has_excluded_themselves_since_goes_back(
    anna: UserId, gateway: Told
) -> None:
    payment = pay_in(anna, 50_00)
    exclusions.exclude(user_id=anna, days=1, now=NOW)
    say(payment, "settled")
    assert again(payment).state == "returning"
    gateway.away = True
    sending.sweep(now=NOW)
    gateway.away = False
    sending.sweep(now=NOW + HOUR)
    assert again(payment).state == "sent_back"
    assert say(payment, "settled", notice_id="late") == "known"
    assert holds(anna) == (5_000_00, 0, 0)
    assert sound()


@pytest.mark.rule("MONEY-3")
def test_a_service_that_did_not_answer_is_asked_again(
    anna: UserId, carla: UserId, gateway: Told
) -> None:
    gateway.away = True
    deposit = pay_in(anna, 50_00)
    assert deposit.state == "begun"
    out = sent(anna, 20_00, carla)
    assert (out.state, gateway.calls) == ("sent", ["create", "create", "payout"])
    gateway.away = False
    sending.sweep(now=NOW + HOUR)
    assert again(deposit).state == "expired"  # its hour was over, and nobody there knew it
    assert gateway.calls[3:] == ["status", "status", "payout"]
    gateway.stands[out.token] = gateway.stands[out.token]._replace(state="settled")
    sending.sweep(now=NOW + 9 * HOUR)
    assert again(out).state == "settled"
    assert holds(anna) == (4_980_00, 0, 0)
    assert sound()


@pytest.mark.rule("MONEY-3")
def test_what_the_service_declines_has_not_happened(
    anna: UserId, carla: UserId, gateway: Told
) -> None:
    gateway.no = True
    assert pay_in(anna, 50_00).state == "failed"
    assert sent(anna, 20_00, carla).state == "failed"
    assert holds(anna) == (5_000_00, 0, 0)
    assert sound()


@pytest.mark.rule("MONEY-3")
def test_a_deposit_that_is_not_paid_in_time_is_over_unless_the_service_knows_better(
    anna: UserId, gateway: Told
) -> None:
    unpaid, paid = pay_in(anna, 50_00), pay_in(anna, 60_00)
    gateway.stands[paid.token] = gateway.stands[paid.token]._replace(state="settled")
    sending.sweep(now=NOW + HOUR)
    assert (again(unpaid).state, again(paid).state) == ("expired", "settled")
    assert holds(anna) == (5_060_00, 0, 0)


@pytest.mark.rule("MONEY-3", "STAFF-2")
def test_a_contradiction_moves_nothing_until_two_have_decided(
    anna: UserId, carla: UserId, dario: UserId, gateway: Told
) -> None:
    payment = pay_in(anna, 50_00)
    say(payment, "failed")
    assert say(payment, "settled") == "contradiction"
    assert holds(anna) == (5_000_00, 0, 0)
    word = gateway_events.contradictions().get()
    follow: dict[str, Any] = {
        "notice_id": word.pk,
        "decision": "follow",
        "why": "Seen there.",
        "now": NOW,
    }
    assert refused(gateway_events.decide, by=anna, **follow) == MoneyCode.OWN_WALLET
    gateway_events.decide(by=carla, **follow)
    assert refused(gateway_events.decide, by=carla, **follow) == MoneyCode.OWN_ORDER
    gateway_events.decide(by=dario, **follow)
    assert refused(gateway_events.decide, by=dario, **follow) == MoneyCode.NO_CONTRADICTION
    assert (holds(anna), again(payment).state) == ((5_050_00, 0, 0), "settled")
    assert sound()


@pytest.mark.rule("MONEY-3")
def test_a_late_payment_is_sent_back_when_two_say_so(
    anna: UserId, carla: UserId, dario: UserId, gateway: Told
) -> None:
    payment = pay_in(anna, 50_00)
    sending.sweep(now=NOW + HOUR)
    say(payment, "settled", now=NOW + 2 * HOUR)
    word = gateway_events.contradictions().get()
    back: dict[str, Any] = {
        "notice_id": word.pk,
        "decision": "send_back",
        "why": "Late.",
        "now": NOW,
    }
    gateway_events.decide(by=carla, **back)
    gateway_events.decide(by=dario, **back)
    sending.sweep(now=NOW + 2 * HOUR)
    assert again(payment).state == "sent_back"
    assert holds(anna) == (5_000_00, 0, 0)


@pytest.mark.rule("MONEY-3")
def test_a_payout_that_failed_and_went_out_after_all_is_taken_when_two_say_so(
    anna: UserId,
    carla: UserId,
    dario: UserId,
    gateway: Told,
) -> None:
    worlds.assume_payment_terms(
        {"withdrawal": PaymentTerms(1, 9_000_00, 9_000_00, 9_000_00, 1_00, 0)}
    )
    payment = sent(anna, 900_00, carla)
    say(payment, "failed")
    withdraw(user_id=anna, amount=4_999_00, key="gone", now=NOW)
    say(payment, "settled")
    word = gateway_events.contradictions().get()
    for by in (carla, dario):
        gateway_events.decide(notice_id=word.pk, decision="follow", by=by, why="Seen.", now=NOW)
    assert holds(anna) == (0, 0, 899_00)
    assert sound()


@pytest.mark.rule("MONEY-3")
@pytest.mark.parametrize(
    "wrong",
    [{"amount": 50_01}, {"amount": -1}, {"notice_id": "n", "state": "returned"}, {"state": "x"}],
)
def test_another_amount_or_an_unheard_of_state_is_a_contradiction_that_nobody_can_book(
    anna: UserId, carla: UserId, gateway: Told, wrong: dict[str, Any]
) -> None:
    payment = pay_in(anna, 50_00)
    assert say(payment, **{"state": "settled", **wrong}) == "contradiction"
    word = gateway_events.contradictions().get()
    order: dict[str, Any] = {"notice_id": word.pk, "by": carla, "why": "x", "now": NOW}
    assert refused(gateway_events.decide, decision="follow", **order) == MoneyCode.NOT_FOLLOWED
    gateway_events.decide(decision="leave", **order)
    assert not gateway_events.contradictions()
    assert say(payment, "settled", notice_id="true") == "applied"
    assert holds(anna) == (5_050_00, 0, 0)


@pytest.mark.rule("MONEY-3")
def test_one_number_with_two_stories_is_a_contradiction(anna: UserId, gateway: Told) -> None:
    payment = pay_in(anna, 50_00)
    assert say(payment, "pending", notice_id="n1") == "known"
    assert say(payment, "settled", notice_id="n1") == "contradiction"
    assert holds(anna) == (5_000_00, 0, 0)
    stranger = gateway_events.GatewayEvent("n2", "no token of ours", "settled", 1)
    gateway_events.keep(stranger, gateway="told", body={}, now=NOW)
    gateway_events.apply_waiting(now=NOW, most=9)
    assert gateway_events.contradictions().count() == 2


@pytest.mark.rule("MONEY-4")
def test_a_charge_back_takes_what_is_there_and_the_rest_is_a_debt(
    wallet: Callable[..., str], carla: UserId, gateway: Told
) -> None:
    bruno = accounts.owner(wallet("bruno", 30_00))
    assert bruno is not None
    deposit = settled(bruno, 50_00)
    held = ask(bruno, 20_00)
    withdraw(user_id=bruno, amount=45_00, key="cash", now=NOW)
    say(deposit, "charged_back")
    assert again(held).state == "refused"
    assert holds(bruno) == (0, 0, 15_00)
    last = Notice.objects.filter(user=bruno).latest("pk")
    assert last.data == {"cents": -50_00, "reason": "charge_back"}
    assert refused(ask, bruno, 10_00) == MoneyCode.OWES
    assert refused(withdraw, user_id=bruno, amount=1, key="y", now=NOW) == MoneyCode.OWES
    settled(bruno, 10_00)
    assert holds(bruno) == (0, 0, 5_00)
    settled(bruno, 40_00)
    assert holds(bruno) == (35_00, 0, 0)
    withdraw(user_id=bruno, amount=35_00, key="z", now=NOW)
    assert sound()


@pytest.mark.rule("MONEY-4")
def test_a_debt_is_paid_before_a_withdrawal(wallet: Callable[..., str], gateway: Told) -> None:
    bruno = accounts.owner(wallet("bruno"))
    assert bruno is not None
    deposit = settled(bruno, 50_00)
    withdraw(user_id=bruno, amount=20_00, key="cash", now=NOW)
    say(deposit, "charged_back")
    won = ledger.Leg(accounts.FEES, accounts.player(bruno), 60_00, ledger.Reason.PRIZE)
    ledger.post([won], key="won", now=NOW)
    assert refused(ask, bruno, 41_00) == MoneyCode.INSUFFICIENT_FUNDS
    assert holds(bruno) == (60_00, 0, 20_00)
    ask(bruno, 30_00)
    assert holds(bruno) == (10_00, 30_00, 0)


@pytest.mark.rule("MONEY-4", "STAFF-1")
def test_cash_at_the_counter_pays_a_debt_first(
    wallet: Callable[..., str], carla: UserId, gateway: Told
) -> None:
    bruno = accounts.owner(wallet("bruno"))
    assert bruno is not None
    deposit = settled(bruno, 50_00)
    withdraw(user_id=bruno, amount=50_00, key="cash", now=NOW)
    say(deposit, "charged_back")
    order: dict[str, Any] = {"user_id": bruno, "kind": "in", "by": carla, "why": "Cash."}
    for _ in range(2):
        counter.give(amount=20_00, key="1", now=NOW, **order)
    assert holds(bruno) == (0, 0, 30_00)
    last = counter.give(amount=40_00, key="2", now=NOW, **order)
    assert (holds(bruno), last.before, last.after) == ((10_00, 0, 0), 0, 40_00)
    assert sound()


@pytest.mark.rule("MONEY-4", "STAFF-1")
def test_who_pays_a_debt_at_the_counter_reads_what_was_taken(
    wallet: Callable[..., str], carla: UserId, gateway: Told
) -> None:
    bruno = accounts.owner(wallet("bruno", 10_00))
    assert bruno is not None
    deposit = settled(bruno, 50_00)
    withdraw(user_id=bruno, amount=60_00, key="cash", now=NOW)
    say(deposit, "charged_back")
    order: dict[str, Any] = {"user_id": bruno, "by": carla, "why": "Cash.", "now": NOW}
    counter.give(kind="in", amount=20_00, key="in", **order)
    won = ledger.Leg(accounts.FEES, accounts.player(bruno), 60_00, ledger.Reason.PRIZE)
    ledger.post([won], key="won", now=NOW)
    counter.give(kind="out", amount=30_00, key="out", **order)
    told = Notice.objects.filter(user=bruno).order_by("pk")
    debt = "a debt for a deposit that was charged back."
    assert [notice_words.say(one.kind, one.data).text for one in told][-4:] == [
        "€20.00, a deposit at the counter.",
        f"−€20.00, {debt}",
        f"−€30.00, {debt}",
        "−€30.00, a withdrawal at the counter.",
    ]


@pytest.mark.rule("MONEY-4", "MONEY-2")
def test_whose_deposit_pays_a_debt_reads_both(wallet: Callable[..., str], gateway: Told) -> None:
    bruno = accounts.owner(wallet("bruno", 0))
    assert bruno is not None
    deposit = settled(bruno, 50_00)
    withdraw(user_id=bruno, amount=50_00, key="cash", now=NOW)
    say(deposit, "charged_back")
    settled(bruno, 80_00)
    assert holds(bruno) == (30_00, 0, 0)
    told = Notice.objects.filter(user=bruno).order_by("pk")
    assert [notice_words.say(one.kind, one.data).text for one in told][-2:] == [
        "€80.00, a deposit.",
        "−€50.00, a debt for a deposit that was charged back.",
    ]


@pytest.mark.rule("MONEY-4")
def test_a_charge_back_that_comes_before_its_deposit_settles_both(
    anna: UserId, gateway: Told
) -> None:
    payment = pay_in(anna, 50_00)
    assert say(payment, "charged_back") == "applied"
    assert say(payment, "settled") == "known"
    assert (again(payment).state, holds(anna)) == ("charged_back", (5_000_00, 0, 0))
    assert sound()


@pytest.mark.rule("MONEY-3")
def test_what_was_received_stays_and_is_decided_once(
    anna: UserId, carla: UserId, gateway: Told
) -> None:
    payment = pay_in(anna, 50_00)
    say(payment, "failed")
    say(payment, "settled")
    rows = PaymentNotice.objects.filter(outcome="contradiction")
    changes: list[dict[str, Any]] = [
        {"said": "failed"},
        {"amount": 1},
        {"body": {}},
        {"outcome": "waiting", "applied_at": None},
        {"decided_by": carla, "decided_at": NOW},
        {"decision": "follow", "first_by": carla, "decided_by": carla, "decided_at": NOW},
    ]
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.delete()


@pytest.mark.slow
@pytest.mark.rule("MONEY-3")
@pytest.mark.django_db(transaction=True)
def test_many_workers_read_each_word_once(anna: UserId, gateway: Told) -> None:
    payments = [pay_in(anna, 10_00) for _ in range(5)]
    for payment in payments:
        for state in ("pending", "settled", "charged_back"):
            amount = payment.amount
            word = gateway_events.GatewayEvent(
                f"{payment.pk}{state}", str(payment.token), state, amount
            )
            gateway_events.keep(word, gateway="told", body={}, now=NOW)
    at_once([lambda: sending.sweep(now=NOW)] * 4)
    assert {again(payment).state for payment in payments} == {"charged_back"}
    assert holds(anna) == (5_000_00, 0, 0)
    assert sound()
