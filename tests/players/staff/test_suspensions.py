"""A suspended player: off the tables, out of what has not begun, and told so at every door."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from functools import partial

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from core.refusal import Refusal
from core.refusals import CoreCode
from payouts.models import CounterOrder
from payouts.wallets import counter, wallet
from players import access
from players.access import Activity
from players.models import Forgotten, Guest, Notice, Suspension, User
from players.notices import notice_texts
from players.protection import exclusions
from players.refusals import PlayerCode
from players.staff import suspensions
from tables.models import Seat
from tests.tables.rooms import people
from tests.tournaments import events
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry.registration import register
from tournaments.models import Act, Entry
from tournaments.play.books import reconcile
from tournaments.staff import desk

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-4")]


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("flora", is_staff=True)


@pytest.fixture
def anna() -> User:
    [user] = events.players(1)
    return user


def suspend(user: User, staff: User) -> None:
    desk.suspend(user_id=user.pk, by=staff.pk, why="Two accounts", now=START)


def test_entries_in_what_has_not_begun_come_back_in_full(anna: User, staff: User) -> None:
    event = events.sit_and_go()
    register(tournament_id=event.pk, user_id=anna.pk, now=START)
    suspend(anna, staff)
    assert Entry.objects.get().status == Entry.Status.WITHDRAWN
    assert (events.wallet(anna), events.pool(event)) == (BUY_IN + FEE, 0)
    assert reconcile().drifts == []


def test_in_what_has_begun_they_sit_out(staff: User) -> None:
    event, players = events.sit_and_go(max_entries=2), events.players(2)
    for user in players:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    suspend(players[0], staff)
    away = dict(Seat.objects.values_list("user", "away"))
    assert away == {players[0].pk: True, players[1].pk: False}


def test_they_do_nothing_and_the_counter_only_pays_them_out(anna: User, staff: User) -> None:
    suspend(anna, staff)
    give = partial(counter.give, user_id=anna.pk, by=staff.pk, why="x", now=START)
    enter = partial(register, tournament_id=events.sit_and_go().pk, user_id=anna.pk, now=START)
    refused: list[Callable[[], object]] = [
        enter,
        partial(give, kind=CounterOrder.Kind.PAY_IN, amount=100, key="in"),
        partial(wallet.deposit, user_id=anna.pk, amount=100, key="x", now=START),
        *(partial(access.check, user_id=anna.pk, what=what, now=START) for what in Activity),
    ]
    for verb in refused:
        with pytest.raises(Refusal) as refusal:
            verb()
        assert refusal.value.code == PlayerCode.SUSPENDED
    give(kind=CounterOrder.Kind.PAY_OUT, amount=BUY_IN + FEE, key="out")
    assert events.wallet(anna) == 0


def test_it_is_an_act_of_staff_with_its_reason_and_so_is_lifting_it(
    anna: User, staff: User
) -> None:
    suspend(anna, staff)
    suspend(anna, staff)
    desk.lift(user_id=anna.pk, by=staff.pk, why="A mistake", now=START)
    desk.lift(user_id=anna.pk, by=staff.pk, why="A mistake", now=START)
    told = [(act.verb, act.by, act.about, act.why) for act in Act.objects.order_by("pk")]
    assert told == [
        ("suspend", staff, anna.get_username(), "Two accounts"),
        ("lift", staff, anna.get_username(), "A mistake"),
    ]
    rows = Suspension.objects.order_by("pk").values_list("user", "lifted", "by", "why", "at")
    assert list(rows) == [
        (anna.pk, False, staff.pk, "Two accounts", START),
        (anna.pk, True, staff.pk, "A mistake", START),
    ]
    access.check(user_id=anna.pk, what=Activity.PLAY, now=START)


@pytest.mark.parametrize("works_as", ["is_staff", "is_superuser"])
def test_it_needs_a_reason_and_somebody_else(anna: User, staff: User, works_as: str) -> None:
    [colleague] = people(1, "colleague")
    User.objects.filter(pk=colleague.pk).update(**{works_as: True})
    for user, by, why, code in (
        (anna, staff, " ", CoreCode.NO_REASON),
        (staff, staff, "x", PlayerCode.OWN_ACCOUNT),
        (colleague, staff, "x", PlayerCode.MEMBER_OF_STAFF),
    ):
        for verb in (desk.suspend, desk.lift):
            with pytest.raises(Refusal) as refused:
                verb(user_id=user.pk, by=by.pk, why=why, now=START)
            assert refused.value.code == code
    assert not User.objects.filter(is_active=False).exists()
    chief = User.objects.create_superuser("chief")
    desk.suspend(user_id=colleague.pk, by=chief.pk, why="Left the room", now=START)
    assert not User.objects.get(pk=colleague.pk).is_active


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE players_suspension SET lifted = true",
        "DELETE FROM players_suspension",
        "INSERT INTO players_suspension (user_id, by_id, lifted, why, at)"
        " SELECT user_id, user_id, true, 'me', now() FROM players_suspension",
        "INSERT INTO players_suspension (user_id, by_id, lifted, why, at)"
        " SELECT user_id, by_id, true, '', now() FROM players_suspension",
    ],
)
def test_the_record_cannot_be_changed_and_nobody_writes_their_own(
    anna: User, staff: User, sql: str
) -> None:
    suspend(anna, staff)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def test_who_signs_in_reads_that_they_are_suspended(client: Client, staff: User) -> None:
    user = User.objects.create_user("bruno", password="correct horse battery")
    suspend(user, staff)
    login = {"login": "bruno", "password": "correct horse battery"}
    page = client.post("/accounts/login/", login, follow=True)
    assert "This account is suspended" in page.content.decode()
    assert not page.wsgi_request.user.is_authenticated
    assert "The suspension ends on" not in page.content.decode()
    # Whoever does not know the password learns nothing.
    wrong = client.post("/accounts/login/", {**login, "password": "wrong"}, follow=True)
    assert "suspended" not in wrong.content.decode()


def test_an_open_session_answers_by_name(client: Client, anna: User, staff: User) -> None:
    client.force_login(anna)
    suspend(anna, staff)
    event = events.sit_and_go()
    for answer in (
        client.post(f"/api/tournaments/{event.pk}/register/"),
        client.get("/api/tournaments/"),
    ):
        assert answer.status_code == 403
        words = gettext(PlayerCode.SUSPENDED.sentence)
        said = {"code": "SUSPENDED", "message": words, "rule": "STAFF-4"}
        assert answer.json() == said
    part = client.get("/", headers={"HX-Request": "true"})
    assert part["HX-Redirect"] == "/accounts/inactive/"
    page = client.get("/wallet/")
    assert page.status_code == 403
    assert "This account is suspended" in page.content.decode()
    # It has been read: from now on this is a visitor without an account.
    assert client.get("/").status_code == 200


def test_no_session_of_before_comes_back_when_it_is_lifted(client: Client, staff: User) -> None:
    User.objects.create_user("bruno", password="correct horse battery")
    login = {"login": "bruno", "password": "correct horse battery"}
    client.post("/accounts/login/", login)
    bruno = User.objects.get(username="bruno")
    suspend(bruno, staff)
    desk.lift(user_id=bruno.pk, by=staff.pk, why="Cleared", now=START)
    assert client.get("/wallet/").status_code == 302
    client.post("/accounts/login/", login)
    assert client.get("/wallet/").status_code == 200


def test_an_exclusion_lasts_on_when_a_suspension_is_lifted(anna: User, staff: User) -> None:
    suspend(anna, staff)
    exclusions.exclude(user_id=anna.pk, days=7, now=START)
    suspensions.lift(user_id=anna.pk, by=staff.pk, why="Cleared", now=START)
    with pytest.raises(Refusal) as refused:
        access.check(user_id=anna.pk, what=Activity.PLAY, now=START)
    assert refused.value.code == PlayerCode.SELF_EXCLUDED
    access.check(user_id=anna.pk, what=Activity.SIGN_IN, now=START)
    access.check(user_id=anna.pk, what=Activity.PLAY, now=timezone.now() + timedelta(days=8))


def lapse(user: User, staff: User, days: int = 2) -> datetime:
    """Suspend somebody for so many days; returns when it ends."""
    until = START + timedelta(days=days)
    desk.suspend(user_id=user.pk, by=staff.pk, why="Two days off", until=until, now=START)
    return until


def test_with_an_end_it_ends_by_itself_and_the_player_is_told(anna: User, staff: User) -> None:
    until = lapse(anna, staff)
    before = until - timedelta(microseconds=1)
    assert [suspensions.end_due(now=at) for at in (before, until, until)] == [0, 1, 0]
    access.check(user_id=anna.pk, what=Activity.PLAY, now=until)
    rows = Suspension.objects.order_by("pk").values_list("lifted", "by", "why", "until")
    assert list(rows) == [(False, staff.pk, "Two days off", until), (True, None, "", None)]
    [notice] = Notice.objects.filter(user=anna)
    assert "has ended" in notice_texts.say(notice.kind, notice.data).text
    # One without an end is never over.
    suspend(anna, staff)
    assert suspensions.end_due(now=until + timedelta(days=9999)) == 0


@pytest.mark.parametrize("how", ["anonymised", "a guest let go"])
def test_an_account_that_was_closed_meanwhile_stays_closed(
    anna: User, staff: User, how: str
) -> None:
    until = lapse(anna, staff)
    if how == "anonymised":
        Forgotten.objects.create(user=anna, by=staff, why="x", at=START)
    else:
        Guest.objects.create(user=anna, made_at=START, gone_at=START)
    assert suspensions.end_due(now=until) == 0
    assert not User.objects.get(pk=anna.pk).is_active


def test_an_end_is_after_now_and_lifting_comes_first(anna: User, staff: User) -> None:
    with pytest.raises(Refusal) as refusal:
        lapse(anna, staff, days=0)
    assert refusal.value.code == PlayerCode.SUSPENDED_TOO_SHORT
    until = lapse(anna, staff)
    desk.lift(user_id=anna.pk, by=staff.pk, why="A mistake", now=START)
    suspend(anna, staff)
    # The end of the one that was lifted is not the end of this one.
    assert suspensions.end_due(now=until) == 0
    assert not User.objects.get(pk=anna.pk).is_active


@pytest.mark.rule("PLAY-2")
def test_a_self_exclusion_outlasts_it_and_the_other_way_round(anna: User, staff: User) -> None:
    exclusions.exclude(user_id=anna.pk, days=7, now=START)
    until = lapse(anna, staff)
    assert suspensions.end_due(now=until) == 1
    with pytest.raises(Refusal) as refusal:
        access.check(user_id=anna.pk, what=Activity.PLAY, now=until)
    assert refusal.value.code == PlayerCode.SELF_EXCLUDED
    access.check(user_id=anna.pk, what=Activity.SIGN_IN, now=until)
    desk.suspend(user_id=anna.pk, by=staff.pk, why="x", until=START + timedelta(days=9), now=until)
    free = START + timedelta(days=8)
    assert suspensions.end_due(now=free) == 0
    with pytest.raises(Refusal) as refusal:
        access.check(user_id=anna.pk, what=Activity.PLAY, now=free)
    assert refusal.value.code == PlayerCode.SUSPENDED


@pytest.mark.rule("OUT-1")
def test_who_comes_back_finds_the_seat_where_it_was(staff: User) -> None:
    event, players = events.sit_and_go(max_entries=2), events.players(2)
    for user in players:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    desk.suspend(
        user_id=players[0].pk, by=staff.pk, why="x", until=START + timedelta(minutes=1), now=START
    )
    back = START + timedelta(minutes=2)
    assert suspensions.end_due(now=back) == 1
    access.check(user_id=players[0].pk, what=Activity.PLAY, now=back)
    assert set(Seat.objects.values_list("user", flat=True)) == {user.pk for user in players}
    assert Entry.objects.get(user=players[0]).status == Entry.Status.PLAYING


def test_the_desk_names_the_last_day_and_the_player_reads_it(anna: User, staff: User) -> None:
    chief = User.objects.create_superuser("chief")
    client = Client()
    client.force_login(chief)
    day = timezone.localdate() + timedelta(days=3)
    address = f"/admin/players/player/{anna.pk}/suspend/"
    form = {"_form_submitted": "on", "reason": "Rude.", "last_day": day.isoformat()}
    client.post(address, {**form, "last_day": "9999-12-31"})
    assert not Suspension.objects.exists()
    client.post(address, form)
    row = Suspension.objects.get()
    assert row.until is not None
    assert timezone.localtime(row.until).replace(tzinfo=None) == datetime.combine(
        day + timedelta(days=1), time()
    )
    page = client.get(f"/admin/players/player/{anna.pk}/change/").content.decode()
    assert "suspended until" in page
    theirs = Client()
    User.objects.filter(pk=anna.pk).update(is_active=True)
    theirs.force_login(User.objects.get(pk=anna.pk))
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert "The suspension ends on" in theirs.get("/wallet/").content.decode()
