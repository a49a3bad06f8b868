"""Reconciliation: silent on sound books, and names every planted error."""

import csv
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg
from payouts.models import PrizeScheme, Transfer
from payouts.reports.reconciliation import FaultKind
from tests.harness.unguarded import unguarded
from tests.tournaments import events, stages
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry import scheduling
from tournaments.entry.registration import register, unregister
from tournaments.models import Entry, Ticket, Tournament
from tournaments.play import deals
from tournaments.play.books import reconcile
from tournaments.staff import cancellation

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("owner")]

GUARANTEE = 100_00
Reason = Transfer.Reason


@dataclass(frozen=True)
class Season:
    """An event in every state that money can be in."""

    finished: Tournament
    open: Tournament
    cancelled: Tournament
    drawn: Tournament

    def prize(self, place: int) -> Transfer:
        """What the first of those at a place was paid; three tie for the second."""
        entry = self.finished.entries.filter(place=place).order_by("pk")[0]
        return Transfer.objects.get(key=f"prize:{self.finished.pk}:{entry.pk}")


@pytest.fixture
def season() -> Season:
    """Finished with an overlay, open with an entry withdrawn, cancelled in play, just drawn."""
    finished = stages.in_play([6000], entries=4, late_registration_levels=1, guarantee=GUARANTEE)
    director.step(tournament_id=finished.pk, now=START + timedelta(seconds=130))
    finished.refresh_from_db()
    assert finished.status == Tournament.Status.FINISHED
    opened = events.sit_and_go(name="Open")
    stays, leaves = events.players(2, prefix="open")
    for user in (stays, leaves):
        register(tournament_id=opened.pk, user_id=user.pk, now=START)
    unregister(tournament_id=opened.pk, user_id=leaves.pk, now=START)
    cancelled = stages.in_play([2000, 1000, 3000], entries=4)
    plan = cancellation.preview(tournament_id=cancelled.pk, by=None, now=START)
    cancellation.execute(
        tournament_id=cancelled.pk, digest=plan.digest, by=None, reason="Rain.", now=START
    )
    drawn = events.velox()
    for user in events.players(3, cents=500, prefix="velox"):
        register(tournament_id=drawn.pk, user_id=user.pk, now=START)
    director.step(tournament_id=drawn.pk, now=START)
    return Season(finished, opened, cancelled, Tournament.objects.get(pk=drawn.pk))


def intrude(sql: str, *parameters: int | str) -> None:
    """Run a statement with every guard of the ledger off, and on again behind it."""
    guards = [
        ("payouts_transfer", "payouts_transfer_never_changes"),
        ("payouts_account", "payouts_account_changes_by_transfer"),
    ]
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table, guard in guards:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {guard}")
        cursor.execute(sql, parameters)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table, guard in guards:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {guard}")


def remove(transfer: Transfer) -> None:
    """As if it had never been: the balances fit again afterwards."""
    intrude("DELETE FROM payouts_transfer WHERE id = %s", transfer.pk)
    move = "UPDATE payouts_account SET balance = balance + %s WHERE id = %s"
    intrude(move, transfer.amount, transfer.debit_id)
    intrude(move, -transfer.amount, transfer.credit_id)


def post(debit: str, credit: str, amount: int, reason: Transfer.Reason) -> None:
    ledger.post([Leg(debit, credit, amount, reason)], key="planted", now=START)


def entry(season: Season) -> Entry:
    """The entry of the open event."""
    return season.open.entries.get(status=Entry.Status.REGISTERED)


def entry_transfer(season: Season, reason: Transfer.Reason) -> Transfer:
    return Transfer.objects.get(key=f"entry:{season.open.pk}:{entry(season).pk}", reason=reason)


def changed_balance(season: Season) -> str:
    wallet = accounts.player(entry(season).user_id)
    intrude("UPDATE payouts_account SET balance = balance + 7 WHERE name = %s", wallet)
    return wallet


def missing_prize(season: Season) -> str:
    transfer = season.prize(1)
    remove(transfer)
    return f"prize from {transfer.debit} to {transfer.credit}"


def doubled_prize(season: Season) -> str:
    transfer = season.prize(2)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE payouts_account DROP CONSTRAINT account_never_overdrawn")
    again = Transfer(
        key="planted",
        line=0,
        debit=transfer.debit,
        credit=transfer.credit,
        amount=transfer.amount,
        reason=Reason.PRIZE,
        created_at=START,
    )
    again.save()
    return f"prize from {transfer.debit} to {transfer.credit}"


def wrong_prize(season: Season) -> str:
    transfer = season.prize(1)
    intrude("UPDATE payouts_transfer SET amount = amount - 1 WHERE id = %s", transfer.pk)
    return f"prize from {transfer.debit} to {transfer.credit}"


def prize_to_another(season: Season) -> str:
    transfer = season.prize(1)
    other = ledger.statement(accounts.player(entry(season).user_id))[0].debit
    intrude("UPDATE payouts_transfer SET credit_id = %s WHERE id = %s", other.pk, transfer.pk)
    return f"prize from {transfer.debit} to {other}"


def pool_not_empty(season: Season) -> str:
    pool = accounts.pool(season.finished.event)
    post(accounts.GUARANTEES, pool, 1, Reason.OVERLAY)
    return pool


def missing_fee(season: Season) -> str:
    transfer = entry_transfer(season, Reason.FEE)
    remove(transfer)
    return f"fee from {transfer.debit} to {accounts.FEES}"


def missing_overlay(season: Season) -> str:
    transfer = Transfer.objects.get(key=f"overlay:{season.finished.pk}")
    remove(Transfer.objects.get(pk=season.prize(1).pk))
    remove(transfer)
    return f"overlay from {accounts.GUARANTEES}"


def entry_without_buy_in(season: Season) -> str:
    [user] = events.players(1, prefix="free")
    Entry.objects.create(tournament=season.open, user=user, registered_at=START)
    return f"buy_in from {accounts.player(user.pk)}"


def refund_without_withdrawal(season: Season) -> str:
    wallet = accounts.player(entry(season).user_id)
    post(accounts.pool(season.open.event), wallet, BUY_IN, Reason.REFUND)
    return f"refund from {accounts.pool(season.open.event)} to {wallet}"


def fee_given_back(season: Season) -> str:
    wallet = accounts.player(entry(season).user_id)
    post(accounts.FEES, wallet, FEE, Reason.REFUND)
    return wallet


def places_changed(season: Season) -> str:
    [first] = season.finished.entries.filter(place=1)
    with unguarded("tournaments_entry"):
        Entry.objects.filter(pk=first.pk).update(place=2)
    return f"place of entry {first.pk}"


def prize_recorded_wrong(season: Season) -> str:
    [first] = season.finished.entries.filter(place=1)
    with unguarded("tournaments_entry"):
        Entry.objects.filter(pk=first.pk).update(prize=1)
    return f"prize of entry {first.pk}"


def players_pay_each_other(season: Season) -> str:
    winner = season.prize(1).credit.name
    wallet = accounts.player(entry(season).user_id)
    post(winner, wallet, 5, Reason.PRIZE)
    return f"prize from {winner} to {wallet}"


def money_of_the_house(season: Season) -> str:
    wallet = accounts.player(entry(season).user_id)
    post(accounts.FEES, wallet, 5, Reason.DEPOSIT)
    return f"deposit from {accounts.FEES} to {wallet}"


def pool_of_no_event(season: Season) -> str:
    post(accounts.GUARANTEES, "pool:tournament:999999", 5, Reason.OVERLAY)
    return "tournament:999999: overlay"


def draw_not_paid(season: Season) -> str:
    remove(Transfer.objects.get(key=f"draw:{season.drawn.event}"))
    return f"{season.drawn.event}: draw"


def cancellation_paid_short(season: Season) -> str:
    refunds = Transfer.objects.filter(key__startswith=f"cancel:{season.cancelled.pk}:")
    transfer = refunds.filter(reason=Reason.REFUND)[0]
    remove(transfer)
    return f"refund from {transfer.debit} to {transfer.credit}"


def guard_off(season: Season) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE payouts_account DISABLE TRIGGER payouts_account_opens_empty")
    return "payouts_account_opens_empty"


def entries_miscounted(season: Season) -> str:
    Tournament.objects.filter(pk=season.open.pk).update(entry_count=3)
    return f"{season.open.event}: entries"


ERRORS = [
    (changed_balance, FaultKind.BALANCE),
    (missing_prize, FaultKind.MISSING),
    (doubled_prize, FaultKind.TOO_MUCH),
    (wrong_prize, FaultKind.TOO_LITTLE),
    (prize_to_another, FaultKind.UNCAUSED),
    (pool_not_empty, FaultKind.POOL),
    (missing_fee, FaultKind.MISSING),
    (missing_overlay, FaultKind.MISSING),
    (entry_without_buy_in, FaultKind.MISSING),
    (refund_without_withdrawal, FaultKind.UNCAUSED),
    (fee_given_back, FaultKind.HOLDS),
    (places_changed, FaultKind.RECORD),
    (prize_recorded_wrong, FaultKind.RECORD),
    (players_pay_each_other, FaultKind.STRAY),
    (money_of_the_house, FaultKind.STRAY),
    (pool_of_no_event, FaultKind.UNCAUSED),
    (draw_not_paid, FaultKind.MISSING),
    (cancellation_paid_short, FaultKind.MISSING),
    (guard_off, FaultKind.GUARD),
    (entries_miscounted, FaultKind.RECORD),
]


@pytest.mark.slow
def test_a_planted_error_is_found_and_named(season: Season, subtests: pytest.Subtests) -> None:
    assert reconcile().drifts == []
    for plant, kind in ERRORS:
        with subtests.test(plant.__name__), transaction.atomic():
            subject = plant(season)
            drifts = reconcile().drifts
            assert any(drift.kind == kind and subject in drift.subject for drift in drifts), drifts
            # To make a season takes longer than to undo what was planted in it.
            transaction.set_rollback(True)
    assert reconcile().drifts == []


@pytest.mark.slow
def test_a_drift_names_the_transfers_that_explain_it(season: Season) -> None:
    subject = doubled_prize(season)
    [drift] = [drift for drift in reconcile().drifts if subject in drift.subject]
    assert drift.found == 2 * drift.expected
    assert drift.causes == ("planted", season.prize(2).key)


@pytest.mark.slow
def test_the_command_explains_every_cent(season: Season, tmp_path: Path) -> None:
    said = StringIO()
    call_command("reconcile", csv=tmp_path, stdout=said)
    assert said.getvalue().splitlines()[-1] == "Every cent is explained."
    rows = list(csv.DictReader((tmp_path / "accounts.csv").open()))
    assert sum(int(row["cents"]) for row in rows) == 0
    flows = list(csv.DictReader((tmp_path / "flows.csv").open()))
    assert {row["reason"] for row in flows} >= {"buy_in", "fee", "prize", "overlay", "refund"}
    assert all(row["expected"] == row["found"] for row in flows)
    assert list(csv.DictReader((tmp_path / "drifts.csv").open())) == []


@pytest.mark.slow
def test_the_command_fails_on_a_drift_and_exports_it(season: Season, tmp_path: Path) -> None:
    missing_fee(season)
    said = StringIO()
    with pytest.raises(CommandError):
        call_command("reconcile", csv=tmp_path, stdout=said)
    assert "never moved: €0.00 instead of €1.00" in said.getvalue()
    assert [
        row["what"]
        for row in csv.DictReader((tmp_path / "drifts.csv").open())
        if "fee from" in row["subject"]
    ] == [FaultKind.MISSING]


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT")
@pytest.mark.parametrize("bounty", [0, 20_00])
def test_tickets_won_used_and_given_back_are_explained(bounty: int) -> None:
    terms: dict[str, Any] = {"buy_in": 200_00, "bounty": bounty, "fee": 10_00, "max_entries": 50}
    main = events.template(name="Main", kind="scheduled", **terms)
    seat = PrizeScheme.objects.create(name="Seats", kind="satellite", seat=main.entry_right)
    satellite = stages.in_play(
        [6000], entries=4, late_registration_levels=1, buy_in=80_00, fee=0, scheme=seat
    )
    director.step(tournament_id=satellite.pk, now=START + timedelta(seconds=130))
    ticket = Ticket.objects.get()
    event = scheduling.publish(template_id=main.pk, starts_at=START, now=START)
    enter: dict[str, Any] = {"tournament_id": event.pk, "user_id": ticket.owner_id, "now": START}
    for last in (False, True):
        register(**enter, ticket_id=ticket.pk)
        assert reconcile().drifts == []
        if not last:
            unregister(**enter)
            assert reconcile().drifts == []


@pytest.mark.rule("PAY-SPLIT")
def test_a_session_that_ends_by_chips_is_explained() -> None:
    split = PrizeScheme.objects.create(name="Split", kind="split")
    event = stages.started(entries=4, scheme=split, session_levels=1)
    stages.fold_out(event)
    director.step(tournament_id=event.pk, now=START + timedelta(minutes=2))
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    assert len(set(event.entries.values_list("prize", flat=True))) > 1
    assert reconcile().drifts == []


@pytest.mark.slow
@pytest.mark.rule("DEAL-MAKE")
@pytest.mark.parametrize(("kept", "bounty"), [(0, 0), (10_00, 0), (0, 5_00), (10_00, 5_00)])
def test_a_deal_is_explained_when_made_and_at_the_end(kept: int, bounty: int) -> None:
    event = stages.in_play([5000, 3000, 2000], entries=4, bounty=bounty)
    people = [entry.user_id for entry in event.entries.order_by("pk")[:3]]
    table: dict[str, Any] = {"tournament_id": event.pk, "user_id": people[0], "now": START}
    deals.ask(**table)
    deal = deals.propose(**table, method="icm", kept=kept)
    for user_id in people[1:]:
        deals.answer(deal_id=deal.pk, user_id=user_id, yes=True, now=START)
    assert reconcile().drifts == []
    director.step(tournament_id=event.pk, now=START)
    assert reconcile().drifts == []
    event.refresh_from_db()
    assert (event.status == Tournament.Status.FINISHED) is not bool(kept)
    if kept:
        plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
        cancellation.execute(
            tournament_id=event.pk, digest=plan.digest, by=None, reason="Rain.", now=START
        )
        assert reconcile().drifts == []
