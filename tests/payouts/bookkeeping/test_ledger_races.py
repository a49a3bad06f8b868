"""Posting at the same time: real threads, real transactions, real PostgreSQL."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Barrier, Event

import pytest
from django.db import connection, transaction

from core.refusal import Refusal, RefusalCode
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Posting
from payouts.models import Transfer
from payouts.refusals import MoneyCode
from tests.harness.room import wait_for
from tests.payouts.crowd import somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)

Wallet = Callable[..., str]
BUY_IN, FEE = Transfer.Reason.BUY_IN, Transfer.Reason.FEE
POOL = accounts.pool("tournament:12")


def at_once(postings: Sequence[Callable[[], Posting]]) -> list[Posting | RefusalCode]:
    """Start every posting at the same moment, each in a thread and connection of its own."""
    start = Barrier(len(postings))

    def run(posting: Callable[[], Posting]) -> Posting | RefusalCode:
        try:
            start.wait(timeout=10)
            return posting()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(postings)) as threads:
        return list(threads.map(run, postings))


def test_of_many_with_one_key_one_creates_and_all_get_its_transfers(
    wallet: Wallet, now: datetime
) -> None:
    legs = [Leg(wallet("anna", 10_000), POOL, 450, BUY_IN)]
    results = at_once([lambda: ledger.post(legs, key="entry:1", now=now)] * 8)
    assert all(isinstance(result, Posting) for result in results)
    postings = [result for result in results if isinstance(result, Posting)]
    assert Counter(posting.created for posting in postings) == {True: 1, False: 7}
    assert {tuple(t.pk for t in posting.transfers) for posting in postings} == {
        tuple(Transfer.objects.filter(key="entry:1").values_list("pk", flat=True))
    }
    assert ledger.balance(POOL) == 450


def test_of_two_with_one_key_and_different_legs_one_is_refused(
    wallet: Wallet, now: datetime
) -> None:
    """No account in common: only the key itself can stop the second."""
    anna = Leg(wallet("anna", 1_000), "pool:tournament:1", 450, BUY_IN)
    bruno = Leg(wallet("bruno", 1_000), "pool:tournament:2", 450, BUY_IN)
    results = at_once(
        [
            lambda: ledger.post([anna], key="entry:1", now=now),
            lambda: ledger.post([bruno], key="entry:1", now=now),
        ]
    )
    assert Counter(isinstance(result, Posting) for result in results) == {True: 1, False: 1}
    assert MoneyCode.KEY_REUSED in results
    assert ledger.balance("pool:tournament:1") + ledger.balance("pool:tournament:2") == 450


def test_a_key_taken_by_an_uncommitted_posting_is_waited_for_and_refused(
    wallet: Wallet, now: datetime
) -> None:
    anna = Leg(wallet("anna", 1_000), "pool:tournament:1", 450, BUY_IN)
    bruno = Leg(wallet("bruno", 1_000), "pool:tournament:2", 450, BUY_IN)
    posted = Event()

    def first() -> Posting:
        with transaction.atomic():
            posting = ledger.post([anna], key="entry:1", now=now)
            posted.set()
            wait_for("the other to wait", somebody_waits)
            return posting

    def second() -> Posting:
        assert posted.wait(timeout=10)
        return ledger.post([bruno], key="entry:1", now=now)

    results = at_once([first, second])
    assert isinstance(results[0], Posting)
    assert results[1] == MoneyCode.KEY_REUSED


def test_the_last_euro_is_spent_once(wallet: Wallet, now: datetime) -> None:
    anna = wallet("anna", 1_000)

    def buy(number: int) -> Callable[[], Posting]:
        legs = [Leg(anna, POOL, 300, BUY_IN), Leg(anna, accounts.FEES, 30, FEE)]
        return lambda: ledger.post(legs, key=f"entry:{number}", now=now)

    results = at_once([buy(number) for number in range(8)])
    assert Counter(isinstance(result, Posting) for result in results) == {True: 3, False: 5}
    assert results.count(MoneyCode.INSUFFICIENT_FUNDS) == 5
    assert [ledger.balance(a) for a in (anna, POOL, accounts.FEES)] == [10, 900, 90]


def test_players_who_pay_each_other_crosswise_do_not_deadlock(
    wallet: Wallet, now: datetime
) -> None:
    anna, bruno = wallet("anna", 1_000), wallet("bruno", 1_000)

    def pay(number: int) -> Callable[[], Posting]:
        pair = (anna, bruno) if number % 2 else (bruno, anna)
        return lambda: ledger.post([Leg(*pair, 10, BUY_IN)], key=f"pay:{number}", now=now)

    results = at_once([pay(number) for number in range(8)])
    assert all(isinstance(result, Posting) and result.created for result in results)
    assert [ledger.balance(anna), ledger.balance(bruno)] == [1_000, 1_000]


def test_new_accounts_opened_at_the_same_moment_are_opened_once(
    wallet: Wallet, now: datetime
) -> None:
    wallets = [wallet(f"player{number}", 100) for number in range(8)]

    def buy(account: str) -> Callable[[], Posting]:
        legs = [Leg(account, POOL, 90, BUY_IN), Leg(account, accounts.FEES, 10, FEE)]
        return lambda: ledger.post(legs, key=f"entry:{account}", now=now)

    results = at_once([buy(account) for account in wallets])
    assert all(isinstance(result, Posting) and result.created for result in results)
    assert [ledger.balance(POOL), ledger.balance(accounts.FEES)] == [720, 80]
