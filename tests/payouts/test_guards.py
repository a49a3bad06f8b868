"""Plain SQL against the ledger: the database itself refuses, whoever asks.

The owner asks here, who has every right; ``tests/poker_site/test_guards.py`` is about the others.
"""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import IntegrityError, connection, transaction

from payouts.bookkeeping import accounts, ledger
from payouts.models import Account, Transfer
from players.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("owner")]

INSERT = """
    INSERT INTO payouts_transfer (key, line, debit_id, credit_id, amount, reason, created_at)
    SELECT 'sql', 0, d.id, c.id, {amount}, 'prize', now()
    FROM payouts_account d, payouts_account c WHERE d.name = '{debit}' AND c.name = '{credit}'
"""


@pytest.fixture(autouse=True)
def _money(wallet: Callable[..., str], now: datetime) -> None:
    """Anna holds 10.00, a pool 4.00 and a cash table 3.00."""
    anna = wallet("anna", 1_700)
    legs = [
        ledger.Leg(anna, "pool:tournament:12", 400, Transfer.Reason.BUY_IN),
        ledger.Leg(anna, "escrow:5", 300, Transfer.Reason.BUY_IN),
        ledger.Leg(accounts.OUTSIDE, accounts.FEES, 100, Transfer.Reason.FEE),
    ]
    ledger.post(legs, key="entry:1", now=now)


def anna() -> str:
    return Account.objects.get(user__username="anna").name


def run(sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def books() -> list[tuple[object, ...]]:
    return [
        *Account.objects.order_by("pk").values_list(),
        *Transfer.objects.order_by("pk").values_list(),
    ]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE payouts_transfer SET amount = amount + 1",
        "UPDATE payouts_transfer SET amount = amount WHERE false",
        "DELETE FROM payouts_transfer",
        "UPDATE payouts_account SET balance = balance + 1",
        "UPDATE payouts_account SET kind = 'house', name = 'house:mine', user_id = NULL",
        "INSERT INTO payouts_account (name, kind, balance) VALUES ('house:x', 'house', 1)",
        "INSERT INTO payouts_account (name, kind, balance) VALUES ('pool:x', 'house', 0)",
        "INSERT INTO payouts_account (name, kind, balance) VALUES ('player:1', 'player', 0)",
        "DELETE FROM payouts_account",
    ],
)
def test_history_and_balances_cannot_be_written_by_hand(sql: str) -> None:
    before = books()
    with pytest.raises(IntegrityError):
        run(sql)
    assert books() == before


@pytest.mark.parametrize("table", ["payouts_transfer", "payouts_account", "players_user"])
def test_the_ledger_cannot_be_emptied(table: str) -> None:
    run("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(IntegrityError, match="TRUNCATE refused"):
        run(f"TRUNCATE {table} CASCADE")


@pytest.mark.parametrize(
    ("debit", "missing"), [("anna", 1_001), ("pool:tournament:12", 401), ("escrow:5", 301)]
)
def test_no_wallet_pool_or_escrow_goes_below_zero(debit: str, missing: int) -> None:
    name = anna() if debit == "anna" else debit
    with pytest.raises(IntegrityError, match="account_never_overdrawn"):
        run(INSERT.format(debit=name, credit=accounts.FEES, amount=missing))
    run(INSERT.format(debit=name, credit=accounts.FEES, amount=missing - 1))
    assert ledger.balance(name) == 0


@pytest.mark.parametrize("debit", [accounts.FEES, accounts.OUTSIDE])
def test_house_and_outside_may_owe(debit: str) -> None:
    before = ledger.balance(debit)
    run(INSERT.format(debit=debit, credit=anna(), amount=5_000))
    assert ledger.balance(debit) == before - 5_000
    assert ledger.balance(anna()) == 6_000


@pytest.mark.parametrize("amount", [0, -1])
def test_an_amount_is_positive(amount: int) -> None:
    with pytest.raises(IntegrityError, match="transfer_amount_positive"):
        run(INSERT.format(debit=accounts.OUTSIDE, credit=anna(), amount=amount))


def test_a_transfer_has_two_ends() -> None:
    with pytest.raises(IntegrityError, match="transfer_between_two"):
        run(INSERT.format(debit=anna(), credit=anna(), amount=1))


def test_a_wallet_belongs_to_the_player_in_its_name() -> None:
    bruno = User.objects.create_user("bruno").pk
    wallet = "INSERT INTO payouts_account (name, kind, balance, user_id) VALUES ({}, {}, 0, {})"
    with pytest.raises(IntegrityError, match="account_of_a_player_is_theirs"):
        run(wallet.format("'player:0'", "'player'", bruno))
    with pytest.raises(IntegrityError, match="account_of_a_player_is_theirs"):
        run(wallet.format("'house:0'", "'house'", bruno))
    run(wallet.format(f"'player:{bruno}'", "'player'", bruno))


def test_a_line_of_a_cause_happens_once() -> None:
    run(INSERT.format(debit=accounts.OUTSIDE, credit=anna(), amount=1))
    with pytest.raises(IntegrityError, match="transfer_key_line_once"):
        run(INSERT.format(debit=accounts.OUTSIDE, credit=anna(), amount=1))


def test_a_stale_account_cannot_be_saved_over_a_newer_balance() -> None:
    account = Account.objects.get(name=accounts.FEES)
    with pytest.raises(IntegrityError), transaction.atomic():
        account.save()
