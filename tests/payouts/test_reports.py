"""Revenue by periods, against sums that SQL makes of the same ledger in another way."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from core.types import UserId
from payouts import accounts, ledger, reports
from payouts.ledger import Leg, Reason
from payouts.models import Account
from payouts.reports import By, Figures
from tests.profiles import longer

pytestmark = pytest.mark.django_db

# In Rome the first has 23 hours and the second 25.
SPRING, AUTUMN = date(2027, 3, 28), date(2027, 10, 31)
POOL, TABLE = accounts.pool("tournament:1"), accounts.escrow_of("nobody")
HELD, DEBT = "held:1", "debt:1"

# Each way that money goes, with the account that pays and the one that is paid.
WAYS = [
    (Reason.DEPOSIT, accounts.OUTSIDE, "anna"),
    (Reason.WITHDRAWAL, "anna", accounts.OUTSIDE),
    (Reason.BUY_IN, "anna", POOL),
    (Reason.BUY_IN, accounts.TICKETS, POOL),
    (Reason.FEE, "anna", accounts.FEES),
    (Reason.REFUND, accounts.FEES, "anna"),
    (Reason.REFUND, POOL, "anna"),
    (Reason.REBUY, "anna", POOL),
    (Reason.ADD_ON, "anna", POOL),
    (Reason.OVERLAY, accounts.GUARANTEES, POOL),
    (Reason.OVERLAY, POOL, accounts.GUARANTEES),
    (Reason.DRAW, accounts.VELOX, POOL),
    (Reason.DRAW, POOL, accounts.VELOX),
    (Reason.PRIZE, POOL, "anna"),
    (Reason.TICKET, POOL, accounts.TICKETS),
    (Reason.BOUNTY, POOL, "anna"),
    (Reason.CHIPS, "anna", TABLE),
    (Reason.CASH_OUT, TABLE, "anna"),
    (Reason.RAKE, TABLE, accounts.RAKE),
    (Reason.HOLD, "anna", HELD),
    (Reason.RELEASE, HELD, "anna"),
    (Reason.WITHDRAWAL, HELD, accounts.OUTSIDE),
    (Reason.PAYMENT_FEE, HELD, accounts.PAYMENTS),
    (Reason.PAYMENT_FEE, "anna", accounts.PAYMENTS),
    (Reason.RETURNED, accounts.OUTSIDE, "anna"),
    (Reason.RETURNED, accounts.PAYMENTS, "anna"),
    (Reason.CHARGE_BACK, "anna", accounts.OUTSIDE),
    (Reason.CHARGE_BACK, DEBT, accounts.OUTSIDE),
    (Reason.DEBT, "anna", DEBT),
    (Reason.WALLET_IN, accounts.OUTSIDE, "anna"),
    (Reason.WALLET_OUT, "anna", HELD),
    (Reason.WALLET_OUT, HELD, accounts.OUTSIDE),
]

# The same figures, added up by the database, a day at a time.
SECOND = """
    WITH moved AS (
        SELECT reason, amount, d.name AS debit, c.name AS credit, d.kind AS debits,
               c.kind AS credits
        FROM payouts_transfer t
        JOIN payouts_account d ON d.id = t.debit_id JOIN payouts_account c ON c.id = t.credit_id
        WHERE (t.created_at AT TIME ZONE 'Europe/Rome')::date BETWEEN %(begin)s AND %(end)s
    ), gained AS (
        SELECT credit AS name, credits AS kind, amount FROM moved
        UNION ALL SELECT debit, debits, -amount FROM moved
    )
    SELECT
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason IN ('deposit', 'wallet_in')),
        (SELECT coalesce(sum(CASE WHEN credits = 'outside' THEN amount ELSE -amount END), 0)
         FROM moved WHERE reason IN ('withdrawal', 'returned', 'wallet_out')
             AND 'outside' IN (debits, credits)),
        (SELECT coalesce(sum(amount), 0) FROM moved
         WHERE reason IN ('buy_in', 'rebuy', 'add_on')),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:fees'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:rake'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:velox'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:guarantees'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:payments'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE kind = 'house'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'prize'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'bounty'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'refund'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'chips'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'cash_out'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'charge_back'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE kind = 'player'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE kind = 'held'),
        (SELECT coalesce(sum(amount), 0) FROM gained
         WHERE kind IN ('pool', 'escrow', 'tickets')),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE kind = 'debt')
"""


def second(begin: date, end: date) -> Figures:
    with connection.cursor() as cursor:
        cursor.execute(SECOND, {"begin": begin, "end": end})
        return Figures(*map(int, cursor.fetchone()))


def anna() -> str:
    user, _new = User.objects.get_or_create(username="anna")
    return accounts.player(UserId(user.pk))


def move(way: tuple[Reason, str, str], cents: int, *, key: str, at: datetime) -> None:
    reason, debit, credit = (anna() if part == "anna" else part for part in way)
    ledger.post([Leg(debit, credit, cents, Reason(reason))], key=key, now=at)


def fill() -> None:
    """Enough everywhere, long before."""
    before = datetime(2027, 1, 1, tzinfo=UTC)
    for no, holder in enumerate((anna(), POOL, TABLE, accounts.TICKETS, HELD)):
        legs = [Leg(accounts.OUTSIDE, holder, 1_000_000_00, Reason.DEPOSIT)]
        ledger.post(legs, key=f"fill:{no}", now=before)
    legs = [Leg(DEBT, accounts.OUTSIDE, 1_000_000_00, Reason.CHARGE_BACK)]
    ledger.post(legs, key="debt", now=before)


@given(
    around=st.sampled_from([SPRING, AUTUMN, date(2027, 12, 31)]),
    moves=st.lists(
        st.tuples(
            st.sampled_from(WAYS),
            st.integers(1, 99_999),
            # Whole hours and the seconds beside them: every boundary of a day is among them.
            st.integers(-60, 60),
            st.sampled_from([-1, 0, 1]),
        ),
        min_size=1,
        max_size=12,
    ),
    by=st.sampled_from(By),
)
@settings(max_examples=longer(200, short=15))
@pytest.mark.long
@pytest.mark.rule("STAFF-6")
def test_every_line_is_what_the_database_adds_up(
    around: date, moves: list[tuple[tuple[Reason, str, str], int, int, int]], by: By
) -> None:
    with transaction.atomic():
        fill()
        noon = datetime(around.year, around.month, around.day, 12, tzinfo=UTC)
        for no, (way, cents, hours, seconds) in enumerate(moves):
            at = noon + timedelta(hours=hours, seconds=seconds)
            move(way, cents, key=f"move:{no}", at=at)
        begin, end = around - timedelta(days=1), around + timedelta(days=2)
        found = reports.report(begin=begin, end=end, by=by)
        ends = [line.begins - timedelta(days=1) for line in found.lines[1:]] + [end]
        for line, last in zip(found.lines, ends, strict=True):
            assert line.figures == second(line.begins, last)
        assert found.total == second(begin, end)
        assert found.before == second(begin - timedelta(days=4), begin - timedelta(days=1))
        for figures in (found.total, *[line.figures for line in found.lines]):
            players = figures.wallets + figures.held + figures.in_play + figures.debts
            paid = figures.deposits - figures.withdrawals - figures.charge_backs
            assert players + figures.result == paid
        transaction.set_rollback(True)


def test_what_players_had_at_the_end_of_a_day_is_what_accounts_held_then() -> None:
    fill()
    noon = datetime(2027, 5, 5, 12, tzinfo=UTC)
    move(WAYS[16], 300, key="chips", at=noon)
    held = Counter(dict(Account.objects.values_list("kind", "balance")))
    move(WAYS[18], 20, key="rake", at=noon + timedelta(days=1))
    move(WAYS[1], 50, key="out", at=noon + timedelta(days=1))
    owed = reports.owed_after(date(2027, 5, 5))
    assert owed.wallets == held["player"] == 1_000_000_00 - 300
    assert owed.held == held["held"] == 1_000_000_00
    assert owed.in_play == held["pool"] + held["escrow"] + held["tickets"]
    assert reports.owed_after(date(2027, 5, 6)).all == owed.all - 70


def test_weeks_begin_on_monday_and_months_on_the_first_but_not_before_the_period() -> None:
    span = {"begin": date(2027, 1, 29), "end": date(2027, 2, 10)}  # a Friday, a Wednesday
    weeks = [line.begins for line in reports.report(**span, by=By.WEEK).lines]
    assert weeks == [date(2027, 1, 29), date(2027, 2, 1), date(2027, 2, 8)]
    months = [line.begins for line in reports.report(**span, by=By.MONTH).lines]
    assert months == [date(2027, 1, 29), date(2027, 2, 1)]
