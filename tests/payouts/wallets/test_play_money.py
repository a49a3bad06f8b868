"""Play money and euro: two sets of books, and no way from one into the other."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY, REAL, Books
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import Account, PlayAccount, PlayTransfer, Transfer
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.reports import audit, published, reconciliation
from payouts.rules.limits import LimitKind, LimitPeriod
from payouts.wallets import play_money, sign_up_money
from players.protection import exclusions
from players.refusals import PlayerCode

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(wallet: Callable[..., str]) -> UserId:
    """A player with 50.00 in euro and a full purse of play money."""
    owner = accounts.owner(wallet("anna", 50_00))
    assert owner is not None
    return owner


def filled(user_id: UserId, now: datetime, at_tables: int = 0) -> str:
    try:
        play_money.fill_up(user_id=user_id, at_tables=at_tables, now=now)
    except Refusal as refusal:
        return str(refusal)
    return ""


def insert(sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.rule("FREE-1")
@pytest.mark.usefixtures("owner")
def test_no_row_can_join_the_two(anna: UserId, now: datetime) -> None:
    """Not even the owner of the tables can write a transfer from one into the other."""
    play_money.fill_up(user_id=anna, at_tables=0, now=now)
    # Ids that only one of the two sets of books knows.
    for n in range(5):
        ledger.post(
            [Leg("outside", f"house:{n}", 1, Reason.GIFT)], key=f"e{n}", now=now, books=REAL
        )
    euro_only = Account.objects.order_by("-pk").values_list("pk", flat=True)[0]
    assert not PlayAccount.objects.filter(pk=euro_only).exists()
    purse = PlayAccount.objects.get(user=anna).pk
    for debit, credit in ((purse, euro_only), (euro_only, purse)):
        with pytest.raises(IntegrityError, match="foreign key"):
            insert(
                "INSERT INTO payouts_playtransfer"
                " (key, line, debit_id, credit_id, amount, reason, created_at)"
                f" VALUES ('sql', 0, {debit}, {credit}, 1, 'gift', now())"
            )


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE payouts_playtransfer SET amount = amount + 1",
        "DELETE FROM payouts_playtransfer",
        "UPDATE payouts_playaccount SET balance = balance + 1",
        "INSERT INTO payouts_playaccount (name, kind, balance) VALUES ('house:x', 'house', 1)",
        "INSERT INTO payouts_playaccount (name, kind, balance) VALUES ('player:1', 'player', 0)",
        "DELETE FROM payouts_playaccount",
    ],
)
def test_play_money_is_guarded_as_money_is(sql: str, anna: UserId, now: datetime) -> None:
    play_money.fill_up(user_id=anna, at_tables=0, now=now)
    with pytest.raises(IntegrityError):
        insert(sql)
    assert play_money.balance(anna) == play_money.FULL


@pytest.mark.middling
@pytest.mark.rule("FREE-1")
@given(
    posts=st.lists(
        st.tuples(
            st.sampled_from([REAL, PLAY]),
            st.sampled_from(["outside", "house:fees", "pool:x", "escrow:x:1", "house:demo"]),
            st.sampled_from(["outside", "house:fees", "pool:x", "escrow:x:1", "house:demo"]),
            st.integers(1, 500),
        ),
        max_size=12,
    )
)
@pytest.mark.usefixtures("db")
def test_whatever_is_posted_moves_in_its_own_books_alone(
    posts: list[tuple[Books, str, str, int]],
) -> None:
    when = datetime.fromisoformat("2026-11-20T20:00+00:00")
    with transaction.atomic():
        for no, (books, debit, credit, amount) in enumerate(posts):
            before = _sums()
            try:
                ledger.post(
                    [Leg(debit, credit, amount, Reason.GIFT)], key=f"k{no}", now=when, books=books
                )
            except Refusal:
                assert _sums() == before
                continue
            after = _sums()
            other = PLAY if books is REAL else REAL
            assert after[other] == before[other]
            assert sum(after[books].values()) == 0
        transaction.set_rollback(True)


def _sums() -> dict[Books, dict[str, int]]:
    return {
        books: dict(books.account.objects.values_list("name", "balance")) for books in (REAL, PLAY)
    }


@pytest.mark.rule("FREE-1")
def test_the_same_cause_may_stand_in_both_books(anna: UserId, now: datetime) -> None:
    leg = Leg(accounts.OUTSIDE, accounts.player(anna), 100, Reason.GIFT)
    ledger.post([leg], key="one", now=now, books=PLAY)
    assert not ledger.posted("one")
    assert ledger.balance(accounts.player(anna)) == 50_00
    assert not ledger.post([leg], key="one", now=now, books=PLAY).created


@pytest.mark.rule("FREE-1")
def test_a_purse_is_filled_up_once_a_day_for_whoever_has_little(
    anna: UserId, now: datetime
) -> None:
    assert filled(anna, now) == ""
    assert play_money.balance(anna) == play_money.FULL
    assert filled(anna, now) == MoneyCode.ENOUGH_PLAY_MONEY
    lost = Leg(accounts.player(anna), "escrow:x:1", 9_500, Reason.CHIPS)
    ledger.post([lost], key="lost", now=now, books=PLAY)
    assert filled(anna, now) == MoneyCode.FILLED_UP_TODAY
    tomorrow = now + timedelta(days=1)
    assert filled(anna, tomorrow, at_tables=9_500) == MoneyCode.ENOUGH_PLAY_MONEY
    assert filled(anna, tomorrow, at_tables=200) == ""
    assert play_money.balance(anna) + 200 == play_money.FULL


def test_who_has_excluded_themselves_gets_none(anna: UserId, now: datetime) -> None:
    exclusions.exclude(user_id=anna, days=1, now=now)
    assert filled(anna, now) == PlayerCode.SELF_EXCLUDED


@pytest.mark.rule("FREE-1")
def test_nothing_that_tells_of_euro_sees_play_money(anna: UserId, now: datetime) -> None:
    """Report, audit, reconciliation, limits and published figures are what they were."""

    def told() -> list[object]:
        seen = audit.audit()
        return [
            (seen.sound, seen.accounts, seen.transfers, seen.total),
            list(reconciliation.books()),
            list(reconciliation.holdings({})),
            list(reconciliation.balances()),
            reconciliation.pools(),
            published.months(),
            list(ledger.statement(accounts.player(anna))),
            limits.at_play(user_id=anna, since=now, until=now + timedelta(days=1)),
            [
                limits.used(user_id=anna, kind=kind, period=LimitPeriod.DAY, now=now)
                for kind in LimitKind
            ],
            Transfer.objects.count(),
        ]

    before = told()
    play_money.fill_up(user_id=anna, at_tables=0, now=now)
    for reason, credit in ((Reason.CHIPS, "escrow:x:1"), (Reason.BUY_IN, "pool:tournament:1")):
        leg = Leg(accounts.player(anna), credit, 1_000, reason)
        ledger.post([leg], key=f"play:{reason}", now=now, books=PLAY)
    assert PlayTransfer.objects.count() == 3
    assert told() == before


@pytest.mark.rule("FREE-3")
def test_a_demo_gives_once_and_a_real_room_never(anna: UserId, now: datetime, settings) -> None:  # type: ignore[no-untyped-def]
    settings.DEMO = False
    assert sign_up_money.welcome(user_id=anna, now=now) is None
    assert not Account.objects.filter(name=accounts.DEMO).exists()
    settings.DEMO = True
    for _ in range(2):
        sign_up_money.welcome(user_id=anna, now=now)
    assert ledger.balance(accounts.player(anna)) == 50_00 + sign_up_money.WELCOME
    assert list(reconciliation.books()) == []
    assert list(reconciliation.holdings({})) == []
    # Given, so neither paid in nor won.
    assert limits.deposited(user_id=anna, period=LimitPeriod.DAY, now=now) == 50_00
    assert limits.lost(user_id=anna, period=LimitPeriod.DAY, now=now) == 0
