"""What pages and jobs cost does not grow with the field: only what is shown is read."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from payouts.models import PrizeScheme
from players.models import User
from tables.models import Table
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tests.tournaments.play.test_shootouts import play, shootout
from tournaments import director
from tournaments.entry import purchases
from tournaments.entry.registration import register
from tournaments.floor import floors
from tournaments.models import Bounty, Move, Tournament
from tournaments.pages import sheet, shootout_page
from tournaments.play.evidence import Case
from tournaments.staff import cancellation, watch

pytestmark = pytest.mark.django_db


def asked(ask: Callable[[], object]) -> list[str]:
    """The statements that it takes."""
    with CaptureQueriesContext(connection) as queries:
        ask()
    return [query["sql"] for query in queries]


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client


# --- the event's page --------------------------------------------------------------------


@pytest.mark.slow
def test_tables_are_shown_in_pages_one_s_own_first(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "TABLES_A_PAGE", 2)
    event = stages.started(entries=10, seats_per_table=2)
    *others, own = Table.objects.filter(event=event.event).order_by("pk")
    client.force_login(own.seats.all()[0].user)
    address = reverse("tournament", args=[event.pk])
    shown = client.get(address).context["tables"]
    assert list(shown) == [own, others[0]]
    assert [(table.players, table.average) for table in shown] == [(2, 1500)] * 2
    page = client.get(address, {"tables": "3", "page": "1"})
    assert list(page.context["tables"]) == [others[3]]
    assert 'href="?tables=2&amp;page=1"' in page.content.decode()


@pytest.mark.slow
def test_the_field_is_sorted_without_what_only_a_page_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sheet, "PLAYERS_A_PAGE", 2)
    event = stages.in_play([1000, 3000, 2000], entries=5, bounty=500)
    statements = asked(lambda: list(sheet.players_page(event, "1", now=START)))
    for statement in statements[:-1]:
        assert "bounty" not in statement
        assert "table__name" not in statement
    assert len(statements) == 4
    first, second = (sheet.players_page(event, page, now=START) for page in "12")
    assert [entry.stack for entry in [*first, *second]] == [3000, 2000, 1000, None]  # type: ignore[attr-defined]
    best = first[0]
    assert best.table_name == Table.objects.get(event=event.event).name  # type: ignore[attr-defined]
    assert (best.won, best.head) == (0, 500)  # type: ignore[attr-defined]


def test_who_sits_in_two_events_is_ranked_in_each_by_the_stack_there() -> None:
    event = stages.in_play([3000, 1000], entries=2)
    people = [entry.user for entry in event.entries.order_by("pk")]
    other = events.scheduled(name="Other", starting_stack=700)
    for user in people:
        events.fund(user, cents=other.entry_right)
        register(tournament_id=other.pk, user_id=user.pk, now=START)
    director.step(tournament_id=other.pk, now=START)
    stacks = [(entry.user, entry.stack) for entry in sheet.players(event)]  # type: ignore[attr-defined]
    assert stacks == [(people[0], 3000), (people[1], 1000)]


@pytest.mark.slow
@pytest.mark.rule("SHOOT-2")
def test_of_rounds_too_large_to_show_nobody_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shootout_page, "MOST_TABLES", 2)
    evening = shootout(5, seats=2, seed=6)
    event = evening.event
    assert shootout_page.rounds(event) == []
    assert len(asked(lambda: shootout_page.rounds(event))) == 1
    while event.stage == 1:
        play(evening)
    [half] = shootout_page.rounds(event)
    assert (half.number, len(half.tables)) == (2, 2)
    while event.status == Tournament.Status.RUNNING:
        play(evening)
    assert [round.number for round in shootout_page.rounds(event)] == [3, 2]


# --- the desk ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("CANCEL-4")
def test_lists_of_plans_read_no_lines_and_players_only_their_own(boss: Client) -> None:
    event = stages.in_play([3000, 2000, 1000], entries=4)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    assert plan.total == sum(line["amount"] for line in plan.lines)
    listed = asked(lambda: boss.get(reverse("admin:tournaments_cancellationplan_changelist")))
    assert any('"total"' in statement for statement in listed)
    assert not any('"lines"' in statement for statement in listed)
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=None, reason="Rain.", now=START
    )
    entry = event.entries.order_by("pk")[0]
    boss.force_login(entry.user)
    page = boss.get(reverse("tournament", args=[event.pk]))
    [line] = page.context["cancelled"].lines
    whose = entry.user.get_username()
    assert (line.name, page.context["cancelled"].total) == (whose, line.amount)
    assert "lines" in page.context["cancelled"].plan.get_deferred_fields()


@pytest.mark.slow
def test_the_desk_s_pages_of_an_event_cost_the_same_whatever_its_field(boss: Client) -> None:
    small = stages.started(entries=4, seats_per_table=2)
    large = stages.started(entries=12, seats_per_table=2)
    for name in ("change", "watch"):
        addresses = [
            reverse(f"admin:tournaments_tournament_{name}", args=[pk])
            for pk in (small.pk, large.pk)
        ]
        boss.get(addresses[0])
        few, many = (asked(partial(boss.get, address)) for address in addresses)
        assert len(few) == len(many)
    listed = asked(lambda: boss.get(reverse("admin:tournaments_tournament_changelist")))
    assert not any("payouts_account" in statement for statement in listed)


@pytest.mark.slow
def test_of_many_pages_of_tables_only_some_are_offered(
    boss: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "TABLES_A_PAGE", 1)
    event = stages.started(entries=26, seats_per_table=2)
    address = reverse("admin:tournaments_tournament_watch", args=[event.pk])
    page = boss.get(address, {"page": "7"}).content.decode()
    assert page.count("&amp;page=") == 9
    assert page.count("<span>…</span>") == 2


# --- jobs --------------------------------------------------------------------------------


def test_purchases_that_wait_are_found_by_their_index() -> None:
    event = events.scheduled(rebuys=1, rebuy_levels=1, rebuy_price=900, rebuy_chips=1500)
    [waiting] = asked(lambda: purchases.coming(event))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {waiting}")
        plan = str(cursor.fetchall())
    assert "purchases_that_wait" in plan, plan


@pytest.mark.middling
def test_the_bounties_of_all_one_s_events_are_one_statement(client: Client) -> None:
    user, *_ = events.players(1, cents=0, prefix="hunter")
    client.force_login(user)

    def add_an_event() -> list[str]:
        event = events.scheduled(name=f"E{Tournament.objects.count()}", bounty=500)
        people = [user, *events.players(1, cents=0, prefix=event.name)]
        for each in people:
            events.fund(each, cents=event.entry_right)
            register(tournament_id=event.pk, user_id=each.pk, now=START)
        own, other = event.entries.order_by("pk")
        event.entries.update(status="finished", place=1, prize=0)
        Tournament.objects.filter(pk=event.pk).update(status="finished", finished_at=START)
        Bounty.objects.create(head=other, winner=own, taken=500, paid=500, at=START)
        return asked(lambda: client.get(reverse("my_tournaments")))

    assert len(add_an_event()) == len(add_an_event())
    assert client.get(reverse("my_tournaments")).content.decode().count("Bounties won: €5.00") == 2


@pytest.mark.slow
@pytest.mark.rule("RANK-2")
def test_the_books_of_a_session_cost_the_same_for_few_and_for_many() -> None:
    scheme = PrizeScheme.objects.create(name="Both", kind="two", shares=[6000, 4000])

    def statements(finalists: int) -> int:
        terms: dict[str, Any] = {"scheme": scheme, "session_levels": 1}
        event = stages.in_play([3000] * finalists, entries=finalists, **terms)
        director.step(tournament_id=event.pk, now=START + timedelta(minutes=2))
        event.refresh_from_db()
        assert event.entries.filter(status="finished").count() == finalists
        return len(asked(Case(event).flows))

    assert statements(3) == statements(8)


@pytest.mark.rule("TRN-3")
def test_who_is_moved_is_read_once_for_all() -> None:
    event = stages.started(entries=6, seats_per_table=6)
    stages.fold_out(event)
    plan = floors.read(event, now=START)
    table = plan.open_table("#2", event.levels[0])
    [origin] = [pk for pk in plan.tables if pk != table.id]
    seats = list(plan.tables[origin].users)[:3]
    with CaptureQueriesContext(connection) as queries:
        for no in seats:
            plan.move(origin, no, table.id, no, Move.Reason.BALANCE)
    moved = [query["sql"] for query in queries]
    assert sum('FROM "tournaments_entry"' in statement for statement in moved) == 1
    assert Move.objects.filter(entry__tournament=event).count() == 3
