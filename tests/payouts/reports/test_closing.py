"""Two members of staff sign a day's figures, one day after the other."""

import html
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.formats import date_format

from core.refusal import Refusal, RefusalCode
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import DayClosing
from payouts.refusals import MoneyCode
from payouts.reports import audits, breakdowns, closing, largest_movers, revenue
from payouts.reports.breakdowns import Parts
from players.models import User
from players.refusals import PlayerCode
from players.staff import suspensions

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-6")]

DAY = date(2026, 11, 10)
# In Rome the day ends at 23:00 UTC; an hour later it may be signed.
SIGNABLE = datetime(2026, 11, 11, 0, 0, tzinfo=UTC)


def staff(name: str) -> UserId:
    return UserId(User.objects.create_superuser(name).pk)


@pytest.fixture
def carla(db: None) -> UserId:
    return staff("carla")


@pytest.fixture
def dario(db: None) -> UserId:
    return staff("dario")


def take_in(cents: int, *, day: date = DAY) -> None:
    user, _new = User.objects.get_or_create(username="anna")
    wallet = accounts.player(UserId(user.pk))
    at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    legs = [
        Leg(accounts.OUTSIDE, wallet, cents, Reason.DEPOSIT),
        Leg(wallet, accounts.FEES, cents // 10, Reason.FEE),
        Leg(wallet, accounts.pool(f"tournament:{day.day}"), cents // 5, Reason.BUY_IN),
    ]
    ledger.post(legs, key=f"in:{day}:{cents}", now=at)


def refused(verb: object, **said: object) -> RefusalCode:
    with pytest.raises(Refusal) as caught:
        verb(**said)  # type: ignore[operator]
    return caught.value.code


def test_two_sign_and_the_day_is_closed(carla: UserId, dario: UserId) -> None:
    take_in(50_00)
    row = closing.sign(day=DAY, by=carla, now=SIGNABLE)
    assert (row.figures["deposits"], row.figures["result"]) == (50_00, 5_00)
    assert closing.sign(day=DAY, by=carla, now=SIGNABLE) == row
    later = SIGNABLE + timedelta(hours=9)
    closed = closing.close(day=DAY, by=dario, now=later)
    assert (closed.closed_by_id, closed.closed_at) == (dario, later)
    assert closing.close(day=DAY, by=dario, now=later + timedelta(days=1)).closed_at == later
    assert list(closing.waiting()) == []


def test_a_day_is_signed_an_hour_after_its_end(carla: UserId) -> None:
    take_in(50_00)
    early = SIGNABLE - timedelta(microseconds=1)
    assert refused(closing.sign, day=DAY, by=carla, now=early) is MoneyCode.DAY_NOT_OVER
    closing.sign(day=DAY, by=carla, now=SIGNABLE)


def test_days_come_one_after_the_other_from_the_first_with_money(carla: UserId) -> None:
    take_in(50_00)
    much_later = SIGNABLE + timedelta(days=30)
    assert closing.next_day() == DAY
    for wrong in (DAY + timedelta(days=1), DAY - timedelta(days=1)):
        found = refused(closing.sign, day=wrong, by=carla, now=much_later)
        assert found is MoneyCode.DAY_OUT_OF_ORDER
    closing.sign(day=DAY, by=carla, now=much_later)
    # A day without money is signed too.
    empty = closing.sign(day=DAY + timedelta(days=1), by=carla, now=much_later)
    assert set(empty.figures.values()) == {0}


def test_nobody_signs_twice_or_for_another(carla: UserId, dario: UserId) -> None:
    take_in(50_00)
    assert refused(closing.close, day=DAY, by=dario, now=SIGNABLE) is MoneyCode.NO_DAY_SIGNED
    closing.sign(day=DAY, by=carla, now=SIGNABLE)
    assert refused(closing.sign, day=DAY, by=dario, now=SIGNABLE) is MoneyCode.DAY_SIGNED
    assert refused(closing.close, day=DAY, by=carla, now=SIGNABLE) is MoneyCode.OWN_SIGNATURE


@pytest.mark.rule("STAFF-2")
def test_a_signature_of_somebody_suspended_since_closes_nothing(
    carla: UserId, dario: UserId
) -> None:
    take_in(50_00)
    closing.sign(day=DAY, by=carla, now=SIGNABLE)
    suspensions.suspend(user_id=carla, by=dario, why="gone", now=SIGNABLE)
    found = refused(closing.close, day=DAY, by=dario, now=SIGNABLE)
    assert found is PlayerCode.MAY_ORDER_NO_MORE


def test_figures_that_have_moved_since_close_nothing(carla: UserId, dario: UserId) -> None:
    take_in(50_00)
    closing.sign(day=DAY, by=carla, now=SIGNABLE)
    take_in(10_00)
    assert refused(closing.close, day=DAY, by=dario, now=SIGNABLE) is MoneyCode.FIGURES_MOVED


@pytest.mark.rule("STAFF-6")
def test_a_closed_day_is_read_as_signed_and_the_audit_says_which_has_moved(
    carla: UserId, dario: UserId
) -> None:
    after = DAY + timedelta(days=1)
    for day in (DAY, after):
        take_in(50_00, day=day)
    much_later = SIGNABLE + timedelta(days=9)
    for day in (DAY, after):
        closing.sign(day=day, by=carla, now=much_later)
    # Closed out of turn: the day before is still read from the ledger.
    closing.close(day=after, by=dario, now=much_later)
    span: Any = {"begin": DAY - timedelta(days=2), "end": after + timedelta(days=2)}
    assert revenue.of_days(**span) == revenue.in_ledger(**span)
    closing.close(day=DAY, by=dario, now=much_later)
    assert revenue.of_days(**span) == revenue.in_ledger(**span)
    split = breakdowns.parts(**span, by=Parts.EVENT).parts
    assert [(part.name, part.figures.fees) for part in split] == [
        ("tournament:10", 5_00),
        ("tournament:11", 5_00),
    ]
    with CaptureQueriesContext(connection) as asked:
        revenue.of_days(begin=DAY, end=after)
        breakdowns.parts(begin=DAY, end=after, by=Parts.EVENT)
    assert "payouts_transfer" not in str(asked.captured_queries)
    assert audits.run(now=much_later).sound
    take_in(10_00)
    assert revenue.of_days(**span)[DAY].deposits == 50_00
    assert breakdowns.parts(**span, by=Parts.EVENT).parts == split
    found = audits.run(now=much_later)
    assert (found.sound, found.moved_days) == (False, ("2026-11-10",))
    latest = audits.latest()
    assert latest is not None
    assert latest.moved_days == ["2026-11-10"]
    with pytest.raises(CommandError):
        call_command("audit")


@pytest.mark.parametrize("closed", [(), (0,), (1,), (2,), (0, 2), (0, 1), (0, 1, 2)])
def test_who_moved_most_is_the_same_of_closed_days_and_of_open_ones(
    closed: tuple[int, ...], carla: UserId, dario: UserId
) -> None:
    days = [DAY + timedelta(days=no) for no in range(3)]
    much_later = SIGNABLE + timedelta(days=9)
    cents = {"bea": (5_00, 0, 7_00), "cleo": (0, 9_00, 0), "dan": (6_00, 6_00, 0)}
    for name, each in cents.items():
        wallet = accounts.player(UserId(User.objects.create_user(name).pk))
        for day, amount in zip(days, each, strict=True):
            at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
            legs = [Leg(accounts.OUTSIDE, wallet, amount, Reason.DEPOSIT)] if amount else []
            ledger.post(legs, key=f"in:{name}:{day}", now=at)
    # In and out both count, and a bonus is its player's too.
    bonus = accounts.bonus(UserId(User.objects.get(username="cleo").pk))
    legs = [Leg(accounts.BONUSES, bonus, 3_50, Reason.BONUS)]
    ledger.post(legs, key="bonus", now=datetime(2026, 11, 11, 13, tzinfo=UTC))
    for day in days:
        closing.sign(day=day, by=carla, now=much_later)
    for no in closed:
        closing.close(day=days[no], by=dario, now=much_later)

    def most(begin: int, end: int, most: int | None = None) -> tuple[list[str], int]:
        found, count = largest_movers.movers(begin=days[begin], end=days[end], most=most)
        return list(found.values()), count

    assert most(0, 2) == (["cleo", "bea", "dan"], 3)
    assert most(0, 2, 2) == (["cleo", "bea"], 3)
    assert most(0, 0) == (["dan", "bea"], 2)
    assert most(1, 2) == (["cleo", "bea", "dan"], 3)
    assert most(0, 1) == (["cleo", "dan", "bea"], 3)
    found = breakdowns.parts(begin=DAY, end=days[2], by=Parts.PLAYER, most=2)
    assert [(part.name, part.figures.deposits) for part in found.parts] == [
        ("cleo", 9_00),
        ("bea", 12_00),
    ]


def test_who_moved_most_of_closed_days_reads_no_transfer(carla: UserId, dario: UserId) -> None:
    take_in(50_00)
    closing.sign(day=DAY, by=carla, now=SIGNABLE)
    closing.close(day=DAY, by=dario, now=SIGNABLE)
    with CaptureQueriesContext(connection) as asked:
        found, count = largest_movers.movers(begin=DAY, end=DAY, most=None)
    assert (list(found.values()), count) == (["anna"], 1)
    assert "payouts_transfer" not in str(asked.captured_queries)


def test_a_list_of_days_reads_nobody_who_moved_money(carla: UserId) -> None:
    take_in(50_00)
    closing.sign(day=DAY, by=carla, now=SIGNABLE)
    with CaptureQueriesContext(connection) as asked:
        [row] = DayClosing.objects.all()
    assert "moved" not in str(asked.captured_queries)
    assert (row.players, row.moved) == ([User.objects.get(username="anna").pk], [65_00])


def test_what_is_signed_stays_and_a_closed_day_too(carla: UserId, dario: UserId) -> None:
    take_in(50_00)
    closing.sign(day=DAY, by=carla, now=SIGNABLE)
    rows = DayClosing.objects.all()
    changes: list[dict[str, Any]] = [
        {"figures": {}},
        {"players": [], "moved": []},
        {"day": date(2026, 1, 1)},
        {"signed_by": dario},
    ]
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(closed_by=carla, closed_at=SIGNABLE)
    closing.close(day=DAY, by=dario, now=SIGNABLE)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(closed_at=SIGNABLE + timedelta(days=1))
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.delete()


def member(group: str) -> Client:
    user = User.objects.create_user(group, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


PAGE = "/admin/payouts/dayclosing/report/"
SPAN = "begin=2026-11-09&end=2026-11-11&by=day"


def test_the_revenue_page_and_its_files_say_the_same() -> None:
    take_in(1_234_50)
    cashier = member("cashier")
    page = cashier.get(f"{PAGE}?{SPAN}").content.decode()
    assert "€1,234.50" in page
    assert "€123.45" in page
    chart = html.unescape(page)
    assert '"kind": "bars", "values": [0.0, 123.45, 0.0]' in chart
    later = "begin=2026-11-12&end=2026-11-14&by=day"
    after = html.unescape(cashier.get(f"{PAGE}?{later}").content.decode())
    assert '"kind": "line", "values": [0.0, 123.45, 0.0]' in after
    answer = cashier.get(f"{PAGE}?{SPAN}&as=csv")
    lines = answer.content.decode().splitlines()
    assert lines[2].startswith("2026-11-10,1234.50,0.00,246.90,123.45,")
    assert lines[-1].startswith("Sum,1234.50,")
    sheet = cashier.get(f"{PAGE}?{SPAN}&as=xlsx")
    assert sheet.content[:2] == b"PK"
    assert "revenue-by-day-2026-11-09-2026-11-11.xlsx" in sheet["Content-Disposition"]


def test_the_file_of_revenue_opens_in_an_italian_spreadsheet() -> None:
    take_in(1_234_50)
    answer = member("cashier").get(f"{PAGE}?{SPAN}&as=csv", headers={"Accept-Language": "it"})
    lines = answer.content.decode().splitlines()
    assert lines[0].startswith("\ufeffInizio;")
    assert lines[2].startswith("2026-11-10;1234,50;0,00;246,90;123,45;")


@pytest.mark.parametrize(
    "asked",
    [
        "begin=2026-11-09&end=2026-11-08",
        "begin=0001-01-01&end=0001-01-02",
        "begin=1000-01-01&end=2026-01-01&as=csv",
        "begin=x&by=y",
        "end=9999-12-31&begin=9999-12-31",
    ],
)
def test_a_period_that_is_none_is_told_in_words(asked: str) -> None:
    answer = member("auditor").get(f"{PAGE}?{asked}")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/html")
    assert 'role="alert"' in answer.content.decode()


def test_floor_staff_see_no_revenue() -> None:
    floor = member("floor")
    assert floor.get(PAGE).status_code == 403
    assert floor.get("/admin/payouts/dayclosing/").status_code == 403


@pytest.mark.middling
def test_a_cashier_signs_and_an_auditor_closes_at_the_desk() -> None:
    take_in(50_00)
    cashier, auditor = member("cashier"), member("auditor")
    done = {"_form_submitted": "on"}
    dialog = cashier.get("/admin/payouts/dayclosing/sign_next/").text
    assert f"<b>{date_format(DAY, 'D j M Y')}</b>" in dialog
    cashier.post("/admin/payouts/dayclosing/sign_next/", done)
    row = DayClosing.objects.get()
    assert (
        "Sign as the second"
        not in cashier.get(f"/admin/payouts/dayclosing/{row.pk}/change/").content.decode()
    )
    assert str(row.day) in auditor.get("/admin/").content.decode()
    auditor.post(f"/admin/payouts/dayclosing/{row.pk}/close/", done)
    row.refresh_from_db()
    assert row.closed_by is not None
    assert row.closed_by.get_username() == "auditor"
