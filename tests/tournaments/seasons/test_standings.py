"""Finished events count once, corrections recount them, and the standings can be recomputed."""

from collections import defaultdict
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command

from core.refusal import Refusal
from core.types import UserId
from players.models import Merge, Notice, User
from players.protection import exclusions
from players.staff import anonymising, merging
from tests.tables.rooms import people
from tests.tournaments import stages
from tests.tournaments.events import START
from tests.tournaments.live_room.test_undoing import evening, undo
from tests.tournaments.seasons.setting import (
    APRIL,
    LATER,
    MARCH,
    counted,
    ended,
    league,
    season,
    table,
)
from tournaments import director
from tournaments.entry import scheduling
from tournaments.models import Entry, Template, Tournament
from tournaments.refusals import EventCode
from tournaments.rules.seasons import PointsFormula, tally
from tournaments.seasons import standings
from tournaments.seasons.models import Season, SeasonEvent, SeasonResult

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SERIES-3")]


def second_opinion(row: Season) -> list[tuple[int, str, int]]:
    """The same table from the events alone: every line read, added up and ranked in Python."""
    formula = PointsFormula(
        kind=row.formula,  # type: ignore[arg-type]
        table=tuple(row.points_table),
        factor=row.factor,
        attendance=row.attendance,
    )
    points: defaultdict[str, list[int]] = defaultdict(list)
    events = Tournament.objects.filter(
        template__seasons=row, status="finished", started_at__range=(row.begins_at, row.ends_at)
    )
    for event in events:
        entries = list(event.entries.exclude(place=None).select_related("user", "elimination"))
        merged = dict(Merge.objects.filter(status="done").values_list("other", "user__username"))
        name = {entry.pk: merged.get(entry.user_id, entry.user.username) for entry in entries}
        out = {
            name[entry.pk]
            for entry in entries
            if hasattr(entry, "elimination") and entry.elimination.chips_removed
        }
        best: dict[str, int] = {}
        for entry in sorted(entries, key=lambda one: one.place or 0):
            assert entry.place is not None
            best.setdefault(name[entry.pk], entry.place)
        pool = event.prize_pool or 1_000_000
        prizes = event.prize_scheme.prizes(entries=event.entry_count, pool=pool)
        shares = [prize * 1_000_000 // pool for prize in prizes]
        for player, place in best.items():
            tied = sum(entry.place == place for entry in entries)
            if player not in out:
                field = event.entry_count
                share = sum(shares[place - 1 : place - 1 + tied])
                points[player].append(formula.points(place, tied=tied, field=field, share=share))
    tallies = {player: tally(of, best=row.best) for player, of in points.items()}
    return sorted(
        (1 + sum(other > mine for other in tallies.values()), player, mine.points)
        for player, mine in tallies.items()
    )


def test_four_evenings_by_hand() -> None:
    plan = league()
    anna, bea, carla, dora = people(4)
    row = season(plan, attendance=100)
    ended(plan, anna, bea, carla)
    ended(plan, bea, anna, dora)
    ended(plan, bea, carla, anna, dora)
    ended(plan, dora, [anna, carla])
    # Anna 11 + 8 + 6 + 7 (7 and 5 for two are 6 each), Bea 8 + 11 + 11, Carla 6 + 8 + 7, and
    # Dora 6 + 4 + 11, who has the better best result.
    assert table(counted(row)) == [
        (1, anna.username, 32_00),
        (2, bea.username, 30_00),
        (3, dora.username, 21_00),
        (4, carla.username, 21_00),
    ]
    assert table(row) == second_opinion(row)


@pytest.mark.rule("SERIES-2")
@pytest.mark.parametrize(
    ("formula", "points"),
    [
        ({"formula": "root", "factor": 1000}, [17_32, 12_24, 10_00]),
        # The winner has 65 percent of the pool, the second 35.
        ({"formula": "share", "factor": 100_00}, [65_00, 35_00, 0]),
    ],
)
def test_other_formulas(formula: dict[str, Any], points: list[int]) -> None:
    plan = league()
    row = season(plan, **formula)
    ended(plan, *people(3))
    assert [each for _place, _name, each in table(counted(row))] == points
    assert table(row) == second_opinion(row)


@pytest.mark.rule("SERIES-4")
def test_the_best_two_of_three_count_and_ties_share_a_place() -> None:
    plan = league()
    anna, bea = people(2)
    row = season(plan, best=2)
    ended(plan, anna, bea)
    ended(plan, bea, anna)
    assert [place for place, _name, _points in table(counted(row))] == [1, 1]
    ended(plan, anna, bea)
    ended(plan, bea, anna)
    assert table(counted(row)) == [(1, anna.username, 20_00), (1, bea.username, 20_00)]
    assert table(row) == second_opinion(row)


@pytest.mark.rule("SERIES-1")
def test_only_finished_open_events_of_its_plans_and_days_count() -> None:
    plan, other = league(), league(name="Another")
    anna, bea = people(2)
    row = season(plan)
    inside = ended(plan, anna, bea, at=MARCH)
    # The month ends at midnight in the room's time zone; what began before it counts whole.
    last = ended(plan, anna, bea, at=APRIL.replace(hour=22) - timedelta(days=1, minutes=1))
    ended(plan, bea, anna, at=APRIL.replace(hour=22) - timedelta(days=1))
    ended(plan, bea, anna, at=MARCH - timedelta(days=1))
    ended(other, bea, anna)
    ended(league(name="Secret", access=Template.Access.INVITED), bea, anna)
    counted(row)
    assert set(row.events.values_list("tournament", flat=True)) == {inside.pk, last.pk}


@pytest.mark.rule("FREE-4", "SERIES-1")
def test_an_event_for_play_money_brings_no_points() -> None:
    plan = league(play_money=True)
    row = season(plan)
    ended(plan, *people(2))
    assert table(counted(row)) == []


def test_a_disqualified_player_has_no_points_and_the_others_keep_theirs() -> None:
    plan = league()
    anna, bea, carla = people(3)
    row = season(plan, attendance=100)
    ended(plan, anna, bea, carla, out_by_staff=[bea])
    assert table(counted(row)) == [(1, anna.username, 11_00), (2, carla.username, 6_00)]
    result = SeasonResult.objects.get(user=bea)
    assert (result.disqualified, result.place, result.points) == (True, 2, 0)
    assert table(row) == second_opinion(row)


def test_of_several_entries_the_best_place_counts() -> None:
    plan = league()
    anna, bea = people(2)
    row = season(plan, attendance=100)
    ended(plan, anna, bea, again=[anna])
    assert table(counted(row)) == [(1, anna.username, 11_00), (2, bea.username, 8_00)]
    assert SeasonEvent.objects.get().field == 3
    assert table(row) == second_opinion(row)


def test_an_event_counts_once_however_often_the_job_runs() -> None:
    plan = league()
    anna, bea = people(2)
    row = season(plan)
    ended(plan, anna, bea, at=MARCH)
    for _ in range(3):
        standings.tend(now=MARCH + timedelta(hours=3))
    first = table(row)
    assert first == [(1, anna.username, 10_00), (2, bea.username, 7_00)]
    call_command("rebuild_standings")
    assert table(row) == first


def test_an_event_that_is_played_counts_when_it_is_over() -> None:
    event = stages.in_play((4500, 0, 0), entries=3, late_registration_levels=0)
    assert event.template is not None
    row = season(event.template, begins_on=START.date(), ends_on=START.date())
    standings.tend(now=START)
    assert table(row) == []
    director.step(tournament_id=event.pk, now=START)
    standings.tend(now=START + timedelta(seconds=10))
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    winner = event.entries.get(place=1).user.username
    assert table(row)[0] == (1, winner, 10_00)
    assert table(row) == second_opinion(row)


@pytest.mark.rule("SERIES-6")
def test_an_event_that_the_floor_reopens_is_uncounted_until_it_ends_again() -> None:
    floor = evening(players=3)
    day, plan = floor.now.date(), floor.event.template
    assert plan is not None
    row = season(plan, begins_on=day, ends_on=day)
    a, b, c = floor.stacks()
    floor.bust([a])
    floor.step()
    act = floor.bust([b])
    floor.step()
    standings.tend(now=floor.now)
    names = dict(floor.event.entries.values_list("pk", "user__username"))
    assert [name for _place, name, _points in table(row)] == [names[c], names[b], names[a]]
    undo(floor, act)
    standings.tend(now=floor.now)
    assert table(row) == []
    floor.bust([c])
    floor.step()
    standings.tend(now=floor.now)
    assert [name for _place, name, _points in table(row)] == [names[b], names[c], names[a]]


@pytest.mark.rule("SERIES-6")
def test_a_season_closes_a_day_after_its_end_and_tells_its_players() -> None:
    plan = league()
    anna, bea = people(2)
    row = season(plan)
    ended(plan, anna, bea, at=APRIL - timedelta(days=1))
    standings.tend(now=APRIL)
    row.refresh_from_db()
    assert row.closed_at is None
    for _ in range(2):
        standings.tend(now=LATER)
    row.refresh_from_db()
    assert row.closed_at == LATER
    [told] = Notice.objects.filter(user=bea, kind=Notice.Kind.SEASON)
    assert told.data == {"name": "March League", "place": 2, "points": 7_00}
    with pytest.raises(Refusal, match=EventCode.SEASON_CLOSED):
        standings.rebuild(season_id=row.pk)
    # What ends after it changes nothing any more.
    ended(plan, bea, anna, at=MARCH)
    standings.tend(now=LATER)
    assert table(row)[0] == (1, anna.username, 10_00)


@pytest.mark.rule("SERIES-6")
def test_a_season_waits_for_an_event_that_is_still_played() -> None:
    plan = league()
    row = season(plan)
    ended(plan, *people(2), at=APRIL - timedelta(days=1))
    at = APRIL - timedelta(hours=30)
    running = scheduling.publish(template_id=plan.pk, starts_at=at, now=at)
    events = Tournament.objects.filter(pk=running.pk)
    events.update(status=Tournament.Status.RUNNING, started_at=at)
    standings.tend(now=LATER)
    row.refresh_from_db()
    assert row.closed_at is None
    events.update(status=Tournament.Status.CANCELLED)
    standings.tend(now=LATER)
    row.refresh_from_db()
    assert row.closed_at == LATER


@pytest.mark.rule("SERIES-7")
def test_results_of_merged_accounts_become_one_line() -> None:
    plan = league()
    anna, twin, bea = people(3)
    row = season(plan)
    ended(plan, anna, bea)
    ended(plan, bea, twin)
    counted(row)
    boss, colleague = (User.objects.create_superuser(name) for name in ("boss", "colleague"))
    order = merging.order(
        user_id=anna.pk, other_id=twin.pk, by=boss.pk, why="one person", now=APRIL
    )[0]
    merging.confirm(merge_id=order.pk, by=colleague.pk, now=APRIL)
    assert table(row) == [(1, anna.username, 17_00), (1, bea.username, 17_00)]
    assert table(row) == second_opinion(row)


@pytest.mark.rule("SERIES-7")
def test_excluded_players_keep_results_and_anonymised_ones_lose_the_name() -> None:
    plan = league()
    anna, bea = people(2)
    row = season(plan)
    ended(plan, anna, bea)
    counted(row)
    exclusions.exclude(user_id=UserId(bea.pk), days=90, now=APRIL)
    assert len(table(counted(row))) == 2
    staff = User.objects.create_superuser("boss")
    anonymising.forget(user_id=UserId(anna.pk), by=UserId(staff.pk), why="asked", now=APRIL)
    assert table(counted(row))[0] == (1, f"~{anna.pk}", 10_00)


def test_a_deleted_plan_takes_no_counted_event_with_it() -> None:
    plan = league()
    anna, bea = people(2)
    row = season(plan)
    ended(plan, anna, bea)
    before = table(counted(row))
    plan.delete()
    assert table(counted(row)) == before
    assert Entry.objects.count() == 2
