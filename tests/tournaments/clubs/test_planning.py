"""The games of clubs: opened, planned, called off, and by dates of templates (CLUB-4, CLUB-5)."""

from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

import pytest

from core import due_checks
from core.settings.room_time import zone
from core.types import UserId
from payouts.models import Transfer
from players.models import Notice, User
from players.notices import notice_texts
from tables.models import Seat
from tests.tables.rooms import people
from tests.tournaments.clubs.setting import founded, home_of, planned, promoted
from tests.tournaments.clubs.test_membership import me, refused
from tests.tournaments.events import START
from tests.tournaments.home.setting import opened
from tournaments import room_settings
from tournaments.clubs import founding, membership, planning
from tournaments.clubs.founding import ClubChoices
from tournaments.clubs.models import Club, ClubGame, ClubTemplate
from tournaments.clubs.refusals import ClubCode
from tournaments.home import games, hosting
from tournaments.home.cash import table_of
from tournaments.home.events import event_of
from tournaments.home.kinds import HomeTerms
from tournaments.home.models import HomeGame
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CLUB-4")]

LATER = START + timedelta(days=1)


def told(user: User) -> list[str]:
    """The notices of a user in words, the first before the others."""
    rows = Notice.objects.filter(user=user).order_by("pk")
    return [" ".join(notice_texts.say(row.kind, row.data)) for row in rows]


def test_a_manager_opens_a_game_and_members_enter_it() -> None:
    anna, bea, stranger = people(3)
    club = founded(anna, bea)
    home = home_of(planned(club, anna))
    assert event_of(home).name == "Friday night"
    assert home.is_host(anna.pk)
    enter = partial(games.join, token=home.token)
    assert refused(enter, user_id=me(stranger)) == ClubCode.MEMBERS_ONLY
    enter(user_id=me(bea), now=START)
    assert home.players.count() == 2
    assert not Transfer.objects.exists()
    assert told(bea) == ["A game of Aces High Friday night: open now, take your seat."]
    assert told(anna) == []


def test_the_same_key_is_the_same_game() -> None:
    [anna] = people(1)
    club = founded(anna)
    assert planned(club, anna, key="k").pk == planned(club, anna, key="k").pk
    assert HomeGame.objects.count() == 1


def test_the_key_of_another_player_is_no_hindrance() -> None:
    anna, bea = people(2)
    club, other = founded(anna), founded(bea, name="Friday Club")
    assert planned(club, anna, key="k").pk != planned(other, bea, key="k").pk
    assert opened(anna, key="k").pk != opened(bea, key="k").pk


def test_no_key_that_a_stranger_has_used_keeps_a_game_closed() -> None:
    anna, stranger = people(2)
    game = planned(founded(anna), anna, at=LATER)
    opened(stranger, key=f"club:{game.pk}")
    taken = opened(anna, key=f"club:{game.pk}")
    planning.look_after(now=LATER)
    assert home_of(game) != taken


def test_members_open_games_by_the_choice_of_the_owner() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    plan = partial(
        planning.plan,
        club_id=club.pk,
        by=me(bea),
        name="Night",
        terms=HomeTerms(),
        starts_at=None,
        key="k",
    )
    assert refused(plan) == ClubCode.NOT_FOR_THIS_ROLE
    choices = ClubChoices("Aces High", members_open=True)
    founding.change(club_id=club.pk, by=me(anna), choices=choices, now=START)
    assert plan(now=START).tournament is not None


@pytest.mark.rule("HOME-6", "CLUB-3")
def test_a_cash_game_of_a_club_opens_once_for_its_members_and_a_banned_one_stands_up() -> None:
    anna, bea, stranger = people(3)
    club = founded(anna, bea)
    game = planned(club, anna, at=LATER, kind="cash", most=100)
    planning.look_after(now=LATER)
    home = home_of(game)
    assert due_checks.which_exist([planning.DUE], now=LATER) == (False,)
    planning.look_after(now=LATER)
    assert HomeGame.objects.count() == 1
    enter = partial(games.join, token=home.token)
    assert refused(enter, user_id=me(stranger)) == ClubCode.MEMBERS_ONLY
    for user in (bea, anna):
        enter(user_id=me(user), now=LATER)
    seats = Seat.objects.filter(table=table_of(home))
    assert set(seats.values_list("user", "stack")) == {(anna.pk, 100), (bea.pk, 100)}
    membership.ban(club_id=club.pk, by=me(anna), user_id=me(bea), now=LATER)
    assert set(seats.values_list("user", flat=True)) == {anna.pk}
    assert refused(enter, user_id=me(bea)) == EventCode.REMOVED_BY_HOST
    assert not Transfer.objects.exists()


@pytest.mark.parametrize(
    ("name", "starts_at", "terms", "code"),
    [
        ("", None, HomeTerms(), ClubCode.GAME_NAME_LENGTH),
        ("x" * 41, None, HomeTerms(), ClubCode.GAME_NAME_LENGTH),
        ("Night", START, HomeTerms(), ClubCode.START_TOO_FAR),
        ("Night", START + timedelta(days=61), HomeTerms(), ClubCode.START_TOO_FAR),
        ("Night", LATER, HomeTerms(seats=11), EventCode.GAME_SEATS),
        ("Night", LATER, HomeTerms(bounty=1, rebuys=1), EventCode.BOUNTY_OR_REBUYS),
    ],
)
def test_games_that_cannot_be(
    name: str, starts_at: datetime | None, terms: HomeTerms, code: str
) -> None:
    [anna] = people(1)
    club = founded(anna)
    wish: dict[str, Any] = {"name": name, "starts_at": starts_at, "terms": terms, "key": "k"}
    assert refused(planning.plan, club_id=club.pk, by=me(anna), **wish) == code
    assert not ClubGame.objects.exists()


def test_a_club_has_so_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    [anna] = people(1)
    club = founded(anna)
    monkeypatch.setattr(room_settings.CLUB_GAMES, "value", lambda: 2)
    first = planned(club, anna, at=LATER)
    planned(club, anna)
    more: dict[str, Any] = {"name": "Night", "starts_at": LATER, "terms": HomeTerms(), "key": "k"}
    refuse = partial(refused, planning.plan, club_id=club.pk, by=me(anna), **more)
    assert refuse() == ClubCode.TOO_MANY_CLUB_GAMES
    planning.call_off(club_id=club.pk, by=me(anna), game_id=first.pk, now=START)
    planned(club, anna, at=LATER)


def test_a_planned_game_opens_half_an_hour_before_and_its_first_player_is_the_host() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea, carl)
    game = planned(club, anna, at=LATER)
    assert told(bea)[0].startswith("A game of Aces High Friday night: it starts on ")
    early = LATER - timedelta(minutes=31)
    assert not due_checks.exists(planning.DUE, now=early)
    assert planning.look_after(now=early) == 0
    opens = LATER - timedelta(minutes=30)
    assert due_checks.exists(planning.DUE, now=opens)
    assert planning.look_after(now=opens) == 1
    assert planning.look_after(now=opens) == 0
    home = home_of(game)
    assert home.players.count() == 0
    games.join(token=home.token, user_id=me(carl), now=opens)
    games.join(token=home.token, user_id=me(bea), now=opens)
    home.refresh_from_db()
    assert home.is_host(carl.pk)
    assert len(told(bea)) == 2


def test_a_planner_who_is_gone_or_barred_is_passed_over() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    promoted(club, bea)
    game = planned(club, bea, at=LATER)
    User.objects.filter(pk=bea.pk).update(is_active=False)
    planning.look_after(now=LATER)
    assert home_of(game).is_host(anna.pk)


def test_a_game_that_nobody_could_open_is_called_off() -> None:
    [anna] = people(1)
    club = founded(anna)
    game = planned(club, anna, at=LATER)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    planning.look_after(now=LATER)
    game.refresh_from_db()
    assert (game.tournament_id, game.called_off_at) == (None, None)
    late = LATER + timedelta(minutes=61)
    planning.look_after(now=late)
    game.refresh_from_db()
    assert game.called_off_at == late


def test_who_calls_off_a_game() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea, carl, members_open=True)
    game = planned(club, bea, at=LATER)
    off = partial(planning.call_off, club_id=club.pk, game_id=game.pk)
    assert refused(off, by=me(carl)) == ClubCode.NOT_FOR_THIS_ROLE
    off(by=me(bea), now=START)
    off(by=me(anna), now=START)
    assert planning.look_after(now=LATER) == 0
    opened = planned(club, bea)
    assert (
        refused(planning.call_off, club_id=club.pk, by=me(anna), game_id=opened.pk)
        == ClubCode.GAME_IS_OPEN
    )
    assert (
        refused(planning.call_off, club_id=club.pk, by=me(anna), game_id=0)
        == ClubCode.NO_SUCH_CLUB_GAME
    )


@pytest.mark.rule("CLUB-2")
def test_a_manager_in_a_game_becomes_its_host() -> None:
    anna, bea = people(2)
    club = founded(anna, bea, members_open=True)
    game = planned(club, bea)
    home = home_of(game)
    take = partial(planning.take_over, club_id=club.pk, by=me(anna), game_id=game.pk)
    assert refused(take) == EventCode.NOT_IN_HOME_GAME
    games.join(token=home.token, user_id=me(anna), now=START)
    take(now=START)
    take(now=START)
    home.refresh_from_db()
    assert home.is_host(anna.pk)
    hosting.end(game_id=home.pk, by=me(anna), now=START)
    assert refused(take) == EventCode.HOME_GAME_OVER
    coming = planned(club, anna, at=LATER)
    missing: dict[str, Any] = {"club_id": club.pk, "by": me(anna)}
    assert refused(planning.take_over, game_id=coming.pk, **missing) == ClubCode.GAME_NOT_OPEN
    assert refused(planning.take_over, game_id=0, **missing) == ClubCode.NO_SUCH_CLUB_GAME


def weekly(
    club: Club, by: User, name: str = "Weekly", days: tuple[int, ...] = (4,)
) -> ClubTemplate:
    return planning.save_template(
        club_id=club.pk,
        by=UserId(by.pk),
        name=name,
        terms=HomeTerms(),
        weekdays=days,
        at=time(21, 0),
        now=START,
    )


@pytest.mark.rule("CLUB-5")
def test_a_template_plans_its_dates_on_the_rooms_clock() -> None:
    [anna] = people(1)
    club = founded(anna)
    template = weekly(club, anna, days=(1, 4))
    dates = list(template.games.order_by("starts_at").values_list("starts_at", flat=True))
    assert all(START < at <= START + planning.DATES_AHEAD for at in dates)
    walls = [at.astimezone(zone()) for at in dates]
    assert {(at.weekday(), at.hour) for at in walls} == {(1, 21), (4, 21)}
    # A date that was called off stays off.
    first = template.games.earliest("starts_at")
    planning.call_off(club_id=club.pk, by=me(anna), game_id=first.pk, now=START)
    assert planning.plan_dates(now=START) == 1
    assert template.games.count() == len(dates)
    planning.plan_dates(now=START + timedelta(days=7))
    assert template.games.count() > len(dates)
    planning.delete_template(club_id=club.pk, by=me(anna), template_id=template.pk, now=START)
    assert not ClubGame.objects.filter(called_off_at=None).exists()


@pytest.mark.rule("CLUB-5")
def test_a_template_without_dates_only_keeps_the_choices() -> None:
    [anna] = people(1)
    club = founded(anna)
    template = weekly(club, anna, days=())
    assert (template.recurrence, template.games.count(), template.days_in_words) == ("", 0, "")
    assert planning.terms_of({**template.terms, "of_an_older_release": 1}) == HomeTerms()
    named: dict[str, Any] = {"name": "Weekly", "terms": HomeTerms(), "weekdays": (), "at": None}
    save = partial(planning.save_template, club_id=club.pk, by=me(anna), **named)
    assert refused(save) == ClubCode.TEMPLATE_NAMED_TWICE


@pytest.mark.rule("CLUB-5")
def test_templates_have_their_limit_and_dates_that_of_the_clubs_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    monkeypatch.setattr(room_settings.CLUB_GAMES, "value", lambda: 2)
    template = weekly(club, anna, days=tuple(range(7)))
    assert template.games.count() == 2
    monkeypatch.setattr(planning, "MOST_TEMPLATES", 1)
    named: dict[str, Any] = {"name": "More", "terms": HomeTerms(), "weekdays": (), "at": None}
    save = partial(planning.save_template, club_id=club.pk, **named)
    assert refused(save, by=me(anna)) == ClubCode.TOO_MANY_TEMPLATES
    assert refused(save, by=me(bea)) == ClubCode.NOT_FOR_THIS_ROLE


@pytest.mark.rule("CLUB-1")
def test_a_closed_club_ends_what_has_not_begun() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    home, coming = home_of(planned(club, anna)), planned(club, anna, at=LATER)
    founding.close(club_id=club.pk, by=me(anna), now=START)
    coming.refresh_from_db()
    assert coming.called_off_at == START
    event_of(home).refresh_from_db()
    assert event_of(home).status == "cancelled"
    assert planning.look_after(now=LATER) == 0


def test_who_leaves_is_out_of_what_has_not_begun() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    home = home_of(planned(club, anna))
    games.join(token=home.token, user_id=me(bea), now=START)
    membership.leave(club_id=club.pk, user_id=me(bea), now=START)
    assert not event_of(home).entries.filter(user=bea, status="registered").exists()
