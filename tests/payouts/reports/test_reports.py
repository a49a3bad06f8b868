"""Revenue by periods, against sums that SQL makes of the same ledger in another way."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import Account
from payouts.reports import breakdowns, revenue
from payouts.reports.breakdowns import Parts
from payouts.reports.revenue import By, RevenueFigures
from players.models import User
from tests.harness.long_forms import longer

pytestmark = pytest.mark.django_db

# In Rome the first has 23 hours and the second 25.
SPRING, AUTUMN = date(2027, 3, 28), date(2027, 10, 31)
POOL, TABLE = accounts.pool("tournament:1"), accounts.escrow_of("nobody")
HELD, DEBT, BONUS = "held:1", "debt:1", "bonus:1"

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
    (Reason.CORRECTION, accounts.CORRECTIONS, "anna"),
    (Reason.CORRECTION, "anna", accounts.CORRECTIONS),
    (Reason.BONUS, accounts.BONUSES, accounts.TICKETS),
    (Reason.BONUS, accounts.TICKETS, accounts.BONUSES),
    (Reason.BONUS, accounts.BONUSES, BONUS),
    (Reason.BONUS, BONUS, accounts.BONUSES),
    (Reason.BONUS, BONUS, "anna"),
    (Reason.DEALERS, POOL, accounts.DEALERS),
    (Reason.DEALERS, accounts.DEALERS, POOL),
    (Reason.BOUNTY, "anna", POOL),
    (Reason.BOUNTY, accounts.TICKETS, POOL),
    (Reason.PRIZE_BACK, "anna", POOL),
    (Reason.BOUNTY_BACK, "anna", POOL),
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
         WHERE reason IN ('buy_in', 'rebuy', 'add_on')
             OR (reason = 'bounty' AND debits <> 'pool')),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:fees'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:rake'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:velox'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:guarantees'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:payments'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:corrections'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:bonus'),
        (SELECT coalesce(sum(amount), 0) FROM gained
         WHERE kind = 'house' AND name <> 'house:dealers'),
        (SELECT coalesce(sum(CASE reason WHEN 'prize' THEN amount ELSE -amount END), 0)
         FROM moved WHERE reason IN ('prize', 'prize_back')),
        (SELECT coalesce(sum(CASE reason WHEN 'bounty' THEN amount ELSE -amount END), 0)
         FROM moved WHERE reason = 'bounty' AND debits = 'pool' OR reason = 'bounty_back'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'refund'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE name = 'house:dealers'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'chips'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'cash_out'),
        (SELECT coalesce(sum(amount), 0) FROM moved WHERE reason = 'charge_back'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE kind = 'player'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE kind = 'held'),
        (SELECT coalesce(sum(amount), 0) FROM gained
         WHERE kind IN ('pool', 'escrow', 'tickets')),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE kind = 'bonus'),
        (SELECT coalesce(sum(amount), 0) FROM gained WHERE kind = 'debt')
"""


def second(begin: date, end: date) -> RevenueFigures:
    with connection.cursor() as cursor:
        cursor.execute(SECOND, {"begin": begin, "end": end})
        return RevenueFigures(*map(int, cursor.fetchone()))


def anna() -> str:
    user, _new = User.objects.get_or_create(username="anna")
    return accounts.player(UserId(user.pk))


def move(way: tuple[Reason, str, str], cents: int, *, key: str, at: datetime) -> None:
    reason, debit, credit = (anna() if part == "anna" else part for part in way)
    ledger.post([Leg(debit, credit, cents, Reason(reason))], key=key, now=at)


def fill() -> None:
    """Enough everywhere, long before."""
    before = datetime(2027, 1, 1, tzinfo=UTC)
    for no, holder in enumerate((anna(), POOL, TABLE, accounts.TICKETS, HELD, BONUS)):
        legs = [Leg(accounts.OUTSIDE, holder, 1_000_000_00, Reason.DEPOSIT)]
        ledger.post(legs, key=f"fill:{no}", now=before)
    legs = [Leg(DEBT, accounts.OUTSIDE, 1_000_000_00, Reason.CHARGE_BACK)]
    ledger.post(legs, key="debt", now=before)


@pytest.mark.middling
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
        found = revenue.report(begin=begin, end=end, by=by)
        ends = [line.begins - timedelta(days=1) for line in found.lines[1:]] + [end]
        for line, last in zip(found.lines, ends, strict=True):
            assert line.figures == second(line.begins, last)
        assert found.total == second(begin, end)
        assert found.before == second(begin - timedelta(days=4), begin - timedelta(days=1))
        for kind in Parts:
            split = breakdowns.parts(begin=begin, end=end, by=kind).parts
            assert sum([part.figures for part in split], RevenueFigures()) == found.total
        for figures in (found.total, *[line.figures for line in found.lines]):
            players = figures.wallets + figures.held + figures.in_play + figures.debts
            players += figures.promised
            paid = figures.deposits - figures.withdrawals - figures.charge_backs
            assert players + figures.result + figures.dealers == paid
        transaction.set_rollback(True)


def test_what_players_had_at_the_end_of_a_day_is_what_accounts_held_then() -> None:
    fill()
    noon = datetime(2027, 5, 5, 12, tzinfo=UTC)
    move(WAYS[16], 300, key="chips", at=noon)
    held = Counter(dict(Account.objects.values_list("kind", "balance")))
    move(WAYS[18], 20, key="rake", at=noon + timedelta(days=1))
    move(WAYS[1], 50, key="out", at=noon + timedelta(days=1))
    owed = revenue.owed_after(date(2027, 5, 5))
    assert owed.wallets == held["player"] == 1_000_000_00 - 300
    assert owed.held == held["held"] == 1_000_000_00
    assert owed.in_play == held["pool"] + held["escrow"] + held["tickets"]
    assert revenue.owed_after(date(2027, 5, 6)).all == owed.all - 70


@pytest.mark.rule("BOUNTY-1")
def test_a_bounty_is_a_buy_in_on_its_way_in_and_a_bounty_on_its_way_out() -> None:
    fill()
    noon = datetime(2027, 5, 5, 12, tzinfo=UTC)
    for no in range(6):
        legs = [
            Leg(anna(), POOL, 10_00, Reason.BUY_IN),
            Leg(anna(), POOL, 5_00, Reason.BOUNTY),
        ]
        ledger.post(legs, key=f"entry:{no}", now=noon)
    for no, cents in enumerate((17_50, 7_50, 5_00)):
        ledger.post([Leg(POOL, anna(), cents, Reason.BOUNTY)], key=f"bounty:{no}", now=noon)
    day = noon.date()
    figures = revenue.report(begin=day, end=day).total
    assert (figures.buy_ins, figures.bounties) == (90_00, 30_00)
    [event] = breakdowns.parts(begin=day, end=day, by=Parts.EVENT).parts
    assert (event.figures.buy_ins, event.figures.bounties) == (90_00, 30_00)


def test_weeks_begin_on_monday_and_months_on_the_first_but_not_before_the_period() -> None:
    span = {"begin": date(2027, 1, 29), "end": date(2027, 2, 10)}  # a Friday, a Wednesday
    weeks = [line.begins for line in revenue.report(**span, by=By.WEEK).lines]
    assert weeks == [date(2027, 1, 29), date(2027, 2, 1), date(2027, 2, 8)]
    months = [line.begins for line in revenue.report(**span, by=By.MONTH).lines]
    assert months == [date(2027, 1, 29), date(2027, 2, 1)]


# What each account's postings brought the house and took, leg by leg, as a person would reckon it.
BY_EVENT = """
    SELECT split_part(p.name, ':', 2) || ':' || split_part(p.name, ':', 3) AS event,
           sum(CASE WHEN c.name = 'house:fees' THEN t.amount
                    WHEN d.name = 'house:fees' THEN -t.amount ELSE 0 END),
           sum(CASE WHEN t.reason = 'prize' THEN t.amount ELSE 0 END),
           sum(CASE WHEN c.name = 'house:rake' THEN t.amount ELSE 0 END)
    FROM payouts_transfer t
    JOIN payouts_account d ON d.id = t.debit_id
    JOIN payouts_account c ON c.id = t.credit_id
    JOIN LATERAL (
        SELECT a.name FROM payouts_transfer o
        JOIN payouts_account a ON a.id IN (o.debit_id, o.credit_id)
        WHERE o.key = t.key AND a.kind IN ('pool', 'escrow') LIMIT 1
    ) p ON true
    GROUP BY p.name
"""


def test_a_fee_belongs_to_the_event_whose_entry_it_was_posted_with() -> None:
    fill()
    noon = datetime(2027, 5, 5, 12, tzinfo=UTC)
    day = noon.date()
    second_pool = accounts.pool("tournament:2")
    for no, (pool, fee) in enumerate(((POOL, 50), (POOL, 70), (second_pool, 900))):
        ledger.post(
            [
                Leg(anna(), pool, 10_00, Reason.BUY_IN),
                Leg(anna(), accounts.FEES, fee, Reason.FEE),
            ],
            key=f"entry:{no}",
            now=noon,
        )
    move(WAYS[13], 300, key="prize", at=noon)
    move(WAYS[18], 40, key="rake", at=noon)
    with connection.cursor() as cursor:
        cursor.execute(BY_EVENT)
        sums = {row[0]: tuple(map(int, row[1:])) for row in cursor.fetchall()}
    by_event = {
        part.name: (part.figures.fees, part.figures.prizes, part.figures.rake)
        for part in breakdowns.parts(begin=day, end=day, by=Parts.EVENT).parts
    }
    assert by_event == {
        "tournament:1": (120, 300, 0),
        "tournament:2": (900, 0, 0),
        "nobody": (0, 0, 40),
    }
    assert sums["tournament:1"] == by_event["tournament:1"]
    assert sums["tournament:2"] == by_event["tournament:2"]
    [player, nobody] = breakdowns.parts(begin=day, end=day, by=Parts.PLAYER).parts
    assert (player.name, player.figures.buy_ins, player.figures.fees) == ("anna", 30_00, 1020)
    assert (nobody.name, nobody.figures.rake) == ("", 40)


@pytest.mark.parametrize("most", [1, 2, 3, None])
def test_a_page_of_players_has_those_that_moved_most_and_the_sum_of_all(most: int | None) -> None:
    noon = datetime(2027, 5, 5, 12, tzinfo=UTC)
    for no, (name, cents) in enumerate((("bea", 5_00), ("cleo", 9_00), ("dan", 1_00))):
        wallet = accounts.player(UserId(User.objects.create_user(name).pk))
        legs = [Leg(accounts.OUTSIDE, wallet, cents, Reason.DEPOSIT)]
        ledger.post(legs, key=f"in:{no}", now=noon)
        ledger.post([Leg(wallet, TABLE, 50, Reason.CHIPS)], key=f"chips:{no}", now=noon)
    ledger.post([Leg(TABLE, accounts.RAKE, 7, Reason.RAKE)], key="rake", now=noon)
    found = breakdowns.parts(begin=noon.date(), end=noon.date(), by=Parts.PLAYER, most=most)
    everybody = [("cleo", 9_00, 0), ("bea", 5_00, 0), ("dan", 1_00, 0)]
    # What belongs to nobody stands last, where there is room for everybody.
    shown = everybody[:most] if most in (1, 2) else [*everybody, ("", 0, 7)]
    assert [(part.name, part.figures.deposits, part.figures.rake) for part in found.parts] == shown
    assert found.more == len(everybody) - min(most or 3, 3)
    assert found.total == second(noon.date(), noon.date())


@pytest.mark.middling
def test_the_page_of_parts_is_for_who_may_see_closings_and_its_file_adds_up() -> None:
    fill()
    now = timezone.now()
    legs = [Leg(anna(), POOL, 10_00, Reason.BUY_IN), Leg(anna(), accounts.FEES, 50, Reason.FEE)]
    ledger.post(legs, key="entry:1", now=now)
    address = reverse("admin:payouts_dayclosing_parts")
    for group, may in (("auditor", True), ("cashier", True), ("floor", False)):
        member = User.objects.create_user(group, is_staff=True)
        member.groups.set(Group.objects.filter(name=group))
        client = Client()
        client.force_login(member)
        answer = client.get(address, {"by": "event"})
        assert (answer.status_code == 200) is may, group
        if may:
            assert "tournament:1" in answer.content.decode()
            assert client.get(address, {"by": "moon", "begin": "x"}).status_code == 200
            lines = client.get(address, {"by": "player", "as": "csv"}).content.decode()
            table = [line.split(",") for line in lines.splitlines()]
            fees = table[0].index("Fees")
            assert {line[0]: line[fees] for line in table[1:]} == {"anna": "0.50", "Sum": "0.50"}


def test_a_name_in_the_file_of_parts_is_no_formula() -> None:
    fill()
    stake = Leg(anna(), POOL, 10_00, Reason.BUY_IN)
    ledger.post([stake], key="entry:1", now=timezone.now())
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    address = reverse("admin:payouts_dayclosing_parts")
    for name in ("=1+1", "\t=1+1", "-2"):
        User.objects.filter(is_staff=False).update(username=name)
        said = client.get(address, {"by": "player", "as": "csv"}).content.decode()
        assert f"'{name}," in said, name
