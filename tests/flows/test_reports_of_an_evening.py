"""Every report over an evening with everything in it, against a second implementation.

The second one reads no transfer: it adds up what entries, purchases, results, stays, draws, orders
and payments say of themselves.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.db import connection
from django.db.models import Sum
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pytest_django import Settings

from core.types import UserId
from payouts.bookkeeping import accounts
from payouts.models import Account, CounterOrder, Transfer
from payouts.payments import review, withdrawals
from payouts.reports import breakdowns, closing, published, revenue
from payouts.reports.breakdowns import Parts
from payouts.reports.revenue import By, RevenueFigures
from payouts.rules.payments import PaymentTerms
from payouts.wallets import bonuses, corrections, counter
from players.models import User
from tables.live import record
from tests.harness import worlds
from tests.tables.cash.setting import CashRoom, cash_room
from tests.tables.pools.setting import PoolRoom, pool_room
from tests.tournaments import events, sales
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tests.tournaments.live_events import Floor, live
from tournaments.entry.registration import register
from tournaments.models import Ticket, Tournament
from tournaments.play.books import reconcile
from tournaments.staff import cancellation, gifts

pytestmark = [pytest.mark.django_db, pytest.mark.middling, pytest.mark.rule("STAFF-6")]

IBAN = "IT60X0542811101000000123456"
# In Rome the evening of 20 November.
DAY = date(2026, 11, 20)

# Cents by figure and by where they moved. What an entry cost its event's terms say, and whether it
# came back its state does.
SECOND = """
    WITH entry AS (
        SELECT 'tournament:' || t.id AS place, e.id, e.prize, t.bounty,
               e.status IN ('withdrawn', 'refunded') AS undone,
               CASE WHEN e.re_entry THEN coalesce(t.re_entry_buy_in, t.buy_in) ELSE t.buy_in END
                   AS stake,
               CASE WHEN e.re_entry THEN coalesce(t.re_entry_fee, t.fee) ELSE t.fee END AS cut
        FROM tournaments_entry e JOIN tournaments_tournament t ON t.id = e.tournament_id
    ), bought AS (
        SELECT entry.place, entry.undone, p.pool, p.fee
        FROM tournaments_purchase p JOIN entry ON entry.id = p.entry_id
    ), stay AS (
        SELECT 'table:' || table_id AS place, brought, took FROM tables_cashstay
        UNION ALL SELECT 'pool:' || pool_id, brought, took FROM tables_poolentry
    )
    SELECT 'buy_ins', place, stake + bounty FROM entry
    UNION ALL SELECT 'buy_ins', place, pool FROM bought
    UNION ALL SELECT 'fees', place, cut FROM entry WHERE NOT undone
    UNION ALL SELECT 'fees', place, fee FROM bought WHERE NOT undone
    UNION ALL SELECT 'refunds', place, stake + bounty + cut FROM entry WHERE undone
    UNION ALL SELECT 'cuts_back', place, cut FROM entry WHERE undone
    UNION ALL SELECT 'prizes', place, prize FROM entry
    UNION ALL SELECT 'prizes', entry.place, -t.value
        FROM tournaments_ticket t JOIN entry ON entry.id = t.won_with_id
    UNION ALL SELECT 'bounties', entry.place, b.paid
        FROM tournaments_bounty b JOIN entry ON entry.id = b.winner_id
    UNION ALL SELECT 'velox', event, seats * buy_in - multiplier * buy_in
        FROM payouts_prizedraw WHERE multiplier IS NOT NULL
    UNION ALL SELECT 'chips_bought', place, brought FROM stay
    UNION ALL SELECT 'chips_cashed', place, took FROM stay
    UNION ALL SELECT 'rake', place, brought - took FROM stay
    UNION ALL SELECT CASE kind WHEN 'in' THEN 'deposits' ELSE 'withdrawals' END, '', amount
        FROM payouts_counterorder WHERE status = 'done'
    UNION ALL SELECT 'withdrawals', '', amount - fee FROM payouts_payment WHERE state = 'settled'
    UNION ALL SELECT 'payment_fees', '', fee FROM payouts_payment WHERE state = 'settled'
    UNION ALL SELECT 'held', '', amount FROM payouts_payment WHERE state = 'in_review'
    UNION ALL SELECT 'corrections', '', CASE kind WHEN 'give' THEN -amount ELSE amount END
        FROM payouts_correction WHERE status = 'done'
    UNION ALL SELECT 'bonuses', '', -amount FROM payouts_bonus WHERE status = 'open'
    UNION ALL SELECT 'bonuses', '', -value FROM tournaments_ticket WHERE given_by_id IS NOT NULL
    UNION ALL SELECT 'guarantees', 'tournament:' || t.id,
        least(0, (SELECT sum(stake) FROM entry WHERE place = 'tournament:' || t.id) - t.guarantee)
        FROM tournaments_tournament t WHERE t.guarantee > 0 AND t.status = 'finished'
    UNION ALL SELECT 'dealers', 'tournament:' || t.id,
        (SELECT sum(stake) FROM entry WHERE place = 'tournament:' || t.id) * t.dealers_share / 10000
        FROM tournaments_tournament t WHERE t.status = 'finished'
    UNION ALL SELECT 'promised', '', amount FROM payouts_bonus WHERE status = 'open'
"""


def second() -> dict[str, Counter[str]]:
    with connection.cursor() as cursor:
        cursor.execute(SECOND)
        rows = cursor.fetchall()
    found: dict[str, Counter[str]] = {}
    for figure, place, cents in rows:
        found.setdefault(figure, Counter())[place] += int(cents or 0)
    return found


def play_out(event: Tournament, players: int, *, seed: int = 1) -> Tournament:
    """Register so many and play to the end."""
    people = events.players(players, cents=100_00, prefix=f"event{event.pk}-")
    evening = Evening(event, people, seed=seed)
    evening.register(players)
    evening.step()
    while evening.event.status == Tournament.Status.RUNNING:
        evening.play_hands()
        evening.later(60)
        evening.step()
    assert evening.event.status == Tournament.Status.FINISHED
    return evening.event


def play_events() -> None:
    """Bounties, rebuys and an add-on, a guarantee that is not met, a satellite whose tickets are
    used, a VeloX, an event that is cancelled, and a live one that withholds for its dealers."""
    play_out(events.scheduled(bounty=500, progressive_bounty=True, starting_stack=200), 4)
    play_out(events.scheduled(guarantee=100_00, scheme=events.standard_scheme()), 5)
    play_out(events.velox(), 3)
    room = sales.evening(3)
    sales.buy(room, sales.user_at(room, 1))
    while room.event.status == Tournament.Status.RUNNING:
        room.play_hands()
        room.later(60)
        room.step()
    play_out(events.scheduled(scheme=events.satellite_scheme(), buy_in=450, fee=50), 5)
    called_off = events.scheduled()
    for user in events.players(3, prefix="off"):
        register(tournament_id=called_off.pk, user_id=user.pk, now=START)
    plan = cancellation.preview(tournament_id=called_off.pk, by=None, now=START)
    cancellation.execute(
        tournament_id=called_off.pk, digest=plan.digest, by=None, reason="", now=START
    )
    floor = Floor(live(dealers_share=500, live_tables=1), players=3)
    floor.step()
    for _ in range(2):
        [table] = floor.tables()
        floor.bust([min(floor.seated(table))])
        floor.step()


def play_for_cash() -> None:
    """A cash table and a pool, whose players leave with what they have."""
    table = cash_room(1000, 1000)
    table.deal()
    table.act("raise", 300)
    table.act("call")
    table.check_down()
    for who in (1, 2):
        table.leave(who)
    for guest in table.people:
        User.objects.filter(pk=guest.pk).update(username=f"cash-{guest.username}")
    pool = pool_room(2)
    [hand] = pool.deal(seconds=10)
    pool.act(hand.table_id, "call")
    while record.read(hand.table_id).live.turn is not None:
        pool.act(hand.table_id, "check")
    for who in range(2):
        pool.leave(who)


def move_money(carla: UserId, dario: UserId) -> None:
    """Cash over the counter, a withdrawal that is paid and one that waits, a correction each way, a
    bonus, a ticket given."""
    anna, bruno = (UserId(user.pk) for user in events.players(2, cents=0, prefix="payer"))
    now = START
    for kind, amount in (("in", 300_00), ("in", 12_34), ("out", 40_00)):
        counter.give(
            kind=kind, user_id=anna, amount=amount, by=carla, why="cash", key=f"{amount}", now=now
        )
    for no, kind in enumerate(("give", "take")):
        order, _ = corrections.order(
            kind=kind, user_id=anna, amount=5_00 + no, by=carla, why="x", key=kind, now=now
        )
        corrections.confirm(correction_id=order.pk, by=dario, now=now)
    bonuses.give(
        user_id=anna, amount=7_00, wager=10_00, days=9, by=carla, why="x", key="b", now=now
    )
    gifts.give_ticket(
        user_id=bruno, value=10_00, template_id=None, by=carla, why="x", key="t", now=now
    )
    for no in range(2):
        payment = withdrawals.ask(
            user_id=anna, amount=20_00 + no, destination=IBAN, key=f"w{no}", now=now
        )
    review.approve(payment_id=payment.pk, by=carla, why="Known.", now=now)
    review.mark_sent(payment_id=payment.pk, by=carla, why="Bank.", reference="B", now=now)


def figures(found: dict[str, Counter[str]]) -> dict[str, int]:
    """The second implementation's figures of the whole evening."""
    summed = {figure: found[figure].total() for figure in found if figure in RevenueFigures._fields}
    house = ("fees", "rake", "velox", "guarantees", "payment_fees", "corrections", "bonuses")
    return {**summed, "result": sum(summed[figure] for figure in house)}


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[Client]:
    """Everything has happened, and a member of staff is at the desk."""
    # What a room checks holds for one that is alone.
    for room in (CashRoom, PoolRoom):
        monkeypatch.setattr(room, "check", lambda _: None)
    worlds.assume_payment_terms(
        {"withdrawal": PaymentTerms(10_00, 5_000_00, 9_000_00, 9_000_00, 100, 50)}
    )
    carla, dario = (UserId(User.objects.create_superuser(name).pk) for name in ("carla", "dario"))
    with time_machine.travel(START + timedelta(hours=1), tick=False):
        play_for_cash()
        play_events()
        move_money(carla, dario)
    client = Client()
    client.force_login(User.objects.get(pk=carla))
    with time_machine.travel(datetime(2026, 11, 21, 0, 30, tzinfo=UTC), tick=False):
        yield client


def test_every_figure_of_every_report_is_that_of_the_second_implementation(
    evening: Client,
) -> None:
    assert reconcile().drifts == []
    found = second()
    # Helpers of these tests put money into wallets without a counter.
    booked = CounterOrder.objects.values("transfer")
    funded = Transfer.objects.filter(key__startswith="deposit:").exclude(pk__in=booked)
    found["deposits"][""] += funded.aggregate(cents=Sum("amount"))["cents"]
    held = Counter[str]()
    for kind, cents in Account.objects.values_list("kind", "balance"):
        held[kind] += cents
    players = {
        "wallets": held["player"],
        "in_play": held["pool"] + held["escrow"] + held["tickets"],
    }
    expected = RevenueFigures(**{**figures(found), **players})
    compared = len(expected)
    for by in By:
        report = revenue.report(begin=DAY, end=DAY, by=by)
        assert report.total == expected
        assert [line.figures for line in report.lines] == [expected]
        assert report.owed == (players["wallets"], found["held"][""], players["in_play"])
    for kind in Parts:
        assert breakdowns.parts(begin=DAY, end=DAY, by=kind).total == expected
    compared += compare_places(found)
    compared += compare_files(evening, expected)
    [month] = published.months()
    seats = Ticket.objects.filter(won_with__isnull=False).aggregate(cents=Sum("value"))["cents"]
    assert month == (
        DAY.replace(day=1),
        # Of what was given back the fees are no fees any more.
        expected.buy_ins + expected.fees + found["cuts_back"].total(),
        expected.refunds,
        expected.prizes + expected.bounties + seats,
        -expected.guarantees - expected.velox,
        expected.rake,
    )
    compared += len(month) - 1
    close_the_day()
    assert revenue.report(begin=DAY, end=DAY).total == expected
    compared += len(expected)
    assert compared >= 400


def compare_places(found: dict[str, Counter[str]]) -> int:
    """What each event, table and pool moved; how many figures that are."""
    places = breakdowns.places_in_ledger(begin=DAY, end=DAY)[DAY]
    moved: dict[str, list[RevenueFigures]] = {}
    for account, cents in places.items():
        moved.setdefault(accounts.event(account) or "", []).append(cents)
    of_events = ("buy_ins", "refunds", "prizes", "bounties", "velox", "chips_bought", "rake")
    compared = 0
    for place in filter(None, {place for by in found.values() for place in by}):
        total = RevenueFigures.all_of(moved[place])
        for figure in (*of_events, "fees", "chips_cashed", "guarantees", "dealers"):
            assert getattr(total, figure) == found[figure][place], (place, figure)
            compared += 1
    return compared


def compare_files(desk: Client, expected: RevenueFigures) -> int:
    """What the files for spreadsheets say of the day and of its parts; how many figures."""
    span = {"begin": str(DAY), "end": str(DAY)}
    cents = [Decimal(figure).scaleb(-2) for figure in expected]
    compared = 0
    for page, by in [("report", "day"), *(("parts", kind.value) for kind in Parts)]:
        address = reverse(f"admin:payouts_dayclosing_{page}")
        text = desk.get(address, {**span, "by": by, "as": "csv"}).content.decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text)))[1:]
        lines = [[Decimal(cell) for cell in row[1:]] for row in rows]
        assert lines[-1] == cents
        assert [sum(column) for column in zip(*lines[:-1], strict=True)] == cents
        compared += 2 * len(cents)
        kept = desk.get(address, {**span, "by": by, "as": "xlsx"}).content
        sheet = load_workbook(io.BytesIO(kept)).worksheets[0]
        last = [Decimal(str(cell.value)) for cell in list(sheet.rows)[-1][1:]]
        assert last == cents
        compared += len(cents)
    return compared


def close_the_day() -> None:
    now = datetime(2026, 11, 21, 0, 30, tzinfo=UTC)
    carla, dario = (UserId(User.objects.get(username=name).pk) for name in ("carla", "dario"))
    closing.sign(day=DAY, by=carla, now=now)
    closing.close(day=DAY, by=dario, now=now)
