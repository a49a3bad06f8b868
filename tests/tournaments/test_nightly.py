"""The nightly checks of events: silent on a sound night, and each planted fault is a line."""

from datetime import timedelta

import pytest

from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import AuditRun, CounterOrder, Transfer
from payouts.reports import audits
from payouts.wallets import counter
from players.models import User
from tables.models import Seat, Table
from tests.harness.unguarded import unguarded
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import nightly
from tournaments.entry.registration import register
from tournaments.models import Tournament

MINTED = "deposit:1:minted"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("owner")]


@pytest.fixture
def event() -> Tournament:
    """One in play that takes latecomers."""
    return stages.started(entries=4, late_registration_levels=1)


def lines() -> list[str]:
    """The findings, without the deposits that the helpers of tests make without an order."""
    helped = Transfer.objects.filter(reason=Reason.DEPOSIT).exclude(key=MINTED)
    known = tuple(f"transfer {pk}: " for pk in helped.values_list("pk", flat=True))
    return [line for line in nightly.check(START) if not line.startswith(known or "-")]


@pytest.mark.rule("CHIP-1")
def test_chips_out_of_nothing_are_found_in_a_seat_and_in_the_hand(event: Tournament) -> None:
    late, *_ = events.players(1, prefix="late")
    register(tournament_id=event.pk, user_id=late.pk, now=START)
    assert lines() == []
    seat = Seat.objects.filter(table__event=event.event).order_by("pk")[0]
    Seat.objects.filter(pk=seat.pk).update(stack=seat.stack + 500)
    table, whole = lines()
    assert table.startswith(f"table {seat.table_id}: ")
    assert whole.startswith(f"{event.event}: 8000 chips at tables and 0 on the way, 7500 paid")
    table_row = Table.objects.get(pk=seat.table_id)
    sitter = table_row.live["seats"][str(seat.no)]
    sitter[sitter.index(seat.stack)] += 500
    table_row.save(update_fields=["live"])
    # Both agree with each other now, and not with what was paid for.
    assert lines() == [whole]


@pytest.mark.rule("POOL-1")
def test_money_that_no_result_explains_is_found_by_morning(event: Tournament) -> None:
    boss = User.objects.create_superuser("boss")
    (anna,) = events.players(1, prefix="anna")
    now = START - timedelta(days=1)
    counter.give(
        kind=CounterOrder.Kind.PAY_IN,
        user_id=anna.pk,
        amount=10_00,
        by=boss.pk,
        why="cash",
        key="1",
        now=now,
    )
    assert lines() == []
    pool, wallet = accounts.pool(event.event), accounts.player(anna.pk)
    for key, leg in {
        "prize:1:1": Leg(pool, wallet, 100, Reason.PRIZE),
        MINTED: Leg(accounts.OUTSIDE, wallet, 300, Reason.DEPOSIT),
        "mine": Leg(accounts.FEES, wallet, 200, Reason.PRIZE),
    }.items():
        ledger.post([leg], key=key, now=START)
    gone_by = START - timedelta(days=9)
    ledger.post([Leg(pool, wallet, 1, Reason.PRIZE)], key="prize:1:2", now=gone_by)
    found = "\n".join(lines())
    assert "it claims to be of 20" in found
    assert f"{event.event}: prize from {pool} to {wallet}: moved without a cause: 101" in found
    assert "moved without a cause: deposit from outside" in found.replace(
        accounts.OUTSIDE, "outside"
    )
    assert f"transfer belongs to nothing: prize from {accounts.FEES} to {wallet}, 200" in found
    assert not audits.run(now=START).sound
    assert len(AuditRun.objects.get().findings) >= 3


def test_a_check_that_fails_is_a_line_and_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_now: object) -> list[str]:
        raise ValueError("broken")

    monkeypatch.setattr(audits, "_checks", [broken, lambda _now: iter(["a fault"])])
    found = audits.run(now=START).findings
    assert [line.rpartition(" failed: ")[2] for line in found] == [
        "ValueError('broken')",
        "a fault",
    ]


def test_an_event_is_read_by_pages_of_tables(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nightly, "TABLES_A_PAGE", 1)
    tables = Table.objects.filter(event=event.event)
    assert tables.exists()
    with unguarded("tournaments_tournament"):
        Tournament.objects.filter(pk=event.pk).update(corrected_chips=1)
    assert any("paid for" in line for line in lines())
