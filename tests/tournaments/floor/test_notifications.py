"""What an event tells its players wherever they are."""

from datetime import timedelta

import pytest
from django.utils import translation

from core.money import money_text
from players.models import Notice, SelfExclusion, User
from players.notices import news, notice_texts
from tables.models import Table
from tables.wire.frame_types import BreakNotice
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration
from tournaments.floor import notifications
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
    assert notifications.soon(now=START + timedelta(minutes=24)) == 0
    now = START + timedelta(minutes=26)
    registration.register(tournament_id=event.pk, user_id=late.pk, now=now)
    assert notifications.soon(now=now) == 1, "who has just entered knows"
    assert notifications.soon(now=now + timedelta(seconds=10)) == 0
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


@pytest.mark.rule("BOUNTY-1")
def test_an_event_tells_once_at_its_end_all_that_was_won_and_no_payment_of_one_s_own() -> None:
    event = events.sit_and_go(max_entries=2, bounty=500)
    room = Evening(event, events.players(2, cents=event.entry_right), seed=3)
    room.register(2)
    while room.event.status != Tournament.Status.FINISHED:
        room.step()
        room.play_hands()
    first, second = room.event.entries.select_related("user").order_by("place")
    assert heard(first.user) == heard(second.user) == [Kind.START, Kind.PRIZE]
    row = Notice.objects.get(user=first.user, kind=Kind.PRIZE)
    assert (row.data["cents"], row.data["bounties"]) == ((first.prize or 0) + 1000, 1000)
    assert (
        "you finished 1st. This includes €10.00 in bounties."
        in notice_texts.say(row.kind, row.data).text
    )
    row = Notice.objects.get(user=second.user, kind=Kind.PRIZE)
    assert (row.data["cents"], row.data["bounties"]) == (second.prize, 0)
    assert notice_texts.say(row.kind, row.data).text.endswith("you finished 2nd.")
    with translation.override("it"):
        assert "2º" in notice_texts.say(row.kind, row.data).text


def test_a_place_that_is_known_later_takes_the_place_of_the_earlier_notice() -> None:
    event = stages.in_play([1000] * 3, entries=4, late_registration_levels=1, seats_per_table=6)
    gone = event.entries.exclude(status="playing").get()
    notifications.ended(event, {gone.pk: gone}, {}, now=START)
    gone.place = 4
    notifications.ended(event, {}, {gone.pk: gone}, now=START)
    assert heard(gone.user)[-2:] == [Kind.OUT, Kind.OUT]
    unseen = news.unseen(gone.user_id, now=START + timedelta(seconds=1))
    assert [row.data["place"] for row in unseen if row.kind == Kind.OUT] == [4]


@pytest.mark.rule("TRN-2", "CANCEL-0")
def test_money_that_comes_back_is_told_once_with_its_amount_and_not_to_who_unregisters() -> None:
    event = events.scheduled(starts_at=START + timedelta(hours=1), bounty=500)
    anna, bruno, carla = events.players(3, cents=event.entry_right)
    for user in (anna, bruno, carla):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    # A player who has excluded themselves is called to nothing, but hears of money.
    SelfExclusion.objects.create(user=carla, asked_at=START, until=START + timedelta(days=7))
    registration.unregister(tournament_id=event.pk, user_id=anna.pk, now=START)
    registration.unregister(tournament_id=event.pk, user_id=bruno.pk, by_staff=True, now=START)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=None, reason="No power.", now=START
    )
    assert [heard(user) for user in (anna, bruno, carla)] == [[], [Kind.AMENDED], [Kind.AMENDED]]
    for user, title in ((bruno, "You are no longer in"), (carla, "is cancelled")):
        row = Notice.objects.get(user=user)
        said = notice_texts.say(row.kind, row.data)
        assert title in said.title
        assert said.text == f"{money_text(event.entry_right)} is back in your wallet."
