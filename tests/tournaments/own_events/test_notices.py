"""The notice after an event (NEXT-2, NEXT-3)."""

from datetime import timedelta

import pytest

from payouts.protection import limits
from payouts.rules.limits import LimitPeriod
from players.models import Guest, Notice, SelfExclusion, User
from tests.tournaments import events
from tests.tournaments.events import START
from tests.tournaments.seasons import setting
from tournaments.entry import registration, scheduling
from tournaments.models import Template, Tournament
from tournaments.own_events import notices

pytestmark = pytest.mark.django_db

AT = START + timedelta(days=2)
SOON = AT + timedelta(minutes=20)


def told() -> list[str]:
    rows = Notice.objects.filter(kind=Notice.Kind.NEXT).order_by("pk")
    return list(rows.values_list("user__username", flat=True))


def series() -> Template:
    plan = setting.league(name="Daily")
    events_of(plan, 1)
    return plan


def events_of(plan: Template, days: int) -> Tournament:
    return scheduling.publish(template_id=plan.pk, starts_at=SOON + timedelta(days=days), now=START)


def people(*names: str) -> list[User]:
    return [User.objects.create_user(name) for name in names]


@pytest.mark.rule("NEXT-3")
def test_it_tells_place_and_next_event_once_a_quarter_of_an_hour_after_the_end() -> None:
    anna, bea = people("anna", "bea")
    event = over(series(), anna, bea)
    assert notices.tell(now=AT + timedelta(minutes=10)) == 0
    assert notices.tell(now=SOON) == 2
    assert notices.tell(now=SOON + timedelta(minutes=5)) == 0
    row = Notice.objects.get(kind=Notice.Kind.NEXT, user=bea)
    assert row.data == {"name": event.name, "place": 2, "next": "Daily"}
    assert row.url == f"/tournaments/{event.pk}/mine/"


def over(plan: Template, *users: User) -> Tournament:
    """An event of a plan that ended at AT."""
    return setting.ended(plan, *users, at=AT - timedelta(hours=2))


@pytest.mark.rule("NEXT-3")
def test_a_player_gets_one_in_twenty_hours_and_none_while_in_another_event() -> None:
    anna, bea = people("anna", "bea")
    plan = series()
    over(plan, anna, bea)
    events.fund(bea, cents=10_000)
    following = Tournament.objects.get(template=plan, status=Tournament.Status.REGISTERING)
    registration.register(tournament_id=following.pk, user_id=bea.pk, now=AT)
    notices.tell(now=SOON)
    assert told() == ["anna"]
    over(series(), anna)
    notices.tell(now=SOON)
    assert told() == ["anna"]


@pytest.mark.rule("NEXT-3")
def test_without_a_next_event_nobody_is_told() -> None:
    over(setting.league(), *people("anna"))
    notices.tell(now=SOON)
    assert told() == []


@pytest.mark.rule("NEXT-2", "NEXT-3")
def test_protected_players_and_guests_get_none() -> None:
    anna, bea, carla, dario, guest = people("anna", "bea", "carla", "dario", "guest")
    SelfExclusion.objects.create(user=bea, asked_at=START, until=AT + timedelta(days=9))
    limits.set_limit(user_id=carla.pk, period=LimitPeriod.DAY, amount=5000, now=START)
    User.objects.filter(pk=dario.pk).update(is_active=False)
    Guest.objects.create(user=guest, made_at=START)
    over(series(), anna, bea, carla, dario, guest)
    notices.tell(now=SOON)
    assert told() == ["anna"]
