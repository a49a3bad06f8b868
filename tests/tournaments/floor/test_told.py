"""What an event tells its players wherever they are."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from players.models import Notice
from players.notices import news
from tables.models import Table
from tables.wire.frame_types import BreakNotice
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration
from tournaments.floor import told
from tournaments.models import Tournament
from tournaments.staff import cancellation, desk

pytestmark = pytest.mark.django_db

Kind = Notice.Kind


def heard(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def users(event: Tournament) -> list[User]:
    return [entry.user for entry in event.entries.select_related("user").order_by("pk")]


@pytest.mark.slow
def test_players_are_told_soon_at_the_start_and_at_the_end() -> None:
    event = events.scheduled(
        starts_at=START + timedelta(minutes=30), seats_per_table=6, late_registration_levels=0
    )
    early, late = events.players(2)
    registration.register(tournament_id=event.pk, user_id=early.pk, now=START)
    assert told.soon(now=START + timedelta(minutes=24)) == 0
    now = START + timedelta(minutes=26)
    registration.register(tournament_id=event.pk, user_id=late.pk, now=now)
    assert told.soon(now=now) == 1, "who has just entered knows"
    assert told.soon(now=now + timedelta(seconds=10)) == 0
    now = START + timedelta(minutes=30)
    director.step(tournament_id=event.pk, now=now)
    director.step(tournament_id=event.pk, now=now + timedelta(seconds=10))
    assert [heard(early), heard(late)] == [[Kind.SOON, Kind.START], [Kind.START]]
    table = Table.objects.get(event=event.event)
    [started] = news.unseen(late.pk, now=now)
    assert started.url == f"/tables/{table.pk}/"
    stages.fold_out(event)
    first, second = event.entries.order_by("pk")
    stages.give(event, first, 3000)
    stages.give(event, second, 0)
    director.step(tournament_id=event.pk, now=now + timedelta(minutes=20))
    assert heard(early)[-1] == Kind.PRIZE
    assert heard(late)[-1] in (Kind.PRIZE, Kind.OUT)
    [prize] = Notice.objects.filter(user=early, kind=Kind.PRIZE)
    first.refresh_from_db()
    assert (prize.data["cents"], prize.data["place"]) == (first.prize, 1)


def test_a_message_of_staff_reaches_those_who_wait_too() -> None:
    event = events.scheduled(starts_at=START + timedelta(hours=1))
    anna, staff = events.players(2)
    registration.register(tournament_id=event.pk, user_id=anna.pk, now=START)
    desk.message(tournament_id=event.pk, by=staff.pk, why="Ten minutes later.", now=START)
    [row] = Notice.objects.all()
    assert (row.user_id, row.kind, row.data["text"]) == (
        anna.pk,
        Kind.MESSAGE,
        "Ten minutes later.",
    )


def test_after_a_cancellation_a_message_reaches_those_who_were_paid_back() -> None:
    event = events.scheduled(starts_at=START + timedelta(hours=1))
    anna, bruno, staff = events.players(3)
    for user in (anna, bruno):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    registration.unregister(tournament_id=event.pk, user_id=bruno.pk, now=START)
    plan = cancellation.preview(tournament_id=event.pk, by=staff.pk, now=START)
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=staff.pk, reason="No power.", now=START
    )
    desk.message(tournament_id=event.pk, by=staff.pk, why="Come again on Friday.", now=START)
    [row] = Notice.objects.filter(kind=Kind.MESSAGE)
    assert (row.user_id, row.data["text"]) == (anna.pk, "Come again on Friday.")


def test_the_end_of_a_break_and_a_move_are_told_once() -> None:
    event = stages.started(entries=3)
    now = START + timedelta(minutes=30)
    stages.fold_out(event)
    shown: BreakNotice = {"kind": "break", "until": now.isoformat()}
    Table.objects.filter(event=event.event).update(notice=shown)
    for seconds in (0, 1):
        director.step(tournament_id=event.pk, now=now + timedelta(seconds=seconds))
    assert all(heard(user).count(Kind.BREAK_OVER) == 1 for user in users(event))


@pytest.mark.slow
def test_who_is_moved_is_told_where_to_go() -> None:
    event = stages.in_play([1000] * 7, entries=12, seats_per_table=6)
    for entry in event.entries.filter(status="playing").order_by("-pk")[:1]:
        stages.bust(event, entry)
    event.refresh_from_db()
    director.step(tournament_id=event.pk, now=START + timedelta(hours=3))
    moved = Notice.objects.filter(kind=Kind.MOVED).order_by("pk")
    final = Table.objects.get(event=event.event, status=Table.Status.OPEN)
    assert moved
    assert {row.url for row in moved} == {f"/tables/{final.pk}/"}
