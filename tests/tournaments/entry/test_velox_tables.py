"""VeloX by tables of the room's own: two people, the plans that have one, and their games."""

import json
import re
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command
from django.db import Error, transaction
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal, RefusalCode
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import PrizeDraw
from payouts.prizes import prize_draws
from payouts.reports import published
from payouts.reports.audit import audit
from payouts.room_settings import FOUR_EYES
from payouts.rules import velox as rules
from payouts.rules.velox_proof import PublishedDraw, prove
from players.models import User
from tests.harness import worlds
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import approvals, registration, scheduling, velox_tables
from tournaments.models import Template, Tournament, VeloxTable, VeloxTableVersion
from tournaments.play import velox
from tournaments.refusals import EventCode
from tournaments.staff import cancellation, desk

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VELOX-2", "VELOX-3")]

# With three seats 83 % comes back; the next with 84.5 %, and up to 500 times the buy-in.
ROWS = [(100, 5_000), (2, 995_000)]
ODDS = "100:5000 2:995000"
HIGHER = [(500, 1_000), (40, 1_000), (2, 998_000)]


@pytest.fixture
def two() -> list[UserId]:
    """Two owners, neither of whom made the other."""
    return [UserId(User.objects.create_superuser(name).pk) for name in ("one", "other")]


@pytest.fixture
def table(two: list[UserId]) -> VeloxTable:
    """A table that two people stand for."""
    return confirmed(two)


def order(by: UserId, rows: Any = ROWS, **more: Any) -> VeloxTableVersion:
    said: dict[str, Any] = {"name": "Club", "seats": 3, "why": "For members", "now": START, **more}
    return velox_tables.order(rows=rows, by=by, **said)


def confirmed(two: list[UserId], rows: Any = ROWS, **more: Any) -> VeloxTable:
    version = order(two[0], rows, **more)
    velox_tables.confirm(version_id=version.pk, by=two[1], now=START)
    return VeloxTable.objects.get(pk=version.table_id)


def refused(do: Any, **asked: Any) -> RefusalCode:
    with pytest.raises(Refusal) as found:
        do(**asked)
    assert isinstance(found.value.code, RefusalCode)
    return found.value.code


def fill(event: Tournament) -> list[User]:
    users = events.players(event.max_entries, cents=event.buy_in)
    for user in users:
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    return users


def drawn(event: Tournament, *, after: float = 0) -> PrizeDraw:
    director.step(tournament_id=event.pk, now=START + timedelta(seconds=after))
    event.refresh_from_db()
    assert event.draw is not None
    return event.draw


def holding(ticket: int) -> Any:
    """Let the seeds determine this ticket."""
    return mock.patch("payouts.prizes.prize_draws.velox.pick", return_value=ticket)


# --- two people -----------------------------------------------------------------------------


@pytest.mark.rule("STAFF-2")
def test_a_table_holds_once_a_second_person_has_confirmed_it(two: list[UserId]) -> None:
    version = order(two[0])
    known = VeloxTable.objects.get()
    assert (known.number, known.odds, list(velox_tables.in_use())) == (None, "", [])
    confirm: dict[str, Any] = {"version_id": version.pk, "now": START}
    assert refused(velox_tables.confirm, by=two[0], **confirm) == EventCode.OWN_VELOX_TABLE
    for _again in range(2):
        velox_tables.confirm(by=two[1], **confirm)
    known.refresh_from_db()
    assert (known.number, known.odds, list(velox_tables.in_use())) == (1, ODDS, [known])
    why = {"by": two[1], "why": "No", "now": START}
    lost = refused(velox_tables.turn_down, version_id=version.pk, **why)
    assert lost == EventCode.NO_VELOX_TABLE_WAITS


def test_orders_that_are_refused(two: list[UserId], table: VeloxTable) -> None:
    asked: dict[str, Any] = {"by": two[0]}
    assert refused(order, **asked) == EventCode.VELOX_TABLE_NAME_TAKEN
    assert refused(order, **asked, seats=4, name="Four") == EventCode.VELOX_TABLE_DOES_NOT_FIT
    short = [(100, 5_000), (2, 994_999)]
    assert refused(order, **asked, name="Short", rows=short) == EventCode.VELOX_TABLE_DOES_NOT_FIT
    assert not VeloxTable.objects.exclude(pk=table.pk).exists()
    assert refused(order, **asked, changes=0) == EventCode.NO_SUCH_VELOX_TABLE
    assert refused(order, **asked, changes=table.pk) == EventCode.VELOX_TABLE_UNCHANGED
    version = order(two[0], HIGHER, changes=table.pk)
    assert refused(order, **asked, changes=table.pk) == EventCode.VELOX_TABLE_WAITS
    retire: dict[str, Any] = {"table_id": table.pk, "by": two[0], "why": "Old", "now": START}
    assert refused(velox_tables.retire, **retire) == EventCode.VELOX_TABLE_WAITS
    velox_tables.turn_down(version_id=version.pk, by=two[0], why="Wrong", now=START)
    plan = events.velox_template(seats=3, buy_in=500, velox_table=table)
    assert refused(velox_tables.retire, **retire) == EventCode.VELOX_TABLE_IN_USE
    Template.objects.filter(pk=plan.pk).update(velox_table=None)
    for _again in range(2):
        assert velox_tables.retire(**retire).retired_at == START
    assert refused(order, **asked, rows=HIGHER, changes=table.pk) == EventCode.VELOX_TABLE_RETIRED
    gone = {**retire, "table_id": 0}
    assert refused(velox_tables.retire, **gone) == EventCode.NO_SUCH_VELOX_TABLE


@pytest.mark.rule("STAFF-2")
def test_the_database_keeps_a_table_as_two_people_stand_for_it(
    two: list[UserId], table: VeloxTable
) -> None:
    waits = order(two[0], HIGHER, changes=table.pk)
    for change in (
        {"odds": "500:1000 40:1000 2:998000", "number": 2},
        {"odds": "6:1000000"},
        {"seats": 6},
    ):
        with pytest.raises(Error), transaction.atomic():
            VeloxTable.objects.filter(pk=table.pk).update(**change)
    versions = VeloxTableVersion.objects.filter(pk=waits.pk)
    for change in ({"odds": ODDS}, {"status": "done", "decided_by": two[0], "decided_at": START}):
        with pytest.raises(Error), transaction.atomic():
            versions.update(**change)
    for rows in (VeloxTable.objects.filter(pk=table.pk), versions):
        with pytest.raises(Error), transaction.atomic():
            rows._raw_delete(rows.db)


@pytest.mark.rule("STAFF-3")
def test_the_top_of_its_table_decides_whether_a_plan_needs_a_second_person(
    two: list[UserId],
    table: VeloxTable,
) -> None:
    # At 5.00 the house adds at most 97 buy-ins: 485.00.
    worlds.assume(FOUR_EYES, 485_00)
    plan = events.velox_template(seats=3, buy_in=500, velox_table=table)
    approvals.sign(template_id=plan.pk, by=two[0], now=START)
    assert approvals.at_risk(plan) == 485_00
    assert approvals.under(plan.pk) is None
    worlds.assume(FOUR_EYES, 484_99)
    asked: dict[str, Any] = {"template_id": plan.pk, "starts_at": None, "by": two[0], "now": START}
    assert refused(desk.publish, **asked) == EventCode.NEEDS_SECOND_PERSON
    [waits] = approvals.waiting()
    approvals.approve(template_id=plan.pk, seen=waits.pk, by=two[1], now=START)
    assert list(approvals.waiting()) == []
    # A new version is of other prizes: its approval is gone, and one that was being given.
    version = order(two[1], HIGHER, changes=table.pk)
    velox_tables.confirm(version_id=version.pk, by=two[0], now=START)
    [again] = approvals.waiting()
    assert (again.written_by_id, approvals.at_risk(again.template)) == (two[0], 497 * 500)
    seen: dict[str, Any] = {"template_id": plan.pk, "seen": waits.pk, "by": two[1], "now": START}
    assert refused(approvals.approve, **seen) == EventCode.PLAN_CHANGED
    assert refused(desk.publish, **asked) == EventCode.NEEDS_SECOND_PERSON


# --- plans ----------------------------------------------------------------------------------


def test_a_plan_takes_a_table_that_fits_it(two: list[UserId], table: VeloxTable) -> None:
    # Any buy-in, also one for which the regulations have no table.
    assert events.velox(buy_in=700, velox_table=table).scheme["table"] == ODDS
    waits = order(two[0], name="New").table
    for terms in (
        {"velox_table": waits},
        {"seats": 6, "velox_table": table},
        {"scheme": events.standard_scheme(), "velox_table": table},
    ):
        assert refused(events.velox, **terms) == EventCode.TERMS_DO_NOT_FIT


def test_a_published_game_keeps_the_table_of_its_day(two: list[UserId], table: VeloxTable) -> None:
    plan = events.velox_template(seats=3, buy_in=500, velox_table=table)
    first = scheduling.publish(template_id=plan.pk, now=START)
    confirmed(two, HIGHER, changes=table.pk)
    fill(first)
    with holding(500):
        # Of the first table ticket 500 is a hundred; of the second it is five hundred.
        assert drawn(first).multiplier == 100
    second = scheduling.publish(template_id=plan.pk, now=START)
    for event, top in ((first, 100), (second, 500)):
        event.refresh_from_db()
        assert event.draw is not None
        assert max(event.draw.table) == top
        assert event.draw.odds == event.prize_scheme.odds == event.scheme["table"]
    with pytest.raises(Error), transaction.atomic():
        PrizeDraw.objects.filter(event=second.event).update(odds=ODDS)
    with pytest.raises(Error), transaction.atomic():
        Tournament.objects.filter(pk=second.pk).update(scheme=first.scheme)


@pytest.mark.rule("VELOX-5")
def test_a_game_is_drawn_shown_proved_and_paid_by_its_own_table(
    table: VeloxTable, settings: Any, tmp_path: Path
) -> None:
    settings.RESULT_SECONDS = 4
    event = events.velox(velox_table=table)
    fill(event)
    with holding(4_999):
        draw = drawn(event)
        shown = velox.showing(event, now=START)
        assert (draw.multiplier, events.pool(event)) == (100, 50_000)
        assert shown is not None
        assert shown["odds"] == [[100, 5_000], [2, 995_000]]
    drawn(event, after=60)
    record = prize_draws.record(PrizeDraw.objects.get()).to_json()
    assert record["odds"] == ODDS
    # The seeds say another ticket than the test: the proof finds that, and nothing else.
    proof = prove(PublishedDraw.from_json(record))
    assert set(proof.faults) <= {"ticket", "multiplier"}
    true = {**record, "ticket": proof.ticket, "multiplier": proof.multiplier}
    file, out = tmp_path / "draw.json", StringIO()
    file.write_text(json.dumps(true))
    call_command("verify_draw", "--json", str(file), stdout=out)
    assert ODDS in out.getvalue()
    ticket = PublishedDraw.from_json(true).ticket
    assert ticket is not None
    assert proof.multiplier == rules.multiplier_of(ticket, dict(ROWS))
    # An older record says nothing of a table: it is the regulations'.
    del true["odds"]
    assert PublishedDraw.from_json(true).odds == ""


@pytest.mark.rule("CANCEL-0", "CANCEL-3", "VELOX-5")
@pytest.mark.parametrize("played", [False, True])
def test_a_game_by_a_table_of_its_own_is_called_off(
    table: VeloxTable, settings: Any, played: bool
) -> None:
    settings.RESULT_SECONDS = 0
    event = events.velox(buy_in=700, velox_table=table)
    # Before the draw the pool is the least of its table.
    assert event.prize_pool == 2 * 700
    fill(event)
    with holding(0):
        drawn(event)
    if played:
        stages.fold_out(event)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=None, reason="Power.", now=START
    )
    refunds = event.entries.values_list("refund", flat=True)
    assert sum(cents or 0 for cents in refunds) == (70_000 if played else 2_100)
    assert ledger.balance(accounts.VELOX) == (2_100 - 70_000 if played else 0)
    assert (events.pool(event), events.all_money(), audit().sound) == (0, 0, True)


@pytest.mark.rule("INFO-1")
def test_draws_by_different_tables_are_counted_apart(table: VeloxTable, client: Client) -> None:
    # Twice by the room's own, at two buy-ins of which one has no table of the regulations.
    games = [(500, None, 2), (500, table, 100), (700, table, 2)]
    for number, (buy_in, own, _multiplier) in enumerate(games):
        event = events.velox(buy_in=buy_in, velox_table=own, name=f"V{number}")
        pool = accounts.pool(event.event)
        leg = ledger.Leg(accounts.OUTSIDE, pool, 3 * buy_in, ledger.Reason.DEPOSIT)
        ledger.post([leg], key=f"paid:{event.pk}", now=START)
        with holding(0 if number == 1 else 999_999):
            prize_draws.draw(event=event.event, player_seeds={1: "a", 2: "b"}, now=START)
    found = published.draws()
    assert [(one.odds, one.least, one.most, one.draws) for one in found] == [
        ("", 50, 500, 1),
        (ODDS, 500, 700, 2),
    ]
    rows: list[Any] = [(row.multiplier, row.observed, row.expected) for row in found[1].fit.counts]
    assert rows == [(100, 1, pytest.approx(0.01)), (2, 1, pytest.approx(1.99))]
    assert "a table of the room's own" in client.get("/rules/figures/").content.decode()


def test_a_simulation_draws_by_the_table_of_its_plan(table: VeloxTable) -> None:
    plan = events.velox_template(seats=3, buy_in=500, velox_table=table)
    out = StringIO()
    words = [str(plan.pk), "--seed", "1", "--processes", "1"]
    call_command("simulate_tournament", *words, stdout=out)
    said = out.getvalue()
    assert "500.00" in said
    assert "6,000" not in said
    out = StringIO()
    call_command("simulate_velox", "--draws", "1000", "--odds", ODDS, "--buy-in", "7", stdout=out)
    assert "published 83 %" in out.getvalue()


# --- what players read ----------------------------------------------------------------------


def words(client: Client, address: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(address).content.decode()))


@pytest.mark.rule("INFO-2")
@pytest.mark.parametrize(
    ("language", "card", "page"),
    [
        ("en", "pays back 83 % of all buy-ins on average", "This game pays back 83 %"),
        ("it", "quota restituita in media: 83 %", "in media da questo gioco: 83 %"),
    ],
)
def test_players_read_the_table_of_each_game(
    table: VeloxTable, client: Client, language: str, card: str, page: str
) -> None:
    client.cookies["django_language"] = language
    event = events.velox(velox_table=table)
    events.velox(buy_in=50, name="Usual")
    lobby = words(client, reverse("velox"))
    assert card in lobby
    for address in (
        reverse("tournament", args=[event.pk]),
        reverse("event_sheet", args=[event.pk]),
        reverse("velox_draw", args=[event.pk]),
    ):
        said = words(client, address)
        assert page in said, address
        assert "×100" in said, address
    told = client.get(reverse("api-tournament-draw", args=[event.pk])).json()
    assert told["odds"] == ODDS
    assert told["returned_percent"] == 83.0
    assert told["multipliers"][0] == {"multiplier": 100, "tickets": 5_000}
    assert "Club" in words(client, "/rules/velox/")


def test_a_game_without_a_table_is_told_by_that_of_the_regulations(client: Client) -> None:
    event = events.velox()
    told = client.get(reverse("api-tournament-draw", args=[event.pk])).json()
    assert (told["odds"], told["returned_percent"]) == ("", 91.0)
    assert len(told["multipliers"]) == len(rules.UP_TO_5)
    # As games were kept before there were others.
    old = Tournament(max_entries=3, buy_in=500)
    old.scheme = {"kind": "velox", "seats": 3, "buy_in": 500}
    assert old.prize_scheme.odds == ""
    assert old.prize_scheme.returned * 100 == 91
    draw = prize_draws.commit(event="tournament:0", seats=3, buy_in=500, now=START)
    assert draw.table == rules.UP_TO_5
