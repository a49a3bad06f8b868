"""Posting: all or nothing, once per key, nobody below zero."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import transaction

from core.refusal import Refusal
from core.sentences import say
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg
from payouts.models import Account, Transfer
from payouts.refusals import MoneyCode

pytestmark = pytest.mark.django_db

Wallet = Callable[..., str]
BUY_IN, FEE, PRIZE = Transfer.Reason.BUY_IN, Transfer.Reason.FEE, Transfer.Reason.PRIZE
POOL = accounts.pool("tournament:12")


def test_a_buy_in_moves_to_the_pool_and_its_fee_to_the_house(wallet: Wallet, now: datetime) -> None:
    anna = wallet("anna", 1_000)
    posting = ledger.post(
        [Leg(anna, POOL, 450, BUY_IN), Leg(anna, accounts.FEES, 50, FEE)], key="entry:1", now=now
    )
    assert posting.created
    assert [(t.line, t.amount, t.created_at) for t in posting.transfers] == [
        (0, 450, now),
        (1, 50, now),
    ]
    assert [ledger.balance(a) for a in (anna, POOL, accounts.FEES, accounts.OUTSIDE)] == [
        500,
        450,
        50,
        -1_000,
    ]


def test_an_account_that_nobody_has_used_holds_nothing(now: datetime) -> None:
    assert ledger.balance("pool:tournament:404") == 0
    assert list(ledger.statement("pool:tournament:404")) == []


def test_the_same_key_again_returns_the_first_result(wallet: Wallet, now: datetime) -> None:
    legs = [Leg(wallet("anna", 1_000), POOL, 450, BUY_IN)]
    first = ledger.post(legs, key="entry:1", now=now)
    second = ledger.post(legs, key="entry:1", now=now)
    assert (first.created, second.created) == (True, False)
    assert list(second.transfers) == list(first.transfers)
    assert ledger.balance(POOL) == 450


@pytest.mark.parametrize(
    "change",
    [
        lambda leg: [Leg(leg.debit, leg.credit, leg.amount + 1, leg.reason)],
        lambda leg: [Leg(leg.debit, leg.credit, leg.amount, FEE)],
        lambda leg: [Leg(leg.debit, accounts.FEES, leg.amount, leg.reason)],
        lambda leg: [leg, leg],
        lambda leg: [],
    ],
    ids=["amount", "reason", "receiver", "more", "none"],
)
def test_the_same_key_for_other_legs_is_refused(
    change: Callable[[Leg], list[Leg]], wallet: Wallet, now: datetime
) -> None:
    leg = Leg(wallet("anna", 1_000), POOL, 450, BUY_IN)
    ledger.post([leg], key="entry:1", now=now)
    with pytest.raises(Refusal) as refused:
        ledger.post(change(leg), key="entry:1", now=now)
    assert refused.value.code == MoneyCode.KEY_REUSED
    assert ledger.balance(POOL) == 450


def test_several_causes_are_posted_together_each_once(wallet: Wallet, now: datetime) -> None:
    anna, bruno = wallet("anna", 1_000), wallet("bruno", 1_000)
    causes = {
        f"entry:{number}": [Leg(who, POOL, 450, BUY_IN), Leg(who, accounts.FEES, 50, FEE)]
        for number, who in enumerate((anna, bruno, anna), start=1)
    }
    first = ledger.post(causes["entry:2"], key="entry:2", now=now)
    made = ledger.post_all(causes, now=now)
    assert [made[key].created for key in causes] == [True, False, True]
    assert list(made["entry:2"].transfers) == list(first.transfers)
    assert [(t.key, t.line) for t in made["entry:3"].transfers] == [("entry:3", 0), ("entry:3", 1)]
    assert not any(posting.created for posting in ledger.post_all(causes, now=now).values())
    assert [ledger.balance(a) for a in (anna, bruno, POOL, accounts.FEES)] == [0, 500, 1_350, 150]


@pytest.mark.parametrize("wrong", ["funds", "legs"])
def test_of_several_causes_all_are_posted_or_none(
    wrong: str, wallet: Wallet, now: datetime
) -> None:
    anna = wallet("anna", 1_000)
    ledger.post([Leg(anna, POOL, 100, BUY_IN)], key="entry:2", now=now)
    # Two by themselves could be paid, together they cannot.
    price = 500 if wrong == "funds" else 100
    second = {"funds": "entry:3", "legs": "entry:2"}[wrong]
    causes = {key: [Leg(anna, POOL, price, FEE)] for key in ("entry:1", second)}
    with pytest.raises(Refusal) as refused:
        ledger.post_all(causes, now=now)
    codes = {"funds": MoneyCode.INSUFFICIENT_FUNDS, "legs": MoneyCode.KEY_REUSED}
    assert refused.value.code == codes[wrong]
    assert (ledger.balance(anna), ledger.posted("entry:1")) == (900, False)


def test_who_has_too_little_is_told_how_much_is_missing(wallet: Wallet, now: datetime) -> None:
    anna = wallet("anna", 1_000)
    legs = [Leg(anna, POOL, 900, BUY_IN), Leg(anna, accounts.FEES, 350, FEE)]
    with pytest.raises(Refusal) as refused:
        ledger.post(legs, key="entry:1", now=now)
    assert refused.value.code == MoneyCode.INSUFFICIENT_FUNDS
    assert refused.value.context == {"account": anna, "missing": 250}
    assert say(refused.value) == "There is not enough money for that: €2.50 is missing."
    assert ledger.balance(anna) == 1_000
    assert not Transfer.objects.filter(key="entry:1").exists()


def test_money_that_arrives_in_the_same_posting_may_be_spent_in_it(
    wallet: Wallet, now: datetime
) -> None:
    anna = wallet("anna")
    legs = [
        Leg(accounts.GUARANTEES, POOL, 700, Transfer.Reason.OVERLAY),
        Leg(POOL, anna, 700, PRIZE),
    ]
    ledger.post(legs, key="award:12", now=now)
    assert [ledger.balance(a) for a in (accounts.GUARANTEES, POOL, anna)] == [-700, 0, 700]


@pytest.mark.parametrize("amount", [0, -1])
def test_only_positive_amounts_move(amount: int, wallet: Wallet, now: datetime) -> None:
    with pytest.raises(Refusal) as refused:
        ledger.post([Leg(wallet("anna", 100), POOL, amount, BUY_IN)], key="entry:1", now=now)
    assert refused.value.code == MoneyCode.AMOUNT_NOT_POSITIVE


def test_money_does_not_move_from_an_account_to_itself(wallet: Wallet, now: datetime) -> None:
    anna = wallet("anna", 100)
    with pytest.raises(Refusal) as refused:
        ledger.post([Leg(anna, anna, 10, BUY_IN)], key="entry:1", now=now)
    assert refused.value.code == MoneyCode.SAME_ACCOUNT


def test_an_account_is_what_its_name_says(wallet: Wallet, now: datetime) -> None:
    anna = wallet("anna", 500)
    ledger.post([Leg(anna, POOL, 450, BUY_IN)], key="entry:1", now=now)
    kinds = dict(Account.objects.values_list("name", "kind"))
    assert kinds == {anna: "player", POOL: "pool", accounts.OUTSIDE: "outside"}
    assert Account.objects.get(name=anna).user == Account.objects.get(user__username="anna").user


def test_a_statement_has_both_directions_newest_first(wallet: Wallet, now: datetime) -> None:
    anna, bruno = wallet("anna", 500), wallet("bruno", 500)
    ledger.post([Leg(anna, POOL, 450, BUY_IN)], key="entry:1", now=now)
    ledger.post([Leg(bruno, POOL, 450, BUY_IN)], key="entry:2", now=now)
    ledger.post([Leg(POOL, anna, 900, PRIZE)], key="award:12", now=now)
    assert [t.key for t in ledger.statement(anna)] == ["award:12", "entry:1", "deposit:anna"]


def test_a_long_prize_list_updates_its_pool_once(wallet: Wallet, now: datetime) -> None:
    names = [wallet(f"player{number}") for number in range(50)]
    ledger.post([Leg(accounts.OUTSIDE, POOL, 50, BUY_IN)], key="collected", now=now)
    ledger.post([Leg(POOL, name, 1, PRIZE) for name in names], key="award:12", now=now)
    assert ledger.balance(POOL) == 0
    assert all(ledger.balance(name) == 1 for name in names)


def test_a_posting_falls_with_the_callers_transaction(wallet: Wallet, now: datetime) -> None:
    anna = wallet("anna", 1_000)
    with transaction.atomic():
        ledger.post([Leg(anna, POOL, 450, BUY_IN)], key="entry:1", now=now)
        transaction.set_rollback(True)
    assert (ledger.balance(anna), ledger.balance(POOL)) == (1_000, 0)


def test_a_refusal_leaves_the_callers_transaction_usable(wallet: Wallet, now: datetime) -> None:
    anna = wallet("anna", 1_000)
    with transaction.atomic():
        with pytest.raises(Refusal):
            ledger.post([Leg(anna, POOL, 1_001, BUY_IN)], key="entry:1", now=now)
        ledger.post([Leg(anna, POOL, 1_000, BUY_IN)], key="entry:1", now=now)
    assert ledger.balance(POOL) == 1_000
