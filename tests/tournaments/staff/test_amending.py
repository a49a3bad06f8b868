"""Events changed while they live: what a change does, what it meets, and who reads of it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import Error, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from core.refusal import Refusal
from payouts.room_settings import FOUR_EYES
from players.models import Notice, User
from players.protection import exclusions
from tables.models import Hand, Table
from tests.harness import worlds
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration, scheduling
from tournaments.floor import notifications
from tournaments.models import Act, Amendment, Entry, Tournament
from tournaments.pages import amendments_shown
from tournaments.pages.lobby import places
from tournaments.play import awards, timekeeping
from tournaments.play.books import reconcile
from tournaments.rules import changes
from tournaments.rules.changes import Change
from tournaments.rules.level_clock import BlindLevel
from tournaments.staff import amending, cancellation

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMEND-1")]

MINUTE = timedelta(minutes=1)
BEFORE = START - 60 * MINUTE
SOON = START + timedelta(seconds=settings.RESULT_SECONDS)


@pytest.fixture
def boss() -> int:
    return User.objects.create_user("boss").pk


@worlds.shared
def event() -> Tournament:
    return stages.started(entries=3)


def announced(players: int = 3, **terms: Any) -> Tournament:
    """An event to come, with so many registered."""
    event = events.scheduled(**terms)
    for user in events.players(players, cents=event.entry_right):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=BEFORE)
    event.refresh_from_db()
    return event


def amend(
    event: Tournament, change: Change, by: int, *, now: datetime = START, key: str = "k"
) -> Amendment:
    done = amending.amend(
        tournament_id=event.pk, change=change, by=by, why="The players ask.", key=key, now=now
    )
    event.refresh_from_db()
    return done


def step(event: Tournament, now: datetime = SOON) -> None:
    director.step(tournament_id=event.pk, now=now)
    event.refresh_from_db()


def drifts() -> list[str]:
    return [drift.subject for drift in reconcile().drifts]


@pytest.mark.rule("AMEND-2")
def test_a_start_is_put_off_and_whoever_is_registered_hears_of_it_and_may_leave(boss: int) -> None:
    event = announced(unregistration_minutes=30)
    notifications.soon(now=START - 4 * MINUTE)
    later = START + 120 * MINUTE
    change = changes.PutOff(later)
    now = START - 3 * MINUTE
    with pytest.raises(Refusal, match="UNREGISTRATION_CLOSED"):
        leave(event, now)
    seen = amending.preview(tournament_id=event.pk, change=change, now=now)
    assert (seen.before.begins_at, seen.after.begins_at) == (START, later)
    assert not Amendment.objects.exists()
    once = amend(event, change, boss, now=now)
    assert amend(event, change, boss, now=now) == once
    assert (event.starts_at, event.begins_at) == (START, later)
    step(event, START)
    assert event.registering
    assert Notice.objects.filter(kind=Notice.Kind.AMENDED).count() == 3
    act = Act.objects.get(verb=Act.Verb.PUT_OFF)
    assert (act.by_id, act.why, act.rule) == (boss, "The players ask.", "AMEND-2")
    leave(event, START)
    # That it begins soon is told once more.
    notifications.soon(now=later - 4 * MINUTE)
    assert Notice.objects.filter(kind=Notice.Kind.SOON).count() == 3 + 2
    with pytest.raises(Refusal, match="NOT_LATER"):
        amend(event, change, boss, now=START, key="another")
    step(event, later)
    assert event.status == "running"


def leave(event: Tournament, now: datetime) -> None:
    user = event.entries.filter(status=Entry.Status.REGISTERED).earliest("pk").user_id
    registration.unregister(tournament_id=event.pk, user_id=user, now=now)


def test_a_recurring_event_that_was_put_off_is_not_published_again(boss: int) -> None:
    daily = "FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=0"
    plan = events.template(kind="scheduled", recurrence=daily, announce_minutes=600)
    [event] = scheduling.open_lobbies(now=BEFORE)
    assert event.starts_at == START
    amend(event, changes.PutOff(START + 90 * MINUTE), boss, now=BEFORE)
    assert scheduling.open_lobbies(now=BEFORE + MINUTE) == []
    assert plan.tournaments.count() == 1


@pytest.mark.rule("AMEND-3")
def test_a_running_hand_keeps_its_blinds_and_the_next_has_those_of_the_clock(
    boss: int, event: Tournament
) -> None:
    table = Table.objects.get(event=event.event)
    second = START + timedelta(seconds=150)
    amend(event, changes.LevelAgain(0), boss, now=second)
    hand = Hand.objects.get(table=table)
    assert hand.finished_at is None
    reading = event.clock_at(second)
    assert reading is not None
    began = event.started_at
    assert began is not None
    assert (reading.index, reading.until) == (0, second + timedelta(seconds=120))
    stages.fold_out(event)
    step(event, second + 2 * timedelta(seconds=settings.RESULT_SECONDS))
    table.refresh_from_db()
    assert table.stakes["big_blind"] == 50
    [line] = amendments_shown.listing(event)
    assert (line.says, line.why, line.rule) == (
        "Level 1 begins again.",
        "The players ask.",
        "AMEND-3",
    )


@pytest.mark.rule("AMEND-3")
def test_in_a_pause_the_clock_is_set_and_stands_on(boss: int, event: Tournament) -> None:
    assert event.started_at is not None
    stop = event.started_at + MINUTE
    timekeeping.pause(tournament_id=event.pk, reason="A leak.", now=stop)
    amend(event, changes.LevelTime(0, 300), boss, now=stop + MINUTE)
    reading = event.clock_at(stop + 2 * MINUTE)
    assert reading is not None
    assert (reading.left, reading.paused) == (6 * MINUTE, True)
    timekeeping.resume(tournament_id=event.pk, now=stop + 10 * MINUTE)
    event.refresh_from_db()
    reading = event.clock_at(stop + 10 * MINUTE)
    assert reading is not None
    assert reading.until == stop + 16 * MINUTE
    # A level that was cut short and comes again has its whole time.
    timekeeping.end_level(tournament_id=event.pk, now=stop + 11 * MINUTE)
    amend(event, changes.LevelAgain(0), boss, now=stop + 12 * MINUTE, key="back")
    reading = event.clock_at(stop + 12 * MINUTE)
    assert reading is not None
    assert (reading.index, reading.left) == (0, 7 * MINUTE)
    assert drifts() == []


@pytest.mark.rule("AMEND-3")
def test_levels_added_to_an_event_that_lasts_long_are_played_one_by_one(
    boss: int, event: Tournament
) -> None:
    began = event.started_at
    assert began is not None
    now = began + 60 * MINUTE
    change = changes.NewLevels(5, (BlindLevel(600, 800, 1600), BlindLevel(600, 1600, 3200)))
    seen = amending.preview(tournament_id=event.pk, change=change, now=now)
    assert (seen.until_before, seen.until_after) == (None, now + 10 * MINUTE)
    amend(event, change, boss, now=now)
    reading = event.clock_at(now)
    assert reading is not None
    assert (reading.level.big_blind, reading.until) == (1600, now + 10 * MINUTE)
    assert drifts() == []


@pytest.mark.rule("AMEND-2")
def test_late_registration_is_longer_on_pages_and_at_the_door(boss: int) -> None:
    event = stages.started(entries=3, late_registration_levels=1, max_entries=4)
    began = event.started_at
    assert began is not None
    late = event.late_until
    assert late is not None
    amend(event, changes.LateLevels(2), boss)
    assert event.late_until == late + timedelta(seconds=120)
    assert places.that_may_be_entered(Tournament.objects.all(), now=late).get() == event
    amend(event, changes.NewLevels(1, (BlindLevel(600, 40, 80), *event.levels[2:])), boss, key="2")
    assert event.late_until == late + timedelta(seconds=600)
    [user] = events.players(1, cents=event.entry_right, prefix="late")
    registration.register(tournament_id=event.pk, user_id=user.pk, now=late + MINUTE)
    [another] = events.players(1, cents=event.entry_right, prefix="later")
    with pytest.raises(Refusal, match="EVENT_FULL"):
        registration.register(tournament_id=event.pk, user_id=another.pk, now=late + MINUTE)
    amend(event, changes.MoreSeats(5), boss, now=late + MINUTE, key="3")
    registration.register(tournament_id=event.pk, user_id=another.pk, now=late + MINUTE)
    event.refresh_from_db()
    assert (event.entry_count, event.max_entries, event.full) == (5, 4, True)
    assert drifts() == []


@pytest.mark.rule("AMEND-2", "DRAW-2")
def test_a_game_whose_pots_stay_on_their_table_never_gets_a_second_one(boss: int) -> None:
    event = announced(game="italian", seats_per_table=4, max_entries=3)
    amend(event, changes.MoreSeats(4), boss)
    with pytest.raises(Refusal, match="ONE_TABLE_GAME"):
        amend(event, changes.MoreSeats(5), boss, key="2")
    assert event.most_entries == 4


@pytest.mark.rule("AMEND-2")
def test_a_raised_guarantee_is_what_the_house_adds_and_is_paid(boss: int) -> None:
    event = stages.in_play([3000, 1500], entries=3, guarantee=50_00, late_registration_levels=1)
    assert event.settled is False
    seen = amending.preview(tournament_id=event.pk, change=changes.Guarantee(80_00), now=START)
    assert (seen.overlay_before, seen.overlay_after) == (50_00 - 27_00, 80_00 - 27_00)
    amend(event, changes.Guarantee(80_00), boss)
    assert (event.guarantee, event.guaranteed, event.prize_pool) == (50_00, 80_00, 80_00)
    step(event, START + 10 * MINUTE)
    with pytest.raises(Refusal, match="PRIZES_FIXED"):
        amend(event, changes.Guarantee(90_00), boss, now=START + 11 * MINUTE, key="2")
    first, second = event.entries.filter(place=None).order_by("pk")
    assert awards.before_deals(event)[0] == 52_00
    assert first.tournament.guaranteed == 80_00
    # The place that pays nothing has cost the house nothing yet.
    assert (events.pool(event), drifts()) == (27_00, [])
    stages.fold_out(event)
    stages.bust(event, second)
    step(event, START + 12 * MINUTE)
    assert [events.wallet(one.user) for one in (first, second)] == [52_00, 28_00]
    assert (events.pool(event), drifts()) == (0, [])


def test_a_guarantee_over_the_limit_is_not_raised_by_one(boss: int) -> None:
    change = changes.Guarantee(FOUR_EYES.value() + 1)
    with pytest.raises(Refusal, match="NEEDS_SECOND_PERSON"):
        amend(announced(), change, boss, now=BEFORE)


@pytest.mark.rule("TRN-4")
def test_staff_have_the_tables_play_hand_for_hand(boss: int) -> None:
    event = stages.started(entries=5, seats_per_table=3)
    amend(event, changes.Together(on=True), boss)
    stages.fold_out(event)
    step(event)
    assert (event.in_round, event.rounds) == (True, 1)
    amend(event, changes.Together(on=False), boss, now=SOON, key="2")
    stages.fold_out(event)
    step(event, SOON + MINUTE)
    assert not event.in_round
    says = [line.says for line in amendments_shown.listing(event)]
    assert says == ["The tables play at their own pace again.", "All tables play hand for hand."]


MADE: dict[str, Callable[[], Change]] = {
    "start": lambda: changes.PutOff(START + 60 * MINUTE),
    "time": lambda: changes.LevelTime(0, 60),
    "again": lambda: changes.LevelAgain(0),
    "levels": lambda: changes.NewLevels(0, (BlindLevel(60, 1, 2),)),
    "late": lambda: changes.LateLevels(2),
    "guarantee": lambda: changes.Guarantee(100_00),
    "seats": lambda: changes.MoreSeats(200),
    "together": lambda: changes.Together(on=True),
}


def test_nothing_of_a_cancelled_event_is_changed(boss: int) -> None:
    assert MADE.keys() == changes.KINDS.keys() == amending.VERBS.keys()
    event = announced()
    # Who excludes themselves has left, hears of nothing, and hinders nobody.
    out = event.entries.earliest("pk").user_id
    exclusions.exclude(user_id=out, days=7, now=BEFORE)
    registration.leave_everything(user_id=out, now=BEFORE)
    amend(event, changes.Guarantee(90_00), boss, now=BEFORE)
    assert not Notice.objects.filter(user=out, key__startswith="amended:").exists()
    plan = cancellation.preview(tournament_id=event.pk, by=boss, now=BEFORE)
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=boss, reason="No heating.", now=BEFORE
    )
    for kind, change in MADE.items():
        with pytest.raises(Refusal, match="EVENT_OVER"):
            amend(event, change(), boss, now=BEFORE, key=kind)
    assert [line.says for line in amendments_shown.listing(event)] == [
        "The guarantee is now €90.00."
    ]
    assert drifts() == []


def test_the_database_keeps_amendments_and_what_they_come_to(boss: int) -> None:
    event = announced()
    amend(event, changes.Guarantee(90_00), boss, now=BEFORE)
    spoiled: list[dict[str, Any]] = [
        {"amended": {"late": 4, "count": 2}},
        {"raised_by": 95_00},
        {"more_seats": 5},
    ]
    for beside in spoiled:
        with pytest.raises(Error):
            write(event, **beside)
    for less in ({"raised_by": 0}, {"guarantee": 90_00}):
        with pytest.raises(Error):
            write(event, **less)
    for spoil in (lambda: Amendment.objects.update(why="x"), Amendment.objects.all().delete):
        with pytest.raises(Error), transaction.atomic():
            spoil()


def write(event: Tournament, **beside: Any) -> None:
    """Write beside an event's terms, to the end of the transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        Tournament.objects.filter(pk=event.pk).update(**beside)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.parametrize("language", ["en", "it"])
def test_players_read_what_was_changed_on_the_page_the_sheet_and_in_the_api(
    client: Client, boss: int, language: str
) -> None:
    event = announced()
    changed = [change() for kind, change in MADE.items() if kind in ("start", "late", "seats")]
    for number, change in enumerate([*changed, changes.Guarantee(90_00)]):
        amend(event, change, boss, now=BEFORE + number * MINUTE, key=str(number))
    client.cookies.load({settings.LANGUAGE_COOKIE_NAME: language})
    with translation.override(language):
        says = [line.says for line in amendments_shown.listing(event)]
        for name in ("tournament", "event_sheet"):
            page = client.get(reverse(name, args=[event.pk])).content.decode()
            assert all(words in page for words in says)
            assert page.count("The players ask.") == 4
    answer = client.get(reverse("api-tournament-detail", args=[event.pk])).json()
    assert [one["says"] for one in answer["amendments"]] == says
    assert (answer["guarantee"], answer["max_entries"]) == (90_00, 200)
    assert answer["late_registration_levels"] == 2
