"""The audit: silent on sound books, loud on planted errors."""

from collections.abc import Callable
from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from payouts import tasks
from payouts.bookkeeping import accounts, ledger
from payouts.models import Transfer
from payouts.reports.audit import BalanceDrift, audit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("owner")]

POOL = accounts.pool("tournament:12")


@pytest.fixture
def anna(wallet: Callable[..., str], now: datetime) -> str:
    """Anna has paid 4.50 of her 10.00 into a pool and 0.50 to the house."""
    account = wallet("anna", 1_000)
    legs = [
        ledger.Leg(account, POOL, 450, Transfer.Reason.BUY_IN),
        ledger.Leg(account, accounts.FEES, 50, Transfer.Reason.FEE),
    ]
    ledger.post(legs, key="entry:1", now=now)
    return account


def without(table: str, trigger: str, sql: str) -> None:
    """Run ``sql`` as an intruder who may switch a guard off, and on again behind them."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")
        cursor.execute(sql)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {trigger}")


def test_sound_books_pass(anna: str) -> None:
    result = audit()
    assert result.sound
    assert (result.accounts, result.transfers, result.total) == (4, 3, 0)


def test_an_empty_ledger_passes() -> None:
    assert audit().sound


def test_a_balance_changed_by_hand_is_found(anna: str) -> None:
    without(
        "payouts_account",
        "payouts_account_changes_by_transfer",
        f"UPDATE payouts_account SET balance = balance + 1 WHERE name = '{anna}'",
    )
    result = audit()
    assert result.drifts == (BalanceDrift(anna, stored=501, computed=500),)
    assert result.total == 1


def test_an_edited_transfer_is_found_on_both_accounts(anna: str) -> None:
    without(
        "payouts_transfer",
        "payouts_transfer_never_changes",
        "UPDATE payouts_transfer SET amount = 40 WHERE key = 'entry:1' AND line = 1",
    )
    assert audit().drifts == (
        BalanceDrift(anna, stored=500, computed=510),
        BalanceDrift(accounts.FEES, stored=50, computed=40),
    )


def test_a_deleted_transfer_is_found(anna: str) -> None:
    without(
        "payouts_transfer",
        "payouts_transfer_never_changes",
        "DELETE FROM payouts_transfer WHERE key = 'entry:1' AND line = 0",
    )
    assert {drift.account for drift in audit().drifts} == {anna, POOL}


def test_a_transfer_slipped_past_the_balances_is_found(anna: str) -> None:
    without(
        "payouts_transfer",
        "payouts_transfer_moves_balances",
        f"""INSERT INTO payouts_transfer
                (key, line, debit_id, credit_id, amount, reason, created_at)
            SELECT 'intruder', 0, d.id, c.id, 7, 'prize', now()
            FROM payouts_account d, payouts_account c
            WHERE d.name = 'outside' AND c.name = '{anna}'""",
    )
    assert {drift.account for drift in audit().drifts} == {anna, accounts.OUTSIDE}


def test_a_guard_that_is_off_or_gone_is_found(anna: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(
            "ALTER TABLE payouts_transfer DISABLE TRIGGER payouts_transfer_never_changes"
        )
        cursor.execute("ALTER TABLE payouts_account DROP CONSTRAINT account_never_overdrawn")
    assert audit().missing_guards == ("payouts_transfer_never_changes", "account_never_overdrawn")


def test_the_command_says_that_the_books_are_sound(anna: str) -> None:
    said = StringIO()
    call_command("audit", stdout=said)
    assert said.getvalue() == "4 accounts, 3 transfers\nThe books are sound.\n"


def test_the_command_fails_and_names_the_account_that_drifted(anna: str) -> None:
    without(
        "payouts_account",
        "payouts_account_changes_by_transfer",
        f"UPDATE payouts_account SET balance = balance + 1 WHERE name = '{anna}'",
    )
    said = StringIO()
    with pytest.raises(CommandError):
        call_command("audit", stdout=said)
    assert f"{anna}: holds €5.01, its transfers add up to €5.00" in said.getvalue()


def test_the_nightly_job_tells_sound_books_from_others(anna: str) -> None:
    assert tasks.audit() is True
    without(
        "payouts_account",
        "payouts_account_changes_by_transfer",
        f"UPDATE payouts_account SET balance = balance + 1 WHERE name = '{anna}'",
    )
    assert tasks.audit() is False
